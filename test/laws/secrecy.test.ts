// The four laws of secrecy (src/README.md), over every game, mistakes and restarts included; and the laws themselves, held against leaks of
// every kind that a careless change could bring in.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import type { Reply } from "#core/table";
import { games } from "#games/index";
import type { Vault } from "#table/vault";
import { fresh, probe, type Story, type StoryOptions, shape, storyOf, twin, type Verdict } from "./secrecy.ts";
import { type Meddle, type Spoil, type TellOptions, worldFor } from "./story.ts";

const storiesPerGame = 60;
/** What the core holds is compared at every beat; the views that follow from it now and then. */
const looks = 4;

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s keeps its secrets", (_id, entry) => {
  function hold(law: (story: Story, told: TellOptions) => Verdict, stories: number, options: StoryOptions, biting: number): void {
    let bites = 0;
    for (let seed = 1; seed <= stories; seed++) {
      const verdict = law(storyOf(worldFor(entry, seed), seed, { looks, ...options }), { looks });
      expect(verdict.leak, `story ${seed}`).toBeNull();
      if (verdict.bites) bites++;
    }
    // The law says something only where it had something to look at.
    expect(bites).toBeGreaterThan(biting);
  }

  it("twin: nothing that leaves the table depends on a card that was not opened", () =>
    hold(twin, storiesPerGame, { moves: 400, mistakes: 0.05, rounds: 2 }, storiesPerGame / 2));
  it("probe: a command that names a card gets the same answer whichever card it names", () =>
    hold(probe, 10, { moves: 200, mistakes: 0.05, rounds: 1 }, 3));
  it("fresh: after a new round nothing ties a card to where it lay face down before", () =>
    hold(fresh, storiesPerGame / 2, { moves: 500, mistakes: 0.02, rounds: 3 }, storiesPerGame / 4));
  it("shape: every sealed record has one length", () => hold(shape, 10, { moves: 200, mistakes: 0.05 }, 5));
});

describe("the laws themselves", () => {
  const entry = games.find(({ game }) => game.id === "high-card-flush") as (typeof games)[number];
  const card = (held: number, vault: Vault): Card => vault.cards([held])[0] as Card;
  /** Changes what the vault says of cards that it meets. */
  const meeting = (change: (met: NonNullable<ReturnType<Vault["meet"]>>, card: Card) => ReturnType<Vault["meet"]>): { spoil: Spoil } => ({
    spoil: (vault) => ({
      ...vault,
      meet: (reading) => {
        const met = vault.meet(reading);
        return met?.event.kind === "held" ? change(met, card(met.event.held, vault)) : met;
      },
      recall: (sealed, only) => vault.recall(sealed.subarray(0, 60), only),
    }),
  });
  const behind = (meddle: Meddle): { meddle: Meddle } => ({ meddle });

  /** Leaks of each kind, by the channel through which they go. */
  const leaks: Readonly<Record<string, { readonly spoil?: Spoil; readonly meddle?: Meddle }>> = {
    "a sealed record whose length depends on the card": meeting((met, one) =>
      one.startsWith("A") && met.sealed !== undefined ? { ...met, sealed: Buffer.concat([met.sealed, Buffer.alloc(1)]) } : met,
    ),
    "a device's sequence number that depends on the card": meeting((met, one) =>
      one.endsWith("s") ? { ...met, event: { ...met.event, seq: 1 } as typeof met.event } : met,
    ),
    "a second sight that is swallowed for one card": meeting((met, one) => (one === "7d" && met.sealed === undefined ? null : met)),
    "an error that only one card brings": meeting((_met, one) => {
      if (one === "Qh") throw new Error("index out of range");
      return _met;
    }),
    "a commitment without salt": meeting((met, one) =>
      met.event.kind === "held" && met.event.commitment !== undefined
        ? { ...met, event: { ...met.event, commitment: createHash("sha256").update(one).digest("hex") } }
        : met,
    ),
    "a place that is another one for hearts": meeting((met, one) =>
      met.event.kind === "held" && met.event.place !== undefined && one.endsWith("h")
        ? { ...met, event: { ...met.event, place: "board" } }
        : met,
    ),
    "a dump that shows frames of cards that nobody turned up": {
      spoil: (vault) => ({ ...vault, disclosure: { ...vault.disclosure, mayShow: () => true } }),
    },
    "a snapshot that lists handles by their cards": {
      spoil: (vault) => ({
        ...vault,
        handles: () => vault.handles().toSorted((a, b) => deck52.indexOf(card(a, vault)) - deck52.indexOf(card(b, vault))),
      }),
    },
    "a face in the table's state, and so in views, topics and metrics": behind((engine, vault) => ({
      ...engine,
      get table() {
        const [held] = vault.handles();
        const { table } = engine;
        return held === undefined
          ? table
          : { ...table, felt: { ...table.felt, faces: { ...table.felt.faces, [held]: card(held, vault) } } };
      },
    })),
    "a fact more for one card": behind((engine, vault) => ({
      ...engine,
      get table() {
        return engine.table;
      },
      take: (input) => {
        const records = engine.take(input);
        const [first] = records;
        if (first?.event.kind !== "held" || !card(first.event.held, vault).startsWith("K")) return records;
        return [{ ...first, facts: [...first.facts, ...first.facts] }, ...records.slice(1)];
      },
    })),
    "an answer that tells whether a hidden card was named": behind((engine, vault) => ({
      ...engine,
      get table() {
        return engine.table;
      },
      take: (input) => {
        const records = engine.take(input);
        const named = input.kind === "command" && input.command.kind === "card" ? input.command.card : undefined;
        if (named === undefined || !vault.handles().some((held) => card(held, vault) === named)) return records;
        return records.map((record) => ({ ...record, reply: { ok: false, why: "notNow", params: {} } satisfies Reply }));
      },
    })),
  };

  it.each(Object.entries(leaks))("find %s", (_leak, planted) => {
    const found = Array.from({ length: 12 }, (_, i) => i + 1).some((seed) => {
      const story = storyOf(worldFor(entry, seed), seed, { moves: 250, mistakes: 0.05, rounds: 2, looks: 20, mayFail: true, ...planted });
      return [shape, twin, fresh, probe].some((law) => law(story, { looks: 20, mayFail: true, ...planted }).leak !== null);
    });
    expect(found).toBe(true);
  });
});
