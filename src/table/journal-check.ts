// Reading a journal back: every record checked against the one before it, and the first bad one named.

import Database from "better-sqlite3";
import { type Head, hashBytes, hashRecord, hashSnapshot, isCount, type RecordContent } from "./journal-chain.ts";

type Connection = Database.Database;
type SqliteError = InstanceType<typeof Database.SqliteError>;

/** A record that was read back and stands whole in the chain. */
export interface CheckedRecord extends RecordContent {
  readonly hash: Buffer;
}

export interface Damage {
  /** The first bad record; null when the file as a whole can't be read. */
  readonly seq: number | null;
  readonly what:
    | "changed"
    | "missing"
    | "reordered"
    | "truncated"
    | "rewritten"
    | "unreadable"
    | "snapshot"
    | "beside"
    | "index"
    | "replay"
    | "commitment"
    | "signature";
  /** Goes on after "Journal …: ". */
  readonly sentence: string;
}

const remedy = "Keep the file as evidence; move it away to start a new journal, or restore a copy.";

/** The journal is not what was written. Nothing was changed in it. */
export class JournalDamaged extends Error {
  override readonly name = "JournalDamaged";
  readonly path: string;
  readonly damage: Damage;

  constructor(path: string, damage: Damage) {
    super(`Journal ${path}: ${damage.sentence}. ${remedy}`);
    this.path = path;
    this.damage = damage;
  }
}

const chunkRows = 2048;

/** A row as it is read: its texts and hashes in one piece, because each piece costs more than what is in it. */
export type StoredEvent = readonly [
  seq: number,
  at: unknown,
  n: unknown,
  editionBytes: unknown,
  eventBytes: unknown,
  factsBytes: unknown,
  everything: unknown,
];

/**
 * Reads the records that follow `from`, up to `lastSeq`, each checked against the one before it. A chunk is read at a time, so a
 * journal that is being written can be read for hours without holding up its checkpoints.
 * @throws JournalDamaged naming the first bad record
 */
export function* checkedRecords(db: Connection, path: string, from: Head, lastSeq: number): Generator<CheckedRecord> {
  let head = from;
  let limit = chunkRows;
  while (head.seq < lastSeq) {
    const chunk = readChunk(db, head.seq, Math.min(lastSeq, head.seq + limit));
    if (chunk instanceof Database.SqliteError) {
      // Somewhere in these rows SQLite gives up: go on one by one to name the first.
      if (limit === 1) throw new JournalDamaged(path, unreadable(head.seq + 1, chunk));
      limit = 1;
      continue;
    }
    for (const stored of chunk) {
      const record = checkRecord(db, path, head, stored);
      yield record;
      head = record;
    }
    if (chunk.length === 0) throw new JournalDamaged(path, missing(head.seq + 1));
  }
}

/**
 * The last record; where SQLite can't tell, one so far off that reading up to it meets the first bad record. The index is asked too: one
 * flipped bit can make a table look shorter than it is, and a missing tail has no other witness inside the file.
 */
export function findLast(db: Connection): { readonly seq: number; readonly n: number } {
  try {
    const inTable = db.prepare<[], { seq: number; n: number }>("select seq, n from events order by seq desc limit 1").get();
    const inIndex = db
      .prepare<[], { seq: number; n: number }>(
        "select seq, n from events indexed by events_n where facts <> '[]' order by n desc, seq desc limit 1",
      )
      .get();
    const found = [inTable, inIndex].flatMap((last) => last ?? []);
    return found.reduce((last, one) => (one.seq > last.seq ? one : last), { seq: 0, n: 0 });
  } catch (error) {
    if (error instanceof Database.SqliteError) return { seq: Number.MAX_SAFE_INTEGER, n: 0 };
    throw error;
  }
}

/** A row and its sealed blobs; null when those are not what they should be at all. */
export type StoredRecord = { readonly event: StoredEvent; readonly sealed: readonly Buffer[] | null };

/** Rows as they are stored, unchecked, or what SQLite says against them. */
export function readChunk(db: Connection, after: number, last: number): readonly StoredRecord[] | SqliteError {
  try {
    const events = db
      .prepare<[number, number], StoredEvent>(
        `select seq, at, n, octet_length(edition), octet_length(event), octet_length(facts),
           cast(edition || event || facts || prev || hash as blob)
         from events where seq > ? and seq <= ? order by seq`,
      )
      .raw()
      .all(after, last);
    const sealed = db
      .prepare<[number, number], readonly [number, unknown, unknown]>(
        "select seq, i, bytes from sealed where seq > ? and seq <= ? order by seq, i",
      )
      .raw()
      .all(after, last);
    let next = 0;
    return events.map((event) => {
      const start = next;
      while (sealed[next]?.[0] === event[0]) next++;
      return { event, sealed: takeSealed(sealed.slice(start, next)) };
    });
  } catch (error) {
    if (error instanceof Database.SqliteError) return error;
    throw error;
  }
}

/** The blobs of a record, or null when they are not numbered 0, 1, 2 … or are no blobs. */
function takeSealed(rows: readonly (readonly [number, unknown, unknown])[]): readonly Buffer[] | null {
  const blobs: Buffer[] = [];
  for (const [, i, bytes] of rows) {
    if (i !== blobs.length || !Buffer.isBuffer(bytes)) return null;
    blobs.push(bytes);
  }
  return blobs;
}

