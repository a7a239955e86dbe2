// What trust costs: how soon a table with a long journal is ready, how fast a journal is verified, how long a round takes to be recalled.
//
//   node test/bench/run.mjs trust [--quick] [--rounds N] [--report]
//
// The journal is made by the table's own shell: twenty rounds of a story, then lamps that go off and on, 1,000,000 records in all (--quick:
// 50,000). "ready" is a process: from its start until the pages answer. What is played again is a shift of two hundred rounds (--quick: twenty).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { findGame, type GameEntry } from "#games/index";
import { verifyJournal } from "#table/journal";
import { openReading } from "#table/journal-file";
import { recallRound } from "#table/recall";
import { verifyInFull } from "#table/verify-journal";
import { loopFor, openFor, recordShift, restoreFor, serviceKey, software } from "../laws/recorded-shift.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    report: { type: "boolean", default: false },
  },
});
const records = options.quick ? 50_000 : 1_000_000;
const rounds = options.quick ? 1 : Number(options.rounds);
const storyRounds = 20;
const shiftRounds = options.quick ? 20 : 200;
const flushEvery = 20_000;

const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-trust-"));
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A table's folder with its key; the configuration that runs it. */
function layOut(name: string): { readonly config: string; readonly journal: string } {
  const data = path.join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(path.join(data, "service.key"), serviceKey, { mode: 0o600 });
  const config = path.join(folder, `${name}.yaml`);
  const table = { version: 1, site: "s1", table: "t1", pack: "high-card-flush/florida", folder: name, http: { port: 0 } };
  writeFileSync(config, stringify({ ...table, mqtt: { embedded: { port: 0 } } }));
  return { config, journal: path.join(data, "journal.sqlite") };
}

/** Makes the long journal. */
async function write(file: string): Promise<void> {
  const { world } = await recordShift(file, findGame("high-card-flush") as GameEntry, { seed: 4, rounds: storyRounds });
  const opened = await openFor(file, world);
  const { journal } = opened;
  const { engine, replayed } = restoreFor(opened, world);
  const loop = loopFor(world, journal, engine, replayed);
  for (let i = journal.appended; i < records; i++) {
    const reading = { kind: "light", lamp: "green", state: i % 2 === 0 ? "on" : "off" } as const;
    loop.take([{ kind: "reading", at: engine.table.at + 250, device: "shuffler", reading }]);
    if (i % flushEvery === 0) await journal.flush();
  }
  loop.stop();
  await journal.close();
}

interface Took {
  readonly wallMs: number;
  /** Of all its threads: what a machine with nothing else to do would need at most. */
  readonly cpuMs: number;
}

/** From the start of a process until its pages answer. */
async function ready(config: string): Promise<Took> {
  const began = performance.now();
  const child = spawn(process.execPath, ["dist/pitwire.js", "up", "--config", config], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("console")) break;
  }
  const took = { wallMs: performance.now() - began, cpuMs: cpuOf(child.pid ?? 0) };
  child.kill("SIGINT");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return took;
}

/** Processor time of a process so far, in milliseconds (proc(5): fields 14 and 15, in hundredths of a second). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function timed(work: () => void): Took {
  const [began, before] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - began, cpuMs: (user + system) / 1000 };
}

const medians = (found: readonly Took[]): Took => ({
  wallMs: median(found.map(({ wallMs }) => wallMs)),
  cpuMs: median(found.map(({ cpuMs }) => cpuMs)),
});
const repeat = (work: () => void): Took => medians(Array.from({ length: rounds }, () => timed(work)));

function check({ records: found, damage }: { readonly records: number; readonly damage: unknown }): number {
  if (damage !== null) throw new Error(`the journal that was made does not verify: ${JSON.stringify(damage)}`);
  return found;
}

function recallOne(file: string): void {
  const db = openReading(file);
  const found = recallRound(db, file, storyRounds >> 1);
  db.close();
  if (found === null) throw new Error("the round is not in the journal that was made");
}

try {
  const [long, fresh] = [layOut("long"), layOut("new")];
  console.log(`making a journal of ${records} records …`);
  await write(long.journal);
  const size = statSync(long.journal).size / 2 ** 20;
  // By turns, so that what else the machine does falls on both.
  const starts = { fresh: [] as Took[], long: [] as Took[] };
  for (let round = 0; round < rounds; round++) {
    starts.fresh.push(await ready(fresh.config));
    starts.long.push(await ready(long.config));
  }
  const story = path.join(folder, "story.sqlite");
  await recordShift(story, findGame("high-card-flush") as GameEntry, { seed: 4, rounds: shiftRounds });
  const found = { hashed: 0, replayed: 0 };
  const hashing = repeat(() => {
    found.hashed = check(verifyJournal(long.journal));
  });
  const replaying = repeat(() => {
    found.replayed = check(verifyInFull(story, { software }));
  });
  const figure = (value: number): string => Math.round(value).toLocaleString("en");
  const time = (what: string, { wallMs, cpuMs }: Took, target: string): string[] => [
    what,
    `${figure(wallMs)} ms`,
    `${figure(cpuMs)} ms`,
    target,
  ];
  const rate = (what: string, count: number, { wallMs, cpuMs }: Took, target: string): string[] => [
    what,
    `${figure((1000 * count) / wallMs)}/s`,
    `${figure((1000 * count) / cpuMs)}/s`,
    target,
  ];
  const rows = [
    time("ready with a new journal", medians(starts.fresh), ""),
    time(`ready with ${figure(records)} records (${figure(size)} MB)`, medians(starts.long), "< 1,000 ms"),
    rate("verify: records hashed", found.hashed, hashing, "≥ 100,000/s"),
    rate("verify: records of a shift played again", found.replayed, replaying, "≥ 50,000/s"),
    time(
      "a round by its number",
      repeat(() => recallOne(long.journal)),
      "< 1,000 ms",
    ),
  ];
  const table = formatTable(["what", "by the clock", "by processor time", "target"], rows);
  console.log(`\n${table}`);
  const load = os.loadavg()[0]?.toFixed(1);
  const note = `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}; medians of ${rounds}; load ${load} at the end.`;
  if (options.report) writeReportSection("trust", `${note}\n\n${table}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
