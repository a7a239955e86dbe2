// A QLight tower made of numbers: what it shows can be asked.

export interface QlightEmulatorState {
  /** Red, amber, green, blue, white: 0 dark, 1 blinking, 2 lit. */
  readonly shows: readonly number[];
}

const same = (state: QlightEmulatorState) => ({ state, bytes: new Uint8Array(0) });

export const qlightEmulator = {
  start: (): QlightEmulatorState => ({ shows: [0, 0, 0, 0, 0] }),
  act: same,
  receive: (state: QlightEmulatorState, bytes: Uint8Array) => ({
    state: bytes[1] === 0x57 ? { shows: [...bytes.subarray(3, 8)] } : state,
    bytes: new Uint8Array(0),
  }),
  tick: same,
  usb: {
    vendorId: 0x04d8,
    productId: 0xe73c,
    name: "QLIGHT USB Tower Lamp",
    descriptor: "0600ff0901a1010901150026ff00750895088102090295089102c0",
    inputBytes: 8,
  },
};
