import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choosePrimary, nextActions } from "#core/next-action";
import { balances, type Settlement } from "#core/settlement";
import { fits, judge, seatToBet, spotsOf, usefulChips } from "../../../../dashboard/web/console/bets.ts";
import { breakDown, chipColour } from "../../../../dashboard/web/console/chips.ts";
import { amountChoices } from "../../../../dashboard/web/console/choices.ts";
import { phaseSteps } from "../../../../dashboard/web/console/phase-steps.ts";
import { seatPositions } from "../../../../dashboard/web/console/seat-positions.ts";
import { seatState } from "../../../../dashboard/web/console/seat-state.ts";
import { settleLines, totalsOf } from "../../../../dashboard/web/console/settle-lines.ts";
import { fitting, measured } from "../../../../dashboard/web/console/size.ts";
import { standstill } from "../../../../dashboard/web/console/stop.ts";
import { type Scene, scenes, viewOf } from "../../../e2e/pages-fixtures.ts";

const see = (scene: Scene) => viewOf(scene, "dealer");
const seatIn = (scene: Scene, seat: number) => {
  const view = see(scene);
  const { look, word } = seatState(view, view.seats[seat - 1] as (typeof view.seats)[number]);
  return [look, word.key];
};

describe("seat positions", () => {
  // The design's own table; the right half mirrors the left.
  test.each([
    [
      4,
      [
        [0.124, 0.486],
        [0.366, 0.143],
      ],
    ],
    [
      6,
      [
        [0.081, 0.689],
        [0.221, 0.303],
        [0.404, 0.143],
      ],
    ],
    [
      7,
      [
        [0.071, 0.799],
        [0.174, 0.402],
        [0.331, 0.203],
        [0.5, 0.143],
      ],
    ],
    [
      8,
      [
        [0.062, 0.863],
        [0.134, 0.459],
        [0.27, 0.235],
        [0.422, 0.137],
      ],
    ],
    [
      10,
      [
        [0.089, 0.858],
        [0.074, 0.537],
        [0.168, 0.296],
        [0.295, 0.164],
        [0.431, 0.105],
      ],
    ],
  ] as const)("of %d seats are those of the design", (seats, left) => {
    const positions = seatPositions(seats);
    expect(positions).toHaveLength(seats);
    left.forEach(([x, y], i) => {
      expect(Math.abs((positions[i]?.x ?? 0) - x)).toBeLessThan(0.0025);
      expect(Math.abs((positions[i]?.y ?? 0) - y)).toBeLessThan(0.0025);
      expect(positions[seats - 1 - i]?.x).toBeCloseTo(1 - (positions[i]?.x ?? 0), 2);
    });
  });

  test("of any number run from the dealer's left to the right, inside the box", () => {
    for (let seats = 1; seats <= 10; seats++) {
      const positions = seatPositions(seats);
      for (const { x, y } of positions) expect(x > 0 && x < 1 && y > 0 && y < 1).toBe(true);
      if (seats < 9) expect([...positions].sort((a, b) => a.x - b.x)).toEqual(positions);
    }
  });
});

describe("chips", () => {
  test("add up to the amount, the largest first, and never pay more", () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 7 }), (amount, values) => {
        const { stacks, rest } = breakDown(amount, values);
        expect(stacks.reduce((sum, { value, count }) => sum + value * count, 0) + rest).toBe(amount);
        expect(stacks.map(({ value }) => value)).toEqual(stacks.map(({ value }) => value).sort((a, b) => b - a));
        expect(rest).toBeLessThan(Math.min(...values, Number.POSITIVE_INFINITY));
      }),
    );
    expect(breakDown(34_000, [100, 500, 2_500, 10_000])).toEqual({
      stacks: [
        { value: 10_000, count: 3 },
        { value: 2_500, count: 1 },
        { value: 500, count: 3 },
      ],
      rest: 0,
    });
  });

  test("have one colour a value", () => {
    for (const value of [0.5, 2, 5, 20, 5_000]) expect(chipColour(value)).toEqual(chipColour(value));
    expect(chipColour(5)).not.toEqual(chipColour(25));
  });

  test("are the house's own where it names one, with figures that can be read on it", () => {
    expect(chipColour(5, "#FFFF66")).toMatchObject({ body: "#FFFF66", ink: "#16181A" });
    expect(chipColour(5, "#102040")).toMatchObject({ body: "#102040", ink: "#FFFFFF" });
  });
});

