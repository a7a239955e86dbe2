// Cuts a stream into frames as a profile describes them. What is no frame costs one byte, not the frame behind it: after a false
// start the search goes on at the next byte.

import { makeEscapes } from "./escapes.ts";
import { bytesOfHex } from "./hex.ts";
import type { FrameSpec } from "./profile.ts";

/**
 * Looks at `bytes[from..to)` and says what begins there: more than zero, a frame of so many bytes whose content lies in `frame` between
 * `start` and `end`; less than zero, so many bytes that belong to no frame; zero, too little has come to tell.
 */
export interface Cutter {
  /** The bytes that were looked at, or what they mean where some of them were escaped. */
  frame: Uint8Array;
  start: number;
  end: number;
  /** In a line that is too long: up to its end everything is skipped. */
  skipping: boolean;
  cut(bytes: Uint8Array, from: number, to: number): number;
  /** A frame with a wrong checksum costs all its bytes; else one byte, and a frame may begin at the next. */
  readonly losesWhole: boolean;
  /** The longest frame, with all that belongs to it. */
  readonly max: number;
}

export function makeCutter(spec: FrameSpec): Cutter {
  switch (spec.kind) {
    case "delimited":
      return makeDelimited(spec);
    case "fixed":
      return makeSized(hex(spec.start), hex(spec.end), spec.size, () => spec.size);
    case "length":
      return makeLength(spec);
    case "enclosed":
      return makeEnclosed(spec);
    case "first":
      return makeEnclosed({
        kind: "enclosed",
        start: [],
        end: "00",
        trailer: 0,
        single: spec.sizes,
        max: Math.max(...Object.values(spec.sizes)),
      });
    case "report":
      return { ...makeSized(hex(""), hex(""), spec.size, () => spec.size), losesWhole: true };
  }
}

const noBytes = new Uint8Array(0);

function hex(text: string | undefined): Uint8Array {
  return bytesOfHex(text ?? "") ?? new Uint8Array(0);
}

/** How many bytes from `from` on can't begin with `start`; zero when the first ones may. */
function bytesBefore(start: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  if (start.length === 0) return 0;
  const first = start[0] as number;
  if (bytes[from] === first && agrees(start, bytes, from, to)) return 0;
  let at = from + 1;
  for (; at < to; at++) {
    at = bytes.indexOf(first, at);
    if (at === -1 || at >= to) return to - from;
    if (agrees(start, bytes, at, to)) break;
  }
  return Math.min(at, to) - from;
}

