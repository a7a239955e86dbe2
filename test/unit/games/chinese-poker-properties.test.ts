// Laws over random rounds: the same inputs give the same facts, the order of face-down cards means nothing, what is said is in
// the list of reasons, and the shipped pack is the sheet's.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { setupFor } from "#core/rehearse";
import type { Reason } from "#core/settlement";
import { view } from "#core/view";
import { chinesePoker } from "#games/chinese-poker/game";
import { reasonCodes } from "#games/chinese-poker/reasons";
import { schema } from "#games/chinese-poker/rules";
import { readPack } from "#table/pack";
import { rulesWith, settlementOf } from "./chinese-poker-bed.ts";
import { type Dealt, playRound, randomRound, shuffled } from "./chinese-poker-rounds.ts";
import { randomFrom } from "./random.ts";

const rounds = 150;

function each(seed: number, check: (round: Dealt, n: number) => void): void {
  const random = randomFrom(seed);
  for (let n = 0; n < rounds; n++) check(randomRound(random), n);
}

describe("random rounds", () => {
  it("played again give the same facts", () => {
    each(101, (round, n) => {
      const one = playRound(round, randomFrom(n));
      const again = playRound(round, randomFrom(n));
      expect(again.facts).toEqual(one.facts);
      expect(again.table).toEqual(one.table);
    });
  });

  it("end alike in whatever order players speak, hands are opened and cards lie in a hand", () => {
    each(102, (round, n) => {
      const random = randomFrom(n);
      const dealtTo = Object.fromEntries(Object.entries(round.dealtTo).map(([place, cards]) => [place, shuffled(random, cards)]));
      const one = settlementOf(playRound(round, randomFrom(n)));
      const other = settlementOf(playRound({ ...round, dealtTo }, random));
      expect({ ...other, hands: other.hands.length }).toEqual({ ...one, hands: one.hands.length });
      expect(other.hands).toEqual(one.hands);
    });
  });

  it("say nothing that is not in the list of reasons, and every pair's reason comes up", () => {
    const list: Readonly<Record<string, readonly string[]>> = reasonCodes;
    const said = new Set<string>();
    const check = ({ code, params = {} }: Reason): void => {
      said.add(code);
      expect(list[code], code).toBeDefined();
      expect(Object.keys(params).sort(), code).toEqual([...(list[code] ?? [])].sort());
    };
    each(103, (round, n) => {
      const on = playRound(round, randomFrom(n));
      const settlement = settlementOf(on);
      for (const { why } of [...settlement.transfers, ...settlement.results]) check(why);
      for (const { name } of settlement.hands) check(name);
      check(settlement.why);
      const rules = rulesWith(round.config);
      const shown = view(on.table, setupFor({ rules, seats: [1, 2, 3, 4] }), chinesePoker, "dealer");
      for (const { marks, places } of shown.seats) {
        marks.forEach(check);
        for (const { name } of places) if (name !== null) check(name);
      }
      const { rules: sentences, paytables } = chinesePoker.notice(rules);
      sentences.forEach(check);
      for (const table of paytables) for (const row of table.rows) check(row.hand);
    });
    const pairs = Object.keys(list).filter((code) => code.startsWith("pair"));
    expect(pairs.filter((code) => !said.has(code))).toEqual([]);
  });
});

describe("shipped packs", () => {
  const folder = fileURLToPath(new URL("../../../src/games/chinese-poker/packs", import.meta.url));

  it.each(readdirSync(folder))("%s is valid, and the sheet's numbers are the defaults", (file) => {
    const { rules, entry } = readPack(`chinese-poker/${file.replace(".yaml", "")}`, folder);
    expect(entry.game.id).toBe("chinese-poker");
    expect({ ...(rules as object), unit: 1, stackStep: 1 }).toEqual(schema.parse({}));
  });
});
