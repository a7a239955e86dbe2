// The long run of every game beside its independent referee: npm run soak. SOAK_ROUNDS sets the number of rounds a game (1,000,000),
// SOAK_SEED where they begin. What was run, and what came of it, is written to REPORT.md.

import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareRounds as caribbeanStud } from "../unit/games/caribbean-stud-rounds.ts";
import { compareRounds as chinesePoker } from "../unit/games/chinese-poker-rounds.ts";
import { compareRounds as highCardFlush } from "../unit/games/high-card-flush-rounds.ts";
import { compareRounds as palacePoker } from "../unit/games/palace-poker-rounds.ts";
import { compareRounds as studHiLo8 } from "../unit/games/stud-hi-lo-8-rounds.ts";

const rounds = Number(process.env.SOAK_ROUNDS ?? 1_000_000);
const firstSeed = Number(process.env.SOAK_SEED ?? 1000);
const chunk = 1000;
/** The report is brought up to date this often, so that a run that is cut short still tells how far it came. */
const toldEvery = 20_000;
const report = new URL("./REPORT.md", import.meta.url);

/** One line a game; a later run replaces it. */
function write(game: string, line: string): void {
  let text: string;
  try {
    text = readFileSync(report, "utf8");
  } catch {
    text =
      "# Soak: random rounds beside an independent referee\n\n| game | rounds | seeds | differences | day |\n|---|---:|---|---:|---|\n";
  }
  const kept = text.split("\n").filter((row) => row !== "" && !row.startsWith(`| ${game} |`));
  // The table's head needs its blank line back.
  writeFileSync(report, `${kept[0]}\n\n${[...kept.slice(1), line].join("\n")}\n`);
}

describe.each(Object.entries({ caribbeanStud, chinesePoker, highCardFlush, palacePoker, studHiLo8 }))("%s", (game, compareRounds) => {
  it(`agrees with its referee on ${rounds} random rounds`, () => {
    let done = 0;
    let seed = firstSeed;
    for (; done < rounds; seed++) {
      compareRounds(Math.min(chunk, rounds - done), seed);
      done += Math.min(chunk, rounds - done);
      if (done % toldEvery !== 0 && done < rounds) continue;
      write(game, `| ${game} | ${done} | ${firstSeed}–${seed} | 0 | ${new Date().toISOString().slice(0, 10)} |`);
    }
    expect(done).toBe(rounds);
  });
});
