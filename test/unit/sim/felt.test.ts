import { expect, test } from "vitest";
import type { Felt } from "#core/felt";
import { newlyMet } from "#sim/felt";

const feltOf = (piles: Felt["piles"]): Felt => ({ piles, faces: {}, left: 52 });

test("a card is taken as soon as the table has met it, though the rules put it elsewhere at once", () => {
  const before = feltOf({ "1/banner": [1], "2/banner": [2] });
  expect(newlyMet(before, feltOf({ "1/banner": [1], "2/banner": [2], "3/banner": [3] }))).toBe(3);
  // Palace puts a banner aside whose suit is there already: its place is as empty as before.
  expect(newlyMet(before, feltOf({ "1/banner": [1], "2/banner": [2], "3/banner": [], aside: [3] }))).toBe(3);
  expect(newlyMet(before, feltOf({ "1/banner": [1], aside: [2] }))).toBeNull();
});
