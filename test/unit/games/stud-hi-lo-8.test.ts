// The rules of the betting rounds and of the deal, one by one.

import { describe, expect, it } from "vitest";
import { emptyFelt } from "#core/felt";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import type { Round } from "#games/stud-hi-lo-8/round";
import { type Rules, schema } from "#games/stud-hi-lo-8/rules";
import { doorsOf, table } from "./stud-hi-lo-8-bed.ts";

describe("antes", () => {
  it("deal in who antes, and need two of them", () => {
    const on = table(doorsOf(1, 2, 3)).on;
    expect(on.table.played?.round).toMatchObject({ dealt: [1, 2, 3] });
    const rules = schema.parse({});
    const open = studHiLo8.open(rules, [1, 2], null);
    const anted = (...seats: number[]) =>
      seats.reduce(
        (round, seat) => studHiLo8.accept(round, { kind: "wager", spot: `${seat}/ante`, stake: 1 }, emptyFelt, rules).round,
        open,
      );
    const close = (round: Round) => [...studHiLo8.expect(round, emptyFelt, rules)].at(-1);
    expect(close(anted(1))).toEqual({ kind: "close", blocked: "seats" });
    expect(close(anted(1, 2))).toEqual({ kind: "close", blocked: null });
    expect(studHiLo8.accept(anted(1, 2), { kind: "closed" }, emptyFelt, rules).round.dealt).toEqual([1, 2]);
  });

  it("are what a seat has, if that is less", () => {
    const t = table(doorsOf(1, 2, 3), { ante: 5, bringIn: 2, smallBet: 10, bigBet: 20 }, { 2: 3 });
    expect(studHiLo8.stakes(t.round())).toEqual({ "1/ante": 5, "2/ante": 3, "3/ante": 5 });
  });

  it("follow a stack that is entered later, and go without one where none is counted", () => {
    const rules = schema.parse({ ante: 5, smallBet: 10, bigBet: 20 });
    const open = studHiLo8.open(rules, [1, 2], null);
    const anted = studHiLo8.accept(open, { kind: "wager", spot: "1/ante", stake: 5 }, emptyFelt, rules).round;
    const short = studHiLo8.accept(anted, { kind: "wager", spot: "1/stack", stake: 3 }, emptyFelt, rules).round;
    expect(studHiLo8.stakes(short)).toEqual({ "1/ante": 3 });
    expect(studHiLo8.accept(short, { kind: "wager", spot: "1/stack", stake: 0 }, emptyFelt, rules).round.stacks).toEqual({});
    const spots = (given: Rules) =>
      [...studHiLo8.expect(open, emptyFelt, given)].flatMap((one) => (typeof one !== "string" && one.kind === "wager" ? [one.spot] : []));
    expect(spots(rules)).toEqual(["1/ante", "1/stack", "2/ante", "2/stack"]);
    expect(spots({ ...rules, stack: null })).toEqual(["1/ante", "2/ante"]);
  });
});

describe("third street", () => {
  it("is dealt two down and one up, a card at a time", () => {
    const t = table(doorsOf(1, 2));
    const seen: string[] = [];
    for (let n = 0; n < 6; n++) {
      const next = t.on.openings().find((one) => one.kind === "card");
      if (next?.kind === "card") seen.push(`${next.to} ${next.face}`);
      t.dealCards(1);
    }
    expect(seen).toEqual(["1/hand down", "2/hand down", "1/hand down", "2/hand down", "1/hand up", "2/hand up"]);
  });

  it("is opened by the low card, for the bring-in or a full bet, and nobody raises himself", () => {
    const t = table(doorsOf(1, 2, 3));
    t.deal();
    expect(t.turn()).toBe(1);
    expect(t.choices()).toEqual({ allIn: [0, 4], complete: [4, 4], bringIn: [2, 2] });
    t.go([1, "bringIn"], [2, "call"], [3, "call"]);
    expect(t.on.openings()[0]).toMatchObject({ kind: "card", to: "1/hand", face: "up" });
  });

  it("takes an ace for the highest door card, or for the lowest where the house says so", () => {
    const hands = { 1: "2c 2d Ah", 2: "3c 3d 4s", 3: "5c 5d Kh" };
    const opener = (over: Record<string, unknown>) => {
      const t = table(hands, over);
      t.deal();
      return t.turn();
    };
    expect(opener({})).toBe(2);
    expect(opener({ aceHighForBringIn: false })).toBe(1);
    const tied = (suitOrderLowToHigh: readonly string[]) => {
      const t = table({ 1: "2c 2d 4s", 2: "3c 3d 4d", 3: "5c 5d Kh" }, { suitOrderLowToHigh });
      t.deal();
      return t.turn();
    };
    expect([tied(["c", "d", "h", "s"]), tied(["s", "h", "d", "c"])]).toEqual([2, 1]);
  });

  it("counts a completion as no raise", () => {
    const t = table(doorsOf(1, 2, 3, 4, 5));
    t.go([1, "bringIn"], [2, "complete"], [3, "raise"], [4, "raise"], [5, "raise"]);
    expect(t.round().betting).toMatchObject({ raises: 3, level: 16 });
    expect(t.choices()).toEqual({ allIn: [2, 16], fold: null, call: [14, 14] });
  });

  it("rule 3: a full bet by the low card is a completion", () => {
    const t = table(doorsOf(1, 2, 3));
    t.go([1, "complete"], [2, "raise"]);
    expect(t.round().betting).toMatchObject({ raises: 1, level: 8 });
  });

  it("knows nothing to complete where the bring-in is a whole small bet", () => {
    const t = table(doorsOf(1, 2), { bringIn: 4 });
    t.deal();
    expect(Object.keys(t.choices())).toEqual(["allIn", "bringIn"]);
    t.go([1, "bringIn"]);
    expect(t.choices()).toMatchObject({ raise: [8, 8] });
  });
});