function checkRecord(db: Connection, path: string, head: Head, stored: StoredRecord): CheckedRecord {
  const found = followsHead(head, stored);
  if (typeof found !== "string") return found;
  const [seq] = stored.event;
  if (found === "missing") throw new JournalDamaged(path, missing(head.seq + 1));
  throw new JournalDamaged(path, findMoved(db, head, seq) ?? changed(seq));
}

/** The record, if it stands whole behind `head`; else what is wrong with it. */
export function followsHead(head: Head, stored: StoredRecord): CheckedRecord | "missing" | "changed" {
  if (stored.event[0] !== head.seq + 1) return "missing";
  const parts = takeParts(stored);
  return parts?.prev.equals(head.hash) && hashRecord(head.hash, parts).equals(parts.hash) ? parts : "changed";
}

/** The fields of a row, or null when one of them is not what it should be at all. */
function takeParts({ event, sealed }: StoredRecord): (CheckedRecord & { readonly prev: Buffer }) | null {
  const [seq, at, n, editionBytes, eventBytes, factsBytes, everything] = event;
  if (!sealed || !isCount(at) || !isCount(n) || !Buffer.isBuffer(everything)) return null;
  if (!isCount(editionBytes) || !isCount(eventBytes) || !isCount(factsBytes)) return null;
  const eventAt = editionBytes;
  const factsAt = eventAt + eventBytes;
  const prevAt = factsAt + factsBytes;
  if (everything.length !== prevAt + 2 * hashBytes) return null;
  return {
    seq,
    at,
    n,
    edition: everything.subarray(0, eventAt),
    event: everything.subarray(eventAt, factsAt),
    facts: everything.subarray(factsAt, prevAt),
    prev: everything.subarray(prevAt, prevAt + hashBytes),
    hash: everything.subarray(prevAt + hashBytes),
    sealed,
  };
}

/** The record that belongs at `seq`, if it lies elsewhere. Reads the whole table, which only a damaged journal has to pay. */
function findMoved(db: Connection, head: Head, seq: number): Damage | null {
  try {
    const elsewhere = db
      .prepare<[Uint8Array, number], number>("select seq from events where prev = ? and seq <> ?")
      .pluck()
      .get(Buffer.from(head.hash), seq);
    if (elsewhere === undefined) return null;
    return { seq, what: "reordered", sentence: `record ${seq} is out of order: the one that belongs here lies at ${elsewhere}` };
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  }
}

export function changed(seq: number): Damage {
  return { seq, what: "changed", sentence: `record ${seq} does not match its hash` };
}

export function missing(seq: number): Damage {
  return { seq, what: "missing", sentence: `record ${seq} is missing` };
}

function unreadable(seq: number | null, error: SqliteError): Damage {
  const place = seq === null ? "the file" : `record ${seq}`;
  return { seq, what: "unreadable", sentence: `${place} can't be read (${error.code}: ${error.message})` };
}

/** A snapshot as it lies in the file. */
export interface StoredSnapshot {
  readonly seq: number;
  readonly n: number;
  readonly state: string;
}

/**
 * The newest snapshot, checked against its own hash and its record.
 * @throws JournalDamaged
 */
export function readSnapshot(db: Connection, path: string): { readonly snapshot: StoredSnapshot; readonly head: Head } | null {
  const newest = db
    .prepare<[], readonly [number, unknown, unknown, unknown]>(
      "select seq, n, cast(state as blob), hash from snapshots order by seq desc limit 1",
    )
    .raw()
    .get();
  return newest ? checkSnapshot(db, path, newest) : null;
}

export function checkSnapshot(
  db: Connection,
  path: string,
  [seq, n, state, snapshotHash]: readonly [number, unknown, unknown, unknown],
): { readonly snapshot: StoredSnapshot; readonly head: Head } {
  const record = readRecordAlone(db, path, seq);
  if (!record) throw new JournalDamaged(path, missing(seq));
  if (isCount(n) && n === record.n && Buffer.isBuffer(state) && Buffer.isBuffer(snapshotHash)) {
    if (hashSnapshot(record.hash, n, state).equals(snapshotHash)) return { snapshot: { seq, n, state: state.toString() }, head: record };
  }
  throw new JournalDamaged(path, { seq, what: "snapshot", sentence: `the snapshot after record ${seq} does not match its hash` });
}

/** One record, checked against the `prev` that is stored with it. */
function readRecordAlone(db: Connection, path: string, seq: number): CheckedRecord | null {
  const prev = db.prepare<[number], unknown>("select prev from events where seq = ?").pluck().get(seq);
  if (prev === undefined) return null;
  if (!Buffer.isBuffer(prev)) throw new JournalDamaged(path, changed(seq));
  for (const record of checkedRecords(db, path, { seq: seq - 1, hash: prev }, seq)) return record;
  return null;
}

/**
 * Runs a reading of a journal and turns SQLite's own complaints about the file into damage.
 * @throws JournalDamaged
 */
export function readingJournal<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // SQLITE_ERROR is what a damaged schema says ("no such table", "unsupported file format"), SQLITE_IOERR a bad sector.
    const isDamage = error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR|ERROR)/.test(error.code);
    if (isDamage) throw new JournalDamaged(path, unreadable(null, error));
    throw error;
  }
}
