// Settling a full table, transfers and reasons included, beside pokersolver only ranking the same hands; and how long it takes to
// say what may come next. One run, the same rounds for both.
//
//   node test/bench/run.mjs games [--rounds 200] [--quick] [--report] [--games stud-hi-lo-8,chinese-poker] [--peers .cache/bench/hand]

import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Card } from "#core/card";
import { expected } from "#core/derive";
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
    games: { type: "string" },
    peers: { type: "string", default: ".cache/bench/hand" },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 40 : 200));
const sampleMs = options.quick ? 150 : 600;
const samples = 3;
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

/** Microseconds of processor time that this process has had: what else the machine does is not in it. */
function usedMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Repeats a pass for the length of a sample and says how often and in how many microseconds of processor time. */
function sample(pass: () => number): { readonly passes: number; readonly micros: number } {
  const started = usedMicros();
  let passes = 0;
  let sum = 0;
  let micros = 0;
  // Asking for the time takes longer than many a settlement: it is asked after 1, 2, 4 … passes more.
  while (micros < sampleMs * 1000) {
    for (let more = Math.max(1, passes); more > 0; more--) {
      sum += pass();
      passes++;
    }
    micros = usedMicros() - started;
  }
  if (Number.isNaN(sum)) throw new Error("nothing was measured");
  return { passes, micros };
}

/**
 * Microseconds of processor time a round: the best of several samples, after one for the compiler. On a busy machine the compiler comes
 * late, and what still waits for it takes ten times as long.
 */
function timeRound(count: number, pass: () => number): number {
  sample(pass);
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < samples; n++) {
    const { passes, micros } = sample(pass);
    best = Math.min(best, micros / passes / count);
  }
  return best;
}

/** What would take a player out before the end, or a hand out of the comparison: nobody does it, so every seat is in to the last card. */
const never = ["beginEarly", "fold", "foldAhead", "muck", "passedBy", "timeUp", "declare"];
/** Palace Poker's fights leave one player: its tables buy, discard and stay until all palaces are opened. */
const peaceful = [...never, "bet"];

/** Settled rounds of full tables, every seat in to the end, and a sample of the tables on the way there. */
function play(entry: GameEntry): { readonly settled: readonly Table[]; readonly all: readonly Table[]; readonly rules: unknown } {
  const settled: Table[] = [];
  const all: Table[] = [];
  const rules = entry.schema.parse({});
  const seats = Array.from({ length: entry.game.players.max }, (_, i) => i + 1);
  for (let seed = 1; settled.length < rounds; seed++) {
    const world = { ...worldFor(entry, seed), dealtBy: "shoe" as const, seats, players: seats.length };
    const story = invent(world, seed, {
      moves: 4000,
      mistakes: 0,
      rounds: 1,
      quiet: true,
      never: entry.game.id === "palace-poker" ? peaceful : never,
    });
    for (const { table, facts } of story.records) {
      const { played } = table;
      // Thousands of tables would only measure the garbage collector.
      if (played !== null && played.settlement === null && table.n % 16 === 0 && all.length < waysMax) all.push(table);
      if (played !== null && facts.some((fact) => fact.kind === "settled" && fact.settlement.outcome === "settled")) settled.push(table);
    }
  }
  return { settled, all, rules };
}

/** A round that nobody has asked yet: what is expected of a known one is remembered. */
function fresh(table: Table): Table {
  const { played } = table;
  return played === null ? table : { ...table, played: { ...played, round: { ...(played.round as object) } } };
}

const rowPlaces = /\/(front|middle|back)$/;

/** The hands that a settlement compares, as pokersolver takes them: all that a seat holds open, or each row where a hand is set in rows. */
function openHands(table: Table): readonly (readonly string[])[] {
  const hands = new Map<string, Card[]>();
  for (const place of Object.keys(table.felt.piles)) {
    const owner = place.split("/")[0] as string;
    const isOwned = owner === "dealer" || Number(owner) > 0;
    const cards = isOwned ? facesAt(table.felt, place) : null;
    if (cards === null || cards.length === 0) continue;
    const hand = rowPlaces.test(place) ? place : owner;
    hands.set(hand, [...(hands.get(hand) ?? []), ...cards]);
  }
  const board = facesAt(table.felt, "board") ?? [];
  return [...hands.values()].map((hand) => [...hand, ...board]);
}

const quiet = await waitUntilIdle(15_000);
const pokersolver = loadPokersolver();
const rows: string[][] = [];
let missed = 0;
const chosen = games.filter(({ game }) => options.games === undefined || options.games.split(",").includes(game.id));
for (const entry of chosen) {
  const { settled, all, rules } = play(entry);
  const own = timeRound(settled.length, () =>
    settled.reduce((sum, { played, felt }) => sum + entry.game.settle(played?.round, felt, rules).transfers.length, 0),
  );
  const hands = settled.map(openHands);
  const peer =
    pokersolver === null
      ? null
      : timeRound(hands.length, () => hands.flat().reduce((sum, cards) => sum + pokersolver.Hand.solve(cards).rank, 0));
  const setup = { ...setupOf(worldFor(entry, 1)), rules };
  const next = timeRound(all.length, () => all.reduce((sum, table) => sum + expected(fresh(table), setup, entry.game).length, 0)) / 1000;
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
