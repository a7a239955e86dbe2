// The long run of the simulator: npm run soak. SIM_ROUNDS sets how many rounds there are to be in all (1,000,000). What was played, what went
// wrong with machines and people, and which laws were broken is added up in test/sim/REPORT.md: a run goes on where the last one ended, unless
// SIM_SEED says where; what it found broken is played again first.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { games } from "#games/index";
import { tellStory } from "#sim/story";
import { formatTable, readTable } from "../bench/shared/report.ts";
import { shareOut } from "./share-out.ts";
import type { Result, Task } from "./sim-worker.ts";
import { today } from "./told.ts";

const roundsWanted = Number(process.env.SIM_ROUNDS ?? 1_000_000);
const roundsAStory = 100;
/** The report is brought up to date this often, so that a run that is cut short still tells how far it came. */
const toldEveryMs = 30_000;
const report = new URL("../sim/REPORT.md", import.meta.url);

const titles = {
  played: "Played",
  games: "Games",
  faults: "Faults of machines",
  mistakes: "Mistakes of people",
  broken: "Laws broken",
  mended: "Broken once, and whole since",
};
type Section = keyof typeof titles;
type Counts = Map<string, number>;

/** What the report counts by name; a run goes on where the last one ended. */
const counts = Object.fromEntries(Object.entries(titles).map(([section, title]) => [section, readCounts(title)])) as Record<
  Section,
  Counts
>;
const firstSeed = Number(process.env.SIM_SEED ?? (counts.played.get("last seed") ?? 999_999) + 1);

function readCounts(title: string): Counts {
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const section = text.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
  return new Map(readTable(section).map(([name = "", count = ""]) => [name, Number(count.replaceAll(",", ""))]));
}

function add(section: Section, from: Iterable<readonly [string, number]>): void {
  for (const [name, count] of from) counts[section].set(name, (counts[section].get(name) ?? 0) + count);
}

/** `of` a thing that was played, in all runs. */
const played = (of: string): number => counts.played.get(of) ?? 0;
const rounds = (): number => played("rounds settled") + played("rounds void");
const number = (value: number): string => Math.round(value).toLocaleString("en");

function write(): void {
  const sections = (Object.keys(titles) as Section[]).map((section) => {
    const rows = [...counts[section]].map(([name, count]) => [name, number(count)]);
    const sorted = section === "played" ? rows : rows.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
    return `## ${titles[section]}\n\n${rows.length === 0 ? "None." : formatTable(["what", "times"], sorted)}\n`;
  });
  const perSecond = number(rounds() / played("seconds of a core"));
  writeFileSync(
    report,
    `# Simulated tables

Written by \`npm run soak\`, last on ${today()}: ${roundsAStory} rounds a seed, each run with the seeds after the last one's.
${number(rounds())} rounds of ${number(roundsWanted)}, ${perSecond} a second of one core; ${number(played("laws broken"))} laws broken.

${sections.join("\n")}`,
  );
}

const kept = readFileSync(new URL("../sim/seeds", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\d/.test(line));

it.each(kept)("seed %s", async (line) => {
  const [seed, rounds, game = ""] = line.split(/\s+/);
  expect((await tellStory({ seed: Number(seed), rounds: Number(rounds), game })).breaches).toEqual([]);
});

it("what an earlier run found broken is played again", async () => {
  for (const [what, count] of [...counts.broken]) {
    const [, seed = "", game = ""] = /^seed (\d+), ([^,]+),/.exec(what) ?? [];
    const { breaches } = await tellStory({ seed: Number(seed), rounds: roundsAStory, game });
    if (breaches.length > 0) continue;
    counts.broken.delete(what);
    add("mended", [[what, count]]);
    add("played", [["laws broken", -count]]);
  }
});

it(`keeps every law in ${roundsWanted} rounds`, async () => {
  let toldAt = performance.now();
  let next = firstSeed;
  const task = (): Task | null => {
    if (rounds() >= roundsWanted) return null;
    const seed = next++;
    return { seed, rounds: roundsAStory, game: games[seed % games.length]?.game.id as string };
  };
  await shareOut<Task, Result>("sim-worker.ts", task, ({ task: { seed, game }, told, faults, mistakes, cpuMs, memoryBytes }) => {
    const { rounds: played, events, facts, heard, simulatedMs, breaches } = told;
    add("played", [
      ["rounds settled", played.settled],
      ["rounds void", played.void],
      ["corrections", played.corrected],
      ["events", events],
      ["facts", facts],
      ["facts as subscribers heard them, some twice", heard],
      ["simulated minutes", simulatedMs / 60_000],
      ["seconds of a core", cpuMs / 1000],
      ["laws broken", breaches.length],
    ]);
    atMost("memory of a process at most, MB", memoryBytes / 2 ** 20);
    atMost("last seed", seed);
    add("games", [[game, played.settled + played.void]]);
    add("faults", faults);
    add("mistakes", mistakes);
    add(
      "broken",
      breaches.map(({ law, what }) => [`seed ${seed}, ${game}, ${law}: ${what.slice(0, 120).replaceAll("|", "/")}`, 1]),
    );
    if (performance.now() - toldAt < toldEveryMs) return;
    toldAt = performance.now();
    write();
  });
  write();
  expect([...counts.broken.keys()]).toEqual([]);
});

function atMost(name: string, value: number): void {
  counts.played.set(name, Math.max(played(name), Math.round(value)));
}
