// High Card Flush by the rows of its rule sheet: who wins what, whose money pays it, and in which order.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Stage } from "#core/rehearse";
import {
  act,
  bankOffered,
  begin,
  deal,
  decide,
  endsOf,
  fundsAfter,
  handAt,
  type Play,
  type PlayedSeat,
  payOut,
  play,
  playOn,
  rakeOf,
  rulesWith,
  settlementOf,
  turnUp,
  whysOf,
} from "./high-card-flush-bed.ts";
import { faultsIn, randomPlay } from "./high-card-flush-rounds.ts";
import { randomFrom, shuffled } from "./random.ts";

// Six hands of one deck, against a queen-high three-flush that qualifies.
const queens = "Qs Ts 3s 8c 6c 5d 2d";
const fiveFlush = "As 9s 7s 5s 2s Kc 6h";
const fourFlush = "Ah Jh 7h 2h Ks 9c 4d";
const kingsFour = "Kh Qh 9h 4h Ac 3c Jd";
const eights = "8h 5h 3h Kd Td 7c 4c";
const lowEights = "8s 6s 4s 9d 7d Tc 5c";
/** Does not qualify. */
const eightHigh = "8c 5c 3c Kd Td Jh 7h";

const rich = 100_000;

/** One player at seat 1 against the bank at seat 2. */
function alone(bank: string, seat: PlayedSeat, rules: Play["rules"] = {}, funds = rich): Play {
  return { rules, designated: { seat: 2, cards: bank, funds }, seats: { 1: seat } };
}

/** How the wagers ended, with books that balance. */
function ends(given: Play): Readonly<Record<string, string>> {
  const settlement = play(given);
  expect(faultsIn(settlement, given)).toEqual([]);
  return endsOf(settlement);
}

describe("the main hand", () => {
  const rows: readonly (readonly [string, string, string, string, string])[] = [
    ["the bank does not qualify, whatever the player holds", eightHigh, "7s 6s 4s 9d 3d Qh 2h", "win 10", "push 0"],
    ["the bank does not qualify, and the player is higher", eightHigh, fiveFlush, "win 10", "push 0"],
    ["qualified, the player has more cards", queens, fourFlush, "win 10", "win 10"],
    ["qualified, the player's second card is higher", "Kd Jd Td 7c 5c 3h 2h", "Ks Qs 4s 9h 8h 6c 2c", "win 10", "win 10"],
    ["qualified, every rank is equal", "Qc 9c 5c Jd 7d 4h 2h", "Qs 9s 5s Jh 7h 4d 2d", "push 0", "push 0"],
    ["qualified, the player is lower", queens, eights, "lose -10", "lose -10"],
    ["nine-three-two is the lowest hand that qualifies", "9c 3c 2c Kd Td Jh 7h", "8s 7s 5s Ad Qd 6h 4h", "lose -10", "lose -10"],
    ["any four cards qualify", "5c 4c 3c 2c Kd Td Jh", "8s 7s 4s Ad Qd 6h 4h", "lose -10", "lose -10"],
  ];
  it.each(rows)("%s", (_row, bank, cards, ante, raise) => {
    expect(ends(alone(bank, { cards, ante: 10, act: 10 }))).toEqual({ "1/ante": ante, "1/raise": raise });
  });

  it("a fold loses the Ante, and the bank's hand stays down", () => {
    const given = alone(queens, { cards: fiveFlush, ante: 10, act: "fold" });
    expect(ends(given)).toEqual({ "1/ante": "lose -10" });
    expect(play(given).hands).toEqual([]);
    expect(fundsAfter(given, play(given))).toBe(rich + 10);
  });

  it("of two flushes of equal length the higher one plays", () => {
    expect(ends(alone("Kh 9h 5h Qc 8c 3s 7d", { cards: "Ks 9s 4s Kd 9d 6d 2c", ante: 10, act: 10 }))["1/raise"]).toBe("win 10");
  });

  it("the house may ask another hand to qualify", () => {
    const qualifier = { length: 3, minHigh: "K" };
    expect(ends(alone(queens, { cards: eights, ante: 10, act: 10 }, { qualifier }))).toEqual({ "1/ante": "win 10", "1/raise": "push 0" });
  });
});

