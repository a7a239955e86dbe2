// Where the house does not count its players' wagers: what becomes of each and at which odds, never an amount; and High Card Flush with
// the house as the bank.

import { describe, expect, it } from "vitest";
import type { Card } from "#core/card";
import type { AnyGame } from "#core/game";
import { type Rehearsal, rehearse, setupFor } from "#core/rehearse";
import { revise } from "#core/revision";
import { view } from "#core/view";
import { findGame, games } from "#games/index";
import { readPack } from "#table/pack";
import { parseYaml } from "#table/problems";
import { settleLines } from "../../../dashboard/web/console/settle-lines.ts";

type Hands = Readonly<Record<string, string>>;

const cards = (hands: Hands): Record<string, Card[]> =>
  Object.fromEntries(Object.entries(hands).map(([place, text]) => [place, text.split(" ") as Card[]]));

/** Bets on every spot named, then every decision by its code, then all hands turned up. */
function played(
  id: string,
  over: object,
  hands: Hands,
  spots: readonly string[],
  codes: Readonly<Record<string, string>>,
): Rehearsal & { game: AnyGame; rules: unknown } {
  const { game, schema } = findGame(id) as (typeof games)[number];
  const rules = schema.parse(over);
  const seats = [...new Set(spots.map((spot) => Number.parseInt(spot, 10)))].sort((a, b) => a - b);
  const rehearsal = rehearse({
    game,
    rules,
    seats,
    carry: null,
    hands: cards(hands),
    policy: (openings) => {
      const wager = openings.find((one) => one.kind === "wager" && one.placed === 0 && spots.includes(one.spot));
      if (wager?.kind === "wager") return { kind: "wager", spot: wager.spot, stake: wager.stake.min };
      const close = openings.find((one) => one.kind === "close" && one.blocked === null);
      if (close !== undefined) return { kind: "close" };
      const asked = openings.find((one) => one.kind === "decision");
      const option = asked?.kind === "decision" ? asked.options.find(({ code }) => code === codes[asked.by]) : undefined;
      if (asked?.kind === "decision" && option !== undefined)
        return { kind: "decision", by: asked.by, code: option.code, ...(option.amount && { amount: option.amount.max }) };
      const reveal = openings.find((one) => one.kind === "reveal");
      return reveal?.kind === "reveal" ? { kind: "reveal", place: reveal.place } : null;
    },
  });
  return { ...rehearsal, game, rules };
}

const caribbean: Hands = { "1/hand": "Ah Ad As 5s 3d", "2/hand": "Kh 9d 8c 4s 2d", "dealer/hand": "Qh Qd Tc 6s 2c" };
const spots = ["1/ante", "1/jackpot", "2/ante"];
const codes = { "1/hand": "bet", "2/hand": "fold" };

