// Money: limits of a stack, the order of payment, the buy-in, what is carried on to the next round, a void round.

import { describe, expect, it } from "vitest";
import { type Stage, stage } from "#core/rehearse";
import { balances } from "#core/settlement";
import { chinesePoker } from "#games/chinese-poker/game";
import type { Carry } from "#games/chinese-poker/round";
import { schema } from "#games/chinese-poker/rules";
import {
  begin,
  carryOf,
  deal,
  dealtTo,
  finish,
  type Hand,
  netOf,
  pairOf,
  payOut,
  play,
  playOn,
  roundOf,
  rulesWith,
  settlementOf,
} from "./chinese-poker-bed.ts";

const first: Hand = { front: "Qc Jd 9s", middle: "Kc Qd 8s 7c 6d", back: "Ac Ad Ah 9c 9d" };
const second: Hand = { front: "Jc Td 3s", middle: "Ks Qs 5d 4c 2h", back: "8c 8d 8h 5c 5s" };
const third: Hand = { front: "7d 4d 2s", middle: "9h 6c 4s 3h 2c", back: "Th Js 7s 4h 3c" };
const hands = { 1: first, 2: second, 3: third } as const;
const dragon: Hand = { declared: "As Kd Qh Jh Tc 9h 8h 7h 6s 5h 4h 3d 2d" };

const paid = (settlement: ReturnType<typeof play>) =>
  settlement.transfers.filter(({ from, to }) => from.split("/")[0] !== to.split("/")[1]).map(({ from, to, amount }) => [from, to, amount]);

describe("limits", () => {
  it("let nobody lose more than he began with, nor win more, chips won the same hand included", () => {
    // Seat 1 scoops both at 5 a point: 30 from each, with 20 before him.
    const stacks = { 1: 20, 2: 200, 3: 200 };
    const total = play({ hands, stacks, rules: { unit: 5 } });
    expect(paid(total)).toEqual([
      ["2/stack", "seat/1", 20],
      ["3/stack", "seat/2", 30],
    ]);
    expect(pairOf(total, 1, 3)).toMatchObject({ outcome: "win-partial", net: 0, due: 30 });
    expect(pairOf(total, 3, 1)).toMatchObject({ outcome: "lose", net: 0, due: 30 });
    const each = play({ hands, stacks, rules: { unit: 5, winCap: "per-opponent" } });
    expect([1, 2, 3].map((seat) => netOf(each, seat))).toEqual([40, 10, -50]);
  });

  it("are gross: what was won can't be lost", () => {
    // Seat 3 pays seat 1 first and has nothing left for seat 2; seat 2 owes seat 1 all he has, whatever he is owed.
    const settlement = play({ hands, stacks: { 1: 1000, 2: 20, 3: 25 }, rules: { unit: 5 } });
    expect(paid(settlement)).toEqual([
      ["2/stack", "seat/1", 20],
      ["3/stack", "seat/1", 25],
    ]);
    expect(pairOf(settlement, 2, 3)).toMatchObject({ outcome: "win-partial", net: 0, due: 30 });
  });

  it("follow the order of payment, clockwise from the button's left", () => {
    const stacks = { 1: 20, 2: 200, 3: 200 };
    const from = (button: number) => paid(play({ hands, stacks, button, rules: { unit: 5 } }));
    expect(from(3)[0]).toEqual(["2/stack", "seat/1", 20]);
    // Left of the button sits seat 3: his pair with seat 1 comes before 1 with 2.
    expect(from(2)).toEqual([
      ["3/stack", "seat/1", 20],
      ["3/stack", "seat/2", 30],
    ]);
  });

  it("settle automatic wins first, then the others", () => {
    const three = { 1: first, 2: { ...second, back: "8c 8d 5c 5s Js" }, 4: dragon };
    const settlement = play({ hands: three });
    expect(settlement.order).toEqual([4, 1, 2]);
    expect(settlement.results.map(({ spot }) => spot)).toEqual(["1/4/vs", "4/1/vs", "2/4/vs", "4/2/vs", "1/2/vs", "2/1/vs"]);
    // The dragon takes the little there is before seat 1 is paid.
    const short = play({ hands: three, stacks: { 1: 100, 2: 7, 4: 100 } });
    expect(paid(short)).toEqual([
      ["1/stack", "seat/4", 13],
      ["2/stack", "seat/4", 7],
    ]);
    expect(pairOf(short, 1, 2)).toMatchObject({ outcome: "win-partial", net: 0 });
  });

  it("leave every spot empty and lose no chip", () => {
    const settlement = play({ hands, stacks: { 1: 20, 2: 200, 3: 200 }, rules: { unit: 5 } });
    const sums = balances(settlement.transfers);
    expect([1, 2, 3].map((seat) => sums.get(`${seat}/stack`))).toEqual([-20, -200, -200]);
    expect([1, 2, 3].reduce((sum, seat) => sum + (sums.get(`seat/${seat}`) ?? 0), 0)).toBe(420);
  });

  it("move nothing for a pair that owes nothing", () => {
    const tied: Hand = { front: "Qs Jh 9h", middle: "Kh Qh 8c 7s 6h", back: "Ks Kd Tc Th 2c" };
    const same: Hand = { front: "Qc Jd 9s", middle: "Kc Qd 8s 7c 6d", back: "As Ad Ts Td 2d" };
    const settlement = play({ hands: { 1: tied, 2: { ...same, back: "Ac Ad 3s 3d 2d" } }, rules: { segmentPoint: 0 } });
    expect(paid(settlement)).toEqual([]);
    expect(pairOf(settlement, 1, 2)).toMatchObject({ outcome: "push", net: 0 });
  });
});

