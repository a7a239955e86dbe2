// A table's journal as a file: its schema, how it is made, locked and opened.
//
// A live journal's files must not be opened with node:fs in the process that writes them: POSIX drops a process's locks on a
// file as soon as any descriptor of it is closed.

import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Identity } from "./journal-chain.ts";
import { JournalDamaged, readingJournal } from "./journal-check.ts";

type Connection = Database.Database;

/** Raised with every change of the tables below, so that an older journal is named as older and not as damaged. */
export const schemaVersion = 2;
/** Two megabytes a connection: a journal is written at its end and read in order. */
const cacheSize = "cache_size = -2000";
/** Another process holds the lock file for a moment when it looks who has the lock. */
const lockWaitMs = 50;

// `events.n` numbers the last fact up to and including the row; the index holds only rows that brought facts.
// `sealed` has no rowid, so that a commit touches one page of it and not two.
// `editions` says what an edition's name stands for: its content's SHA-256 is part of the name, which is part of every record.
// `keys.seq` is the record that brought the key, `rounds.seq` the one that opened the round, `heads.seq` the one that is signed.
/** The tables of a journal, in the words that SQLite keeps of them. */
export const schema = `
  create table meta(key text primary key, value text not null) strict, without rowid;
  create table editions(name text primary key, content text not null) strict, without rowid;
  create table events(
    seq integer primary key, at integer not null, edition text not null, event text not null, facts text not null,
    n integer not null, prev blob not null, hash blob not null) strict;
  create index events_n on events(n) where facts <> '[]';
  create table sealed(seq integer not null, i integer not null, bytes blob not null, primary key(seq, i)) strict, without rowid;
  create table keys(era integer primary key, seq integer not null, wrapped blob not null, hash blob not null) strict;
  create table rounds(round integer primary key, seq integer not null) strict;
  create table heads(seq integer primary key, signer blob not null, signature blob not null) strict;
  create table snapshots(seq integer primary key, n integer not null, state text not null, hash blob not null) strict;
  create table cursors(name text primary key, n integer not null, hash blob not null) strict, without rowid;
`;

/** The journal can't be opened, and it is not the records that are at fault. The message names the file and the remedy. */
export class JournalUnusable extends Error {
  override readonly name = "JournalUnusable";
  readonly path: string;
  readonly why: "missing" | "held" | "newer" | "older" | "refused";
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
export function createJournal(file: string): void {
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

/** @throws JournalUnusable, JournalDamaged */
export function checkSchema(db: Connection, file: string): void {
  const stored = readMeta(db, file, "schema");
  const version = /^[1-9]\d{0,5}$/.test(stored) ? Number(stored) : null;
  if (version === null) throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: "its schema version can't be read" });
  if (version > schemaVersion) {
    throw new JournalUnusable(
      file,
      "newer",
      `was written by a newer Pitwire (schema ${version}; this one knows ${schemaVersion}). Install that version again.`,
    );
  }
  if (version < schemaVersion) {
    throw new JournalUnusable(
      file,
      "older",
      `was written by an older Pitwire (schema ${version}; this one knows ${schemaVersion}). Nothing is wrong with it: keep it with the release that reads it, and move its files away so that the table begins a new one.`,
    );
  }
}

function readMeta(db: Connection, file: string, key: string): string {
  const value = readingJournal(file, () => db.prepare<[string], unknown>("select value from meta where key = ?").pluck().get(key));
  if (typeof value !== "string") throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: `it names no ${key}` });
  return value;
}

/** @throws JournalDamaged when it is none */
export function readIdentity(db: Connection, file: string): Identity {
  const id = readMeta(db, file, "journal");
  if (!/^[0-9a-f]{16}$/.test(id)) throw new JournalDamaged(file, { seq: null, what: "unreadable", sentence: "its id can't be read" });
  return { id, created: readMeta(db, file, "created") };
}
