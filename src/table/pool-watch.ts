// The house's progressive as this table hears it: whether stakes may be taken, and what came of its hits. One that has fallen silent, or
// that would pay otherwise than this table's sign says, is told like a device that is lost.

import { type MeterMessage, meterMessage } from "#contract/meter";
import type { LinkStatus } from "#core/event";
import type { PoolTerms } from "#core/progressive";
import type { Awaited } from "#core/table";
import type { Input } from "./engine.ts";
import { realTime, type Time } from "./time.ts";

export interface PoolWatch {
  readonly name: string;
  hear(payload: Buffer): void;
  /** Compares what was heard with the time; done once a second by itself. */
  look(): void;
  /** The last that was told, however old; null: nothing yet. */
  now(): MeterMessage | null;
  listen(heard: (message: MeterMessage) => void): void;
  stop(): void;
}

export interface PoolWatchOptions {
  readonly name: string;
  readonly table: string;
  /** Of this table, which numbers its rounds. */
  readonly journal: string;
  readonly currency: string;
  /** What the rule pack promises of it. */
  readonly terms: PoolTerms;
  /** Of this table, for what is told to it; how long the pool is silent is measured on `time`. */
  readonly clock: () => number;
  readonly time?: Time;
  /** The hits that wait for their award, as decided so far. */
  readonly awaited: () => readonly Awaited[];
  readonly emit: (inputs: readonly Input[]) => void;
}

type Condition = readonly [LinkStatus, why: string | null];

const lookMs = 1000;
/** A message without a time to live, or none at all yet, counts for so long. */
const usualTtlMs = 6_000;

export function createPoolWatch(options: PoolWatchOptions): PoolWatch {
  const { name, clock, time = realTime, emit } = options;
  const startedAt = time.now();
  const listeners: ((message: MeterMessage) => void)[] = [];
  let last: { readonly message: MeterMessage; readonly at: number } | null = null;
  let told = "";

  function conditionOf(now: number): Condition | null {
    if (last === null) return now - startedAt < usualTtlMs ? null : ["down", "silent"];
    if (now - last.at > (last.message.ttl ?? usualTtlMs)) return ["stale", "silent"];
    return fits(last.message, options) ? ["up", null] : ["down", "otherRules"];
  }

  function look(): void {
    const condition = conditionOf(time.now());
    if (condition === null || told === String(condition)) return;
    told = String(condition);
    const [status, why] = condition;
    emit([{ kind: "link", at: clock(), device: name, status, ...(why !== null && { why }) }]);
  }

  const timer = time.every(lookMs, look, "aside");
  return {
    name,
    look,
    hear: (payload) => {
      const message = read(payload);
      // A message that overtook a newer one of the same pool is of the past.
      if (message?.pool !== name || (last?.message.journal === message.journal && message.n < last.message.n)) return;
      last = { message, at: time.now() };
      look();
      const awards = awardsFor(message, options);
      if (awards.length > 0) emit(awards);
      for (const listener of listeners) listener(message);
    },
    now: () => last?.message ?? null,
    listen: (heard) => {
      listeners.push(heard);
    },
    stop: () => time.clear(timer),
  };
}

function read(payload: Buffer): MeterMessage | null {
  try {
    return meterMessage.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Whether it knows this table, and pays what the pack promises. */
function fits({ tables, currency, terms }: MeterMessage, { table, terms: own, currency: code }: PoolWatchOptions): boolean {
  return (
    tables.includes(table) && currency.code === code && terms !== null && JSON.stringify(inOrder(terms)) === JSON.stringify(inOrder(own))
  );
}

function inOrder({ stake, prizes, split }: PoolTerms): unknown {
  const told = prizes.map((prize) => [
    prize.hand,
    "percent" in prize ? "percent" : "fixed",
    "percent" in prize ? prize.percent : prize.fixed,
  ]);
  return [stake, split, told];
}

/** What was decided about hits that this table waits for. A message may be the first that it hears of one: none is lost with a link. */
function awardsFor(message: MeterMessage, { table, journal, clock, awaited, name }: PoolWatchOptions): readonly Input[] {
  const waits = awaited().filter(({ award }) => award === null);
  if (waits.length === 0) return [];
  return message.awards.flatMap(({ id, round, seat, hand, status, amount, ...of }): readonly Input[] => {
    if (status === "pending" || of.table !== table || of.journal !== journal) return [];
    if (!waits.some((one) => one.round === round && one.seat === seat && one.hand === hand)) return [];
    return [{ kind: "award", at: clock(), pool: name, id, of: round, seat, amount: status === "won" ? amount : null }];
  });
}
