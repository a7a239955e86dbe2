// The PN532 driver: an NFC reader chip over its UART. It only answers, so it is asked: woken, set up, then looked at again and again.
// Every look tells which tags lie there; what comes and goes is made of that. The protocol is in README.md beside this file.

import type { DeviceDriver, Figures, Reading, Received, Sequenced } from "#core/device";
import { askFirmware, command, configureSam, limitRetries, listTargets, readTargets, releaseAll, wakeUp } from "./command.ts";
import { ackFrame, cutFrames, dropPartial, type FrameCut, freshCut, fromChip, makeFrame, nackFrame, type Piece, toChip } from "./frame.ts";
import type { Pn532Options } from "./options.ts";

/** A question on its way. */
interface Asked {
  readonly body: readonly number[];
  readonly at: number;
  readonly acked: boolean;
  readonly tries: number;
}

export interface Pn532State {
  readonly options: Pn532Options;
  readonly cut: FrameCut;
  /** When the last byte came. */
  readonly heardAt: number;
  /** Questions that set the chip up and have not been answered. */
  readonly setUp: readonly (readonly number[])[];
  readonly asked: Asked | null;
  /** When the next question is due, while none is on its way. */
  readonly nextAt: number;
  /** When the last look began. */
  readonly lookAt: number;
  /** The chip has answered since the link came up; it did before and had to be woken again. */
  readonly greeted: boolean;
  readonly lost: boolean;
  /** A fault that has been told and stands. */
  readonly standing: "readerDown" | null;
  /** Tags in sight, and how many looks in a row have missed each. */
  readonly present: ReadonlyMap<string, number>;
}

/** The chip acknowledges within 15 ms and answers a look within 60 ms; an empty field takes it up to 150 ms a try, of three. */
const ackWithinMs = 100;
const answerWithinMs = 500;
const triesMax = 3;
const wakingMs = 20;
/** A frame's bytes follow each other at once: after so long what has come of one is nothing. */
const frameMs = 200;
const setUp = [configureSam, limitRetries, askFirmware];

/** One call's working copy. */
interface Turn {
  readonly at: number;
  readonly state: { -readonly [Field in keyof Pn532State]: Pn532State[Field] };
  readonly readings: Sequenced[];
  readonly send: number[];
  figures: Figures | null;
}

export const pn532: DeviceDriver<Pn532State, Pn532Options> = {
  model: "pn532",
  link: { kind: "serial", baudRate: 115_200, dataBits: 8, parity: "none", stopBits: 1 },
  silentAfterMs: 3000,
  start,
  connected,
  receive,
  pollsAt,
  poll,
};

function start(options: Pn532Options): Pn532State {
  return {
    options,
    cut: freshCut,
    heardAt: 0,
    setUp,
    asked: null,
    nextAt: 0,
    lookAt: 0,
    greeted: false,
    lost: false,
    standing: null,
    present: new Map(),
  };
}

function begin(state: Pn532State, at: number): Turn {
  return { at, state: { ...state }, readings: [], send: [], figures: null };
}

function end({ state, readings, send, figures }: Turn): Received<Pn532State> {
  return { state, readings, ...(send.length > 0 && { reply: Uint8Array.from(send) }), ...(figures !== null && { figures }) };
}

function tell(turn: Turn, reading: Reading): void {
  turn.readings.push(reading);
}

/** The link came up. Tags in sight stay so until looks have missed them: the line was gone, not the card. */
function connected(state: Pn532State, at: number): Received<Pn532State> {
  const turn = begin(state, at);
  dropOld(turn);
  turn.state.greeted = false;
  turn.state.lost = false;
  wake(turn);
  return end(turn);
}

function wake(turn: Turn): void {
  turn.send.push(...wakeUp);
  Object.assign(turn.state, { setUp, asked: null, nextAt: turn.at + wakingMs } satisfies Partial<Pn532State>);
}

function dropOld(turn: Turn): void {
  const { cut, noise } = dropPartial(turn.state.cut);
  turn.state.cut = cut;
  if (noise > 0) tell(turn, { kind: "noise", bytes: noise });
}

function receive(state: Pn532State, bytes: Uint8Array, at: number): Received<Pn532State> {
  const turn = begin(state, at);
  if (state.cut.partial.length > 0 && at - state.heardAt > frameMs) dropOld(turn);
  if (bytes.length > 0) turn.state.heardAt = at;
  turn.state.cut = cutFrames(turn.state.cut, bytes, (piece) => pieceRead(turn, piece));
  return end(turn);
}

