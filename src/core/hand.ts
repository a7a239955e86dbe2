// What hands are worth: the one place of the house that ranks cards. Here the calls on cards; hand-value.ts holds the order
// of hands of any size, hand-ranks.ts the tables of rank masks, hand-tables.ts the integer entry points for hot loops.

import { assert } from "./assert.ts";
import { type Card, type Rank, rankIndex, ranks, suits } from "./card.ts";
import { flushMasks, flushOfMasks, lowCount, lowMasks, lowOfMask, straightFlushOfMasks } from "./hand-ranks.ts";
import { classOfValue, classValues } from "./hand-tables.ts";
import { categoryOfValue, type HandCategory, ranksOfValue, valueOfMasks } from "./hand-value.ts";

export { flushOfMasks, lowOfMask, straightFlushOfMasks } from "./hand-ranks.ts";
export { classCount, high5, high7 } from "./hand-tables.ts";
export { type HandCategory, handCategories, valueOfMasks } from "./hand-value.ts";

/** The best five of five or more cards. */
export interface HighHand {
  /** Place among the 7,462 classes, 0 (7-5-4-3-2) … 7461 (royal flush): equal for hands that tie. */
  readonly value: number;
  readonly category: HandCategory;
  /** The five ranks, the deciding one first: "KK77A", "AT852", "5432A" for the wheel. */
  readonly ranks: string;
}

/** A hand of any size, on the scale of `rankHand` (not that of `HighHand`). */
export interface RankedHand {
  readonly value: number;
  readonly category: HandCategory;
  /** At most five ranks, the deciding one first: "KK7" for three cards. */
  readonly ranks: string;
}

/** Five different ranks, the ace low; straights and flushes don't count against it. */
export interface LowHand {
  /** 0 (5-4-3-2-A, the best) … 55 (8-7-6-5-4), and on for weaker qualifiers: the lower wins. */
  readonly value: number;
  /** Highest first: "76432". */
  readonly ranks: string;
}

/** The rank a low may not exceed; "K" takes any five different ranks. */
export type LowQualifier = Exclude<Rank, "2" | "3" | "4" | "A">;

/** The longest single-suit group. */
export interface FlushLength {
  /** Longer first, then the ranks from the top, 0 … 8191: equal for groups that tie, whatever their suits. */
  readonly value: number;
  readonly length: number;
  /** Highest first: "AT8". */
  readonly ranks: string;
}

/** The longest run of consecutive ranks in one suit. */
export interface StraightFlushLength {
  /** Longer first, then the top rank; 0 without a run of three. */
  readonly value: number;
  readonly length: number;
  /** "3" for A-2-3; null without a run of three. */
  readonly top: Rank | null;
}

/** Ranks held in each suit, 13 bits each: bit 0 the deuce … bit 12 the ace. */
export type SuitMasks = readonly [clubs: number, diamonds: number, hearts: number, spades: number];

/** By a card's two letters: the bit of its rank, the number of its suit; 0 and -1 where a letter is none. */
const rankBits = new Uint16Array(128);
const suitNumbers = new Int8Array(128).fill(-1);
for (const [index, rank] of ranks.entries()) rankBits[rank.charCodeAt(0)] = 1 << index;
for (const [index, suit] of suits.entries()) suitNumbers[suit.charCodeAt(0)] = index;

/**
 * The cards as one mask of ranks a suit.
 * @throws Error for a text that is no card, or a card that comes twice; it gives the place in the hand, never the face,
 * because the hand may be hidden and the sentence ends in a log
 */
export function suitMasks(cards: readonly Card[]): SuitMasks {
  // Two suits in each number, sixteen bits apart.
  let minor = 0;
  let major = 0;
  for (let at = 0; at < cards.length; at++) {
    const card = cards[at] as Card;
    const suit = suitNumbers[card.charCodeAt(1)] as number;
    const bit = (rankBits[card.charCodeAt(0)] as number) << ((suit & 1) << 4);
    if (bit === 0 || !(suit >= 0) || card.length !== 2) assert(false, `entry ${at + 1} of a hand of ${cards.length} is no card`);
    if (((suit < 2 ? minor : major) & bit) !== 0) assert(false, `card ${at + 1} of a hand of ${cards.length} comes twice`);
    if (suit < 2) minor |= bit;
    else major |= bit;
  }
  return [minor & 0xffff, minor >>> 16, major & 0xffff, major >>> 16];
}

/**
 * The best five of five or more different cards.
 * @throws Error with fewer than five (`rankHand` ranks those), an unknown card or one that comes twice
 */
