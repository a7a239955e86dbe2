// The four laws of secrecy (src/README.md), over every game, mistakes and restarts included.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { games } from "#games/index";
import type { Vault } from "#table/vault";
import { exchanged, invent, numbers, type Outcome, type Spoil, shuffled, type Telling, tell, worldFor } from "./story.ts";

const storiesPerGame = 60;

/** Exchanges the cards that were never opened among themselves. */
function exchangeHidden(opened: ReadonlySet<Card>, random: () => number): (card: Card) => Card {
  const hidden = deck52.filter((card) => !opened.has(card));
  const mixed = shuffled(hidden, random);
  const map = new Map(hidden.map((card, i) => [card, mixed[i] as Card]));
  return (card) => map.get(card) ?? card;
}

/** The first beat at which two tellings differ, leaving out what follows a declared answer. */
function firstDifference(one: Telling, other: Telling): string | null {
  for (const [at, outcome] of one.outcomes.entries()) {
    const twin = other.outcomes[at] as Outcome;
    if (JSON.stringify(outcome) === JSON.stringify(twin)) continue;
    const differing = outcome.records.findIndex((record, i) => record !== twin.records[i]);
    const declared = differing >= 0 && outcome.records[differing]?.startsWith('{"event":{"kind":"answered"');
    return declared ? null : `beat ${at}: ${outcome.records[differing] ?? outcome.views}\nand ${twin.records[differing] ?? twin.views}`;
  }
  return null;
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s keeps its secrets", (_id, entry) => {
  it("twin: nothing that leaves the table depends on a card that was not opened", () => {
    let compared = 0;
    for (let seed = 1; seed <= storiesPerGame; seed++) {
      const world = worldFor(entry, seed);
      const story = invent(world, seed, { moves: 400, mistakes: 0.05, rounds: 2 });
      const exchange = exchangeHidden(story.opened, numbers(seed + 1_000_000));
      const twin = tell(world, exchanged(story.beats, exchange));
      expect(firstDifference(story, twin), `story ${seed}`).toBeNull();
      if (deck52.some((card) => exchange(card) !== card)) compared++;
    }
    // The law says something only where cards stayed hidden.
    expect(compared).toBeGreaterThan(storiesPerGame / 2);
  });

  it("probe: a command that names a card gets the same answer whichever card it names", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const world = worldFor(entry, seed);
      const story = invent(world, seed, { moves: 200, mistakes: 0.05, rounds: 1 });
      const at = Math.floor(numbers(seed)() * story.beats.length);
      const answers = new Set<string>();
      for (const card of ["As", "2c", "Td", "Kh"] as const) {
        const by = { name: "p", role: "manager" } as const;
        const probe = {
          kind: "command",
          at: (story.table.at || 1) + 1,
          id: "probe-probe",
          by,
          command: { kind: "card", to: "1/hand", card },
        } as const;
        const told = tell(world, [...story.beats.slice(0, at), probe]);
        answers.add(
          (told.outcomes.at(-1) as Outcome).records.map((record) => record.replaceAll(card, "??")).join() +
            (told.outcomes.at(-1) as Outcome).views,
        );
      }
      expect(answers.size, `story ${seed}`).toBe(1);
    }
  });

  it("fresh: after a new round nothing ties a card to where it lay face down before", () => {
    for (let seed = 1; seed <= storiesPerGame / 2; seed++) {
      const world = worldFor(entry, seed);
      const story = invent(world, seed, { moves: 500, mistakes: 0.02, rounds: 3 });
      // Each round has its own exchange of the cards that no round opened.
      const exchanges = [1, 2, 3, 4, 5].map((round) => exchangeHidden(story.opened, numbers(seed * 7 + round)));
      const roundAt = roundsByBeat(story);
      const twin = tell(
        world,
        exchanged(story.beats, (card, at) => exchanges[Math.min(roundAt[at] ?? 0, 4)]?.(card) ?? card),
      );
      expect(firstDifference(story, twin), `story ${seed}`).toBeNull();
    }
  });

  it("shape: every sealed record has one length", () => {
    const lengths = new Set<number>();
    for (let seed = 1; seed <= 10; seed++) {
      const story = invent(worldFor(entry, seed), seed, { moves: 200, mistakes: 0.05 });
      for (const outcome of story.outcomes) for (const length of outcome.sealedLengths) lengths.add(length);
    }
    expect(lengths.size).toBe(1);
  });
});

describe("the laws themselves", () => {
  const entry = games.find(({ game }) => game.id === "high-card-flush") as (typeof games)[number];
  const card = (held: number, vault: Vault): Card => vault.cards([held])[0] as Card;

  /** Leaks of the kinds that a careless change could bring in. */
  const leaks: Readonly<Record<string, Spoil>> = {
    "a record whose length depends on the card": (vault) => ({
      ...vault,
      meet: (reading) => {
        const met = vault.meet(reading);
        if (met?.sealed === undefined || met.event.kind !== "held") return met;
        return card(met.event.held, vault).startsWith("A") ? { ...met, sealed: Buffer.concat([met.sealed, Buffer.alloc(1)]) } : met;
      },
      recall: (sealed) => vault.recall(sealed.subarray(0, 60)),
    }),
    "a device's sequence number that depends on the card": (vault) => ({
      ...vault,
      meet: (reading) => {
        const met = vault.meet(reading);
        if (met?.event.kind !== "held") return met;
        return card(met.event.held, vault).endsWith("s") ? { ...met, event: { ...met.event, seq: 1 } } : met;
      },
    }),
    "a second sight that is swallowed for one card": (vault) => ({
      ...vault,
      meet: (reading) => {
        const met = vault.meet(reading);
        return met?.event.kind === "held" && card(met.event.held, vault) === "7d" && met.sealed === undefined ? null : met;
      },
    }),
  };

  it.each(Object.entries(leaks))("find %s", (_leak, spoil) => {
    let found = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const world = worldFor(entry, seed);
      const story = invent(world, seed, { moves: 300, mistakes: 0.05, rounds: 2, spoil });
      const exchange = exchangeHidden(story.opened, numbers(seed + 1_000_000));
      if (firstDifference(story, tell(world, exchanged(story.beats, exchange), { spoil })) !== null) found++;
    }
    expect(found).toBeGreaterThan(0);
  });
});

/** The round in which each beat falls, by the facts it brought. */
function roundsByBeat(story: Telling): readonly number[] {
  let round = 0;
  return story.outcomes.map(({ records }) => {
    const before = round;
    for (const record of records) if (record.includes('"kind":"roundOpened"')) round++;
    return before;
  });
}