describe("Caribbean Stud, stakes: untracked", () => {
  const round = played("caribbean-stud", { stakes: "untracked", meter: { base: 1000, contribution: 10 } }, caribbean, spots, codes);

  it("asks for no amount of Ante and Bet", () => {
    expect(round.refused).toEqual([]);
    const told = round.facts.filter((fact) => fact.kind === "wager" || fact.kind === "decision");
    expect(told.map((fact) => (fact.kind === "wager" ? [fact.spot, fact.stake] : [fact.by, fact.code, fact.amount]))).toEqual([
      ["1/ante", 1],
      ["1/jackpot", 50],
      ["2/ante", 1],
      ["1/hand", "bet", undefined],
      ["2/hand", "fold", undefined],
    ]);
  });

  it("says each wager's end and odds; the jackpot alone is counted", () => {
    expect(
      round.settlement?.results.map(({ spot, outcome, odds, stake, net, untracked }) => [spot, outcome, odds, stake, net, untracked]),
    ).toEqual([
      ["2/ante", "lose", undefined, 0, 0, true],
      ["1/ante", "win", [1, 1], 0, 0, true],
      ["1/bet", "win", [3, 1], 0, 0, true],
      ["1/jackpot", "win", undefined, 50, 150, undefined],
    ]);
    const named = new Set(round.settlement?.transfers.flatMap(({ from, to }) => [from, to]));
    expect(named).toEqual(new Set(["house", "meter/royal", "1/jackpot", "seat/1"]));
  });

  it("shows the dealer what lies where, and what to do with it, without a figure", () => {
    const shown = view(round.table, setupFor({ rules: round.rules, seats: [1, 2] }), round.game, "dealer");
    expect(shown.seats[0]?.wagers).toEqual([
      { spot: "1/ante", stake: 0, untracked: true },
      { spot: "1/jackpot", stake: 50 },
      { spot: "1/bet", stake: 0, untracked: true },
    ]);
    const settlement = shown.settlement as NonNullable<typeof shown.settlement>;
    expect(settleLines(settlement, 1).map(({ spot, action, odds, untracked }) => [spot, action, odds, untracked])).toEqual([
      ["1/ante", "pay", [1, 1], true],
      ["1/bet", "pay", [3, 1], true],
      ["1/jackpot", "pay", undefined, undefined],
    ]);
    expect(settleLines(settlement, 2)).toMatchObject([{ spot: "2/ante", action: "take", untracked: true }]);
  });

  it("a correction says what should have been done, and what was done instead", () => {
    const other = played(
      "caribbean-stud",
      { stakes: "untracked" },
      { ...caribbean, "1/hand": "Ah Ad 9s 5s 3d" },
      ["1/ante", "2/ante"],
      codes,
    );
    const before = played("caribbean-stud", { stakes: "untracked" }, caribbean, ["1/ante", "2/ante"], codes).settlement;
    if (before === null || other.settlement === null) throw new Error("not settled");
    const { settlement } = revise({ settlement: before, served: before.order.length, revised: null }, other.settlement);
    expect(settlement.results).toEqual([
      { ...other.settlement.results.find(({ spot }) => spot === "1/bet"), why: { code: "insteadOfPay", params: { n: 3, m: 1 } } },
    ]);
    expect(settlement.order).toEqual([1]);
  });
});

const flush: Hands = {
  "1/hand": "Ah Kh Qh 5s 3d 2c 4c",
  "2/hand": "Kc 9c 8c 7c Jd Td 2s",
  "dealer/hand": "Jh 9h 8h 6s 4d 2d 3c",
};

