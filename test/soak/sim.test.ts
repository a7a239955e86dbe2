// The long run of the simulator: npm run soak. SIM_ROUNDS sets how many rounds are played (1,000,000), SIM_SEED where the seeds begin. What
// was played, what went wrong with machines and people, and which laws were broken is written to test/sim/REPORT.md. SIM_WORKERS processes
// (one a processor) share the seeds.

import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { games } from "#games/index";
import { type Breach, tellStory } from "#sim/story";
import { bundle } from "../bundle.ts";
import type { Result, Task } from "./sim-worker.ts";

const roundsWanted = Number(process.env.SIM_ROUNDS ?? 1_000_000);
const firstSeed = Number(process.env.SIM_SEED ?? 1_000_000);
const workers = Number(process.env.SIM_WORKERS ?? availableParallelism());
const roundsAStory = 100;
/** Young objects die young: a nursery that holds a story's rubbish spares the collector most of its work. */
const execArgv = ["--max-semi-space-size=32"];
/** The report is brought up to date this often, so that a run that is cut short still tells how far it came. */
const toldEveryMs = 30_000;
const report = new URL("../sim/REPORT.md", import.meta.url);

interface Sums {
  settled: number;
  void: number;
  corrected: number;
  events: number;
  facts: number;
  heard: number;
  simulatedMs: number;
}

const sums: Sums = { settled: 0, void: 0, corrected: 0, events: 0, facts: 0, heard: 0, simulatedMs: 0 };
const faults = new Map<string, number>();
const mistakes = new Map<string, number>();
const byGame = new Map<string, number>();
const breaches: { readonly seed: number; readonly game: string; readonly breach: Breach }[] = [];

function add(into: Map<string, number>, from: Iterable<readonly [string, number]>): void {
  for (const [name, count] of from) into.set(name, (into.get(name) ?? 0) + count);
}

const number = (value: number): string => Math.round(value).toLocaleString("en");

function listOf(title: string, counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, count]) => `| ${name} | ${number(count)} |`);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return `## ${title}: ${number(total)}\n\n| kind | times |\n| --- | ---: |\n${rows.join("\n")}\n`;
}

function write(seed: number, cpuMs: number, memoryBytes: number): void {
  const rounds = sums.settled + sums.void;
  const broken = breaches.map(
    ({ seed: one, game, breach }) => `| ${one} | ${game} | ${breach.law} | ${breach.what.slice(0, 120).replaceAll("|", "/")} |`,
  );
  const played = [...byGame].sort().map(([game, count]) => `| ${game} | ${number(count)} |`);
  writeFileSync(
    report,
    `# Simulated tables

Written by \`npm run soak\` on ${new Date().toISOString().slice(0, 10)}: seeds ${firstSeed} to ${seed}, ${roundsAStory} rounds each.
${number(rounds)} rounds of ${number(roundsWanted)}; ${breaches.length} laws broken.

| | |
| --- | ---: |
| rounds settled | ${number(sums.settled)} |
| rounds void | ${number(sums.void)} |
| corrections | ${number(sums.corrected)} |
| events | ${number(sums.events)} |
| facts | ${number(sums.facts)} |
| facts as subscribers heard them, some twice | ${number(sums.heard)} |
| simulated hours | ${number(sums.simulatedMs / 3_600_000)} |
| rounds a second of one core | ${number(rounds / (cpuMs / 1000))} |
| memory of a process at most, MB | ${number(memoryBytes / 2 ** 20)} |

| game | rounds |
| --- | ---: |
${played.join("\n")}

${listOf("Faults of machines", faults)}
${listOf("Mistakes of people", mistakes)}
## Laws broken: ${breaches.length}
${broken.length === 0 ? "" : `\n| seed | game | law | what |\n| ---: | --- | --- | --- |\n${broken.join("\n")}\n`}`,
  );
}

const kept = readFileSync(new URL("../sim/seeds", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\d/.test(line));

it.each(kept)("seed %s", async (line) => {
  const [seed, rounds, game = ""] = line.split(/\s+/);
  expect((await tellStory({ seed: Number(seed), rounds: Number(rounds), game })).breaches).toEqual([]);
});

/** Hands out seeds, each to whoever is free, until the rounds are played; `take` is given what came of each. */
async function tellAll(take: (result: Result) => void): Promise<void> {
  const program = await bundle(join(import.meta.dirname, "sim-worker.ts"));
  let seed = firstSeed;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(program, { execArgv });
      const next = (): void => {
        if (sums.settled + sums.void >= roundsWanted) return void worker.disconnect();
        worker.send({ seed, rounds: roundsAStory, game: games[seed % games.length]?.game.id as string } satisfies Task);
        seed++;
      };
      worker.on("message", (result: Result) => {
        take(result);
        next();
      });
      worker.on("error", reject);
      worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a process that tells stories ended with ${code}`))));
      next();
    });
  await Promise.all(Array.from({ length: workers }, work));
}

it(`keeps every law in ${roundsWanted} rounds`, async () => {
  let toldAt = performance.now();
  let cpuMs = 0;
  let memoryBytes = 0;
  let lastSeed = firstSeed;
  await tellAll(({ task: { seed, game }, told, ...more }) => {
    const { settled, void: voided, corrected } = told.rounds;
    for (const [name, value] of Object.entries({ ...told, settled, void: voided, corrected }))
      if (name in sums) sums[name as keyof Sums] += value as number;
    add(byGame, [[game, settled + voided]]);
    add(faults, more.faults);
    add(mistakes, more.mistakes);
    breaches.push(...told.breaches.map((breach) => ({ seed, game, breach })));
    cpuMs += more.cpuMs;
    memoryBytes = Math.max(memoryBytes, more.memoryBytes);
    lastSeed = Math.max(lastSeed, seed);
    if (performance.now() - toldAt < toldEveryMs) return;
    toldAt = performance.now();
    write(lastSeed, cpuMs, memoryBytes);
  });
  write(lastSeed, cpuMs, memoryBytes);
  expect(breaches).toEqual([]);
});
