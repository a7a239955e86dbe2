// AES-256-GCM for what nobody may read: card records, round keys, decks. A sealed text is iv ‖ ciphertext ‖ tag.

import { createCipheriv, createDecipheriv } from "node:crypto";

/** Source of random bytes; fixed in tests. */
export type Random = (bytes: number) => Uint8Array;

const ivBytes = 12;
const tagBytes = 16;

export function seal(key: Uint8Array, plain: Uint8Array, about: string, random: Random): Uint8Array {
  const iv = random(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the key is another one or a byte has changed */
export function unseal(key: Uint8Array, sealed: Uint8Array, about: string): Uint8Array {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes)), decipher.final()]);
}
