// Who shows when, and who gets which chips.

import { describe, expect, it } from "vitest";
import { balances } from "#core/settlement";
import { payouts } from "#games/stud-hi-lo-8/example-shapes";
import { standing } from "#games/stud-hi-lo-8/example-standing";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { schema } from "#games/stud-hi-lo-8/rules";
import { playShowdown } from "#games/stud-hi-lo-8/script";
import { doorsOf, type Hands, table } from "./stud-hi-lo-8-bed.ts";

const cards = (text: string) => text.split(" ") as never;
const wheel = "Ac 2d 3h 4s 5c Kd Qh";
const kings = "Ks Kh Td 8d 8c 6h 2s";
const lowSeven = "Ah 2h 4c 6c 7d Jd Jc";

interface Holder {
  readonly cards: string;
  readonly put: number;
  readonly folded?: true;
}

/** Everybody all-in for what he has put in. */
function settle(holders: Readonly<Record<number, Holder>>, over: Record<string, unknown> = {}) {
  const players = Object.entries(holders).map(([seat, { cards: hand, put, folded }]) => ({
    seat: Number(seat),
    cards: cards(hand),
    contributed: put,
    folded: folded === true,
  }));
  const { settlement } = playShowdown(players, schema.parse(over));
  if (settlement === null) throw new Error("not settled");
  const sums: Record<string, number> = {};
  for (const { from, to, amount } of settlement.transfers) if (to.startsWith("seat/")) sums[`${from} ${to}`] = amount;
  return { settlement, sums };
}

describe("the showdown", () => {
  const hands: Hands = { 1: "2c 2d Ac Kd 9h 2s", 3: "3c 3d 8c 8d 4s 3h", 4: "4c 4d Qd Jd 7c 5s", 6: "5c 5d Td 6c 6h 2h" };
  const toSeventh = (over: Record<string, unknown> = {}) => {
    const t = table(hands, over);
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    t.deal();
    return t;
  };

  it("begins with who bet or raised last on seventh street, then clockwise", () => {
    const t = toSeventh();
    expect(t.turn()).toBe(3);
    t.go([3, "check"], [4, "bet"], [6, "call"], [1, "call"], [3, "call"]);
    expect(t.showAll()).toEqual([4, 6, 1, 3]);
  });

  it("without a bet there begins with the highest board", () => {
    const t = toSeventh();
    t.stay();
    expect(t.showAll()).toEqual([3, 4, 6, 1]);
  });

  it("goes on in the same order when the first gives his hand up", () => {
    const t = toSeventh();
    t.stay();
    expect(t.muck(3).ok).toBe(true);
    expect(t.on.table.felt.piles["3/hand"]).toEqual([]);
    expect(t.showAll()).toEqual([4, 6, 1]);
    expect(t.settlement().results).toContainEqual(expect.objectContaining({ seat: 3, why: { code: "conceded", params: { pot: 1 } } }));
  });

  it("needs no card shown when all but one have given up, and the last can't", () => {
    const t = toSeventh();
    t.stay();
    t.muck(3);
    t.muck(4);
    t.muck(6);
    expect(t.received()).toEqual({ 1: 12 });
    expect(t.settlement()).toMatchObject({
      hands: [],
      results: expect.arrayContaining([expect.objectContaining({ seat: 1, why: { code: "lastPlayer", params: { pot: 1 } } })]),
    });
  });

  it("lets nobody give up a pot that has no other player", () => {
    const hands = { 1: "2c 2d 5c 7h 7s 8d Ts", 2: "3c 3d 6c Ah Kh Jc 9s", 3: "4c 4d Kc Ac Ad Tc 9d" };
    const t = table(hands, {}, { 1: 3 });
    t.go([1, "bringIn"], [2, "complete"], [3, "call"]);
    t.toShowdown();
    const next = () => [t.on.openings()[0], t.on.openings().some((one) => one.kind === "decision")];
    expect(next()).toEqual([{ kind: "reveal", place: "3/hand" }, true]);
    t.muck(3);
    expect(next()).toEqual([{ kind: "reveal", place: "1/hand" }, true]);
    t.show(1);
    // The side pot is seat 2's alone now.
    expect(next()).toEqual([{ kind: "reveal", place: "2/hand" }, false]);
    t.show(2);
    expect(t.settlement().results).toContainEqual(
      expect.objectContaining({ seat: 2, spot: "pot/2", why: { code: "onlyPlayer", params: { pot: 2 } } }),
    );
  });

  it("shows every hand where nothing may be conceded", () => {
    const t = toSeventh({ concedeUnseen: false });
    t.stay();
    expect(t.on.openings().filter((one) => one.kind === "decision" || one.kind === "reveal")).toEqual([
      { kind: "reveal", place: "3/hand" },
    ]);
  });
});

