// The engine against an independent, slow reading of the rules.

import { describe, expect, it } from "vitest";
import { slowOrder, slowRound } from "../../reference/high-card-flush.ts";
import { compareRounds, randomPlay, slowOf } from "./high-card-flush-rounds.ts";
import { randomFrom } from "./random.ts";

describe("High Card Flush against the reference", () => {
  it("agrees on every wager, the funds, the rake and the order in random rounds", () => {
    for (const seed of [1, 2, 3]) compareRounds(1000, seed);
  }, 180_000);
});