describe("the Raise", () => {
  const longest: readonly (readonly [number, string, number])[] = [
    [2, "As 9s Kh 7h Qc 5c Jd", 1],
    [3, "As 9s 4s 7h Qc 5c Jd", 1],
    [4, "As 9s 4s 2s Qc 5c Jd", 1],
    [5, "As 9s 7s 4s 2s 5c Jd", 2],
    [6, "As Js 9s 7s 4s 2s Jd", 3],
    [7, "As Js 9s 7s 5s 4s 2s", 3],
  ];
  it.each(longest)("of a %i-card flush is cut to its cap when the hand is shown: %s", (length, cards, cap) => {
    const given = alone("Qh Th 7d 4d 2c 8d Jc", { cards, ante: 10, act: 30 }, { qualifier: { length: 2, minHigh: "2" } });
    const settlement = play(given);
    expect(faultsIn(settlement, given)).toEqual([]);
    const [raise] = settlement.results.filter(({ spot }) => spot === "1/raise");
    expect(raise?.stake).toBe(10 * cap);
    const back = settlement.transfers.filter(({ why }) => why.code === "overCap");
    const why = { code: "overCap", params: { cap: 10 * cap, length } };
    expect(back).toEqual(cap === 3 ? [] : [{ from: "1/raise", to: "seat/1", amount: 30 - 10 * cap, why }]);
  });

  it("loses no more than its cap", () => {
    const given = alone(queens, { cards: eights, ante: 10, act: 30 });
    expect(ends(given)).toEqual({ "1/ante": "lose -10", "1/raise": "lose -10" });
    expect(fundsAfter(given, play(given))).toBe(rich + 20);
  });

  it("below the Ante or above three Antes is refused at once, for every hand alike", () => {
    for (const cards of [eights, fiveFlush]) {
      const on = begin(alone(queens, { cards, ante: 10, act: "fold" }));
      deal(on, alone(queens, { cards, ante: 10, act: "fold" }));
      for (const amount of [0, 9, 31, 300]) {
        expect(act(on, 1, amount)).toEqual({ ok: false, why: "amount", params: { min: 10, max: 30, step: 1 } });
      }
      expect(act(on, 1, 30)).toEqual({ ok: true });
    }
  });
});

describe("the Flush bonus", () => {
  const rows: readonly (readonly [string, string, string, string, string])[] = [
    ["four cards, and higher than the bank's", queens, fourFlush, "win 10", "bonusWon"],
    ["five cards", queens, fiveFlush, "win 50", "bonusWon"],
    ["six cards", queens, "Ah Jh 9h 7h 4h 2h Jd", "win 250", "bonusWon"],
    ["seven cards", queens, "Ah Jh 9h 7h 5h 4h 2h", "win 1000", "bonusWon"],
    ["four cards of the same ranks", "Ac Tc 8c 3c Kd 6s 2d", "Ah Th 8h 3h Kc 6d 2s", "push 0", "bonusTie"],
    ["three cards, although higher", "Qc 9c 5c Jd 7d 4h 2h", "As 9s 5s Jh 7h 4d 2c", "lose -5", "bonusShort"],
    ["three cards of the same ranks", "Qc 9c 5c Jd 7d 4h 2h", "Qs 9s 5s Jh 7h 4d 2d", "lose -5", "bonusShort"],
    ["four cards against a higher four", "As 9s 7s 5s Kc 6d 2d", kingsFour, "lose -5", "bonusBeaten"],
    ["four cards against a bank that does not qualify", eightHigh, "Ah 9h 6h 2h Ks 9c 4d", "win 10", "bonusWon"],
  ];
  it.each(rows)("%s", (_row, bank, cards, end, why) => {
    const given = alone(bank, { cards, ante: 10, flush: 5, act: 10 });
    expect(ends(given)["1/flush"]).toBe(end);
    expect(whysOf(play(given))["1/flush"]).toBe(why);
  });

  it("goes with a fold", () => {
    expect(ends(alone(queens, { cards: fiveFlush, ante: 10, flush: 5, act: "fold" }))["1/flush"]).toBe("lose -5");
  });
});

