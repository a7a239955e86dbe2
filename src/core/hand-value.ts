// One order for hands of any size: the category, then the ranks that decide, a missing kicker below any card.

import { counts, packed, straights, topOf } from "./hand-ranks.ts";

/** Lowest first; a category's place is its weight. */
export const handCategories = [
  "high-card",
  "pair",
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
] as const;

export type HandCategory = (typeof handCategories)[number];

// A value is category << 20 | five rank nibbles, the deciding rank first.
const pair = 1 << 20;
const twoPair = 2 << 20;
const threeOfAKind = 3 << 20;
const straight = 4 << 20;
const flush = 5 << 20;
const fullHouse = 6 << 20;
const fourOfAKind = 7 << 20;
const straightFlush = 8 << 20;
const royalFlush = 9 << 20;
const broadway = 0xedcba;

/**
 * Value of a hand whose suits don't matter, from the masks of ranks held at least once, twice, three and four times.
 * With fewer than five cards no straight or full house can arise, so one rule serves every size.
 */
export function valueOfRanks(any: number, two: number, three: number, four: number): number {
  if (four !== 0) return ofFour(any, topOf(four));
  if (three !== 0) {
    const top = topOf(three);
    const under = two & ~(1 << top);
    if (under !== 0) return fullHouse | ((top + 2) * 0x11100) | ((topOf(under) + 2) * 0x11);
  }
  const run = straights[any] as number;
  if (run !== 0) return straight | run;
  if (three !== 0) return ofThree(any, topOf(three));
  return two === 0 ? (packed[any] as number) : ofPairs(any, two);
}

function ofFour(any: number, top: number): number {
  return fourOfAKind | ((top + 2) * 0x11110) | ((packed[any & ~(1 << top)] as number) >>> 16);
}

function ofThree(any: number, top: number): number {
  return threeOfAKind | ((top + 2) * 0x11100) | ((packed[any & ~(1 << top)] as number) >>> 12);
}

function ofPairs(any: number, two: number): number {
  const top = topOf(two);
  const kickers = any & ~(1 << top);
  const under = two & ~(1 << top);
  if (under === 0) return pair | ((top + 2) * 0x11000) | ((packed[kickers] as number) >>> 8);
  const second = topOf(under);
  return twoPair | ((top + 2) * 0x11000) | ((second + 2) * 0x110) | ((packed[kickers & ~(1 << second)] as number) >>> 16);
}

/** Value of the cards of one suit as a flush or straight flush, 0 with fewer than five. */
export function valueOfFlush(mask: number): number {
  if ((counts[mask] as number) < 5) return 0;
  const run = straights[mask] as number;
  if (run === 0) return flush | (packed[mask] as number);
  return run === broadway ? royalFlush | run : straightFlush | run;
}

/** Value of the best five (or all, if fewer) of any number of different cards, given as one mask of ranks a suit. */
export function valueOfMasks(clubs: number, diamonds: number, hearts: number, spades: number): number {
  const minor = clubs & diamonds;
  const major = hearts & spades;
  const someMinor = clubs | diamonds;
  const someMajor = hearts | spades;
  const two = minor | major | (someMinor & someMajor);
  const three = (minor & someMajor) | (someMinor & major);
  const plain = valueOfRanks(someMinor | someMajor, two, three, minor & major);
  return Math.max(plain, valueOfFlush(clubs), valueOfFlush(diamonds), valueOfFlush(hearts), valueOfFlush(spades));
}

const letters = "..23456789TJQKA";

/** The ranks of a value's nibbles, deciding rank first: "KK77A", "5432A", "TTT" (three cards). */
export function ranksOfValue(value: number): string {
  let text = letters.charAt((value >>> 16) & 15);
  for (let shift = 12; shift >= 0 && ((value >>> shift) & 15) !== 0; shift -= 4) text += letters.charAt((value >>> shift) & 15);
  return text;
}

export function categoryOfValue(value: number): HandCategory {
  return handCategories[value >>> 20] as HandCategory;
}
