// The state of a round of Chinese poker, and what follows from it.

import { clockwise, ofSeat, type Place } from "#core/felt";
import type { Minor } from "#core/money";
import type { Rules } from "./rules.ts";

export const handSize = 13;
/** Cards go to four places, taken or not. */
export const placeCount = 4;

/** A player's chips between two rounds. */
export interface Purse {
  readonly stack: Minor;
  /** He has bought in full and not short since. */
  readonly mayBuyShort: boolean;
}

/** How a player put his hand down. "timeUp": his time ran out, or he left. */
export interface Said {
  readonly code: "set" | "declare" | "timeUp";
  readonly how: "said" | "timeout";
}

export interface Round {
  readonly seats: readonly number[];
  /** What the seats bring from the round before. */
  readonly carried: Readonly<Record<number, Purse>>;
  /** Who was at the table in the round before; null at the first round. */
  readonly known: readonly number[] | null;
  readonly lastButton: number;
  /** Chips in front of each player at the start of the hand. */
  readonly stacks: Readonly<Record<number, Minor>>;
  /** Seats whose chips were taken off in this round: a stack laid down afterwards is a new player's. */
  readonly cleared: readonly number[];
  readonly betsClosed: boolean;
  /** Who may buy short before the next round; known when bets are closed, as the button is. */
  readonly shortBuys: Readonly<Record<number, boolean>>;
  readonly button: number;
  readonly said: Readonly<Record<number, Said>>;
  /** Hands that the engine set for a player, as indexes into the hand: 3 front, 5 middle, 5 back. null: it could not. */
  readonly settings: Readonly<Record<number, readonly number[] | null>>;
  readonly turned: readonly number[];
  /** Points of pairs that the players called, "1/points/2": to seat 1. */
  readonly called: Readonly<Record<Place, number>>;
  readonly dead: readonly number[];
  /** Hands ruled foul at the table: they play on and pay as a foul. */
  readonly fouled: readonly number[];
  /** Stacks after the settlement, once every card that counts is open. */
  readonly after: Readonly<Record<number, Minor>> | null;
  readonly voided: string | null;
}

export interface Carry {
  readonly button: number;
  readonly seats: readonly number[];
  readonly purses: Readonly<Record<number, Purse>>;
}

export const segments = ["front", "middle", "back"] as const;
export type Segment = (typeof segments)[number];
export const segmentSizes: Readonly<Record<Segment, number>> = { front: 3, middle: 5, back: 5 };

export const handOf = (seat: number): Place => ofSeat(seat, "hand");
/** Where a declared hand lies once it is opened: it is not set. */
export const declaredOf = (seat: number): Place => ofSeat(seat, "declared");
export const rowOf = (seat: number, segment: Segment): Place => ofSeat(seat, segment);
export const stackOf = (seat: number): string => ofSeat(seat, "stack");
/** Where the points of a pair are called: by a, for both. */
export const pairOf = (a: number, b: number): Place => `${a}/points/${b}`;
/** One side of a pair in the settlement; nothing lies there. */
export const pairSpot = (seat: number, against: number): string => `${seat}/${against}/vs`;

/** Seats with chips, clockwise from the button's left. */
export function playersOf(round: Round): readonly number[] {
  const { seats, stacks, button } = round;
  return clockwise(
    seats.filter((seat) => (stacks[seat] ?? 0) > 0),
    button,
  );
}

/** Players whose hand is not dead, in the same order. */
export function aliveOf(round: Round): readonly number[] {
  return playersOf(round).filter((seat) => !round.dead.includes(seat));
}

/** The four places that get cards, clockwise from the button's left: the seats taken, filled up with the lowest free numbers. */
export function placesOf(round: Round): readonly number[] {
  const places = [...round.seats];
  for (let seat = 1; places.length < placeCount; seat++) if (!places.includes(seat)) places.push(seat);
  return clockwise(places, round.button);
}

/** Every pair, i before j in that order. */
export function pairsOf(order: readonly number[]): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < order.length; i++) for (let j = i + 1; j < order.length; j++) pairs.push([order[i] as number, order[j] as number]);
  return pairs;
}

/** The button goes round the players; it passes by whoever may not have it, or would make him the first hand. */
export function nextButton(round: Round, rules: Rules): number {
  const { known, lastButton } = round;
  const order = clockwise(playersOf(round), lastButton);
  const veteran = (seat: number | undefined): boolean => known === null || (seat !== undefined && known.includes(seat));
  const first = order[0] ?? lastButton;
  if (rules.newPlayer === "plays") return first;
  const fit = order.find((seat) => veteran(seat) && veteran(clockwise(order, seat)[0]));
  return fit ?? order.find(veteran) ?? first;
}
