// A table's journal as a file: its schema, how it is made, locked, inspected and read. The chain of hashes is in journal-chain.
//
// A live journal's files must not be opened with node:fs in the process that writes them: POSIX drops a process's locks on a
// file as soon as any descriptor of it is closed.

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { assert } from "#core/assert";
import type { Fact } from "#core/fact";
import {
  beginChain,
  type CheckedRecord,
  checkedRecords,
  findLast,
  type Head,
  JournalDamaged,
  readingJournal,
  readSnapshot,
  type StoredSnapshot,
  type Verification,
  verifyChain,
} from "./journal-chain.ts";

type Connection = Database.Database;

const schemaVersion = 1;
/** Two megabytes a connection: a journal is written at its end and read in order. */
const cacheSize = "cache_size = -2000";
/** Another process holds the lock file for a moment when it looks who has the lock. */
const lockWaitMs = 50;

// `events.n` numbers the last fact up to and including the row; the index holds only rows that brought facts.
// `sealed` has no rowid, so that a commit touches one page of it and not two.
const schema = `
  create table meta(key text primary key, value text not null) strict, without rowid;
  create table events(
    seq integer primary key, at integer not null, edition text not null, event text not null, facts text not null,
    n integer not null, prev blob not null, hash blob not null) strict;
  create index events_n on events(n) where facts <> '[]';
  create table sealed(seq integer not null, i integer not null, bytes blob not null, primary key(seq, i)) strict, without rowid;
  create table keys(round integer primary key, wrapped blob not null) strict;
  create table snapshots(seq integer primary key, n integer not null, state text not null, hash blob not null) strict;
  create table cursors(name text primary key, n integer not null) strict, without rowid;
`;

/** The journal can't be opened, and it is not the records that are at fault. The message names the file and the remedy. */
export class JournalUnusable extends Error {
  override readonly name = "JournalUnusable";
  readonly path: string;
  readonly why: "missing" | "held" | "newer" | "refused";
  /** Goes on after "Journal … ". */
  readonly sentence: string;

  constructor(path: string, why: JournalUnusable["why"], sentence: string) {
    super(`Journal ${path} ${sentence}`);
    this.path = path;
    this.why = why;
    this.sentence = sentence;
  }
}

const writingRemedy = "Check that its folder exists, has space and may be written by this user";
const readingRemedy = "SQLite reads it only where it may write beside it: copy it to a folder of your own";

/** Turns the system's and SQLite's refusals to open a file into words. */
function openingFile<Result>(file: string, remedy: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const isRefusal = typeof code === "string" && (error instanceof Database.SqliteError || /^E[A-Z]+$/.test(code));
    const isNoFolder = error instanceof TypeError && error.message.includes("directory does not exist");
    if (!isRefusal && !isNoFolder) throw error;
    const cause = isRefusal ? `${code}: ${(error as Error).message}` : "its folder does not exist";
    throw new JournalUnusable(file, "refused", `can't be opened (${cause}). ${remedy}.`);
  }
}

/**
 * Takes the right to write a journal for as long as the connection stays open. The lock file holds the process id as SQLite's
 * `user_version` (`file x.lock` shows it), and the lock itself is the kernel's: it ends with its process, so a stale one needs
 * no cleaning up, another container's process ids mislead nobody, and two that come at once can't both have it.
 * @throws JournalUnusable naming the holder
 */
export function holdLock(file: string): Connection {
  const lockFile = `${file}.lock`;
  return openingFile(lockFile, writingRemedy, () => {
    makeFile(lockFile);
    const lock = new Database(lockFile, { timeout: lockWaitMs });
    try {
      lock.pragma("journal_mode = memory");
      lock.pragma("synchronous = off");
      lock.exec("begin immediate");
      lock.pragma(`user_version = ${process.pid}`);
      // Committed for others to read; whoever slips in before the next line has become the holder, and is named.
      lock.exec("commit; begin immediate");
      return lock;
    } catch (error) {
      const isHeld = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
      const holder = isHeld ? lock.pragma("user_version", { simple: true }) : null;
      lock.close();
      if (!isHeld) throw error;
      throw new JournalUnusable(file, "held", `is being written by process ${holder}. A table can run once only: stop that process first.`);
    }
  });
}

/** Makes an empty file that only its owner may read, or leaves the one that is there alone (and unopened). */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Makes a new journal under another name and moves it into place whole, so that a file with the journal's name is either a
 * journal or damaged. The caller holds the lock.
 * @throws JournalUnusable
 */
export function createJournal(file: string, edition: string): void {
  if (existsSync(`${file}-wal`)) {
    throw new JournalUnusable(
      file,
      "missing",
      `is gone, but its last records still lie in ${file}-wal. Put the journal back beside them, or move them away.`,
    );
  }
  openingFile(file, writingRemedy, () => {
    const draft = `${file}.new`;
    for (const part of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(part, { force: true });
    makeFile(draft);
    const db = new Database(draft);
    db.pragma("journal_mode = wal");
    db.pragma("synchronous = full");
    db.transaction(() => {
      db.exec(schema);
      const put = db.prepare("insert into meta(key, value) values (?, ?)");
      put.run("journal", randomBytes(8).toString("hex"));
      put.run("schema", String(schemaVersion));
      put.run("edition", edition);
      put.run("created", new Date().toISOString());
    })();
    db.close();
    renameSync(draft, file);
    syncFolder(path.dirname(file));
  });
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Opens the journal for its one writer. The caller holds the lock and has inspected the file.
 * @throws JournalUnusable
 */
export function openWriting(file: string): Connection {
  return openingFile(file, writingRemedy, () => {
    const db = new Database(file, { fileMustExist: true, timeout: 100 });
    db.pragma("journal_mode = wal");
    db.pragma("synchronous = full");
    db.pragma("secure_delete = on");
    db.pragma(cacheSize);
    // The journal thread checkpoints by itself, after it has told what is committed.
    db.pragma("wal_autocheckpoint = 0");
    return db;
  });
}

/**
 * Opens a journal to read it, beside its writer if there is one.
 * @throws JournalUnusable, JournalDamaged
 */
export function openReading(file: string): Connection {
  if (!existsSync(file)) {
    throw new JournalUnusable(file, "missing", "does not exist. Check the path, or let the table make a new journal there.");
  }
  const db = openingFile(file, readingRemedy, () => new Database(file, { readonly: true, fileMustExist: true, timeout: 1000 }));
  try {
    // The first reading finds out whether SQLite can make its -shm file here.
    openingFile(file, readingRemedy, () => readingJournal(file, () => db.pragma(cacheSize)));
    checkSchema(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function checkSchema(db: Connection, file: string): void {
  const version = Number(readMeta(db, file, "schema"));
  if (version > schemaVersion) {
    throw new JournalUnusable(
      file,
      "newer",
      `was written by a newer Pitwire (schema ${version}; this one knows ${schemaVersion}). Install that version again.`,
    );
  }
  if (version !== schemaVersion)
    throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: "its schema version can't be read" });
}

function readMeta(db: Connection, file: string, key: string): string {
  const value = readingJournal(file, () => db.prepare<[string], unknown>("select value from meta where key = ?").pluck().get(key));
  if (typeof value !== "string") throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: `it names no ${key}` });
  return value;
}

/** @throws JournalDamaged when it is none */
export function readJournalId(db: Connection, file: string): string {
  const id = readMeta(db, file, "journal");
  if (!/^[0-9a-f]{16}$/.test(id)) throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: "its id can't be read" });
  return id;
}

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
