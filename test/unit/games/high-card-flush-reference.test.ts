// The engine against an independent, slow reading of the rules.

import { describe, expect, it } from "vitest";
import { type SlowRound, slowOrder, slowRound } from "../../reference/high-card-flush.ts";
import { rulesWith } from "./high-card-flush-bed.ts";
import { compareRounds } from "./high-card-flush-rounds.ts";

describe("High Card Flush against the reference", () => {
  it("agrees on every wager, the funds, the rake and the order in random rounds", () => {
    for (const seed of [1, 2, 3]) compareRounds(700, seed);
  }, 180_000);

  it("is compared with a reference that can tell", () => {
    const seat = { seat: 3, ante: 10, straightFlush: 5, flush: 5, raise: 30, cards: "Ah Jh 7h 2h Ks 9c 4d".split(" ") };
    const folder = { seat: 1, ante: 7, straightFlush: 0, flush: 0, raise: null, cards: "8h 5h 3h Kd Td 7c 4c".split(" ") };
    const bank = { seat: 2, funds: 10, cards: "Qs Ts 3s 8c 6c 5d 2d".split(" ") };
    const round = { rules: rulesWith({}), seats: [seat, folder], designated: bank } as SlowRound;
    expect(slowRound(round)).toEqual({
      ends: { "1/ante": "lose -7", "3/straightFlush": "lose -5", "3/ante": "win 10", "3/raise": "win 10", "3/flush": "win-partial 2" },
      fundsAfter: 0,
      rake: {},
      order: [1, 3],
    });
    const lower = { ...round, designated: { ...bank, cards: "8c 5c 3c Kd Td Jh 7s".split(" ") } };
    expect(slowRound(lower).ends).toMatchObject({ "3/ante": "win 10", "3/raise": "push 0", "3/flush": "win 10" });
    expect(slowOrder([1, 2, 3, 5, 6], 4)).toEqual([3, 2, 1, 6, 5]);
    expect(slowOrder([2, 9], 1)).toEqual([9, 2]);
  });
});
