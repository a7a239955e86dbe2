// A wedge made of numbers: it types what a real one would.

import { keyboardDescriptor, keyboardReport, keyboardReportBytes, usageOf } from "#wire/keyboard";

export interface WedgeEmulatorState {
  /** Reports until its cable fails; null: it never does. */
  readonly left: number | null;
}

export type WedgeAction =
  /** A card is held to it: types these digits. */
  | { readonly kind: "type"; readonly digits: string }
  /** A card comes, whose number it types in decimal, or goes, of which it says nothing. */
  | { readonly kind: "tag"; readonly uid: string; readonly present: boolean }
  /** After so many more reports it sends nothing: the next number is cut off. */
  | { readonly kind: "fail"; readonly after: number }
  | { readonly kind: "mend" };

const enter = 0x28;
const digitsLeast = 10;

function act(state: WedgeEmulatorState, action: WedgeAction): { readonly state: WedgeEmulatorState; readonly bytes: Uint8Array } {
  if (action.kind === "tag" && !action.present) return same(state);
  if (action.kind === "tag") return act(state, { kind: "type", digits: String(BigInt(`0x${action.uid}`)).padStart(digitsLeast, "0") });
  if (action.kind === "fail") return { state: { left: action.after }, bytes: new Uint8Array(0) };
  if (action.kind === "mend") return { state: { left: null }, bytes: new Uint8Array(0) };
  const keys = [...[...action.digits].map(usageOf), enter];
  const reports = keys.flatMap((usage) => [keyboardReport([usage]), keyboardReport([])]);
  const sent = reports.slice(0, state.left ?? reports.length);
  const bytes = new Uint8Array(sent.length * keyboardReportBytes);
  for (const [i, report] of sent.entries()) bytes.set(report, i * keyboardReportBytes);
  return { state: { left: state.left === null ? null : state.left - sent.length }, bytes };
}

const same = (state: WedgeEmulatorState) => ({ state, bytes: new Uint8Array(0) });

export const wedgeEmulator = {
  start: (): WedgeEmulatorState => ({ left: null }),
  act,
  receive: same,
  tick: same,
  usb: {
    vendorId: 0xffff,
    productId: 0x0035,
    name: "Sycreader RFID Technology Co., Ltd SYC ID&IC USB Reader",
    descriptor: keyboardDescriptor,
    inputBytes: keyboardReportBytes,
  },
};
