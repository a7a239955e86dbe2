// Tables without a reader, or with a dead one: cards are counted in face down, typed once they lie open, and marked as such.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { games } from "#games/index";
import { byteBed } from "../../laws/byte-bed.ts";

const entry = (id: string) => games.find(({ game }) => game.id === id) as (typeof games)[number];
const byHand = games.filter(({ game }) => game.needsReader !== true).map((one) => [one.game.id, one] as const);

/** Plays a round by hand: the dealer counts cards in and types what lies open, from the top of a deck in order. */
function playByHand(bed: ReturnType<typeof byteBed>, cards: readonly Card[] = deck52): void {
  const left = [...cards];
  const before = bed.facts.filter(({ kind }) => kind === "roundEnded").length;
  bed.until((one) => {
    const { expected } = one.view();
    const faces = expected.find((opening) => opening.kind === "faces");
    const card = expected.find((opening) => opening.kind === "card");
    if (faces?.kind === "faces") one.command({ kind: "faces", place: faces.place, cards: left.splice(0, faces.count) });
    else if (card?.kind === "card") one.command({ kind: "card", to: card.to, all: true });
    return one.facts.filter(({ kind }) => kind === "roundEnded").length > before;
  });
}

describe.each(byHand)("%s by hand", (_id, one) => {
  it("is played to its end, and every record says so", () => {
    const bed = byteBed({ entry: one, dealtBy: "console", countedBy: "hand" });
    // A round that nobody takes the bank of is void before a card is dealt.
    while (!bed.facts.some((fact) => fact.kind === "card")) playByHand(bed);
    const ended = bed.facts.findLast((fact) => fact.kind === "roundEnded");
    expect(ended).toMatchObject({ outcome: "settled", dealtBy: "console" });
    expect(bed.facts.findLast((fact) => fact.kind === "settled")).toMatchObject({ dealtBy: "console" });
    const cards = bed.facts.filter((fact) => fact.kind === "card");
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.every((fact) => fact.kind === "card" && fact.source.device === "console" && fact.commitment === undefined)).toBe(true);
    const shown = bed.facts.filter((fact) => fact.kind === "shown");
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((fact) => fact.kind === "shown" && fact.source?.device === "console")).toBe(true);
    expect(bed.codes()).toEqual([]);
    // Settled anew it still says so.
    const correct = bed.view().expected.find((opening) => opening.kind === "correct");
    const open = correct?.kind === "correct" ? correct.hands.flatMap((hand) => hand.cards) : [];
    const [[a, cardA], [b, cardB]] = [open[0], open.at(-1)] as [[number, Card], [number, Card]];
    const swapped = {
      kind: "correct",
      round: 1,
      cards: [
        { held: a, card: cardB },
        { held: b, card: cardA },
      ],
      reason: "typed wrong",
    } as const;
    expect(bed.command({ ...swapped, round: correct?.kind === "correct" ? correct.round : 0 }, "floor")).toEqual({ ok: true });
    expect(bed.facts.findLast((fact) => fact.kind === "settled")).toMatchObject({ settlement: { revision: 2 }, dealtBy: "console" });
  });
});

describe("cards at the console", () => {
  const one = entry("caribbean-stud");
  const toDeal = (bed: ReturnType<typeof byteBed>) => bed.until((here) => here.view().expected.some(({ kind }) => kind === "card"));

  it("are never named face down, and the answer is the same whichever is named", () => {
    const bed = byteBed({ entry: one, dealtBy: "console", countedBy: "hand" });
    toDeal(bed);
    const card = bed.view().expected.find((opening) => opening.kind === "card");
    const to = card?.kind === "card" ? card.to : "";
    expect(bed.command({ kind: "card", to, card: "As" })).toEqual(bed.command({ kind: "card", to, card: "2c" }));
    expect(bed.command({ kind: "card", to, card: "As" })).toMatchObject({ ok: false, why: "faceDown" });
    expect(bed.command({ kind: "card", to: "board" })).toMatchObject({ ok: false, why: "notNow" });
    expect(bed.command({ kind: "card", to })).toEqual({ ok: true });
    expect(bed.view().deal?.dealt).toBe(1);
  });

  it("are typed once they lie open: each face once, as many as lie there", () => {
    const bed = byteBed({ entry: one, dealtBy: "console", countedBy: "hand" });
    toDeal(bed);
    bed.until((here) => {
      const card = here.view().expected.find((opening) => opening.kind === "card");
      if (card?.kind === "card") here.command({ kind: "card", to: card.to, all: true });
      return here.view().expected.some(({ kind }) => kind === "faces");
    });
    expect(bed.view().expected).toContainEqual({ kind: "faces", place: "dealer/hand", count: 1 });
    expect(bed.command({ kind: "faces", place: "dealer/hand", cards: ["As", "Ks"] })).toMatchObject({ ok: false, why: "notNow" });
    expect(bed.command({ kind: "faces", place: "dealer/hand", cards: ["Xx"] })).toMatchObject({ ok: false, why: "cardTwice" });
    expect(bed.command({ kind: "faces", place: "dealer/hand", cards: ["As"] })).toEqual({ ok: true });
    bed.until((here) => here.view().expected.some(({ kind }) => kind === "faces"));
    const due = bed.view().expected.find((opening) => opening.kind === "faces");
    const hand = ["As", "Ks", "Qs", "Js", "Ts"].slice(0, due?.kind === "faces" ? due.count : 0);
    expect(bed.command({ kind: "faces", place: due?.kind === "faces" ? due.place : "", cards: hand })).toMatchObject({ why: "cardTwice" });
  });

  it("of a table with a reader come from it alone", () => {
    const bed = byteBed({ entry: one });
    toDeal(bed);
    const answers = ["As", "2c", undefined].map((card) => bed.command({ kind: "card", to: "1/hand", ...(card && { card: card as Card }) }));
    expect(answers).toEqual(answers.map(() => ({ ok: false, why: "cardFromReader" })));
    expect(bed.view().expected.some((opening) => opening.kind === "confirm" && opening.code === "manual")).toBe(false);
  });
});

