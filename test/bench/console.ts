// From a finger's release to the frame that shows what came of it: every game played by touch in Chromium, beside the real program.
//
//   npm run build; node test/bench/run.mjs console [--quick] [--rounds N] [--games NAME,…] [--report]

import { parseArgs } from "node:util";
import { freshHabits, playRound, readIn } from "../e2e/games-player.ts";
import { readScreen, recordScreen } from "../e2e/on-screen.ts";
import { launch } from "../e2e/pages-look.ts";
import { freePorts, program, workFolder } from "../e2e/program.ts";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    rounds: { type: "string" },
    games: { type: "string" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5));
const quietMaxMs = options.quick ? 0 : 15_000;
const onScreenWithinMs = 100;
const games = { "high-card-flush": 5, "caribbean-stud": 5, "stud-hi-lo-8": 5, "chinese-poker": 4, "palace-poker": 5 };

interface Tapped {
  readonly taps: readonly number[];
  readonly pins: readonly number[];
}

/** `rounds` rounds of one game at one table, in milliseconds. */
async function play(game: string, players: number): Promise<Tapped> {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  const table = program([
    ...["demo", "--game", game, "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt)],
    ...["--pace", "20", "--manual"],
  ]);
  const browser = await launch();
  try {
    await table.says("Ctrl-C stops");
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true })).newPage();
    await page.addInitScript(recordScreen);
    await page.goto(`http://127.0.0.1:${http}/console?mm=5.9`);
    await page.waitForSelector("[data-shown]");
    readIn("en");
    await waitUntilIdle(quietMaxMs);
    for (let round = 0; round < rounds; round++) await playRound(page, freshHabits(players), async () => {});
    return await readScreen(page);
  } finally {
    await browser.close();
    await table.kill();
    folder.remove();
  }
}

const share = (sorted: readonly number[], of: number): number => sorted[Math.min(sorted.length - 1, Math.floor(of * sorted.length))] ?? 0;
const rows: string[][] = [];
const all: { taps: number[]; pins: number[] } = { taps: [], pins: [] };
function judge(what: string, took: readonly number[], isJudged = true): void {
  const sorted = took.toSorted((a, b) => a - b);
  const p99 = share(sorted, 0.99);
  const figures = [share(sorted, 0.5), share(sorted, 0.9), p99].map((ms) => ms.toFixed(1));
  rows.push([what, String(sorted.length), ...figures, isJudged ? (p99 < onScreenWithinMs ? "met" : "MISSED") : "slow on purpose"]);
}
const chosen = Object.entries(games).filter(([game]) => options.games === undefined || options.games.split(",").includes(game));
for (const [game, players] of chosen) {
  const { taps, pins } = await play(game, players);
  all.taps.push(...taps);
  all.pins.push(...pins);
  judge(game, taps);
}
judge("all", all.taps);
judge("besides: a PIN is tried", all.pins, false);

const table = formatTable(["game", "taps", "p50 ms", "p90 ms", `p99 ms (< ${onScreenWithinMs})`, ""], rows);
console.log(`\n${table}`);
if (options.report)
  writeReportSection(
    "console",
    `${describeMachine()}. From a finger's release to the start of the frame after the one that shows what came of it, two of which are 33 ms at 60 Hz.\n\n${table}`,
  );
process.exit(0);
