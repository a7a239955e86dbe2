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
} from "./journal-check.ts";
import { openReading, readIdentity } from "./journal-file.ts";
import { beforeTheFirst, sentBeyond, type Verification, verifyChain, type Witness } from "./journal-verify.ts";

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
  const identity = readIdentity(db, file);
  return readingJournal(file, () => {
    const found = readSnapshot(db, file);
    const last = findLast(db);
    const base = found?.head ?? beginChain(identity);
    return { id: identity.id, snapshot: found?.snapshot ?? null, base, lastSeq: last.seq, lastFact: last.n };
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
 * @returns the journal's id and its last record
 * @throws JournalDamaged, JournalUnusable
 */
export function inspectJournal(file: string): { readonly id: string; readonly head: Head } {
  const db = openReading(file);
  try {
    const strange = readingJournal(file, () => beforeTheFirst(db));
    if (strange !== null) throw new JournalDamaged(file, strange);
    const start = readStart(db, file);
    let head = start.base;
    for (const record of checkedRecords(db, file, start.base, start.lastSeq)) head = record;
    checkCursors(db, file, start);
    return { id: start.id, head: { seq: head.seq, hash: head.hash } };
  } finally {
    db.close();
  }
}

function checkCursors(db: Connection, file: string, { lastSeq: seq, lastFact }: JournalStart): void {
  for (const [name, n] of readCursors(db, file)) {
    if (n > lastFact) throw new JournalDamaged(file, sentBeyond(name, n, { seq, n: lastFact }));
  }
}

/**
 * Public keys, in hex, of those who signed heads of a journal.
 * @throws JournalUnusable, JournalDamaged
 */
export function readSigners(file: string): readonly string[] {
  const db = openReading(file);
  try {
    return readingJournal(file, () => db.prepare<[], string>("select distinct lower(hex(signer)) from heads").pluck().all());
  } finally {
    db.close();
  }
}

/** How far each outbox has come. */
export function readCursors(db: Connection, file: string): Map<string, number> {
  return readingJournal(file, () => new Map(db.prepare<[], [string, number]>("select name, n from cursors").raw().all()));
}

/** An era's key as the vault wrapped it. */
export interface StoredKey {
  readonly era: number;
  /** The record that brought it. */
  readonly seq: number;
  readonly wrapped: Uint8Array;
}

export function readKeys(db: Connection, file: string): readonly StoredKey[] {
  return readingJournal(file, () => db.prepare<[], StoredKey>("select era, seq, wrapped from keys order by era").all());
}

/** What the names of the editions stand for. */
export function readEditions(db: Connection, file: string): ReadonlyMap<string, string> {
  return readingJournal(file, () => new Map(db.prepare<[], [string, string]>("select name, content from editions").raw().all()));
}

/** A sealed record with the number of its row. */
export interface StoredBlob {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** The sealed records of the rows from one to another, in order. */
export function readSealed(db: Connection, file: string, from: number, to: number): readonly StoredBlob[] {
  return readingJournal(file, () =>
    db.prepare<[number, number], StoredBlob>("select seq, bytes from sealed where seq between ? and ? order by seq, i").all(from, to),
  );
}

/** Which edition wrote a row, and what kind of event it is; null when there is no such row. */
export function readLast(db: Connection, file: string, seq: number): { readonly edition: string; readonly kind: string } | null {
  const row = readingJournal(file, () =>
    db.prepare<[number], { edition: string; event: string }>("select edition, event from events where seq = ?").get(seq),
  );
  if (row === undefined) return null;
  const { kind } = JSON.parse(row.event) as { kind?: unknown };
  return { edition: row.edition, kind: String(kind) };
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
    .prepare<[number, number], readonly [seq: number, facts: string, n: number]>(
      "select seq, facts, n from events where facts <> '[]' and n >= ? and seq > 0 order by n limit ?",
    )
    .raw()
    .iterate(from, limit);
  const found: StoredFact[] = [];
  for (const [seq, text, last] of rows) {
    const facts = parseFacts(file, seq, text);
    const first = last - facts.length + 1;
    if (first > from + found.length) {
      throw new JournalDamaged(file, { seq, what: "missing", sentence: `fact ${from + found.length} is missing before record ${seq}` });
    }
    for (let n = from + found.length; n <= last && found.length < limit; n++) found.push(storedFact(n, facts[n - first] as Fact));
    if (found.length === limit) break;
  }
  return found;
}

/** A fact's time is its own, wherever it is told: that of the event behind it may lie before the table's. */
const storedFact = (n: number, fact: Fact): StoredFact => ({ n, at: fact.at, fact });

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
 * Checks a whole journal, every record from the first; needs no key. `heads` were published earlier: with them a cut or rewritten
 * end shows too. `witness` sees every record that stands whole.
 * @throws JournalUnusable, JournalDamaged when there is nothing that could be read
 */
export function verifyJournal(
  file: string,
  { heads = [], witness = {} }: { readonly heads?: readonly Head[]; readonly witness?: Witness } = {},
): Verification {
  const db = openReading(file);
  try {
    return verifyChain(db, file, readIdentity(db, file), { heads, witness });
  } finally {
    db.close();
  }
}
