// A long faulty day of a progressive: npm run day. DAY_ROUNDS sets the rounds a table (300), DAY_SEED where it begins. What came of it is
// written to PROGRESSIVE.md.

import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formatTable } from "../bench/shared/report.ts";
import { faultyDay } from "./progressive-day.ts";

const rounds = Number(process.env.DAY_ROUNDS ?? 300);
const seed = Number(process.env.DAY_SEED ?? 8);
const report = new URL("./PROGRESSIVE.md", import.meta.url);

it("balances to the millionth after a faulty day with ten tables and three hits", async () => {
  const started = Date.now();
  const day = await faultyDay({ tables: 10, rounds, hits: 3, restarts: 12, seed });
  const { line, faults } = day;
  const owed = day.base + day.stakes * day.perStake + line.reseeds - line.awards;
  const rows = [
    ["rounds", 10 * rounds],
    ["facts told", day.facts],
    ["messages lost, doubled, late", `${faults.lost}, ${faults.doubled}, ${faults.late}`],
    ["restarts of the site", 12],
    ["stakes that the tables settled", day.stakes],
    ["stakes on the statement", line.stakes],
    ["hits, all confirmed by two and paid", line.hits],
    ["miscounts made, and on record", day.miscounts.join(", ")],
    ["meter, in millionths of a cent", day.value],
    ["base + stakes × share + new bases − awards", owed],
    ["difference", day.value - owed],
  ];
  const head = `# A faulty day of one progressive, ten tables (seed ${seed}, ${new Date().toISOString().slice(0, 10)}, ${Math.round((Date.now() - started) / 1000)} s)`;
  writeFileSync(
    report,
    `${head}\n\n${formatTable(
      ["", ""],
      rows.map((row) => row.map(String)),
    )}\n`,
  );
  expect(day.strange).toEqual([]);
  expect(day.miscounts[1]).toBe(day.miscounts[0]);
  expect([line.stakes, line.contributions, line.closing]).toEqual([day.stakes, day.stakes * day.perStake, day.value]);
  expect([owed, day.stillAwaited, Object.keys(day.paid).length]).toEqual([day.value, 0, line.hits]);
});
