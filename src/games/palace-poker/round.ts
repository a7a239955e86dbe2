// The state of a round of Palace Poker, and what follows from it. Cards lie on the felt; the round knows seats and chips.

import { type Card, type Suit, suitOf } from "#core/card";
import { clockwise, type Felt, type Held, ofSeat, type Place, pile } from "#core/felt";
import type { Move } from "#core/game";
import type { Minor } from "#core/money";
import type { Spot } from "#core/opening";
import type { Reason } from "#core/settlement";
import type { Rules } from "./rules.ts";

export const palaceSize = 3;

/** Who fights whom, and what the one to answer owes. */
export interface Battle {
  readonly attacker: number;
  readonly defender: number;
  readonly toAct: number;
  readonly owed: Minor;
  readonly raises: number;
  /** What went back because the other cannot match it; the dealer sees it while it is news. */
  readonly unmatched: { readonly seat: number; readonly amount: Minor } | null;
}

/** The last battle, for the screens: who won, and by what; never a card. */
export interface Result {
  readonly attacker: number;
  readonly defender: number;
  /** null: both are out, or they split the pot. */
  readonly winner: number | null;
  readonly decidedBy: "hand" | "own-suit-count" | "double-tie" | "fold";
  /** Who called last and so examines both hands; null after a fold. */
  readonly judge: number | null;
}

/** What the table waits for. */
export type Phase =
  | { readonly kind: "stacks" }
  /** One card each, the highest deals; who ties draws again. `drawn`: who has a card in this go. */
  | { readonly kind: "draw"; readonly contenders: readonly number[]; readonly drawn: readonly number[] }
  /** The cards of the draw go back. */
  | { readonly kind: "drawn" }
  | { readonly kind: "banners" }
  /** The banners lie; the rest is shuffled. */
  | { readonly kind: "mix" }
  | { readonly kind: "palace" }
  | { readonly kind: "turn" }
  | { readonly kind: "buying" }
  /** More soldiers than before: which ones stay. */
  | { readonly kind: "keep"; readonly seat: number }
  | { readonly kind: "battle"; readonly battle: Battle }
  /** The vault compares the two hands. */
  | { readonly kind: "asking"; readonly battle: Battle; readonly judge: number }
  | { readonly kind: "showdown"; readonly turned: readonly number[] }
  | { readonly kind: "over" };

/** How the hand ends; the pot is for those still in. */
export type Ending = "lastStanding" | "equalBanners" | "battleTie" | "passiveRound" | "nobody";

export interface Round {
  readonly seats: readonly number[];
  /** The dealer of the hand before; null: the first of the table. */
  readonly before: number | null;
  readonly phase: Phase;
  /** Seats dealt in, clockwise from the dealer's left. */
  readonly players: readonly number[];
  readonly dealer: number | null;
  /** Chips left from the hand before. */
  readonly carried: Readonly<Record<number, Minor>>;
  /** Chips in front of each seat. */
  readonly chips: Readonly<Record<number, Minor>>;
  /** Chips of each seat in the pot. */
  readonly paid: Readonly<Record<number, Minor>>;
  /** Whose turn it is, or was. */
  readonly turn: number;
  /** Who has chosen Stay or Discard since the last Buy or Bet. */
  readonly passed: readonly number[];
  /** Who has said that he folds when his turn comes. */
  readonly bound: readonly number[];
  readonly out: Readonly<Record<number, Reason>>;
  /** Whether an action has been begun since the deal. */
  readonly acted: boolean;
  readonly battles: number;
  readonly last: Result | null;
  readonly ending: Ending | null;
  /** Cards on the felt once the card that is due lies there. */
  readonly dealTo: number;
  /** Chips of each seat once the hand is paid; null before its end is known. */
  readonly after: Readonly<Record<number, Minor>> | null;
  readonly voided: string | null;
}

export interface Carry {
  readonly dealer: number;
  readonly chips: Readonly<Record<number, Minor>>;
}

export const stackOf = (seat: number): Spot => ofSeat(seat, "stack");
/** What a seat has put into the pot. */
export const betOf = (seat: number): Spot => ofSeat(seat, "bet");
export const drawOf = (seat: number): Place => ofSeat(seat, "draw");
export const bannerPlace = (seat: number): Place => ofSeat(seat, "banner");
export const palacePlace = (seat: number): Place => ofSeat(seat, "palace");
export const soldiersPlace = (seat: number): Place => ofSeat(seat, "soldiers");
export const seatPlace = (seat: number): Place => ofSeat(seat, "seat");
/** Banner cards whose suit was taken; they go back before the palace cards. */
export const setAside: Place = "aside/banners";
export const discardPile: Place = "discard";
/** What the table itself put apart goes into the next shuffle with the rest. */
export const strayPile: Place = "aside";