function pieceRead(turn: Turn, piece: Piece): void {
  const { state } = turn;
  switch (piece.kind) {
    case "noise":
      return tell(turn, piece);
    case "ack":
      if (state.asked !== null) state.asked = { ...state.asked, acked: true };
      return tell(turn, { kind: "alive" });
    case "nack":
      tell(turn, { kind: "alive" });
      return askAgain(turn);
    case "syntax":
      // It heard, but not what we said: the line spoils our bytes.
      tell(turn, { kind: "alive" });
      tell(turn, { kind: "fault", code: "misheard", cleared: true, count: 1 });
      return askAgain(turn);
    case "broken":
      // The answer was spoilt on its way. Waiting for another could miss a card: it is asked to say it again at once.
      return repeatAnswer(turn);
    case "frame":
      // Our own words come back: the line is looped, or a TX lies on another TX.
      if (piece.tfi !== fromChip) return tell(turn, { kind: "noise", bytes: piece.body.length + 1 });
      return answered(turn, piece.body);
  }
}

function answered(turn: Turn, body: Uint8Array): void {
  const { state } = turn;
  const { asked } = state;
  tell(turn, { kind: "alive" });
  if (body[0] === command.list + 1) looked(turn, body);
  // An answer to a question that was given up: what it says of tags has been taken, and the next question goes its own way.
  if (asked === null || body[0] !== (asked.body[0] ?? 0) + 1) return;
  state.asked = null;
  const code = asked.body[0];
  if (state.setUp.length > 0) {
    state.setUp = state.setUp.slice(1);
    state.nextAt = turn.at;
    if (state.setUp.length === 0) greet(turn);
  } else if (code === command.list) ask(turn, releaseAll);
  else state.nextAt = Math.max(turn.at, state.lookAt + state.options.everyMs);
}

function greet(turn: Turn): void {
  const { state } = turn;
  if (state.standing !== null) tell(turn, { kind: "fault", code: `${state.standing}.${state.options.antenna}`, cleared: true, count: 1 });
  if (!state.greeted || state.lost) tell(turn, { kind: "hello", restarted: state.lost });
  Object.assign(state, { standing: null, greeted: true, lost: false } satisfies Partial<Pn532State>);
}

/** A look's answer: tags that are new have come; those that several looks in a row did not find have gone. */
function looked(turn: Turn, body: Uint8Array): void {
  const { state, at } = turn;
  const { antenna, misses } = state.options;
  const found = readTargets(body);
  if (found === null) tell(turn, { kind: "fault", code: "badAnswer", cleared: true, count: 1 });
  const present = new Map<string, number>();
  let missed = 0;
  for (const [uid, before] of state.present) {
    if (found?.includes(uid)) present.set(uid, 0);
    else if (before + 1 < misses) present.set(uid, before + 1);
    else tell(turn, { kind: "tag", uid, antenna, present: false });
    if (!found?.includes(uid) && before + 1 < misses) missed++;
  }
  for (const uid of found ?? []) {
    if (present.has(uid)) continue;
    present.set(uid, 0);
    tell(turn, { kind: "tag", uid, antenna, present: true });
  }
  state.present = present;
  turn.figures = { sweepMs: Math.max(0, at - state.lookAt), ...(missed > 0 && { missed: { [antenna]: missed } }) };
}

function ask(turn: Turn, body: readonly number[], tries = 1): void {
  turn.send.push(...makeFrame(toChip, body));
  turn.state.asked = { body, at: turn.at, acked: false, tries };
}

function askAgain(turn: Turn): void {
  const { asked } = turn.state;
  if (asked === null) return;
  if (asked.tries < triesMax) return ask(turn, asked.body, asked.tries + 1);
  giveUp(turn);
}

function repeatAnswer(turn: Turn): void {
  const { asked } = turn.state;
  if (asked === null || asked.tries >= triesMax) return;
  turn.send.push(...nackFrame);
  turn.state.asked = { ...asked, at: turn.at, tries: asked.tries + 1 };
}

/** It does not answer: it is woken and set up anew, again and again, and the link is opened anew when that goes on. */
function giveUp(turn: Turn): void {
  const { state } = turn;
  if (state.standing === null) tell(turn, { kind: "fault", code: `readerDown.${state.options.antenna}`, cleared: false, count: 1 });
  state.standing = "readerDown";
  state.lost = state.greeted;
  wake(turn);
}

function pollsAt({ asked, nextAt }: Pn532State): number {
  return asked === null ? nextAt : asked.at + (asked.acked ? answerWithinMs : ackWithinMs);
}

function poll(state: Pn532State, at: number): Received<Pn532State> {
  const turn = begin(state, at);
  if (at < pollsAt(state)) return end(turn);
  const { asked } = state;
  // Unread bytes of an exchange that broke must not spoil the next one.
  if (at - state.heardAt > frameMs) dropOld(turn);
  if (asked === null) {
    const next = state.setUp[0];
    if (next === undefined) turn.state.lookAt = at;
    ask(turn, next ?? listTargets);
  } else if (asked.acked) {
    // An ACK from us ends a command that takes for ever.
    turn.send.push(...ackFrame);
    giveUp(turn);
  } else askAgain(turn);
  return end(turn);
}
