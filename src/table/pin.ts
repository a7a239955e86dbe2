// PINs are kept as salted scrypt hashes; the configuration holds nothing a reader could sign on with.

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Operator } from "#core/operator";
import { isLocked, type SignOnLock } from "#core/sign-on-lock";

const cost = 16_384;
const hashBytes = 32;

/** Four to eight digits. */
export const pinPattern = /^\d{4,8}$/;
/** What a badge reader types, the closing Enter left out. */
export const badgePattern = /^[\x21-\x7e]{4,64}$/;
/** What `pitwire pin` prints. */
export const pinHashPattern = /^scrypt\$\d+\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/;

const derive = promisify(scrypt) as (pin: string, salt: Buffer, length: number, options: { N: number }) => Promise<Buffer>;

export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, hashBytes, { N: cost });
  return `scrypt$${cost}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

async function isSecret(text: string, stored: string | undefined): Promise<boolean> {
  if (stored === undefined) return false;
  const [, n = "", salt = "", hash = ""] = stored.split("$");
  const given = await derive(text, Buffer.from(salt, "base64url"), hashBytes, { N: Number(n) });
  return timingSafeEqual(given, Buffer.from(hash, "base64url"));
}

/** What somebody shows to be known by: digits on a pad, or what a badge reader types. */
export type Secret = { readonly how: "pin" | "badge"; readonly text: string };

/** A person as the configuration names them: what their PIN and badge hash to. */
export interface Enrolled extends Pick<Operator, "name" | "role"> {
  readonly pin: string;
  readonly badge?: string | undefined;
  readonly language?: Operator["language"] | undefined;
}

export interface SignOnDesk {
  readonly operators: readonly Enrolled[];
  readonly clock: () => number;
  /** The lock as the table has it, whether or not the disk knows it yet. */
  readonly lock: () => SignOnLock;
  /** Puts an attempt on record; from then on `lock` counts it. */
  readonly tried: (how: Secret["how"], by: Operator | null, device?: string) => void;
}

export type SignOn = (secret: Secret, device?: string) => Promise<Operator | null | "locked">;

/**
 * Knows the operators by their PINs and badges. How many wrong ones lock it is the core's rule (core/sign-on-lock). One is looked at
 * after the other, so that many at once are no way round the lock. Hashing runs beside the event loop.
 */
export function createSignOn({ operators, clock, lock, tried }: SignOnDesk): SignOn {
  let last: Promise<unknown> = Promise.resolve();

  async function look({ how, text }: Secret, device?: string): Promise<Operator | null | "locked"> {
    if (isLocked(lock(), clock())) {
      tried(how, null, device);
      return "locked";
    }
    const fits = await Promise.all(operators.map((operator) => isSecret(text, operator[how])));
    const found = operators[fits.indexOf(true)];
    const by = found === undefined ? null : operatorOf(found);
    tried(how, by, device);
    return by;
  }

  return (secret, device) => {
    const answer = last.then(() => look(secret, device));
    last = answer.catch(() => {});
    return answer;
  };
}

/** Whose PIN it is, at a table that does not run: no attempt is put on record there. */
export async function operatorByPin(operators: readonly Enrolled[], pin: string): Promise<Operator | null> {
  const fits = await Promise.all(operators.map((operator) => isSecret(pin, operator.pin)));
  const found = operators[fits.indexOf(true)];
  return found === undefined ? null : operatorOf(found);
}

function operatorOf({ name, role, language }: Enrolled): Operator {
  return { name, role, ...(language !== undefined && { language }) };
}
