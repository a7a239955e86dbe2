// Pots: one as a rule; side pots only where the hand ends by a split or a showdown and a player still in has no chips left.

import type { Minor } from "#core/money";

export interface Pot {
  readonly amount: Minor;
  /** What each seat put into it. */
  readonly parts: ReadonlyMap<number, Minor>;
  /** Who may win it. */
  readonly eligible: readonly number[];
}

/**
 * Rule 12. The pots of a hand.
 * @param contributed seat and total, in the order seats are paid; those who are out too
 * @param alive seats still in
 * @param capped seats still in that have no chips left: they win no more from anybody than they put in themselves
 */
export function potsOf(
  contributed: readonly (readonly [seat: number, total: Minor])[],
  alive: readonly number[],
  capped: readonly number[],
): readonly Pot[] {
  const isCapped = (seat: number): boolean => capped.includes(seat);
  const levels: Minor[] = [];
  for (const [seat, total] of contributed) if (total > 0 && isCapped(seat) && !levels.includes(total)) levels.push(total);
  levels.sort((a, b) => a - b);
  levels.push(Number.POSITIVE_INFINITY);
  const pots: Pot[] = [];
  let below = 0;
  for (const level of levels) {
    const parts = new Map<number, Minor>();
    const reaching: number[] = [];
    let amount = 0;
    for (const [seat, total] of contributed) {
      const part = Math.min(total, level) - Math.min(total, below);
      if (part > 0) parts.set(seat, part);
      amount += part;
      if (total >= level) reaching.push(seat);
    }
    const eligible = alive.filter((seat) => !isCapped(seat) || reaching.includes(seat));
    const under = pots.at(-1);
    if (amount > 0 && eligible.length === 0 && under !== undefined) pots[pots.length - 1] = join(under, parts, amount);
    else if (amount > 0) pots.push({ amount, parts, eligible });
    below = level;
  }
  return pots;
}

/** A last pot that nobody may win joins the one below. */
function join(under: Pot, parts: ReadonlyMap<number, Minor>, amount: Minor): Pot {
  const joined = new Map(under.parts);
  for (const [seat, part] of parts) joined.set(seat, (joined.get(seat) ?? 0) + part);
  return { amount: under.amount + amount, parts: joined, eligible: under.eligible };
}

/** Shares of a pot: equal, the odd chips one each to the winners nearest the dealer's left. `winners` in that order. */
export function sharesOf(amount: Minor, winners: readonly number[]): ReadonlyMap<number, Minor> {
  const each = Math.floor(amount / winners.length);
  const odd = amount - each * winners.length;
  return new Map(winners.map((seat, i) => [seat, each + (i < odd ? 1 : 0)]));
}
