// The engine against an independent, slow reading of the rules.

import { describe, expect, it } from "vitest";
import { schema } from "#games/palace-poker/rules";
import { slowBanners, slowDealer, slowTable } from "../../reference/palace-poker.ts";
import { compareRounds, randomFrom, randomRules, slowRules } from "./palace-poker-rounds.ts";

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe("Palace Poker against the reference", () => {
  const seen: Record<string, number> = {};

  it.each(seeds)("agrees on who acts, on every option and on every chip in random rounds of seed %i", (seed) => {
    for (const [what, count] of Object.entries(compareRounds(250, seed))) seen[what] = (seen[what] ?? 0) + count;
  });

  it("has seen every ending, side pots and a reshuffle", () => {
    for (const what of ["lastStanding", "equalBanners", "battleTie", "passiveRound", "sidePots", "reshuffled"]) {
      expect([what, seen[what] ?? 0]).not.toEqual([what, 0]);
    }
  });

  it("is compared with a reference that can tell", () => {
    const rules = slowRules(schema.parse({}));
    const chips = { 1: 20, 2: 5 };
    const banners = { 1: "Kh", 2: "9c" };
    const palaces = { 1: ["Ks", "Kd", "2s"], 2: ["9s", "9d", "9h"] };
    const table = slowTable(rules, [1, 2], { chips, banners, palaces });
    expect(table.asks()).toEqual({ seat: 1, options: ["bet 2-2 at 2", "buy 2", "fold", "stay"] });
    table.does({ seat: 1, does: "bet", amount: 2, target: 2 });
    expect(table.asks()).toEqual({ seat: 2, options: ["call 2", "fold"] });
    table.does({ seat: 2, does: "call" });
    // Without clubs against nines without hearts: three kings against three nines.
    expect(table.result()).toEqual({ how: "last", chips: { 1: 23, 2: 2 } });
    expect(slowBanners(["Kh", "7h", "2c"], [1, 2], [4, 4, 2])).toEqual({ banners: { 1: "Kh", 2: "2c" }, aside: ["7h"] });
    expect(slowDealer(["Ks", "9d", "Kc", "4h", "8s"], [1, 2, 3])).toBe(3);
  });

  it("is tried under rules of many houses", () => {
    const random = randomFrom(3);
    const houses = new Set(Array.from({ length: 200 }, () => JSON.stringify(randomRules(random))));
    expect(houses.size).toBeGreaterThan(150);
  });
});