describe("a reader that dies in the middle of the deal", () => {
  it("stops it until the floor lets the table go on by hand; what it had read stays as it was read", () => {
    const bed = byteBed({ entry: entry("high-card-flush") });
    bed.until((one) => (one.view().deal?.dealt ?? 0) >= 5);
    bed.cut("shoe");
    expect(bed.move()).toBe(false);
    expect(bed.command({ kind: "confirm", code: "manual", reason: "shoe is dead" }, "dealer")).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ kind: "confirm", code: "manual", reason: "shoe is dead" }, "floor")).toEqual({ ok: true });
    expect(bed.facts.at(-1)).toMatchObject({ kind: "manual", on: true, by: "floor", reason: "shoe is dead" });
    const read = new Set(bed.laid.map(({ uid }) => deck52[Number.parseInt(uid.slice(-2), 16)]));
    playByHand(
      bed,
      deck52.filter((card) => !read.has(card)),
    );
    const ended = bed.facts.findLast((fact) => fact.kind === "roundEnded");
    expect(ended).toMatchObject({ outcome: "settled", dealtBy: "console" });
    const cards = bed.facts.filter((fact) => fact.kind === "card").map((fact) => (fact.kind === "card" ? fact.source.device : ""));
    expect(cards.filter((device) => device === "shoe")).toHaveLength(5);
    expect(new Set(cards)).toEqual(new Set(["shoe", "console"]));
    bed.plug("shoe");
    expect(bed.confirm("readers")).toEqual({ ok: true });
    expect(bed.table.manual).toBeNull();
  });

  it("is no way out where hidden hands are compared", () => {
    const bed = byteBed({ entry: entry("palace-poker") });
    bed.until((one) => (one.view().deal?.dealt ?? 0) >= 3);
    bed.cut("shoe");
    expect(bed.view().expected.some((opening) => opening.kind === "confirm" && opening.code === "manual")).toBe(false);
  });

  it("and a face typed that the vault then brings: two cards cannot be one", () => {
    const bed = byteBed({ entry: entry("high-card-flush") });
    bed.until((one) => (one.view().deal?.dealt ?? 0) >= 5);
    bed.cut("shoe");
    bed.command({ kind: "confirm", code: "manual", reason: "shoe is dead" }, "floor");
    // Typed without looking: the deck in order, the cards that were read among them.
    playByHandOnce(bed);
    expect(bed.codes()).toContain("misread");
  });
});

function playByHandOnce(bed: ReturnType<typeof byteBed>): void {
  const left = [...deck52];
  bed.until((one) => {
    const { expected, stop } = one.view();
    if (stop !== null) return true;
    const faces = expected.find((opening) => opening.kind === "faces");
    const card = expected.find((opening) => opening.kind === "card");
    if (faces?.kind === "faces") {
      const open = new Set<string>(Object.values(one.table.felt.faces));
      const fits = left.filter((face) => !open.has(face)).slice(0, faces.count);
      one.command({ kind: "faces", place: faces.place, cards: fits });
      left.splice(0, faces.count);
    } else if (card?.kind === "card") one.command({ kind: "card", to: card.to, all: true });
    return one.facts.some(({ kind }) => kind === "roundEnded");
  });
}
