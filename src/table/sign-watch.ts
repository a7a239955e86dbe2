// Watches the signs of a table: each says every few seconds what it shows. One that has frozen says nothing, one that shows something
// old or nothing valid says so; either is told like a device that is lost.

import { type SignReport, signFrozenMs } from "#contract/sign";
import type { LinkStatus } from "#core/event";
import type { Input } from "./engine.ts";
import { realTime, type Time } from "./time.ts";

export interface SignHealth {
  readonly name: string;
  /** Milliseconds since it was last heard. */
  readonly silentMs: number;
  readonly report: SignReport;
}

export interface SignWatch {
  hear(report: SignReport): void;
  /** Compares what was heard with the time; done once a second by itself. */
  look(): void;
  /** Every sign that has spoken since the start, hung up by the house or not. */
  health(): readonly SignHealth[];
  stop(): void;
}

export interface SignWatchOptions {
  /** Signs that must live. */
  readonly names: readonly string[];
  /** Of this table, for what is told to it; how long a sign is silent is measured on `time`. */
  readonly clock: () => number;
  readonly time?: Time;
  readonly emit: (inputs: readonly Input[]) => void;
}

type Condition = readonly [LinkStatus, why: string | null];

const lookMs = 1000;
/** A sign's machine may start after the table. */
const firstWithinMs = 60_000;
/** Most names that are remembered; whoever opens the page may call himself something. */
const namesMax = 64;
/** A sign has a moment to follow before it counts as old. */
const oldAfterMs = 10_000;

export function createSignWatch({ names, clock, time = realTime, emit }: SignWatchOptions): SignWatch {
  const startedAt = time.now();
  const heard = new Map<string, { report: SignReport; at: number; liveAt: number }>();
  const told = new Map<string, string>();

  function conditionOf(name: string, now: number): Condition | null {
    const one = heard.get(name);
    if (one === undefined) return now - startedAt < firstWithinMs ? null : ["down", "missing"];
    if (now - one.at > signFrozenMs) return ["stale", "silent"];
    if (one.report.state !== "live" && now - one.liveAt > oldAfterMs) return ["stale", "outdated"];
    return one.report.state === "live" ? ["up", null] : null;
  }

  function look(): void {
    const now = time.now();
    for (const name of names) {
      const condition = conditionOf(name, now);
      const mark = String(condition);
      if (condition === null || told.get(name) === mark) continue;
      told.set(name, mark);
      const [status, why] = condition;
      emit([{ kind: "link", at: clock(), device: name, status, ...(why !== null && { why }) }]);
    }
  }

  const timer = time.every(lookMs, look, "aside");
  return {
    look,
    hear: (report) => {
      const now = time.now();
      const before = heard.get(report.name);
      if (before === undefined && heard.size >= namesMax && !names.includes(report.name)) return;
      heard.set(report.name, { report, at: now, liveAt: report.state === "live" ? now : (before?.liveAt ?? now) });
      look();
    },
    health: () => [...heard].map(([name, { report, at }]) => ({ name, silentMs: time.now() - at, report })),
    stop: () => time.clear(timer),
  };
}