describe("the Straight Flush bonus", () => {
  const jacks = "Jd Td 9d Ah 5h 3c 2s";
  const rows: readonly (readonly [string, string, string, string, string])[] = [
    ["three in a row, the bank has none, although the main hand loses", queens, jacks, "win 40", "bonusWon"],
    ["longer than the bank's", "Ah Kh Qh Jd 8d 6s 4s", "5c 4c 3c 2c Kd 9h 7s", "win 300", "bonusWon"],
    ["the same length and a higher top", "Th 9h 8h Kc Qs 5s 3d", jacks, "win 40", "bonusWon"],
    ["the same length and the same top, although the rest of the hand is lower", "Jh Th 9h Kh 8c 5s 3d", jacks, "push 0", "bonusTie"],
    ["no three in a row", queens, fourFlush, "lose -5", "bonusShort"],
    ["the bank's is longer", "7c 6c 5c 4c Kd Qs 9h", jacks, "lose -5", "bonusBeaten"],
    ["the bank's has a higher top", "Qh Jh Th 8c 7c 4s 3s", jacks, "lose -5", "bonusBeaten"],
    ["a bank that does not qualify holds a higher one", "8s 7s 6s Kc Jd 4h 2c", "5d 4d 3d Kh 9s 7c 2s", "lose -5", "bonusBeaten"],
    ["five in a row", queens, "9h 8h 7h 6h 5h Ac Kd", "win 500", "bonusWon"],
    ["six in a row", queens, "9h 8h 7h 6h 5h 4h Kd", "win 2500", "bonusWon"],
    ["seven in a row", queens, "9h 8h 7h 6h 5h 4h 3h", "win 5000", "bonusWon"],
    ["of two runs the longer is paid, once", "Qs Ts 3s 8c 6c Jh 2h", "9s 8s 7s 5d 4d 3d 2d", "win 300", "bonusWon"],
    ["a run outside the longest flush", "Qs Ts 3s 8d 4d Jc 2c", "Kh 9h 6h 2h 7c 6c 5c", "win 40", "bonusWon"],
    ["ace, king, queen", queens, "Ah Kh Qh 9c 4c 7d 3d", "win 40", "bonusWon"],
    [
      "ace, deuce, three has the top three and loses to four, three, deuce",
      "4s 3s 2s Kc Jc Th 6h",
      "Ad 3d 2d Kh 9h Qc 5c",
      "lose -5",
      "bonusBeaten",
    ],
    ["king, ace, deuce is no run", "Td 8d 6d 5c 3c Qs Js", "Ah Kh 2h 9c 7c 6s 4s", "lose -5", "bonusShort"],
  ];
  it.each(rows)("%s", (_row, bank, cards, end, why) => {
    const given = alone(bank, { cards, ante: 10, straightFlush: 5, act: 10 });
    expect(ends(given)["1/straightFlush"]).toBe(end);
    expect(whysOf(play(given))["1/straightFlush"]).toBe(why);
  });

  it("goes with a fold, even with three in a row", () => {
    expect(ends(alone(queens, { cards: jacks, ante: 10, straightFlush: 5, act: "fold" }))["1/straightFlush"]).toBe("lose -5");
  });

  it("has no low ace where the house says so", () => {
    const seat = { cards: "Ad 3d 2d Kh 9h Qc 5c", ante: 10, straightFlush: 5, act: 10 } as const;
    const bank = "Ts 8s 6s Kc Jc Th 6h";
    expect(ends(alone(bank, seat))["1/straightFlush"]).toBe("win 40");
    expect(ends(alone(bank, seat, { aceLowInSF: false }))["1/straightFlush"]).toBe("lose -5");
  });

  it("is judged apart from the Flush bonus", () => {
    const seat = { cards: jacks, ante: 10, straightFlush: 5, flush: 5, act: 10 } as const;
    expect(ends(alone(queens, seat))).toEqual({
      "1/ante": "lose -10",
      "1/raise": "lose -10",
      "1/straightFlush": "win 40",
      "1/flush": "lose -5",
    });
  });
});

/** Five players, the bank at seat 4: compared 3, 2, 1, 6, 5. */
function table(seats: Readonly<Record<number, Partial<PlayedSeat>>>, funds: number, rules: Play["rules"] = {}): Play {
  const hands: Readonly<Record<number, string>> = { 1: fiveFlush, 2: eights, 3: fourFlush, 5: lowEights, 6: kingsFour };
  const played = Object.entries(seats).map(([seat, more]) => [seat, { cards: hands[Number(seat)] ?? "", ante: 10, act: 10, ...more }]);
  return { rules, designated: { seat: 4, cards: queens, funds }, seats: Object.fromEntries(played) };
}