/** Whether what is there of `pattern` at `at` is right. */
function agrees(pattern: Uint8Array, bytes: Uint8Array, at: number, to: number): boolean {
  for (let i = 1; i < pattern.length && at + i < to; i++) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

function endsWith(pattern: Uint8Array, bytes: Uint8Array, end: number): boolean {
  for (let i = 0; i < pattern.length; i++) if (bytes[end - pattern.length + i] !== pattern[i]) return false;
  return true;
}

/** Frames whose size is known from their first `head` bytes; a size of zero or less is none. */
function makeSized(
  start: Uint8Array,
  end: Uint8Array,
  max: number,
  sizeOf: (bytes: Uint8Array, at: number) => number,
  head: number = start.length,
): Cutter {
  return {
    frame: noBytes,
    start: 0,
    end: 0,
    skipping: false,
    losesWhole: false,
    max,
    cut(bytes, from, to) {
      const before = bytesBefore(start, bytes, from, to);
      if (before > 0) return -before;
      if (to - from < head) return 0;
      const size = sizeOf(bytes, from);
      if (size <= 0) return -1;
      if (to - from < size) return 0;
      if (!endsWith(end, bytes, from + size)) return -1;
      this.frame = bytes;
      this.start = from;
      this.end = from + size;
      return size;
    },
  };
}

function makeLength(spec: Extract<FrameSpec, { kind: "length" }>): Cutter {
  const { at, size, order, plus, min, max } = spec;
  const [high, low] = order === "be" ? [at, at + 1] : [at + 1, at];
  const read =
    size === 1
      ? (bytes: Uint8Array, from: number): number => bytes[from + at] as number
      : (bytes: Uint8Array, from: number): number => ((bytes[from + high] as number) << 8) | (bytes[from + low] as number);
  const start = hex(spec.start);
  const sizeOf = (bytes: Uint8Array, from: number): number => {
    const whole = read(bytes, from) + plus;
    return whole < min || whole > max ? 0 : whole;
  };
  return makeSized(start, hex(spec.end), max, sizeOf, Math.max(start.length, at + size));
}

function makeEnclosed({ start, end, trailer, single, max }: Extract<FrameSpec, { kind: "enclosed" }>): Cutter {
  const [last = 0] = hex(end);
  /** By first byte: -1 a frame that is enclosed, more than zero the size of a single one, 0 no frame. */
  const sizes = new Int16Array(256);
  for (const first of start) sizes[hex(first)[0] ?? 0] = -1;
  for (const [first, size] of Object.entries(single)) sizes[hex(first)[0] ?? 0] = size;
  return {
    frame: noBytes,
    start: 0,
    end: 0,
    skipping: false,
    losesWhole: false,
    max,
    cut(bytes, from, to) {
      let at = from;
      while (at < to && sizes[bytes[at] as number] === 0) at++;
      if (at > from) return from - at;
      let size = sizes[bytes[from] as number] as number;
      if (size < 0) {
        // No further than a frame may reach, or garbage full of beginnings would be searched to its end for each of them.
        const limit = Math.min(to, from + max - trailer);
        let found = from + 1;
        while (found < limit && bytes[found] !== last) found++;
        if (found >= limit) return to - from >= max - trailer ? -1 : 0;
        size = found + 1 + trailer - from;
      }
      if (to - from < size) return 0;
      this.frame = bytes;
      this.start = from;
      this.end = from + size;
      return size;
    },
  };
}

function makeDelimited(spec: Extract<FrameSpec, { kind: "delimited" }>): Cutter {
  const end = hex(spec.end);
  const start = hex(spec.start);
  const trim = hex(spec.trim);
  const first = end[0] as number;
  const longest = spec.max + trim.length + end.length;
  const escapes = spec.escapes === undefined ? null : makeEscapes(spec.escapes);
  /** How far the last search for an end has come: what lies behind may be the beginning of one, or of a pair. */
  let searched = 0;
  /** Just behind the next end; -1 when it has not come. */
  function lineEnd(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    for (; at < to; at++) {
      const byte = bytes[at] as number;
      if (escapes?.leads(byte)) {
        if (at + 1 === to) break;
        if (escapes.isPair(byte, bytes[at + 1] as number)) {
          at++;
          continue;
        }
      }
      if (byte !== first || !agrees(end, bytes, at, to)) continue;
      if (at + end.length > to) break;
      return at + end.length;
    }
    searched = at;
    return -1;
  }
  return {
    frame: noBytes,
    start: 0,
    end: 0,
    skipping: false,
    losesWhole: start.length === 0,
    max: longest,
    cut(bytes, from, to) {
      if (this.skipping) {
        const over = lineEnd(bytes, from, to);
        if (over === -1) return from - searched;
        this.skipping = false;
        return from - over;
      }
      const before = bytesBefore(start, bytes, from, to);
      if (before > 0) return -before;
      const behind = lineEnd(bytes, from + start.length, Math.min(to, from + longest));
      if (behind === -1 && to - from < longest) return 0;
      if (behind === -1) {
        if (start.length > 0) return -1;
        this.skipping = true;
        return this.cut(bytes, from, to);
      }
      this.start = from;
      this.end = behind - end.length;
      const trimmed = this.end - trim.length;
      if (trim.length > 0 && trimmed >= from && endsWith(trim, bytes, this.end)) this.end = trimmed;
      const meant = escapes?.undo(bytes, from, this.end) ?? null;
      this.frame = meant ?? bytes;
      if (meant !== null) [this.start, this.end] = [0, meant.length];
      return behind - from;
    },
  };
}
