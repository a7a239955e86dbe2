// The state of a round of seven-card stud, and what follows from it. Cards lie on the felt; the round knows seats and chips.

import { clockwise, type Felt, type Held, ofSeat, type Place, pile } from "#core/felt";
import type { Minor } from "#core/money";

export type Street = 3 | 4 | 5 | 6 | 7;

/** One betting round. Amounts are totals of this street. */
export interface Betting {
  readonly put: Readonly<Record<number, Minor>>;
  /** What a seat must have in to stay. */
  readonly level: Minor;
  /** Total of the last full bet or raise: the next raise is measured from it. */
  readonly full: Minor;
  /** What the last full bet or raise added. */
  readonly step: Minor;
  /** A full bet or completion has been made: what follows is a raise. */
  readonly made: boolean;
  readonly raises: number;
  /** The last raise was made with more than two players who could still bet. */
  readonly capped: boolean;
  readonly acted: readonly number[];
  /** Who has acted since the last full bet or raise. */
  readonly answered: readonly number[];
  readonly last: number | null;
  readonly opener: number | null;
  /** Who bet or raised last. */
  readonly aggressor: number | null;
}

/** Why a hand is out of it. */
export type Out = "folded" | "dead" | "conceded";

export interface Round {
  readonly seats: readonly number[];
  /** Chips a seat began the round with; absent where nobody counted them: such a seat is all-in only when the console says so. */
  readonly stacks: Readonly<Record<number, Minor>>;
  /** Who has said that these are his last chips. */
  readonly broke: readonly number[];
  readonly antes: Readonly<Record<number, Minor>>;
  /** Chips bet on all streets, the ante apart. */
  readonly bets: Readonly<Record<number, Minor>>;
  readonly betsClosed: boolean;
  /** Seats dealt in, clockwise from the dealer's left. */
  readonly dealt: readonly number[];
  readonly street: Street;
  readonly betting: Betting;
  readonly out: Readonly<Record<number, Out>>;
  /** Dead hands whose ante goes back. */
  readonly anteBack: readonly number[];
  /** The last card dealt to a hand: what lies exposed is reported at once. */
  readonly last: { readonly held: Held; readonly place: Place } | null;
  /** Down cards that the dealer turned up on the deal. */
  readonly exposed: Readonly<Record<number, readonly Held[]>>;
  /** Seventh cards that were exposed. */
  readonly rivers: Readonly<Record<number, Held>>;
  /** Who may still declare himself all-in because of it, and who has. */
  readonly mayDeclare: readonly number[];
  readonly declared: readonly number[];
  /** Hands without a seventh card, ruled live. */
  readonly short: readonly number[];
  /** The burn cards went back into the stub. */
  readonly reshuffled: boolean;
  /** Cards on the felt before this street was dealt. */
  readonly cardsBefore: number;
  readonly firstToShow: number | null;
  readonly shown: readonly number[];
  readonly voided: string | null;
  /** Chips after the round, where they were counted; null until it is over. */
  readonly after: Readonly<Record<number, Minor>> | null;
}

export interface Carry {
  /** Chips of the seats where they are counted. */
  readonly stacks: Readonly<Record<number, Minor>>;
}

export const freshBetting: Betting = {
  put: {},
  level: 0,
  full: 0,
  step: 0,
  made: false,
  raises: 0,
  capped: false,
  acted: [],
  answered: [],
  last: null,
  opener: null,
  aggressor: null,
};

export const board: Place = "board";
export const burnPile: Place = "burn";
export const discardPile: Place = "discard";
export const handOf = (seat: number): Place => ofSeat(seat, "hand");

/** Seats with a hand that can win, clockwise from the dealer's left. */
export function inHand(round: Round): readonly number[] {
  return round.dealt.filter((seat) => round.out[seat] === undefined);
}

/** The seats in clockwise order, beginning with this one. */
export function startingAt(seats: readonly number[], first: number): readonly number[] {
  return clockwise(seats, first - 1);
}

/** All chips of a seat in the pot. */
export function contributed(round: Round, seat: number): Minor {
  return (round.antes[seat] ?? 0) + (round.bets[seat] ?? 0);
}

/** Chips in front of a seat; without end where nobody counted them. */
export function chipsLeft(round: Round, seat: number): Minor {
  if (round.broke.includes(seat)) return 0;
  const stack = round.stacks[seat];
  return stack === undefined ? Number.POSITIVE_INFINITY : Math.max(0, stack - contributed(round, seat));
}

export function canBet(round: Round, seat: number): boolean {
  return round.out[seat] === undefined && chipsLeft(round, seat) > 0 && !round.declared.includes(seat);
}

export function bettors(round: Round): readonly number[] {
  return inHand(round).filter((seat) => canBet(round, seat));
}

/** Chips of a seat on this street. */
export function putIn(round: Round, seat: number): Minor {
  return round.betting.put[seat] ?? 0;
}

export function owes(round: Round, seat: number): Minor {
  return Math.max(0, round.betting.level - putIn(round, seat));
}

export function potTotal(round: Round): Minor {
  return round.dealt.reduce((sum, seat) => sum + contributed(round, seat), 0);
}

/** Two players have acted behind the forced bet: a misdeal can't be called any more. */
export function dealStands(round: Round): boolean {
  return round.street > 3 || round.betting.acted.filter((seat) => seat !== round.betting.opener).length >= 2;
}

/** Cards lying on the felt, those put apart not counted. */
export function cardsOut(felt: Felt): number {
  return Object.entries(felt.piles).reduce((sum, [place, cards]) => sum + (place === "aside" ? 0 : cards.length), 0);
}

export function communityDealt(felt: Felt): boolean {
  return pile(felt, board).length > 0;
}
