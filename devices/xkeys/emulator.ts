// An X-keys XK-24 made of numbers: four columns of six keys.

export interface XkeysEmulatorState {
  readonly down: readonly { readonly row: number; readonly column: number }[];
  /** Backlights that are lit, by the number that the device gives them: blue from 0, red from 32. */
  readonly lit: readonly number[];
  /** Of those, the ones that flash. */
  readonly flashing: readonly number[];
  /** Of its own two lamps: 6 green, 7 red. */
  readonly lamps: Readonly<Record<number, number>>;
  readonly startedAt: number;
}

/** Rows and columns from 0. */
export type XkeysAction = { readonly kind: "key"; readonly row: number; readonly column: number; readonly down: boolean };

const inputBytes = 36;
const nothing = new Uint8Array(0);
const generate = 177;
const version = 214;
const productId = 0x0405;

function act(state: XkeysEmulatorState, { row, column, down }: XkeysAction, at: number) {
  const others = state.down.filter((key) => key.row !== row || key.column !== column);
  const now = { ...state, down: down ? [...others, { row, column }] : others };
  return { state: now, bytes: keyReport(now, 0, at) };
}

/** The unit, what it answers to, a byte a column, and its clock. */
function keyReport({ down, startedAt }: XkeysEmulatorState, type: number, at: number): Uint8Array {
  const report = new Uint8Array(inputBytes);
  report[1] = type;
  for (const { row, column } of down) report[2 + column] = (report[2 + column] as number) | (1 << row);
  new DataView(report.buffer).setUint32(6, Math.max(0, at - startedAt));
  return report;
}

/** Commands, with or without the report number 0 that a host writes before them. */
function receive(state: XkeysEmulatorState, bytes: Uint8Array, at: number) {
  const [command, number = 0, value = 0] = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  if (command === generate) return { state, bytes: keyReport(state, 2, at) };
  if (command === version) {
    const report = new Uint8Array(inputBytes);
    report[1] = version;
    report[10] = 30;
    report.set([productId & 0xff, productId >> 8], 11);
    return { state, bytes: report };
  }
  if (command === 181) {
    const withIt = (some: readonly number[], isIn: boolean): readonly number[] => {
      const others = some.filter((one) => one !== number);
      return isIn ? [...others, number] : others;
    };
    return { state: { ...state, lit: withIt(state.lit, value > 0), flashing: withIt(state.flashing, value === 2) }, bytes: nothing };
  }
  if (command === 179) return { state: { ...state, lamps: { ...state.lamps, [number]: value } }, bytes: nothing };
  return { state, bytes: nothing };
}

export const xkeysEmulator = {
  start: (): XkeysEmulatorState => ({ down: [], lit: [], flashing: [], lamps: {}, startedAt: 0 }),
  act,
  receive,
  tick: (state: XkeysEmulatorState) => ({ state, bytes: nothing }),
  usb: {
    vendorId: 0x05f3,
    productId,
    name: "P.I. Engineering XK-24 HID",
    // Consumer page, 36 bytes in, 35 out.
    descriptor: "050c0901a1010902150026ff00750895248102090395239102c0",
    inputBytes,
  },
};
