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

/** How so much of a pot is awarded, high before low, in the order the chips are pushed. */
export function awardsOf(
  { eligible }: Pot,
  amount: Minor,
  live: readonly number[],
  hands: ReadonlyMap<number, Hand>,
  felt: Felt,
  rules: Rules,
): readonly Award[] {
  const [only] = eligible;
  if (only === undefined) return [];
  if (eligible.length === 1) return [{ seat: only, amount, half: live.length === 1 ? "last" : "only" }];
  const highs = best(eligible, (seat) => -(hands.get(seat)?.high.value ?? -1));
  const lows = best(eligible, (seat) => hands.get(seat)?.low?.value ?? noLow);
  const [high, low] = lows.length === 0 ? [amount, 0] : halves(amount, rules);
  const awards: Award[] = [];
  divide(high, oddChipOrder(highs, "high", felt, rules), rules.chip, "high", awards);
  if (lows.length > 0) divide(low, oddChipOrder(lows, "low", felt, rules), rules.chip, "low", awards);
  return awards;
}

/** Above every low. */
const noLow = Number.POSITIVE_INFINITY;

/** The seats with the smallest value; none where nobody has one. */
function best(seats: readonly number[], worth: (seat: number) => number): readonly number[] {
  let smallest = noLow;
  let winners: number[] = [];
  for (const seat of seats) {
    const value = worth(seat);
    if (value < smallest) {
      smallest = value;
      winners = [seat];
    } else if (value === smallest && value !== noLow) winners.push(seat);
  }
  return winners;
}

/** Two halves in whole chips; the odd chip goes to the half the house names. */
function halves(amount: Minor, { chip, oddChipBetweenHalves }: Rules): readonly [high: Minor, low: Minor] {
  const smaller = Math.floor(amount / (2 * chip)) * chip;
  return oddChipBetweenHalves === "high" ? [amount - smaller, smaller] : [smaller, amount - smaller];
}

/** Equal shares in whole chips; leftover chips one each in the order given, less than a chip to the first. */
function divide(amount: Minor, winners: readonly number[], chip: Minor, half: "high" | "low", into: Award[]): void {
  const equal = Math.floor(amount / (winners.length * chip)) * chip;
  const left = amount - equal * winners.length;
  const odd = Math.floor(left / chip);
  for (const [i, seat] of winners.entries()) {
    into.push({ seat, amount: equal + (i < odd ? chip : 0) + (i === 0 ? left - odd * chip : 0), half });
  }
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