describe("the pot", () => {
  it("goes to the last player, without a showdown", () => {
    const t = table(doorsOf(1, 2, 3));
    t.go([1, "bringIn"], [2, "complete"], [3, "fold"], [1, "fold"]);
    // The completion was matched as far as the bring-in.
    expect(t.settlement().transfers.map(({ from, to, amount, why }) => [from, to, amount, why.code])).toEqual([
      ["2/bet", "seat/2", 2, "uncalled"],
      ["1/ante", "pot/1", 1, "intoPot"],
      ["1/bet", "pot/1", 2, "intoPot"],
      ["2/ante", "pot/1", 1, "intoPot"],
      ["2/bet", "pot/1", 2, "intoPot"],
      ["3/ante", "pot/1", 1, "intoPot"],
      ["pot/1", "seat/2", 7, "lastPlayer"],
    ]);
    expect(t.settlement()).toMatchObject({ outcome: "settled", order: [2] });
  });

  it("is halved, the odd chip between the halves to the high hand or, if the house says so, to the low one", () => {
    const holders = {
      1: { cards: kings, put: 15 },
      2: { cards: lowSeven, put: 15 },
      3: { cards: "9c 9d 9h Qs Jh 3c 4d", put: 5, folded: true as const },
    };
    const { sums } = settle(holders);
    expect(sums).toEqual({ "pot/1 seat/1": 18, "pot/1 seat/2": 17 });
    expect(settle(holders, { oddChipBetweenHalves: "low" }).sums).toEqual({ "pot/1 seat/1": 17, "pot/1 seat/2": 18 });
  });

  it("is not halved where nobody has a low, nor in stud", () => {
    const holders = { 1: { cards: kings, put: 15 }, 2: { cards: lowSeven, put: 15 } };
    expect(settle(holders, { low: "none" }).sums).toEqual({ "pot/1 seat/1": 30 });
    expect(settle(holders, { lowQualifier: 6 }).sums).toEqual({ "pot/1 seat/1": 30 });
    expect(settle(holders, { lowQualifier: 7 }).sums).toEqual({ "pot/1 seat/1": 15, "pot/1 seat/2": 15 });
  });

  it("rule 7: a pot with one player who can win it is his, whole, whatever he holds", () => {
    const holders = { 1: { cards: wheel, put: 20 }, 2: { cards: kings, put: 50 }, 3: { cards: lowSeven, put: 50, folded: true as const } };
    const { settlement, sums } = settle(holders);
    expect(sums).toEqual({ "pot/1 seat/1": 30, "pot/2 seat/2": 60 });
    expect(settlement.results.filter(({ spot }) => spot === "pot/2").map(({ seat, why }) => [seat, why.code])).toEqual([
      [2, "onlyPlayer"],
      [3, "conceded"],
    ]);
  });

  it("a side pot without a low goes high, though a shorter all-in has one", () => {
    const holders = { 1: { cards: wheel, put: 20 }, 2: { cards: kings, put: 50 }, 3: { cards: "Qs Qd 9h 9s 4h Jc 7d", put: 50 } };
    expect(settle(holders).sums).toEqual({ "pot/1 seat/1": 30, "pot/2 seat/2": 60 });
  });

  it("rule 7: what only one seat put in goes back; what a later folder had matched stays", () => {
    expect(settle({ 1: { cards: wheel, put: 70 }, 2: { cards: kings, put: 50 } }).sums).toEqual({
      "1/ante seat/1": 20,
      "pot/1 seat/1": 50,
    });
    const folded = { 1: { cards: wheel, put: 70 }, 2: { cards: kings, put: 50 }, 3: { cards: lowSeven, put: 70, folded: true as const } };
    expect(settle(folded).sums).toEqual({ "pot/1 seat/1": 75, "pot/2 seat/1": 40 });
  });

  it("odd chips of a tied half go clockwise from the dealer's left", () => {
    const tied = {
      2: { cards: "Ts 9d 8c 7h 6s Kc Qd", put: 17 },
      3: { cards: "2c 3c 9h Jd Jh 4d Ks", put: 17, folded: true as const },
      5: { cards: "Td 9c 8d 7s 6h Kd Qs", put: 17 },
    };
    expect(settle(tied).sums).toEqual({ "pot/1 seat/2": 26, "pot/1 seat/5": 25 });
    // By suit: the king of diamonds is above the king of clubs.
    expect(settle(tied, { oddChip: "card-by-suit" }).sums).toEqual({ "pot/1 seat/2": 25, "pot/1 seat/5": 26 });
    expect(settle(tied, { oddChip: "card-by-suit", suitOrderLowToHigh: ["d", "c", "h", "s"] }).sums).toEqual({
      "pot/1 seat/2": 26,
      "pot/1 seat/5": 25,
    });
  });

  it("rule 8: for a low the lowest own card decides, the ace below the deuce, the community card not looked at", () => {
    const low = (seat2: string, seat3: string) => ({
      1: { cards: "Ks Qs 9s 5s 3s Jd Th", put: 30 },
      2: { cards: seat2, put: 30 },
      3: { cards: seat3, put: 30 },
    });
    const hands = low("Ah 2c 4d 6h 8c Kd Kh", "Ad 2h 4c 6d 8h Qd Qh");
    expect(settle(hands).sums).toMatchObject({ "pot/1 seat/2": 23, "pot/1 seat/3": 22 });
    expect(settle(hands, { oddChip: "card-by-suit" }).sums).toMatchObject({ "pot/1 seat/2": 22, "pot/1 seat/3": 23 });
    // Seats 1 and 2 tie for low with the ace on the board; of their own cards 2h is below 2s.
    const six = (seat: number, own: string) => ({ seat, cards: cards(own), contributed: 25, status: "active" as const });
    const shared = [six(1, "2s 3d 4h 6h Kh Kc"), six(2, "2h 3c 4s 6d Qs Qd"), six(3, "9c 9d Ts Td Jc Jh")];
    const { settlement } = standing(shared, "Ac", schema.parse({ oddChip: "card-by-suit" }));
    expect(payouts(settlement)).toEqual({ "1": 18, "2": 19, "3": 38 });
  });

  it("several leftover chips go one each", () => {
    const low = (suits: string) => ["A", "3", "5", "7", "8"].map((rank, i) => `${rank}${suits[i]}`).join(" ");
    const { sums } = settle({
      1: { cards: `${low("cdhsc")} Kd Qh`, put: 23 },
      2: { cards: `${low("dhscd")} Kh Jc`, put: 23 },
      3: { cards: `${low("hscdh")} Ks Js`, put: 23 },
      4: { cards: "Tc Th 9d 9s 9c 2c 6d", put: 23 },
      5: { cards: "2d 2h 4s 4c Jd Jh Qs", put: 3, folded: true },
    });
    expect(sums).toEqual({ "pot/1 seat/4": 48, "pot/1 seat/1": 16, "pot/1 seat/2": 16, "pot/1 seat/3": 15 });
  });

  it("is divided in whole chips of the smallest value in play", () => {
    const holders = {
      1: { cards: kings, put: 1500 },
      2: { cards: lowSeven, put: 1500 },
      3: { cards: "9c 9d 9h Qs Jh 3c 4d", put: 500, folded: true as const },
    };
    const house = { chip: 100, ante: 100, bringIn: 200, smallBet: 400, bigBet: 800 };
    expect(settle(holders, house).sums).toEqual({ "pot/1 seat/1": 1800, "pot/1 seat/2": 1700 });
    const tied = {
      2: { cards: "Ts 9d 8c 7h 6s Kc Qd", put: 150 },
      5: { cards: "Td 9c 8d 7s 6h Kd Qs", put: 175 },
      6: { cards: "2c 2d 3c 3d 4c 4d Jh", put: 175, folded: true as const },
    };
    expect(settle(tied, house).sums).toMatchObject({ "pot/1 seat/2": 250, "pot/1 seat/5": 200 });
  });

  it("says in one word what became of each seat's chips", () => {
    const words = (holders: Parameters<typeof settle>[0]) =>
      Object.fromEntries(
        settle(holders).settlement.results.map(({ seat, spot, why, net, outcome }) => [`${seat} ${spot}`, `${why.code} ${outcome} ${net}`]),
      );
    expect(words({ 1: { cards: wheel, put: 40 }, 2: { cards: kings, put: 40 } })).toEqual({
      "1 pot/1": "scoop win 40",
      "2 pot/1": "lower lose -40",
    });
    const quarter = {
      1: { cards: "As 2s 3s 7s Qs 4d 9c", put: 50 },
      2: { cards: "Ah 2d 3c 4h 7d Kc Kh", put: 50 },
    };
    expect(words(quarter)).toEqual({ "1 pot/1": "highAndLow win 25", "2 pot/1": "lowHalf lose -25" });
    expect(words({ 1: { cards: kings, put: 40 }, 2: { cards: lowSeven, put: 40 } })).toEqual({
      "1 pot/1": "highHalf push 0",
      "2 pot/1": "lowHalf push 0",
    });
    expect(words({ 1: { cards: kings, put: 40 }, 2: { cards: "Qs Qd 9h 9s 4h Jc 7d", put: 60 } })).toEqual({
      "1 pot/1": "highHand win 40",
      "2 2/bet": "uncalled returned 0",
      "2 pot/1": "lower lose -40",
    });
  });

  it("pays main pot before side pots, high before low", () => {
    const { settlement } = settle({
      1: { cards: wheel, put: 20 },
      2: { cards: kings, put: 50 },
      3: { cards: "Ah 2h 4c 6c 7d Jd Jc", put: 80 },
      4: { cards: "As 3d 5d 6d 8h Qc Qs", put: 80 },
    });
    const paid = settlement.transfers.filter(({ to }) => to.startsWith("seat/")).map(({ from, to, why }) => `${from} ${to} ${why.code}`);
    expect(paid).toEqual([
      "pot/1 seat/1 potHigh",
      "pot/1 seat/1 potLow",
      "pot/2 seat/2 potHigh",
      "pot/2 seat/3 potLow",
      "pot/3 seat/4 potHigh",
      "pot/3 seat/3 potLow",
    ]);
    expect(settlement.order).toEqual([1, 2, 3, 4]);
  });
});

