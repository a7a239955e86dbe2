// A foot switch made of numbers, programmed to F13, F14 and F15.

import { keyboardDescriptor, keyboardReport, keyboardReportBytes } from "#wire/keyboard";

export interface FootswitchEmulatorState {
  readonly down: readonly number[];
}

export type FootswitchAction = { readonly kind: "pedal"; readonly pedal: number; readonly down: boolean };

const first = 0x68;

function act(state: FootswitchEmulatorState, { pedal, down }: FootswitchAction) {
  const others = state.down.filter((one) => one !== pedal);
  const after = { down: down ? [...others, pedal].sort() : others };
  return { state: after, bytes: keyboardReport(after.down.map((one) => first + one)) };
}

const same = (state: FootswitchEmulatorState) => ({ state, bytes: new Uint8Array(0) });

export const footswitchEmulator = {
  start: (): FootswitchEmulatorState => ({ down: [] }),
  act,
  receive: same,
  tick: same,
  usb: {
    vendorId: 0x3553,
    productId: 0xb001,
    name: "PCsensor FootSwitch",
    descriptor: keyboardDescriptor,
    inputBytes: keyboardReportBytes,
  },
};
