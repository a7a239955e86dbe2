// Every pack that comes with the program can be played as it stands.

import { describe, expect, it } from "vitest";
import { games } from "#games/index";
import { listPacks, readPack } from "#table/pack";

const names = listPacks();

describe("the shipped packs", () => {
  it("are listed by game and name", () => {
    const mine = names.filter((name) => name.startsWith("high-card-flush/"));
    expect(mine).toEqual(["high-card-flush/florida", "high-card-flush/las-vegas", "high-card-flush/washington"]);
    const unknown = names.filter((name) => !games.some(({ game }) => name.startsWith(`${game.id}/`)));
    expect(unknown).toEqual([]);
  });

  it.each(names)("%s is read, bears the name of its file, and says where its numbers come from", (name) => {
    const { id, entry, title, rules, hash } = readPack(name, "/");
    const [game, file] = name.split("/");
    expect([entry.game.id, id]).toEqual([game, expect.stringMatching(new RegExp(`^${file} [1-9]\\d*$`))]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(title.length).toBeGreaterThan(3);
    // Whole: what the schema adds is in it already.
    expect(entry.schema.parse(rules)).toEqual(rules);
  });

  it.each(names)("%s makes a sign with limits a player can meet", (name) => {
    const { entry, rules } = readPack(name, "/");
    const { limits, rules: sentences } = entry.game.notice(rules);
    for (const { spot, min, max } of limits) expect([spot, min > 0 && min <= max]).toEqual([spot, true]);
    expect(sentences.length).toBeGreaterThan(0);
  });

  it.each(names)("%s opens a round for as many as the game takes", (name) => {
    const { entry, rules } = readPack(name, "/");
    const { game } = entry;
    for (const count of [game.players.min, game.players.max]) {
      const seats = Array.from({ length: count }, (_, i) => i + 1);
      const round = game.open(rules, seats, null);
      const expectation = game.expect(round, { piles: {}, faces: {}, left: 52 }, rules);
      expect(expectation === "settle" ? 0 : expectation.length).toBeGreaterThan(0);
    }
  });

  it("have hashes of their own", () => {
    const hashes = names.map((name) => readPack(name, "/").hash);
    expect(new Set(hashes).size).toBe(names.length);
  });
});
