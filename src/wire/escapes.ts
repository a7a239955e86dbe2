// Bytes that may not stand inside a frame, and the pairs that stand for them: 7D 5E for 7E, 10 10 for 10.

import { bytesOfHex } from "./hex.ts";
import type { Hex } from "./profile.ts";

export interface Escapes {
  /** Whether two bytes on the line stand for one. */
  isPair(first: number, second: number): boolean;
  /** A pair begins with it. */
  leads(byte: number): boolean;
  /** What `bytes[from..to)` means; null where it has no pair in it, and means what it is. */
  undo(bytes: Uint8Array, from: number, to: number): Uint8Array | null;
  /** `bytes` as they go on the line: those of `bytes[from..to)` that need it as pairs. */
  apply(bytes: Uint8Array, from: number, to: number): Uint8Array;
}

export function makeEscapes(pairs: Readonly<Record<Hex, Hex>>): Escapes {
  const meant = new Map<number, number>();
  const written = new Map<number, Uint8Array>();
  const leading = new Uint8Array(256);
  for (const [pair, byte] of Object.entries(pairs)) {
    const two = bytesOfHex(pair) ?? new Uint8Array(2);
    const [first = 0, second = 0] = two;
    const one = bytesOfHex(byte)?.[0] ?? 0;
    meant.set(first * 256 + second, one);
    written.set(one, two);
    leading[first] = 1;
  }
  const leads = (byte: number): boolean => leading[byte] === 1;
  const isPair = (first: number, second: number): boolean => meant.has(first * 256 + second);

  return {
    leads,
    isPair,
    undo(bytes, from, to) {
      let undone: Uint8Array | null = null;
      let size = 0;
      for (let at = from; at < to; at++) {
        const byte = bytes[at] as number;
        const one = leads(byte) && at + 1 < to ? meant.get(byte * 256 + (bytes[at + 1] as number)) : undefined;
        if (one !== undefined && undone === null) {
          undone = new Uint8Array(to - from);
          undone.set(bytes.subarray(from, at));
        }
        if (undone !== null) undone[size] = one ?? byte;
        size++;
        if (one !== undefined) at++;
      }
      return undone?.subarray(0, size) ?? null;
    },
    apply(bytes, from, to) {
      const middle = Array.from(bytes.subarray(from, to)).flatMap((byte) => [...(written.get(byte) ?? [byte])]);
      return Uint8Array.from([...bytes.subarray(0, from), ...middle, ...bytes.subarray(to)]);
    },
  };
}
