// One journal in the hands of its only writer, on the journal thread: takes what lies in the ring, extends the chain and commits.

import { existsSync, realpathSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { assert } from "#core/assert";
import { type Head, hashContent, hashCursor, hashKey, hashSnapshot } from "./journal-chain.ts";
import { createJournal, holdLock, JournalUnusable, openWriting } from "./journal-file.ts";
import { inspectJournal } from "./journal-reader.ts";
import { eachRecord, initHead, type Ring, type RingRow, readPending, releaseSpan, type Span } from "./journal-ring.ts";

/** How long a disk that refused is left alone. */
const retryAfterMs = 500;
/** SQLite writes on into a file that has been moved or deleted: where it lies is looked at this often while it is written. */
const lookAfterMs = 100;
/** The write-ahead log is folded into the journal when it has grown by this many pages and nothing is waiting … */
const foldPages = 4_000;
/** … or at the latest by this many. */
const foldPagesMax = 16_000;
const pageBytes = 4_096;
/** A reader may be in the way of folding; how long to wait before the next try. */
const foldAgainAfterMs = 1_000;
/** Rows that one statement inserts, while there are as many: each call into SQLite costs as much as the row. */
const rowsAtOnce = 8;
const rowColumns = 8;

/** Why the disk refuses. */
export interface Trouble {
  /** SQLite's, like SQLITE_FULL. */
  readonly code: string;
  /** Names the journal and the remedy. */
  readonly message: string;
}

export interface LedgerOptions {
  readonly file: string;
  readonly edition: string;
  /** What the edition's name stands for; null where nobody needs to know. */
  readonly content: string | null;
  readonly create: boolean;
  readonly ring: Ring;
}

type Statements = ReturnType<typeof prepareStatements>;

// Texts arrive as bytes, and a cast gives bytes their type without reading them.
const rowSql = "(?, ?, cast(? as text), cast(? as text), cast(? as text), ?, ?, ?)";

// Kept for ever: the first snapshot of each edition, from which `verify` replays what that edition wrote.
const dropSnapshotsSql = `
  delete from snapshots where seq not in (select seq from snapshots order by seq desc limit 2) and seq in (
    select seq from (
      select s.seq, e.edition, lag(e.edition) over (order by s.seq) as before from snapshots s join events e on e.seq = s.seq
    ) where edition = before)`;

function prepareStatements(db: Database.Database) {
  // "or rollback": by default a statement of several rows copies each page first, to be able to undo itself alone.
  const insertRows = (count: number) =>
    db.prepare<unknown[]>(
      `insert or rollback into events(seq, at, edition, event, facts, n, prev, hash) values ${Array(count).fill(rowSql).join(", ")}`,
    );
  return {
    begin: db.prepare("begin immediate"),
    commit: db.prepare("commit"),
    rollback: db.prepare("rollback"),
    row: insertRows(1),
    rows: insertRows(rowsAtOnce),
    edition: db.prepare("insert or ignore into editions(name, content) values (?, ?)"),
    sealed: db.prepare("insert into sealed(seq, i, bytes) values (?, ?, ?)"),
    key: db.prepare("insert or replace into keys(era, seq, wrapped, hash) values (?, ?, ?, ?)"),
    dropKey: db.prepare("delete from keys where era = ?"),
    round: db.prepare("insert into rounds(round, seq) values (?, ?)"),
    snapshot: db.prepare("insert into snapshots(seq, n, state, hash) values (?, ?, cast(? as text), ?)"),
    dropSnapshots: db.prepare(dropSnapshotsSql),
    cursor: db.prepare("insert or replace into cursors(name, n, hash) values (?, ?, ?)"),
    head: db.prepare("insert or replace into heads(seq, signer, signature) values (?, ?, ?)"),
  };
}

export class Ledger {
  /** What the disk says against it now. */
  trouble: Trouble | null = null;
  readonly #file: string;
  readonly #edition: Buffer;
  /** Written with the first row: what the edition's name stands for. */
  #content: string | null;
  readonly #ring: Ring;
  readonly #lock: Database.Database;
  readonly #db: Database.Database;
  readonly #store: Statements;
  readonly #id: string;
  #head: Head;
  /** Values of rows that wait for one statement to insert them. */
  #rowValues: unknown[] = [];
  #commitTrouble: Trouble | null = null;
  #foldTrouble: Trouble | null = null;
  #retryAt = 0;
  /** Pages in the log that are not in the journal yet, estimated. */
  #logPages = 0;
  /** A key was dropped, and its bytes still lie in the log: it must be emptied. */
  #mustEmpty = false;
  #foldAt = 0;
  /** The file as it was opened. */
  readonly #opened: { readonly dev: number; readonly ino: number };
  #lookAt = 0;

  /**
   * Locks, checks and opens a journal, or makes it if `create` allows that.
   * @throws JournalDamaged, JournalUnusable
   */
  constructor({ file, edition, content, create, ring }: LedgerOptions) {
    if (!create && !existsSync(file)) {
      throw new JournalUnusable(file, "missing", "does not exist. Check the path, or let the table make a new journal there.");
    }
    // By whatever name it is opened, a journal has one lock.
    this.#file = existsSync(file) ? realpathSync(file) : file;
    this.#edition = Buffer.from(edition);
    this.#content = content;
    this.#ring = ring;
    this.#lock = holdLock(this.#file);
    try {
      if (!existsSync(this.#file)) createJournal(this.#file);
      const found = inspectJournal(this.#file);
      this.#id = found.id;
      this.#head = found.head;
      this.#db = openWriting(this.#file);
      this.#opened = statSync(this.#file);
    } catch (error) {
      this.#lock.close();
      throw error;
    }
    this.#store = prepareStatements(this.#db);
    initHead(ring, this.#head.hash);
  }

  /** A row is about to come: takes the journal's lock meanwhile, which `commitPending` gives back. */
  prepare(): void {
    if (this.trouble !== null || this.#db.inTransaction) return;
    try {
      this.#store.begin.run();
    } catch {
      // The commit will meet the same trouble, and tell it.
    }
  }

  /** Commits all that is queued, or leaves it in the ring for the next try. Says whether anything was committed. */
  commitPending(): boolean {
    if (this.#commitTrouble && performance.now() < this.#retryAt) return false;
    const span = readPending(this.#ring);
    if (span !== null) return this.#commit(span);
    if (this.#db.inTransaction) this.#store.rollback.run();
    return false;
  }

  #commit(span: Span): boolean {
    const { begin, commit, rollback } = this.#store;
    const before = this.#head;
    let records = 0;
    try {
      this.#lookWhereItLies();
      if (!this.#db.inTransaction) begin.run();
      records = this.#storeSpan(span);
      commit.run();
    } catch (error) {
      if (this.#db.inTransaction) rollback.run();
      this.#head = before;
      this.#rowValues = [];
      this.#commitTrouble = describeTrouble(this.#file, error);
      this.#retryAt = performance.now() + retryAfterMs;
      this.trouble = this.#commitTrouble;
      return false;
    }
    if (this.#head.seq > before.seq) this.#content = null;
    releaseSpan(this.#ring, span, { records, rows: this.#head.seq - before.seq, head: this.#head.hash });
    this.#logPages += 3 + Math.ceil((2 * ((span.to - span.from) >>> 0)) / pageBytes);
    this.#commitTrouble = null;
    this.trouble = this.#foldTrouble;
    return true;
  }

  /** @throws SqliteError when another file has the journal's name, or none has */
  #lookWhereItLies(): void {
    const now = performance.now();
    if (this.#commitTrouble === null && now < this.#lookAt) return;
    this.#lookAt = now + lookAfterMs;
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (found?.ino !== this.#opened.ino || found.dev !== this.#opened.dev)
      throw new Database.SqliteError("the journal was moved", "SQLITE_READONLY_DBMOVED");
  }

  #storeSpan(span: Span): number {
    const count = eachRecord(this.#ring, span, (record) => {
      if (record.kind === "row") this.#storeRow(record);
      else if (record.kind === "head") this.#store.head.run(record.seq, record.signer, record.signature);
      else this.#store.cursor.run(record.name.toString(), record.n, hashCursor(this.#id, record.name, record.n));
    });
    this.#flushRows();
    return count;
  }

  #flushRows(): void {
    const left = this.#rowValues;
    for (let start = 0; start < left.length; start += rowColumns) this.#store.row.run(left.slice(start, start + rowColumns));
    this.#rowValues = [];
  }

  #storeRow(row: RingRow): void {
    const { seq, at, event, facts, n, sealed } = row;
    if (this.#content !== null) this.#store.edition.run(this.#edition.toString(), this.#content);
    const prev = this.#head;
    assert(seq === prev.seq + 1, `row ${seq} was queued behind row ${prev.seq}`);
    const hash = hashContent(row.content, prev.hash, sealed);
    this.#head = { seq, hash };
    this.#rowValues.push(seq, at, this.#edition, event, facts, n, prev.hash, hash);
    if (this.#rowValues.length === rowsAtOnce * rowColumns) {
      this.#store.rows.run(this.#rowValues);
      this.#rowValues = [];
    }
    for (let i = 0; i < sealed.length; i++) this.#store.sealed.run(seq, i, sealed[i]);
    if (row.key) this.#store.key.run(row.key.era, seq, row.key.wrapped, hashKey(hash, row.key.era, row.key.wrapped));
    if (row.round !== null) this.#store.round.run(row.round, seq);
    if (row.dropKey !== null) {
      this.#store.dropKey.run(row.dropKey);
      this.#mustEmpty = true;
    }
    if (row.snapshot) {
      // Which edition wrote the snapshot's record is asked of the table.
      this.#flushRows();
      this.#store.snapshot.run(seq, n, row.snapshot, hashSnapshot(hash, n, row.snapshot));
      this.#store.dropSnapshots.run();
    }
  }

  /** Folds the log into the journal if that is due; `isIdle` when nobody waits meanwhile. Says whether it did anything. */
  foldLog(isIdle: boolean): boolean {
    const isDue = isIdle ? this.#wantsFolding : this.#logPages >= foldPagesMax;
    if (!isDue || performance.now() < this.#foldAt) return false;
    try {
      const mode = this.#mustEmpty && isIdle ? "truncate" : "passive";
      const [found] = this.#db.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number; checkpointed: number }[];
      assert(found, "a checkpoint reports one row");
      this.#logPages = found.log - found.checkpointed;
      if (mode === "truncate") this.#mustEmpty = found.busy !== 0;
      this.#foldTrouble = null;
    } catch (error) {
      this.#foldTrouble = describeTrouble(this.#file, error);
    }
    this.#foldAt = performance.now() + (this.#wantsFolding ? foldAgainAfterMs : 0);
    this.trouble = this.#commitTrouble ?? this.#foldTrouble;
    return true;
  }

  get #wantsFolding(): boolean {
    return this.#mustEmpty || this.#logPages >= foldPages;
  }

  /** When something must be tried again without anybody ringing, by performance.now(). */
  get nextTryAt(): number {
    const retryAt = this.#commitTrouble ? this.#retryAt : Number.POSITIVE_INFINITY;
    return this.#wantsFolding ? Math.min(retryAt, this.#foldAt) : retryAt;
  }

  /** Tries once more to commit what is queued, closes the file and gives the lock back. */
  close(): void {
    this.#retryAt = 0;
    this.commitPending();
    this.#db.close();
    this.#lock.close();
  }
}

/** What a person is told about a disk that refuses. Anything that is not the disk's fault is a programmer's error. */
function describeTrouble(file: string, error: unknown): Trouble {
  if (!(error instanceof Database.SqliteError)) throw error;
  const { code, message } = error;
  if (/^SQLITE_(CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG|ERROR)/.test(code)) throw error;
  const wait = "Nothing is lost: what happened since is kept and written as soon as it can be.";
  if (code === "SQLITE_FULL") return { code, message: `The disk of journal ${file} is full. Free some space on it. ${wait}` };
  if (code === "SQLITE_READONLY_DBMOVED")
    return { code, message: `Journal ${file} was moved or deleted while in use. Put it back. ${wait}` };
  if (code.startsWith("SQLITE_READONLY"))
    return { code, message: `Journal ${file} or its disk is read-only. Make it writable again. ${wait}` };
  return { code, message: `Journal ${file} can't be written (${code}: ${message}). Check its disk. ${wait}` };
}
