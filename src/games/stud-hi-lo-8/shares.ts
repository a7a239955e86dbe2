// How a pot is divided: one half for the best high, one for the best low, each equally among those who tie, and the odd chips.

import { type Card, rankIndex, suitOf } from "#core/card";
import { type Felt, facesAt } from "#core/felt";
import type { Minor } from "#core/money";
import type { Hand } from "./hands.ts";
import type { Pot } from "./pots.ts";
import { handOf } from "./round.ts";
import type { Rules } from "./rules.ts";

/** What a seat gets of a pot. `only`: nobody else could win it; `last`: everybody else has folded. */
export interface Award {
  readonly seat: number;
  readonly amount: Minor;
  readonly half: "high" | "low" | "only" | "last";
}

/** The awards of one pot, high before low, in the order the chips are pushed. */
export function awardsOf(pot: Pot, live: readonly number[], hands: ReadonlyMap<number, Hand>, felt: Felt, rules: Rules): readonly Award[] {
  const [only, ...others] = pot.eligible;
  if (only === undefined) return [];
  if (others.length === 0) return [{ seat: only, amount: pot.amount, half: live.length === 1 ? "last" : "only" }];
  const highs = best(pot.eligible, (seat) => -(hands.get(seat)?.high.value ?? -1));
  const withLow = pot.eligible.filter((seat) => hands.get(seat)?.low);
  const lows = best(withLow, (seat) => hands.get(seat)?.low?.value ?? Number.POSITIVE_INFINITY);
  const [high, low] = lows.length === 0 ? [pot.amount, 0] : halves(pot.amount, rules);
  const toHigh = divide(high, oddChipOrder(highs, "high", felt, rules), rules.chip, "high");
  return lows.length === 0 ? toHigh : [...toHigh, ...divide(low, oddChipOrder(lows, "low", felt, rules), rules.chip, "low")];
}

/** The seats with the smallest value. */
function best(seats: readonly number[], worth: (seat: number) => number): readonly number[] {
  const values = seats.map(worth);
  const smallest = Math.min(...values);
  return seats.filter((_, i) => values[i] === smallest);
}

/** Two halves in whole chips; the odd chip goes to the half the house names. */
function halves(amount: Minor, { chip, oddChipBetweenHalves }: Rules): readonly [high: Minor, low: Minor] {
  const smaller = Math.floor(amount / (2 * chip)) * chip;
  return oddChipBetweenHalves === "high" ? [amount - smaller, smaller] : [smaller, amount - smaller];
}

/** Equal shares in whole chips; leftover chips one each in the order given, less than a chip to the first. */
function divide(amount: Minor, winners: readonly number[], chip: Minor, half: "high" | "low"): readonly Award[] {
  const equal = Math.floor(amount / (winners.length * chip)) * chip;
  let left = amount - equal * winners.length;
  const odd = winners.map((_, i) => {
    const given = left >= chip ? chip : i === 0 ? left : 0;
    left -= given;
    return given;
  });
  // What is smaller than a chip lies with the first of them.
  return winners.map((seat, i) => ({ seat, amount: equal + (odd[i] ?? 0) + (i === 0 ? left : 0), half }));
}

/** Who gets an odd chip first: from the dealer's left, or by the highest (for a low the lowest) of the seat's own cards. */
function oddChipOrder(seats: readonly number[], half: "high" | "low", felt: Felt, rules: Rules): readonly number[] {
  if (rules.oddChip === "seat" || seats.length < 2) return seats;
  const worth = (card: Card): number => {
    const rank = half === "low" && card[0] === "A" ? -1 : rankIndex(card);
    return rank * 4 + rules.suitOrderLowToHigh.indexOf(suitOf(card));
  };
  const decisive = (seat: number): number => {
    const values = (facesAt(felt, handOf(seat)) ?? []).map(worth);
    return half === "high" ? -Math.max(...values) : Math.min(...values);
  };
  return [...seats].sort((a, b) => decisive(a) - decisive(b));
}
