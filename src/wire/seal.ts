// Where a frame's checksum lies, whether it is right, and how it is written.

import { makeSum, sumBits } from "./checksum.ts";
import { commonNames, makeCursor, makeExtent } from "./cursor.ts";
import { hexDigitOf } from "./hex.ts";
import type { ChecksumSpec, SumScope } from "./profile.ts";

export interface Seal {
  /** Bytes of the checksum on the wire. */
  readonly size: number;
  /** Whether the frame at `bytes[start..end)` has the right checksum. */
  isRight(bytes: Uint8Array, start: number, end: number): boolean;
  /** Writes the checksum of a whole frame, at `at` or where the profile says; `sends`: in the scope for sending. */
  write(frame: Uint8Array, sends: boolean, at?: number): void;
}

const mostBytes = 4096;

export function makeSeal(spec: ChecksumSpec): Seal {
  const cursor = makeCursor();
  const names = commonNames(cursor, []);
  const bits = sumBits(spec.kind);
  const size = spec.as === "hex" ? bits / 4 : bits / 8;
  const sum = makeSum(spec.kind, spec.crc);
  const scopeOf = ({ from, to }: SumScope) => ({ fromOf: makeExtent(cursor, names, from), toOf: makeExtent(cursor, names, to) });
  const received = scopeOf(spec);
  const sent = scopeOf(spec.send ?? spec);
  const atOf = makeExtent(cursor, names, spec.at);
  const digits = new Uint8Array(mostBytes);

  /** The sum of `bytes[from..to)`; -1 when the digits are none. */
  function add(bytes: Uint8Array, from: number, to: number): number {
    if (spec.of === "bytes") return sum(bytes, from, to);
    let count = 0;
    for (let at = from; at + 1 < to; at += 2) {
      const high = hexDigitOf(bytes[at] as number);
      const low = hexDigitOf(bytes[at + 1] as number);
      if (high < 0 || low < 0) return -1;
      digits[count++] = high * 16 + low;
    }
    return sum(digits, 0, count);
  }

  return {
    size,
    isRight(bytes, start, end) {
      cursor.start = start;
      cursor.end = end;
      const at = start + atOf();
      const from = start + received.fromOf();
      const to = start + received.toOf();
      if (!(at >= start && at + size <= end && from >= start && to <= end && to >= from)) return false;
      return readSum(bytes, at, spec.as, size) === add(bytes, from, to);
    },
    write(frame, sends, at) {
      cursor.start = 0;
      cursor.end = frame.length;
      const { fromOf, toOf } = sends ? sent : received;
      writeSum(frame, at ?? atOf(), add(frame, fromOf(), toOf()), spec.as, size);
    },
  };
}

function readSum(bytes: Uint8Array, at: number, as: ChecksumSpec["as"], size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) {
    const byte = bytes[as === "le" ? at + size - 1 - i : at + i] as number;
    const digit = as === "hex" ? hexDigitOf(byte) : byte;
    if (digit < 0) return -2;
    value = value * (as === "hex" ? 16 : 256) + digit;
  }
  return value;
}

function writeSum(bytes: Uint8Array, at: number, value: number, as: ChecksumSpec["as"], size: number): void {
  if (as === "hex") {
    const text = value.toString(16).toUpperCase().padStart(size, "0");
    for (let i = 0; i < size; i++) bytes[at + i] = text.charCodeAt(i);
  } else for (let i = 0; i < size; i++) bytes[as === "le" ? at + i : at + size - 1 - i] = Math.floor(value / 256 ** i) % 256;
}