/** A table at which nobody has chips yet. */
function fresh(rules: Readonly<Record<string, unknown>> = {}, carry: Carry | null = null, seats: readonly number[] = [1, 2, 3]): Stage {
  const on = stage({ game: chinesePoker, rules: rulesWith(rules), seats, carry });
  on.command({ kind: "confirm", code: "openRound" });
  return on;
}

const put = (on: Stage, seat: number, stake: number) => on.command({ kind: "wager", spot: `${seat}/stack`, stake });
const close = (on: Stage) => on.command({ kind: "close" });
const stackAt = (on: Stage, seat: number) => on.openings().find((one) => one.kind === "wager" && one.spot === `${seat}/stack`);
const blocked = (on: Stage) => on.openings().find((one) => one.kind === "close");

/** Stacks as they lie after a round, and who may still buy short. */
const carried = (stacks: Readonly<Record<number, number>>, mayBuyShort = true): Carry => {
  const carry = carryOf(stacks, 1);
  return { ...carry, purses: Object.fromEntries(Object.entries(carry.purses).map(([seat, { stack }]) => [seat, { stack, mayBuyShort }])) };
};

describe("the buy-in", () => {
  it("is twenty points, or more", () => {
    const on = fresh({ unit: 5, stackStep: 5 });
    expect(stackAt(on, 1)).toMatchObject({ stake: { min: 100, step: 5 }, placed: 0, required: true });
    expect(put(on, 1, 95)).toMatchObject({ ok: false, why: "stake" });
    expect(put(on, 1, 103)).toMatchObject({ ok: false, why: "stake" });
    expect(put(on, 1, 100)).toEqual({ ok: true });
    expect(close(on)).toMatchObject({ ok: false, why: "twoStacks" });
    expect(put(on, 2, 250)).toEqual({ ok: true });
    expect(close(on)).toEqual({ ok: true });
    // Seat 3 has bought nothing: he sits the round out, and no chips move during the hand.
    expect(roundOf(on).stacks).toEqual({ 1: 100, 2: 250 });
    expect(put(on, 3, 100)).toMatchObject({ ok: false, why: "betsClosed" });
    expect(put(on, 1, 200)).toMatchObject({ ok: false, why: "betsClosed" });
  });

  it("lets no chips leave the table", () => {
    const on = fresh({ unit: 5 }, carried({ 1: 60, 2: 300 }));
    expect(stackAt(on, 1)).toMatchObject({ placed: 60, stake: { min: 60 } });
    expect(put(on, 2, 250)).toMatchObject({ ok: false, why: "stake" });
    expect(close(on)).toEqual({ ok: true });
  });

  it("allows one short buy after each full buy", () => {
    const on = fresh({ unit: 5 }, carried({ 1: 60, 2: 300 }));
    expect(put(on, 1, 80)).toEqual({ ok: true });
    expect(close(on)).toEqual({ ok: true });
    expect(roundOf(on).shortBuys).toEqual({ 1: false, 2: true });
    const used = fresh({ unit: 5 }, carried({ 1: 60, 2: 300 }, false));
    put(used, 1, 80);
    expect(blocked(used)).toMatchObject({ blocked: "shortBuyUsed" });
    expect(close(used)).toMatchObject({ ok: false, why: "shortBuyUsed" });
    put(used, 1, 160);
    expect(close(used)).toEqual({ ok: true });
    expect(roundOf(used).shortBuys).toEqual({ 1: true, 2: false });
  });

  it("lets a player who lost everything buy short once, then in full only", () => {
    expect(stackAt(fresh({ unit: 5 }, carried({ 1: 0, 2: 300 })), 1)).toMatchObject({ stake: { min: 1 } });
    expect(stackAt(fresh({ unit: 5 }, carried({ 1: 0, 2: 300 }, false)), 1)).toMatchObject({ stake: { min: 100 } });
    expect(stackAt(fresh({ unit: 5, shortBuy: "never" }, carried({ 1: 0, 2: 300 })), 1)).toMatchObject({ stake: { min: 100 } });
    expect(stackAt(fresh({ unit: 5, shortBuy: "always" }, carried({ 1: 0, 2: 300 }, false)), 1)).toMatchObject({ stake: { min: 1 } });
  });

  it("takes a stack that comes after another was taken off for a newcomer's", () => {
    const on = fresh({ unit: 5 }, carried({ 1: 60, 2: 300 }));
    put(on, 1, 0);
    expect(close(on)).toMatchObject({ ok: false, why: "twoStacks" });
    put(on, 1, 90);
    expect(close(on)).toMatchObject({ ok: false, why: "belowBuyIn" });
    put(on, 1, 60);
    expect(blocked(on)).toMatchObject({ blocked: null });
    put(on, 1, 100);
    expect(close(on)).toEqual({ ok: true });
    expect(roundOf(on).shortBuys[1]).toBe(true);
  });

  it("has a limit where the house sets one", () => {
    const on = fresh({ unit: 5, stackMax: 500 }, carried({ 1: 60, 2: 800 }));
    expect(put(on, 1, 501)).toMatchObject({ ok: false, why: "stake" });
    expect(put(on, 1, 500)).toEqual({ ok: true });
    // What was won stays, but nothing is added to it.
    expect(stackAt(on, 2)).toMatchObject({ stake: { min: 800, max: 800 } });
    expect(chinesePoker.notice(rulesWith({ unit: 5, stackMax: 500 })).limits).toEqual([{ spot: "buyIn", min: 100, max: 500, step: 1 }]);
  });
});