describe("the order", () => {
  const given = table({ 1: {}, 2: { act: "fold" }, 3: {}, 5: {}, 6: {} }, rich);

  it("of dealing is clockwise from the button's left, the bank last, card by card or hand by hand", () => {
    const dealtTo = (rules: Record<string, unknown>): readonly string[] => {
      const on = begin({ ...given, rules });
      deal(on, given);
      return on.facts.flatMap((fact) => (fact.kind === "card" ? [fact.to] : []));
    };
    const once = [5, 6, 1, 2, 3, 4].map(handAt);
    expect(dealtTo({})).toEqual(Array.from({ length: 7 }, () => once).flat());
    expect(dealtTo({ dealPacket: 7 })).toEqual(once.flatMap((place) => new Array(7).fill(place)));
  });

  it("of acting is clockwise from the button's left", () => {
    const facts = playOn(given).facts.flatMap((fact) => (fact.kind === "decision" && fact.by.endsWith("/hand") ? [fact.by] : []));
    expect(facts).toEqual([5, 6, 1, 2, 3].map(handAt));
  });

  it("of comparing is counter-clockwise from the button's right, folded seats in their place", () => {
    expect(play(given).order).toEqual([3, 2, 1, 6, 5]);
  });

  it("of turning up is the bank first, then the hands that are compared", () => {
    expect(play(given).hands.map(({ place }) => place)).toEqual([4, 3, 1, 6, 5].map(handAt));
  });

  it("within a hand is losing wagers, Ante, Raise, Straight Flush, Flush", () => {
    const both = { cards: "Jh Th 9h 4h Kc 7d 2c", ante: 10, straightFlush: 5, flush: 5, act: 10 } as const;
    const moves = (given: Play): readonly string[] =>
      play(given).transfers.flatMap(({ from, to }) => (from === "designated" ? [] : [`${from} to ${to}`]));
    expect(moves(alone(queens, both))).toEqual(["ante", "raise", "straightFlush", "flush"].map((name) => `1/${name} to seat/1`));
    const short = { ...both, cards: fourFlush };
    expect(moves(alone(queens, short))[0]).toBe("1/straightFlush to designated");
    const other = ["flush", "straightFlush", "raise", "ante", "losing wagers"];
    expect(moves(alone(queens, short, { withinHandOrder: other }))).toEqual([
      "1/flush to seat/1",
      "1/raise to seat/1",
      "1/ante to seat/1",
      "1/straightFlush to designated",
    ]);
  });

  it("of results is that of the layout, whatever was paid first", () => {
    const spots = play(table({ 3: { straightFlush: 5, flush: 5 } }, rich)).results.map(({ spot }) => spot);
    expect(spots).toEqual(["3/ante", "3/raise", "3/straightFlush", "3/flush"]);
  });
});

