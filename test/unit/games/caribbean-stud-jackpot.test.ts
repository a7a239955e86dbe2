// The progressive: prizes, the meter, two royals in a round, and what the meter keeps.

import { describe, expect, it } from "vitest";
import {
  begin,
  deal,
  decide,
  meterMove,
  netOf,
  type Play,
  payOut,
  play,
  playOn,
  resultAt,
  settlementOf,
  turnUp,
} from "./caribbean-stud-bed.ts";

const dealer = "9d 9c 7c 7s 4s";
const royal = (suit: string) => ["A", "K", "Q", "J", "T"].map((rank) => `${rank}${suit}`).join(" ");
const straightFlush = "9h 8h 7h 6h 5h";

function withRoyals(suits: string, over: Partial<Play> = {}): Play {
  const hands = Object.fromEntries([...suits].map((suit, i) => [`${2 * i + 1}/hand`, royal(suit)]));
  return { hands: { ...hands, "dealer/hand": dealer }, jackpot: [1, 3, 5, 7], ...over };
}

/** The meter as the next round finds it. */
function nextMeter(on: ReturnType<typeof begin>): number {
  payOut(on);
  return (on.table.carry as unknown as { meter: number }).meter;
}

describe("prizes", () => {
  const hands: readonly (readonly [string, number])[] = [
    [straightFlush, 125_000],
    ["Tc Td Th Ts 6c", 25_000],
    ["Tc Td Th 6s 6c", 2500],
    ["Kh Jh 9h 5h 2h", 1500],
    ["9s 8d 7h 6s 5c", 300],
    ["8c 8d 8s 5h 2h", 200],
    ["8c 8d 5s 5h 2h", 0],
    ["8c 8d 5s 3h 2h", 0],
    ["Kh Qs 8c 5d 3c", 0],
  ];

  it("are those of the player's own five cards, as total returns, whatever the dealer holds and whether the hand was folded", () => {
    for (const against of ["Ad Kc 4h 3s 2c", "Ac Qc Js 9c 7d", "Js Jc Jd Ah Ad"]) {
      for (const act of ["bet", "fold"] as const) {
        for (const [hand, prize] of hands) {
          const settled = play({ hands: { "1/hand": hand, "dealer/hand": against }, jackpot: [1], acts: { 1: act } });
          expect([against, act, hand, netOf(settled, "1/jackpot")]).toEqual([against, act, hand, prize === 0 ? -50 : prize - 50]);
        }
      }
    }
  });

  it("are not for a folded hand where the pack wants a Bet: by hand or by time-out the stake is lost", () => {
    const rules = { progressiveRequiresBet: true };
    const given: Play = { hands: { "1/hand": "8c 8d 8s 5h 2h", "dealer/hand": dealer }, jackpot: [1], rules };
    expect(resultAt(play({ ...given, acts: { 1: "fold" } }), "1/jackpot")).toMatchObject({ net: -50, why: { code: "jackpotNeedsBet" } });
    const late = play({ ...given, acts: { 1: "timeout" }, rules: { ...rules, timeoutBetsFrom: "flush" } });
    expect(netOf(late, "1/jackpot")).toBe(-50);
    const beaten = play({ ...given, hands: { "1/hand": "8c 8d 8s 5h 2h", "dealer/hand": "Ts Tc Td 4h 3d" } });
    expect([netOf(beaten, "1/bet"), netOf(beaten, "1/jackpot")]).toEqual([-200, 150]);
  });

  it("leave the stake with the house, or give it back with a prize only", () => {
    const rules = { progressiveStakeReturned: true };
    const given = (hand: string): Play => ({ hands: { "1/hand": hand, "dealer/hand": dealer }, jackpot: [1], rules });
    expect(netOf(play(given("8c 8d 8s 5h 2h")), "1/jackpot")).toBe(200);
    expect(netOf(play(given("8c 8d 5s 3h 2h")), "1/jackpot")).toBe(-50);
  });

  it("may be a share of the meter, rounded down", () => {
    const rules = { progressivePrizes: { "royal-flush": "100% of meter", "straight-flush": "10% of meter" } };
    const on = playOn({ hands: { "1/hand": straightFlush, "dealer/hand": dealer }, jackpot: [1], meter: 1_234_567, rules });
    expect(netOf(settlementOf(on), "1/jackpot")).toBe(123_456 - 50);
    expect(nextMeter(on)).toBe(1_234_567 - 123_456);
  });

  it("leave the meter alone when fixed, or are paid from it as far as it goes", () => {
    const given = (meter: number, fixedPrizesFromMeter: boolean): Play => ({
      hands: { "1/hand": "8c 8d 8s 5h 2h", "dealer/hand": dealer },
      jackpot: [1],
      meter,
      rules: { fixedPrizesFromMeter },
    });
    expect(meterMove(play(given(1000, false)))).toBe(0);
    expect(meterMove(play(given(1000, true)))).toBe(-200);
    const short = play(given(120, true));
    expect([meterMove(short), netOf(short, "1/jackpot")]).toEqual([-120, 150]);
  });
});

