// Registering a deck card by card: whatever is laid on the reader in whatever order, a tag is taken once or what is wrong is said; and a
// deck comes out only when every card has been there twice.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { createDeckDraft, type DeckDraft } from "#table/deck-draft";
import type { Decks } from "#table/deck-store";

const tagOf = (card: Card, side = 0, deck = "E00401"): string =>
  `${deck}${side}${deck52.indexOf(card).toString(16).padStart(3, "0").toUpperCase()}`;
const red: Decks = new Map([["red", new Map(deck52.map((card) => [tagOf(card, 0, "E00409"), card]))]]);
const fresh = (perCard: 1 | 2 = 1): DeckDraft => createDeckDraft({ name: "green", perCard, others: () => red });

function lay(draft: DeckDraft, ...uids: readonly string[]): void {
  for (const uid of uids) draft.hear({ uid, antenna: "shoe 0", present: true });
  for (const uid of uids) draft.hear({ uid, antenna: "shoe 0", present: false });
}
const layAll = (draft: DeckDraft, cards: readonly Card[], perCard: 1 | 2 = 1): void => {
  for (const card of cards) lay(draft, ...(perCard === 1 ? [tagOf(card)] : [tagOf(card), tagOf(card, 1)]));
};

describe("a deck that is registered", () => {
  it.each([1, 2] as const)("with %i tags a card, in order and then in any order, comes out whole", (perCard) => {
    const draft = fresh(perCard);
    layAll(draft, deck52, perCard);
    expect(draft.shown()).toMatchObject({ pass: 2, now: null, done: [], ready: false });
    expect(draft.deck()).toBeNull();
    layAll(draft, [...deck52].reverse(), perCard);
    expect(draft.shown()).toMatchObject({ ready: true, refused: null });
    expect(draft.deck()?.size).toBe(52 * perCard);
    for (const card of deck52) expect(draft.deck()?.get(tagOf(card))).toBe(card);
  });

  it("takes no tag that would give its card away by its length", () => {
    const draft = fresh();
    layAll(draft, deck52.slice(0, 3));
    lay(draft, `${tagOf(deck52[3] as Card)}FF`);
    expect(draft.shown()).toMatchObject({ refused: { why: "tagLength" }, done: deck52.slice(0, 3) });
    layAll(draft, deck52.slice(3, 4));
    expect(draft.shown()).toMatchObject({ refused: null, done: deck52.slice(0, 4) });
  });

  it("in any order: the card in hand is named first", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...deck52], { minLength: 52, maxLength: 52 }), (order) => {
        const draft = fresh();
        for (const card of order) {
          draft.choose(card);
          expect(draft.shown().now).toBe(card);
          layAll(draft, [card]);
        }
        layAll(draft, deck52);
        for (const card of deck52) expect(draft.deck()?.get(tagOf(card))).toBe(card);
      }),
      { numRuns: 4 },
    );
  });

  it("names what is missing, as it goes", () => {
    const draft = fresh();
    layAll(draft, deck52.slice(0, 3));
    expect(draft.shown()).toMatchObject({ done: deck52.slice(0, 3), now: deck52[3], pass: 1 });
    draft.choose(deck52[0] as Card);
    expect(draft.shown().now).toBe(deck52[3]);
  });

  it("takes no tag twice, and none of another deck, whose card it never names", () => {
    const draft = fresh();
    layAll(draft, deck52.slice(0, 2));
    lay(draft, tagOf(deck52[0] as Card));
    expect(draft.shown()).toMatchObject({ refused: { why: "sameTag", card: deck52[0] }, done: deck52.slice(0, 2) });
    lay(draft, tagOf("Ah", 0, "E00409"));
    expect(draft.shown().refused).toEqual({ why: "otherDeck", deck: "red" });
    layAll(draft, [deck52[2] as Card]);
    expect(draft.shown()).toMatchObject({ refused: null, done: deck52.slice(0, 3) });
  });

  it("takes one card at a time: a second one that lies beside it is not named after the next", () => {
    const draft = fresh();
    draft.hear({ uid: tagOf("2c"), antenna: "shoe 0", present: true });
    draft.hear({ uid: tagOf("2c"), antenna: "shoe 0", present: true });
    expect(draft.shown().refused).toBeNull();
    draft.hear({ uid: tagOf("7d"), antenna: "shoe 0", present: true });
    expect(draft.shown()).toMatchObject({ refused: { why: "oneAtATime" }, done: ["2c"] });
  });

  it("where cards have two tags, names the card that is half there and takes no other before it", () => {
    const draft = fresh(2);
    lay(draft, tagOf("2c"));
    expect(draft.shown()).toMatchObject({ half: ["2c"], done: [], now: "2c" });
    lay(draft, tagOf("3c"), tagOf("3c", 1));
    expect(draft.shown()).toMatchObject({ refused: { why: "halfCard", card: "2c" }, half: ["2c"] });
    lay(draft, tagOf("2c", 1), tagOf("2c"));
    expect(draft.shown()).toMatchObject({ done: ["2c"], half: [], refused: null });
  });

  it("is not ready while one tag was not there in the second pass, and a strange one is told", () => {
    const draft = fresh();
    layAll(draft, deck52);
    layAll(draft, deck52.slice(1));
    expect(draft.shown()).toMatchObject({ ready: false, done: deck52.slice(1) });
    lay(draft, "E0FFFFFFFFFF");
    expect(draft.shown().refused).toEqual({ why: "unknownTag" });
    expect(draft.deck()).toBeNull();
  });

  it("gives the last card back, in the second pass too, and what it shows holds no tag", () => {
    const draft = fresh();
    layAll(draft, deck52);
    draft.undo();
    expect(draft.shown()).toMatchObject({ pass: 1, now: "As" });
    lay(draft, tagOf("As", 1));
    layAll(draft, deck52.slice(0, 51));
    lay(draft, tagOf("As", 1));
    expect(draft.deck()?.get(tagOf("As", 1))).toBe("As");
    expect(draft.deck()?.has(tagOf("As"))).toBe(false);
    expect(JSON.stringify(draft.shown())).not.toMatch(/E00/);
  });
});
