// The feed of alarms: repeats of one cause are one line, what nobody has seen comes first, then the gravest, then the oldest.

import type { SiteAlarm } from "#contract/site";
import { groupBy } from "../shared/group.ts";

/** One trouble at one table, however often it has come. */
export interface Cause {
  readonly key: string;
  /** The one to look at: the last that nobody has acknowledged, or the last of all. */
  readonly head: SiteAlarm;
  /** The oldest first. */
  readonly alarms: readonly SiteAlarm[];
  readonly acked: boolean;
  /** It stands no more. */
  readonly over: boolean;
}

export interface Filter {
  /** Priorities up to this one are shown: 1 urgent … 3 all. */
  readonly priority: 1 | 2 | 3;
  readonly table: string | null;
}

export function keyOf({ table, code, device, place, deck }: SiteAlarm): string {
  return [table, code, device, place, deck].join(" ");
}

/** Alarms as causes, in the order in which a person should look at them. */
export function causesOf(alarms: readonly SiteAlarm[]): readonly Cause[] {
  const groups = groupBy(alarms, keyOf);
  return [...groups].map(([key, group]) => causeOf(key, group)).sort(before);
}

function causeOf(key: string, group: readonly SiteAlarm[]): Cause {
  const alarms = [...group].sort((one, other) => one.since - other.since);
  const unseen = alarms.filter(({ ackedBy }) => ackedBy === null);
  return {
    key,
    head: (unseen.at(-1) ?? alarms.at(-1)) as SiteAlarm,
    alarms,
    acked: unseen.length === 0,
    over: alarms.every(({ clearedAt }) => clearedAt !== null),
  };
}

function before(one: Cause, other: Cause): number {
  return (
    Number(one.acked) - Number(other.acked) ||
    one.head.priority - other.head.priority ||
    other.head.weight - one.head.weight ||
    one.head.since - other.head.since ||
    one.key.localeCompare(other.key)
  );
}

export function shown(causes: readonly Cause[], { priority, table }: Filter): readonly Cause[] {
  return causes.filter(({ head }) => head.priority <= priority && (table === null || head.table === table));
}