describe("a settlement's lines", () => {
  const settlement = see("settle").settlement as Settlement;

  test("pay, take, leave and return what the results say", () => {
    const lines = settleLines(settlement, 7).map(({ spot, action, stake, amount }) => [spot, action, stake, amount]);
    expect(lines).toEqual([
      ["7/ante", "pay", 2_500, 2_500],
      ["7/raise", "pay", 7_500, 7_500],
      ["7/flush", "pay", 1_000, 50_000],
      ["7/rake", "take", 100, 100],
    ]);
    expect(totalsOf(settleLines(settlement, 7))).toEqual({ pay: 60_000, take: 100, back: 0 });
  });

  test("return the part of a Raise above its cap beside the rest", () => {
    const raise = settleLines(settlement, 6).filter(({ spot }) => spot === "6/raise");
    expect(raise.map(({ action, amount, why }) => [action, amount, why.code])).toEqual([
      ["pay", 5_000, "higher"],
      ["return", 10_000, "overCap"],
    ]);
  });

  test("agree with the transfers: what a seat's chips gain is what was paid and given back, less what was taken from them", () => {
    for (const scene of ["settle", "red", "void"] as const) {
      const view = see(scene);
      const own = view.settlement as Settlement;
      const sums = balances(own.transfers);
      for (const { seat } of view.seats) {
        const lines = settleLines(own, seat);
        const fromChips = lines
          .filter(({ spot, action }) => action === "take" && spot.endsWith("/rake"))
          .reduce((sum, { amount }) => sum + amount, 0);
        const stakesBack = lines.filter(({ action }) => action !== "take").reduce((sum, { stake }) => sum + stake, 0);
        expect([seat, (sums.get(`seat/${seat}`) ?? 0) + fromChips]).toEqual([seat, totalsOf(lines).pay + stakesBack]);
      }
    }
  });

  test("of a void round give every wager back", () => {
    const view = see("red");
    for (const { seat, wagers } of view.seats) {
      expect(settleLines(view.settlement as Settlement, seat).map(({ spot, action, amount }) => [spot, action, amount])).toEqual(
        wagers.map(({ spot, stake }) => [spot, "return", stake]),
      );
    }
  });

  test("of a correction take back what came to the wrong player, from a pot too, and pay it to the right one", () => {
    const pot = (from: string, to: string) => ({ from, to, amount: 90, why: { code: "corrected" } });
    const corrected: Settlement = {
      outcome: "settled",
      revision: 2,
      why: { code: "correction", params: { revision: 2 } },
      order: [1, 2],
      transfers: [pot("seat/1", "pot/1"), pot("pot/1", "seat/2")],
      results: [
        { seat: 1, spot: "pot/1", stake: 30, outcome: "lose", net: -90, why: { code: "lower" } },
        { seat: 2, spot: "pot/1", stake: 30, outcome: "win", net: 90, why: { code: "highHand" } },
      ],
      hands: [],
    };
    expect(settleLines(corrected, 1)).toMatchObject([{ spot: "pot/1", action: "take", amount: 90 }]);
    expect(settleLines(corrected, 2)).toMatchObject([{ spot: "pot/1", action: "pay", amount: 90 }]);
  });

  test("say how much a short payment lacks", () => {
    const [line] = settleLines(
      {
        outcome: "settled",
        why: { code: "settled" },
        order: [1],
        transfers: [{ from: "1/ante", to: "seat/1", amount: 60, why: { code: "higher" } }],
        hands: [],
        results: [{ seat: 1, spot: "1/ante", stake: 60, outcome: "win-partial", net: 40, due: 60, odds: [1, 1], why: { code: "higher" } }],
      },
      1,
    );
    expect(line).toMatchObject({ action: "pay", amount: 40, due: 60 });
  });
});

