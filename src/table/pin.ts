// PINs are kept as salted scrypt hashes; the configuration holds nothing a reader could sign on with.

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Operator } from "#core/operator";
import type { TableConfig } from "./config.ts";

const cost = 16_384;
const hashBytes = 32;

/** Four to eight digits. */
export const pinPattern = /^\d{4,8}$/;
/** What `pitwire pin` prints. */
export const pinHashPattern = /^scrypt\$\d+\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/;

const derive = promisify(scrypt) as (pin: string, salt: Buffer, length: number, options: { N: number }) => Promise<Buffer>;

export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, hashBytes, { N: cost });
  return `scrypt$${cost}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

async function isPin(pin: string, stored: string): Promise<boolean> {
  const [, n = "", salt = "", hash = ""] = stored.split("$");
  const given = await derive(pin, Buffer.from(salt, "base64url"), hashBytes, { N: Number(n) });
  return timingSafeEqual(given, Buffer.from(hash, "base64url"));
}

const wrongMax = 5;
const lockedMs = 60_000;

/**
 * Knows the operators by their PINs. Five wrong ones within a minute lock it for a minute, whoever signs on between them: a
 * guesser may have a PIN of his own. One PIN is looked at after the other, so that many at once are no way round the lock.
 * Hashing runs beside the event loop.
 */
export function createSignOn(
  operators: TableConfig["operators"],
  clock: () => number,
): (pin: string) => Promise<Operator | null | "locked"> {
  let wrongAt: readonly number[] = [];
  let lockedUntil = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function look(pin: string): Promise<Operator | null | "locked"> {
    if (clock() < lockedUntil) return "locked";
    const fits = await Promise.all(operators.map((operator) => isPin(pin, operator.pin)));
    const found = operators[fits.indexOf(true)];
    if (found !== undefined) return { name: found.name, role: found.role };
    const now = clock();
    wrongAt = [...wrongAt.filter((at) => at > now - lockedMs), now];
    if (wrongAt.length >= wrongMax) lockedUntil = now + lockedMs;
    return null;
  }

  return (pin) => {
    const answer = last.then(() => look(pin));
    last = answer.catch(() => {});
    return answer;
  };
}
