// The tablelink driver: JSON Lines from a table's own microcontrollers. The protocol is in README.md beside this file.

import type { DeviceDriver, Received } from "#core/device";
import { cutLines, freshLine, unsealLine } from "#wire/line";
import { inputRead } from "./inputs.ts";
import { baudRate, type Heartbeat, isMessage, type Message, maxLineBytes, snapshotRequest } from "./message.ts";
import type { TablelinkOptions } from "./options.ts";
import { askIfNeeded, compareCounts, countEvent, isNext, meetBoot, needSnapshot } from "./order.ts";
import { snapshotBegins, snapshotInput, snapshotTag, tagRead } from "./presence.ts";
import { beginTurn, clearFault, fault, startState, type TablelinkState, type Turn, tell } from "./state.ts";

const hash = 35;
const brace = 123;
const encoder = new TextEncoder();

export const tablelink: DeviceDriver<TablelinkState, TablelinkOptions> = {
  model: "tablelink",
  link: { kind: "serial", baudRate, dataBits: 8, parity: "none", stopBits: 1 },
  silentAfterMs: 3000,
  start: startState,
  connected,
  receive,
};

/** The link came up: ask what is there. What the device counted meanwhile tells whether anything was missed. */
function connected(state: TablelinkState, at: number): Received<TablelinkState> {
  const turn = beginTurn(state, at);
  if (state.cut.partial.length > 0) tell(turn, { kind: "noise", bytes: state.cut.partial.length });
  const unknown = { cut: freshLine, greeted: false, arriving: null, levels: {}, strangePorts: [] } satisfies Partial<TablelinkState>;
  Object.assign(turn.state, unknown, { askedAt: Number.NEGATIVE_INFINITY });
  needSnapshot(turn);
  return endTurn(turn);
}

function receive(state: TablelinkState, bytes: Uint8Array, at: number): Received<TablelinkState> {
  const turn = beginTurn(state, at);
  turn.state.cut = cutLines(
    state.cut,
    bytes,
    maxLineBytes,
    (line) => lineRead(turn, line),
    (skipped) => noise(turn, skipped),
  );
  return endTurn(turn);
}

function endTurn(turn: Turn): Received<TablelinkState> {
  const { state, readings, requests } = turn;
  if (requests === 0) return { state, readings };
  return { state, readings, reply: encoder.encode(`${snapshotRequest}\n`.repeat(requests)) };
}

function lineRead(turn: Turn, line: string): void {
  if (line.length === 0 || line.charCodeAt(0) === hash) return;
  const text = unsealLine(line, turn.state.options.checksum === "required");
  const value = text === null ? undefined : parse(text);
  if (value === undefined) return noise(turn, line.length);
  if (!isMessage(value)) return badLine(turn, line.length);
  const told = turn.readings.length;
  messageRead(turn, value);
  askIfNeeded(turn);
  // Every good line proves that the device lives, whatever else it says.
  for (let at = told; at < turn.readings.length; at++) if (turn.readings[at]?.kind !== "fault") return;
  tell(turn, { kind: "alive" });
}

/** A JSON object, or undefined. */
function parse(text: string): unknown {
  if (text.charCodeAt(0) !== brace) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Something was on the line that could not be read: perhaps a card. What the device knows will show. */
function noise(turn: Turn, bytes: number): void {
  tell(turn, { kind: "noise", bytes });
  needSnapshot(turn);
}

/** A whole line that is no message: other firmware, or another protocol. One fault a burst. */
function badLine(turn: Turn, bytes: number): void {
  noise(turn, bytes);
  if (turn.state.badLines++ === 0) fault(turn, "badLine", 1);
}

function messageRead(turn: Turn, message: Message): void {
  const { state } = turn;
  if (state.badLines > 0) {
    clearFault(turn, "badLine", state.badLines);
    state.badLines = 0;
  }
  if ("boot" in message) meetBoot(turn, message);
  if (isNext(turn, message)) newMessage(turn, message);
}

function newMessage(turn: Turn, message: Message): void {
  switch (message.t) {
    case "tag":
      if (message.snap === 1) return snapshotTag(turn, message);
      beginEvent(turn);
      return tagRead(turn, message);
    case "unread":
      beginEvent(turn);
      return void turn.readings.push({ kind: "unreadable", code: `unread.${message.ant}`, seq: message.seq });
    case "count":
      beginEvent(turn);
      return void turn.readings.push({ kind: "count", cards: message.cards, seq: message.seq });
    case "in":
      if (message.snap !== 1) beginEvent(turn);
      inputRead(turn, message);
      return message.snap === 1 ? snapshotInput(turn) : undefined;
    case "snap":
      compareCounts(turn, message.n);
      return snapshotBegins(turn, message);
    case "hello":
      compareCounts(turn, message.n);
      return needSnapshot(turn);
    case "hb":
      return heartbeat(turn, message);
    case "err":
      return fault(turn, message.r === undefined ? message.code : `${message.code}.${message.r}`, 1);
  }
}

/** An event in the middle of a snapshot makes it a picture of no moment: another is asked for. */
function beginEvent(turn: Turn): void {
  countEvent(turn);
  if (turn.state.arriving === null) return;
  turn.state.arriving = null;
  needSnapshot(turn);
}

function heartbeat(turn: Turn, beat: Heartbeat): void {
  const { state } = turn;
  tell(turn, { kind: "alive" });
  compareCounts(turn, beat.n);
  for (const [reader, works] of (beat.readers ?? []).entries()) {
    if (works === (state.readers[reader] ?? 1)) continue;
    if (works === 1) clearFault(turn, `readerDown.${reader}`, 1);
    else fault(turn, `readerDown.${reader}`, 1);
  }
  if (beat.readers !== undefined) state.readers = beat.readers;
  if (beat.miss !== undefined) readsMissed(turn, beat.miss);
}

/** Reads that failed and were tried again: a figure for the technician, so it never stands as a fault. */
function readsMissed(turn: Turn, readers: readonly number[]): void {
  const missed = readers.reduce((sum, count) => sum + count, 0);
  const more = missed - (turn.state.missed ?? missed);
  turn.state.missed = missed;
  if (more > 0) clearFault(turn, "missedReads", more);
}
