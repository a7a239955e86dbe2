// The statement of a progressive: everything that went in and out of each level in a period, recomputed from its facts alone.

import type { Millis } from "./event.ts";
import { type Entry, type MeterFact, type Micro, microsInMinor, type PoolSetup, returnedBy } from "./progressive.ts";

/** One level over one period; opening + contributions + reseeds − awards + adjustments = closing, to the millionth. */
export interface StatementLine {
  readonly level: string;
  readonly opening: Micro;
  readonly contributions: Micro;
  readonly reseeds: Micro;
  /** Of the reseeds, what the reserve paid; the house paid the rest. */
  readonly fromReserve: Micro;
  readonly awards: Micro;
  readonly adjustments: Micro;
  readonly closing: Micro;
  readonly stakes: number;
  readonly hits: number;
  /** What the reserve got in the period, and what is in it at its end. */
  readonly toReserve: Micro;
  readonly reserve: Micro;
}

type Sums = { -readonly [Key in Exclude<keyof StatementLine, "level" | "opening" | "closing" | "reserve">]: number };
const none: Sums = { contributions: 0, reseeds: 0, fromReserve: 0, awards: 0, adjustments: 0, stakes: 0, hits: 0, toReserve: 0 };

/** The statement of all facts with `from` ≤ at < `to`; earlier ones make up the opening. `facts`: from the first one on, in order. */
export function statementOf(setup: PoolSetup, facts: Iterable<MeterFact>, from: Millis, to: Millis): readonly StatementLine[] {
  const before = new Map(setup.levels.map(({ id }) => [id, { ...none }]));
  const within = new Map(setup.levels.map(({ id }) => [id, { ...none }]));
  for (const fact of facts) {
    if (fact.at >= to) break;
    count(fact.at < from ? before : within, fact);
  }
  return setup.levels.map(({ id, base }) => {
    const [past, now] = [before.get(id) ?? none, within.get(id) ?? none];
    const opening = base * microsInMinor + changeOf(past);
    const reserve = past.toReserve + now.toReserve - past.fromReserve - now.fromReserve;
    return { level: id, opening, ...now, closing: opening + changeOf(now), reserve };
  });
}

function changeOf({ contributions, reseeds, awards, adjustments }: Sums): Micro {
  return contributions + reseeds - awards + adjustments;
}

function count(sums: ReadonlyMap<string, Sums>, fact: MeterFact): void {
  if (fact.kind === "grown") {
    for (const { level, added, toReserve } of fact.levels) {
      const line = sums.get(level);
      if (line === undefined) continue;
      line.contributions += added;
      line.toReserve += toReserve;
      line.stakes += fact.stakes;
    }
  } else if (fact.kind === "hit") countAward(sums, fact.entry, 1);
  else if (fact.kind === "withdrawn") countAward(sums, fact.entry, -1);
  else if (fact.kind === "decided" && fact.entry.kind === "award" && fact.entry.status === "refused") countAward(sums, fact.entry, -1);
  else if (fact.kind === "decided" && fact.entry.kind === "adjustment" && fact.entry.status === "confirmed") {
    const line = sums.get(fact.entry.level);
    if (line !== undefined) line.adjustments += fact.entry.amount * microsInMinor;
  }
}

/** `sign` −1 takes a refused or withdrawn award back, in the period in which that was done. */
function countAward(sums: ReadonlyMap<string, Sums>, entry: Entry, sign: 1 | -1): void {
  const line = sums.get(entry.level);
  if (line === undefined) return;
  const { reseed, fromReserve } = returnedBy(entry);
  line.awards += sign * entry.amount * microsInMinor;
  line.reseeds += sign * reseed;
  line.fromReserve += sign * fromReserve;
  line.hits += sign;
}
