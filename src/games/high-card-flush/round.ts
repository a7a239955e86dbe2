// The state of a round of High Card Flush, and what follows from it.

import { clockwise, ofSeat, type Place } from "#core/felt";
import type { Bounds, Minor } from "#core/money";
import type { Spot } from "#core/opening";
import type { Rules } from "./rules.ts";

export const handSize = 7;

export type Act = { readonly code: "fold" } | { readonly code: "raise"; readonly amount?: Minor };

export interface Round {
  readonly seats: readonly number[];
  /** Who has been offered the bank and waived it. */
  readonly waived: readonly number[];
  /** Order of the offer: clockwise from the last designated player. */
  readonly offered: readonly number[];
  readonly designated: number | null;
  readonly funds: Minor;
  readonly stakes: Readonly<Record<Spot, Minor>>;
  readonly betsClosed: boolean;
  readonly acts: Readonly<Record<number, Act>>;
  readonly turned: readonly Place[];
  /** Cards reported to have lain face up before their time. */
  readonly exposed: number;
  readonly dead: readonly Place[];
  readonly voided: string | null;
}

export interface Carry {
  readonly designated: number;
}

/** Stands for a designated player where the house is the bank: its cards lie at the dealer's. No seat has this number. */
export const houseBank = -1;
/** Seven cards a hand: beside the dealer's, one deck is enough for six. */
export const playersOfHouse = 6;

export const handOf = (seat: number): Place => (seat === houseBank ? "dealer/hand" : ofSeat(seat, "hand"));

/** Seats with an Ante, clockwise from the button's left. */
export function playersOf(round: Round): readonly number[] {
  const { designated, stakes, seats } = round;
  return clockwise(
    seats.filter((seat) => seat !== designated && (stakes[ofSeat(seat, "ante")] ?? 0) > 0),
    designated ?? 0,
  );
}

/** Counter-clockwise from the button's right; folded seats keep their place. */
export function comparedOrder(round: Round): readonly number[] {
  return [...playersOf(round)].reverse();
}

export function wagersOf(rules: Rules): readonly (readonly [string, Bounds])[] {
  const wagers: (readonly [string, Bounds])[] = [["ante", rules.ante]];
  if (rules.straightFlush !== null) wagers.push(["straightFlush", rules.straightFlush]);
  if (rules.flush !== null) wagers.push(["flush", rules.flush]);
  return wagers;
}

/** A raised hand is compared; a folded one only where its bonuses stay alive. */
export function isJudged(round: Round, seat: number, rules: Rules): boolean {
  if (round.dead.includes(handOf(seat))) return false;
  if (round.acts[seat]?.code === "raise") return true;
  return (
    !rules.foldLosesBonus && ((round.stakes[ofSeat(seat, "straightFlush")] ?? 0) > 0 || (round.stakes[ofSeat(seat, "flush")] ?? 0) > 0)
  );
}