describe("a low card short of chips (rule 1)", () => {
  it("all-in for the ante: the next seat to its left that has chips opens", () => {
    const t = table(doorsOf(1, 2, 3, 4), {}, { 1: 1, 2: 1 });
    t.deal();
    expect([t.turn(), t.choices()]).toEqual([3, { allIn: [0, 4], complete: [4, 4], bringIn: [2, 2] }]);
    t.go([3, "bringIn"], [4, "call"]);
    t.toShowdown();
    expect(t.round().dealt.map((seat) => t.on.table.felt.piles[`${seat}/hand`]?.length)).toEqual([7, 7, 7, 7]);
  });

  it("with a part of the bring-in: the others owe all of it, or may complete", () => {
    const t = table(doorsOf(1, 2, 3), {}, { 1: 2 });
    t.deal();
    expect(t.choices()).toEqual({ bringIn: [1, 1] });
    t.go([1, "bringIn"]);
    expect(t.choices()).toEqual({ allIn: [0, 4], fold: null, complete: [4, 4], call: [2, 2] });
  });

  it("is found out at the table where nobody counts: the console says so", () => {
    const t = table(doorsOf(1, 2, 3));
    t.deal();
    t.go([1, "allIn", 0]);
    expect(t.turn()).toBe(2);
    t.go([2, "bringIn"], [3, "call"]);
    const part = table(doorsOf(1, 2, 3));
    part.go([1, "allIn", 1]);
    expect([part.turn(), part.choices().call]).toEqual([2, [2, 2]]);
  });
});

describe("a bring-in by the wrong seat", () => {
  it("is corrected as long as the next player has not acted", () => {
    const t = table(doorsOf(1, 2, 3));
    t.deal();
    t.go([2, "bringIn"]);
    expect([t.turn(), t.choices(1)]).toEqual([3, { bringIn: [2, 2] }]);
    t.go([1, "bringIn"]);
    expect(studHiLo8.stakes(t.round())).toEqual({ "1/ante": 1, "1/bet": 2, "2/ante": 1, "3/ante": 1 });
    expect(t.turn()).toBe(2);
  });

  it("stands afterwards", () => {
    const t = table(doorsOf(1, 2, 3));
    t.go([2, "bringIn"], [3, "call"]);
    expect([t.turn(), t.choices()]).toEqual([1, { allIn: [0, 4], fold: null, complete: [4, 4], call: [2, 2] }]);
    expect(t.act(2, "bringIn").ok).toBe(false);
  });

  it("can be mended by the player who comes next himself", () => {
    const t = table(doorsOf(1, 2, 3));
    t.go([3, "bringIn"]);
    expect([t.turn(), Object.keys(t.choices())]).toEqual([1, ["bringIn", "allIn", "fold", "complete", "call"]]);
    t.go([1, "bringIn"]);
    expect([t.turn(), t.round().bets]).toEqual([2, { 1: 2, 3: 0 }]);
  });

  it("is nobody's to mend who had no chips for it", () => {
    const t = table(doorsOf(1, 2));
    t.go([1, "allIn", 2]);
    expect([t.turn(), Object.keys(t.choices())]).toEqual([2, ["allIn", "fold", "call"]]);
  });
});

