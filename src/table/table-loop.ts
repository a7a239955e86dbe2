// The table's loop: inputs go through the engine one by one, rows go to the journal, and only what is on the disk is announced.
// One thing may overtake the disk: that the table has stopped.

import { deadline } from "#core/derive";
import type { Command, Event } from "#core/event";
import type { AnyGame } from "#core/game";
import type { Operator } from "#core/operator";
import type { Reply, Setup, Table } from "#core/table";
import type { Engine, Input, Recorded } from "./engine.ts";
import type { Journal, JournalStatus, Row } from "./journal.ts";
import { realTime, type Time, type Timer } from "./time.ts";

/** A record on the disk, with its facts as they were written. */
export interface Committed {
  readonly record: Recorded;
  readonly facts: readonly string[];
}

export interface LoopListener {
  /** Records that have reached the disk, in order, and the table after them. */
  committed?(records: readonly Committed[], table: Table): void;
  /** The table has stopped, whether or not the disk knows it yet: a table shown that has not come to fact `n` is one from before. */
  stopped?(code: string, since: number, n: number): void;
  journal?(status: JournalStatus): void;
}

export interface TableLoop {
  /** The table as it is on the disk: what may be shown. */
  readonly table: Table;
  /** The table as it has been decided, whether or not the disk knows it: for what must not be tried twice, never for a screen. */
  readonly decided: Table;
  /** Takes inputs in order. While the journal is full they wait. */
  take(inputs: readonly Input[]): void;
  /** Resolves once the answer is on the disk. */
  command(id: string, by: Operator, command: Command): Promise<Reply>;
  listen(listener: LoopListener): void;
  /** Called with true while the journal takes nothing more: devices are read no further. */
  onPressure(listener: (full: boolean) => void): void;
  stop(): void;
}

interface Pending {
  readonly seq: number;
  readonly committed: Committed;
  readonly resolve?: (reply: Reply) => void;
}

interface LoopOptions {
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly engine: Engine;
  readonly journal: Journal;
  /** Milliseconds since 1970; never decreases. What it says of settings of the machine's clock becomes an event. */
  readonly clock: (() => number) & Partial<Pick<TableClock, "jumped">>;
  /** Rows since the last snapshot. */
  readonly sinceSnapshot: number;
  readonly time?: Time;
}

/** A start replays no more rows than these. */
export const rowsBetweenSnapshots = 2_000;

/** The machine's clock is compared with the time that passed at least this often. */
const watchClockEveryMs = 1_000;
/** Longest wait a timer is set for: the clock may be stepped meanwhile. */
const timerMaxMs = 60_000;

export function createTableLoop({ game, setup, engine, journal, clock, sinceSnapshot, time = realTime }: LoopOptions): TableLoop {
  const listeners: LoopListener[] = [];
  const pressure: ((full: boolean) => void)[] = [];
  const pending: Pending[] = [];
  const waiting: { readonly input: Input; readonly resolve?: (reply: Reply) => void }[] = [];
  let shown = engine.table;
  const bell = createBell(time, ring);
  let stopped = false;
  let unsaved = sinceSnapshot;

  const full = (): boolean => journal.status().state === "full";

  function record(input: Input, resolve?: (reply: Reply) => void): void {
    const before = engine.table;
    const records = engine.take(input);
    unsaved += records.length;
    const isDue = unsaved >= rowsBetweenSnapshots || records.some(({ facts }) => facts.some(({ kind }) => kind === "roundEnded"));
    if (isDue) unsaved = 0;
    for (const [i, one] of records.entries()) append(one, isDue && i === records.length - 1, one.reply === undefined ? undefined : resolve);
    warn(before, engine.table);
  }

  function append(one: Recorded, withSnapshot: boolean, resolve?: (reply: Reply) => void): void {
    const facts = one.facts.map((fact) => JSON.stringify(fact));
    const seq = journal.append(rowOf(one, facts, withSnapshot ? engine.snapshot() : null));
    pending.push({ seq, committed: { record: one, facts }, ...(resolve && { resolve }) });
  }

  /** Only the safe direction overtakes the disk: that the table stands still, never a fact, a card or a go. */
  function warn(before: Table, after: Table): void {
    const cause = after.latch !== before.latch ? after.latch : null;
    const code = cause?.code ?? (after.halt !== before.halt ? after.halt?.irregularity.code : undefined);
    if (code === undefined) return;
    for (const listener of listeners) listener.stopped?.(code, after.at, after.n);
  }

  function drain(): void {
    while (waiting.length > 0 && !full() && !stopped) {
      const next = waiting.shift();
      if (next !== undefined) record(next.input, next.resolve);
    }
    setTimer();
  }

  function setTimer(): void {
    const at = deadline(engine.table, setup, game);
    if (at !== null && !stopped) bell.ringWithin(Math.min(Math.max(at - clock(), 0), timerMaxMs));
  }

  /** Told before anything that happened after it: what was going on must not seem to have lasted longer. */
  function noticeJump(): void {
    if (stopped || waiting.length > 0 || full()) return;
    const [at, found] = [clock(), clock.jumped?.() ?? null];
    if (found !== null) record({ kind: "clock", at, ...found });
  }

  const watch = time.every(watchClockEveryMs, noticeJump, "aside");

  function ring(): void {
    const at = deadline(engine.table, setup, game);
    const now = clock();
    if (at !== null && now >= at) enter([{ input: { kind: "deadline", at: now } }]);
    else setTimer();
  }

  function enter(entries: readonly { readonly input: Input; readonly resolve?: (reply: Reply) => void }[]): void {
    if (stopped) return;
    if (waiting.length > 0 || full()) {
      waiting.push(...entries);
      return;
    }
    journal.batch(() => {
      noticeJump();
      for (const { input, resolve } of entries) record(input, resolve);
    });
    setTimer();
  }

  journal.onCommitted((seq) => {
    let count = 0;
    while (count < pending.length && (pending[count] as Pending).seq <= seq) count++;
    if (count === 0) return;
    const done = pending.splice(0, count);
    shown = (done.at(-1) as Pending).committed.record.table;
    const records = done.map(({ committed }) => committed);
    // Whoever listened is closing down; what is committed now the next start tells.
    if (!stopped) for (const listener of listeners) listener.committed?.(records, shown);
    for (const { resolve, committed } of done) if (committed.record.reply !== undefined) resolve?.(committed.record.reply);
  });
  journal.onStatus((status) => {
    for (const listener of listeners) listener.journal?.(status);
    for (const listener of pressure) listener(status.state === "full");
    if (status.state !== "full") drain();
  });
  setTimer();

  return {
    get table() {
      return shown;
    },
    get decided() {
      return engine.table;
    },
    take: (inputs) => enter(inputs.map((input) => ({ input }))),
    command: (id, by, command) => new Promise((resolve) => enter([{ input: { kind: "command", at: clock(), id, by, command }, resolve }])),
    listen: (listener) => {
      listeners.push(listener);
    },
    onPressure: (listener) => {
      pressure.push(listener);
    },
    stop: () => {
      stopped = true;
      time.clear(watch);
      bell.stop();
    },
  };
}

