// The engine against an independent, slow reading of the rules.

import { expect, test } from "vitest";
import { slowPayouts, slowTurn } from "../../reference/stud-hi-lo-8.ts";
import { compareRounds, randomRules } from "./stud-hi-lo-8-rounds.ts";

test("agrees on whose turn it is, on every bet and on the chips in random rounds", () => {
  const seen = compareRounds(1200, 1);
  const wanted = ["allIn", "side pot", "scoop", "highHalf", "lowHalf", "conceded", "lastPlayer", "uncalled", "community", "reshuffled"];
  for (const tag of [...wanted, "last burn card"]) expect([tag, (seen[tag] ?? 0) > 0]).toEqual([tag, true]);
}, 240_000);

test("is compared with a reference that can tell", () => {
  const rules = {
    ...randomRules(() => 0.99),
    smallBet: 4,
    bigBet: 8,
    bringIn: 2,
    betting: "fixed",
    low: "split",
    lowQualifier: 8,
  } as const;
  const up = { 1: ["Kd"], 2: ["7s"], 3: ["4h"] };
  const seats = ([1, 2, 3] as const).map((seat) => ({ seat, state: "in", up: up[seat], chips: null, before: 1 }) as const);
  const street = {
    number: 3,
    seats,
    deeds: [],
    out: new Set<number>(),
    rules: { ...rules, oddChip: "seat", aceHighForBringIn: true },
  } as const;
  expect(slowTurn(street)).toEqual({ seat: 3, opens: true, call: 0, raise: [4, 4] });
  expect(slowTurn({ ...street, deeds: [{ seat: 3, total: 2, last: false }] })).toEqual({ seat: 1, opens: false, call: 2, raise: [4, 4] });
  const high = "Ks Qs 9s 5s 3s Jd Th".split(" ");
  const low = "Ah 2c 4d 6h 8c Kd Kh".split(" ");
  const holders = [
    { seat: 1, state: "in", put: 31, cards: high },
    { seat: 2, state: "in", put: 30, cards: low },
  ] as const;
  expect(slowPayouts(holders, null, street.rules)).toEqual({ 1: 31, 2: 30 });
});