describe("the rake", () => {
  const rake = { method: "pot", ofPot: 500, cap: 4 };
  const holders = { 1: { cards: wheel, put: 40 }, 2: { cards: kings, put: 60 }, 3: { cards: lowSeven, put: 60 } };

  it("comes out of the pots from the main one outward, up to the cap, before they are shared", () => {
    const { settlement } = settle(holders, { rake });
    expect(balances(settlement.transfers).get("rake")).toBe(4);
    expect(settlement.transfers.filter(({ to }) => to === "rake")).toEqual([
      { from: "pot/1", to: "rake", amount: 4, why: { code: "rake" } },
    ]);
    expect(balances(settlement.transfers).get("pot/1")).toBe(0);
    expect(balances(settle(holders, { rake: { ...rake, cap: 100 } }).settlement.transfers).get("rake")).toBe(8);
  });

  it("is not taken when no fourth street was dealt, and in whole chips", () => {
    const t = table(doorsOf(1, 2, 3), { rake: { ...rake, ofPot: 10_000 } });
    t.go([1, "bringIn"], [2, "complete"], [3, "fold"], [1, "fold"]);
    expect(balances(t.settlement().transfers).has("rake")).toBe(false);
    const house = { chip: 5, ante: 5, bringIn: 5, smallBet: 10, bigBet: 10 };
    expect(balances(settle(holders, { ...house, rake: { ...rake, cap: 1000 } }).settlement.transfers).get("rake")).toBe(5);
  });
});