describe("from fourth street on", () => {
  const fourth = (first: string, second: string, third: string, over: Record<string, unknown> = {}, stacks = {}) => {
    const t = table({ 1: `2c 2d ${first}`, 2: `3c 3d ${second}`, 3: `4c 4d ${third}` }, over, stacks);
    t.deal();
    t.stay();
    t.deal();
    return t;
  };

  it("the highest board acts first and may check; a tie goes to the seat nearest the dealer's left", () => {
    expect(fourth("9c 9d", "As Kd", "Qh Jh").turn()).toBe(1);
    expect(fourth("Kc Qc", "As Jd", "Ah Jc").turn()).toBe(2);
    expect(Object.keys(fourth("9c 9d", "As Kd", "Qh Jh").choices())).toEqual(["allIn", "fold", "bet", "check"]);
  });

  it("rule 2: a high board that is all-in leaves the first action to the next seat that can bet", () => {
    expect(fourth("9c 9d", "As Kd", "Qh Jh", {}, { 1: 3 }).turn()).toBe(2);
  });

  it("an open pair on fourth street does not double the bet in hi/lo, in stud it may", () => {
    expect(fourth("9c 9d", "As Kd", "Qh Jh").choices()).toMatchObject({ bet: [4, 4] });
    const t = fourth("9c 9d", "As Kd", "Qh Jh", { openPairDoubleBet: true });
    expect(t.choices()).toMatchObject({ bet: [4, 8] });
    expect(t.act(1, "bet", 6).ok).toBe(false);
    t.go([1, "bet", 4]);
    expect(t.choices()).toMatchObject({ raise: [8, 12] });
    t.go([2, "raise", 12]);
    expect(t.choices()).toMatchObject({ raise: [20, 20] });
    t.go([3, "fold"], [1, "fold"]);
    const folded = fourth("9c 9d", "As Kd", "Qh Jh", { openPairDoubleBet: true });
    folded.go([1, "fold"]);
    expect(folded.choices()).toMatchObject({ bet: [4, 4] });
  });

  it("big bets are made from fifth street on", () => {
    const t = fourth("9c 9d 2s", "As Kd 3s", "Qh Jh 4s");
    t.stay();
    t.deal();
    expect(t.choices()).toMatchObject({ bet: [8, 8] });
  });

  it("rule 6: a player who has checked may raise", () => {
    const t = fourth("9c 9d", "As Kd", "Qh Jh");
    t.go([1, "check"], [2, "bet"], [3, "call"]);
    expect(t.choices()).toMatchObject({ raise: [8, 8], call: [4, 4] });
  });

  it("a hand may be given up at any time, and its cards go into the discards unseen", () => {
    const t = fourth("9c 9d", "As Kd", "Qh Jh");
    t.go([1, "fold"]);
    expect(t.on.table.felt.piles.discard).toHaveLength(4);
    expect(t.on.table.felt.piles.discard?.map((held) => t.on.table.felt.faces[held])).toEqual([undefined, undefined, undefined, undefined]);
    t.go([2, "check"], [3, "check"]);
    t.deal();
    expect(t.on.table.felt.piles["1/hand"] ?? []).toHaveLength(0);
  });

  it("up cards turned down facing a bet are a dead hand: a fold", () => {
    const t = fourth("9c 9d", "As Kd", "Qh Jh");
    t.go([1, "bet"], [2, "fold"], [3, "fold"]);
    expect(t.received()).toEqual({ 1: 3 + 6 + 4 });
  });
});