describe("what is carried on", () => {
  it("is every stack, the button and who was there", () => {
    const on = playOn({ hands, stacks: { 1: 50, 2: 50, 3: 50 }, button: 3 });
    payOut(on);
    expect(on.table.carry).toEqual({
      button: 3,
      seats: [1, 2, 3],
      purses: { 1: { stack: 62, mayBuyShort: true }, 2: { stack: 50, mayBuyShort: true }, 3: { stack: 38, mayBuyShort: true } },
    });
    on.command({ kind: "confirm", code: "openRound" });
    close(on);
    expect(roundOf(on)).toMatchObject({ button: 1, stacks: { 1: 62, 2: 50, 3: 38 } });
  });

  it("keeps the chips of a player who sits a round out, and not those of one who left", () => {
    const on = fresh({}, carried({ 1: 40, 2: 50, 3: 60 }));
    put(on, 3, 0);
    close(on);
    const two = { 1: first, 2: second };
    deal(on, dealtTo(two));
    finish(on, two);
    payOut(on);
    expect((on.table.carry as Carry).purses[3]).toEqual({ stack: 60, mayBuyShort: true });
    on.command({ kind: "seat", seat: 3, sitting: false });
    on.command({ kind: "confirm", code: "openRound" });
    expect(roundOf(on).stacks).toEqual({ 1: 46, 2: 44 });
  });

  it("is that of the round before when the round is void", () => {
    const on = begin({ hands, stacks: { 1: 50, 2: 60, 3: 70 } });
    const before = on.table.carry;
    on.command({ kind: "confirm", code: "misdeal", reason: "called" });
    const settlement = settlementOf(on);
    expect(settlement).toMatchObject({ outcome: "void", why: { code: "called" }, order: [1, 2, 3] });
    expect(settlement.results.map(({ spot, stake, outcome, net }) => [spot, stake, outcome, net])).toEqual([
      ["1/stack", 50, "returned", 0],
      ["2/stack", 60, "returned", 0],
      ["3/stack", 70, "returned", 0],
    ]);
    expect(settlement.transfers.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ["1/stack", "seat/1", 50],
      ["2/stack", "seat/2", 60],
      ["3/stack", "seat/3", 70],
    ]);
    payOut(on);
    expect(on.table.carry).toEqual(before);
    on.command({ kind: "confirm", code: "redeal" });
    expect(roundOf(on)).toMatchObject({ stacks: { 1: 50, 2: 60, 3: 70 } });
  });

  it("of a round void before bets are closed is what lay there", () => {
    const on = fresh({}, carried({ 1: 40, 2: 50 }));
    on.command({ kind: "confirm", code: "misdeal", reason: "called" });
    expect(settlementOf(on).results.map(({ seat, stake }) => [seat, stake])).toEqual([
      [1, 40],
      [2, 50],
    ]);
  });
});

