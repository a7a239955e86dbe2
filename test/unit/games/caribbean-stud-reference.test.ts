// The engine against an independent, slow reading of the rules.

import { describe, expect, it } from "vitest";
import { slowRound } from "../../reference/caribbean-stud.ts";
import { compareRounds, slowRules } from "./caribbean-stud-rounds.ts";

describe("Caribbean Stud against the reference", () => {
  it("agrees on every wager and on the meter in random rounds", () => {
    for (const seed of [1, 2, 3]) compareRounds(700, seed);
  }, 180_000);

  it("is compared with a reference that can tell", () => {
    const rules = slowRules({});
    const seat = { seat: 1, cards: "As Ks Qs Js Ts".split(" "), ante: 100, jackpot: true, act: "bet", dead: false } as const;
    const round = { rules, seats: [seat], dealer: "Kd Kc 9h 7s 4s".split(" "), misdealt: false, meter: 5_000_000 };
    expect(slowRound(round)).toEqual({ net: { "1/ante": 100, "1/bet": 40_000, "1/jackpot": 4_999_950 }, meterAfter: 0 });
    expect(slowRound({ ...round, misdealt: true }).net).toEqual({ "1/ante": 0, "1/bet": 0, "1/jackpot": 4_999_950 });
  });
});
