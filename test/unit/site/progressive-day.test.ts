import { expect, it } from "vitest";
import { faultyDay } from "../../soak/progressive-day.ts";

it("a faulty day with ten tables and three hits: every stake is in the meter once, and the statement balances to the millionth", async () => {
  const day = await faultyDay({ tables: 10, rounds: 4, hits: 3, restarts: 1, seed: 2026 });
  const { line, entries } = day;
  expect(Math.min(...Object.values(day.faults))).toBeGreaterThan(0);
  expect(day.strange).toEqual([]);
  expect(day.miscounts[1]).toBe(day.miscounts[0]);
  expect([line.stakes, line.contributions]).toEqual([day.stakes, day.stakes * day.perStake]);
  expect([line.opening, line.opening + line.contributions + line.reseeds - line.awards + line.adjustments, line.closing]).toEqual([
    day.base,
    day.value,
    day.value,
  ]);
  expect(line.hits).toBe(3);
  expect(entries.map(({ kind, status }) => [kind, status])).toEqual(Array.from({ length: 3 }, () => ["award", "confirmed"]));
  expect(day.paid).toEqual(Object.fromEntries(entries.map(({ id, amount }) => [id, amount])));
  expect(day.stillAwaited).toBe(0);
});
