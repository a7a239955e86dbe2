// What a console needs for games that the fixtures' own does not have: pots, pairs, stacks, rows, cards to choose, named seats.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choosePrimary } from "#core/next-action";
import type { Option } from "#core/opening";
import type { Settlement, SpotResult } from "#core/settlement";
import type { PlaceView, SeatView, View } from "#core/view";
import { columnsFor, type Decision, decisionShown, nextStep, toggle } from "../../../../dashboard/web/console/choosing.ts";
import { asSeen, asTheyLie, isLaidOut, lay, nothingLaid, rowsToSend } from "../../../../dashboard/web/console/rows.ts";
import { seatCards } from "../../../../dashboard/web/console/seat-cards.ts";
import { seatPositions } from "../../../../dashboard/web/console/seat-positions.ts";
import { seatState } from "../../../../dashboard/web/console/seat-state.ts";
import { potsShown, rakeOf, settleLines, totalsOf } from "../../../../dashboard/web/console/settle-lines.ts";
import { openHands } from "../../../../dashboard/web/shared/open-places.ts";
import { seatLines } from "../../../../dashboard/web/sign/results.ts";
import { viewOf } from "../../../e2e/pages-fixtures.ts";

describe("an option", () => {
  const begun = { by: "3/seat", code: "bet" };

  test("asks for whom it names, then for cards, then for how much, and is sent once nothing is open", () => {
    const option: Option = {
      code: "bet",
      amount: { min: 5, max: 50, step: 5 },
      targets: ["1/banner", "4/banner"],
      cards: { from: "3/soldiers", min: 1, max: 2 },
    };
    expect(nextStep(option, begun)).toEqual({ kind: "target", targets: option.targets });
    const named = { ...begun, target: "4/banner" };
    expect(nextStep(option, named)).toEqual({ kind: "cards", cards: option.cards });
    const chosen = { ...named, cards: [7] };
    expect(nextStep(option, chosen)).toEqual({ kind: "amount", amount: option.amount });
    expect(nextStep(option, { ...chosen, amount: 15 })).toEqual({
      kind: "send",
      command: { kind: "decision", by: "3/seat", code: "bet", target: "4/banner", cards: [7], amount: 15 },
    });
  });

  test("does not ask where the rules leave no choice", () => {
    const exact = { min: 5, max: 5, step: 1 };
    expect(nextStep({ code: "bet", amount: exact, targets: ["1/banner"] }, begun)).toEqual({
      kind: "send",
      command: { kind: "decision", by: "3/seat", code: "bet", target: "1/banner", amount: 5 },
    });
    expect(nextStep({ code: "bet" }, begun)).toEqual({ kind: "send", command: { kind: "decision", by: "3/seat", code: "bet" } });
  });

  test("takes cards up to its limit; a second touch puts one back", () => {
    expect(toggle([1, 2], 3, 2)).toEqual([1, 2]);
    expect(toggle([1, 2], 1, 2)).toEqual([2]);
    expect(toggle([1], 3, 2)).toEqual([1, 3]);
  });

  test("has a key wide enough for a word", () => {
    for (let keys = 1; keys <= 12; keys++) {
      const columns = columnsFor(keys);
      expect(columns).toBeLessThanOrEqual(6);
      expect(columns * (keys <= 5 ? 1 : 2)).toBeGreaterThanOrEqual(keys);
    }
  });
});

describe("the decision on the screen", () => {
  const turn: Decision = { kind: "decision", by: "2/seat", options: [{ code: "stay" }] };
  const early: Decision = { kind: "decision", by: "5/seat", options: [{ code: "foldAhead" }], early: true };

  test("is the one the table waits for, whoever may bind himself early", () => {
    expect(decisionShown([early, turn], null)).toBe(turn);
    expect(decisionShown([early], null)).toBeNull();
  });

  test("is an early one once its seat is tapped, and only then", () => {
    expect(decisionShown([early, turn], 5)).toBe(early);
    expect(decisionShown([early, turn], 4)).toBe(turn);
    expect(decisionShown([{ ...turn, early: true }, turn], 2)).toBe(turn);
  });
});

