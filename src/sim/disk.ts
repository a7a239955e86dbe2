// A disk in memory, exactly as durable as the real one: what a transaction has committed survives the process, what it has not is gone, and
// a transaction holds the rows from the first that waits up to some later one. It can be slow, stand still and refuse.

import { assert } from "#core/assert";
import type { Fact } from "#core/fact";
import type { Journal, JournalStatus, OpenedJournal, Row, StoredFact, StoredKey, StoredRow, StoredSnapshot, Trouble } from "#table/journal";
import { stalledAfterMs } from "#table/journal";
import type { Time, Timer } from "#table/time";

export interface Weather {
  /** Milliseconds that the next commit takes. */
  commitMs(): number;
  /** Whether the next commit takes only a part of what waits, as when the ring is too small for it. */
  splits(rows: number): number;
  /** What the disk says against the next commit, or null. */
  trouble(): Trouble | null;
}

export interface Disk {
  readonly id: string;
  /** Facts on the disk by number, as they were written; undefined: not (or no longer) there. */
  fact(n: number): string | undefined;
  readonly lastFact: number;
  readonly rows: number;
  /** Opens the journal for a process that lives as long as `time` does. */
  open(time: Time, edition: { readonly name: string; readonly content: string }): OpenedJournal;
  /** Facts as an outbox reads them back. */
  facts(from: number, limit: number): readonly StoredFact[];
  /** The process has died: a transaction under way was either committed or not. */
  crash(wasCommitted: boolean): void;
  /** Rows up to this fact are no longer asked for. */
  forget(n: number): void;
}

/** Rows that may wait before the journal is full, and the length of what is read. */
const queueMax = 200;
const retryAfterMs = 500;
const cursorWithinMs = 1_000;
const watchEveryMs = 250;
const snapshotsKept = 2;

interface Kept {
  readonly stored: StoredRow;
  readonly row: Row;
}

export function createDisk(id: string, weather: Weather): Disk {
  let rows: Kept[] = [];
  let snapshots: StoredSnapshot[] = [];
  const keys = new Map<number, StoredKey>();
  const cursors = new Map<string, number>();
  const editions = new Map<string, string>();
  let facts: string[] = [];
  let firstFact = 1;
  let lastSeq = 0;
  let lastFact = 0;
  let last: { readonly edition: string; readonly kind: string } | null = null;
  let session: Session | null = null;

  /** One row becomes durable, with all that hangs on it. */
  function keep(kept: Kept): void {
    const { stored, row } = kept;
    rows.push(kept);
    lastSeq = stored.seq;
    last = { edition: stored.edition, kind: kindOf(stored.event) };
    for (const fact of factsOf(stored.facts, lastFact + 1, stored.n)) facts.push(fact);
    lastFact = stored.n;
    if (row.key !== undefined) keys.set(row.key.era, { era: row.key.era, seq: stored.seq, wrapped: row.key.wrapped });
    if (row.dropKey !== undefined) keys.delete(row.dropKey);
    if (row.snapshot === undefined) return;
    snapshots = [...snapshots, { seq: stored.seq, n: stored.n, state: row.snapshot }].slice(-snapshotsKept);
    prune();
  }

  /** What no start will ask for: rows before the last snapshot, but for the sealed records of the era that it is in. */
  function prune(): void {
    const newest = snapshots.at(-1);
    if (newest === undefined) return;
    const begun = Math.max(0, ...[...keys.values()].filter(({ seq }) => seq <= newest.seq).map(({ seq }) => seq));
    const from = Math.min(newest.seq, begun === 0 ? newest.seq : begun);
    const gone = rows.findIndex(({ stored }) => stored.seq >= from);
    if (gone > 0) rows = rows.slice(gone);
  }

  const disk = {
    id,
    fact: (n: number) => facts[n - firstFact],
    get lastFact() {
      return lastFact;
    },
    get rows() {
      return lastSeq;
    },
    facts: (from: number, limit: number) =>
      facts.slice(Math.max(0, from - firstFact), Math.max(0, from - firstFact) + limit).map((text) => {
        const fact = JSON.parse(text) as Fact;
        return { n: fact.n, at: fact.at, fact };
      }),
    forget: (n: number) => {
      const gone = Math.min(n, lastFact) - firstFact + 1;
      if (gone < 5000) return;
      facts = facts.slice(gone);
      firstFact += gone;
    },
    crash: (wasCommitted: boolean) => {
      // What a disk refuses it has not committed.
      if (wasCommitted && weather.trouble() === null) session?.commitUnderWay();
      session = null;
    },
    open: (time: Time, edition: { readonly name: string; readonly content: string }): OpenedJournal => {
      assert(session === null, "a journal has one writer");
      const at = { seq: lastSeq, n: lastFact };
      const mine = new Session(id, time, weather, edition.name, at, cursors, (kept) => {
        if (!editions.has(edition.name)) editions.set(edition.name, edition.content);
        keep(kept);
      });
      session = mine;
      const snapshot = snapshots.at(-1) ?? null;
      return {
        journal: mine,
        snapshot,
        rows: rows.filter(({ stored }) => stored.seq > (snapshot?.seq ?? 0) && stored.seq <= at.seq).map(({ stored }) => stored),
        keys: [...keys.values()].sort((one, other) => one.era - other.era),
        editions,
        checkedFrom: 0,
        sealedBetween: (from, to) =>
          rows.flatMap(({ stored }) =>
            stored.seq < from || stored.seq > to ? [] : stored.sealed.map((bytes) => ({ seq: stored.seq, bytes })),
          ),
        last: () => last,
      };
    },
  };
  return disk;
}