describe("raises", () => {
  const fifth = (over: Record<string, unknown> = {}, stacks: Record<number, number> = {}) => {
    const t = table({ 1: "2c 2d As Ad Ah", 2: "3c 3d 9s Ts 6h", 3: "4c 4d 9c Tc 6d", 4: "5c 5d 9h Jc 7c" }, over, stacks);
    for (let street = 3; street < 5; street++) {
      t.deal();
      t.stay();
    }
    t.deal();
    return t;
  };
  const before = 3;

  it("rule 4: an all-in of half a bet or more is a full raise, and the next one is its total plus a bet", () => {
    const t = fifth({}, { 2: before + 12 });
    t.go([1, "bet"]);
    expect(t.choices()).toEqual({ fold: null, raise: [12, 12], call: [8, 8] });
    t.go([2, "raise"]);
    expect(t.choices()).toMatchObject({ raise: [20, 20], call: [12, 12] });
    expect(t.round().betting.raises).toBe(1);
  });

  it("rule 4: less than half gives no new right to who has answered the bet, and leaves the full raise to who has not", () => {
    const t = fifth({}, { 3: before + 11 });
    t.go([1, "bet"], [2, "call"], [3, "raise"]);
    expect(t.choices()).toMatchObject({ raise: [16, 16], call: [11, 11] });
    t.go([4, "call"]);
    expect(t.choices()).toEqual({ allIn: [8, 11], fold: null, call: [3, 3] });
    expect(t.round().betting.raises).toBe(0);
    t.go([1, "call"]);
    expect(t.choices()).toEqual({ allIn: [8, 11], fold: null, call: [3, 3] });
  });

  it("a short all-in bet may be completed, which is no raise", () => {
    const t = fifth({}, { 1: before + 3 });
    t.go([1, "bet"]);
    expect(t.choices()).toMatchObject({ complete: [8, 8], call: [3, 3] });
    t.go([2, "complete"]);
    expect(t.round().betting).toMatchObject({ raises: 0, full: 8 });
  });

  it("where the house has no half-bet rule only a full raise counts", () => {
    const t = fifth({ halfBetRule: false }, { 2: before + 12 });
    t.go([1, "bet"], [2, "raise"], [3, "call"], [4, "call"]);
    expect(Object.keys(t.choices())).toEqual(["allIn", "fold", "call"]);
  });

  it("rule 5: three raises after the bet, also between two players; without a cap heads-up, but not once it was reached", () => {
    const capped = fifth();
    capped.go([1, "bet"], [2, "raise"], [3, "fold"], [4, "fold"], [1, "raise"], [2, "raise"]);
    expect(Object.keys(capped.choices())).toEqual(["allIn", "fold", "call"]);
    const open = fifth({ unlimitedHeadsUp: true });
    open.go([1, "bet"], [2, "raise"], [3, "fold"], [4, "fold"], [1, "raise"], [2, "raise"]);
    expect(open.choices()).toMatchObject({ raise: [40, 40] });
    const late = fifth({ unlimitedHeadsUp: true });
    late.go([1, "bet"], [2, "raise"], [3, "raise"], [4, "raise"], [1, "fold"], [2, "fold"]);
    expect(Object.keys(late.choices())).toEqual(["allIn", "fold", "call"]);
  });

  it("nobody raises a player who has no chips to call with", () => {
    const t = fifth({}, { 2: before + 12 });
    t.go([1, "check"], [2, "bet"], [3, "fold"], [4, "fold"]);
    expect(Object.keys(t.choices())).toEqual(["allIn", "fold", "raise", "call"]);
    t.go([1, "raise"], [2, "call"]);
    const last = fifth({}, { 2: before + 8 });
    last.go([1, "check"], [2, "bet"], [3, "fold"], [4, "fold"]);
    expect(Object.keys(last.choices())).toEqual(["allIn", "fold", "call"]);
  });

  it("betting ends when only one player has chips, and the cards are dealt out", () => {
    const t = fifth({}, { 1: before + 8, 2: before + 8, 3: before + 8 });
    t.go([1, "bet"], [2, "call"], [3, "call"], [4, "call"]);
    t.deal();
    expect(t.on.openings()[0]).toMatchObject({ kind: "reveal" });
    expect(t.round().street).toBe(7);
  });

  it("spread limit: any amount within it, a raise no smaller than the one before", () => {
    const t = fifth({ betting: "spread", spread: { min: 2, max: 10 } });
    expect(t.choices()).toMatchObject({ bet: [2, 10] });
    t.go([1, "bet", 5]);
    expect(t.choices()).toMatchObject({ raise: [10, 15] });
    t.go([2, "raise", 12]);
    expect(t.choices()).toMatchObject({ raise: [19, 22] });
  });

  it("pot limit: up to the pot after the call, without a cap", () => {
    const t = fifth({ betting: "pot", maxRaises: 0 });
    expect(t.choices()).toMatchObject({ bet: [4, 12] });
    t.go([1, "bet", 12]);
    expect(t.choices()).toMatchObject({ raise: [24, 12 + 24 + 12] });
    t.go([2, "raise", 48]);
    expect(t.choices()).toMatchObject({ raise: [84, 48 + 72 + 48] });
  });
});

