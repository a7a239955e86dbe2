// A custodian's private key as a file of his own, locked with a passphrase. The table knows the public key only.

import { randomBytes, scryptSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type Role, roles } from "#core/operator";
import { publicKeyOf } from "./custody.ts";
import { BadFile } from "./problems.ts";
import { seal, unseal } from "./seal.ts";

/** scrypt: 64 MB and half a second, once a key. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const keyBytes = 32;
const about = "pitwire custodian 1";
export const passphraseMin = 12;

const shape = z.strictObject({
  pitwire: z.literal("custodian key 1"),
  name: z.string(),
  role: z.enum(roles),
  /** The public key, base64url. */
  key: z.string(),
  salt: z.string(),
  locked: z.string(),
});

export interface KeyOwner {
  readonly name: string;
  readonly role: Role;
}

/**
 * Makes a key and writes it to a file that only its owner may read.
 * @returns the public key, base64url, for the configuration
 * @throws BadFile when there is a file already
 */
export function makeKeyFile(path: string, { name, role }: KeyOwner, passphrase: string): string {
  const privateKey = randomBytes(keyBytes);
  const key = Buffer.from(publicKeyOf(privateKey)).toString("base64url");
  const salt = randomBytes(16);
  const locked = seal(scryptSync(passphrase, salt, keyBytes, cost), privateKey, about, (bytes) => randomBytes(bytes));
  privateKey.fill(0);
  const file = {
    pitwire: "custodian key 1",
    name,
    role,
    key,
    salt: salt.toString("base64url"),
    locked: Buffer.from(locked).toString("base64url"),
  } satisfies z.input<typeof shape>;
  try {
    writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new BadFile(path, [exists ? "there is a file of this name already; a key is never written over" : (error as Error).message]);
  }
  return key;
}

/** @throws BadFile when it is no key file, or another passphrase was used */
export function openKeyFile(path: string, passphrase: string): Uint8Array {
  const { salt, locked } = readKeyFile(path);
  try {
    const key = scryptSync(passphrase, Buffer.from(salt, "base64url"), keyBytes, cost);
    return unseal(key, Buffer.from(locked, "base64url"), about);
  } catch {
    throw new BadFile(path, ["it does not open: this is another passphrase, or the file was changed"]);
  }
}

/** Whose key a file is. @throws BadFile */
export function readKeyFile(path: string): z.output<typeof shape> {
  try {
    return shape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new BadFile(path, ["this is no key file, or it can't be read; pitwire keys makes one"]);
  }
}