describe("a hand laid out in rows", () => {
  const rows = [
    ["1/front", 3],
    ["1/middle", 5],
    ["1/back", 5],
  ] as const;
  const held = Array.from({ length: 13 }, (_, i) => 40 + i);

  test("lies as it was dealt unless it is set", () => {
    expect(asTheyLie(held, rows).map((row) => row.length)).toEqual([3, 5, 5]);
    expect(rowsToSend(asTheyLie(held, rows), rows)["1/middle"]).toEqual([43, 44, 45, 46, 47]);
  });

  test("is complete after a touch on each card, in any order, with as many in a row as it takes", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(held, { minLength: 13 }), (order) => {
        const laid = order.reduce((now, one) => lay(now, rows, one), nothingLaid(rows));
        expect(isLaidOut(laid, held)).toBe(true);
        expect(laid.map((row) => row.length)).toEqual([3, 5, 5]);
        expect(Object.values(rowsToSend(laid, rows)).flat()).toEqual(order);
      }),
    );
  });

  test("loses a card that is touched again, and the next one takes its place", () => {
    const laid = [40, 41, 42].reduce((now, one) => lay(now, rows, one), nothingLaid(rows));
    expect(lay(laid, rows, 41)[0]).toEqual([40, 42]);
    expect(lay(lay(laid, rows, 41), rows, 50)[0]).toEqual([40, 42, 50]);
    expect(isLaidOut(laid, held)).toBe(false);
  });

  test("begins with what antennas have seen, and is complete only with the cards they have not", () => {
    const seen = asSeen({ "1/front": [42, 44, 40], "1/back": [50] }, rows);
    expect(seen).toEqual([[42, 44, 40], [], [50]]);
    expect(isLaidOut(seen, held)).toBe(false);
    const left = held.filter((one) => !seen.flat().includes(one));
    const laid = left.reduce((now, one) => lay(now, rows, one), seen);
    expect([laid.map((row) => row.length), isLaidOut(laid, held)]).toEqual([[3, 5, 5], true]);
  });

  test("keeps cards beyond the rows' sizes: nothing is lost on the way", () => {
    expect(asTheyLie([...held, 99], rows).flat()).toEqual([...held, 99]);
  });
});

const place = (name: string, cards: readonly (string | null)[]): PlaceView => ({
  place: name,
  cards,
  held: cards.map((_, i) => i + 1),
  name: null,
});
const seat = (number: number, places: readonly PlaceView[], more: Partial<SeatView> = {}): SeatView => ({
  seat: number,
  sitting: true,
  playing: true,
  wagers: [],
  places,
  marks: [],
  ...more,
});

describe("a token's cards", () => {
  test("are the upcards of a stud hand, until the whole hand lies open", () => {
    expect(seatCards(seat(2, [place("2/hand", [null, null, "As", "Kd"])]), ["hand"])).toEqual({ backs: 2, up: ["As", "Kd"], below: [] });
    expect(seatCards(seat(2, [place("2/hand", ["2c", "3c", "As", "Kd", "9h"])]), ["hand"])).toEqual({ backs: 0, up: [], below: [] });
  });

  test("are a banner, with the soldiers below", () => {
    const places = [place("2/banner", ["8c"]), place("2/palace", [null, null, null]), place("2/soldiers", ["2s", "3s"])];
    expect(seatCards(seat(2, places), ["draw", "banner", "soldiers"])).toEqual({ backs: 3, up: ["8c"], below: ["2s", "3s"] });
  });

  test("are backs alone where nothing lies open in play", () => {
    expect(seatCards(seat(2, [place("2/hand", [null, null]), place("2/front", ["As"])]), [])).toEqual({ backs: 2, up: [], below: [] });
  });
});

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("%d seats with a row of cards below each stand clear of each other and inside the arc", (seats) => {
  const arcMm = { width: 174, height: 57 };
  const width = seats <= 7 ? 23 : seats === 8 ? 21 : 19;
  const half = seats <= 8 ? 7.5 : 7.1;
  const boxes = seatPositions(seats, "roomy").map(({ x, y }) => ({
    left: x * arcMm.width - width / 2,
    right: x * arcMm.width + width / 2,
    top: y * arcMm.height - half,
    bottom: y * arcMm.height + half + 0.5 + 8.4,
  }));
  for (const { left, right, top, bottom } of boxes) {
    expect(Math.min(left, top, arcMm.width - right, arcMm.height - bottom)).toBeGreaterThanOrEqual(0);
  }
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
    }
  }
});

