// Bytes to send, from a profile's templates: "A0 {len} 01 74 {antenna} {sum}".

import { makeEscapes } from "./escapes.ts";
import { bytesOfHex } from "./hex.ts";
import type { FrameSpec, SendTemplate } from "./profile.ts";
import type { Seal } from "./seal.ts";

export type Parameters = Readonly<Record<string, number>>;
export type MakeBytes = (parameters: Parameters) => Uint8Array;

/** One piece of a template: bytes as they are, or something that is worked out. */
export type SendPart =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "len" }
  | { readonly kind: "sum" }
  | { readonly kind: "parameter"; readonly name: string; readonly bit: boolean };

const piece = /\s*(?:'([^']*)'|\{([A-Za-z][A-Za-z0-9]*)(:bit)?\}|([0-9A-Fa-f]{2}))/gy;

/** The pieces of a template; null when a piece is none of them. */
export function sendParts(template: SendTemplate): readonly SendPart[] | null {
  const parts: SendPart[] = [];
  const text = template.trimEnd();
  piece.lastIndex = 0;
  let end = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    end = piece.lastIndex;
    const [, quoted, name, bit, pair] = match;
    if (quoted !== undefined) parts.push({ kind: "bytes", bytes: Uint8Array.from(quoted, (one) => one.charCodeAt(0) & 0xff) });
    else if (pair !== undefined) parts.push({ kind: "bytes", bytes: bytesOfHex(pair) as Uint8Array });
    else if (name === "len" || name === "sum") parts.push({ kind: name });
    else if (name !== undefined) parts.push({ kind: "parameter", name, bit: bit !== undefined });
  }
  return end === text.length ? parts : null;
}

/** Makes the function that builds a template's bytes. */
export function makeSend(template: SendTemplate, frame: FrameSpec, seal: Seal | null): MakeBytes {
  const parts = sendParts(template) ?? [];
  const sums = parts.filter(({ kind }) => kind === "sum");
  const lengthSize = frame.kind === "length" ? frame.size : 1;
  const sizeOf = (part: SendPart): number => {
    if (part.kind === "bytes") return part.bytes.length;
    return part.kind === "len" ? lengthSize : part.kind === "sum" ? (seal?.sizes[sums.indexOf(part)] ?? 0) : 1;
  };
  const size = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  const close = frame.kind === "delimited" ? lineEndOf(frame).length : 0;
  return (parameters) => {
    const bytes = new Uint8Array(size);
    const places: number[] = [];
    let at = 0;
    for (const part of parts) {
      if (part.kind === "bytes") bytes.set(part.bytes, at);
      else if (part.kind === "len") writeLength(bytes, frame, at);
      else if (part.kind === "sum") places.push(at);
      else bytes[at] = part.bit ? 1 << (parameters[part.name] ?? 0) : (parameters[part.name] ?? 0);
      at += sizeOf(part);
    }
    // The end of a line is no part of the frame that the checksum is of.
    if (places.length > 0) seal?.write(bytes.subarray(0, size - close), true, places);
    return escaped(bytes, frame);
  };
}

type Line = Extract<FrameSpec, { kind: "delimited" }>;

/** What stands behind each line. */
export function lineEndOf({ trim = "", end }: Line): Uint8Array {
  return bytesOfHex(`${trim}${end}`) ?? new Uint8Array(0);
}

/** A whole line, start and end included, as it goes on the wire. */
export function escaped(bytes: Uint8Array, frame: FrameSpec): Uint8Array {
  if (frame.kind !== "delimited" || frame.escapes === undefined) return bytes;
  const from = bytesOfHex(frame.start ?? "")?.length ?? 0;
  return makeEscapes(frame.escapes).apply(bytes, from, bytes.length - lineEndOf(frame).length);
}

/** Writes a frame's own length into it, where the framing has one. */
export function writeLength(bytes: Uint8Array, frame: FrameSpec, at: number): void {
  if (frame.kind !== "length") return;
  const value = bytes.length - frame.plus;
  if (frame.size === 1) bytes[at] = value;
  else {
    const low = frame.order === "le" ? at : at + 1;
    bytes[low] = value & 0xff;
    bytes[frame.order === "le" ? at + 1 : at] = value >> 8;
  }
}
