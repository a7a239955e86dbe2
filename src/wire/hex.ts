// Bytes as hexadecimal text, and back.

const pairs: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
const digits = Uint8Array.from("0123456789ABCDEF", (digit) => digit.charCodeAt(0));
const high = (byte: number): number => digits[byte >> 4] as number;
const low = (byte: number): number => digits[byte & 15] as number;
const textPattern = /^(\s*[0-9A-Fa-f]{2})*\s*$/;

/** Upper-case digits without spaces. */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = "";
  let at = from;
  // Four bytes at once: a text of many pieces would have to be put together again by whoever looks at it.
  for (; at + 4 <= to; at += 4) {
    const a = bytes[at] as number;
    const b = bytes[at + 1] as number;
    const c = bytes[at + 2] as number;
    const d = bytes[at + 3] as number;
    text += String.fromCharCode(high(a), low(a), high(b), low(b), high(c), low(c), high(d), low(d));
  }
  for (; at < to; at++) text += pairs[bytes[at] as number];
  return text;
}

/** The same of a text, one byte a character. */
export function hexOfText(text: string): string {
  let digits = "";
  for (let at = 0; at < text.length; at++) digits += pairs[text.charCodeAt(at) & 0xff];
  return digits;
}

/** For people: "A0 04 01". */
export function spacedHexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => pairs[byte]).join(" ");
}

/** The bytes of "A0 04" or "A004"; null when the text is something else. */
export function bytesOfHex(text: string): Uint8Array | null {
  if (!textPattern.test(text)) return null;
  const digits = text.replace(/\s+/g, "");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

const digitValues = Int8Array.from({ length: 256 }, (_, code) =>
  code === 0 ? -1 : "0123456789ABCDEF".indexOf(String.fromCharCode(code).toUpperCase()),
);

/** The value of an ASCII hexadecimal digit; -1 for any other byte. */
export function hexDigitOf(byte: number): number {
  return digitValues[byte] as number;
}
