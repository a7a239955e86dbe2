// What a journal is read for: where a table starts from, the facts of an outbox or a display, and verification.

import type Database from "better-sqlite3";
import { assert } from "#core/assert";
import type { Fact } from "#core/fact";
import { beginChain, type Head } from "./journal-chain.ts";
import {
  type CheckedRecord,
  checkedRecords,
  findLast,
  JournalDamaged,
  readingJournal,
  readSnapshot,
  type StoredSnapshot,
  type Verification,
  verifyChain,
} from "./journal-check.ts";
import { openReading, readJournalId } from "./journal-file.ts";

type Connection = Database.Database;

/** A row as it was stored. */
export interface StoredRow {
  readonly seq: number;
  readonly at: number;
  readonly edition: string;
  readonly event: string;
  readonly facts: string;
  readonly n: number;
  readonly sealed: readonly Uint8Array[];
}

/** Where a table starts from. */
export interface JournalStart {
  readonly id: string;
  readonly snapshot: StoredSnapshot | null;
  /** The record the snapshot follows, or the beginning of the chain. */
  readonly base: Head;
  readonly lastSeq: number;
  /** Number of the last fact. */
  readonly lastFact: number;
}

/**
 * Reads where a table starts from, and checks the snapshot; the records that follow are left to `rowsSince`.
 * @throws JournalDamaged
 */
export function readStart(db: Connection, file: string): JournalStart {
  const id = readJournalId(db, file);
  return readingJournal(file, () => {
    const found = readSnapshot(db, file);
    const last = findLast(db);
    return { id, snapshot: found?.snapshot ?? null, base: found?.head ?? beginChain(id), lastSeq: last.seq, lastFact: last.n };
  });
}

/**
 * The rows a start has yet to replay, each checked against the chain as it is read.
 * @throws JournalDamaged naming the first bad row
 */
export function* rowsSince(db: Connection, file: string, start: JournalStart): Generator<StoredRow> {
  for (const record of checkedRecords(db, file, start.base, start.lastSeq)) yield toRow(record);
}

function toRow({ seq, at, edition, event, facts, n, sealed }: CheckedRecord): StoredRow {
  return { seq, at, edition: edition.toString(), event: event.toString(), facts: facts.toString(), n, sealed };
}

/**
 * Checks everything a start will rely on, on a read-only connection: a journal that is refused keeps every byte as evidence.
 * @returns the last record
 * @throws JournalDamaged, JournalUnusable
 */
export function inspectJournal(file: string): Head {
  const db = openReading(file);
  try {
    const start = readStart(db, file);
    let head = start.base;
    for (const record of checkedRecords(db, file, start.base, start.lastSeq)) head = record;
    checkCursors(db, file, start);
    return { seq: head.seq, hash: head.hash };
  } finally {
    db.close();
  }
}

/** An outbox can't be ahead of the facts: if it is, the end of the journal was lost. */
function checkCursors(db: Connection, file: string, start: JournalStart): void {
  for (const [name, n] of readCursors(db, file)) {
    if (n <= start.lastFact) continue;
    const sentence = `the outbox ${name} has sent fact ${n}, but the records end at ${start.lastSeq} with fact ${start.lastFact}: the end is cut off`;
    throw new JournalDamaged(file, { seq: start.lastSeq + 1, what: "truncated", sentence });
  }
}

/** How far each outbox has come. */
export function readCursors(db: Connection, file: string): Map<string, number> {
  return readingJournal(file, () => new Map(db.prepare<[], [string, number]>("select name, n from cursors").raw().all()));
}

/** A round's key as the vault wrapped it. */
export interface StoredKey {
  readonly round: number;
  readonly wrapped: Uint8Array;
}

export function readKeys(db: Connection, file: string): readonly StoredKey[] {
  return readingJournal(file, () => db.prepare<[], StoredKey>("select round, wrapped from keys order by round").all());
}

/** The sealed records of a row, in order. */
export function readSealed(db: Connection, file: string, seq: number): readonly Uint8Array[] {
  return readingJournal(file, () => db.prepare<[number], Buffer>("select bytes from sealed where seq = ? order by i").pluck().all(seq));
}

/** A fact with its number and the time of the event that brought it. */
export interface StoredFact {
  readonly n: number;
  readonly at: number;
  readonly fact: Fact;
}

/**
 * Reads up to `limit` facts from number `from` on, in order, beside a running writer or from a journal at rest.
 * @throws JournalDamaged when a number is missing, JournalUnusable
 */
export function readFacts(file: string, range: { readonly from: number; readonly limit: number }): readonly StoredFact[] {
  assert(range.from >= 1 && range.limit >= 0, "facts are numbered from 1, and a limit is not negative");
  const db = openReading(file);
  try {
    return readingJournal(file, () => collectFacts(db, file, range));
  } finally {
    db.close();
  }
}

function collectFacts(
  db: Connection,
  file: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): readonly StoredFact[] {
  const rows = db
    .prepare<[number, number], readonly [seq: number, at: number, facts: string, n: number]>(
      "select seq, at, facts, n from events where facts <> '[]' and n >= ? order by n limit ?",
    )
    .raw()
    .iterate(from, limit);
  const found: StoredFact[] = [];
  for (const [seq, at, text, last] of rows) {
    const facts = parseFacts(file, seq, text);
    const first = last - facts.length + 1;
    if (first > from + found.length) {
      throw new JournalDamaged(file, { seq, what: "missing", sentence: `fact ${from + found.length} is missing before record ${seq}` });
    }
    for (let n = from + found.length; n <= last && found.length < limit; n++) found.push({ n, at, fact: facts[n - first] as Fact });
    if (found.length === limit) break;
  }
  return found;
}

function parseFacts(file: string, seq: number, text: string): readonly unknown[] {
  try {
    const facts: unknown = JSON.parse(text);
    if (Array.isArray(facts)) return facts;
  } catch {
    // Reported below: a text that is no JSON is as wrong as one that is no array.
  }
  throw new JournalDamaged(file, { seq, what: "changed", sentence: `the facts of record ${seq} can't be read` });
}

/**
 * Checks a whole journal, every record from the first. `expected` is a head that was published earlier; with it a cut or
 * rewritten end shows too.
 * @throws JournalUnusable, JournalDamaged when there is nothing that could be read
 */
export function verifyJournal(file: string, { expected = null }: { readonly expected?: Head | null } = {}): Verification {
  const db = openReading(file);
  try {
    return verifyChain(db, file, readJournalId(db, file), expected);
  } finally {
    db.close();
  }
}
