// Who of a round's winners gets how much of a progressive.

import type { Minor } from "./money.ts";
import { type Micro, microsInMinor, type Winner, wholeMinor } from "./progressive.ts";
import type { Draft } from "./progressive-draft.ts";

export interface Share {
  readonly winner: Winner;
  readonly amount: (value: Micro) => Minor;
  /** After this one the level begins anew. */
  readonly isWhole: boolean;
}

/**
 * What each winner gets, the higher prizes first. In equal shares every winner of a prize gets the same part of the level as it stood
 * before any of them; the odd smallest units stay in it. In payment order each share is of what the one before has left.
 */
export function sharesOf(draft: Draft, won: readonly Winner[]): readonly { readonly level: string; readonly share: Share }[] {
  const { prizes, split } = draft.setup;
  const before = draft.meter.levels;
  const listed = prizes.flatMap((prize) => won.filter(({ hand }) => hand === prize.hand).map((winner) => ({ winner, prize })));
  const ordered = split === "equal shares" ? listed : [...listed].sort((a, b) => won.indexOf(a.winner) - won.indexOf(b.winner));
  return ordered.map(({ winner, prize }) => {
    const { level } = prize;
    if ("fixed" in prize) return { level, share: { winner, isWhole: false, amount: (value) => Math.min(prize.fixed, wholeMinor(value)) } };
    if (split === "in payment order") {
      return { level, share: { winner, isWhole: prize.percent === 100, amount: (value) => percentOf(value, prize.percent) } };
    }
    const sharers = listed.filter((one) => one.prize === prize);
    const whole = sharers.length * prize.percent >= 100;
    const value = before[level]?.value ?? 0;
    const equal = whole && sharers.length > 1 ? Math.floor(wholeMinor(value) / sharers.length) : percentOf(value, prize.percent);
    const isLast = sharers.at(-1)?.winner === winner;
    return { level, share: { winner, isWhole: whole && isLast, amount: (left) => Math.min(equal, wholeMinor(left)) } };
  });
}

function percentOf(value: Micro, percent: number): Minor {
  return Number((BigInt(value) * BigInt(percent)) / BigInt(100 * microsInMinor));
}
