// Bytes as hexadecimal text, and back.

const pairs: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
const textPattern = /^(\s*[0-9A-Fa-f]{2})*\s*$/;

/** Upper-case digits without spaces. */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = "";
  for (let at = from; at < to; at++) text += pairs[bytes[at] as number];
  return text;
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

/** The value of an ASCII hexadecimal digit; -1 for any other byte. */
export function hexDigitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const upper = byte & ~32;
  return upper >= 65 && upper <= 70 ? upper - 55 : -1;
}
