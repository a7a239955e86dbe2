// Pots by layers of contribution: the lowest all-in first. Money of hands that are out stays in them.

import type { Minor } from "#core/money";
import { chipsLeft, contributed, inHand, type Round } from "./round.ts";

export interface Pot {
  readonly amount: Minor;
  /** Seats that can win it, clockwise from the dealer's left. */
  readonly eligible: readonly number[];
  /** What each seat has in it. */
  readonly from: Readonly<Record<number, Minor>>;
}

export interface Pots {
  /** What nobody else matched. */
  readonly uncalled: { readonly seat: number; readonly amount: Minor } | null;
  /** The main pot first. */
  readonly pots: readonly Pot[];
}

/** The top contribution as far as nobody matched it. A dead hand has forfeited its own. */
function unmatched(round: Round, chipsOf: ReadonlyMap<number, Minor>): Pots["uncalled"] {
  const sorted = [...chipsOf].sort(([, a], [, b]) => b - a);
  const [top, second] = sorted;
  if (top === undefined || round.out[top[0]] === "dead") return null;
  const amount = top[1] - (second?.[1] ?? 0);
  return amount > 0 ? { seat: top[0], amount } : null;
}

/** A pot for each height at which somebody who can win stops; what lies above the last one belongs to it. */
export function layPots(round: Round): Pots {
  const seats = round.dealt.filter((seat) => !round.anteBack.includes(seat));
  const chipsOf = new Map(seats.map((seat) => [seat, contributed(round, seat)]));
  const uncalled = unmatched(round, chipsOf);
  if (uncalled !== null) chipsOf.set(uncalled.seat, (chipsOf.get(uncalled.seat) ?? 0) - uncalled.amount);
  const live = inHand(round);
  const heights = [...new Set(live.map((seat) => chipsOf.get(seat) ?? 0))].filter((height) => height > 0).sort((a, b) => a - b);
  const pots = heights.map((height, i): Pot => {
    const below = heights[i - 1] ?? 0;
    const top = i === heights.length - 1 ? Number.POSITIVE_INFINITY : height;
    const shares = [...chipsOf].map(([seat, chips]) => [seat, Math.min(chips, top) - Math.min(chips, below)] as const);
    return {
      amount: shares.reduce((sum, [, share]) => sum + share, 0),
      eligible: live.filter((seat) => (chipsOf.get(seat) ?? 0) >= height),
      from: Object.fromEntries(shares.filter(([, share]) => share > 0)),
    };
  });
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
