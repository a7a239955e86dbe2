// Text lines over a byte stream, one byte a character, with an optional checksum at the end of each line.

/** Where a stream of lines stands between two chunks. Bounded: never more than the longest line allowed. */
export interface LineCut {
  /** The beginning of a line whose end has not come. */
  readonly partial: string;
  /** Bytes of a line that is already too long; zero while the line is of a good length. */
  readonly skipped: number;
}

export const freshLine: LineCut = { partial: "", skipped: 0 };

/** So many bytes of a line without an end are told at once: a stream without line ends must not look like silence. */
const skippedAtOnce = 4096;
const lineFeed = 10;
const carriageReturn = 13;
const asterisk = 42;
/** One byte, one character, whatever the byte. */
const latin1 = new TextDecoder("latin1");

/**
 * Cuts bytes into lines. `onLine` gets each line without its end (LF or CR LF); `onSkipped` gets the number of bytes of a
 * line longer than `maxBytes`, whose text is never kept. The calls are the same however the bytes were cut into chunks.
 */
export function cutLines(
  cut: LineCut,
  bytes: Uint8Array,
  maxBytes: number,
  onLine: (line: string) => void,
  onSkipped: (bytes: number) => void,
): LineCut {
  let { partial, skipped } = cut;
  let from = 0;
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
    const length = partial.length + end - from;
    if (skipped > 0 || length > maxBytes) {
      const left = skipOn(skipped, skipped + length, onSkipped) % skippedAtOnce;
      if (left > 0) onSkipped(left);
    } else onLine(withoutReturn(partial + textOf(bytes, from, end)));
    partial = "";
    skipped = 0;
    from = end + 1;
  }
  const length = partial.length + bytes.length - from;
  if (skipped > 0 || length > maxBytes) return { partial: "", skipped: skipOn(skipped, skipped + length, onSkipped) };
  return { partial: partial + textOf(bytes, from, bytes.length), skipped: 0 };
}

function textOf(bytes: Uint8Array, from: number, end: number): string {
  return from === end ? "" : latin1.decode(bytes.subarray(from, end));
}

function withoutReturn(line: string): string {
  return line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line;
}

/** Tells the whole blocks between two lengths of an over-long line, and returns the new length. */
function skipOn(before: number, after: number, onSkipped: (bytes: number) => void): number {
  const blocks = Math.floor(after / skippedAtOnce) - Math.floor(before / skippedAtOnce);
  for (let block = 0; block < blocks; block++) onSkipped(skippedAtOnce);
  return after;
}

/** XOR of the first `length` characters' codes. */
export function xorOf(text: string, length: number = text.length): number {
  let sum = 0;
  for (let at = 0; at < length; at++) sum ^= text.charCodeAt(at);
  return sum;
}

/** `text*hh`: hh is the XOR of the bytes of the text, two hexadecimal digits. */
export function sealLine(text: string): string {
  return `${text}*${xorOf(text).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * The text of a line without its `*hh`. Null when the sum is wrong, or when there is none and one is required. A line whose
 * third last character is not `*` has no sum.
 */
export function unsealLine(line: string, required: boolean): string | null {
  const end = line.length - 3;
  if (end < 0 || line.charCodeAt(end) !== asterisk) return required ? null : line;
  const told = hexDigit(line.charCodeAt(end + 1)) * 16 + hexDigit(line.charCodeAt(end + 2));
  return told === xorOf(line, end) ? line.slice(0, end) : null;
}

/** NaN for anything that is no digit, so that no sum equals it. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const upper = code & ~32;
  return upper >= 65 && upper <= 70 ? upper - 55 : Number.NaN;
}
