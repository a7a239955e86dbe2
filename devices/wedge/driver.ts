// A reader that is a keyboard: it types the number of the tag that it sees, and Enter. What is on the wire: README.md beside this file.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import { characterOf, isEnter, keysDown, noKeys } from "#wire/keyboard";
import type { WedgeOptions } from "./options.ts";

export interface WedgeState {
  readonly options: WedgeOptions;
  /** Keys that are down, by usage. */
  readonly down: readonly number[];
  readonly typed: string;
  /** When the last key of an unfinished number was typed. */
  readonly typedAt: number;
}

/** A number whose Enter has not come by then never ends. */
const endsWithinMs = 500;
/** A poll so late means that the process stood still, and that keys may be waiting unread. */
const lateMs = 100;
const mostCharacters = 40;

export const wedge: DeviceDriver<WedgeState, WedgeOptions> = {
  model: "wedge",
  link: {
    kind: "hid",
    usage: [1, 6],
    known: [
      [0xffff, 0x0035],
      [0x16c0, 0x27db],
    ],
  },
  silentAfterMs: null,
  start: (options) => ({ options, down: noKeys, typed: "", typedAt: 0 }),
  connected: (state) => cutOff({ ...state, down: noKeys }, [{ kind: "hello", restarted: false }]),
  receive,
  pollsAt: ({ typed, typedAt }) => (typed === "" ? null : typedAt + endsWithinMs),
  poll(state, at) {
    const isLate = at - state.typedAt > endsWithinMs + lateMs;
    return isLate ? { state: { ...state, typedAt: at - endsWithinMs + lateMs }, readings: [] } : cutOff(state, []);
  },
};

/** What was typed of a number that never ended: a card passed, and nobody knows which. */
function cutOff(state: WedgeState, readings: readonly Sequenced[]): Received<WedgeState> {
  if (state.typed === "") return { state, readings };
  return { state: { ...state, typed: "" }, readings: [...readings, { kind: "unreadable", code: "cutOff" }] };
}

const alive: readonly Sequenced[] = [{ kind: "alive" }];

function receive({ options, down: before, typed: begun, typedAt }: WedgeState, report: Uint8Array, at: number): Received<WedgeState> {
  const down = keysDown(report);
  if (down === null)
    return { state: { options, down: before, typed: begun, typedAt }, readings: [{ kind: "noise", bytes: report.length }] };
  let typed = begun;
  let readings = alive;
  for (const usage of down) {
    if (before.includes(usage)) continue;
    if (isEnter(usage)) {
      if (typed !== "") readings = readings === alive ? read(typed, options) : [...readings, ...read(typed, options)];
      typed = "";
    } else if (typed.length < mostCharacters) {
      // What is no digit makes the number one that no card has.
      typed += characterOf(usage) ?? "?";
    }
  }
  const isLonger = typed !== "" && typed !== begun;
  return { state: { options, down, typed, typedAt: isLonger ? at : typedAt }, readings };
}

/** A wedge says when a tag comes, and never that it has gone. */
function read(typed: string, { reads, antenna, types, bytes, order }: WedgeOptions): readonly Sequenced[] {
  if (reads === "badges") return [{ kind: "badge", text: typed }];
  const digits = types === "hex" ? hexTyped(typed) : decimalTyped(typed);
  if (digits === null || digits.length > 2 * bytes) return [{ kind: "unreadable", code: "number" }];
  const high = digits.padStart(2 * bytes, "0");
  const uid = order === "high" ? high : (high.match(/../g) ?? []).reverse().join("");
  return [
    { kind: "tag", uid, antenna, present: true },
    { kind: "tag", uid, antenna, present: false },
  ];
}

function hexTyped(typed: string): string | null {
  return /^[0-9A-F]+$/.test(typed) ? typed : null;
}

function decimalTyped(typed: string): string | null {
  if (!/^\d+$/.test(typed)) return null;
  const number = Number(typed);
  return (Number.isSafeInteger(number) ? number : BigInt(typed)).toString(16).toUpperCase();
}