/** The journal as one process has it. */
class Session implements Journal {
  readonly id: string;
  appended: number;
  committed: number;
  readonly #time: Time;
  readonly #weather: Weather;
  readonly #edition: string;
  readonly #keep: (kept: Kept) => void;
  readonly #durableCursors: Map<string, number>;
  readonly #cursors: Map<string, number>;
  #queue: Kept[] = [];
  #queuedAt: number[] = [];
  #lastFact: number;
  /** When the transaction under way began; null: none is. */
  #startedAt: number | null = null;
  /** How many of those it takes; null as long as it takes all of them. */
  #span: number | null = null;
  #cursorTimer: Timer | null = null;
  #watchTimer: Timer | null = null;
  #trouble: Trouble | null = null;
  #isFull = false;
  #told = "ok";
  #flushes: { readonly upTo: number; readonly resolve: () => void }[] = [];
  readonly #commitListeners: ((seq: number) => void)[] = [];
  readonly #statusListeners: ((status: JournalStatus) => void)[] = [];

  constructor(
    id: string,
    time: Time,
    weather: Weather,
    edition: string,
    at: { readonly seq: number; readonly n: number },
    cursors: Map<string, number>,
    keep: (kept: Kept) => void,
  ) {
    this.id = id;
    this.#time = time;
    this.#weather = weather;
    this.#edition = edition;
    this.appended = at.seq;
    this.committed = at.seq;
    this.#lastFact = at.n;
    this.#durableCursors = cursors;
    this.#cursors = new Map(cursors);
    this.#keep = keep;
  }