describe("High Card Flush with the house as the bank", () => {
  it("is compared with the dealer's hand and pays from the house, without an end of its money", () => {
    const all = ["1/ante", "2/ante", "2/flush"];
    const round = played("high-card-flush", { bank: "house", bonusContested: false }, flush, all, { "1/hand": "raise", "2/hand": "raise" });
    expect(round.refused).toEqual([]);
    expect(round.settlement).toMatchObject({ outcome: "settled", order: [2, 1] });
    expect(
      new Set(round.settlement?.transfers.map(({ from, to }) => (from.startsWith("seat") || to.startsWith("seat") ? "" : `${from} ${to}`))),
    ).toEqual(new Set([""]));
    expect(round.settlement?.results.map(({ spot, outcome, net }) => [spot, outcome, net])).toEqual([
      ["2/ante", "win", 5],
      ["2/raise", "win", 5],
      ["2/flush", "win", 2],
      ["1/ante", "win", 5],
      ["1/raise", "win", 5],
    ]);
    expect(round.settlement?.hands.map(({ place }) => place)).toContain("dealer/hand");
  });

  it("deals to six players at most, and to one alone", () => {
    const { game, schema } = findGame("high-card-flush") as (typeof games)[number];
    const rules = schema.parse({ bank: "house" });
    expect(game.fewest?.(rules)).toBe(1);
    expect(game.fewest?.(schema.parse({}))).toBe(2);
    let round = game.open(rules, [1, 2, 3, 4, 5, 6, 7], null);
    const felt = { piles: {}, faces: {}, left: 52 };
    for (const seat of [1, 2, 3, 4, 5, 6]) round = game.accept(round, { kind: "wager", spot: `${seat}/ante`, stake: 5 }, felt, rules).round;
    const open = game.expect(round, felt, rules);
    expect(open !== "settle" && open.some((one) => one.kind === "wager" && one.spot.startsWith("7/"))).toBe(false);
  });

  it("untracked: a Raise has no amount, and a line says how much may stay where the hand allows less", () => {
    const over = { bank: "house", stakes: "untracked", bonusContested: false };
    const round = played("high-card-flush", over, flush, ["1/ante", "2/ante", "2/flush"], { "1/hand": "raise", "2/hand": "raise" });
    expect(round.settlement?.transfers).toEqual([]);
    expect(round.settlement?.results.map(({ spot, outcome, odds, why }) => [spot, outcome, odds, why.code])).toEqual([
      ["2/ante", "win", [1, 1], "higher"],
      ["2/raise", "win", [1, 1], "higher"],
      ["2/raiseAbove", "returned", undefined, "raiseUpTo"],
      ["2/flush", "win", [2, 1], "bonusWon"],
      ["1/ante", "win", [1, 1], "higher"],
      ["1/raise", "win", [1, 1], "higher"],
      ["1/raiseAbove", "returned", undefined, "raiseUpTo"],
    ]);
    expect(round.facts.some((fact) => fact.kind === "decision" && fact.amount !== undefined)).toBe(false);
  });

  it("the published house-banked packs say so", () => {
    for (const name of ["las-vegas", "washington"]) expect(readPack(`high-card-flush/${name}`, "/").rules).toMatchObject({ bank: "house" });
  });
});

describe("untracked stakes are refused", () => {
  const refused = (id: string, text: string): string => {
    try {
      parseYaml("rules.yaml", text, (findGame(id) as (typeof games)[number]).schema);
      return "";
    } catch (error) {
      return (error as Error).message.split("\n")[1]?.trim() ?? "";
    }
  };

  it("with their line, where players play each other or for a pot", () => {
    expect(refused("chinese-poker", "unit: 5\nstakes: untracked\n")).toBe(
      "line 2, column 9: stakes: players pay each other: every stack is counted",
    );
    for (const id of ["stud-hi-lo-8", "palace-poker"])
      expect(refused(id, "stakes: untracked\n")).toBe("line 1, column 9: stakes: players play for a pot: every chip in it is counted");
    expect(refused("high-card-flush", "stakes: untracked\n")).toBe(
      "line 1, column 9: stakes: the designated player's money has to be counted; untracked needs bank: house",
    );
  });

  it("beside what needs amounts, and a house bank beside what is for a player's", () => {
    expect(refused("caribbean-stud", "stakes: untracked\naggregateCap: { perHand: 5 }\n")).toContain(
      "line 2, column 15: aggregateCap: needs amounts",
    );
    const house = "bank: house\nstakes: untracked\n";
    expect(refused("high-card-flush", house)).toBe("");
    expect(refused("high-card-flush", `${house}aggregateCap: { perHand: 5 }\n`)).toContain(
      "line 3, column 15: aggregateCap: needs amounts",
    );
    expect(refused("high-card-flush", "bank: house\nrake: { method: all, charge: { perSeat: 5 } }\n")).toContain(
      "line 2, column 7: rake: is for a table without a house bank",
    );
    expect(refused("high-card-flush", "bank: house\ndpMaxWin: money in action\n")).toContain(
      "line 2, column 11: dpMaxWin: limits a designated player",
    );
  });

  it("unknown values with their line", () => {
    for (const { game } of games)
      expect(refused(game.id, "stakes: uncounted\n")).toMatch(/^line 1, column 9: stakes: expected one of tracked, untracked/);
  });
});
