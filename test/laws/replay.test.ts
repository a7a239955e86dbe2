// A journal cut anywhere, replayed and continued, gives the same table and the same facts; random play always ends.

import { describe, expect, it } from "vitest";
import { balances } from "#core/settlement";
import { games } from "#games/index";
import { invent, numbers, tell, type World } from "./story.ts";

function world(entry: (typeof games)[number], seed: number): World {
  const { min, max } = entry.game.players;
  const count = Math.max(2, min + Math.floor(numbers(seed)() * (Math.min(max, 7) - min + 1)));
  return {
    entry,
    rules: entry.schema.parse({}),
    seats: Array.from({ length: count }, (_, i) => i + 1),
    dealtBy: seed % 4 === 0 ? "antennas" : "shoe",
  };
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("a restart at any moment changes nothing but its own record", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const here = world(entry, seed);
      // A story without restarts of its own, then the same beats replayed record by record.
      const story = invent(here, seed, { moves: 300, mistakes: 0.04, rounds: 2 });
      const again = tell(here, story.beats);
      expect(again.table, `story ${seed}`).toEqual(story.table);
      expect(again.outcomes, `story ${seed}`).toEqual(story.outcomes);
    }
  });

  it("facts are numbered without gaps", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const story = invent(world(entry, seed), seed, { moves: 300, mistakes: 0.1 });
      const numbersTold = story.records.flatMap(({ facts }) => facts.map((fact) => fact.n));
      expect(numbersTold).toEqual(numbersTold.map((_, i) => i + 1));
    }
  });

  it("legal play always ends, settled, and money is conserved", () => {
    let settled = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const story = invent(world(entry, seed), seed, { moves: 3000, mistakes: 0, rounds: 2 });
      expect(story.table.played, `story ${seed} did not end`).toBeNull();
      settled += story.settled;
      conserved(story, seed);
    }
    expect(settled).toBeGreaterThan(40);
  });

  it("a careless table ends its rounds too, settled once or void", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const story = invent(world(entry, seed), seed, { moves: 4000, mistakes: 0.02, rounds: 3 });
      const { settled, voided, table } = story;
      expect(table.rounds, `story ${seed}`).toBeGreaterThanOrEqual(3);
      expect(settled + voided, `story ${seed}`).toBe(table.rounds);
      conserved(story, seed);
    }
  });
});

/** After the last transfer no chip is left on a spot: what lay there has gone somewhere, and nowhere else came from. */
function conserved(story: ReturnType<typeof invent>, seed: number): void {
  for (const { facts } of story.records) {
    for (const fact of facts) {
      if (fact.kind !== "settled") continue;
      const { transfers } = fact.settlement;
      for (const { amount, from, to } of transfers) {
        expect(Number.isSafeInteger(amount) && amount >= 0, `story ${seed}: ${from} → ${to} ${amount}`).toBe(true);
        expect(from).not.toBe(to);
      }
      const total = [...balances(transfers).values()].reduce((sum, moved) => sum + moved, 0);
      expect(total, `story ${seed}`).toBe(0);
    }
  }
}
