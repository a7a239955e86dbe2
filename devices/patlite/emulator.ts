// A Patlite tower made of numbers: what it shows can be asked.

export interface PatliteEmulatorState {
  /** The eight bytes that it was told last. */
  readonly told: readonly number[];
}

const same = (state: PatliteEmulatorState) => ({ state, bytes: new Uint8Array(0) });

export const patliteEmulator = {
  start: (): PatliteEmulatorState => ({ told: [] }),
  act: same,
  receive: (_: PatliteEmulatorState, bytes: Uint8Array) => ({ state: { told: [...bytes.subarray(1, 9)] }, bytes: new Uint8Array(0) }),
  tick: same,
  usb: {
    vendorId: 0x191a,
    productId: 0x8003,
    name: "PATLITE LR6-USB",
    descriptor: "0600ff0901a1010901150026ff00750895088102090295089102c0",
    inputBytes: 8,
  },
};
