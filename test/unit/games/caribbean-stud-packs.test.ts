// The shipped packs of Caribbean Stud, and what a sign makes of them.

import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { reasonCodes } from "#games/caribbean-stud/reasons";
import { type Rules, schema } from "#games/caribbean-stud/rules";
import { readPack } from "#table/pack";
import { netOf, play } from "./caribbean-stud-bed.ts";

const names = readdirSync(new URL("../../../src/games/caribbean-stud/packs", import.meta.url)).map((name) => name.replace(".yaml", ""));

function rulesOf(name: string): Rules {
  return readPack(`caribbean-stud/${name}`, "/").rules as Rules;
}

describe("packs", () => {
  it("are named after their files and differ from one another", () => {
    const packs = names.map((name) => readPack(`caribbean-stud/${name}`, "/"));
    expect(packs.map(({ id }) => id.split(" ")[0])).toEqual(names);
    expect(new Set(packs.map(({ hash }) => hash)).size).toBe(names.length);
    expect(names).toEqual(["new-jersey", "sheet-high-linked", "sheet-high", "sheet-low", "united-states"]);
  });

  it("of the sheet are the recommended rules with its two limits", () => {
    const { ante: low, ...rest } = rulesOf("sheet-low");
    const { ante: high, ...others } = rulesOf("sheet-high");
    expect([low, high]).toEqual([
      { min: 50, max: 1000, step: 50 },
      { min: 1000, max: 10_000, step: 500 },
    ]);
    expect(others).toEqual(rest);
    const { ante: _, ...defaults } = schema.parse({ decisionMs: rest.decisionMs, meter: rest.meter });
    expect(rest).toEqual(defaults);
  });

  it("of the sheet with the house's progressive differ in the meter alone", () => {
    const { meter, ...linked } = rulesOf("sheet-high-linked");
    const { meter: _, ...own } = rulesOf("sheet-high");
    expect(meter).toBe("pool");
    expect(linked).toEqual(own);
  });

  it("of the United States pay the standard table, in New Jersey up to the posted limit", () => {
    const straightFlush = { hands: { "1/hand": "9h 8h 7h 6h 5h", "dealer/hand": "Ad Kc 4s 3s 2c" }, ante: 10_000 };
    const bet = (name: string) => {
      const { payQualified, payNotQualified, aggregateCap } = rulesOf(name);
      const settled = play({ ...straightFlush, rules: { payQualified, payNotQualified, aggregateCap } });
      return [netOf(settled, "1/ante"), netOf(settled, "1/bet")];
    };
    expect(Object.values(rulesOf("united-states").payQualified).sort((a, b) => b - a)).toEqual([100, 50, 20, 7, 5, 4, 3, 2, 1, 1]);
    expect(bet("united-states")).toEqual([10_000, 1_000_000]);
    expect(bet("new-jersey")).toEqual([10_000, 490_000]);
  });
});

describe("the sign", () => {
  it("joins base pay and jackpot in one row a hand", () => {
    const { paytables, limits } = caribbeanStud.notice(rulesOf("sheet-high"));
    const [table] = paytables;
    expect(table?.columns).toEqual(["qualified", "notQualified", "jackpot"]);
    expect(table?.rows.map(({ hand }) => hand.params?.hand ?? hand.code)).toEqual([
      "royal-flush",
      "straight-flush",
      "four-of-a-kind",
      "full-house",
      "flush",
      "straight",
      "three-of-a-kind",
      "two-pair",
      "pairOrLess",
    ]);
    expect(table?.rows[0]?.cells).toEqual([{ odds: [200, 1] }, { odds: [100, 1] }, { percent: 100 }]);
    expect(table?.rows[4]?.cells).toEqual([{ odds: [6, 1] }, { code: "push" }, { amount: 1500 }]);
    expect(table?.rows[8]?.cells).toEqual([{ odds: [1, 1] }, { code: "push" }, { code: "none" }]);
    expect(limits).toEqual([
      { spot: "ante", min: 1000, max: 10_000, step: 500 },
      { spot: "jackpot", min: 50, max: 50 },
    ]);
  });

  it("has no column for what the house does not offer, and a row of its own for a high card that pays otherwise", () => {
    const { payQualified } = schema.parse({});
    const rules = schema.parse({ progressiveStake: null, payNotQualified: {}, payQualified: { ...payQualified, "high-card": 2 } });
    const [table] = caribbeanStud.notice(rules).paytables;
    expect(table?.columns).toEqual(["qualified"]);
    expect(table?.rows.slice(-2).map(({ hand }) => hand.params?.hand)).toEqual(["pair", "high-card"]);
  });

  it("says only what the game's list of reasons knows", () => {
    const choices: readonly Record<string, unknown>[] = [
      {},
      { qualifier: "ace or king", timeoutBetsFrom: "never", reserveBet: false, payNotQualified: {}, aggregateCap: { perHand: 5 } },
      { qualifier: "pair", aggregateCap: { perRound: 5 }, jackpotSplit: "in payment order", progressiveRequiresBet: true },
      { progressiveStakeReturned: true, betsMs: 20_000, decisionMs: 30_000, meter: { base: 5, contribution: 5 } },
    ];
    const said = choices.flatMap((choice) => {
      const { rules, paytables } = caribbeanStud.notice(schema.parse(choice));
      return [...rules, ...paytables.flatMap(({ rows }) => rows.map(({ hand }) => hand))];
    });
    for (const { code, params = {} } of said) {
      expect([code, Object.keys(params)]).toEqual([code, (reasonCodes as Record<string, readonly string[]>)[code]]);
    }
    const sentences = Object.keys(reasonCodes).filter((code) => code.startsWith("rule"));
    expect(sentences.filter((code) => !said.some((one) => one.code === code))).toEqual([]);
  });

  it("refuses rules that cannot be", () => {
    expect(() => schema.parse({ meter: { contribution: 60 } })).toThrow(/more than the stake/);
    expect(() => schema.parse({ progressivePrizes: { flush: "all of it" } })).toThrow(/10% of meter/);
    expect(() => schema.parse({ seats: 8 })).toThrow();
    expect(() => schema.parse({ payQualified: { flush: 5 } })).toThrow();
  });
});
