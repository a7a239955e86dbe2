// kill -9 of real processes at every event of twenty rounds a game: npm run kill. KILL_ROUNDS sets the rounds (20), KILL_SEED the shift. What
// came of it is written to KILL.md.

import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { games } from "#games/index";
import { bundle } from "../bundle.ts";
import { killAtEveryEvent } from "../e2e/kill-at-every-event.ts";
import { workFolder } from "../e2e/program.ts";
import { reportOf } from "./told.ts";

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const seed = Number(process.env.KILL_SEED ?? 11);
const program = await bundle(join(import.meta.dirname, "../e2e/killed-tables.ts"));
const report = reportOf(
  new URL("./KILL.md", import.meta.url),
  `# Killed at every event

Processes of their own run the shells of tables (vault, engine, loop, journal thread), take one event each and are killed with SIGKILL: at once,
a moment later, with the first word of a commit, or after the last. The next process must find the state of the shift that nobody
killed, everything that has left a table must be in its journal, and the journal must verify. "Cut" counts the tables that were found
in the middle of what one event leads to.`,
  ["rounds", "events", "processes killed", "tables cut off", "cut", "faults"],
);

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (game, entry) => {
  it(`goes on after kill -9 at every event of ${rounds} rounds`, async () => {
    const folder = workFolder();
    onTestFinished(() => folder.remove());
    const follow = (processes: number, done: number): void => {
      if (processes % 50 === 0) console.log(`${game}: ${processes} processes, ${done} of ${rounds} rounds through`);
    };
    const found = await killAtEveryEvent(entry, { program, folder: folder.path, seed, rounds, follow });
    const { rounds: played, events, processes, kills, cut, faults } = found;
    report.tell(game, [played, events, processes, kills, cut, faults.length]);
    expect(faults).toEqual([]);
  });
});
