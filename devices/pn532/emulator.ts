// A PN532 made of numbers: the answers of the chip, and what goes wrong with them.

import { command, targetsMax } from "./command.ts";
import { ackFrame, cutFrames, type FrameCut, freshCut, fromChip, makeFrame, syntaxFrame, toChip } from "./frame.ts";

export interface Pn532EmulatorOptions {
  /** Every second look finds nothing unless the tags were released; true where nothing is said. */
  readonly forgets?: boolean;
}

/** What happens to the next answer. `at`: a position in it, taken round its length. */
export type AnswerFault =
  | { readonly kind: "drop" }
  /** The acknowledge does not come, but the answer does. */
  | { readonly kind: "swallowAck" }
  /** The acknowledge comes, and then nothing. */
  | { readonly kind: "noAnswer" }
  | { readonly kind: "syntax" }
  | { readonly kind: "corrupt"; readonly at: number; readonly xor: number }
  | { readonly kind: "truncate"; readonly at: number };

export type Pn532Action =
  | { readonly kind: "tag"; readonly antenna: number; readonly uid: string; readonly present: boolean }
  /** The power was off for a moment: asleep, and nothing is set up. */
  | { readonly kind: "reboot" }
  | { readonly kind: "fault"; readonly fault: AnswerFault }
  /** The next so many looks find nothing, whatever lies there. */
  | { readonly kind: "miss"; readonly reads: number }
  | { readonly kind: "garbage"; readonly bytes: Uint8Array }
  | { readonly kind: "silent"; readonly on: boolean };

export interface Pn532EmulatorState {
  readonly forgets: boolean;
  readonly awake: boolean;
  readonly cut: FrameCut;
  /** In the order in which they were laid down: only the first two are found. */
  readonly tags: readonly { readonly antenna: number; readonly uid: string }[];
  readonly listed: boolean;
  readonly misses: number;
  readonly faults: readonly AnswerFault[];
  readonly silent: boolean;
  readonly lastAnswer: Uint8Array;
}

interface Emulated {
  readonly state: Pn532EmulatorState;
  readonly bytes: Uint8Array;
}

export const pn532Emulator = { start, act, receive, tick };

const wakeByte = 0x55;
const nothing = new Uint8Array(0);

function start({ forgets = true }: Pn532EmulatorOptions): Pn532EmulatorState {
  return { forgets, awake: false, cut: freshCut, tags: [], listed: false, misses: 0, faults: [], silent: false, lastAnswer: nothing };
}

function act(state: Pn532EmulatorState, action: Pn532Action): Emulated {
  switch (action.kind) {
    case "tag": {
      const others = state.tags.filter(({ uid }) => uid !== action.uid);
      const tags = action.present ? [...others, { antenna: action.antenna, uid: action.uid }] : others;
      return quiet({ ...state, tags });
    }
    case "reboot":
      return quiet({ ...state, awake: false, cut: freshCut, listed: false });
    case "fault":
      return quiet({ ...state, faults: [...state.faults, action.fault] });
    case "miss":
      return quiet({ ...state, misses: state.misses + action.reads });
    case "garbage":
      return { state, bytes: action.bytes };
    case "silent":
      return quiet({ ...state, silent: action.on });
  }
}

function quiet(state: Pn532EmulatorState): Emulated {
  return { state, bytes: nothing };
}

function tick(state: Pn532EmulatorState): Emulated {
  return quiet(state);
}

function receive(state: Pn532EmulatorState, bytes: Uint8Array): Emulated {
  let now = state;
  const sent: number[] = [];
  if (!now.awake) {
    const woken = bytes.indexOf(wakeByte);
    if (woken < 0) return quiet(now);
    now = { ...now, awake: true };
  }
  const cut = cutFrames(now.cut, bytes, (piece) => {
    if (piece.kind === "nack") sent.push(...now.lastAnswer);
    if (piece.kind !== "frame" || piece.tfi !== toChip) return;
    const said = answer(now, piece.body);
    now = said.state;
    sent.push(...said.bytes);
  });
  return { state: { ...now, cut }, bytes: now.silent ? nothing : Uint8Array.from(sent) };
}

function answer(state: Pn532EmulatorState, asked: Uint8Array): Emulated {
  const { body, state: after } = bodyFor(state, asked);
  const [fault, ...faults] = state.faults;
  const whole = makeFrame(fromChip, body);
  return { state: { ...after, faults, lastAnswer: whole }, bytes: strike(fault, whole) };
}

function strike(fault: AnswerFault | undefined, whole: Uint8Array): Uint8Array {
  switch (fault?.kind) {
    case undefined:
      return Uint8Array.of(...ackFrame, ...whole);
    case "drop":
      return nothing;
    case "swallowAck":
      return whole;
    case "noAnswer":
      return ackFrame;
    case "syntax":
      return syntaxFrame;
    case "truncate":
      return Uint8Array.of(...ackFrame, ...whole.slice(0, fault.at % whole.length));
    case "corrupt":
      return Uint8Array.of(...ackFrame, ...whole.map((byte, i) => (i === fault.at % whole.length ? byte ^ fault.xor : byte)));
  }
}

function bodyFor(state: Pn532EmulatorState, asked: Uint8Array): { readonly state: Pn532EmulatorState; readonly body: readonly number[] } {
  const code = asked[0] ?? 0;
  switch (code) {
    case command.firmware:
      return { state, body: [code + 1, 0x32, 0x01, 0x06, 0x07] };
    case command.release:
      return { state: { ...state, listed: false }, body: [code + 1, 0] };
    case command.list:
      return list(state, asked[1] ?? 1);
    default:
      return { state, body: [code + 1] };
  }
}

function list(state: Pn532EmulatorState, most: number): { readonly state: Pn532EmulatorState; readonly body: readonly number[] } {
  const isBlind = state.misses > 0 || (state.forgets && state.listed);
  const found = isBlind ? [] : state.tags.slice(0, Math.min(most, targetsMax));
  const targets = found.flatMap(({ uid }, i) => {
    const bytes = uid.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
    return [i + 1, 0, bytes.length === 4 ? 0x04 : 0x44, bytes.length === 4 ? 0x08 : 0x00, bytes.length, ...bytes];
  });
  const misses = Math.max(0, state.misses - 1);
  return { state: { ...state, misses, listed: found.length > 0 }, body: [command.list + 1, found.length, ...targets] };
}
