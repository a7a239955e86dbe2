// Heads of a journal, signed: whoever has one can tell later whether the records up to it are still those that were written.
// The signing key is derived from the service key, so there is one secret to keep and none to lose; anybody may have the public key.

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";
import type { Head } from "./journal-chain.ts";

/** A head with the signature under it, as it is published, printed and stored. */
export interface SignedHead {
  readonly journal: string;
  readonly seq: number;
  /** Hex, like the two below. */
  readonly hash: string;
  /** The signer's public key, Ed25519. */
  readonly signer: string;
  readonly signature: string;
}

export interface HeadSigner {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  sign(head: Head): Uint8Array;
}

// The keys' DER forms are a fixed beginning and 32 bytes (RFC 8410).
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");
const keyBytes = 32;

const textOf = (journal: string, { seq, hash }: Head): Buffer =>
  Buffer.from(`pitwire head 1 ${journal} ${seq} ${Buffer.from(hash).toString("hex")}`);

/** Signs the heads of one journal. */
export function createHeadSigner(serviceKey: Uint8Array, journal: string): HeadSigner {
  const seed = Buffer.from(hkdfSync("sha256", serviceKey, Buffer.alloc(0), "pitwire heads 1", keyBytes));
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: "der", type: "pkcs8" });
  seed.fill(0);
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(publicPrefix.length);
  return { publicKey, sign: (head) => sign(null, textOf(journal, head), key) };
}

export function isSignedBy(publicKey: Uint8Array, journal: string, head: Head, signature: Uint8Array): boolean {
  if (publicKey.length !== keyBytes) return false;
  return verify(null, textOf(journal, head), toKey(publicKey), signature);
}

function toKey(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: "der", type: "spki" });
}
