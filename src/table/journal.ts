// A table's journal as the table sees it: rows go in, and some time later it is told that they are on the disk. Nothing here
// waits for a disk once the journal is open.

import path from "node:path";
import type Database from "better-sqlite3";
import { assert } from "#core/assert";
import { type Head, isCount } from "./journal-chain.ts";
import type { StoredSnapshot } from "./journal-check.ts";
import { openReading } from "./journal-file.ts";
import type { Trouble } from "./journal-ledger.ts";
import { QueueAge, type QueueLimits, RecordQueue } from "./journal-queue.ts";
import {
  type JournalStart,
  readCursors,
  readEditions,
  readKeys,
  readLast,
  readSealed,
  readStart,
  rowsSince,
  type StoredBlob,
  type StoredKey,
  type StoredRow,
} from "./journal-reader.ts";
import { createRing, type KeptHead, mapRing, type Ring, type Row, readHead, readProgress } from "./journal-ring.ts";
import { type Member, type Seat, type TroubleLetter, takeSeat } from "./journal-thread.ts";

export { type Damage, JournalDamaged } from "./journal-check.ts";
export { JournalUnusable } from "./journal-file.ts";
export { readFacts, readSigners, type StoredFact, type StoredKey, type StoredRow, verifyJournal } from "./journal-reader.ts";
export type { KeptHead } from "./journal-ring.ts";
export type { Verification } from "./journal-verify.ts";
export type { Head, Row, StoredSnapshot, Trouble };

export interface JournalLimits extends QueueLimits {
  /** Shared memory between the table and the journal thread: a power of two, and the size of the largest row. */
  readonly ringBytes: number;
}

export const journalLimits: JournalLimits = { ringBytes: 8 * 1024 * 1024, queueRows: 200_000, queueBytes: 64 * 1024 * 1024 };

/** A row that waits longer than this says that the disk stalls. */
export const stalledAfterMs = 1_000;
const watchEveryMs = 250;
const cursorWithinMs = 1_000;

export type JournalStatus =
  | { readonly state: "ok" }
  /** The disk has not taken the oldest row for `sinceMs`. */
  | { readonly state: "stalled"; readonly sinceMs: number }
  /** The disk refuses; it is tried again every half second. `message` names the journal and the remedy. */
  | ({ readonly state: "failing" } & Trouble)
  /** Too much waits: the table must stand still until half of it is written. `trouble` is what the disk says, if it says anything. */
  | { readonly state: "full"; readonly trouble: Trouble | null };

export interface Journal {
  /** 16 hex digits, made with the file. */
  readonly id: string;
  /** Seq of the last row that was taken. */
  readonly appended: number;
  /** Seq of the last row known to be on the disk. */
  readonly committed: number;
  /**
   * Takes a row and returns its seq; it is written soon, in order, whatever the disk does meanwhile. Past the limits the status
   * is `full`, and the row is still taken, because the table has already moved: take no further input then. Who goes on to
   * twice the limits all the same has a programmer's error.
   */
  append(row: Row): number;
  /** The rows that `work` appends become one commit. The journal's thread wakes up meanwhile and is told as soon as they are there. */
  batch(work: () => void): void;
  /** Called with the new `committed` each time it grows. */
  onCommitted(listener: (seq: number) => void): void;
  /** Called when the state or an error's code changes. */
  onStatus(listener: (status: JournalStatus) => void): void;
  status(): JournalStatus;
  /** The last committed record: what is signed and published, and what `verifyJournal` can expect. */
  head(): Head;
  /** Keeps a signature under a committed record beside it. */
  keepHead(head: KeptHead): void;
  /** Remembers how far an outbox has come: written within a second, so that a row does not pay for it. */
  setCursor(name: string, n: number): void;
  /** The number of the last fact an outbox has sent; 0 at first. */
  cursor(name: string): number;
  /** Resolves when everything given so far is on the disk. */
  flush(): Promise<void>;
  /**
   * Writes what waits and closes the file.
   * @throws Error when the disk refuses, saying how many rows could not be written
   */
  close(): Promise<void>;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** The last stored state, or null: then the rows begin with the first. */
  readonly snapshot: StoredSnapshot | null;
  /** The rows after the snapshot, checked again as they are read; may be read more than once until the journal is closed. */
  readonly rows: Iterable<StoredRow>;
  readonly keys: readonly StoredKey[];
  /** What the names of the rows' editions stand for, as JSON. */
  readonly editions: ReadonlyMap<string, string>;
  /** The records up to here were not checked by the opening. */
  readonly checkedFrom: number;
  /** The vault's records of the rows from one to another, both included, in order. */
  sealedBetween(from: number, to: number): readonly StoredBlob[];
  /** Which edition wrote the last row, and what kind of event it is; null for a new journal. */
  last(): { readonly edition: string; readonly kind: string } | null;
}

