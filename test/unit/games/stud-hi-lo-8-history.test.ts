// A round of stud written down as a hand history: read back, it is played to the same chips, and holds no card that nobody saw.

import { describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { type SettledRound, writePhh } from "#games/stud-hi-lo-8/history";
import { parsePhh, playPhh } from "#games/stud-hi-lo-8/phh";
import type { Round } from "#games/stud-hi-lo-8/round";
import { type Rules, schema } from "#games/stud-hi-lo-8/rules";
import { play } from "#games/stud-hi-lo-8/script";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";

/** Random legal play with counted stacks, to the end. */
function played(seed: number, over: object = {}): SettledRound {
  const random = randomFrom(seed);
  const rules: Rules = schema.parse(over);
  const count = 2 + Math.floor(random() * 5);
  const seats = shuffled(random, [1, 2, 3, 4, 5, 6, 7])
    .slice(0, count)
    .sort((a, b) => a - b);
  const deck = shuffled(random, deck52);
  const hands = Object.fromEntries(seats.map((seat, i) => [`${seat}/hand`, deck.slice(7 * i, 7 * i + 7)]));
  const stacks = Object.fromEntries(seats.map((seat) => [seat, 10 + Math.floor(random() * 150)]));
  const mucks = (): boolean => random() < 0.3;
  const { table, facts } = play(rules, seats, hands, { stacks, act: (_seat, options) => chosen(random, options), mucks });
  const round = (table.played ?? table.recalled.at(-1)?.played)?.round as Round;
  return { number: seed, round, rules, facts, table: "t1" };
}

function chosen(
  random: Random,
  options: readonly { readonly code: string; readonly amount?: { readonly min: number; readonly max: number } }[],
) {
  const liked = random() < 0.85 ? options.filter(({ code }) => code !== "fold") : options;
  const { code, amount } = pick(random, liked);
  return { code, ...(amount && { amount: random() < 0.5 ? amount.min : amount.max }) };
}

describe("a round written in PHH", () => {
  it("is played again to the same chips, whatever was done in it", () => {
    const left: string[] = [];
    let unseen = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const settled = played(seed, seed % 3 === 0 ? { low: "none" } : {});
      const written = writePhh(settled);
      if ("why" in written) {
        left.push(written.why);
        continue;
      }
      const hand = parsePhh(written.phh);
      expect(hand.finishingStacks).toEqual(settled.round.dealt.map((seat) => settled.round.after?.[seat]));
      expect(playPhh(hand)).toEqual({ finishingStacks: hand.finishingStacks, problem: null });
      const opened = new Set(settled.facts.flatMap((fact) => (fact.kind === "shown" ? fact.cards.map(({ card }) => card) : [])));
      for (const action of hand.actions) {
        if (action.kind !== "deal" && action.kind !== "show") continue;
        for (const card of action.cards) if (card !== "??") expect(opened).toContain(card);
        unseen += action.cards.filter((card) => card === "??").length;
      }
    }
    expect(unseen).toBeGreaterThan(50);
    expect(left).toEqual([]);
  });

  it("says what the notation has no word for", () => {
    expect(writePhh(played(1, { betting: "spread" }))).toEqual({ why: "the betting is spread, not fixed limit" });
    const raked = { rake: { method: "pot", ofPot: 500, cap: 10, rounding: "down" } };
    expect(writePhh(played(1, raked))).toEqual({ why: "a rake is taken from the pots" });
    const uncounted = played(2);
    expect(writePhh({ ...uncounted, round: { ...uncounted.round, stacks: {} } })).toEqual({ why: "not every stack was counted" });
    const dead = {
      kind: "irregularity",
      n: 1,
      at: 1,
      round: 2,
      irregularity: { code: "called" },
      consequence: { kind: "dead", place: "1/hand" },
    } as const;
    expect(writePhh({ ...uncounted, facts: [...uncounted.facts, dead] })).toEqual({ why: "a hand died in it" });
  });

  it("leaves out an entry that was taken back, and writes a corrected card as it is", () => {
    const settled = played(3);
    const fold = settled.facts.find((fact) => fact.kind === "decision" && fact.code === "fold");
    expect(studHiLo8.id).toBe("stud-hi-lo-8");
    if (fold === undefined) return;
    const back = {
      kind: "takenBack",
      n: fold.n + 1,
      at: 1,
      round: 3,
      from: fold.n,
      to: fold.n,
      entry: { kind: "close" },
      by: "d",
    } as const;
    const at = settled.facts.indexOf(fold) + 1;
    const twice = [...settled.facts.slice(0, at), back, { ...fold, n: fold.n + 2 }, ...settled.facts.slice(at)];
    expect(writePhh({ ...settled, facts: twice })).toEqual(writePhh(settled));
  });
});
