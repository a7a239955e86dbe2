// Where a frame's checksums lie, whether they are right, and how they are written.

import { makeSum, sumBits } from "./checksum.ts";
import { termsOf } from "./cursor.ts";
import { hexDigitOf } from "./hex.ts";
import type { ChecksumSpec, Extent, SumScope } from "./profile.ts";

export interface Seal {
  /** Bytes of each checksum on the wire. */
  readonly sizes: readonly number[];
  /** Whether the frame at `bytes[start..end)` has the right checksums. */
  isRight(bytes: Uint8Array, start: number, end: number): boolean;
  /** Writes the checksums of a whole frame, at the places given or where the profile says; `sends`: in the scope for sending. */
  write(frame: Uint8Array, sends: boolean, places?: readonly number[]): void;
}

const mostBytes = 4096;

export function makeSeal(specs: readonly ChecksumSpec[]): Seal {
  const sums = specs.map(makeOne);
  const [only, ...more] = sums;
  return {
    sizes: sums.map(({ size }) => size),
    isRight:
      only !== undefined && more.length === 0 ? only.isRight : (bytes, start, end) => sums.every((sum) => sum.isRight(bytes, start, end)),
    write(frame, sends, places) {
      for (const [i, sum] of sums.entries()) if (places === undefined || places[i] !== undefined) sum.write(frame, sends, places?.[i]);
    },
  };
}

interface OneSum {
  readonly size: number;
  isRight(bytes: Uint8Array, start: number, end: number): boolean;
  write(frame: Uint8Array, sends: boolean, at?: number): void;
}

function makeOne(spec: ChecksumSpec): OneSum {
  const bits = sumBits(spec.kind);
  const size = spec.as === "hex" ? bits / 4 : bits / 8;
  const sum = makeSum(spec.kind, spec.crc);
  const scopeOf = ({ from, to }: SumScope) => ({ from: placeOf(from), to: placeOf(to) });
  const received = scopeOf(spec);
  const sent = scopeOf(spec.send ?? spec);
  const place = placeOf(spec.at);
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
      const length = end - start;
      const at = start + inFrame(place, length);
      const from = start + inFrame(received.from, length);
      const to = start + inFrame(received.to, length);
      if (!(at >= start && at + size <= end && from >= start && to <= end && to >= from)) return false;
      return readSum(bytes, at, spec.as, size) === add(bytes, from, to);
    },
    write(frame, sends, at) {
      const { from, to } = sends ? sent : received;
      writeSum(
        frame,
        at ?? inFrame(place, frame.length),
        add(frame, inFrame(from, frame.length), inFrame(to, frame.length)),
        spec.as,
        size,
      );
    },
  };
}

/** A place in a frame: a number, and how often its length is added. */
interface PlaceInFrame {
  readonly fixed: number;
  readonly lengths: number;
}

function placeOf(extent: Extent): PlaceInFrame {
  let [fixed, lengths] = [0, 0];
  for (const { sign, term } of termsOf(extent) ?? []) {
    if (typeof term === "number") fixed += sign * term;
    else lengths += sign;
  }
  return { fixed, lengths };
}

function inFrame({ fixed, lengths }: PlaceInFrame, length: number): number {
  return fixed + lengths * length;
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
