// The deal of Palace Poker: chips, the first dealer, banners in groups, set-aside cards and shuffles, palace cards.

import { describe, expect, it } from "vitest";
import { type Card, deck52, ranks, suits } from "#core/card";
import { pile } from "#core/felt";
import { stage } from "#core/rehearse";
import { view } from "#core/view";
import { palacePoker } from "#games/palace-poker/game";
import type { Carry, Round } from "#games/palace-poker/round";
import { slowBanners } from "../../reference/palace-poker.ts";
import { decisions, rulesWith, run, setTable } from "./palace-poker-bed.ts";
import { randomFrom } from "./palace-poker-rounds.ts";

type On = ReturnType<typeof stage>;

function open(seats: readonly number[], carry: Partial<Carry> | null, over: Record<string, unknown> = {}, chips = 100): On {
  const rules = { ...rulesWith(over), bannerGroups: [4, 4, 2] };
  const on = stage({ game: palacePoker, rules, seats, carry: carry === null ? null : { dealer: 0, chips: {}, ...carry } });
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of seats) on.command({ kind: "wager", spot: `${seat}/stack`, stake: chips });
  return on;
}

const roundOf = (on: On): Round => on.table.played?.round as Round;
const due = (on: On): string => {
  const [first] = on.openings();
  return first?.kind === "card" ? `${first.to} ${first.face} from ${first.from}` : (first?.kind ?? "nothing");
};
const facesAt = (on: On, place: string): unknown[] => pile(on.table.felt, place).map((held) => on.table.felt.faces[held] ?? null);
const deal = (on: On, cards: readonly string[]): void => {
  for (const card of cards) on.card(card as Card);
};

describe("chips", () => {
  it("are brought before the deal; two players have to cover the ante", () => {
    const on = open([1, 2, 3], { dealer: 3 }, { ante: 5 }, 4);
    expect(on.openings().find(({ kind }) => kind === "close")).toEqual({ kind: "close", blocked: "twoStacks" });
    on.command({ kind: "wager", spot: "1/stack", stake: 50 });
    on.command({ kind: "wager", spot: "3/stack", stake: 50 });
    on.command({ kind: "close" });
    expect(roundOf(on).players).toEqual([3, 1]);
    expect(roundOf(on).paid).toEqual({ 1: 5, 3: 5 });
    expect(palacePoker.stakes(roundOf(on))).toEqual({ "1/stack": 45, "1/bet": 5, "2/stack": 4, "3/stack": 45, "3/bet": 5 });
  });

  it("of the hand before lie there; a player keeps all of them, adds to them, or takes all off and sits out", () => {
    const on = open([1, 2, 3], { dealer: 3, chips: { 1: 260, 2: 40 } }, { stack: { min: 100, max: 200, step: 50 } });
    const stacks = (): unknown =>
      on.openings().flatMap((one) => (one.kind === "wager" ? [[one.placed, one.stake.min, one.stake.max]] : []));
    // The bed widens the limits of the pack: what counts here is the least.
    expect(stacks()).toEqual([
      [260, 260, expect.any(Number)],
      [100, 40, expect.any(Number)],
      [100, 1, expect.any(Number)],
    ]);
    expect(on.command({ kind: "wager", spot: "1/stack", stake: 250 })).toMatchObject({ ok: false, why: "stake" });
    expect(on.command({ kind: "wager", spot: "1/stack", stake: 0 }).ok).toBe(true);
    on.command({ kind: "close" });
    expect(roundOf(on).players).toEqual([3, 2]);
  });

  it("are carried on as the hand left them, and the button passes to the left", () => {
    const hands = { 1: { banner: "Ah", chips: 10 }, 4: { banner: "Kd", chips: 20 }, 6: { banner: "Qc", chips: 1 } };
    const scene = run(setTable({ hands, rules: { ante: 1 }, dealer: 4 }), "6 stay", "1 buy", "1 keep", "4 fold", "6 fold");
    const { on } = scene;
    expect(scene.settlement()?.order).toEqual([1]);
    on.command({ kind: "confirm", code: "paid", seat: 1 });
    expect(on.table.carry).toEqual({ dealer: 4, chips: { 1: 12, 4: 19, 6: 0 } });
    on.command({ kind: "confirm", code: "openRound" });
    on.command({ kind: "wager", spot: "6/stack", stake: 30 });
    on.command({ kind: "close" });
    expect(roundOf(on)).toMatchObject({ dealer: 6, players: [1, 4, 6], chips: { 1: 11, 4: 18, 6: 29 } });
  });

  it("of a player who sits out are there for the next hand", () => {
    const on = open([1, 2, 3], { dealer: 3, chips: { 2: 77 } });
    on.command({ kind: "wager", spot: "2/stack", stake: 0 });
    on.command({ kind: "close" });
    expect(roundOf(on).players).toEqual([3, 1]);
    deal(on, ["Ah", "Kd"]);
    on.command({ kind: "shuffle" });
    deal(on, ["2c", "3c", "4c", "5c", "6c", "7c"]);
    on.command({ kind: "decision", by: "3/seat", code: "fold" });
    expect(on.table.carry).toEqual({ dealer: 1, chips: { 1: 100, 2: 77, 3: 100 } });
  });
});