/** One timer, moved only when it would ring too late: each event may change what is due, and hardly ever makes it due sooner. */
function createBell(time: Time, ring: () => void): { ringWithin(ms: number): void; stop(): void } {
  let timer: Timer | null = null;
  let ringsAt = 0;
  return {
    ringWithin: (ms) => {
      const at = time.now() + ms;
      if (timer !== null && ringsAt <= at) return;
      time.clear(timer);
      ringsAt = at;
      timer = time.after(ms, () => {
        timer = null;
        ring();
      });
    },
    stop: () => time.clear(timer),
  };
}

/** What the journal writes of a record. */
function rowOf(one: Recorded, facts: readonly string[], snapshot: string | null): Row {
  return {
    at: one.event.at,
    event: JSON.stringify(one.event),
    facts: `[${facts.join(",")}]`,
    n: one.table.n,
    ...(one.sealed.length > 0 && { sealed: one.sealed }),
    ...(one.key && { key: one.key }),
    ...(one.dropKey !== undefined && { dropKey: one.dropKey }),
    ...(one.round !== undefined && { round: one.round }),
    ...(snapshot !== null && { snapshot }),
  };
}

/** A clock for a table: it never runs backwards, and it never stands still. */
export interface TableClock {
  (): number;
  /** By how much the machine's clock was set since this was asked last, and this one leapt with it; null when it was not. */
  jumped(): Pick<Extract<Event, { kind: "clock" }>, "jump" | "skipped"> | null;
}

/** A difference between the machine's clock and the time that really passed counts as a setting from here on. */
const jumpMinMs = 500;
/** Ahead of the machine's clock, because that was set back, the table's runs at this speed until the two agree. */
const slowly = 0.9;

/** @param elapsed milliseconds that really passed, from any beginning */
export function createClock(now: () => number, start: number, elapsed: () => number = () => performance.now()): TableClock {
  let last = start;
  let wallBefore = now();
  let elapsedBefore = elapsed();
  let jump = 0;
  let skipped = 0;
  const clock = (): number => {
    const wall = now();
    const passed = Math.max(0, elapsed() - elapsedBefore);
    const set = wall - wallBefore - passed;
    if (Math.abs(set) >= jumpMinMs) {
      jump += set;
      skipped += Math.max(0, wall - (last + passed));
    }
    last = Math.max(wall, last + passed * slowly);
    wallBefore = wall;
    elapsedBefore += passed;
    return Math.floor(last);
  };
  const jumped = (): ReturnType<TableClock["jumped"]> => {
    const found = { jump: Math.round(jump), ...(Math.round(skipped) > 0 && { skipped: Math.round(skipped) }) };
    jump = 0;
    skipped = 0;
    return found.jump === 0 && found.skipped === undefined ? null : found;
  };
  return Object.assign(clock, { jumped });
}
