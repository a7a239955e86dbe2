// A Stream Deck MK.2 made of numbers: fifteen keys, and what it was told to show.

export interface StreamdeckEmulatorState {
  readonly serial: string;
  readonly down: readonly number[];
  readonly brightness: number | null;
  /** Bytes of the last whole picture of each key (JPEG), by key. */
  readonly pictures: Readonly<Record<number, readonly number[]>>;
  /** Parts of a picture that is coming in. */
  readonly coming: readonly number[];
}

export type StreamdeckAction = { readonly kind: "key"; readonly key: number; readonly down: boolean };

const keys = 15;
const inputBytes = 512;
const outputBytes = 1024;
const nothing = new Uint8Array(0);

function act(state: StreamdeckEmulatorState, { key, down }: StreamdeckAction) {
  const others = state.down.filter((one) => one !== key);
  const now = { ...state, down: down ? [...others, key] : others };
  const report = new Uint8Array(inputBytes);
  report.set([1, 0, keys, 0]);
  for (const one of now.down) report[4 + one] = 1;
  return { state: now, bytes: report };
}

/** Output report 2: a part of a picture. Feature report 3: brightness. */
function receive(state: StreamdeckEmulatorState, report: Uint8Array) {
  if (report[0] === 3 && report[1] === 8) return { state: { ...state, brightness: report[2] as number }, bytes: nothing };
  if (report[0] !== 2 || report[1] !== 7 || report.length !== outputBytes) return { state, bytes: nothing };
  const [, , key = 0, isLast = 0, low = 0, high = 0] = report;
  const coming = [...state.coming, ...report.subarray(8, 8 + low + 256 * high)];
  const pictures = isLast === 1 ? { ...state.pictures, [key]: coming } : state.pictures;
  return { state: { ...state, pictures, coming: isLast === 1 ? [] : coming }, bytes: nothing };
}

/** 5: firmware. 6: serial number. */
function feature({ serial }: StreamdeckEmulatorState, number: number): Uint8Array | null {
  const answer = new Uint8Array(32);
  answer[0] = number;
  const put = (text: string, at: number): void =>
    answer.set(
      Array.from(text, (character) => character.charCodeAt(0)),
      at,
    );
  if (number === 5) {
    answer[1] = 12;
    put("1.00.000", 6);
  } else if (number === 6) {
    answer[1] = serial.length;
    put(serial, 2);
  }
  return answer;
}

export const streamdeckEmulator = {
  start: (options: { readonly serial?: string }): StreamdeckEmulatorState => ({
    serial: options.serial ?? "EMU0SD0001",
    down: [],
    brightness: null,
    pictures: {},
    coming: [],
  }),
  act,
  receive,
  tick: (state: StreamdeckEmulatorState) => ({ state, bytes: nothing }),
  feature,
  usb: {
    vendorId: 0x0fd9,
    productId: 0x0080,
    name: "Elgato Stream Deck",
    // Consumer page. Input report 1 of 511 bytes, output report 2 of 1,023, feature reports 3, 5, 6 and 8 of 31.
    descriptor:
      "050c0901a101850109011500" +
      "26ff00750896ff0181028502090296ff03910285030903951f" +
      "b10285050905951fb10285060906951fb10285080908951fb102c0",
    inputBytes,
  },
};