describe("the first dealer", () => {
  it("is drawn for: highest card, tied players again; then the cards go back", () => {
    const on = open([2, 5, 7], null);
    on.command({ kind: "close" });
    expect(due(on)).toBe("2/draw up from shoe");
    deal(on, ["Ks", "9d", "Kc"]);
    expect(due(on)).toBe("2/draw up from shoe");
    deal(on, ["4h", "8s"]);
    expect(roundOf(on).dealer).toBe(7);
    expect(on.openings()[0]).toEqual({ kind: "shuffle", piles: ["2/draw", "5/draw", "7/draw", "aside"] });
    expect(roundOf(on).paid).toEqual({});
    on.command({ kind: "shuffle" });
    expect(on.table.felt).toMatchObject({ left: 52, faces: {} });
    expect(due(on)).toBe("2/banner up from shoe");
  });

  it("is drawn for again from a shuffled deck, should ties use it up", () => {
    const on = open([1, 2, 3, 4], null);
    on.command({ kind: "close" });
    deal(
      on,
      ranks.flatMap((rank) => suits.map((suit) => `${rank}${suit}`)),
    );
    expect(on.table.felt.left).toBe(0);
    expect(on.openings()[0]).toMatchObject({ kind: "shuffle", piles: ["1/draw", "2/draw", "3/draw", "4/draw", "aside"] });
    on.command({ kind: "shuffle" });
    deal(on, ["2c", "9d", "3h", "9s"]);
    expect(due(on)).toBe("2/draw up from shoe");
    deal(on, ["Ac", "Kc"]);
    expect(roundOf(on).dealer).toBe(2);
  });

  it("may be the lowest seat instead", () => {
    const on = open([3, 5], null, { firstDealer: "lowest seat" });
    on.command({ kind: "close" });
    expect(roundOf(on).dealer).toBe(3);
    expect(due(on)).toBe("5/banner up from shoe");
  });
});