test.each([8, 9, 10])("%d seats stand clear of each other where little height is left, and on a screen that stands", (seats) => {
  const token = { width: seats === 8 ? 21 : 19, height: seats === 8 ? 15 : 14.2 };
  const felts = [
    [seatPositions(seats, "low"), { width: 174, height: 49 }],
    [seatPositions(seats, "roomy", true), { width: 131, height: 82 }],
  ] as const;
  for (const [positions, arc] of felts) {
    for (const [i, one] of positions.entries()) {
      for (const other of positions.slice(i + 1)) {
        const apart = [Math.abs(one.x - other.x) * arc.width - token.width, Math.abs(one.y - other.y) * arc.height - token.height];
        expect(Math.max(...apart), `${i + 1} and another`).toBeGreaterThan(0);
      }
    }
  }
});

const base = viewOf("decide", "dealer");
const why = { code: "settled" };
const settled = (more: Partial<Settlement>): Settlement => ({
  outcome: "settled",
  why,
  order: [],
  transfers: [],
  results: [],
  hands: [],
  ...more,
});
const result = (more: Partial<SpotResult> & Pick<SpotResult, "seat" | "spot" | "outcome">): SpotResult => ({
  stake: 0,
  net: 0,
  why,
  ...more,
});

describe("a pot's settlement", () => {
  const settlement = settled({
    order: [2, 5],
    transfers: [
      { from: "2/bet", to: "pot/1", amount: 300, why },
      { from: "5/bet", to: "pot/1", amount: 300, why },
      { from: "pot/1", to: "rake", amount: 20, why },
      { from: "pot/1", to: "seat/2", amount: 290, why: { code: "potHigh" } },
      { from: "pot/1", to: "seat/5", amount: 145, why: { code: "potLow" } },
      { from: "pot/1", to: "seat/2", amount: 145, why: { code: "potLow" } },
    ],
    results: [
      result({ seat: 2, spot: "pot/1", outcome: "win", stake: 300, net: 135 }),
      result({ seat: 5, spot: "pot/1", outcome: "lose", stake: 300, net: -155 }),
      result({ seat: 7, spot: "pot/1", outcome: "lose", stake: 100, net: -100 }),
    ],
  });

  test("pays each half whole, and takes nothing that already lies in the pot", () => {
    expect(settleLines(settlement, 2).map(({ action, amount, why: { code } }) => [action, amount, code])).toEqual([
      ["pay", 290, "potHigh"],
      ["pay", 145, "potLow"],
    ]);
    expect(totalsOf(settleLines(settlement, 5))).toEqual({ pay: 145, take: 0, back: 0 });
    expect(settleLines(settlement, 7)).toEqual([]);
  });

  test("shows the pots as they were made, and the rake", () => {
    expect(potsShown({ ...base, pots: [{ pot: "pot/1", amount: 1 }], settlement: { ...settlement, served: 0 } })).toEqual([
      { pot: "pot/1", amount: 600 },
    ]);
    expect(potsShown({ ...base, pots: [{ pot: "pot/1", amount: 1 }] })).toEqual([{ pot: "pot/1", amount: 1 }]);
    expect(rakeOf(settlement)).toBe(20);
  });

  test("names winners on the sign", () => {
    expect(seatLines(settlement, []).map((line) => [line.seat, line.result?.outcome])).toEqual([
      [2, "win"],
      [5, "lose"],
      [7, "lose"],
    ]);
  });
});

