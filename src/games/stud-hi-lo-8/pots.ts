// Pots by layers of contribution: the lowest all-in first. Money of hands that are out stays in them.

import type { Minor } from "#core/money";
import { chipsLeft, contributed, inHand, type Round } from "./round.ts";

export interface Pot {
  readonly amount: Minor;
  /** Seats that can win it, clockwise from the dealer's left. */
  readonly eligible: readonly number[];
  /** What each seat has in it, clockwise from the dealer's left. */
  readonly from: readonly (readonly [seat: number, chips: Minor])[];
}

export interface Pots {
  /** What nobody else matched. */
  readonly uncalled: { readonly seat: number; readonly amount: Minor } | null;
  /** The main pot first. */
  readonly pots: readonly Pot[];
}

/** The top contribution as far as nobody matched it. A dead hand has forfeited its own. */
function unmatched(round: Round, seats: readonly number[], chips: readonly Minor[]): Pots["uncalled"] {
  let top = 0;
  let second = 0;
  let at = -1;
  for (const [i, mine] of chips.entries()) {
    if (mine > top) [top, second, at] = [mine, top, i];
    else if (mine > second) second = mine;
  }
  const seat = seats[at];
  return seat === undefined || round.out[seat] === "dead" || top === second ? null : { seat, amount: top - second };
}

/** A pot for each height at which somebody who can win stops; what lies above the last one belongs to it. */
export function layPots(round: Round): Pots {
  const seats = round.dealt.filter((seat) => !round.anteBack.includes(seat));
  const chips = seats.map((seat) => contributed(round, seat));
  const uncalled = unmatched(round, seats, chips);
  if (uncalled !== null) chips[seats.indexOf(uncalled.seat)] = contributed(round, uncalled.seat) - uncalled.amount;
  const live = seats.map((seat) => round.out[seat] === undefined);
  const heights = [...new Set(chips.filter((mine, i) => live[i] && mine > 0))].sort((a, b) => a - b);
  const pots: Pot[] = [];
  let below = 0;
  for (const height of heights) {
    const isLast = height === heights.at(-1);
    const from: (readonly [number, Minor])[] = [];
    const eligible: number[] = [];
    let amount = 0;
    for (const [i, mine] of chips.entries()) {
      const seat = seats[i] as number;
      const part = (isLast ? mine : Math.min(mine, height)) - Math.min(mine, below);
      amount += part;
      if (part > 0) from.push([seat, part]);
      if (live[i] && mine >= height) eligible.push(seat);
    }
    pots.push({ amount, eligible, from });
    below = height;
  }
  return { uncalled, pots };
}

/** Whether every pot of this seat keeps somebody else who can win it. */
export function mayConcede(round: Round, seat: number): boolean {
  return layPots(round).pots.every(({ eligible }) => !eligible.includes(seat) || eligible.length > 1);
}

/** The pots as they lie while bets are open, the main pot first: parted only where somebody in the hand has no chips left. */
export function potsInPlay(round: Round): readonly Minor[] {
  const allIn = inHand(round).filter((seat) => chipsLeft(round, seat) === 0);
  const heights = [...new Set(allIn.map((seat) => contributed(round, seat)))].sort((a, b) => a - b);
  return [...heights, Number.POSITIVE_INFINITY]
    .map((height, i) => {
      const below = heights[i - 1] ?? 0;
      return round.dealt.reduce(
        (sum, seat) => sum + Math.min(contributed(round, seat), height) - Math.min(contributed(round, seat), below),
        0,
      );
    })
    .filter((amount) => amount > 0);
}
