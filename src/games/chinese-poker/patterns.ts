// The automatic wins: what thirteen cards hold, however they lie.

import { type Card, rankIndex, ranks, suitOf, suits } from "#core/card";
import type { Pattern, Rules } from "./rules.ts";

/** Ranks of a hand as how often each is held, deuce to ace. */
type Counts = readonly number[];

const patterns: readonly Pattern[] = ["dragon", "sixPairs", "threeFlushes", "threeStraights"];

function countsOf(cards: readonly Card[]): Counts {
  const counts = ranks.map(() => 0);
  for (const card of cards) counts[rankIndex(card)] = (counts[rankIndex(card)] ?? 0) + 1;
  return counts;
}

/** Ranks of the run of so many cards whose lowest is `from`; the ace (−1) stands below the deuce. */
function run(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, i) => (from + i + ranks.length) % ranks.length);
}

/** Runs of a length, A-2-3… to the one that the ace tops; none wraps. */
function runs(length: number): readonly (readonly number[])[] {
  return Array.from({ length: ranks.length + 2 - length }, (_, i) => run(i - 1, length));
}

/** Every way to hold each rank that comes out as a run of three and two of five. */
function threeRunCounts(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const short of runs(3)) {
    for (const long of runs(5)) {
      for (const other of runs(5)) {
        const counts = ranks.map(() => 0);
        for (const rank of [...short, ...long, ...other]) counts[rank] = (counts[rank] ?? 0) + 1;
        found.add(counts.join(""));
      }
    }
  }
  return found;
}

/** Worked out with the first hand that is looked at: a table of another game starts without them. */
let threeRuns: ReadonlySet<string> | undefined;

/** Cards of each suit, most first, that split into one-suit groups of 3, 5 and 5; two groups may share a suit. */
const threeSuits: ReadonlySet<string> = new Set(["5-5-3-0", "8-5-0-0", "10-3-0-0", "13-0-0-0"]);

function isThreeFlushes(cards: readonly Card[]): boolean {
  const shape = suits.map((suit) => cards.filter((card) => suitOf(card) === suit).length).sort((a, b) => b - a);
  return threeSuits.has(shape.join("-"));
}

const holds: Readonly<Record<Pattern, (counts: Counts, cards: readonly Card[]) => boolean>> = {
  dragon: (counts) => counts.every((count) => count === 1),
  // Four of a kind are two pairs; three of a kind contain one.
  sixPairs: (counts) => counts.reduce((pairs, count) => pairs + Math.floor(count / 2), 0) === 6,
  threeFlushes: (_, cards) => isThreeFlushes(cards),
  threeStraights: (counts) => {
    threeRuns ??= threeRunCounts();
    return threeRuns.has(counts.join(""));
  },
};

/** Every pattern that thirteen cards hold. */
export function patternsOf(cards: readonly Card[]): readonly Pattern[] {
  const counts = countsOf(cards);
  return patterns.filter((pattern) => holds[pattern](counts, cards));
}

/** The dearest automatic win of a declared hand, whatever name was called; null: it holds none. */
export function automaticOf(cards: readonly Card[], rules: Rules): { readonly pattern: Pattern; readonly points: number } | null {
  const [best] = patternsOf(cards)
    .map((pattern) => ({ pattern, points: rules.auto[pattern] }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  return best ?? null;
}