describe("the deal of the later streets", () => {
  const eight = (over: Record<string, unknown>) => {
    const t = table(doorsOf(1, 2, 3, 4, 5, 6, 7, 8), over);
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    return t;
  };

  it("burns a card before each of the streets four to seven where the house burns", () => {
    const t = table(doorsOf(1, 2), { burns: true });
    t.toShowdown();
    expect(t.on.table.felt.piles.burn).toHaveLength(4);
    expect(t.on.table.felt.left).toBe(52 - 14 - 4);
  });

  it("gives one community card to all when the stub is too small, without betting on it", () => {
    const t = eight({});
    expect(t.on.openings()[0]).toEqual({ kind: "card", to: "board", face: "up", from: "shoe" });
    t.deal();
    expect(t.on.table.felt.left).toBe(3);
    expect(t.on.openings()[0]).toMatchObject({ kind: "reveal" });
  });

  it("takes bets on it where the house does, opened by the highest board without it", () => {
    const t = eight({ communityRiverBetting: true });
    t.deal();
    expect(t.choices()).toMatchObject({ bet: [8, 8], check: null });
    expect(t.turn()).toBe(8);
  });

  it("makes the last burn card everybody's when the burns left none", () => {
    const t = eight({ burns: true });
    t.deal();
    expect([t.on.table.felt.left, t.on.openings()[0]]).toMatchObject([0, { kind: "reveal", place: "burn", cards: [expect.any(Number)] }]);
    t.on.command({ kind: "reveal", place: "burn" });
    const { piles, faces } = t.on.table.felt;
    expect([piles.board, piles.burn?.length, faces[piles.board?.[0] ?? 0]]).toEqual([[expect.any(Number)], 3, expect.any(String)]);
    expect(piles.burn?.every((held) => faces[held] === undefined)).toBe(true);
    expect(t.on.openings()[0]).toMatchObject({ kind: "reveal", place: expect.stringContaining("/hand") });
  });

  it("reuses the burn cards where the house does: all but the last are dealt, that one is mixed with the burns, one is burnt", () => {
    const t = table(doorsOf(1, 2, 3, 4, 5, 6, 7), { burns: true, reuseBurns: true });
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    t.deal();
    expect([t.on.table.felt.left, t.on.openings()[0]]).toEqual([1, { kind: "shuffle", piles: ["burn"] }]);
    t.shuffle();
    expect(t.on.table.felt.left).toBe(5);
    const next: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      next.push(t.on.openings()[0]);
      t.dealCards(1);
    }
    expect(next).toMatchObject([{ to: "burn", from: "draw" }, { to: "6/hand", face: "down" }, { to: "7/hand" }]);
    expect(t.choices()).toMatchObject({ check: null });
  });

  it("counts the cards of the street for the screens", () => {
    const t = table(doorsOf(1, 2, 3), { burns: true });
    expect(studHiLo8.dealSize(t.round(), t.rules)).toBe(9);
    t.go([1, "bringIn"], [2, "call"], [3, "fold"]);
    t.dealCards(1);
    expect(studHiLo8.dealSize(t.round(), t.rules)).toBe(12);
    const seventh = eight({});
    seventh.dealCards(1);
    expect(studHiLo8.dealSize(seventh.round(), seventh.rules)).toBe(49);
  });
});

describe("a player whose time is up", () => {
  it("posts the bring-in, checks, or folds to a bet", () => {
    const t = table(doorsOf(1, 2, 3), { decisionMs: 5000 });
    const late = () => t.on.event({ kind: "deadline", at: t.on.table.at + 5000 });
    t.deal();
    late();
    expect(t.round().bets).toEqual({ 1: 2 });
    t.go([2, "call"]);
    late();
    expect(t.round().out).toEqual({ 3: "folded" });
    t.deal();
    late();
    expect(t.round().betting.acted).toHaveLength(1);
    expect(t.on.facts.filter((fact) => fact.kind === "decision" && fact.how === "timeout")).toHaveLength(3);
  });
});

describe("stacks", () => {
  it("are carried on where they are counted", () => {
    const t = table({ 1: "2c 2d As", 2: "3c 3d Ks" }, {}, { 1: 50 });
    t.go([2, "complete"], [1, "fold"]);
    expect(studHiLo8.carry(t.round())).toEqual({ stacks: { 1: 49 } });
    t.on.command({ kind: "confirm", code: "paid", seat: 2 });
    t.on.command({ kind: "confirm", code: "openRound" });
    expect(t.on.openings()).toContainEqual(expect.objectContaining({ spot: "1/stack", placed: 49 }));
    expect(t.on.openings()).toContainEqual(expect.objectContaining({ spot: "2/stack", placed: 0 }));
  });

  it("that are empty, or a house that counts none, carry nothing on", () => {
    const rules = schema.parse({});
    expect(studHiLo8.open(rules, [1, 2], { stacks: { 1: 0, 2: 7, 3: 9 } }).stacks).toEqual({ 2: 7 });
    expect(studHiLo8.open({ ...rules, stack: null }, [1, 2], { stacks: { 2: 7 } }).stacks).toEqual({});
  });
});

