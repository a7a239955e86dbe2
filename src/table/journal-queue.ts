// What waits in front of a journal's ring. Rows go straight into the ring while there is room; past that they wait here, up to a
// limit, and follow in order as the disk takes what is before them.

import { assert } from "#core/assert";
import { createWriter, type JournalRecord, type Ring, type RingWriter, readProgress } from "./journal-ring.ts";

export interface QueueLimits {
  readonly queueRows: number;
  readonly queueBytes: number;
}

/** How the journal's thread is told. */
export interface Bell {
  /** Something lies in the ring. */
  ring(): void;
  /** Something is about to: the thread wakes up meanwhile. */
  call(): void;
}

interface Waiting {
  readonly record: JournalRecord;
  readonly size: number;
}

export class RecordQueue {
  /** Reached a limit, and is not yet half empty again. */
  isFull = false;
  readonly #ring: Ring;
  readonly #limits: QueueLimits;
  readonly #bell: Bell;
  readonly #writer: RingWriter;
  #waiting: Waiting[] = [];
  #firstWaiting = 0;
  #waitingBytes = 0;
  #isPublishing = false;
  /** Records taken, and those known to be on the disk; counted since the ring was made. */
  #taken = 0;
  #settled = 0;
  #flushes: { readonly upTo: number; readonly resolve: () => void }[] = [];

  constructor(ring: Ring, edition: string, limits: QueueLimits, bell: Bell) {
    this.#ring = ring;
    this.#limits = limits;
    this.#bell = bell;
    this.#writer = createWriter(ring, edition);
  }

  /** Rows and cursors that are not in the ring yet. */
  get waiting(): number {
    return this.#waiting.length - this.#firstWaiting;
  }

  accept(record: JournalRecord): void {
    const size = this.#writer.measure(record);
    assert(size <= this.#ring.capacity, `a journal row of ${size} bytes; the ring holds ${this.#ring.capacity}`);
    assert(!this.#isPast(2), "the table went on although its journal was full");
    this.#taken++;
    if (this.waiting === 0 && this.#writer.put(record, size)) return this.#publishSoon();
    this.#waiting.push({ record, size });
    this.#waitingBytes += size;
    if (this.#isPast(1)) this.isFull = true;
  }

  /** What `work` brings is one commit, told as soon as it is there. */
  batch(work: () => void): void {
    this.#bell.call();
    work();
    this.#publish();
  }

  /** One bell for all that is taken in one turn of the event loop: it becomes one commit. */
  #publishSoon(): void {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    queueMicrotask(this.#publish);
  }

  readonly #publish = (): void => {
    if (!this.#isPublishing) return;
    this.#isPublishing = false;
    this.#writer.publish();
    this.#bell.ring();
  };

  /** Counts what was committed and moves what waits into the room that became free. Says whether there was news. */
  noticeProgress(): boolean {
    // The shared counter wraps at 2^32, the difference to the last look does not.
    const news = (readProgress(this.#ring).records - this.#settled) | 0;
    if (news === 0) return false;
    this.#settled += news;
    this.#refill();
    this.#resolveFlushes();
    return true;
  }

  #refill(): void {
    if (this.waiting === 0) return;
    for (let next = this.#waiting[this.#firstWaiting]; next && this.#writer.put(next.record, next.size); ) {
      this.#waitingBytes -= next.size;
      next = this.#waiting[++this.#firstWaiting];
    }
    if (this.waiting === 0 || this.#firstWaiting > 10_000) {
      this.#waiting = this.#waiting.slice(this.#firstWaiting);
      this.#firstWaiting = 0;
    }
    if (!this.#isPast(0.5)) this.isFull = false;
    this.#publishSoon();
  }

  /** Whether this share of a limit is reached. */
  #isPast(share: number): boolean {
    return this.waiting >= share * this.#limits.queueRows || this.#waitingBytes >= share * this.#limits.queueBytes;
  }

  /** Resolves when all that was taken so far is on the disk. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#flushes.push({ upTo: this.#taken, resolve });
      this.#resolveFlushes();
    });
  }

  #resolveFlushes(): void {
    while (this.#flushes[0] && this.#flushes[0].upTo <= this.#settled) this.#flushes.shift()?.resolve();
  }
}

/** A moment of waiting; later rows share it until the next one is due. */
interface Mark {
  readonly seq: number;
  readonly at: number;
}

const markEveryMs = 50;

/** How long the oldest row has been waiting, to 50 ms: one number a row would cost more than the answer is worth. */
export class QueueAge {
  #marks: Mark[] = [];
  #lastSeq = 0;

  add(seq: number, now: number): void {
    const last = this.#marks.at(-1);
    if (!last || now - last.at >= markEveryMs) this.#marks.push({ seq, at: now });
    this.#lastSeq = seq;
  }

  settle(seq: number): void {
    if (seq >= this.#lastSeq) {
      this.#marks = [];
      return;
    }
    // The first row that still waits belongs to the last mark at or before it.
    const first = this.#marks.findLastIndex((mark) => mark.seq <= seq + 1);
    if (first > 0) this.#marks.splice(0, first);
  }

  /** Milliseconds; 0 when nothing waits. */
  oldest(now: number): number {
    const first = this.#marks[0];
    return first ? now - first.at : 0;
  }
}
