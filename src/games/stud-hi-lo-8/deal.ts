// Which card comes next. Third street two down and one up, a card at a time; then one up for each of three streets; the seventh
// down. A stub that can't give everybody a seventh card gives one card to all.

import { type Felt, type Place, pile } from "#core/felt";
import type { Opening } from "#core/opening";
import { board, burnPile, communityDealt, handOf, inHand, type Round, type Street } from "./round.ts";
import type { Rules } from "./rules.ts";

/** Cards of a hand once a street is dealt. */
const cardsBy = (street: Street): number => street;

function card(to: Place, face: "up" | "down", round: Round): Opening {
  return { kind: "card", to, face, from: round.reshuffled ? "draw" : "shoe" };
}

/** What is still to be dealt on a street, or null. */
export function nextCard(round: Round, felt: Felt, rules: Rules, street: Street): Opening | null {
  if (street === 3) return thirdStreet(round, felt);
  if (rules.burns && !round.reshuffled && pile(felt, burnPile).length < street - 3 && felt.left > 0) return card(burnPile, "down", round);
  if (street === 7) return seventhStreet(round, felt, rules);
  const seat = inHand(round).find((one) => pile(felt, handOf(one)).length < cardsBy(street));
  return seat === undefined || felt.left === 0 ? null : card(handOf(seat), "up", round);
}

function thirdStreet(round: Round, felt: Felt): Opening | null {
  for (let due = 1; due <= cardsBy(3); due++) {
    const seat = inHand(round).find((one) => pile(felt, handOf(one)).length < due);
    if (seat === undefined) continue;
    // Who has seen a down card turned up gets the third one down.
    const up = pile(felt, handOf(seat)).length === 2 && round.exposed[seat] === undefined;
    return card(handOf(seat), up ? "up" : "down", round);
  }
  return null;
}

/** Hands that wait for a seventh card. */
export function waitingForSeventh(round: Round, felt: Felt): readonly number[] {
  return inHand(round).filter((seat) => pile(felt, handOf(seat)).length < cardsBy(7) && !round.short.includes(seat));
}

function seventhStreet(round: Round, felt: Felt, rules: Rules): Opening | null {
  const waiting = waitingForSeventh(round, felt);
  const [first] = waiting;
  if (first === undefined || communityDealt(felt)) return null;
  const burnt = pile(felt, burnPile).length;
  if (felt.left >= waiting.length) {
    const burnAgain = round.reshuffled && burnt === 0 && felt.left > waiting.length;
    return burnAgain ? card(burnPile, "down", round) : card(handOf(first), "down", round);
  }
  if (rules.reuseBurns && !round.reshuffled && felt.left + burnt >= waiting.length) {
    // All cards but the last are dealt; that one is mixed with the burn cards.
    return felt.left > 1 ? card(handOf(first), "down", round) : { kind: "shuffle", piles: [burnPile] };
  }
  if (felt.left > 0) return card(board, "up", round);
  // The burns left no card at all: the last one of them is everybody's.
  const last = pile(felt, burnPile).at(-1);
  return last === undefined ? null : { kind: "reveal", place: burnPile, cards: [last] };
}

/** The street that a card just dealt belongs to: never an earlier one than before. */
export function streetOf(round: Round, felt: Felt, to: Place): Street {
  const dealt = pile(felt, to).length;
  const by = to === board ? 7 : to === burnPile ? (round.reshuffled ? 7 : dealt + 3) : dealt;
  return Math.min(7, Math.max(round.street, by)) as Street;
}

/** Cards on the felt once this street is dealt. */
export function dealSize(round: Round, rules: Rules): number {
  const hands = inHand(round).length;
  if (round.street === 3) return cardsBy(3) * hands;
  const burn = rules.burns ? 1 : 0;
  const enough = 52 - round.cardsBefore - burn >= hands;
  return round.cardsBefore + burn + (round.street === 7 && !enough ? 1 : hands);
}
