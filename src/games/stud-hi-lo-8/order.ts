// Whose turn it is: the low card on third street, the high board afterwards, clockwise from there; and who shows first.

import { type Card, rankIndex, rankOf, suitOf } from "#core/card";
import { type Felt, type Held, pile } from "#core/felt";
import { rankHand } from "#core/hand";
import { bettors, canBet, communityDealt, handOf, inHand, owes, type Round, startingAt } from "./round.ts";
import type { Rules } from "./rules.ts";

/** The up cards of a hand, the door card first. A down card that was turned up on the deal stands for the third. */
export function boardOf(round: Round, felt: Felt, seat: number): readonly Card[] {
  const [, , third, ...more] = pile(felt, handOf(seat)).slice(0, 6);
  const door = round.exposed[seat]?.[0] ?? third;
  return [door, ...more].flatMap((held: Held | undefined) => {
    const card = held === undefined ? undefined : felt.faces[held];
    return card === undefined ? [] : [card];
  });
}

/** Lower brings it in: the rank first, then the suit. */
export function bringInValue(card: Card, rules: Rules): number {
  const rank = rankOf(card) === "A" && !rules.aceHighForBringIn ? -1 : rankIndex(card);
  return rank * 4 + rules.suitOrderLowToHigh.indexOf(suitOf(card));
}

/** The seat with the lowest door card. */
function lowSeat(round: Round, felt: Felt, rules: Rules): number | null {
  let low: { readonly seat: number; readonly value: number } | null = null;
  for (const seat of inHand(round)) {
    const [door] = boardOf(round, felt, seat);
    const value = door === undefined ? Number.POSITIVE_INFINITY : bringInValue(door, rules);
    if (low === null || value < low.value) low = { seat, value };
  }
  return low?.seat ?? null;
}

/** The seat with the highest board: pairs and high cards count, suits don't; a tie goes to the seat nearest the dealer's left. */
export function highSeat(round: Round, felt: Felt): number | null {
  let high: { readonly seat: number; readonly value: number } | null = null;
  for (const seat of inHand(round)) {
    const cards = boardOf(round, felt, seat);
    const value = cards.length === 0 ? -1 : rankHand(cards).value;
    if (high === null || value > high.value) high = { seat, value };
  }
  return high?.seat ?? null;
}

/** Who opens this street: the low card or the high board, or the next seat to its left that can bet. */
export function openerOf(round: Round, felt: Felt, rules: Rules): number | null {
  const named = round.street === 3 ? lowSeat(round, felt, rules) : highSeat(round, felt);
  if (named === null) return null;
  return startingAt(inHand(round), named).find((seat) => canBet(round, seat)) ?? null;
}

/** Whose turn it is on this street once its cards lie; null when its betting is over. */
export function toAct(round: Round, felt: Felt, rules: Rules): number | null {
  if (round.street === 7 && communityDealt(felt) && !rules.communityRiverBetting) return null;
  const able = bettors(round);
  const { last, acted } = round.betting;
  if (last === null) return able.length < 2 ? null : openerOf(round, felt, rules);
  const pending = (seat: number): boolean => owes(round, seat) > 0 || (able.length > 1 && !acted.includes(seat));
  return startingAt(able, last + 1).find(pending) ?? null;
}

/** The last to bet or raise on seventh street shows first; without a bet the highest board; then clockwise. */
export function firstToShow(round: Round, felt: Felt): number | null {
  const { aggressor } = round.betting;
  if (round.street === 7 && aggressor !== null && round.out[aggressor] === undefined) return aggressor;
  return highSeat(round, felt);
}

/** Whether somebody shows an open pair. */
export function openPair(round: Round, felt: Felt): boolean {
  return inHand(round).some((seat) => {
    const ranks = boardOf(round, felt, seat).map(rankOf);
    return new Set(ranks).size < ranks.length;
  });
}