export function chipsOf(round: Round, seat: number): Minor {
  return round.chips[seat] ?? 0;
}

export function paidBy(round: Round, seat: number): Minor {
  return round.paid[seat] ?? 0;
}

/** Players still in, clockwise from the dealer's left. */
export function aliveOf(round: Round): readonly number[] {
  return round.players.filter((seat) => round.out[seat] === undefined);
}

export function pay(round: Round, seat: number, amount: Minor): Round {
  return {
    ...round,
    chips: { ...round.chips, [seat]: chipsOf(round, seat) - amount },
    paid: { ...round.paid, [seat]: paidBy(round, seat) + amount },
  };
}

export function soldiersOf(felt: Felt, seat: number): readonly Held[] {
  return pile(felt, soldiersPlace(seat));
}

/** Rule 4. The card dealt to a seat as its banner, to the end of the hand; null before it is known. */
export function bannerOf(felt: Felt, seat: number): Card | null {
  const held = pile(felt, bannerPlace(seat)).at(-1);
  return held === undefined ? null : (felt.faces[held] ?? null);
}

export function suitAt(felt: Felt, seat: number): Suit | null {
  const banner = bannerOf(felt, seat);
  return banner === null ? null : suitOf(banner);
}

/** (soldiers + banner) × small bet, each on his own cards. */
export function formulaOf(felt: Felt, seat: number, rules: Rules): Minor {
  return (soldiersOf(felt, seat).length + 1) * rules.smallBet;
}

/** Players still in whose banner has another suit. */
export function targetsOf(round: Round, felt: Felt, attacker: number): readonly number[] {
  const own = suitAt(felt, attacker);
  return aliveOf(round).filter((seat) => seat !== attacker && suitAt(felt, seat) !== own);
}

/** Rule 8. Cards a Buy can still draw, after a shuffle of the discards if need be. */
export function cardsToDraw(felt: Felt): number {
  return Math.max(0, felt.left) + pile(felt, discardPile).length + pile(felt, strayPile).length;
}

/** Cards that lie with players or on the discard pile. */
export function cardsOut(felt: Felt): number {
  return Object.entries(felt.piles).reduce((sum, [place, cards]) => sum + (place.startsWith(strayPile) ? 0 : cards.length), 0);
}

/** Rule 5. Everything a player has, face down to the discard pile. */
export function discardAll(felt: Felt, seat: number): readonly Move[] {
  const cards = [palacePlace(seat), bannerPlace(seat), soldiersPlace(seat)].flatMap((place) => pile(felt, place));
  return cards.length === 0 ? [] : [{ cards, to: discardPile }];
}

export function goOut(round: Round, seat: number, why: Reason): Round {
  return { ...round, out: { ...round.out, [seat]: why }, bound: round.bound.filter((one) => one !== seat) };
}

/** Rule 1. The rows of the ending, from the top: last player, equal banners, passive round (rule 3). */
export function endingOf(round: Round, felt: Felt): Ending | null {
  const alive = aliveOf(round);
  if (alive.length === 0) return "nobody";
  if (alive.length === 1) return "lastStanding";
  const suits = new Set(alive.map((seat) => suitAt(felt, seat)));
  if (suits.size === 1 && !suits.has(null)) return "equalBanners";
  if (alive.every((seat) => round.passed.includes(seat))) return "passiveRound";
  return null;
}

export function end(round: Round, ending: Ending): Round {
  const phase: Phase = ending === "passiveRound" ? { kind: "showdown", turned: [] } : { kind: "over" };
  return { ...round, ending, phase };
}

/**
 * An action is complete: the hand ends, or the turn passes to the left of the seat whose turn it was (rule 2). Who has said
 * that he folds does so as his turn comes (rule 13). `felt` as it was before the moves of the action; they concern nobody whose turn comes.
 */
export function complete(done: Round, felt: Felt): { readonly round: Round; readonly moves: readonly Move[] } {
  let round = done;
  const moves: Move[] = [];
  for (;;) {
    const ending = endingOf(round, felt);
    if (ending !== null) return { round: end(round, ending), moves };
    const turn = clockwise(aliveOf(round), round.turn)[0] as number;
    round = { ...round, turn, phase: { kind: "turn" } };
    if (!round.bound.includes(turn)) return { round, moves };
    round = goOut(round, turn, { code: "folded" });
    moves.push(...discardAll(felt, turn));
  }
}
