// The long run of every game beside its independent referee: npm run soak. SOAK_ROUNDS sets the number of rounds a game (1,000,000).
// What was run, and what came of it, is written to REPORT.md; a game goes on after the last seed that its line there names.

import { describe, expect, it } from "vitest";
import { compareRounds as caribbeanStud } from "../unit/games/caribbean-stud-rounds.ts";
import { compareRounds as chinesePoker } from "../unit/games/chinese-poker-rounds.ts";
import { compareRounds as highCardFlush } from "../unit/games/high-card-flush-rounds.ts";
import { compareRounds as palacePoker } from "../unit/games/palace-poker-rounds.ts";
import { compareRounds as studHiLo8 } from "../unit/games/stud-hi-lo-8-rounds.ts";
import { reportOf } from "./told.ts";

const rounds = Number(process.env.SOAK_ROUNDS ?? 1_000_000);
const firstSeed = 1000;
const chunk = 1000;
/** The report is brought up to date this often, so that a run that is cut short still tells how far it came. */
const toldEvery = 10_000;
const report = reportOf(new URL("./REPORT.md", import.meta.url), "# Soak: random rounds beside an independent referee", [
  "rounds",
  "seeds",
  "differences",
]);

function tell(game: string, done: number): void {
  report.tell(game, [done, `${firstSeed}–${firstSeed + done / chunk - 1}`, 0]);
}

describe.each(Object.entries({ caribbeanStud, chinesePoker, highCardFlush, palacePoker, studHiLo8 }))("%s", (game, compareRounds) => {
  it(`agrees with its referee on ${rounds} random rounds`, () => {
    let done = Number(report.lines().get(game)?.[1] ?? 0);
    for (; done < rounds; done += chunk) {
      if (done % toldEvery === 0 && done > 0) tell(game, done);
      compareRounds(chunk, firstSeed + done / chunk);
    }
    tell(game, done);
    expect(done).toBeGreaterThanOrEqual(rounds);
  });
});
