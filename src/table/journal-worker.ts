// The journal thread: one a process, for all its tables. It sleeps until the bell rings, takes all that queued meanwhile and
// commits it, a transaction a journal. Only this thread ever waits for a disk.

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { assert } from "#core/assert";
import { type Damage, JournalDamaged } from "./journal-check.ts";
import { JournalUnusable } from "./journal-file.ts";
import { Ledger } from "./journal-ledger.ts";
import { ackBellAt, calledAt, lettersAt, mapRing, workBellAt } from "./journal-ring.ts";

/** From the table's thread. Rows do not come by letter but through the ring. */
export type LetterIn =
  | {
      readonly kind: "open";
      readonly id: number;
      readonly file: string;
      readonly edition: string;
      readonly content: string | null;
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

interface Member {
  readonly id: number;
  readonly ledger: Ledger;
  /** The trouble the table's thread was told last. */
  toldCode: string | null;
}

assert(parentPort, "journal-worker is a worker thread's program; open a journal with openJournal");
const port = parentPort;
const bells = new Int32Array((workerData as { readonly bells: SharedArrayBuffer }).bells);
const members = new Map<number, Member>();
let lettersRead = 0;
/** How long a row that was announced is waited for awake. */
const awakeMs = 0.5;

const send = (letter: LetterOut): void => port.postMessage(letter);

function open({ id, ring, ...wanted }: Extract<LetterIn, { kind: "open" }>): void {
  try {
    members.set(id, { id, ledger: new Ledger({ ...wanted, ring: mapRing(ring) }), toldCode: null });
    send({ kind: "opened", id });
  } catch (error) {
    send({ kind: "refused", id, refusal: toRefusal(error) });
  }
}

/** An error in a form that survives the way to another thread. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof JournalDamaged) return { kind: "damaged", path: error.path, damage: error.damage };
  if (error instanceof JournalUnusable) return { kind: "unusable", path: error.path, why: error.why, sentence: error.sentence };
  throw error;
}

function close(id: number): void {
  const member = members.get(id);
  assert(member, `journal ${id} is not open`);
  member.ledger.close();
  tellTrouble(member);
  members.delete(id);
  send({ kind: "closed", id });
}

function tellTrouble(member: Member): void {
  const { trouble } = member.ledger;
  const code = trouble?.code ?? null;
  if (code === member.toldCode) return;
  member.toldCode = code;
  send(trouble ? { kind: "failing", id: member.id, ...trouble } : { kind: "recovered", id: member.id });
}

/** Commits what queued, a journal after the other. Says whether anything was committed. */
function commitAll(): boolean {
  let any = false;
  for (const member of members.values()) {
    const committed = member.ledger.commitPending();
    if (committed) {
      Atomics.add(bells, ackBellAt, 1);
      Atomics.notify(bells, ackBellAt);
      any = true;
      member.ledger.foldLog(false);
    }
    tellTrouble(member);
  }
  return any;
}

/** Folds one log, if that is due: rows may have come meanwhile. */
function foldOne(): boolean {
  for (const member of members.values()) {
    if (!member.ledger.foldLog(true)) continue;
    tellTrouble(member);
    return true;
  }
  return false;
}

function untilNextTryMs(): number {
  let at = Number.POSITIVE_INFINITY;
  for (const { ledger } of members.values()) at = Math.min(at, ledger.nextTryAt);
  return Math.max(0, at - performance.now());
}

/** Does what the letters ask. Says whether to go on. */
function readLetters(): boolean {
  for (const posted = Atomics.load(bells, lettersAt); lettersRead !== posted; lettersRead++) {
    const letter = receiveMessageOnPort(port)?.message as LetterIn | undefined;
    assert(letter, "a letter was counted but did not come");
    if (letter.kind === "open") open(letter);
    else if (letter.kind === "close") close(letter.id);
    else return false;
  }
  return true;
}

/**
 * The table has called: a row is about to come. Going to sleep and being woken again would cost as much as the table needs for it.
 * Says whether the bell has rung.
 */
function awaitRow(bell: number): boolean {
  if (Atomics.exchange(bells, calledAt, 0) === 0) return false;
  for (const { ledger } of members.values()) ledger.prepare();
  const until = performance.now() + awakeMs;
  while (performance.now() < until) if (Atomics.load(bells, workBellAt) !== bell) return true;
  return commitAll();
}

/** Runs until it is told to stop. Whatever rings after the bell was read ends the wait at once. */
function run(): void {
  for (;;) {
    const bell = Atomics.load(bells, workBellAt);
    if (!readLetters()) return;
    if (!commitAll() && !awaitRow(bell) && !foldOne()) Atomics.wait(bells, workBellAt, bell, untilNextTryMs());
  }
}

run();