describe("the meter", () => {
  const rules = { meter: { base: 500_000, contribution: 20 } };
  const quiet: Play = { hands: { "1/hand": "8c 8d 5s 3h 2h", "3/hand": "Kh Qs 8s 5d 3c", "dealer/hand": dealer }, jackpot: [1, 3], rules };

  it("starts with its base, grows by each stake, and is carried on", () => {
    const on = playOn(quiet);
    expect(nextMeter(on)).toBe(500_040);
    on.command({ kind: "confirm", code: "openRound" });
    expect(on.table.played?.round).toMatchObject({ meter: 500_040 });
  });

  it("goes whole to a royal, with what the round itself has added, and starts anew with its base", () => {
    const on = playOn(withRoyals("s", { meter: 5_000_000, rules }));
    const settled = settlementOf(on);
    expect(netOf(settled, "1/jackpot")).toBe(5_000_020 - 50);
    expect(settled.transfers.filter(({ from, to }) => from === "meter/royal" || to === "meter/royal")).toMatchObject([
      { from: "house", amount: 20, why: { code: "meterContribution" } },
      { to: "seat/1", amount: 5_000_020, why: { code: "jackpotWon", params: { hand: "royal-flush" } } },
      { from: "house", amount: 500_000, why: { code: "meterReseed" } },
    ]);
    expect(nextMeter(on)).toBe(500_000);
  });

  it("is as it was after a void round, whose stakes all go back", () => {
    const on = begin({ ...quiet, meter: 700_000 });
    deal(on, quiet);
    choose(on);
    on.command({ kind: "confirm", code: "misdeal", reason: "cards on the floor" });
    const settled = settlementOf(on);
    expect(settled.outcome).toBe("void");
    expect(settled.results.every(({ outcome, net }) => outcome === "returned" && net === 0)).toBe(true);
    expect(settled.results.map(({ spot }) => spot)).toEqual(["3/ante", "3/reserve", "3/jackpot", "1/ante", "1/reserve", "1/jackpot"]);
    payOut(on);
    on.command({ kind: "confirm", code: "redeal" });
    expect(on.table.played?.round).toMatchObject({ meter: 700_000, stakes: { "1/ante": 100, "1/jackpot": 50, "3/reserve": 200 } });
  });

  function choose(on: ReturnType<typeof begin>): void {
    on.command({ kind: "decision", by: "1/hand", code: "fold" });
  }

  it("takes nothing from a dead hand's stake", () => {
    const on = begin({ ...quiet, meter: 700_000, dealtBy: "antennas" });
    dealByAntennas(on, quiet);
    on.card("Ah", "3/hand");
    on.event({ kind: "deadline", at: on.table.at + 1000 });
    decide(on, quiet);
    turnUp(on);
    expect(resultAt(settlementOf(on), "3/jackpot")).toMatchObject({ outcome: "returned", net: 0 });
    expect(nextMeter(on)).toBe(700_020);
  });

  function dealByAntennas(on: ReturnType<typeof begin>, given: Play): void {
    const left = Object.fromEntries(Object.entries(given.hands).map(([place, hand]) => [place, hand.split(" ")]));
    for (;;) {
      const opening = on.openings().find((one) => one.kind === "card");
      if (opening?.kind !== "card") return;
      on.card(left[opening.to]?.shift() as never, opening.to);
    }
  }
});

describe("two royals in a round", () => {
  it("share equally, down to the cent, and the odd cents stay", () => {
    const table: readonly (readonly [string, number, number, number])[] = [
      ["sh", 5_000_001, 2_500_000, 1],
      ["shd", 1_000_000, 333_333, 1],
      ["shd", 1_000_001, 333_333, 2],
      ["shdc", 1_000_003, 250_000, 3],
    ];
    for (const [suits, meter, share, odd] of table) {
      const on = playOn(withRoyals(suits, { meter }));
      for (const [i] of [...suits].entries()) {
        const result = resultAt(settlementOf(on), `${2 * i + 1}/jackpot`);
        expect(result).toMatchObject({
          net: share - 50,
          why: { code: "jackpotShared", params: { hand: "royal-flush", count: suits.length } },
        });
      }
      expect(nextMeter(on)).toBe(odd);
    }
  });

  it("start the meter anew on top of the odd cents", () => {
    expect(nextMeter(playOn(withRoyals("sh", { meter: 9, rules: { meter: { base: 100, contribution: 1 } } })))).toBe(101);
  });

  it("are shared by those with a stake alone", () => {
    const settled = play(withRoyals("sh", { meter: 5_000_001, jackpot: [3] }));
    expect(netOf(settled, "3/jackpot")).toBe(5_000_001 - 50);
    expect(settled.results.some(({ spot }) => spot === "1/jackpot")).toBe(false);
  });

  it("are paid one after the other where the pack says so: the first takes the meter, the next what it starts with", () => {
    const rules = { jackpotSplit: "in payment order", meter: { base: 1000, contribution: 0 } };
    const on = playOn(withRoyals("shd", { meter: 5_000_001, rules }));
    expect([5, 3, 1].map((seat) => netOf(settlementOf(on), `${seat}/jackpot`))).toEqual([5_000_001 - 50, 950, 950]);
    expect(nextMeter(on)).toBe(1000);
  });

  it("come before a straight flush that takes a share: the house pays what the meter no longer holds", () => {
    const hands = { "1/hand": royal("s"), "3/hand": straightFlush, "dealer/hand": "9d 9c 8c 7s 4s" };
    const progressivePrizes = { "royal-flush": "100% of meter", "straight-flush": "10% of meter" };
    const settled = play({ hands, jackpot: [1, 3], meter: 1_000_000, rules: { progressivePrizes } });
    expect([netOf(settled, "1/jackpot"), netOf(settled, "3/jackpot")]).toEqual([999_950, 99_950]);
    expect(settled.transfers.filter(({ to }) => to === "seat/3").map(({ from, amount }) => [from, amount])).toContainEqual([
      "house",
      100_000,
    ]);
    expect(meterMove(settled)).toBe(-1_000_000);
  });
});
