// A round's key for two people in two roles: split in two halves, each locked to the keys of one role. Neither role alone learns
// anything, and the service, which keeps no copy, learns nothing any more.
//
// A half is locked to an X25519 key: ephemeral public key ‖ AES-256-GCM(HKDF-SHA256(shared secret)) of the half.

import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from "node:crypto";
import { assert } from "#core/assert";
import type { Role } from "#core/operator";
import { type Random, seal, unseal } from "./seal.ts";

/** A person who may open sealed cards, together with one of the other role. */
export interface Custodian {
  readonly name: string;
  readonly role: Role;
  /** The public key, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** One half of a round's key, locked to one person. */
export interface Share {
  readonly name: string;
  readonly role: Role;
  /** Whose key opens it, base64url. */
  readonly key: string;
  /** The locked half, base64url. */
  readonly box: string;
}

/** What the journal keeps of a round's key. */
export interface Deposit {
  readonly round: number;
  readonly shares: readonly Share[];
}

const keyBytes = 32;
// The keys' DER forms are a fixed beginning and 32 bytes (RFC 8410).
const privatePrefix = Buffer.from("302e020100300506032b656e04220420", "hex");
const publicPrefix = Buffer.from("302a300506032b656e032100", "hex");

function publicOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: "der", type: "spki" });
}

function privateOf(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: "der", type: "pkcs8" });
}

/** The public key that belongs to a private one, 32 bytes each. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return createPublicKey(privateOf(privateKey)).export({ format: "der", type: "spki" }).subarray(publicPrefix.length);
}

/** Whether anything can be locked to a public key: with some points of the curve no exchange works. */
export function canReceive(publicKey: Uint8Array): boolean {
  try {
    diffieHellman({ privateKey: privateOf(new Uint8Array(keyBytes).fill(1)), publicKey: publicOf(publicKey) });
    return true;
  } catch {
    return false;
  }
}

/** The key of a box, from either end's view of the exchange. */
function boxKey(privateKey: Uint8Array, publicKey: Uint8Array, ephemeral: Uint8Array, recipient: Uint8Array): Uint8Array {
  const shared = diffieHellman({ privateKey: privateOf(privateKey), publicKey: publicOf(publicKey) });
  return Buffer.from(hkdfSync("sha256", shared, Buffer.concat([ephemeral, recipient]), "pitwire share 1", keyBytes));
}

const aboutShare = (journal: string, round: number, role: Role): string => `pitwire share 1 ${journal} ${round} ${role}`;

/** Splits a round's key between the two roles of the custodians; every person of a role gets that role's half. */
export function depositKey(
  key: Uint8Array,
  { journal, round, custodians, random }: { journal: string; round: number; custodians: readonly Custodian[]; random: Random },
): Deposit {
  const roles = [...new Set(custodians.map(({ role }) => role))];
  assert(roles.length === 2, "custodians have two roles");
  const first = random(keyBytes);
  const halves = [first, Uint8Array.from(key, (byte, i) => byte ^ (first[i] as number))];
  const shares = custodians.map(({ name, role, publicKey }): Share => {
    const ephemeralPrivate = random(keyBytes);
    const ephemeral = publicKeyOf(ephemeralPrivate);
    const locked = seal(
      boxKey(ephemeralPrivate, publicKey, ephemeral, publicKey),
      halves[roles.indexOf(role)] as Uint8Array,
      aboutShare(journal, round, role),
      random,
    );
    const box = Buffer.concat([ephemeral, locked]).toString("base64url");
    return { name, role, key: Buffer.from(publicKey).toString("base64url"), box };
  });
  for (const half of halves) half.fill(0);
  return { round, shares };
}

/**
 * Puts a round's key together from the private keys of two people.
 * @returns the key and who opened it
 * @throws Error saying which key opens nothing here, or that both are of one role
 */
export function joinKey(
  { round, shares }: Deposit,
  journal: string,
  privateKeys: readonly Uint8Array[],
): { readonly key: Uint8Array; readonly by: readonly Pick<Share, "name" | "role">[] } {
  const found = privateKeys.map((privateKey, i) => {
    const mine = Buffer.from(publicKeyOf(privateKey));
    const share = shares.find(({ key }) => key === mine.toString("base64url"));
    if (share === undefined) throw new Error(`Key ${i + 1} is of nobody to whom round ${round} was entrusted: ${namesOf(shares)}.`);
    const box = Buffer.from(share.box, "base64url");
    const ephemeral = box.subarray(0, keyBytes);
    const half = unseal(boxKey(privateKey, ephemeral, ephemeral, mine), box.subarray(keyBytes), aboutShare(journal, round, share.role));
    return { name: share.name, role: share.role, half };
  });
  const [one, other] = found;
  if (one === undefined || other === undefined || found.length !== 2) throw new Error("Two keys are needed, of people in two roles.");
  if (one.role === other.role)
    throw new Error(`${one.name} and ${other.name} have one role, ${one.role}; two roles are needed: ${namesOf(shares)}.`);
  const key = Uint8Array.from(one.half, (byte, i) => byte ^ (other.half[i] as number));
  return { key, by: found.map(({ name, role }) => ({ name, role })) };
}

function namesOf(shares: readonly Share[]): string {
  return shares.map(({ name, role }) => `${name} (${role})`).join(", ");
}
