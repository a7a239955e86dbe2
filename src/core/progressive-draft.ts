// One turn of a progressive: the draft that a single event works on.

import {
  type Entry,
  type LevelState,
  type Meter,
  type MeterFact,
  type MeterFactBody,
  type MeterReply,
  microsInMinor,
  newTable,
  nothing,
  type PoolSetup,
  type RoundOf,
  returnedBy,
  type TableState,
  wholeMinor,
} from "./progressive.ts";
import type { Hit } from "./progressive-shares.ts";

export interface Draft {
  readonly setup: PoolSetup;
  meter: Meter;
  readonly facts: MeterFact[];
  reply?: MeterReply;
}

export function tell(draft: Draft, body: MeterFactBody): void {
  const n = draft.meter.n + 1;
  draft.facts.push({ n, at: draft.meter.at, ...body });
  draft.meter = { ...draft.meter, n };
}

export function setTable(draft: Draft, table: string, change: Partial<TableState>): void {
  const tables = { ...draft.meter.tables, [table]: { ...(draft.meter.tables[table] ?? newTable), ...change } };
  draft.meter = { ...draft.meter, tables };
}

export function levelOf(draft: Draft, id: string): LevelState {
  return draft.meter.levels[id] ?? nothing;
}

export function setLevel(draft: Draft, id: string, change: Partial<LevelState>): void {
  draft.meter = { ...draft.meter, levels: { ...draft.meter.levels, [id]: { ...levelOf(draft, id), ...change } } };
}

/** Entries that wait are kept, those of rounds that can still be corrected, and of the others the last 25 (NY 5320.8). */
const entriesKept = 25;

export function addEntry(draft: Draft, body: Omit<Entry, "id" | "at" | "status">): Entry {
  const count = draft.meter.entryCount + 1;
  const entry: Entry = { id: `${draft.setup.id}-${count}`, at: draft.meter.at, status: "pending", ...body };
  draft.meter = { ...draft.meter, entryCount: count };
  keep(draft, [...draft.meter.entries, entry]);
  return entry;
}

/** Freezes an award, takes it out of its level, and starts the level anew where the whole of it was won. */
export function award(draft: Draft, of: RoundOf, { level: id, winner, amount: due, reseed }: Hit): Entry {
  const level = levelOf(draft, id);
  const amount = Math.min(due, wholeMinor(level.value));
  const { table, round } = of;
  if (amount < due) tell(draft, { kind: "strange", why: "short", table, round, count: due - amount });
  const fromReserve = Math.min(reseed, level.reserve);
  setLevel(draft, id, {
    value: level.value - amount * microsInMinor + reseed,
    reserve: level.reserve - fromReserve,
    awarded: level.awarded + amount * microsInMinor,
    reseeded: level.reseeded + reseed,
    reseededFromReserve: level.reseededFromReserve + fromReserve,
    hits: level.hits + 1,
  });
  const entry = addEntry(draft, { kind: "award", level: id, amount, signed: [], won: { ...of, ...winner, reseed, fromReserve } });
  tell(draft, { kind: "hit", entry, value: levelOf(draft, id).value });
  return entry;
}

/** An award that is none goes back into its level, and what was put in after it out again. */
export function takeBack(draft: Draft, entry: Entry): void {
  const id = entry.level;
  const level = levelOf(draft, id);
  const micros = entry.amount * microsInMinor;
  const { reseed, fromReserve } = returnedBy(entry);
  setLevel(draft, id, {
    value: level.value + micros - reseed,
    reserve: level.reserve + fromReserve,
    awarded: level.awarded - micros,
    reseeded: level.reseeded - reseed,
    reseededFromReserve: level.reseededFromReserve - fromReserve,
    hits: level.hits - 1,
  });
}

/** Puts an entry in the place of what it was. */
export function replace(draft: Draft, entry: Entry): void {
  keep(
    draft,
    draft.meter.entries.map((one) => (one.id === entry.id ? entry : one)),
  );
}

function keep(draft: Draft, entries: readonly Entry[]): void {
  const correctable = new Set(Object.values(draft.meter.tables).flatMap(({ settled }) => settled.flatMap((round) => round.entries)));
  const last = entries.filter(({ status }) => status !== "pending").slice(-entriesKept);
  const kept = entries.filter((entry) => entry.status === "pending" || correctable.has(entry.id) || last.includes(entry));
  draft.meter = { ...draft.meter, entries: kept };
}
