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

/** Knows the operators by their PINs. Five wrong ones in a row lock it for a minute. Hashing runs beside the event loop. */
export function createSignOn(
  operators: TableConfig["operators"],
  clock: () => number,
): (pin: string) => Promise<Operator | null | "locked"> {
  let wrong = 0;
  let lockedUntil = 0;
  return async (pin) => {
    if (clock() < lockedUntil) return "locked";
    const fits = await Promise.all(operators.map((operator) => isPin(pin, operator.pin)));
    const found = operators[fits.indexOf(true)];
    if (found !== undefined) {
      wrong = 0;
      return { name: found.name, role: found.role };
    }
    wrong++;
    if (wrong >= wrongMax) {
      wrong = 0;
      lockedUntil = clock() + lockedMs;
    }
    return null;
  };
}
