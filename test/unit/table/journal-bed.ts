// What the journal's tests share: a folder of their own, rows of a table, and journals that are damaged on purpose.

import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openJournal, type Row } from "#table/journal";

export const edition = "0.1.0/hcf@3";

/** Path for a journal in a new folder, which goes when the test ends. */
export function makeJournalPath(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "table.journal");
}

/** Row number `seq` of a table where each event brings one fact. */
export function makeRow(seq: number, more: Partial<Row> = {}): Row {
  return {
    at: 1_795_985_000_000 + seq,
    event: JSON.stringify({ kind: "held", held: seq, place: `${seq % 7}/hand` }),
    facts: JSON.stringify([{ n: seq, at: 1_795_985_000_000 + seq, round: 1, kind: "card", held: seq }]),
    n: seq,
    ...more,
  };
}

/** Writes a journal of `count` rows and closes it; `vary` gives rows what they have beyond a fact. */
export async function writeJournal(file: string, count: number, vary: (seq: number) => Partial<Row> = () => ({})): Promise<void> {
  const { journal } = await openJournal(file, { edition, create: true });
  for (let seq = journal.appended + 1; seq <= count; seq++) journal.append(makeRow(seq, vary(seq)));
  await journal.close();
}

/** Changes a closed journal behind Pitwire's back. */
export function tamper(file: string, sql: string, ...values: unknown[]): void {
  const db = new Database(file);
  const changed = db.prepare(sql).run(...values).changes;
  db.close();
  if (changed === 0) throw new Error(`nothing to tamper with: ${sql}`);
}

export function query(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}