  append(row: Row): number {
    assert(row.n >= this.#lastFact, `a row with fact ${row.n} after fact ${this.#lastFact}: facts are numbered upwards`);
    assert(this.#queue.length < 2 * queueMax, "the table went on although its journal was full");
    const seq = ++this.appended;
    const { at, event, facts, n, sealed = [] } = row;
    this.#queue.push({ row, stored: { seq, at, edition: this.#edition, event, facts, n, sealed } });
    this.#queuedAt.push(this.#time.now());
    this.#lastFact = n;
    this.#begin();
    this.#watchTimer ??= this.#time.after(watchEveryMs, () => this.#watch());
    if (this.#queue.length > queueMax) this.#isFull = true;
    if (this.#isFull) this.#tellStatus();
    return seq;
  }

  /** What is appended at one moment is one commit in any case. */
  batch(work: () => void): void {
    work();
  }

  #begin(): void {
    if (this.#startedAt !== null || this.#queue.length === 0) return;
    this.#startedAt = this.#time.now();
    this.#span = null;
    this.#time.after(this.#weather.commitMs(), () => this.#end());
  }

  /** How many of the rows that wait belong to the transaction under way: those that were there when it began. */
  #spanNow(): number {
    const began = this.#startedAt;
    return began === null ? 0 : (this.#span ?? this.#queuedAt.filter((at) => at <= began).length);
  }

  #end(): void {
    const trouble = this.#weather.trouble();
    if (trouble !== null) {
      this.#trouble = trouble;
      this.#tellStatus();
      this.#time.after(retryAfterMs, () => this.#end());
      return;
    }
    this.#trouble = null;
    const rows = this.#spanNow();
    this.#span = this.#weather.splits(rows);
    this.commitUnderWay();
    this.#startedAt = null;
    if (this.#queue.length * 2 < queueMax) this.#isFull = false;
    this.#begin();
    for (const listener of this.#commitListeners) listener(this.committed);
    this.#flushes = this.#flushes.filter(({ upTo, resolve }) => {
      if (upTo > this.committed) return true;
      resolve();
      return false;
    });
    this.#tellStatus();
  }

  commitUnderWay(): void {
    const span = this.#spanNow();
    this.#queuedAt.splice(0, span);
    for (const kept of this.#queue.splice(0, span)) {
      this.#keep(kept);
      this.committed = kept.stored.seq;
    }
  }

  onCommitted(listener: (seq: number) => void): void {
    this.#commitListeners.push(listener);
  }

  onStatus(listener: (status: JournalStatus) => void): void {
    this.#statusListeners.push(listener);
  }

  status(): JournalStatus {
    if (this.#isFull) return { state: "full", trouble: this.#trouble };
    if (this.#trouble !== null) return { state: "failing", ...this.#trouble };
    const sinceMs = this.#time.now() - (this.#queuedAt[0] ?? this.#time.now());
    return sinceMs > stalledAfterMs ? { state: "stalled", sinceMs } : { state: "ok" };
  }

  /** Where nobody signs a head, nobody asks for its hash. */
  head(): ReturnType<Journal["head"]> {
    return { seq: this.committed, hash: new Uint8Array(32) };
  }

  keepHead(): void {}

  setCursor(name: string, n: number): void {
    assert(n <= this.#lastFact, `outbox ${name} can't have sent fact ${n}: the last one is ${this.#lastFact}`);
    this.#cursors.set(name, n);
    this.#cursorTimer ??= this.#time.after(cursorWithinMs, () => this.#writeCursors());
  }

  #writeCursors(): void {
    this.#time.clear(this.#cursorTimer);
    this.#cursorTimer = null;
    if (this.#weather.trouble() !== null) return;
    for (const [name, n] of this.#cursors) this.#durableCursors.set(name, n);
  }

  cursor(name: string): number {
    return this.#cursors.get(name) ?? 0;
  }

  flush(): Promise<void> {
    this.#writeCursors();
    if (this.appended === this.committed) return Promise.resolve();
    return new Promise((resolve) => this.#flushes.push({ upTo: this.appended, resolve }));
  }

  async close(): Promise<void> {
    await this.flush();
  }

  #tellStatus(): void {
    const status = this.status();
    const told = status.state === "failing" ? status.code : status.state;
    if (told === this.#told) return;
    this.#told = told;
    for (const listener of this.#statusListeners) listener(status);
  }

  #watch(): void {
    this.#watchTimer = this.committed < this.appended ? this.#time.after(watchEveryMs, () => this.#watch()) : null;
    this.#tellStatus();
  }
}

/** An event's JSON begins {"kind":"…": read without parsing it all. */
function kindOf(event: string): string {
  assert(event.startsWith('{"kind":"'), "an event begins with its kind");
  return event.slice(9, event.indexOf('"', 9));
}

/** The facts of a row, each as it was written: the one that follows another begins with its own number. */
function factsOf(list: string, firstN: number, lastN: number): readonly string[] {
  const facts: string[] = [];
  let from = 1;
  for (let n = firstN; n < lastN; n++) {
    const next = list.indexOf(`,{"n":${n + 1},"at":`, from);
    assert(next > 0, `fact ${n + 1} is in its row`);
    facts.push(list.slice(from, next));
    from = next + 1;
  }
  if (firstN <= lastN) facts.push(list.slice(from, -1));
  return facts;
}
