// A round as the console draws it: a row for each hand, and nothing of a card that nobody turned up.

import { expect, it } from "vitest";
import type { RecalledRound } from "#contract/console";
import { rowsOf } from "../../../../dashboard/web/console/rounds.ts";

const round: RecalledRound = {
  round: 7,
  openedAt: 1,
  endedAt: 2,
  outcome: "settled",
  wagers: [
    { spot: "2/ante", stake: 500 },
    { spot: "2/bonus", stake: 100 },
    { spot: "5/ante", stake: 500 },
  ],
  decisions: [
    { by: "2/hand", code: "raise", how: "said" },
    { by: "5/hand", code: null, how: "timeout" },
  ],
  places: [
    { place: "discard", cards: [null, null] },
    { place: "dealer/hand", cards: ["As", "Kd"] },
    { place: "5/hand", cards: [null, null] },
    { place: "2/hand", cards: ["7c", "7d"] },
    { place: "2/front", cards: ["2c"] },
  ],
  settlement: {
    results: [
      { seat: 2, spot: "2/ante", net: 500 },
      { seat: 2, spot: "2/bonus", net: -100 },
      { seat: 5, spot: "5/ante", net: -500 },
    ],
  } as unknown as RecalledRound["settlement"],
  irregularities: [],
};

it("seats in their order, then the dealer; stakes and results are summed; what lies in the rack is no hand", () => {
  expect(rowsOf(round)).toEqual([
    {
      owner: "2",
      hands: [
        { place: "2/hand", cards: ["7c", "7d"] },
        { place: "2/front", cards: ["2c"] },
      ],
      stake: 600,
      decisions: ["raise"],
      net: 400,
    },
    { owner: "5", hands: [{ place: "5/hand", cards: [null, null] }], stake: 500, decisions: [], net: -500 },
    { owner: "dealer", hands: [{ place: "dealer/hand", cards: ["As", "Kd"] }], stake: 0, decisions: [], net: null },
  ]);
});

it("a round in play has no result yet", () => {
  expect(rowsOf({ ...round, settlement: null }).map(({ net }) => net)).toEqual([null, null, null]);
});