describe("what screens say", () => {
  it("marks who brought in, raised, folded, is all-in", () => {
    const t = table(doorsOf(1, 2, 3, 4), {}, { 3: 9 });
    t.go([1, "bringIn"], [2, "complete"], [3, "raise"], [4, "fold"]);
    expect(studHiLo8.marks(t.round())).toEqual([
      { seat: 1, mark: { code: "broughtIn", params: { amount: 2 } } },
      { seat: 3, mark: { code: "raised", params: { amount: 8 } } },
      { seat: 3, mark: { code: "allIn" } },
      { seat: 4, mark: { code: "folded" } },
    ]);
  });

  it("names both hands of seven cards, and only the high one in stud", () => {
    const cards = ["Ac", "2d", "3h", "4s", "5c", "Kd", "Qh"] as const;
    const named = studHiLo8.nameHand(cards, "1/hand", schema.parse({}));
    expect(named).toEqual({ code: "handHighLow", params: { hand: "straight", ranks: "5432A", low: "5-4-3-2-A" } });
    expect(studHiLo8.nameHand(cards, "1/hand", schema.parse({ low: "none" }))).toEqual({
      code: "handHigh",
      params: { hand: "straight", ranks: "5432A" },
    });
    expect(studHiLo8.nameHand(cards.slice(0, 6), "1/hand", schema.parse({}))).toBeNull();
  });

  it("prints limits and rules from the pack alone", () => {
    const notice = studHiLo8.notice(schema.parse({}));
    expect(notice.limits).toEqual([
      { spot: "ante", min: 1, max: 1 },
      { spot: "bringIn", min: 2, max: 2 },
      { spot: "smallBet", min: 4, max: 4 },
      { spot: "bigBet", min: 8, max: 8 },
      { spot: "stack", min: 1, max: 1_000_000_000, step: 1 },
    ]);
    const codes = (over: Record<string, unknown>) => studHiLo8.notice(schema.parse(over)).rules.map(({ code }) => code);
    expect(codes({})).toEqual([
      "ruleEightOrBetter",
      "ruleBringIn",
      "ruleFixedLimit",
      "ruleMaxRaises",
      "ruleHalfBet",
      "ruleOddChipSeat",
      "ruleChip",
      "ruleCommunityCard",
    ]);
    const rake = { method: "pot", ofPot: 500, cap: 10 };
    expect(codes({ low: "none", betting: "pot", oddChip: "card-by-suit", communityRiverBetting: true, rake })).toEqual([
      "ruleHighOnly",
      "ruleBringIn",
      "rulePotLimit",
      "ruleOddChipSuit",
      "ruleChip",
      "ruleCommunityCardBets",
      "ruleRakePot",
    ]);
    expect(codes({ betting: "spread", halfBetRule: false })).toContain("ruleSpreadLimit");
    expect(codes({ openPairDoubleBet: true })).toContain("ruleOpenPair");
    expect(studHiLo8.notice(schema.parse({ betting: "spread", spread: { min: 2, max: 10 } })).limits).toContainEqual({
      spot: "bet",
      min: 2,
      max: 10,
    });
  });
});

describe("rules of a house", () => {
  const problems = (over: Record<string, unknown>) =>
    schema.safeParse(over).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

  it("refuse numbers that contradict each other", () => {
    expect(problems({ bringIn: 5 })).toEqual(["bringIn is above the small bet"]);
    expect(problems({ smallBet: 9 })).toEqual(["smallBet is above the big bet"]);
    expect(problems({ spread: { min: 9, max: 3 } })).toEqual(["spread min is above max"]);
    expect(problems({ reuseBurns: true })).toEqual([]);
    expect(problems({ suitOrderLowToHigh: ["c", "c", "h", "s"] })).toEqual(["suitOrderLowToHigh each suit once"]);
    expect(problems({ chip: 2 })).toEqual(["ante is not a whole number of chips of 2"]);
    expect(problems({ anteUp: 1 })).toHaveLength(1);
  });
});
