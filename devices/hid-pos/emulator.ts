// A scanner made of numbers.

import { dataAt, dataBytes, moreAt, reportBytes, reportNumber } from "./driver.ts";

export interface HidPosEmulatorState {
  /** Told by feature report FE that it may speak. */
  readonly awake: boolean;
  /** Sends only the first report of the next code. */
  readonly cuts: boolean;
}

export type HidPosAction =
  | { readonly kind: "scan"; readonly code: string }
  /** A card comes, whose number is its code, or goes, of which it says nothing. */
  | { readonly kind: "tag"; readonly uid: string; readonly present: boolean }
  | { readonly kind: "cut" };

const symbology = "]C1";

function act(state: HidPosEmulatorState, action: HidPosAction): { readonly state: HidPosEmulatorState; readonly bytes: Uint8Array } {
  if (action.kind === "tag") return action.present ? act(state, { kind: "scan", code: action.uid }) : { state, bytes: new Uint8Array(0) };
  if (action.kind === "cut") return { state: { ...state, cuts: true }, bytes: new Uint8Array(0) };
  const { code } = action;
  const parts = Array.from({ length: Math.max(1, Math.ceil(code.length / dataBytes)) }, (_, i) =>
    code.slice(i * dataBytes, (i + 1) * dataBytes),
  );
  const bytes = new Uint8Array(parts.length * reportBytes);
  for (const [i, part] of parts.entries()) {
    const report = bytes.subarray(i * reportBytes, (i + 1) * reportBytes);
    report[0] = reportNumber;
    report[1] = part.length;
    for (const [at, character] of [...symbology].entries()) report[2 + at] = character.charCodeAt(0);
    for (const [at, character] of [...part].entries()) report[dataAt + at] = character.charCodeAt(0);
    report[moreAt] = i + 1 < parts.length ? 1 : 0;
  }
  return { state: { ...state, cuts: false }, bytes: state.cuts ? bytes.subarray(0, reportBytes) : bytes };
}

export const hidPosEmulator = {
  start: (): HidPosEmulatorState => ({ awake: false, cuts: false }),
  act,
  receive: (state: HidPosEmulatorState, bytes: Uint8Array) => ({
    state: { ...state, awake: state.awake || (bytes[0] === 0xfe && bytes[1] === 1) },
    bytes: new Uint8Array(0),
  }),
  tick: (state: HidPosEmulatorState) => ({ state, bytes: new Uint8Array(0) }),
  feature: (_: HidPosEmulatorState, number: number) => (number === 0xfe ? Uint8Array.of(0xfe, 0) : null),
  usb: {
    vendorId: 0x0c2e,
    productId: 0x0b61,
    name: "Honeywell Imaging & Mobility 1900",
    // Page 8C, usage 2: report 2 with 63 bytes in, feature report FE of one byte.
    descriptor: "058c0902a10185020903150026ff007508953f810285fe09ff9501b102c0",
    inputBytes: reportBytes,
  },
};