describe("the primary key", () => {
  test.each([
    ["closed", "openTable"],
    ["idle", "openRound"],
    ["again", "redeal"],
    ["bets", "close"],
    ["reveal", "reveal"],
    ["settle", "paid"],
    ["scan", "scanned"],
    ["check", "same"],
    ["void", "paid"],
  ] as const)("in %s is %s", (scene, wanted) => {
    const primary = choosePrimary(see(scene));
    expect(primary?.kind === "confirm" ? primary.opening.code : primary?.kind).toBe(wanted);
  });

  test.each(["bank", "deal", "decide", "floor"] as const)("is absent in %s: cards, decisions and the floor come first", (scene) => {
    expect(choosePrimary(see(scene))).toBeNull();
  });

  test("says why bets cannot be closed", () => {
    expect(choosePrimary(see("betsWaiting"))).toEqual({ kind: "close", blocked: "device" });
  });

  test("is the first of what a panel of keys offers; the ways to decide and the calls follow", () => {
    const offered = (scene: Scene) => nextActions(see(scene)).map(({ id, hold }) => `${id}${hold ? " (hold)" : ""}`);
    expect(offered("closed")).toEqual(["confirm openTable", "call"]);
    expect(offered("deal")).toEqual(["call"]);
    expect(offered("decide")).toEqual(["decision 6/hand fold", "undo (hold)", "call"]);
    expect(offered("settle")).toEqual(["confirm paid", "undo (hold)", "call"]);
    expect(nextActions(see("settle"))[0]).toMatchObject({ label: { key: "key.paid" }, command: { kind: "confirm", code: "paid" } });
  });
});

test("steps show how far each phase has come", () => {
  expect(phaseSteps(see("deal"))[1]).toEqual({ phase: "deal", state: "now", now: 17, of: 49 });
  expect(phaseSteps(see("decide"))[2]).toEqual({ phase: "decide", state: "now", now: 3, of: 6 });
  expect(phaseSteps(see("settle"))[4]).toEqual({ phase: "settle", state: "now", now: 3, of: 6 });
  expect(phaseSteps(see("red")).map(({ state }) => state)).toEqual(["done", "stopped", "todo", "todo", "todo"]);
  expect(phaseSteps(see("idle")).every(({ state }) => state === "todo")).toBe(true);
});

test("seats say one word each", () => {
  expect(seatIn("closed", 1)).toEqual(["out", "seat.empty"]);
  expect(seatIn("idle", 1)).toEqual(["idle", "seat.in"]);
  expect(seatIn("bank", 3)).toEqual(["now", "seat.now"]);
  expect(seatIn("bets", 3)).toEqual(["bet", "seat.bank"]);
  expect(seatIn("bets", 4)).toEqual(["bet", "seat.bet"]);
  expect(seatIn("bets", 2)).toEqual(["idle", "seat.noBet"]);
  expect(seatIn("deal", 7)).toEqual(["next", "seat.next"]);
  expect(seatIn("deal", 4)).toEqual(["bet", "seat.cards"]);
  expect(seatIn("decide", 4)).toEqual(["bet", "seat.raise"]);
  expect(seatIn("decide", 5)).toEqual(["done", "seat.fold"]);
  expect(seatIn("decide", 6)).toEqual(["now", "seat.now"]);
  expect(seatIn("decide", 1)).toEqual(["idle", "seat.toDecide"]);
  expect(seatIn("reveal", 3)).toEqual(["next", "seat.next"]);
  expect(seatIn("revealed", 7)).toEqual(["bet", "seat.open"]);
  expect(seatIn("revealed", 4)).toEqual(["bet", "seat.turnUp"]);
  expect(seatIn("settle", 1)).toEqual(["done", "seat.took"]);
  expect(seatIn("settle", 7)).toEqual(["now", "seat.paying"]);
  expect(seatIn("settle", 6)).toEqual(["next", "seat.bet"]);
  expect(seatIn("settleLast", 6)).toEqual(["done", "seat.paid"]);
  expect(seatIn("void", 2)).toEqual(["now", "seat.back"]);
  const floor = see("floor");
  expect(floor.seats.filter((seat) => seatState(floor, seat).problem).map(({ seat }) => seat)).toEqual([6]);
});

