// A pool and its journal on the disk: what is held, what is refused, what leaves no record twice.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { MeterEvent, PoolSetup } from "#core/progressive";
import { type MeterDesk, messageOf, openMeterDesk } from "#site/meter-desk";
import { query } from "../table/journal-bed.ts";

const pool: PoolSetup = {
  id: "royal",
  stake: 50,
  tables: ["a7"],
  levels: [{ id: "major", base: 1_000_000, ceiling: 50_000_000, ratePpm: 710_001, reservePpm: 40_000 }],
  prizes: [{ hand: "royal-flush", level: "major", percent: 100 }],
  split: "equal shares",
  awardRoles: ["floor", "surveillance"],
  adjustRoles: ["manager", "surveillance"],
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "pitwire-pool-"));
  folders.push(folder);
  return join(folder, "pool.sqlite");
}

const of = (round: number) => ({ at: round * 10, table: "a7", journal: "j", round });
const lock = (round: number): MeterEvent => ({ kind: "locked", ...of(round), seats: [1, 3], counted: 2 });
const settle = (round: number): MeterEvent => ({ kind: "settled", ...of(round), stakes: [1, 3], won: [] });

async function told(desk: MeterDesk, events: readonly MeterEvent[], rounds: number): Promise<void> {
  for (const event of events) desk.take(event);
  await vi.waitFor(() => expect(desk.meter.tables.a7?.lastRounds.j).toBe(rounds), { timeout: 20_000 });
}
const message = (desk: MeterDesk) => messageOf(desk, { code: "EUR", minorDigits: 2 }, 100, 1000);

test("maximum, base, rate and meter are on the disk, and on demand the same after a power cut (R22)", async () => {
  const file = place();
  const desk = await openMeterDesk(pool, file);
  await told(desk, [lock(1), settle(1), lock(2), settle(2)], 2);
  const before = message(desk);
  expect(before.levels).toEqual([{ level: "major", value: 1_000_142, base: 1_000_000, ceiling: 50_000_000 }]);
  expect(query(file, "select json_extract(content, '$.levels[0].ratePpm') as rate from editions")).toEqual([{ rate: 710_001 }]);
  await desk.close();
  const again = await openMeterDesk(pool, file);
  expect(message(again)).toEqual(before);
  await again.close();
});

test("parameters can't be changed under a meter: the pool is refused with the remedy, and its journal stays as it is (R28)", async () => {
  const file = place();
  const desk = await openMeterDesk(pool, file);
  await told(desk, [lock(1), settle(1)], 1);
  await desk.close();
  const kept = readFileSync(file);
  const changed = { ...pool, levels: pool.levels.map((level) => ({ ...level, ratePpm: 700_000 })) };
  await expect(openMeterDesk(changed, file)).rejects.toThrow(
    /other parameters than the configuration has now\. Give the parameters back, or take a statement/,
  );
  expect(readFileSync(file).equals(kept)).toBe(true);
});

test("rounds that it knows leave no record when a table's facts are looked at once more", async () => {
  const file = place();
  const desk = await openMeterDesk(pool, file);
  const rounds = [lock(1), settle(1), lock(2), settle(2)];
  await told(desk, rounds, 2);
  await told(desk, [...rounds, lock(3), settle(3)], 3);
  expect(query(file, "select seq from events")).toHaveLength(6);
  await desk.close();
});