/**
 * Opens the journal of a table, or makes it where `create` allows that and there is none; `edition` (software and rules) is
 * stored with each row, and `content`, what it stands for, once. The records since the last snapshot are checked before it resolves.
 * @throws JournalDamaged naming the first bad record, JournalUnusable naming the holder or what refuses
 */
export async function openJournal(
  file: string,
  {
    edition,
    content = null,
    create = false,
    limits,
  }: { readonly edition: string; readonly content?: string | null; readonly create?: boolean; readonly limits?: Partial<JournalLimits> },
): Promise<OpenedJournal> {
  const absolute = path.resolve(file);
  const allLimits = { ...journalLimits, ...limits };
  const shared = createRing(allLimits.ringBytes);
  const journal = new LiveJournal(mapRing(shared), edition, allLimits);
  const seat = await takeSeat({ file: absolute, edition, content, create, ring: shared }, journal);
  let reader: Database.Database | null = null;
  try {
    reader = openReading(absolute);
    return beginReading(journal, seat, reader, absolute);
  } catch (error) {
    reader?.close();
    await seat.leave();
    throw error;
  }
}

function beginReading(journal: LiveJournal, seat: Seat, reader: Database.Database, file: string): OpenedJournal {
  const start = readStart(reader, file);
  const keys = readKeys(reader, file);
  journal.start({ seat, reader, start, cursors: readCursors(reader, file) });
  return {
    journal,
    snapshot: start.snapshot,
    rows: { [Symbol.iterator]: () => rowsSince(reader, file, start) },
    keys,
    editions: readEditions(reader, file),
    checkedFrom: start.base.seq,
    sealedBetween: (from, to) => readSealed(reader, file, from, to),
    last: () => readLast(reader, file, start.lastSeq),
  };
}

interface Beginning {
  readonly seat: Seat;
  readonly reader: Database.Database;
  readonly start: JournalStart;
  readonly cursors: Map<string, number>;
}

class LiveJournal implements Journal, Member {
  id = "";
  appended = 0;
  committed = 0;
  readonly #ring: Ring;
  readonly #queue: RecordQueue;
  readonly #age = new QueueAge();
  #seat: Seat | null = null;
  #reader: Database.Database | null = null;
  #isClosed = false;
  #firstSeq = 0;
  #lastFact = 0;
  #cursors = new Map<string, number>();
  readonly #unwrittenCursors = new Set<string>();
  #cursorTimer: NodeJS.Timeout | null = null;
  #watchTimer: NodeJS.Timeout | null = null;
  #trouble: Trouble | null = null;
  #told = "ok";
  /** Ends the wait of `close` for a disk that refuses. */
  #hearRefusal: (() => void) | null = null;
  readonly #commitListeners: ((seq: number) => void)[] = [];
  readonly #statusListeners: ((status: JournalStatus) => void)[] = [];

