// The four laws of secrecy over ten thousand stories a game each: npm run secrets. SECRETS_RUNS sets the stories (10,000), SECRETS_SEED where
// they begin. What came of it is written to SECRECY.md, and brought up to date as the run goes on.

import { describe, expect, it } from "vitest";
import { games } from "#games/index";
import { fresh, probe, shape, storyOf, twin } from "../laws/secrecy.ts";
import { worldFor } from "../laws/story.ts";
import { reportOf } from "./told.ts";

const runs = Number(process.env.SECRETS_RUNS ?? 10_000);
const firstSeed = Number(process.env.SECRETS_SEED ?? 1_000);
const toldEvery = 100;
const looks = 20;
const laws = { twin, probe, fresh, shape } as const;

const report = reportOf(
  new URL("./SECRECY.md", import.meta.url),
  `# The laws of secrecy at width

Each run is a story of one or two rounds with mistakes, lamps, lost links and restarts, told again under each law. Compared are, after every
input, the records (events, facts, replies), the lengths of what is sealed, and all that the core and a snapshot hold, from which topics, lamps,
panels, alarms and metrics are derived; after some the views and a technician's dump; and what an error says. Columns: runs in which the
law had cards to look at; leaks are named in the run's output. That each kind of leak is found is in \`test/laws/secrecy.test.ts\`.`,
  ["runs", "twin", "probe", "fresh", "shape", "leaks", "seeds"],
);

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (game, entry) => {
  it(`keeps its secrets in ${runs} stories`, () => {
    const bites = { twin: 0, probe: 0, fresh: 0, shape: 0 };
    const leaks: string[] = [];
    for (let run = 1; run <= runs; run++) {
      const seed = firstSeed + run - 1;
      const story = storyOf(worldFor(entry, seed), seed, { moves: 220, mistakes: 0.05, rounds: 2, looks });
      for (const name of ["twin", "probe", "fresh", "shape"] as const) {
        const { leak, bites: bit } = laws[name](story, { looks });
        if (leak !== null) leaks.push(`story ${seed}, ${name}: ${leak}`);
        if (bit) bites[name]++;
      }
      if (run % toldEvery !== 0 && run < runs) continue;
      const { twin: t, probe: p, fresh: f, shape: s } = bites;
      report.tell(game, [run, t, p, f, s, leaks.length, `${firstSeed}–${seed}`]);
    }
    expect(leaks).toEqual([]);
  });
});
