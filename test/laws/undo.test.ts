// What was taken back leaves the table as it was, over every game: whoever plays on cannot tell that it happened.

import { describe, expect, it } from "vitest";
import type { Event } from "#core/event";
import { step } from "#core/step";
import type { Table } from "#core/table";
import { view } from "#core/view";
import { games } from "#games/index";
import { invent, setupOf, worldFor } from "./story.ts";

/** What of a table counts: not its clocks, not how much was told, not the entry that can be taken back. */
function matter(table: Table): unknown {
  const { n: _, at: __, replies: ___, undo: ____, played, ...rest } = table;
  return { ...rest, played: played && { ...played, asked: Object.keys(played.asked) } };
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("is as it was before each entry that is taken back, and plays on the same way", () => {
    const kinds = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const world = worldFor(entry, seed);
      const setup = setupOf(world);
      const { records } = invent(world, seed, { moves: 500, mistakes: 0.02, rounds: 2 });
      let before: Table | null = null;
      for (const { event, table } of records) {
        const { undo } = table;
        if (before !== null && undo !== null && undo !== before.undo && event.kind === "command" && event.command.kind !== "undo") {
          const back = takenBack(table, undo.from);
          expect(matter(back), `story ${seed}, ${undo.entry.kind}`).toEqual(matter(before));
          expect(step(entry.game, setup, back, { ...event, at: back.at, id: "once-more" }).table.felt).toEqual(table.felt);
          expect(view(back, setup, entry.game, "dealer").expected.some(({ kind }) => kind === "undo")).toBe(false);
          kinds.add(undo.entry.kind);
        }
        before = table;
      }

      function takenBack(table: Table, from: number): Table {
        const by = { name: "p", role: "dealer" } as const;
        const event: Event = { kind: "command", at: table.at, id: "take-back", by, command: { kind: "undo", from } };
        const { table: after, facts, reply } = step(entry.game, setup, table, event);
        expect(reply).toEqual({ ok: true });
        expect(facts.map(({ kind }) => kind)).toEqual(["takenBack"]);
        return after;
      }
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(["decision", "paid", "seat", "wager"]));
  });

  it("no entry can be taken back once a card, a settlement or a stop has followed it", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { records } = invent(worldFor(entry, seed), seed, { moves: 250, mistakes: 0.05, rounds: 2 });
      for (const { facts, table } of records) {
        const told = new Set(facts.map(({ kind }) => kind));
        const final = ["card", "revealed", "shown", "settled", "roundEnded", "roundOpened", "shuffled", "resumed"] as const;
        if (final.some((kind) => told.has(kind))) expect(table.undo, `story ${seed}: ${[...told]}`).toBeNull();
      }
    }
  });
});
