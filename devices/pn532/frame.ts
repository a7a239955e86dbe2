// Frames of the PN532: `00 FF LEN LCS TFI PD… DCS`, with zeros before and after that mean nothing. Source: README.md.

export const toChip = 0xd4;
export const fromChip = 0xd5;

/** What a stream of bytes holds. `noise`: bytes that belong to no frame; zeros between frames are none. */
export type Piece =
  | { readonly kind: "frame"; readonly tfi: number; readonly body: Uint8Array }
  | { readonly kind: "ack" }
  | { readonly kind: "nack" }
  /** The chip could not make sense of what we sent. */
  | { readonly kind: "syntax" }
  /** A whole frame with a wrong checksum. Its bytes are noise, and are told as such. */
  | { readonly kind: "broken" }
  | { readonly kind: "noise"; readonly bytes: number };

/** Where a stream stands between two chunks. Bounded: never more than one frame. */
export interface FrameCut {
  /** Bytes that may still become a frame. */
  readonly partial: Uint8Array;
  /** Noise that has not been told: it is told with the next frame, or when there is much of it. */
  readonly noise: number;
}

export const freshCut: FrameCut = { partial: new Uint8Array(0), noise: 0 };
export const ackFrame = Uint8Array.of(0, 0, 0xff, 0, 0xff, 0);
/** Asks the chip to send its last answer once more. */
export const nackFrame = Uint8Array.of(0, 0, 0xff, 0xff, 0, 0);
export const syntaxFrame = Uint8Array.of(0, 0, 0xff, 1, 0xff, 0x7f, 0x81, 0);

const noiseAtOnce = 64;
/** TFI and data of an extended frame at most: what the chip can hold. */
const bodyMax = 265;

/** A normal or, past 255 bytes, an extended frame around `tfi` and `body`. */
export function makeFrame(tfi: number, body: readonly number[]): Uint8Array {
  const length = body.length + 1;
  const high = length >> 8;
  const low = length & 0xff;
  const head = length <= 255 ? [0, 0, 0xff, low, -low & 0xff] : [0, 0, 0xff, 0xff, 0xff, high, low, -(high + low) & 0xff];
  return Uint8Array.of(...head, tfi, ...body, -body.reduce((sum, byte) => sum + byte, tfi) & 0xff, 0);
}

type Look =
  | { readonly kind: "piece"; readonly piece: Piece; readonly length: number }
  /** It may become a frame: more bytes are needed. */
  | { readonly kind: "wait" }
  | { readonly kind: "none"; readonly broken?: true };

const none: Look = { kind: "none" };
const broken: Look = { kind: "none", broken: true };
const wait: Look = { kind: "wait" };

/** Cuts bytes into pieces. A bad checksum costs one byte, not a frame: what follows is looked at again. */
export function cutFrames(cut: FrameCut, bytes: Uint8Array, onPiece: (piece: Piece) => void): FrameCut {
  const all = cut.partial.length === 0 ? bytes : joined(cut.partial, bytes);
  let { noise } = cut;
  let at = 0;
  while (at < all.length) {
    const look = lookAt(all, at);
    if (look.kind === "wait") break;
    if (look.kind === "none") {
      if (look.broken) onPiece({ kind: "broken" });
      if (all[at] !== 0) noise++;
      at++;
      if (noise < noiseAtOnce) continue;
    }
    if (noise > 0) onPiece({ kind: "noise", bytes: noise });
    noise = 0;
    if (look.kind !== "piece") continue;
    onPiece(look.piece);
    at += look.length;
  }
  return { partial: all.slice(at), noise };
}

/** Gives up what might have become a frame: it is too old. */
export function dropPartial({ partial, noise }: FrameCut): { readonly cut: FrameCut; readonly noise: number } {
  return { cut: freshCut, noise: noise + partial.reduce((sum, byte) => sum + (byte === 0 ? 0 : 1), 0) };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** What begins at `at`, if it begins with 00 FF. */
function lookAt(all: Uint8Array, at: number): Look {
  if (all[at] !== 0) return none;
  if (at + 1 >= all.length) return wait;
  if (all[at + 1] !== 0xff) return none;
  const length = all[at + 2];
  const sum = all[at + 3];
  if (length === undefined || sum === undefined) return wait;
  if (length === 0 && sum === 0xff) return { kind: "piece", piece: { kind: "ack" }, length: 4 };
  if (length === 0xff && sum === 0) return { kind: "piece", piece: { kind: "nack" }, length: 4 };
  if (length === 0xff && sum === 0xff) return lookAtExtended(all, at);
  return ((length + sum) & 0xff) === 0 && length > 0 ? lookAtBody(all, at + 4, length, 4) : none;
}

function lookAtExtended(all: Uint8Array, at: number): Look {
  const high = all[at + 4];
  const low = all[at + 5];
  const sum = all[at + 6];
  if (high === undefined || low === undefined || sum === undefined) return wait;
  const length = high * 256 + low;
  return ((high + low + sum) & 0xff) === 0 && length > 0 && length <= bodyMax ? lookAtBody(all, at + 7, length, 7) : none;
}

function lookAtBody(all: Uint8Array, from: number, length: number, head: number): Look {
  if (from + length >= all.length) return wait;
  let sum = 0;
  for (let i = from; i <= from + length; i++) sum += all[i] ?? 0;
  if ((sum & 0xff) !== 0) return broken;
  const tfi = all[from] ?? 0;
  const isSyntax = tfi === 0x7f && length === 1;
  const piece: Piece = isSyntax ? { kind: "syntax" } : { kind: "frame", tfi, body: all.slice(from + 1, from + length) };
  return { kind: "piece", piece, length: head + length + 1 };
}
