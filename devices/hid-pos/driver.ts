// A scanner for points of sale, as the HID usage tables define it. What is on the wire: README.md beside this file.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import { hexOfText } from "#wire/hex";
import type { HidPosOptions } from "./options.ts";

export interface HidPosState {
  readonly options: HidPosOptions;
  /** What earlier reports have brought of a long code. */
  readonly begun: string;
}

export const reportBytes = 64;
export const reportNumber = 2;
/** In a report, after its number: the length, three characters that name the symbology, the code. */
export const dataAt = 5;
export const dataBytes = 56;
export const moreAt = 63;
const aimMark = 0x5d;
const wakeUp = Uint8Array.of(0xfe, 1);
const mostCharacters = 256;

export const hidPos: DeviceDriver<HidPosState, HidPosOptions> = {
  model: "hid-pos",
  link: { kind: "hid", usage: [0x8c, 2], sends: { as: "feature", bytes: wakeUp.length } },
  silentAfterMs: null,
  start: (options) => ({ options, begun: "" }),
  connected: (state) => ({
    state: { ...state, begun: "" },
    readings: [{ kind: "hello", restarted: false }, ...lost(state)],
    ...(state.options.maker === "honeywell" && { reply: wakeUp }),
  }),
  receive,
};

function receive(state: HidPosState, report: Uint8Array): Received<HidPosState> {
  const part = partOf(report);
  if (part === null) return { state: { ...state, begun: "" }, readings: [{ kind: "noise", bytes: report.length }, ...lost(state)] };
  const code = state.begun + part;
  if (code.length > mostCharacters) return { state: { ...state, begun: "" }, readings: [{ kind: "unreadable", code: "tooLong" }] };
  if (report[moreAt] !== 0) return { state: { ...state, begun: code }, readings: [{ kind: "alive" }] };
  return { state: { ...state, begun: "" }, readings: read(code, state.options) };
}

/** A long code whose end never came: something was scanned, and nobody knows what. */
function lost({ begun }: HidPosState): readonly Sequenced[] {
  return begun === "" ? [] : [{ kind: "unreadable", code: "cutOff" }];
}

/** The characters of one report; null when it is none of a scanner's. Some makers put a byte before the symbology's name. */
function partOf(report: Uint8Array): string | null {
  if (report.length !== reportBytes || report[0] !== reportNumber) return null;
  const shift = report[2] === aimMark ? 0 : report[3] === aimMark ? 1 : -1;
  const length = report[1] as number;
  if (shift < 0 || length > dataBytes - shift) return null;
  let text = "";
  for (let at = dataAt + shift; at < dataAt + shift + length; at++) text += String.fromCharCode(report[at] as number);
  return text;
}

/** A scanner says when it sees a code, and never that it has gone. */
function read(code: string, { reads, antenna, code: kind }: HidPosOptions): readonly Sequenced[] {
  if (reads === "badges") return [{ kind: "badge", text: code }];
  const uid = kind === "hex" ? code.toUpperCase() : hexOfText(code);
  if (!/^([0-9A-F]{2}){4,16}$/.test(uid)) return [{ kind: "unreadable", code: "number" }];
  return [
    { kind: "tag", uid, antenna, present: true },
    { kind: "tag", uid, antenna, present: false },
  ];
}
