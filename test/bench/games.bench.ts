// Settling a full table, transfers and reasons included, beside pokersolver only ranking the same hands; and how long it takes to
// say what may come next. One run, the same rounds for both.
//
//   npm run build && node test/bench/run.mjs games [--rounds 200] [--quick] [--report] [--peers .cache/bench/hand]

import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Card } from "#core/card";
import { expectedOfGame } from "#core/derive";
import { facesAt } from "#core/felt";
import type { Table } from "#core/table";
import { type GameEntry, games } from "#games/index";
import { invent, setupOf, worldFor } from "../laws/story.ts";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

interface Pokersolver {
  readonly Hand: { solve(cards: readonly string[]): { readonly rank: number } };
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    peers: { type: "string", default: ".cache/bench/hand" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 40 : 200));
const sampleMs = options.quick ? 150 : 600;
const settleTimes = 2;
const nextMaxMs = 0.1;
const waysMax = 400;

function loadPokersolver(): Pokersolver | null {
  try {
    return createRequire(path.resolve(options.peers, "package.json"))("pokersolver") as Pokersolver;
  } catch {
    console.log(`Without pokersolver: put it there with: npm i --prefix ${options.peers} pokersolver@2.1.4`);
    return null;
  }
}

/** Times a pass over all rounds until the sample is long enough; microseconds a round. */
function timeRound(count: number, pass: () => number): number {
  let sum = pass();
  let passes = 0;
  const started = performance.now();
  while (performance.now() - started < sampleMs) {
    sum += pass();
    passes++;
  }
  if (Number.isNaN(sum)) throw new Error("nothing was measured");
  return ((performance.now() - started) * 1000) / passes / count;
}

/** Settled rounds of full tables, and every table on the way there. */
function play(entry: GameEntry): { readonly settled: readonly Table[]; readonly all: readonly Table[]; readonly rules: unknown } {
  const settled: Table[] = [];
  const all: Table[] = [];
  const rules = entry.schema.parse({});
  for (let seed = 1; settled.length < rounds; seed++) {
    const world = { ...worldFor(entry, seed), dealtBy: "shoe" as const };
    const story = invent({ ...world, players: world.seats.length }, seed, {
      moves: 2000,
      mistakes: 0,
      rounds: 2,
      never: ["fold", "muck", "concede"],
    });
    for (const { table, facts } of story.records) {
      // A sample of the tables on the way: thousands of them would only measure the garbage collector.
      if (table.played !== null && table.played.settlement === null && table.n % 16 === 0 && all.length < waysMax) all.push(table);
      if (table.played !== null && facts.some((fact) => fact.kind === "settled" && fact.settlement.outcome === "settled"))
        settled.push(table);
    }
  }
  return { settled, all, rules };
}

/** The open hands of a settled table, as pokersolver takes them. */
function openHands(table: Table): readonly (readonly string[])[] {
  return Object.keys(table.felt.piles).flatMap((place) => {
    const cards: readonly Card[] | null = facesAt(table.felt, place);
    return cards !== null && cards.length >= 3 && cards.length <= 7 ? [cards] : [];
  });
}

const quiet = await waitUntilIdle(15_000);
const pokersolver = loadPokersolver();
const rows: string[][] = [];
let missed = 0;
for (const entry of games) {
  const { settled, all, rules } = play(entry);
  const own = timeRound(settled.length, () =>
    settled.reduce((sum, { played, felt }) => sum + entry.game.settle(played?.round, felt, rules).transfers.length, 0),
  );
  const hands = settled.map(openHands);
  const peer =
    pokersolver === null
      ? null
      : timeRound(hands.length, () => hands.flat().reduce((sum, cards) => sum + pokersolver.Hand.solve(cards).rank, 0));
  const setup = setupOf(worldFor(entry, 1));
  const next =
    timeRound(all.length, () => all.reduce((sum, table) => sum + expectedOfGame(table, { ...setup, rules }, entry.game).length, 0)) / 1000;
  const times = peer === null ? null : peer / own;
  const met = (times === null || times >= settleTimes) && next < nextMaxMs;
  if (!met) missed++;
  const average = hands.flat().length / hands.length;
  rows.push([
    entry.game.id,
    own.toFixed(1),
    average.toFixed(1),
    peer === null ? "–" : peer.toFixed(1),
    times === null ? "–" : `${times.toFixed(1)}×`,
    next.toFixed(4),
    met ? "met" : "missed",
  ]);
}
const head = ["game", "settle µs", "hands", "pokersolver ranks them µs", "times (≥ 2×)", "next ms (< 0.1)", "verdict"];
const body = `${describeMachine()}${quiet ? "" : " Not quiet when it began."}\n\n${formatTable(head, rows)}\n`;
console.log(body);
if (options.report) writeReportSection("games", body);
if (missed > 0) console.log(`${missed} targets missed.`);
