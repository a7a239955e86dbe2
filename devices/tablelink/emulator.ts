// A tablelink device made of numbers: the same bytes as the firmware sends, and every way in which a line can go wrong.

import { cutLines, freshLine, type LineCut, sealLine } from "#wire/line";
import { heartbeatMs, maxLineBytes, snapshotRequest } from "./message.ts";

export interface TablelinkEmulatorOptions {
  readonly id?: string;
  /** Ends every line with `*hh`; true where nothing is said. */
  readonly checksum?: boolean;
  readonly readers?: number;
  /** Digital inputs it has, all low at first. */
  readonly ports?: readonly number[];
}

/** What happens to a line on its way. `at` is a position in the line, taken round its length. */
export type LineFault =
  | { readonly kind: "drop" }
  | { readonly kind: "repeat" }
  /** Changes places with the line after it. */
  | { readonly kind: "swap" }
  | { readonly kind: "corrupt"; readonly at: number; readonly xor: number }
  /** Only the first bytes arrive, and not the line's end. */
  | { readonly kind: "truncate"; readonly at: number };

export type TablelinkAction =
  | { readonly kind: "tag"; readonly antenna: number; readonly uid: string; readonly present: boolean }
  | { readonly kind: "unread"; readonly antenna: number }
  | { readonly kind: "count"; readonly cards: number }
  | { readonly kind: "input"; readonly port: number; readonly level: 0 | 1 }
  | { readonly kind: "reader"; readonly reader: number; readonly works: boolean }
  | { readonly kind: "miss"; readonly reader: number; readonly reads: number }
  | { readonly kind: "error"; readonly code: string; readonly reader?: number }
  | { readonly kind: "reboot" }
  | { readonly kind: "heartbeat" }
  /** Strikes the next line. */
  | { readonly kind: "fault"; readonly fault: LineFault }
  | { readonly kind: "garbage"; readonly bytes: Uint8Array }
  /** A line of so many bytes. */
  | { readonly kind: "oversize"; readonly bytes: number }
  /** Says nothing, but goes on counting. */
  | { readonly kind: "silent"; readonly on: boolean };

interface TagHere {
  readonly antenna: number;
  readonly uid: string;
}

export interface TablelinkEmulatorState {
  readonly id: string;
  readonly checksum: boolean;
  readonly boot: number;
  /** Null until it has been switched on: the first call does it. */
  readonly bootedAt: number | null;
  readonly beatAt: number;
  readonly seq: number;
  readonly n: number;
  readonly tags: readonly TagHere[];
  readonly levels: Readonly<Record<number, 0 | 1>>;
  readonly readers: readonly (0 | 1)[];
  readonly misses: readonly number[];
  readonly faults: readonly LineFault[];
  /** A line that waits to change places with the next one. */
  readonly held: string;
  readonly silent: boolean;
  readonly heard: LineCut;
}

export interface Emulated {
  readonly state: TablelinkEmulatorState;
  /** What the device sends. */
  readonly bytes: Uint8Array;
}

/** One call's working copy, and what it has sent so far: one character a byte. */
interface Sending {
  readonly at: number;
  readonly state: { -readonly [Field in keyof TablelinkEmulatorState]: TablelinkEmulatorState[Field] };
  sent: string;
}

type Fields = Readonly<Record<string, unknown>>;

export const tablelinkEmulator = { start, act, receive, tick };

function start(options: TablelinkEmulatorOptions): TablelinkEmulatorState {
  const readers = options.readers ?? 1;
  return {
    id: options.id ?? "table",
    checksum: options.checksum ?? true,
    boot: 1,
    bootedAt: null,
    beatAt: 0,
    seq: 0,
    n: 0,
    tags: [],
    levels: Object.fromEntries((options.ports ?? []).map((port) => [port, 0 as const])),
    readers: Array<0 | 1>(readers).fill(1),
    misses: Array<number>(readers).fill(0),
    faults: [],
    held: "",
    silent: false,
    heard: freshLine,
  };
}

/** Something happens to the device, or at it. */
function act(state: TablelinkEmulatorState, action: TablelinkAction, at: number): Emulated {
  const sending = begin(state, at);
  happen(sending, action);
  return end(sending);
}

/** The host sends something. */
function receive(state: TablelinkEmulatorState, bytes: Uint8Array, at: number): Emulated {
  const sending = begin(state, at);
  const answer = (line: string): void => {
    if (line === snapshotRequest || line === sealLine(snapshotRequest)) sendSnapshot(sending);
  };
  sending.state.heard = cutLines(state.heard, bytes, maxLineBytes, answer, () => {});
  return end(sending);
}

/** Time passes: a heartbeat each second. */
function tick(state: TablelinkEmulatorState, at: number): Emulated {
  const sending = begin(state, at);
  if (at - sending.state.beatAt >= heartbeatMs) sendHeartbeat(sending);
  return end(sending);
}