  constructor(ring: Ring, edition: string, limits: JournalLimits) {
    this.#ring = ring;
    this.#queue = new RecordQueue(ring, edition, limits, {
      ring: () => this.#seat?.bell.ring(),
      call: () => this.#seat?.bell.call(),
    });
  }

  start({ seat, reader, start, cursors }: Beginning): void {
    this.#seat = seat;
    this.#reader = reader;
    this.id = start.id;
    this.#firstSeq = start.lastSeq;
    this.appended = start.lastSeq;
    this.committed = start.lastSeq;
    this.#lastFact = start.lastFact;
    this.#cursors = cursors;
  }

  append(row: Row): number {
    assert(!this.#isClosed, "a row for a journal that is closed");
    assert(isCount(row.at) && isCount(row.n), "a row's time and fact number are whole numbers");
    assert(row.n >= this.#lastFact, `a row with fact ${row.n} after fact ${this.#lastFact}: facts are numbered upwards`);
    assert(row.facts.startsWith("["), "a row's facts are a JSON array");
    this.#queue.accept({ kind: "row", seq: this.appended + 1, row });
    this.appended++;
    this.#lastFact = row.n;
    this.#age.add(this.appended, performance.now());

    this.#watchTimer ??= setTimeout(() => this.#watch(), watchEveryMs).unref();
    if (this.#queue.isFull) this.#tellStatus();
    return this.appended;
  }

  batch(work: () => void): void {
    this.#queue.batch(work);
  }

  onCommitted(listener: (seq: number) => void): void {
    this.#commitListeners.push(listener);
  }

  onStatus(listener: (status: JournalStatus) => void): void {
    this.#statusListeners.push(listener);
  }

  status(): JournalStatus {
    if (this.#queue.isFull) return { state: "full", trouble: this.#trouble };
    if (this.#trouble) return { state: "failing", ...this.#trouble };
    const sinceMs = this.#age.oldest(performance.now());
    return sinceMs > stalledAfterMs ? { state: "stalled", sinceMs } : { state: "ok" };
  }

  head(): Head {
    const { rows, hash } = readHead(this.#ring);
    return { seq: this.#seqAfter(rows), hash };
  }

  keepHead(head: KeptHead): void {
    // The disk may be ahead of `committed`: a head is read where the journal's thread writes it, which rings only afterwards.
    assert(!this.#isClosed && head.seq <= this.head().seq, "a head is kept of a committed record, before the journal is closed");
    this.#queue.accept({ kind: "head", ...head });
  }

  setCursor(name: string, n: number): void {
    assert(!this.#isClosed, `a cursor of ${name} for a journal that is closed`);
    assert(isCount(n) && n <= this.#lastFact, `outbox ${name} can't have sent fact ${n}: the last one is ${this.#lastFact}`);
    this.#cursors.set(name, n);
    this.#unwrittenCursors.add(name);
    this.#cursorTimer ??= setTimeout(() => this.#writeCursors(), cursorWithinMs).unref();
  }

  cursor(name: string): number {
    return this.#cursors.get(name) ?? 0;
  }

  flush(): Promise<void> {
    this.#writeCursors();
    return this.#queue.flushed();
  }

  async close(): Promise<void> {
    assert(this.#seat && !this.#isClosed, "a journal is closed once");
    const flushed = this.flush();
    this.#isClosed = true;
    const refused = new Promise<void>((resolve) => {
      this.#hearRefusal = resolve;
    });
    if (!this.#trouble) await Promise.race([flushed, refused]);
    // The writer's connection must be the last: it folds the log into the journal and removes it.
    this.#reader?.close();
    await this.#seat.leave();
    if (this.#watchTimer) clearTimeout(this.#watchTimer);
    const unwritten = this.appended - this.committed;
    if (unwritten > 0) throw new Error(`${unwritten} rows could not be written before the journal was closed. ${this.#trouble?.message}`);
  }

  noticeProgress(): void {
    if (!this.#queue.noticeProgress()) return;
    const seq = this.#seqAfter(readProgress(this.#ring).rows);
    if (seq > this.committed) {
      this.committed = seq;
      this.#age.settle(seq);
      for (const listener of this.#commitListeners) listener(seq);
    }
    this.#tellStatus();
  }

  /** The ring's counter wraps at 2^32, the difference to the last look does not. */
  #seqAfter(rows: number): number {
    return this.committed + ((rows - (this.committed - this.#firstSeq)) | 0);
  }

  hearTrouble(letter: TroubleLetter): void {
    this.#trouble = letter.kind === "failing" ? { code: letter.code, message: letter.message } : null;
    if (this.#trouble) this.#hearRefusal?.();
    this.#tellStatus();
  }

  #tellStatus(): void {
    const status = this.status();
    const told = status.state === "failing" ? status.code : status.state;
    if (told === this.#told) return;
    this.#told = told;
    for (const listener of this.#statusListeners) listener(status);
  }

  /** A stalled disk rings no bell, so somebody has to look at the clock while rows wait. */
  #watch(): void {
    this.#watchTimer = this.committed < this.appended ? setTimeout(() => this.#watch(), watchEveryMs).unref() : null;
    this.#tellStatus();
  }

  #writeCursors(): void {
    if (this.#cursorTimer) clearTimeout(this.#cursorTimer);
    this.#cursorTimer = null;
    for (const name of this.#unwrittenCursors) this.#queue.accept({ kind: "cursor", name, n: this.cursor(name) });
    this.#unwrittenCursors.clear();
  }
}
