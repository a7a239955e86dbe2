// A journal cut anywhere, replayed and continued, gives the same table and the same facts; random play always ends.

import { describe, expect, it } from "vitest";
import { balances } from "#core/settlement";
import { games } from "#games/index";
import { invent, numbers, type Outcome, tell, worldFor } from "./story.ts";

/** Which frames a technician may see is not kept over a start: then it is fewer. That none shows too much is the secrecy laws' to see. */
const lasting = ({ dump: _, ...outcome }: Outcome): Omit<Outcome, "dump"> => outcome;

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("a journal cut anywhere, replayed and continued, gives the same table and the same facts", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const here = worldFor(entry, seed);
      const story = invent(here, seed, { moves: 300, mistakes: 0.04, rounds: 2 });
      const random = numbers(seed + 77);
      const cuts = new Set(Array.from({ length: 4 }, () => Math.floor(random() * story.beats.length)));
      const again = tell(here, story.beats, { cuts });
      expect(again.outcomes.map(lasting), `story ${seed}`).toEqual(story.outcomes.map(lasting));
      expect(again.table, `story ${seed}`).toEqual(story.table);
    }
  });

  it("facts are numbered without gaps", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const story = invent(worldFor(entry, seed), seed, { moves: 300, mistakes: 0.1 });
      const numbersTold = story.records.flatMap(({ facts }) => facts.map((fact) => fact.n));
      expect(numbersTold).toEqual(numbersTold.map((_, i) => i + 1));
    }
  });

  it("legal play always ends, settled, and money is conserved", () => {
    let settled = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const story = invent(worldFor(entry, seed), seed, { moves: 3000, mistakes: 0, rounds: 2 });
      expect(story.table.played, `story ${seed} did not end`).toBeNull();
      settled += story.settled;
      conserved(story, seed);
    }
    expect(settled).toBeGreaterThan(40);
  });

  it("a careless table ends its rounds too, settled once or void", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const story = invent(worldFor(entry, seed), seed, { moves: 4000, mistakes: 0.02, rounds: 3 });
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