function begin(state: TablelinkEmulatorState, at: number): Sending {
  const sending: Sending = { at, state: { ...state }, sent: "" };
  if (state.bootedAt === null) boot(sending, state.boot);
  return sending;
}

function end(sending: Sending): Emulated {
  const bytes = new Uint8Array(sending.sent.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = sending.sent.charCodeAt(at);
  return { state: sending.state, bytes };
}

function happen(sending: Sending, action: TablelinkAction): void {
  const { state } = sending;
  switch (action.kind) {
    case "tag":
      return moveTag(sending, action);
    case "unread":
      return sendEvent(sending, { t: "unread", r: 0, ant: action.antenna });
    case "count":
      return sendEvent(sending, { t: "count", cards: action.cards });
    case "input":
      if (state.levels[action.port] === action.level) return;
      state.levels = { ...state.levels, [action.port]: action.level };
      return sendEvent(sending, { t: "in", p: action.port, v: action.level });
    case "reader":
      state.readers = state.readers.with(action.reader, action.works ? 1 : 0);
      return;
    case "miss":
      state.misses = state.misses.with(action.reader, (state.misses[action.reader] ?? 0) + action.reads);
      return;
    case "error":
      return send(sending, { t: "err", code: action.code, ...(action.reader !== undefined && { r: action.reader }) });
    case "reboot":
      return boot(sending, state.boot + 1);
    case "heartbeat":
      return sendHeartbeat(sending);
    case "fault":
      state.faults = [...state.faults, action.fault];
      return;
    case "garbage":
      return put(sending, String.fromCharCode(...action.bytes));
    case "oversize":
      return put(sending, `${"x".repeat(action.bytes)}\n`);
    case "silent":
      state.silent = action.on;
      return;
  }
}

/** A tag that lies there already has not come, and one that is elsewhere has not left. */
function moveTag(sending: Sending, { antenna, uid, present }: Extract<TablelinkAction, { kind: "tag" }>): void {
  const { state } = sending;
  const others = state.tags.filter((tag) => tag.antenna !== antenna || tag.uid !== uid);
  if (present === others.length < state.tags.length) return;
  state.tags = present ? [...others, { antenna, uid }] : others;
  sendEvent(sending, { t: "tag", r: 0, ant: antenna, uid, on: present ? 1 : 0 });
}

/** After a start the device knows nothing: it says hello and finds again what lies on it. */
function boot(sending: Sending, number: number): void {
  const { state, at } = sending;
  const fresh = { bootedAt: at, beatAt: at, seq: 0, n: 0, held: "", heard: freshLine } satisfies Partial<TablelinkEmulatorState>;
  Object.assign(state, fresh, { boot: number, misses: state.misses.map(() => 0) });
  send(sending, { t: "hello", id: state.id, fw: "emulated", boot: number, n: 0 });
  for (const { antenna, uid } of state.tags) sendEvent(sending, { t: "tag", r: 0, ant: antenna, uid, on: 1 });
  for (const [port, level] of Object.entries(state.levels)) sendEvent(sending, { t: "in", p: Number(port), v: level });
}

function sendHeartbeat(sending: Sending): void {
  const { state, at } = sending;
  state.beatAt = at;
  send(sending, { t: "hb", boot: state.boot, n: state.n, readers: state.readers, miss: state.misses });
}

function sendSnapshot(sending: Sending): void {
  const { boot, n, tags, levels } = sending.state;
  const inputs = Object.entries(levels);
  send(sending, { t: "snap", boot, n, tags: tags.length, ins: inputs.length });
  for (const { antenna, uid } of tags) send(sending, { t: "tag", r: 0, ant: antenna, uid, on: 1, snap: 1 });
  for (const [port, level] of inputs) send(sending, { t: "in", p: Number(port), v: level, snap: 1 });
}

function sendEvent(sending: Sending, fields: Fields): void {
  sending.state.n++;
  send(sending, fields);
}

function send(sending: Sending, fields: Fields): void {
  const { state, at } = sending;
  const { t, ...rest } = fields;
  const text = JSON.stringify({ t, seq: state.seq++, up: Math.max(0, at - (state.bootedAt ?? at)), ...rest });
  const line = `${state.checksum ? sealLine(text) : text}\n`;
  const [fault, ...later] = state.faults;
  state.faults = later;
  if (fault?.kind === "swap" && state.held === "") state.held = line;
  else {
    put(sending, `${strike(line, fault)}${state.held}`);
    state.held = "";
  }
}

/** A line as it arrives. */
function strike(line: string, fault: LineFault | undefined): string {
  switch (fault?.kind) {
    case "drop":
      return "";
    case "repeat":
      return line + line;
    case "truncate":
      return line.slice(0, fault.at % (line.length - 1));
    case "corrupt": {
      const at = fault.at % line.length;
      return line.slice(0, at) + String.fromCharCode(line.charCodeAt(at) ^ fault.xor) + line.slice(at + 1);
    }
    default:
      return line;
  }
}

function put(sending: Sending, text: string): void {
  if (!sending.state.silent) sending.sent += text;
}
