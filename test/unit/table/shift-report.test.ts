import { expect, it } from "vitest";
import type { Transfer } from "#core/settlement";
import { reportShift } from "#table/shift-report";
import { makeJournalPath, writeJournal } from "./journal-bed.ts";

const pays = (amount: number): Transfer => ({ from: "house", to: "seat/3", amount, why: { code: "ante" } });
const raked: Transfer = { from: "pot/1", to: "rake", amount: 5, why: { code: "rake" } };
const settled = (revision: number, transfers: readonly Transfer[]) => ({
  kind: "settled",
  settlement: { outcome: "settled", revision, why: { code: "ante" }, order: [3], transfers, results: [], hands: [] },
});
const corrected = (unpaid: readonly Transfer[]) => ({ kind: "corrected", revision: 2, cards: [], approved: [], reason: "misread", unpaid });

it.each([
  [
    "that nobody had been paid by, only the correction",
    [settled(1, [pays(100), raked]), corrected([pays(100)]), settled(2, [pays(50)])],
    -45,
  ],
  ["that had been paid, the difference too", [settled(1, [pays(100), raked]), corrected([]), settled(2, [pays(20)])], -115],
])("of a settlement %s is reckoned to the house", async (_how, facts, house) => {
  const file = makeJournalPath();
  await writeJournal(file, facts.length, (n) => ({ facts: JSON.stringify([{ n, at: n, round: 1, ...facts[n - 1] }]) }));
  expect(reportShift(file, { from: 0, to: Number.MAX_SAFE_INTEGER }).house).toBe(house);
});