describe("players who pay each other", () => {
  const settlement = settled({
    order: [3, 1],
    results: [
      result({ seat: 1, spot: "1/3/vs", outcome: "lose", net: -500 }),
      result({ seat: 3, spot: "3/1/vs", outcome: "win", net: 500 }),
      result({ seat: 1, spot: "1/stack", outcome: "returned", stake: 9_500 }),
    ],
    transfers: [{ from: "1/stack", to: "seat/1", amount: 9_500, why: { code: "stackBack" } }],
  });

  test("do so once, at the seat that is served first", () => {
    expect(settleLines(settlement, 3).map(({ action, amount }) => [action, amount])).toEqual([["pay", 500]]);
    expect(settleLines(settlement, 1).map(({ spot, action }) => [spot, action])).toEqual([
      ["1/3/vs", "done"],
      ["1/stack", "leave"],
    ]);
    expect(totalsOf(settleLines(settlement, 1))).toEqual({ pay: 0, take: 0, back: 0 });
  });

  test("are told on the sign against how many they won", () => {
    expect(seatLines(settlement, []).map(({ seat: one, result: end }) => [one, end?.outcome, end?.won])).toEqual([
      [1, "lose", { count: 0, of: 1 }],
      [3, "win", { count: 1, of: 1 }],
    ]);
  });
});

describe("a seat at a table with a pot", () => {
  const decide = (more: Partial<View>): View => ({ ...base, phase: "decide", expected: [], pots: [{ pot: "pot/1", amount: 90 }], ...more });
  const word = (view: View, one: SeatView) => seatState(view, one).word;
  const wagers = [
    { spot: "2/stack", stake: 400 },
    { spot: "2/bet", stake: 60 },
  ];

  test("says what it has in the pot, not what is its own", () => {
    expect(word(decide({}), seat(2, [], { wagers }))).toEqual({ key: "seat.bet", amount: 60 });
    expect(word({ ...decide({}), phase: "bets" }, seat(2, [], { wagers: wagers.slice(0, 1) }))).toEqual({ key: "seat.stack", amount: 400 });
  });

  test("says what the game says of it", () => {
    const mark = { code: "attacks", params: { seat: 4 } };
    expect(word(decide({}), seat(2, [], { wagers, marks: [{ code: "button" }, mark] }))).toEqual({ key: "seat.says", mark });
    expect(seatState(decide({}), seat(2, [], { marks: [{ code: "lostBattle" }] })).look).toBe("done");
  });

  test("says of a hidden decision only that it was made", () => {
    const view = decide({ pots: [] });
    expect(seatState(view, seat(2, [], { marks: [{ code: "handDown" }] }))).toMatchObject({ look: "done", word: { key: "seat.done" } });
  });
});

describe("the showdown", () => {
  const muck: Decision = { kind: "decision", by: "2/hand", options: [{ code: "muck" }] };

  test("turns up with the big key even where a hand may be given up", () => {
    const view: View = { ...base, expected: [{ kind: "reveal", place: "2/hand" }, muck] };
    expect(choosePrimary(view)).toMatchObject({ kind: "reveal", opening: { place: "2/hand" } });
    expect(choosePrimary({ ...view, expected: [{ kind: "reveal", place: "2/hand", blocked: "notAllSet" }, muck] })).toBeNull();
  });

  test("shows hands without a card face down", () => {
    const seats = [
      seat(1, [place("1/front", ["2c"]), place("1/back", ["3c", "4c"])]),
      seat(2, [place("2/hand", ["5c", null])]),
      seat(3, [place("3/hand", [])]),
    ];
    expect(openHands({ ...base, seats, places: [] }).map((hand) => [hand.seat, hand.places.length])).toEqual([[1, 2]]);
  });
});