describe("banners", () => {
  it("differ in suit within a group; others are set aside and go back before the palace cards", () => {
    const on = open([1, 2, 3], { dealer: 2 });
    on.command({ kind: "close" });
    deal(on, ["Kh", "7h", "9h", "2c", "Ac", "Td"]);
    expect([1, 2, 3].map((seat) => facesAt(on, `${seat}/banner`))).toEqual([["Kh"], ["2c"], ["Td"]]);
    expect(facesAt(on, "aside/banners")).toEqual(["7h", "9h", "Ac"]);
    expect(on.openings()[0]).toEqual({ kind: "shuffle", piles: ["aside/banners", "aside"] });
    on.command({ kind: "shuffle" });
    expect(on.table.felt.left).toBe(49);
    expect(due(on)).toBe("1/palace down from shoe");
    deal(on, ["7h"]);
    expect(facesAt(on, "1/palace")).toEqual([null]);
  });

  it("are turned from the shuffled set-aside cards when the deck runs out", () => {
    const seats = [1, 2, 3, 4, 5, 6, 7, 8];
    const on = open(seats, { dealer: 7 });
    on.command({ kind: "close" });
    const clubsFirst = deck52;
    deal(on, clubsFirst);
    // Seats 1 to 5 have c, d, h, s and, in the second group, s again; 47 cards lie aside and none is left.
    expect(on.table.felt.left).toBe(0);
    expect(pile(on.table.felt, "aside/banners")).toHaveLength(47);
    expect(on.openings()[0]).toEqual({ kind: "shuffle", piles: ["aside/banners", "aside"] });
    on.command({ kind: "shuffle" });
    expect(on.table.felt.left).toBe(47);
    expect(due(on)).toBe("6/banner up from shoe");
    deal(on, ["As", "Ac", "Kc", "Kd", "Kh"]);
    expect(facesAt(on, "aside/banners")).toEqual(["As", "Kc"]);
    const { banners } = slowBanners([...clubsFirst, "As", "Ac", "Kc", "Kd", "Kh"], seats, [4, 4, 2]);
    expect(Object.fromEntries(seats.map((seat) => [seat, facesAt(on, `${seat}/banner`)[0]]))).toEqual(banners);
    on.command({ kind: "shuffle" });
    expect(due(on)).toBe("1/palace down from shoe");
    expect(on.table.felt.left).toBe(44);
  });

  it("are counted for the screen without those set aside", () => {
    const on = open([1, 2], { dealer: 2 });
    on.command({ kind: "close" });
    const rules = rulesWith();
    const dealt = () =>
      view(
        on.table,
        { table: "t", places: [1, 2], dealtBy: "shoe", devices: [], decks: ["d"], rules, astrayAfterMs: 1, darkAfterMs: 1 },
        palacePoker,
        "public",
      ).deal;
    expect(dealt()).toEqual({ dealt: 0, of: 2 });
    deal(on, ["Kh", "7h", "9h"]);
    expect(dealt()).toEqual({ dealt: 1, of: 2 });
    deal(on, ["2c"]);
    on.command({ kind: "shuffle" });
    expect(dealt()).toEqual({ dealt: 2, of: 8 });
    deal(on, ["3c", "4c", "5c", "6c", "7c", "8c"]);
    expect(dealt()).toEqual({ dealt: 8, of: 8 });
    on.command({ kind: "decision", by: "2/seat", code: "buy", amount: 2 });
    expect(dealt()).toEqual({ dealt: 8, of: 9 });
  });
});

describe("how many cards the banners take", () => {
  // Exact expectations: 23/10, 188/45, 4829/630, then enumerated.
  it.each([
    [2, 2.3],
    [3, 188 / 45],
    [4, 4829 / 630],
    [5, 8.665079],
    [8, 15.330155],
    [10, 17.630149],
  ])("%i players turn %f on average", (players, expected) => {
    const random = randomFrom(players);
    const order = Array.from({ length: players }, (_, i) => i + 1);
    const trials = 4000;
    let turned = 0;
    let squares = 0;
    for (let n = 0; n < trials; n++) {
      const deck = deck52.map((card) => [random(), card] as const).sort((a, b) => a[0] - b[0]);
      const count = countTurned(
        deck.map(([, card]) => card),
        order,
      );
      turned += count;
      squares += count * count;
    }
    const mean = turned / trials;
    const deviation = Math.sqrt((squares / trials - mean * mean) / trials);
    expect(Math.abs(mean - expected)).toBeLessThan(4.5 * deviation);
  });
});

/** Cards turned until everybody has a banner; the engine turns the same ones (palace-poker-reference.test.ts). */
function countTurned(deck: readonly Card[], order: readonly number[]): number {
  const { banners, aside } = slowBanners(deck, order, [4, 4, 2]);
  return Object.keys(banners).length + aside.length;
}

describe("palace cards", () => {
  it("come one at a time from the dealer's left; the first turn is there too", () => {
    const on = open([1, 2, 3], { dealer: 1 });
    on.command({ kind: "close" });
    deal(on, ["Kh", "2c", "Td"]);
    on.command({ kind: "shuffle" });
    const order: string[] = [];
    for (const card of ["3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc"]) {
      order.push(due(on));
      deal(on, [card]);
    }
    expect(order.map((to) => to.charAt(0)).join("")).toBe("312312312");
    expect(order[0]).toBe("3/palace down from shoe");
    const scene = { on } as never;
    expect(decisions(scene)[0]?.by).toBe("3/seat");
    expect(on.table.up).toHaveLength(3);
  });
});
