// The rules of Caribbean Stud, row by row, at a table that the engine runs.

import { describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { deadline } from "#core/derive";
import { handCategories } from "#core/hand";
import { setupFor, stage } from "#core/rehearse";
import { caribbeanStud } from "#games/caribbean-stud/game";
import {
  begin,
  cardsOf,
  choose,
  deal,
  decide,
  decisionAt,
  netOf,
  type Play,
  play,
  playOn,
  resultAt,
  roundOf,
  rulesWith,
  settlementOf,
  turnUp,
} from "./caribbean-stud-bed.ts";

const aceKing = "Ad Kc 4h 3s 2c";
const aceQueen = "Ac Qd Jh 9s 7d";

/** One of each, that neither of the dealer's two hands above shares a card with. */
const samples: Readonly<Record<string, string>> = {
  "royal-flush": "As Ks Qs Js Ts",
  "straight-flush": "9h 8h 7h 6h 5h",
  "four-of-a-kind": "Tc Td Th Ts 6c",
  "full-house": "Tc Td Th 6s 6c",
  flush: "Kh Th 9h 5h 2h",
  straight: "9c 8d 7h 6s 5c",
  "three-of-a-kind": "8c 8d 8s 5h 2h",
  "two-pair": "8c 8d 5s 5h 2h",
  pair: "8c 8d 5s 3h 2h",
  "high-card": "Kh Qs 8c 5d 3c",
};

const twoHands: Play = { hands: { "1/hand": samples.pair as string, "2/hand": "Tc Td Th 6s 6c", "dealer/hand": aceKing } };

describe("the deal", () => {
  it("goes from the dealer's left to the right one card at a time, the dealer last and the fifth card face up", () => {
    const on = begin(twoHands);
    const order: string[] = [];
    for (let card = 0; card < 15; card++) {
      const openings = on.openings().filter((one) => one.kind === "card");
      expect(openings).toHaveLength(1);
      order.push(`${openings[0]?.to} ${openings[0]?.face}`);
      on.card(cardsOf(Object.values(twoHands.hands).join(" "))[card] as never);
    }
    const round = ["1/hand down", "2/hand down", "dealer/hand down"];
    expect(order).toEqual([...round, ...round, ...round, ...round, "1/hand down", "2/hand down", "dealer/hand up"]);
    expect(Object.keys(on.table.felt.faces)).toHaveLength(1);
  });

  it("takes a packet of five from a shuffler, the dealer's last card up", () => {
    const on = begin({ ...twoHands, rules: { dealPacket: 5 } });
    const order: string[] = [];
    for (let card = 0; card < 15; card++) {
      const opening = on.openings().find((one) => one.kind === "card");
      order.push(opening?.kind === "card" ? `${opening.to[0]}${opening.face === "up" ? "↑" : ""}` : "");
      on.card(deck52[card] as never);
    }
    expect(order.join("")).toBe("11111" + "22222" + "dddd" + "d↑");
  });
});

describe("the bets", () => {
  it("need an Ante beside a jackpot stake, and one player", () => {
    const on = begin({ hands: { "1/hand": "", "2/hand": "", "dealer/hand": "" }, ante: 0 });
    const close = () => on.openings().find((one) => one.kind === "close");
    expect(close()).toEqual({ kind: "close", blocked: "noWager" });
    on.command({ kind: "wager", spot: "2/jackpot", stake: 50 });
    on.command({ kind: "wager", spot: "1/ante", stake: 100 });
    expect(close()).toEqual({ kind: "close", blocked: "bonusWithoutAnte" });
    on.command({ kind: "wager", spot: "2/ante", stake: 100 });
    expect(close()).toEqual({ kind: "close", blocked: null });
  });

  it("take one jackpot stake of the house's amount, and none after the close: what is not registered is not eligible", () => {
    const on = begin(twoHands);
    expect(on.command({ kind: "wager", spot: "2/jackpot", stake: 50 })).toMatchObject({ ok: false, why: "betsClosed" });
    deal(on, twoHands);
    decide(on, twoHands);
    turnUp(on);
    expect(settlementOf(on).results.map(({ spot }) => spot)).toEqual(["2/ante", "2/bet", "1/ante", "1/bet"]);
    const early = begin({ hands: { "1/hand": "", "dealer/hand": "" }, ante: 0 });
    expect(early.command({ kind: "wager", spot: "1/jackpot", stake: 100 })).toMatchObject({ ok: false, why: "stake" });
  });

  it("are closed by themselves when the house's time for them is up, counted from when they can be closed", () => {
    const on = stage({ game: caribbeanStud, rules: rulesWith({ betsMs: 30_000 }), seats: [1, 2], carry: null, dealtBy: "shoe" });
    const wait = (ms: number) => on.event({ kind: "deadline", at: on.table.at + ms });
    on.command({ kind: "confirm", code: "openRound" });
    wait(600_000);
    on.command({ kind: "wager", spot: "1/ante", stake: 100 });
    const due = deadline(on.table, setupFor({ rules: rulesWith({ betsMs: 30_000 }), seats: [1, 2] }), caribbeanStud);
    expect(due).toBe(on.table.at + 30_000);
    wait(20_000);
    on.command({ kind: "wager", spot: "2/jackpot", stake: 50 });
    // A jackpot stake without its Ante can't be dealt to: the time is up, and bets close with the Ante that was missing.
    wait(20_000);
    expect(on.table.played?.betsClosed).toBe(false);
    on.command({ kind: "wager", spot: "2/ante", stake: 100 });
    expect(on.facts.at(-1)).toMatchObject({ kind: "betsClosed", how: "timeout" });
    expect(on.openings().find(({ kind }) => kind === "card")).toMatchObject({ to: "1/hand" });
    expect(on.command({ kind: "wager", spot: "1/ante", stake: 200 })).toMatchObject({ ok: false, why: "betsClosed" });
  });

  it("wait for the dealer where the house sets no time, however long", () => {
    const on = stage({ game: caribbeanStud, rules: rulesWith(), seats: [1], carry: null, dealtBy: "shoe" });
    on.command({ kind: "confirm", code: "openRound" });
    on.command({ kind: "wager", spot: "1/ante", stake: 100 });
    on.event({ kind: "deadline", at: on.table.at + 86_400_000 });
    expect(on.table.played?.betsClosed).toBe(false);
  });

  it("are for as many hands as the table has seats", () => {
    const hands = { "1/hand": "", "2/hand": "", "3/hand": "", "dealer/hand": "" };
    const on = begin({ hands, rules: { seats: 2 } });
    expect(on.table.played?.betsClosed).toBe(true);
    expect(on.refused).toHaveLength(1);
    expect(caribbeanStud.stakes(roundOf(on))).toMatchObject({ "1/ante": 100, "2/ante": 100 });
  });
});

describe("the decision", () => {
  it("is fold or a Bet of exactly two Antes, in any order", () => {
    const on = begin(twoHands);
    deal(on, twoHands);
    expect(decisionAt(on, 1)?.options).toEqual([
      { code: "fold" },
      { code: "bet", amount: { min: 200, max: 200, step: 1 } },
      { code: "away" },
    ]);
    expect(on.command({ kind: "decision", by: "1/hand", code: "bet", amount: 300 })).toMatchObject({ ok: false, why: "amount" });
    expect(choose(on, 2, "bet")).toEqual({ ok: true });
    expect(choose(on, 1, "fold")).toEqual({ ok: true });
    expect(caribbeanStud.marks(roundOf(on))).toEqual([
      { seat: 1, mark: { code: "folded" } },
      { seat: 2, mark: { code: "betPlaced", params: { amount: 200 } } },
    ]);
  });

  it("goes from left to right where the pack says so", () => {
    const on = begin({ ...twoHands, rules: { actionOrder: "left to right" } });
    deal(on, twoHands);
    expect(decisionAt(on, 2)).toBeUndefined();
    choose(on, 1, "fold");
    expect(decisionAt(on, 2)).toBeDefined();
  });

  it("sends a folded hand to the discards, unless the jackpot still looks at it", () => {
    const on = begin({ ...twoHands, jackpot: [2] });
    deal(on, twoHands);
    choose(on, 1, "fold");
    choose(on, 2, "fold");
    expect(on.table.felt.piles).toMatchObject({ "1/hand": [], "2/hand": { length: 5 }, discard: { length: 5 } });
    turnUp(on);
    expect(netOf(settlementOf(on), "2/jackpot")).toBe(2450);
  });
});

describe("a player whose time is up, or who is gone", () => {
  const holding = (hand: string, rules: Record<string, unknown> = {}): Play => ({
    hands: { "1/hand": samples[hand] as string, "dealer/hand": aceQueen },
    acts: { 1: "timeout" },
    rules,
  });

  it("bets this hand and all above it, and folds the others", () => {
    for (const from of [...handCategories, "never"]) {
      for (const [at, hand] of handCategories.entries()) {
        const bets = from !== "never" && at >= handCategories.indexOf(from as never);
        const result = resultAt(play(holding(hand, { timeoutBetsFrom: from })), "1/ante");
        expect([from, hand, result.net]).toEqual([from, hand, bets ? 100 : -100]);
      }
    }
  });

  it("is decided by one declared question, whose answer is all that is told of the hidden hand", () => {
    const on = begin(holding("pair"));
    deal(on, holding("pair"));
    on.event({ kind: "deadline", at: on.table.at + 20_000 });
    const answers = on.facts.filter((fact) => fact.kind === "answered");
    expect(answers).toMatchObject([{ ask: "1/automaticBet", value: true }]);
    expect(on.facts.filter((fact) => fact.kind === "shown").flatMap((fact) => fact.cards.map(({ place }) => place))).toEqual([
      "dealer/hand",
    ]);
    expect(caribbeanStud.marks(roundOf(on))).toEqual([{ seat: 1, mark: { code: "betAutomatic", params: { amount: 200 } } }]);
  });

  it("is not asked about where everything folds", () => {
    const on = playOn(holding("royal-flush", { timeoutBetsFrom: "never" }));
    expect(on.facts.some((fact) => fact.kind === "answered")).toBe(false);
    expect(decisionAt(begin(holding("pair", { timeoutBetsFrom: "never" })), 1)).toBeUndefined();
  });

  it("is treated alike when the dealer says that the player has left", () => {
    expect(netOf(play({ ...holding("pair"), acts: { 1: "away" } }), "1/ante")).toBe(100);
    expect(netOf(play({ ...holding("high-card"), acts: { 1: "away" } }), "1/ante")).toBe(-100);
  });

  it("has the money for the Bet aside since the Ante; a fold gives it back", () => {
    const on = begin(holding("high-card"));
    expect(caribbeanStud.stakes(roundOf(on))).toEqual({ "1/ante": 100, "1/reserve": 200 });
    deal(on, holding("high-card"));
    decide(on, holding("high-card"));
    turnUp(on);
    expect(resultAt(settlementOf(on), "1/reserve")).toMatchObject({ outcome: "returned", net: 0, stake: 200 });
    const bet = playOn(holding("pair"));
    expect(settlementOf(bet).results.map(({ spot, stake }) => [spot, stake])).toEqual([
      ["1/ante", 100],
      ["1/bet", 200],
    ]);
  });

  it("has to be covered by the chips where nothing is reserved, else the hand folds", () => {
    for (const [code, net] of [
      ["cover", 100],
      ["short", -100],
    ] as const) {
      const given = holding("pair", { reserveBet: false });
      const on = begin(given);
      deal(on, given);
      decide(on, given);
      expect(decisionAt(on, 1)?.options.map((one) => one.code)).toEqual(["cover", "short"]);
      expect(decisionAt(on, 1)?.withinMs).toBeUndefined();
      expect(caribbeanStud.marks(roundOf(on))).toEqual([{ seat: 1, mark: { code: "mustCover" } }]);
      choose(on, 1, code);
      turnUp(on);
      expect(netOf(settlementOf(on), "1/ante")).toBe(net);
    }
  });
});

describe("pay", () => {
  const against = (dealer: string, hand: string, rules = {}) =>
    play({ hands: { "1/hand": samples[hand] as string, "dealer/hand": dealer }, rules });

  it("follows the first column when the dealer qualifies", () => {
    const pays = { "royal-flush": 200, "straight-flush": 50, "four-of-a-kind": 20, "full-house": 10, flush: 6, straight: 4 };
    const low = { "three-of-a-kind": 3, "two-pair": 2, pair: 1 };
    for (const [hand, odds] of Object.entries({ ...pays, ...low })) {
      const settled = against(aceKing, hand);
      expect([hand, netOf(settled, "1/ante"), netOf(settled, "1/bet")]).toEqual([hand, 100, odds * 200]);
      expect(resultAt(settled, "1/bet")).toMatchObject({ outcome: "win", odds: [odds, 1], why: { code: "betWon", params: { hand } } });
    }
    expect(netOf(play({ hands: { "1/hand": "Ah Ks 5c 3d 2h", "dealer/hand": aceKing } }), "1/bet")).toBe(200);
  });

  it("follows the second column when the dealer does not qualify; what is not in it pushes", () => {
    const pays: Record<string, number> = { "royal-flush": 100, "straight-flush": 25, "four-of-a-kind": 5, "full-house": 3 };
    for (const hand of handCategories) {
      const settled = against(aceQueen, hand);
      const odds = pays[hand] ?? 0;
      expect([hand, netOf(settled, "1/ante"), netOf(settled, "1/bet")]).toEqual([hand, 100, odds * 200]);
      expect(resultAt(settled, "1/bet").outcome).toBe(odds > 0 ? "win" : "push");
    }
    expect(resultAt(against(aceQueen, "full-house", { payNotQualified: { "full-house": 0 } }), "1/bet").outcome).toBe("push");
  });

  it("needs ace and king, or a pair, of the dealer; other qualifiers are the pack's choice", () => {
    const ante = (dealer: string, qualifier: string) =>
      resultAt(play({ hands: { "1/hand": samples["three-of-a-kind"] as string, "dealer/hand": dealer }, rules: { qualifier } }), "1/ante")
        .why.code;
    const table: readonly (readonly [string, string, string])[] = [
      [aceKing, "ace and king", "higher"],
      [aceQueen, "ace and king", "dealerNotQualified"],
      ["Kc Qd Jh 9s 7d", "ace and king", "dealerNotQualified"],
      ["2d 2c 4d 5d 7c", "ace and king", "higher"],
      [aceQueen, "ace or king", "higher"],
      ["Kc Qd Jh 9s 7d", "ace or king", "higher"],
      ["Qd Jh 9s 7d 6d", "ace or king", "dealerNotQualified"],
      [aceKing, "pair", "dealerNotQualified"],
      ["2d 2c 4d 5d 7c", "pair", "higher"],
    ];
    for (const [dealer, qualifier, code] of table) expect([dealer, qualifier, ante(dealer, qualifier)]).toEqual([dealer, qualifier, code]);
  });

  it("pushes both wagers at a tie, and takes both from a lower hand", () => {
    const tied = play({ hands: { "1/hand": "Ah Kd 9c 6s 3d", "dealer/hand": "As Kc 9d 6h 3c" } });
    expect(tied.results.map(({ outcome }) => outcome)).toEqual(["push", "push"]);
    const lower = play({ hands: { "1/hand": samples.pair as string, "dealer/hand": "9c 9d Ks 4h 3d" } });
    expect(lower.results.map(({ net }) => net)).toEqual([-100, -200]);
  });

  it("stops at the posted limit of the hand, the Ante first", () => {
    const cap = (perHand: number) => against(aceKing, "royal-flush", { aggregateCap: { perHand } });
    expect(cap(5000).results).toMatchObject([
      { spot: "1/ante", net: 100, why: { code: "higher" } },
      { spot: "1/bet", net: 4900, outcome: "win", why: { code: "payoutLimit", params: { amount: 5000 } } },
    ]);
    expect(cap(40).results).toMatchObject([
      { spot: "1/ante", net: 40, outcome: "win" },
      { spot: "1/bet", net: 0, outcome: "push", why: { code: "payoutLimit" } },
    ]);
    expect(cap(40_100).results.map(({ why }) => why.code)).toEqual(["higher", "betWon"]);
  });

  it("stops at the posted limit of the round in the order of payment, and leaves the jackpot alone", () => {
    const hands = { "1/hand": samples.pair as string, "2/hand": "Tc Td Th Ts 6c", "dealer/hand": aceKing };
    const settled = play({ hands, jackpot: [2], rules: { aggregateCap: { perRound: 4200 } } });
    expect(settled.results.map(({ spot, net }) => [spot, net])).toEqual([
      ["2/ante", 100],
      ["2/bet", 4000],
      ["2/jackpot", 24_950],
      ["1/ante", 100],
      ["1/bet", 0],
    ]);
  });
});

describe("the order of payment", () => {
  it("takes folded Antes first, then goes from right to left, the jackpot after the hand of its seat", () => {
    const hands = {
      "1/hand": "8c 8d 5s 3h 2h",
      "2/hand": "Qh Td 9c 6s 4d",
      "3/hand": "Tc 7d 6h 6c 5c",
      "4/hand": "Jc Jd 9s 7h 4c",
      "dealer/hand": aceKing,
    };
    const settled = play({ hands, jackpot: [1, 3], acts: { 2: "fold", 3: "fold" }, rules: { reserveBet: false } });
    expect(settled.order).toEqual([2, 4, 3, 1]);
    expect(settled.transfers.map(({ from, to }) => `${from}>${to}`)).toEqual([
      "3/ante>house",
      "2/ante>house",
      "house>seat/4",
      "4/ante>seat/4",
      "house>seat/4",
      "4/bet>seat/4",
      "3/jackpot>house",
      "house>seat/1",
      "1/ante>seat/1",
      "house>seat/1",
      "1/bet>seat/1",
      "1/jackpot>house",
    ]);
  });

  it("turns the dealer's hand up first, then those that are compared or judged", () => {
    const hands = { "1/hand": samples.pair as string, "2/hand": "Qh Td 9c 6s 4d", "3/hand": "Tc 7d 6h 6c 5c", "dealer/hand": aceKing };
    const given: Play = { hands, jackpot: [3], acts: { 2: "fold", 3: "fold" } };
    const on = begin(given);
    deal(on, given);
    decide(on, given);
    const places = () => on.openings().flatMap((one) => (one.kind === "reveal" ? [one.place] : []));
    expect(places()).toEqual(["dealer/hand"]);
    on.command({ kind: "reveal", place: "dealer/hand" });
    expect(places()).toEqual(["3/hand", "1/hand"]);
    turnUp(on);
    expect(settlementOf(on).hands.map(({ place, name }) => [place, name.code, name.params?.hand])).toEqual([
      ["dealer/hand", "dealerQualifies", "high-card"],
      ["3/hand", "pokerHand", "pair"],
      ["1/hand", "pokerHand", "pair"],
    ]);
  });
});
