// Every game, rounds corrected at random: whatever revisions a round took, what was paid in all is what the cards as they are known now
// are worth, to the chip.

import { describe, expect, it } from "vitest";
import { balances, type Settlement, type Transfer } from "#core/settlement";
import type { Recalled } from "#core/table";
import { games } from "#games/index";
import { retell } from "#table/recall";
import { settleLines, totalsOf } from "../../dashboard/web/console/settle-lines.ts";
import { invent, type Telling, worldFor } from "./story.ts";

/** Balances, the empty ones left out. */
function net(transfers: readonly Transfer[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...balances(transfers)].filter(([, amount]) => amount !== 0).sort());
}

/** What came of each wager, those that came to nothing left out. */
function gains({ results }: Settlement): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { seat, spot, net } of results) sums[`${seat} ${spot}`] = (sums[`${seat} ${spot}`] ?? 0) + net;
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, net]) => net !== 0)
      .sort(),
  );
}

/** Everything that was carried out of a round's revisions. */
function carriedOut(story: Telling, round: number): readonly Transfer[] {
  const facts = story.records.flatMap((record) => record.facts).filter((fact) => fact.round === round);
  const settled = facts.flatMap((fact) => (fact.kind === "settled" ? fact.settlement.transfers : []));
  const unpaid = facts.flatMap((fact) => (fact.kind === "corrected" ? fact.unpaid : []));
  return [...settled, ...unpaid.map(({ from, to, ...rest }) => ({ from: to, to: from, ...rest }))];
}

/** A corrected round as it is looked back at: its revisions together, with the cards that they were made for. */
function looksBack(story: Telling, { played, felt }: Recalled<unknown>, whole: Settlement): void {
  const facts = story.records.flatMap((record) => record.facts).filter(({ round }) => round === played.number);
  const { settlement, places } = retell(played.number, facts);
  expect(gains(settlement as Settlement)).toEqual(gains(whole));
  expect(net(settlement?.transfers ?? [])).toEqual(net(whole.transfers));
  expect(settlement?.hands).toEqual(whole.hands);
  const lying = Object.values(felt.piles).flatMap((pile) => pile.flatMap((held) => felt.faces[held] ?? []));
  expect(places.flatMap(({ cards }) => cards)).toEqual(expect.arrayContaining(lying));
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("corrected rounds are paid, and looked back at, as their cards now stand", () => {
    let corrected = 0;
    for (let seed = 1; seed <= 16; seed++) {
      const world = worldFor(entry, seed);
      const story = invent(world, seed, { moves: 3000, mistakes: 0, rounds: 3 });
      for (const { played, felt } of story.table.recalled as readonly Recalled<unknown>[]) {
        const whole = entry.game.settle(played.round, felt, world.rules);
        expect(net(carriedOut(story, played.number)), `story ${seed}, round ${played.number}`).toEqual(net(whole.transfers));
        if (played.revised === null) continue;
        corrected++;
        looksBack(story, { played, felt }, whole);
      }
    }
    expect(corrected).toBeGreaterThan(3);
  });

  it("the dealer's lines of a correction are what its transfers move", () => {
    for (let seed = 1; seed <= 8; seed++) {
      const story = invent(worldFor(entry, seed), seed, { moves: 3000, mistakes: 0, rounds: 3 });
      const facts = story.records.flatMap((record) => record.facts);
      for (const [i, fact] of facts.entries()) {
        const before = facts[i - 1];
        if (fact.kind !== "settled" || before?.kind !== "corrected" || before.unpaid.length > 0) continue;
        const { settlement } = fact;
        const lines = settlement.order.map((seat) => totalsOf(settleLines(settlement, seat)));
        const moved = settlement.transfers.filter(({ from, to }) => from.startsWith("seat/") !== to.startsWith("seat/"));
        const net = moved.reduce((sum, { to, amount }) => sum + (to.startsWith("seat/") ? amount : -amount), 0);
        // Between two players chips move at the seat that is served first: no line says it twice, so only the house's side is compared.
        if (settlement.results.every(({ spot }) => !spot.endsWith("/vs")))
          expect(
            lines.reduce((sum, { pay, take }) => sum + pay - take, 0),
            `story ${seed}`,
          ).toBe(net);
      }
    }
  });
});
