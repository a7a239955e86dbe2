// A blink(1) made of numbers: what it shows can be asked, and it plays its pattern when nobody speaks to it.

import { reportBytes } from "./driver.ts";

type Colour = readonly [number, number, number];

export interface Blink1EmulatorState {
  readonly shows: Colour;
  readonly pattern: readonly Colour[];
  readonly deadAfterMs: number;
  /** When it was last spoken to; null: it waits for nobody. */
  readonly heardAt: number | null;
  readonly at: number;
}

export type Blink1Action = { readonly kind: "wait" };

function receive(state: Blink1EmulatorState, bytes: Uint8Array, at: number) {
  let next: Blink1EmulatorState = { ...state, at };
  for (let from = 0; from < bytes.length; from += reportBytes) next = obey(next, bytes.subarray(from, from + reportBytes));
  return { state: next, bytes: new Uint8Array(0) };
}

function obey(state: Blink1EmulatorState, report: Uint8Array): Blink1EmulatorState {
  const [, command, a = 0, b = 0, c = 0, , , line = 0] = report;
  if (command === 0x63) return { ...state, shows: [a, b, c] };
  if (command === 0x50) return { ...state, pattern: state.pattern.with(line, [a, b, c]) };
  if (command === 0x44) return { ...state, deadAfterMs: 10 * (256 * b + c), heardAt: a === 1 ? state.at : null };
  return state;
}

/** What can be seen. */
export function shown({ shows, pattern, deadAfterMs, heardAt }: Blink1EmulatorState, at: number): Colour {
  return heardAt !== null && at - heardAt >= deadAfterMs ? (pattern[0] as Colour) : shows;
}

export const blink1Emulator = {
  start: (): Blink1EmulatorState => ({
    shows: [0, 0, 0],
    pattern: Array.from({ length: 32 }, (): Colour => [0, 0, 0]),
    deadAfterMs: 0,
    heardAt: null,
    at: 0,
  }),
  act: (state: Blink1EmulatorState, _: Blink1Action, at: number) => ({ state: { ...state, at }, bytes: new Uint8Array(0) }),
  receive,
  tick: (state: Blink1EmulatorState, at: number) => ({ state: { ...state, at }, bytes: new Uint8Array(0) }),
  feature: (_: Blink1EmulatorState, number: number) => (number === 1 ? new Uint8Array(reportBytes).fill(1, 0, 1) : null),
  usb: {
    vendorId: 0x27b8,
    productId: 0x01ed,
    name: "ThingM blink(1) mk2",
    // Vendor page, feature report 1 with seven bytes.
    descriptor: "0600ff0901a1018501150026ff00750895070900b102c0",
    inputBytes: 0,
  },
};
