// Who of a round's winners gets how much of a progressive, and what each level begins anew with.

import type { Minor } from "./money.ts";
import { type Micro, microsInMinor, type PoolSetup, type Winner, wholeMinor } from "./progressive.ts";

/** Levels by their id, as they stand. */
export type Values = Readonly<Record<string, Micro>>;

export interface Hit {
  readonly level: string;
  readonly winner: Winner;
  readonly amount: Minor;
  /** What is put in after it, where it took the last of the level. */
  readonly reseed: Micro;
}

interface Share {
  readonly level: string;
  readonly winner: Winner;
  readonly amount: (value: Micro) => Minor;
  /** After this one the level begins anew. */
  readonly isWhole: boolean;
}

/** The hits of a round, one after the other, on levels that stand so before the first. */
export function hitsOf(setup: PoolSetup, before: Values, won: readonly Winner[]): readonly Hit[] {
  const values = { ...before };
  return sharesOf(setup, before, won).map(({ level, winner, isWhole, ...share }) => {
    const value = values[level] ?? 0;
    const amount = share.amount(value);
    const left = value - amount * microsInMinor;
    const base = (setup.levels.find(({ id }) => id === level)?.base ?? 0) * microsInMinor;
    // The fraction of a cent that nobody can be paid stays, on top of the base.
    const reseed = isWhole ? Math.max(base - (left - (left % microsInMinor)), 0) : 0;
    values[level] = left + reseed;
    return { level, winner, amount, reseed };
  });
}

/**
 * What each winner gets, the higher prizes first. In equal shares every winner of a prize gets the same part of the level as it stood
 * before any of them; the odd smallest units stay in it. In payment order each share is of what the one before has left.
 */
function sharesOf({ prizes, split }: PoolSetup, before: Values, won: readonly Winner[]): readonly Share[] {
  const listed = prizes.flatMap((prize) => won.filter(({ hand }) => hand === prize.hand).map((winner) => ({ winner, prize })));
  const ordered = split === "equal shares" ? listed : [...listed].sort((a, b) => won.indexOf(a.winner) - won.indexOf(b.winner));
  return ordered.map(({ winner, prize }) => {
    const { level } = prize;
    if ("fixed" in prize) return { level, winner, isWhole: false, amount: (value) => Math.min(prize.fixed, wholeMinor(value)) };
    if (split === "in payment order")
      return { level, winner, isWhole: prize.percent === 100, amount: (value) => percentOf(value, prize.percent) };
    const sharers = listed.filter((one) => one.prize === prize);
    const whole = sharers.length * prize.percent >= 100;
    const value = before[level] ?? 0;
    const equal = whole && sharers.length > 1 ? Math.floor(wholeMinor(value) / sharers.length) : percentOf(value, prize.percent);
    const isLast = sharers.at(-1)?.winner === winner;
    return { level, winner, isWhole: whole && isLast, amount: (left) => Math.min(equal, wholeMinor(left)) };
  });
}

function percentOf(value: Micro, percent: number): Minor {
  return Number((BigInt(value) * BigInt(percent)) / BigInt(100 * microsInMinor));
}
