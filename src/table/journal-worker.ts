// The journal thread: one a process, for all its tables. It sleeps until the bell rings, takes all that queued meanwhile and
// commits it, a transaction a journal. Only this thread ever waits for a disk.

import { existsSync } from "node:fs";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { assert } from "#core/assert";
import { type Damage, type Head, hashContent, hashSnapshot, JournalDamaged } from "./journal-chain.ts";
import { createJournal, holdLock, inspectJournal, JournalUnusable, openWriting } from "./journal-file.ts";
import {
  ackBellAt,
  initHead,
  mapRing,
  type Ring,
  type RingRow,
  readPending,
  readRecords,
  releaseSpan,
  type Span,
  workBellAt,
} from "./journal-ring.ts";

/** From the table's thread. Rows do not come by letter but through the ring. */
export type LetterIn =
  | {
      readonly kind: "open";
      readonly id: number;
      readonly file: string;
      readonly edition: string;
      readonly create: boolean;
      readonly ring: SharedArrayBuffer;
    }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "stop" };

export type Refusal =
  | { readonly kind: "damaged"; readonly path: string; readonly damage: Damage }
  | { readonly kind: "unusable"; readonly path: string; readonly why: JournalUnusable["why"]; readonly sentence: string };

/** To the table's thread. */
export type LetterOut =
  | { readonly kind: "opened"; readonly id: number }
  | { readonly kind: "refused"; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: "failing"; readonly id: number; readonly code: string; readonly message: string }
  | { readonly kind: "recovered"; readonly id: number }
  | { readonly kind: "closed"; readonly id: number };

/** How long a disk that refused is left alone. */
const retryAfterMs = 500;
/** The write-ahead log is folded into the journal when it has grown by this many pages and nothing is waiting … */
const foldPages = 2_000;
/** … or at the latest by this many. */
const foldPagesMax = 8_000;
const pageBytes = 4_096;
/** A reader may be in the way of folding; how long to wait before the next try. */
const foldAgainAfterMs = 1_000;

interface Trouble {
  readonly code: string;
  readonly message: string;
}

/** A journal in the hands of its only writer. */
interface Ledger {
  readonly id: number;
  readonly file: string;
  readonly edition: Buffer;
  readonly ring: Ring;
  readonly lock: Database.Database;
  readonly db: Database.Database;
  readonly store: Statements;
  head: Head;
  commitTrouble: Trouble | null;
  foldTrouble: Trouble | null;
  /** What the table's thread was told last. */
  toldCode: string | null;
  retryAt: number;
  /** Pages in the log that are not in the journal yet, estimated. */
  logPages: number;
  /** A key was dropped, and its bytes still lie in the log: it must be emptied. */
  mustEmpty: boolean;
  /** Not to be folded before this. */
  foldAt: number;
}

type Statements = ReturnType<typeof prepareStatements>;

// Texts arrive as bytes, and a cast gives bytes their type without reading them.
function prepareStatements(db: Database.Database) {
  return {
    begin: db.prepare("begin immediate"),
    commit: db.prepare("commit"),
    rollback: db.prepare("rollback"),
    event: db.prepare(
      `insert into events(seq, at, edition, event, facts, n, prev, hash)
       values (?, ?, cast(? as text), cast(? as text), cast(? as text), ?, ?, ?)`,
    ),
    sealed: db.prepare("insert into sealed(seq, i, bytes) values (?, ?, ?)"),
    key: db.prepare("insert or replace into keys(round, wrapped) values (?, ?)"),
    dropKey: db.prepare("delete from keys where round = ?"),
    snapshot: db.prepare("insert into snapshots(seq, n, state, hash) values (?, ?, cast(? as text), ?)"),
    dropSnapshots: db.prepare("delete from snapshots where seq not in (select seq from snapshots order by seq desc limit 2)"),
    cursor: db.prepare("insert or replace into cursors(name, n) values (?, ?)"),
  };
}

assert(parentPort, "journal-worker is a worker thread's program; open a journal with openJournal");
const port = parentPort;
const bells = new Int32Array((workerData as { readonly bells: SharedArrayBuffer }).bells);
const ledgers = new Map<number, Ledger>();

const send = (letter: LetterOut): void => port.postMessage(letter);

function open(letter: Extract<LetterIn, { kind: "open" }>): void {
  try {
    ledgers.set(letter.id, openLedger(letter));
    send({ kind: "opened", id: letter.id });
  } catch (error) {
    send({ kind: "refused", id: letter.id, refusal: toRefusal(error) });
  }
}

/** An error in a form that survives the way to another thread. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof JournalDamaged) return { kind: "damaged", path: error.path, damage: error.damage };
  if (error instanceof JournalUnusable) return { kind: "unusable", path: error.path, why: error.why, sentence: error.sentence };
  throw error;
}

function openLedger({ id, file, edition, create, ring: shared }: Extract<LetterIn, { kind: "open" }>): Ledger {
  if (!create && !existsSync(file)) {
    throw new JournalUnusable(file, "missing", "does not exist. Check the path, or let the table make a new journal there.");
  }
  const lock = holdLock(file);
  try {
    if (!existsSync(file)) createJournal(file, edition);
    const { head } = inspectJournal(file);
    const db = openWriting(file);
    const ring = mapRing(shared);
    initHead(ring, head.hash);
    return {
      id,
      file,
      edition: Buffer.from(edition),
      ring,
      lock,
      db,
      store: prepareStatements(db),
      head,
      commitTrouble: null,
      foldTrouble: null,
      toldCode: null,
      retryAt: 0,
      logPages: 0,
      mustEmpty: false,
      foldAt: 0,
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function close(id: number): void {
  const ledger = ledgers.get(id);
  assert(ledger, `journal ${id} is not open`);
  commitPending(ledger);
  ledger.db.close();
  ledger.lock.close();
  ledgers.delete(id);
  send({ kind: "closed", id });
}

/** Commits all that is queued for one journal, or keeps it for the next try. Says whether anything was committed. */
function commitPending(ledger: Ledger): boolean {
  const span = readPending(ledger.ring);
  if (!span) return false;
  const batch = storeBatch(ledger, span);
  tellTrouble(ledger);
  if (!batch) return false;
  ledger.head = batch.head;
  releaseSpan(ledger.ring, span, { records: batch.records, rows: batch.rows, head: batch.head.hash });
  Atomics.add(bells, ackBellAt, 1);
  Atomics.notify(bells, ackBellAt);
  ledger.logPages += 3 + Math.ceil((2 * (span.to - span.from)) / pageBytes);
  return true;
}

