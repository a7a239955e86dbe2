// A Modbus I/O module made of numbers: answers to "read inputs" over TCP (MBAP) or a serial line (RTU), and what goes wrong with them.

export interface ModbusIoEmulatorOptions {
  readonly over: "tcp" | "rtu";
  readonly unit?: number;
}

export type ModbusIoAction =
  | { readonly kind: "input"; readonly port: number; readonly level: 0 | 1 }
  /** The next answer is not sent, is refused, or comes with a wrong digit. */
  | { readonly kind: "fault"; readonly fault: "drop" | "exception" | "corrupt" }
  | { readonly kind: "garbage"; readonly bytes: Uint8Array }
  | { readonly kind: "silent"; readonly on: boolean };

export interface ModbusIoEmulatorState {
  readonly over: "tcp" | "rtu";
  readonly unit: number;
  readonly levels: readonly (0 | 1)[];
  readonly partial: Uint8Array;
  readonly faults: readonly ("drop" | "exception" | "corrupt")[];
  readonly silent: boolean;
}

interface Emulated {
  readonly state: ModbusIoEmulatorState;
  readonly bytes: Uint8Array;
}

export const modbusIoEmulator = { start, act, receive, tick };

const inputs = 64;
const nothing = new Uint8Array(0);
const headBytes = { tcp: 6, rtu: 0 } as const;
/** Unit, function, first (2), count (2). */
const questionBytes = 6;
const illegalAddress = 2;

function start({ over, unit = 1 }: ModbusIoEmulatorOptions): ModbusIoEmulatorState {
  return { over, unit, levels: Array<0 | 1>(inputs).fill(0), partial: nothing, faults: [], silent: false };
}

function act(state: ModbusIoEmulatorState, action: ModbusIoAction): Emulated {
  switch (action.kind) {
    case "input":
      return { state: { ...state, levels: state.levels.with(action.port, action.level) }, bytes: nothing };
    case "fault":
      return { state: { ...state, faults: [...state.faults, action.fault] }, bytes: nothing };
    case "garbage":
      return { state, bytes: action.bytes };
    case "silent":
      return { state: { ...state, silent: action.on }, bytes: nothing };
  }
}

function tick(state: ModbusIoEmulatorState): Emulated {
  return { state, bytes: nothing };
}

/** Whole questions are answered; of a serial line's questions those with a right sum. */
function receive(state: ModbusIoEmulatorState, bytes: Uint8Array): Emulated {
  let all = Uint8Array.of(...state.partial, ...bytes);
  let { faults } = state;
  const sent: number[] = [];
  const length = headBytes[state.over] + questionBytes + (state.over === "rtu" ? 2 : 0);
  while (all.length >= length) {
    const isGood = state.over === "tcp" || (crcOf(all.subarray(0, questionBytes)) ^ (all[6] ?? 0) ^ ((all[7] ?? 0) << 8)) === 0;
    if (!isGood) {
      all = all.slice(1);
      continue;
    }
    const [fault, ...rest] = faults;
    faults = rest;
    sent.push(...answer(state, all.subarray(0, length), fault));
    all = all.slice(length);
  }
  return { state: { ...state, partial: all, faults }, bytes: state.silent ? nothing : Uint8Array.from(sent) };
}

function answer(
  state: ModbusIoEmulatorState,
  question: Uint8Array,
  fault: "drop" | "exception" | "corrupt" | undefined,
): readonly number[] {
  const head = headBytes[state.over];
  const [unit = 0, code = 0, firstHigh = 0, firstLow = 0, , count = 0] = question.subarray(head);
  if (unit !== state.unit || fault === "drop") return [];
  const first = firstHigh * 256 + firstLow;
  const isRefused = fault === "exception" || (code !== 1 && code !== 2) || first + count > state.levels.length;
  const body = isRefused ? [unit, code | 0x80, illegalAddress] : [unit, code, ...packed(state.levels.slice(first, first + count))];
  const whole = state.over === "tcp" ? [...question.subarray(0, 4), 0, body.length, ...body] : [...body, ...sumOf(body)];
  return fault === "corrupt" ? whole.map((byte, i) => (i === whole.length - 1 ? byte ^ 0x10 : byte)) : whole;
}

/** Number of bytes, and eight inputs a byte, the first in bit 0. */
function packed(levels: readonly (0 | 1)[]): readonly number[] {
  const bytes = Array<number>(Math.ceil(levels.length / 8)).fill(0);
  for (const [i, level] of levels.entries()) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (level << (i & 7));
  return [bytes.length, ...bytes];
}

function sumOf(body: readonly number[]): readonly number[] {
  const crc = crcOf(Uint8Array.from(body));
  return [crc & 0xff, crc >> 8];
}

/** CRC-16/MODBUS: reflected, polynomial A001, begins with FFFF. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
