// The engine against an independent, slow reading of the rules.

import { describe, expect, it } from "vitest";
import { slowPatterns, slowRound, slowSetting } from "../../reference/chinese-poker.ts";
import { rulesWith } from "./chinese-poker-bed.ts";
import { compareRounds } from "./chinese-poker-rounds.ts";

describe("Chinese poker against the reference", () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))("agrees on every pair's points and chips in random rounds (seed %i)", (seed) => {
    compareRounds(150, seed);
  });

  it("is compared with a reference that can tell", () => {
    const cards = (text: string): string[] => text.split(" ");
    expect(slowPatterns(cards("Ac Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c"))).toEqual(["dragon", "threeStraights"]);
    expect(slowPatterns(cards("Ac Ad Ah As Kd 9c 9d 7h 7s 5h 5s 3h 3s"))).toEqual(["sixPairs"]);
    expect(slowSetting(cards("Ac Ad Kc Kd Qh Js Tc 9d 7h 5s 4c 3d 2h"), true)?.back).toEqual({ category: "straight", ranks: "AKQJT" });
    const rules = rulesWith() as unknown as Parameters<typeof slowRound>[0]["rules"];
    const one = { seat: 1, stack: 4, declared: cards("Ac Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c") };
    const two = { seat: 2, stack: 9, rows: { front: cards("Ah Kh 9c"), middle: cards("8c 8d 8s Td Th"), back: cards("Qs Jh 9s 5c 2s") } };
    expect(slowRound({ rules, players: [one, two] })).toEqual([{ a: 1, b: 2, points: 13, chips: 4 }]);
  });
});