describe("running the table", () => {
  it("1. a folder's stakes are in the bank before the first comparison, and stay lost when it is empty", () => {
    // Seat 5 comes last, and its stakes pay seat 3, which comes first; nothing is left when the order reaches it.
    const given = table({ 3: {}, 5: { ante: 15, straightFlush: 2, flush: 2, act: "fold" } }, 1);
    expect(ends(given)).toEqual({
      "3/ante": "win 10",
      "3/raise": "win 10",
      "5/ante": "lose -15",
      "5/straightFlush": "lose -2",
      "5/flush": "lose -2",
    });
    expect(fundsAfter(given, play(given))).toBe(0);
    expect(play(given).order).toEqual([3, 5]);
    const poor = table({ 3: {}, 1: {}, 5: { act: "fold" } }, 1);
    expect(ends(poor)).toMatchObject({ "3/ante": "win 10", "3/raise": "win-partial 1", "1/ante": "returned 0", "5/ante": "lose -10" });
  });

  it("2. the hand's own losing wagers come in first, and what they pay is paid", () => {
    const seat = { cards: fourFlush, ante: 10, straightFlush: 5, flush: 5, act: 10 } as const;
    const given = alone(queens, seat, {}, 15);
    expect(ends(given)).toEqual({ "1/ante": "win 10", "1/raise": "win 10", "1/straightFlush": "lose -5", "1/flush": "returned 0" });
    expect(fundsAfter(given, play(given))).toBe(0);
  });

  it("2. a wager is paid as far as the bank goes, the rest of the hand goes back", () => {
    const settlement = play(alone(queens, { cards: fourFlush, ante: 10, flush: 5, act: 10 }, {}, 15));
    expect(endsOf(settlement)).toEqual({ "1/ante": "win 10", "1/raise": "win-partial 5", "1/flush": "returned 0" });
    const [, raise, flush] = settlement.results;
    expect(raise).toMatchObject({ stake: 10, net: 5, due: 10, odds: [1, 1] });
    expect(flush?.why).toEqual({ code: "uncovered" });
  });

  it("2. all or nothing looks at each wager by itself: a smaller one of the same hand is still paid", () => {
    const given = alone(queens, { cards: fourFlush, ante: 10, flush: 2, act: 10 }, { shortfall: "all-or-nothing" }, 15);
    expect(ends(given)).toEqual({ "1/ante": "win 10", "1/raise": "returned 0", "1/flush": "win 4" });
    expect(fundsAfter(given, play(given))).toBe(1);
  });

  it("2. all or nothing keeps the money for the seats after", () => {
    const rules = { shortfall: "all-or-nothing" };
    expect(ends(table({ 3: { flush: 100 }, 6: {} }, 45, rules))).toEqual({
      "3/ante": "win 10",
      "3/raise": "win 10",
      "3/flush": "returned 0",
      "6/ante": "win 10",
      "6/raise": "win 10",
    });
  });

  it("2. a push needs no funds", () => {
    expect(ends(alone(eightHigh, { cards: fiveFlush, ante: 10, act: 20 }, {}, 10))).toEqual({ "1/ante": "win 10", "1/raise": "push 0" });
  });

  it("2. a hand that starts with an empty bank is dead, also if it would have lost, and so is every later one", () => {
    const given = table({ 3: {}, 2: { straightFlush: 5 }, 1: { act: "fold" }, 6: {}, 5: {} }, 10);
    expect(ends(given)).toEqual({
      "3/ante": "win 10",
      "3/raise": "win 10",
      "1/ante": "lose -10",
      "2/ante": "returned 0",
      "2/raise": "returned 0",
      "2/straightFlush": "returned 0",
      "6/ante": "returned 0",
      "6/raise": "returned 0",
      "5/ante": "returned 0",
      "5/raise": "returned 0",
    });
    expect(fundsAfter(given, play(given))).toBe(0);
  });

  it("2. a Raise above its cap goes back whole from a dead hand", () => {
    const settlement = play(table({ 3: {}, 2: { act: 30 } }, 20));
    expect(settlement.transfers.filter(({ from }) => from === "2/raise").map(({ amount, why }) => [amount, why.code])).toEqual([
      [30, "uncovered"],
    ]);
  });

  it("3. without collected losses the bank only falls, yet the designated player owns them after", () => {
    const seats = { 1: {}, 2: {}, 3: {}, 5: { act: "fold" } } as const;
    const given = table(seats, 30, { collectedLossesFundBank: false });
    expect(ends(given)).toMatchObject({ "3/raise": "win 10", "2/raise": "lose -10", "1/ante": "win 10", "1/raise": "returned 0" });
    expect(fundsAfter(given, play(given))).toBe(30 + 30 - 30);
    expect(ends(table(seats, 30))).toMatchObject({ "1/ante": "win 10", "1/raise": "win 10" });
  });

  it("4. where the house says so, a tie of the main hands pushes every bonus, one that won and one that lost", () => {
    const tied = { cards: "Jd Td 9d Ah 5h 3c 2s", ante: 10, straightFlush: 5, flush: 5, act: 10 } as const;
    const rules = { mainTiePushesBonuses: true };
    const bank = "Js Ts 9s 8c 6c 5d 2d";
    expect(ends(alone(bank, tied))).toMatchObject({ "1/straightFlush": "push 0", "1/flush": "lose -5" });
    expect(ends(alone(bank, tied, rules))).toMatchObject({ "1/straightFlush": "push 0", "1/flush": "push 0" });
    const won = { cards: "Kh Jh 9h 7d 6d 5d 2c", ante: 10, straightFlush: 5, act: 10 } as const;
    const equal = "Ks Js 9s 8c 6c 4d 2d";
    expect(ends(alone(equal, won))["1/straightFlush"]).toBe("win 40");
    expect(ends(alone(equal, won, rules))["1/straightFlush"]).toBe("push 0");
    expect(whysOf(play(alone(equal, won, rules)))["1/straightFlush"]).toBe("mainTie");
  });

  it("4. only a bank that qualifies ties", () => {
    const seat = { cards: "8h 5h 3h Ks Ts Jd 7d", ante: 10, flush: 5, act: 10 } as const;
    expect(ends(alone(eightHigh, seat, { mainTiePushesBonuses: true }))).toMatchObject({ "1/ante": "win 10", "1/flush": "lose -5" });
  });

  it("5. uncontested, a bonus is the player's own length against the table, and never pushes", () => {
    const rules = { bonusContested: false };
    const beaten = { cards: kingsFour, ante: 10, flush: 5, act: 10 } as const;
    expect(ends(alone("As 9s 7s 5s Kc 6d 2d", beaten, rules))).toMatchObject({ "1/ante": "lose -10", "1/flush": "win 10" });
    const tied = { cards: "Ah Th 8h 3h Kc 6d 2s", ante: 10, flush: 5, act: 10 } as const;
    expect(ends(alone("Ac Tc 8c 3c Kd 6s 2d", tied, rules))).toMatchObject({ "1/ante": "push 0", "1/flush": "win 10" });
    expect(() => rulesWith({ ...rules, mainTiePushesBonuses: true })).toThrow(/contradicts/);
  });

  it("5. where a fold does not lose them, bonuses are judged as if the hand had raised", () => {
    const rules = { foldLosesBonus: false };
    const folded = { cards: fourFlush, ante: 10, straightFlush: 5, flush: 5, act: "fold" } as const;
    const given = alone(queens, folded, rules);
    expect(ends(given)).toEqual({ "1/ante": "lose -10", "1/straightFlush": "lose -5", "1/flush": "win 10" });
    expect(play(given).hands.map(({ place }) => place)).toEqual(["2/hand", "1/hand"]);
    const tied = { cards: "Kh Jh 9h 7d 6d 5d 2c", ante: 10, straightFlush: 5, act: "fold" } as const;
    const both = { ...rules, mainTiePushesBonuses: true };
    expect(ends(alone("Ks Js 9s 8c 6c 4d 2d", tied, both))["1/straightFlush"]).toBe("push 0");
  });

  it("5. a folded hand without a bonus is never turned up", () => {
    const given = table({ 2: { act: "fold" }, 3: { act: "fold", flush: 5 } }, rich, { foldLosesBonus: false });
    expect(play(given).hands.map(({ place }) => place)).toEqual(["4/hand", "3/hand"]);
  });

  it("6. a cap counts bonus profit alone, Straight Flush before Flush: the one that reaches it gets what is left, later ones push", () => {
    const seat = { cards: "Jh Th 9h 4h Kc 7d 2c", ante: 1000, straightFlush: 5, flush: 5, act: 1000 } as const;
    const capped = (perHand: number): Play => alone(queens, seat, { aggregateCap: { perHand } });
    expect(ends(capped(50))).toMatchObject({ "1/ante": "win 1000", "1/straightFlush": "win 40", "1/flush": "win 10" });
    expect(ends(capped(43))).toMatchObject({ "1/straightFlush": "win 40", "1/flush": "win 3" });
    expect(ends(capped(40))).toMatchObject({ "1/straightFlush": "win 40", "1/flush": "push 0" });
    expect(ends(capped(7))).toMatchObject({ "1/straightFlush": "win 7", "1/flush": "push 0" });
    expect(whysOf(play(capped(43)))).toMatchObject({ "1/straightFlush": "bonusWon", "1/flush": "aggregateCap" });
  });

  it("6. a cap per round goes on from seat to seat, a cap per hand begins anew", () => {
    const seats = { 1: { flush: 1 }, 3: { flush: 5 }, 6: { flush: 5 } } as const;
    const flushes = (aggregateCap: unknown): readonly (string | undefined)[] => {
      const all = ends(table(seats, rich, { aggregateCap }));
      return ["3/flush", "1/flush", "6/flush"].map((spot) => all[spot]);
    };
    expect(flushes("none")).toEqual(["win 10", "win 10", "win 10"]);
    expect(flushes({ perRound: 15 })).toEqual(["win 10", "win 5", "push 0"]);
    expect(flushes({ perHand: 9 })).toEqual(["win 9", "win 9", "win 9"]);
  });

  it("6. what the bank could not pay does not count towards the cap", () => {
    // Seat 3's bonus is more than the six that are left, and goes back; seat 2's losses then pay that of seat 6.
    const seats = { 3: { ante: 1, act: 1, flush: 5 }, 2: {}, 6: { ante: 1, act: 1, flush: 5 } } as const;
    const given = table(seats, 8, { aggregateCap: { perRound: 10 }, shortfall: "all-or-nothing" });
    expect(ends(given)).toMatchObject({ "3/flush": "returned 0", "6/flush": "win 10" });
    expect(ends(table(seats, 8, { aggregateCap: { perRound: 10 } }))).toMatchObject({ "3/flush": "win-partial 6", "2/ante": "returned 0" });
  });

  it("7. the designated player wins no more than he had in action: forfeits first, then in settlement order", () => {
    const rules = { dpMaxWin: "money in action" };
    const given = table({ 2: {}, 5: { ante: 12, act: "fold" } }, 25, rules);
    expect(ends(given)).toEqual({ "5/ante": "lose -12", "2/ante": "lose -10", "2/raise": "lose -3" });
    expect(fundsAfter(given, play(given))).toBe(50);
    const rest = play(given).transfers.filter(({ why }) => why.code === "bankFull");
    expect(rest.map(({ from, to, amount }) => [from, to, amount])).toEqual([["2/raise", "seat/2", 7]]);
    const full = table({ 2: {}, 5: { ante: 25, act: "fold" } }, 25, rules);
    expect(ends(full)).toMatchObject({ "5/ante": "lose -25", "2/ante": "returned 0", "2/raise": "returned 0" });
    expect(ends(table({ 2: {}, 5: { ante: 12, act: "fold" } }, 25))).toMatchObject({ "2/raise": "lose -10" });
  });

  it("7. what he paid before makes room again", () => {
    const given = table({ 3: {}, 2: { ante: 30, act: 30 } }, 25, { dpMaxWin: "money in action" });
    // Paid 20 at seat 3, so 45 may be collected at seat 2.
    expect(ends(given)).toMatchObject({ "3/raise": "win 10", "2/ante": "lose -30", "2/raise": "lose -15" });
    expect(fundsAfter(given, play(given))).toBe(50);
  });

  it.each([
    ["all", { "1": 1, "3": 1, "4": 1 }, { "1": 3, "3": 2, "4": 5 }],
    ["players", { "1": 1, "3": 1 }, { "1": 3, "3": 2 }],
    ["designated player", { "4": 1 }, { "4": 5 }],
  ])("8. rake from %s, by the seat or by the stakes", (method, bySeat, byStakes) => {
    const raked = (charge: unknown): Play => table({ 1: { act: 20 }, 3: {} }, rich, { rake: { method, charge } });
    expect(rakeOf(play(raked({ perSeat: 1 })))).toEqual(bySeat);
    expect(rakeOf(play(raked({ ofStakes: 1000 })))).toEqual(byStakes);
    expect(faultsIn(play(raked({ perSeat: 1 })), raked({}))).toEqual([]);
    const { order } = play(raked({ perSeat: 1 }));
    expect(order).toEqual(method === "players" ? [3, 1] : [3, 1, 4]);
  });

  it("8. a share is rounded as the pack says", () => {
    const raked = (rounding: string): Play =>
      table({ 3: { ante: 5, act: 5 } }, rich, { rake: { method: "players", charge: { ofStakes: 2500, rounding } } });
    expect(["down", "up", "half-up"].map((rounding) => rakeOf(play(raked(rounding)))["3"])).toEqual([2, 3, 3]);
    const less = table({ 3: { ante: 1, act: 1 } }, rich, { rake: { method: "players", charge: { ofStakes: 100, rounding: "down" } } });
    expect(rakeOf(play(less))).toEqual({});
  });

  it("8. a folded hand pays rake on its forfeits, a dead one none", () => {
    const rake = { method: "all", charge: { perSeat: 1 } };
    expect(rakeOf(play(table({ 3: {}, 2: {}, 1: { act: "fold" }, 5: { act: 30 } }, 10, { rake })))).toEqual({ "3": 1, "1": 1, "4": 1 });
    const share = { method: "players", charge: { ofStakes: 10_000 } };
    const folded = { 1: { act: "fold", straightFlush: 2, flush: 3 } } as const;
    expect(rakeOf(play(table(folded, rich, { rake: share })))).toEqual({ "1": 15 });
    expect(rakeOf(play(table(folded, rich, { rake: share, foldLosesBonus: false })))).toEqual({ "1": 15 });
  });

  it("8. a returned wager does not count, nor what is cut from a Raise or a full bank sends back", () => {
    const rake = { method: "players", charge: { ofStakes: 10_000 } };
    // Ante and part of the Raise were paid, the Flush bonus went back.
    expect(rakeOf(play(table({ 3: { flush: 5 } }, 15, { rake })))).toEqual({ "3": 20 });
    expect(rakeOf(play(table({ 2: { act: 30 } }, rich, { rake })))).toEqual({ "2": 20 });
    expect(rakeOf(play(table({ 2: {} }, 13, { rake, dpMaxWin: "money in action" })))).toEqual({ "2": 13 });
  });

  it("8. a seat of which everything went back pays none", () => {
    const rake = { method: "all", charge: { perSeat: 1 } };
    const given = table({ 2: {}, 5: { ante: 25, act: "fold" } }, 25, { rake, dpMaxWin: "money in action" });
    expect(rakeOf(play(given))).toEqual({ "5": 1, "4": 1 });
    const none = table({ 3: { ante: 20, act: 20 } }, 5, { rake, shortfall: "all-or-nothing" });
    expect(ends(none)).toEqual({ "3/ante": "returned 0", "3/raise": "returned 0" });
    expect(rakeOf(play(none))).toEqual({});
  });

  it("10. a wager that was not placed has no result", () => {
    expect(Object.keys(ends(table({ 3: { flush: 5 } }, rich)))).toEqual(["3/ante", "3/raise", "3/flush"]);
  });
});

