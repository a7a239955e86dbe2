// A Luxafor Flag made of numbers: what it shows can be asked.

export interface LuxaforEmulatorState {
  readonly shows: readonly number[];
}

const same = (state: LuxaforEmulatorState) => ({ state, bytes: new Uint8Array(0) });

export const luxaforEmulator = {
  start: (): LuxaforEmulatorState => ({ shows: [0, 0, 0] }),
  act: same,
  receive(state: LuxaforEmulatorState, bytes: Uint8Array) {
    const [, command, lamps] = bytes;
    return { state: command === 1 && lamps === 0xff ? { shows: [...bytes.subarray(3, 6)] } : state, bytes: new Uint8Array(0) };
  },
  tick: same,
  usb: {
    vendorId: 0x04d8,
    productId: 0xf372,
    name: "LUXAFOR FLAG",
    descriptor: "0600ff0901a1010901150026ff00750895088102090295089102c0",
    inputBytes: 8,
  },
};