describe("wagers", () => {
  test("are wanted at the first seat without one", () => {
    expect(seatToBet(see("bets"))).toBe(7);
    expect(spotsOf(see("bets"), 7).map(({ spot }) => spot)).toEqual(["7/ante", "7/straightFlush", "7/flush"]);
    expect(seatToBet(see("deal"))).toBeNull();
  });

  test("are judged by their bounds", () => {
    const bounds = { min: 500, max: 10_000, step: 500 };
    expect(judge(bounds, 400)).toEqual({ kind: "under", by: 100 });
    expect(judge(bounds, 15_000)).toEqual({ kind: "over", by: 5_000 });
    expect(judge(bounds, 700)).toEqual({ kind: "step", by: 500 });
    expect(judge(bounds, 1_500)).toEqual({ kind: "fits" });
  });

  test("are entered with chips that can reach them", () => {
    expect(usefulChips([100, 500, 2_500, 10_000, 50_000], { min: 500, max: 10_000, step: 500 }, 6)).toEqual([500, 2_500, 10_000]);
    expect(usefulChips([100], { min: 50, max: 90, step: 10 }, 6)).toEqual([100]);
  });
});

describe("amounts to choose from", () => {
  const bounds = fc
    .record({ min: fc.integer({ min: 1, max: 5_000 }), span: fc.nat(100_000), step: fc.integer({ min: 1, max: 500 }) })
    .map(({ min, span, step }) => ({ min, max: min + span, step }));

  test("fit their bounds, and a pad is offered whenever they are not all", () => {
    fc.assert(
      fc.property(bounds, fc.integer({ min: 1, max: 6 }), (limits, most) => {
        const { amounts, pad } = amountChoices(limits, most);
        expect(amounts.length).toBeLessThanOrEqual(most);
        for (const { amount } of amounts) expect(fits(limits, amount)).toBe(true);
        const possible = Math.floor((limits.max - limits.min) / limits.step) + 1;
        expect(pad).toBe(possible > amounts.length);
      }),
    );
  });

  test("are one, two and three Antes for a Raise", () => {
    expect(amountChoices({ min: 2_500, max: 7_500, step: 2_500 })).toEqual({
      amounts: [
        { amount: 2_500, times: 1 },
        { amount: 5_000, times: 2 },
        { amount: 7_500, times: 3 },
      ],
      pad: false,
    });
  });
});

describe("a standstill", () => {
  test.each([
    ["red", "stop", "void", true],
    ["redPaidBack", "stop", "own", false],
    ["redBetween", "stop", "own", false],
    ["check", "check", "own", false],
    ["floor", "stop", "floor", false],
    ["void", "void", "void", true],
  ] as const)("in %s", (scene, kind, steps, owing) => {
    expect(standstill(see(scene), null)).toMatchObject({ kind, steps, owing });
  });

  test("that overtook the journal shows before the view knows of it", () => {
    expect(standstill(see("deal"), { code: "red", since: 5 })).toMatchObject({ kind: "stop", code: "red", since: 5 });
  });

  test("with a code of a newer table still calls the floor", () => {
    expect(standstill(see("deal"), { code: "neverHeardOf", since: 5 })?.kind).toBe("stop");
  });

  test("is absent in play", () => {
    for (const scene of scenes.filter((one) => !["red", "redPaidBack", "redBetween", "check", "floor", "void"].includes(one))) {
      expect([scene, standstill(see(scene), null)]).toEqual([scene, null]);
    }
  });
});

test("a screen that was not measured is filled, one that was keeps its millimetres", () => {
  expect(fitting(1280, 800)).toBeCloseTo(5.9, 5);
  expect(fitting(1024, 768)).toBeCloseTo(4.72, 5);
  expect([measured("4.2"), measured("0"), measured("wide"), measured(null)]).toEqual([4.2, null, null, null]);
});