describe("the button", () => {
  const buttonAfter = (carry: Carry, seats: readonly number[], rules: Readonly<Record<string, unknown>> = {}): number | null => {
    const on = fresh(rules, carry, seats);
    for (const seat of seats) if ((carry.purses[seat]?.stack ?? 0) === 0) put(on, seat, 20);
    return close(on).ok ? roundOf(on).button : null;
  };
  const stacks = { 1: 50, 2: 50, 4: 50 };

  it("goes clockwise from player to player", () => {
    expect(buttonAfter({ ...carried(stacks), button: 1 }, [1, 2, 4])).toBe(2);
    expect(buttonAfter({ ...carried(stacks), button: 2 }, [1, 2, 4])).toBe(4);
    expect(buttonAfter({ ...carried(stacks), button: 4 }, [1, 2, 4])).toBe(1);
    // It passes by those who sit out.
    expect(buttonAfter({ ...carried({ ...stacks, 2: 0 }, false), button: 1 }, [1, 4])).toBe(4);
  });

  it("passes a newcomer, and whoever would make him the first hand", () => {
    const known = { ...carried(stacks), button: 2 };
    // Seat 3 is new: next in turn, and left of seat 2.
    expect(buttonAfter(known, [1, 2, 3, 4])).toBe(4);
    expect(buttonAfter({ ...known, button: 1 }, [1, 2, 3, 4])).toBe(4);
    expect(buttonAfter(known, [1, 2, 3, 4], { newPlayer: "plays" })).toBe(3);
    // Two players, one of them new: somebody has to be first.
    expect(buttonAfter({ ...carried({ 1: 50 }), button: 1 }, [1, 3])).toBe(1);
    expect(buttonAfter({ ...carried({ 9: 50 }), button: 1 }, [1, 3])).toBe(3);
  });

  it("lets a newcomer wait where the house says so, as long as two can play", () => {
    const on = fresh({ newPlayer: "waits" }, carried({ 1: 50, 2: 50 }), [1, 2, 3]);
    expect(stackAt(on, 3)).toBeUndefined();
    close(on);
    const two = { 1: first, 2: second };
    deal(on, dealtTo(two));
    finish(on, two);
    payOut(on);
    on.command({ kind: "confirm", code: "openRound" });
    expect(stackAt(on, 3)).toBeDefined();
    expect(stackAt(fresh({ newPlayer: "waits" }, carried({ 1: 50 }), [1, 3]), 3)).toBeDefined();
    expect(stackAt(fresh({ newPlayer: "waits" }, null, [1, 3]), 3)).toBeDefined();
  });
});

describe("rules that contradict themselves", () => {
  it.each([
    [{ auto: { dragon: 3, sixPairs: 4, threeFlushes: 4, threeStraights: 4 } }, "auto.dragon"],
    [{ unit: 5, stackStep: 2 }, "stackStep"],
    [{ unit: 5, stackMax: 50 }, "stackMax"],
    [{ superBonusOpponents: 4 }, "superBonusOpponents"],
    [{ irregularities: { red: "goOn" } }, "irregularities"],
    [{ foulVersusFoul: "both pay" }, "foulVersusFoul"],
  ])("%j are refused at %s", (rules, path) => {
    const parsed = schema.safeParse(rules);
    expect(parsed.error?.issues.map((issue) => issue.path.join(".")).join()).toContain(path);
  });
});
