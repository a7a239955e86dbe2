// An MCP2221A made of numbers, with contacts that can bounce and answers that can get lost.

import { getPins, inputPin, noPin, reportBytes, setPins } from "./driver.ts";
import { pinCount } from "./options.ts";

export interface Mcp2221aEmulatorState {
  readonly levels: readonly number[];
  /** Which pins are inputs: none before it is told. */
  readonly inputs: readonly boolean[];
  readonly fault: Mcp2221aFault | null;
}

/** What happens to the next answer. */
export type Mcp2221aFault = "drop" | "refuse" | "short";

export type Mcp2221aAction =
  | { readonly kind: "level"; readonly pin: number; readonly level: 0 | 1 }
  | { readonly kind: "fault"; readonly fault: Mcp2221aFault };

const nothing = new Uint8Array(0);

function act(state: Mcp2221aEmulatorState, action: Mcp2221aAction) {
  if (action.kind === "fault") return { state: { ...state, fault: action.fault }, bytes: nothing };
  return { state: { ...state, levels: state.levels.with(action.pin, action.level) }, bytes: nothing };
}

/** The host writes a report, its number (0) first where the caller has not taken it off. */
function receive(state: Mcp2221aEmulatorState, bytes: Uint8Array) {
  const command = bytes.length > reportBytes ? bytes.subarray(1) : bytes;
  const answer = new Uint8Array(reportBytes);
  answer[0] = command[0] as number;
  let { inputs } = state;
  if (command[0] === setPins && command[7] === 0x80) inputs = inputs.map((_, pin) => command[8 + pin] === inputPin);
  else if (command[0] === getPins) for (let pin = 0; pin < pinCount; pin++) answer.set(pinOf({ ...state, inputs }, pin), 2 + 2 * pin);
  else answer[1] = 1;
  if (state.fault === "refuse") answer[1] = 1;
  const sent = state.fault === "drop" ? nothing : state.fault === "short" ? answer.subarray(0, 10) : answer;
  return { state: { ...state, inputs, fault: null }, bytes: sent };
}

function pinOf({ levels, inputs }: Mcp2221aEmulatorState, pin: number): readonly number[] {
  return inputs[pin] === true ? [levels[pin] as number, 1] : [noPin, noPin + 1];
}

export const mcp2221aEmulator = {
  start: (): Mcp2221aEmulatorState => ({ levels: [0, 0, 0, 0], inputs: [false, false, false, false], fault: null }),
  act,
  receive,
  tick: (state: Mcp2221aEmulatorState) => ({ state, bytes: nothing }),
  usb: {
    vendorId: 0x04d8,
    productId: 0x00dd,
    name: "Microchip Technology Inc. MCP2221 USB-I2C/UART Combo",
    descriptor: "0600ff0901a1010902150026ff00750895408102090395409102c0",
    inputBytes: reportBytes,
  },
};