export function highOf(cards: readonly Card[]): HighHand {
  assert(cards.length >= 5, "a high hand needs five cards");
  const [clubs, diamonds, hearts, spades] = suitMasks(cards);
  const value = valueOfMasks(clubs, diamonds, hearts, spades);
  return { value: classOfValue(value), category: categoryOfValue(value), ranks: ranksOfValue(value) };
}

/** Name of a class as `high5` and `high7` number them. */
export function highOfClass(value: number): HighHand {
  const sized = classValues()[value];
  if (sized === undefined) assert(false, `${value} is no class of five-card hands`);
  return { value, category: categoryOfValue(sized), ranks: ranksOfValue(sized) };
}

/**
 * A hand of any size on one scale: category first (straights, flushes and full houses need five cards), then the ranks, a
 * missing kicker below any card. More than five cards play their best five.
 * @throws Error without a card, with an unknown card or one that comes twice
 */
export function rankHand(cards: readonly Card[]): RankedHand {
  assert(cards.length >= 1, "an empty hand has no rank");
  return rankedOf(suitMasks(cards));
}

/**
 * The value alone of a hand, as `rankHand` gives it: for whoever compares many and names none.
 * @throws Error without a card, with an unknown card or one that comes twice
 */
export function valueOfHand(cards: readonly Card[]): number {
  assert(cards.length >= 1, "an empty hand has no rank");
  return valueOfMasks(...suitMasks(cards));
}

function rankedOf([clubs, diamonds, hearts, spades]: SuitMasks): RankedHand {
  const value = valueOfMasks(clubs, diamonds, hearts, spades);
  return { value, category: categoryOfValue(value), ranks: ranksOfValue(value) };
}

/**
 * The best five for high, on the scale of `rankHand`, and the best low up to the qualifier, of one look at the cards.
 * @throws Error without a card, with an unknown card or one that comes twice
 */
export function highAndLowOf(cards: readonly Card[], qualifier: LowQualifier): { readonly high: RankedHand; readonly low: LowHand | null } {
  assert(cards.length >= 1, "an empty hand has no rank");
  const masks = suitMasks(cards);
  return { high: rankedOf(masks), low: lowOfMasks(masks, qualifier) };
}

/**
 * A Chinese-poker front: three of a kind, pair or high card, comparable with other fronts and, through `rankHand`, with the
 * five-card hands behind it (equal first ranks: the five cards are higher).
 * @throws Error if there are not three cards
 */
export function frontOf(cards: readonly Card[]): RankedHand {
  assert(cards.length === 3, "a front has three cards");
  return rankHand(cards);
}

/** The best low of any number of cards, null if none has five different ranks up to the qualifier (8 or better by default). */
export function lowOf(cards: readonly Card[], qualifier: LowQualifier = "8"): LowHand | null {
  return lowOfMasks(suitMasks(cards), qualifier);
}

function lowOfMasks([clubs, diamonds, hearts, spades]: SuitMasks, qualifier: LowQualifier): LowHand | null {
  const value = lowOfMask(clubs | diamonds | hearts | spades);
  if (value >= lowsUpTo(qualifier)) return null;
  return { value, ranks: ranksOfMask(lowMasks[value] as number, "A23456789TJQK") };
}

/** How many lows keep to a qualifier: a low qualifies if its value is smaller. 56 for "8". */
export function lowsUpTo(qualifier: LowQualifier): number {
  const eligible = rankIndex(`${qualifier}c`) + 2; // the ace and the ranks up to the qualifier
  const count = (eligible * (eligible - 1) * (eligible - 2) * (eligible - 3) * (eligible - 4)) / 120;
  return Math.min(count, lowCount);
}

/** The longest single-suit group, the one with the higher ranks if two are equally long. */
export function longestFlush(cards: readonly Card[]): FlushLength {
  const [clubs, diamonds, hearts, spades] = suitMasks(cards);
  const value = flushOfMasks(clubs, diamonds, hearts, spades);
  const held = ranksOfMask(flushMasks[value] as number, "23456789TJQKA");
  return { value, length: held.length, ranks: held };
}

/** The longest run of three or more in one suit, the one with the higher top if two are equally long. No run wraps K-A-2. */
export function longestStraightFlush(cards: readonly Card[], { aceLow }: { readonly aceLow: boolean }): StraightFlushLength {
  const [clubs, diamonds, hearts, spades] = suitMasks(cards);
  const value = straightFlushOfMasks(clubs, diamonds, hearts, spades, aceLow);
  return { value, length: value >>> 4, top: value === 0 ? null : (ranks[(value & 15) - 2] as Rank) };
}

function ranksOfMask(mask: number, letters: string): string {
  let text = "";
  for (let bit = 12; bit >= 0; bit--) if ((mask >>> bit) & 1) text += letters.charAt(bit);
  return text;
}