interface Batch {
  readonly head: Head;
  readonly records: number;
  readonly rows: number;
}

function storeBatch(ledger: Ledger, span: Span): Batch | null {
  const { db, store, ring } = ledger;
  let head = ledger.head;
  let records = 0;
  try {
    store.begin.run();
    for (const record of readRecords(ring, span)) {
      records++;
      if (record.kind === "row") head = storeRow(ledger, head, record);
      else store.cursor.run(record.name.toString(), record.n);
    }
    store.commit.run();
  } catch (error) {
    if (db.inTransaction) store.rollback.run();
    ledger.commitTrouble = describeTrouble(ledger.file, error);
    ledger.retryAt = performance.now() + retryAfterMs;
    return null;
  }
  ledger.commitTrouble = null;
  return { head, records, rows: head.seq - ledger.head.seq };
}

function storeRow(ledger: Ledger, prev: Head, row: RingRow): Head {
  const { edition, store } = ledger;
  const { seq, at, event, facts, n, sealed } = row;
  assert(seq === prev.seq + 1, `row ${seq} was queued behind row ${prev.seq}`);
  const hash = hashContent(row.content, prev.hash, sealed);
  store.event.run(seq, at, edition, event, facts, n, prev.hash, hash);
  for (let i = 0; i < sealed.length; i++) store.sealed.run(seq, i, sealed[i]);
  if (row.key) store.key.run(row.key.round, row.key.wrapped);
  if (row.dropKey !== null) {
    store.dropKey.run(row.dropKey);
    ledger.mustEmpty = true;
  }
  if (row.snapshot) {
    store.snapshot.run(seq, n, row.snapshot, hashSnapshot(hash, n, row.snapshot));
    store.dropSnapshots.run();
  }
  return { seq, hash };
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

function tellTrouble(ledger: Ledger): void {
  const trouble = ledger.commitTrouble ?? ledger.foldTrouble;
  const code = trouble?.code ?? null;
  if (code === ledger.toldCode) return;
  ledger.toldCode = code;
  send(trouble ? { kind: "failing", id: ledger.id, ...trouble } : { kind: "recovered", id: ledger.id });
}

/** Folds the log into the journal if that is due. Says whether it did anything. */
function foldLog(ledger: Ledger, isIdle: boolean): boolean {
  const now = performance.now();
  const isDue = isIdle ? wantsFolding(ledger) : ledger.logPages >= foldPagesMax;
  if (!isDue || now < ledger.foldAt) return false;
  try {
    const mode = ledger.mustEmpty && isIdle ? "truncate" : "passive";
    const [found] = ledger.db.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number; checkpointed: number }[];
    assert(found, "a checkpoint reports one row");
    ledger.logPages = found.log - found.checkpointed;
    if (mode === "truncate") ledger.mustEmpty = found.busy !== 0;
    ledger.foldTrouble = null;
    ledger.foldAt = wantsFolding(ledger) ? now + foldAgainAfterMs : 0;
  } catch (error) {
    ledger.foldTrouble = describeTrouble(ledger.file, error);
    ledger.foldAt = now + foldAgainAfterMs;
  }
  tellTrouble(ledger);
  return true;
}

const wantsFolding = (ledger: Ledger): boolean => ledger.mustEmpty || ledger.logPages >= foldPages;

/** Commits what queued for every journal that may be tried now. Says whether anything was committed. */
function serveAll(): boolean {
  let served = false;
  for (const ledger of ledgers.values()) {
    if (performance.now() < ledger.retryAt || !commitPending(ledger)) continue;
    served = true;
    foldLog(ledger, false);
  }
  return served;
}

function foldAll(): boolean {
  for (const ledger of ledgers.values()) if (foldLog(ledger, true)) return true;
  return false;
}

/** Milliseconds until something must be tried again without anybody ringing. */
function untilNextTry(): number {
  let at = Number.POSITIVE_INFINITY;
  for (const ledger of ledgers.values()) {
    if (ledger.commitTrouble) at = Math.min(at, ledger.retryAt);
    if (wantsFolding(ledger)) at = Math.min(at, ledger.foldAt);
  }
  return Math.max(0, at - performance.now());
}

/** Does what the letters ask. Says whether to go on. */
function readLetters(): boolean {
  for (;;) {
    const letter = receiveMessageOnPort(port)?.message as LetterIn | undefined;
    if (!letter) return true;
    if (letter.kind === "open") open(letter);
    else if (letter.kind === "close") close(letter.id);
    else return false;
  }
}

/** Runs until it is told to stop. Whatever rings after the bell was read ends the wait at once. */
function run(): void {
  for (;;) {
    const bell = Atomics.load(bells, workBellAt);
    if (!readLetters()) return;
    if (!serveAll() && !foldAll()) Atomics.wait(bells, workBellAt, bell, untilNextTry());
  }
}

run();
