// An MCP2221A whose pins see a shuffler's lamps. What is on the wire: README.md beside this file.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import { freshLampWatch, type LampSample, type LampWatch, sampleLamps } from "#wire/lamps";
import { type Mcp2221aOptions, pinCount } from "./options.ts";

export interface Mcp2221aState {
  readonly options: Mcp2221aOptions;
  /** The question that is in flight, as its command, and since when; one at a time: answers carry nothing else to tell them by. */
  readonly asked: number | null;
  readonly askedAt: number;
  /** When the next question is due. */
  readonly nextAt: number | null;
  readonly lamps: LampWatch;
  /** Pins that are no inputs although a lamp hangs on them, told once a connection. */
  readonly wrongPins: readonly number[];
}

export const reportBytes = 64;
export const setPins = 0x60;
export const getPins = 0x51;
/** Of a pin: general purpose, input. */
export const inputPin = 0x08;
/** The value of a pin that is something else. */
export const noPin = 0xee;
const everyMs = 20;
/** An answer that has not come by then never will. */
const answersWithinMs = 100;

export const mcp2221a: DeviceDriver<Mcp2221aState, Mcp2221aOptions> = {
  model: "mcp2221a",
  link: { kind: "hid", known: [[0x04d8, 0x00dd]], sends: { as: "output", bytes: reportBytes + 1 } },
  // Three looks are missed, and the process may have stood still for a moment.
  silentAfterMs: 400,
  tells: ["lamps"],
  start: (options) => ({ options, asked: null, askedAt: 0, nextAt: null, lamps: freshLampWatch, wrongPins: [] }),
  connected: (state, at) => ({
    ...ask({ ...state, lamps: freshLampWatch, wrongPins: [] }, setPins, at),
    readings: [{ kind: "hello", restarted: false }],
  }),
  receive,
  pollsAt: ({ nextAt }) => nextAt,
  poll: (state, at) => ({ ...ask(state, state.asked ?? getPins, at), readings: [] }),
};

/** Asks, and asks again when no answer comes. */
function ask(state: Mcp2221aState, command: number, at: number): Pick<Required<Received<Mcp2221aState>>, "state" | "reply"> {
  const reply = new Uint8Array(reportBytes + 1);
  reply[1] = command;
  if (command === setPins) reply.set([0x80, inputPin, inputPin, inputPin, inputPin], 1 + 7);
  return { state: { ...state, asked: command, askedAt: at, nextAt: at + answersWithinMs }, reply };
}

function receive(state: Mcp2221aState, report: Uint8Array, at: number): Received<Mcp2221aState> {
  const [command, outcome] = report;
  const isAnswer = report.length === reportBytes && (command === setPins || command === getPins) && outcome === 0;
  if (!isAnswer) return { state, readings: [{ kind: "noise", bytes: report.length }] };
  // An answer so late that it was asked for again: what the pins were then is of no use now.
  if (command !== state.asked) return { state, readings: [{ kind: "alive" }] };
  const answered = { ...state, asked: null };
  if (report[0] === setPins) return { ...ask(answered, getPins, at), readings: [{ kind: "alive" }] };
  return look({ ...answered, nextAt: Math.max(at, state.askedAt + everyMs) }, report, at);
}

/** Each pin as value and direction, after the command and its outcome. */
function look(state: Mcp2221aState, report: Uint8Array, at: number): Received<Mcp2221aState> {
  const sample: { -readonly [Name in keyof LampSample]: boolean } = {};
  const wrongPins: number[] = [];
  for (let pin = 0; pin < pinCount; pin++) {
    const use = state.options.inputs[pin];
    const value = report[2 + 2 * pin] as number;
    if (use === undefined) continue;
    if (value > 1) wrongPins.push(pin);
    else sample[use.lamp] = (value === 1) === (use.active === "high");
  }
  const { watch, readings } = sampleLamps(state.lamps, sample, at);
  return {
    state: { ...state, lamps: watch, wrongPins },
    readings: [{ kind: "alive" }, ...readings, ...pinFaults(state.wrongPins, wrongPins)],
  };
}

function pinFaults(before: readonly number[], now: readonly number[]): readonly Sequenced[] {
  const faults = (pins: readonly number[], cleared: boolean): readonly Sequenced[] =>
    pins.map((pin) => ({ kind: "fault", code: `noInput.${pin}`, cleared }));
  return [
    ...faults(
      now.filter((pin) => !before.includes(pin)),
      false,
    ),
    ...faults(
      before.filter((pin) => !now.includes(pin)),
      true,
    ),
  ];
}