describe("a void round", () => {
  it("gives every stake back, a folder's too", () => {
    const t = table(doorsOf(1, 2, 3));
    t.go([1, "bringIn"], [2, "complete"], [3, "fold"]);
    t.on.command({ kind: "confirm", code: "misdeal", reason: "cards on the floor" });
    t.on.command({ kind: "confirm", code: "void", reason: "cards on the floor" });
    expect(t.settlement()).toMatchObject({ outcome: "void", order: [1, 2, 3] });
    expect(t.settlement().transfers.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ["1/ante", "seat/1", 1],
      ["1/bet", "seat/1", 2],
      ["2/ante", "seat/2", 1],
      ["2/bet", "seat/2", 4],
      ["3/ante", "seat/3", 1],
    ]);
    expect(t.settlement().results.every(({ outcome, net }) => outcome === "returned" && net === 0)).toBe(true);
  });

  it("is what remains when every hand is dead", () => {
    const t = table(doorsOf(1, 2));
    const dead = [1, 2].reduce(
      (round, seat) => studHiLo8.accept(round, { kind: "dead", place: `${seat}/hand`, why: "wrongCount" }, t.on.table.felt, t.rules).round,
      t.round(),
    );
    expect(studHiLo8.expect(dead, t.on.table.felt, t.rules)).toBe("settle");
    expect(studHiLo8.settle(dead, t.on.table.felt, t.rules)).toMatchObject({ outcome: "void", why: { code: "deadHand" }, order: [1, 2] });
  });
});