describe("the bank", () => {
  const given = table({ 1: {}, 3: {} }, rich);

  function opened(on: Stage): Stage {
    on.command({ kind: "confirm", code: "openRound" });
    return on;
  }

  it("is offered clockwise from the last one's left, and goes to the next when it is waived", () => {
    const on = playOn(table({ 1: {}, 3: {}, 5: {} }, rich));
    payOut(on);
    opened(on);
    const asked: (number | null)[] = [];
    for (let seat = bankOffered(on); seat !== null; seat = bankOffered(on)) {
      asked.push(seat);
      on.command({ kind: "decision", by: `${seat}/seat`, code: "waive" });
    }
    expect(asked).toEqual([5, 1, 3, 4]);
    expect(on.table.last?.settlement).toMatchObject({ outcome: "void", why: { code: "noBank" }, transfers: [], order: [] });
    // The round that was not played leaves the turn where it was.
    expect(bankOffered(opened(on))).toBe(5);
  });

  it("is taken with an amount within the house's limits", () => {
    const on = playOn({ ...given, rules: { funds: { min: 100, max: rich, step: 100 } } });
    payOut(on);
    opened(on);
    for (const amount of [0, 99, 150, rich + 100]) {
      expect(on.command({ kind: "decision", by: "1/seat", code: "bank", amount })).toMatchObject({ ok: false, why: "amount" });
    }
    expect(on.command({ kind: "decision", by: "1/seat", code: "bank", amount: 200 })).toEqual({ ok: true });
  });

  it("does not bet, and bets are closed with an Ante under every bonus", () => {
    const on = playOn(given);
    payOut(on);
    opened(on);
    on.command({ kind: "decision", by: "1/seat", code: "bank", amount: 500 });
    expect(on.command({ kind: "close" })).toMatchObject({ ok: false, why: "noWager" });
    expect(on.command({ kind: "wager", spot: "1/ante", stake: 10 })).toMatchObject({ ok: false });
    on.command({ kind: "wager", spot: "3/ante", stake: 10 });
    on.command({ kind: "wager", spot: "4/flush", stake: 5 });
    expect(on.command({ kind: "close" })).toMatchObject({ ok: false, why: "bonusWithoutAnte" });
    on.command({ kind: "wager", spot: "4/flush", stake: 0 });
    expect(on.command({ kind: "close" })).toEqual({ ok: true });
  });

  it("leaves no bonus spot where the house offers none", () => {
    const spots = (rules: Record<string, unknown>): readonly string[] => {
      const on = playOn({ ...given, rules });
      payOut(on);
      opened(on);
      on.command({ kind: "decision", by: "1/seat", code: "bank", amount: 500 });
      return on.openings().flatMap((opening) => (opening.kind === "wager" ? [opening.spot] : []));
    };
    expect(spots({})).toEqual(["3", "4"].flatMap((seat) => [`${seat}/ante`, `${seat}/straightFlush`, `${seat}/flush`]));
    expect(spots({ straightFlush: null, flush: null })).toEqual(["3/ante", "4/ante"]);
  });
});

