// The evaluator against an independent slow one (test/reference/hand.ts) on random hands of every size, and its laws.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Card, cardIndex, deck52, type Suit, suits } from "#core/card";
import { high5, high7, highAndLowOf, highOf, type LowQualifier, longestFlush, longestStraightFlush, lowOf, rankHand } from "#core/hand";
import { compareSlow, slowFlush, slowHigh, slowLow, slowRun } from "../../reference/hand.ts";

/** Hands of so many cards from a deck, in any order. */
function hand(minLength: number, maxLength: number, deck: readonly Card[] = deck52): fc.Arbitrary<Card[]> {
  return fc.uniqueArray(fc.constantFrom(...deck), { minLength, maxLength });
}

// Flushes, full houses and runs are rare in a whole deck: half of the hands come from a corner of it.
const narrow = ["AKQJT", "A2345", "89T", "7A"].map((kept) => deck52.filter((card) => kept.includes(card.charAt(0))));
const twoSuits = deck52.filter((card) => /[hs]/.test(card));
const decks: readonly (readonly Card[])[] = [deck52, deck52, twoSuits, ...narrow];

function anyHand(minLength: number, maxLength: number): fc.Arbitrary<Card[]> {
  return fc.constantFrom(...decks).chain((deck) => hand(Math.min(minLength, deck.length), Math.min(maxLength, deck.length), deck));
}

function relabel(cards: readonly Card[], order: readonly Suit[]): Card[] {
  return cards.map((card) => card.charAt(0).concat(order[suits.indexOf(card.charAt(1) as Suit)] as Suit) as Card);
}

const runs = { numRuns: 2000 };

describe("against the slow evaluator", () => {
  it("names every hand of one to nine cards alike", () => {
    fc.assert(
      fc.property(anyHand(1, 9), (cards) => {
        const { category, ranks } = rankHand(cards);
        expect({ category, ranks }).toEqual(slowHigh(cards));
        if (cards.length >= 5) expect(highOf(cards)).toMatchObject({ category, ranks });
      }),
      runs,
    );
  });

  it("orders any two hands alike, whatever their sizes", () => {
    fc.assert(
      fc.property(anyHand(1, 7), anyHand(1, 7), (one, other) => {
        const step = Math.sign(rankHand(one).value - rankHand(other).value);
        expect(step).toBe(Math.sign(compareSlow(slowHigh(one), slowHigh(other))));
        if (one.length < 5 || other.length < 5) return;
        expect(Math.sign(highOf(one).value - highOf(other).value)).toBe(step);
      }),
      runs,
    );
  });

  it("finds the same low for every qualifier", () => {
    const qualifiers: readonly LowQualifier[] = ["5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    fc.assert(
      fc.property(anyHand(1, 9), fc.constantFrom(...qualifiers), (cards, qualifier) => {
        expect(lowOf(cards, qualifier)?.ranks ?? null).toBe(slowLow(cards, qualifier));
        expect(highAndLowOf(cards, qualifier)).toEqual({ high: rankHand(cards), low: lowOf(cards, qualifier) });
      }),
      runs,
    );
  });

  it("orders lows as their ranks, the highest card first", () => {
    const weight = (text: string): string => [...text].map((rank) => String.fromCharCode(65 + "A23456789TJQK".indexOf(rank))).join("");
    fc.assert(
      fc.property(hand(7, 9), hand(7, 9), (one, other) => {
        const a = lowOf(one, "K");
        const b = lowOf(other, "K");
        fc.pre(a !== null && b !== null);
        const byRanks = weight(a.ranks) < weight(b.ranks) ? -1 : Number(weight(a.ranks) > weight(b.ranks));
        expect(Math.sign(a.value - b.value)).toBe(byRanks);
      }),
      runs,
    );
  });

  it("finds the same longest flush and straight flush, the ace low or not", () => {
    fc.assert(
      fc.property(anyHand(1, 9), fc.boolean(), (cards, aceLow) => {
        const { length, ranks } = longestFlush(cards);
        expect({ length, ranks }).toEqual({ length: slowFlush(cards).length, ranks: slowFlush(cards) });
        const { length: run, top } = longestStraightFlush(cards, { aceLow });
        expect({ length: run, top }).toEqual(slowRun(cards, aceLow));
      }),
      runs,
    );
  });
});

describe("laws", () => {
  it("the integer entry points give the class of the call on cards", () => {
    fc.assert(
      fc.property(hand(7, 7), (cards) => {
        const [a, b, c, d, e, f, g] = cards.map(cardIndex) as [number, number, number, number, number, number, number];
        expect(high7(a, b, c, d, e, f, g)).toBe(highOf(cards).value);
        expect(high5(a, b, c, d, e)).toBe(highOf(cards.slice(0, 5)).value);
      }),
      runs,
    );
  });

  it("one more card never lowers a hand, and raises every hand of fewer than five", () => {
    fc.assert(
      fc.property(anyHand(2, 9), (cards) => {
        const less = rankHand(cards.slice(1)).value;
        const more = rankHand(cards).value;
        expect(more).toBeGreaterThanOrEqual(less);
        if (cards.length <= 5) expect(more).toBeGreaterThan(less);
        expect(longestFlush(cards).value).toBeGreaterThanOrEqual(longestFlush(cards.slice(1)).value);
      }),
      runs,
    );
  });

  it("suits never matter, nor does the order of the cards", () => {
    const orders = fc.shuffledSubarray([...suits], { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(anyHand(1, 9), orders, (cards, order) => {
        const turned = relabel(cards, order).reverse();
        expect(rankHand(turned)).toEqual(rankHand(cards));
        expect(longestFlush(turned)).toEqual(longestFlush(cards));
        expect(longestStraightFlush(turned, { aceLow: true })).toEqual(longestStraightFlush(cards, { aceLow: true }));
        expect(lowOf(turned)).toEqual(lowOf(cards));
      }),
      runs,
    );
  });
});
