// The long run of every game beside its independent referee: npm run soak. SOAK_ROUNDS sets the number of rounds a game (1,000,000).
// What was run, and what came of it, is written to REPORT.md; a game goes on after the last seed that its line there names.

import { expect, it } from "vitest";
import type { Task } from "./games-worker.ts";
import { shareOut } from "./share-out.ts";
import { reportOf } from "./told.ts";

const games = ["caribbeanStud", "chinesePoker", "highCardFlush", "palacePoker", "studHiLo8"] as const;
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

it.each(games)(`%s agrees with its referee on ${rounds} random rounds`, async (game) => {
  let done = Number(report.lines().get(game)?.[1] ?? 0);
  let given = done;
  const tell = (): void => report.tell(game, [done, `${firstSeed}–${firstSeed + done / chunk - 1}`, 0]);
  const next = (): Task | null => {
    if (given >= rounds) return null;
    const seed = firstSeed + given / chunk;
    given += chunk;
    return { game, seed, rounds: chunk };
  };
  await shareOut<Task, Task>("games-worker.ts", next, () => {
    done += chunk;
    if (done % toldEvery === 0) tell();
  });
  expect(done).toBeGreaterThanOrEqual(rounds);
});