describe("in any round", () => {
  it("the order of the cards within a hand changes nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const random = randomFrom(seed);
        const given = randomPlay(random);
        const mixed = (cards: string): string => shuffled(random, cards.split(" ")).join(" ");
        const seats = Object.fromEntries(Object.entries(given.seats).map(([seat, one]) => [seat, { ...one, cards: mixed(one.cards) }]));
        const { designated } = given;
        const other: Play = { ...given, designated: { ...designated, cards: mixed(designated.cards) }, seats };
        expect(play(other)).toEqual(play(given));
      }),
      { numRuns: 100 },
    );
  });

  it("what is settled stays settled until the last seat is served", () => {
    const on = playOn(table({ 1: {}, 3: {} }, rich));
    const before = settlementOf(on);
    expect(on.command({ kind: "confirm", code: "paid", seat: 1 })).toMatchObject({ ok: false, why: "otherSeatFirst" });
    payOut(on);
    expect(on.table.played).toBeNull();
    expect(on.table.last?.settlement).toEqual(before);
    expect(on.table.carry).toEqual({ designated: 4 });
  });

  it("hands turned up one by one wait for the last", () => {
    const given = table({ 1: {}, 3: {} }, rich);
    const on = begin(given);
    deal(on, given);
    decide(on, given);
    turnUp(on, 2);
    expect(on.table.played?.settlement).toBeNull();
    turnUp(on);
    expect(settlementOf(on).outcome).toBe("settled");
  });
});
