// The state of a round of Caribbean Stud, and what follows from it.

import { clockwise, ofSeat, type Place } from "#core/felt";
import type { Minor } from "#core/money";
import type { Spot } from "#core/opening";
import type { Rules } from "./rules.ts";

export const handSize = 5;
export const dealerHand: Place = "dealer/hand";

/** `reserve`: money set aside for a Bet that may have to be placed for a player. */
export type WagerName = "ante" | "bet" | "reserve" | "jackpot";
export const wagerNames: readonly WagerName[] = ["ante", "bet", "reserve", "jackpot"];

/** `timeout`: decided by the vault's answer; `short`: it said Bet, but the chips did not cover it. */
export interface Act {
  readonly code: "bet" | "fold";
  readonly how: "said" | "timeout" | "short";
}

export interface Round {
  readonly seats: readonly number[];
  readonly stakes: Readonly<Record<Spot, Minor>>;
  readonly betsClosed: boolean;
  readonly acts: Readonly<Record<number, Act>>;
  /** Out of time, or gone: the vault is asked whether the hand is bet. */
  readonly away: readonly number[];
  /** To be bet without a reserve: the dealer says whether the chips cover it. */
  readonly uncovered: readonly number[];
  readonly turned: readonly Place[];
  readonly dead: readonly Place[];
  readonly voided: string | null;
  /** The meter when the round was opened, and as the round leaves it. */
  readonly meter: Minor;
  readonly meterAfter: Minor;
  /** Amounts are told. */
  readonly counted: boolean;
}

export interface Carry {
  readonly meter: Minor;
}

export const handOf = (seat: number): Place => ofSeat(seat, "hand");

export function stakeOf(round: Round, seat: number, name: WagerName): Minor {
  return round.stakes[ofSeat(seat, name)] ?? 0;
}

/** Whether amounts at this wager are nobody's business but the dealer's and the player's. */
export function isUntracked(name: WagerName, rules: Rules): boolean {
  return rules.stakes === "untracked" && name !== "jackpot";
}

/** Seats with an Ante from the dealer's left to the right: seat 1 first. */
export function playersOf(round: Round): readonly number[] {
  return clockwise(
    round.seats.filter((seat) => stakeOf(round, seat, "ante") > 0),
    0,
  );
}

/** Right to left: the highest seat first. */
export function paidOrder(round: Round): readonly number[] {
  return [...playersOf(round)].reverse();
}

export function isDead(round: Round, seat: number): boolean {
  return round.dead.includes(handOf(seat));
}

export function hasFolded(round: Round, seat: number): boolean {
  return round.acts[seat]?.code === "fold";
}

/** The dealer's hand is dead: a misdeal of the table. */
export function isMisdealt(round: Round): boolean {
  return round.dead.includes(dealerHand);
}

/** The stake is in the meter's pool: placed before the deal, the hand not dead. */
export function isJackpotIn(round: Round, seat: number): boolean {
  return stakeOf(round, seat, "jackpot") > 0 && !isDead(round, seat);
}

/** The hand is judged for the jackpot, whatever the dealer holds. */
export function isJackpotJudged(round: Round, seat: number, rules: Rules): boolean {
  return isJackpotIn(round, seat) && !(rules.progressiveRequiresBet && hasFolded(round, seat));
}
