// The table's side of the journal thread: starts it with the first journal, stops it after the last, carries letters both ways
// and wakes a journal when something of its was committed. Never blocks.

import type { Worker } from "node:worker_threads";
import { assert } from "#core/assert";
import { JournalDamaged } from "./journal-check.ts";
import { JournalUnusable } from "./journal-file.ts";
import type { Bell } from "./journal-queue.ts";
import { ackBellAt, calledAt, lettersAt, workBellAt } from "./journal-ring.ts";
import { takeJournalWorker } from "./journal-spawn.ts";
import type { LetterIn, LetterOut, Refusal } from "./journal-worker.ts";

export type TroubleLetter = Extract<LetterOut, { kind: "failing" | "recovered" }>;

/** What the thread calls of a journal. */
export interface Member {
  /** Something may have been committed; it may be another journal's. */
  noticeProgress(): void;
  hearTrouble(letter: TroubleLetter): void;
}

/** A journal's place on the thread. */
export interface Seat {
  /** Makes the thread look at the journal's ring. */
  readonly bell: Bell;
  /** Commits what it can, closes the file and gives the place back. */
  leave(): Promise<void>;
}

interface Guest {
  readonly member: Member;
  /** Who waits for the answer to the last letter. */
  resolve(): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly bells: Int32Array;
  readonly guests: Map<number, Guest>;
  isStopping: boolean;
}

let running: Thread | null = null;
let nextId = 1;

/**
 * Has the thread open a journal; resolves once the file is locked, checked and ready to be written.
 * @throws JournalDamaged, JournalUnusable
 */
export async function takeSeat(
  request: Pick<Extract<LetterIn, { kind: "open" }>, "file" | "edition" | "content" | "create" | "ring">,
  member: Member,
): Promise<Seat> {
  const thread = runningThread();
  // A thread that waits for its first journal keeps no process alive; one that writes does.
  thread.worker.ref();
  const id = nextId++;
  const guest: Guest = { member, resolve: () => {}, reject: () => {} };
  thread.guests.set(id, guest);
  const answer = (letter: LetterIn): Promise<void> =>
    new Promise((resolve, reject) => {
      Object.assign(guest, { resolve, reject });
      post(thread, letter);
    });
  try {
    await answer({ kind: "open", id, ...request });
  } catch (error) {
    removeGuest(thread, id);
    throw error;
  }
  return {
    bell: {
      ring: () => ringBell(thread),
      call: () => {
        Atomics.store(thread.bells, calledAt, 1);
        ringBell(thread);
      },
    },
    async leave() {
      await answer({ kind: "close", id });
      removeGuest(thread, id);
    },
  };
}

/** The thread that runs, or one that is started now. */
function runningThread(): Thread {
  if (running !== null) return running;
  const { worker, bells } = takeJournalWorker();
  const thread: Thread = { worker, bells, guests: new Map(), isStopping: false };
  worker.on("message", (letter: LetterOut) => deliver(thread, letter));
  // A crash of the journal thread is a crash of the table: it restarts and replays.
  worker.on("error", (error) => {
    throw error;
  });
  worker.on("exit", () => {
    if (running === thread) running = null;
    assert(thread.isStopping, "the journal thread ended by itself");
  });
  worker.unref();
  running = thread;
  void watchAcks(thread);
  return thread;
}

function ringBell({ bells }: Thread): void {
  Atomics.add(bells, workBellAt, 1);
  Atomics.notify(bells, workBellAt);
}

function post(thread: Thread, letter: LetterIn): void {
  thread.worker.postMessage(letter);
  Atomics.add(thread.bells, lettersAt, 1);
  ringBell(thread);
}

function deliver(thread: Thread, letter: LetterOut): void {
  const guest = thread.guests.get(letter.id);
  assert(guest, `a letter for journal ${letter.id}, which is not open`);
  switch (letter.kind) {
    case "opened":
    case "closed":
      // What was committed before the file was closed counts before the closing does.
      guest.member.noticeProgress();
      return guest.resolve();
    case "refused":
      return guest.reject(toError(letter.refusal));
    default:
      return guest.member.hearTrouble(letter);
  }
}

function toError(refusal: Refusal): Error {
  if (refusal.kind === "damaged") return new JournalDamaged(refusal.path, refusal.damage);
  return new JournalUnusable(refusal.path, refusal.why, refusal.sentence);
}

function removeGuest(thread: Thread, id: number): void {
  thread.guests.delete(id);
  if (thread.guests.size > 0) return;
  running = null;
  thread.isStopping = true;
  post(thread, { kind: "stop" });
  // Ends the watch, too.
  Atomics.add(thread.bells, ackBellAt, 1);
  Atomics.notify(thread.bells, ackBellAt);
}

/** Waits for commits without blocking: the engine resolves the promise when the journal thread rings. */
async function watchAcks(thread: Thread): Promise<void> {
  const { bells, guests } = thread;
  while (!thread.isStopping) {
    const bell = Atomics.load(bells, ackBellAt);
    for (const guest of guests.values()) guest.member.noticeProgress();
    const rung = Atomics.waitAsync(bells, ackBellAt, bell);
    // A commit came meanwhile: let the event loop turn all the same, a fast disk must not keep it busy here.
    await (rung.async ? rung.value : new Promise((resolve) => setImmediate(resolve)));
  }
}
