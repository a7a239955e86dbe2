// One turn of a progressive: the draft that a single event works on.

import {
  type Entry,
  type LevelState,
  type Meter,
  type MeterFact,
  type MeterFactBody,
  type MeterReply,
  newTable,
  nothing,
  type PoolSetup,
  type TableState,
} from "./progressive.ts";

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

/** Entries that wait are kept, and of the decided ones the last 25 (NY 5320.8). */
const entriesKept = 25;

export function addEntry(draft: Draft, body: Omit<Entry, "id" | "at" | "status">): Entry {
  const count = draft.meter.entryCount + 1;
  const entry: Entry = { id: `${draft.setup.id}-${count}`, at: draft.meter.at, status: "pending", ...body };
  draft.meter = { ...draft.meter, entryCount: count, entries: keep([...draft.meter.entries, entry]) };
  return entry;
}

export function keep(entries: readonly Entry[]): readonly Entry[] {
  const decided = entries.filter(({ status }) => status !== "pending").slice(-entriesKept);
  return entries.filter((entry) => entry.status === "pending" || decided.includes(entry));
}
