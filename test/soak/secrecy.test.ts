// The four laws of secrecy over ten thousand stories a game each: npm run secrets. SECRETS_RUNS sets the stories (10,000). What came of it is
// written to SECRECY.md as the run goes on; a game goes on after the last seed that its line there names.

import { expect, it } from "vitest";
import { games } from "#games/index";
import type { Result, Task } from "./secrecy-worker.ts";
import { shareOut } from "./share-out.ts";
import { reportOf } from "./told.ts";

const runs = Number(process.env.SECRETS_RUNS ?? 10_000);
const firstSeed = 1_000;
const toldEvery = 500;

const report = reportOf(
  new URL("./SECRECY.md", import.meta.url),
  `# The laws of secrecy at width

Each run is a story of one or two rounds with mistakes, lamps, lost links and restarts, told again under each law. Compared are, after every
input, the records (events, facts, replies), the lengths of what is sealed, and all that the core and a snapshot hold, from which topics, lamps,
panels, alarms and metrics are derived; after some the views and a technician's dump; and what an error says. Columns: runs in which the
law had cards to look at; leaks are named in the run's output. That each kind of leak is found is in \`test/laws/secrecy.test.ts\`.`,
  ["runs", "twin", "probe", "fresh", "shape", "leaks", "seeds"],
);

it.each(games.map((entry) => entry.game.id))(`%s keeps its secrets in ${runs} stories`, async (game) => {
  const [done = 0, twin = 0, probe = 0, fresh = 0, shape = 0, before = 0] = (report.lines().get(game) ?? []).slice(1, 7).map(Number);
  const bites = { twin, probe, fresh, shape };
  const leaks: string[] = [];
  let [told, given] = [done, done];
  const tell = (): void => {
    const counts = [bites.twin, bites.probe, bites.fresh, bites.shape, before + leaks.length];
    report.tell(game, [told, ...counts, `${firstSeed}–${firstSeed + told - 1}`]);
  };
  const next = (): Task | null => (given < runs ? { game, seed: firstSeed + given++ } : null);
  await shareOut<Task, Result>("secrecy-worker.ts", next, (found) => {
    for (const law of found.bites) bites[law]++;
    leaks.push(...found.leaks);
    told++;
    if (told % toldEvery === 0 || told === runs) tell();
  });
  expect([before, leaks]).toEqual([0, []]);
});
