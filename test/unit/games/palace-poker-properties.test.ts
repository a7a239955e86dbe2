// What holds in every round of Palace Poker, whatever is dealt, chosen, reported or gone wrong.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { irregularityCodes } from "#core/irregularity";
import type { Stage } from "#core/rehearse";
import { balances, type Reason, type Settlement } from "#core/settlement";
import { palacePoker } from "#games/palace-poker/game";
import { notice } from "#games/palace-poker/notice";
import { blockCodes, columnCodes, optionCodes, paytableIds, reasonCodes, wagerNames } from "#games/palace-poker/reasons";
import { checkBooks, playRandom, type RandomRound, randomFrom, randomRound, randomRules, roundOf } from "./palace-poker-rounds.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const rounds = seeds.map((seed) => randomRound(randomFrom(seed)));
const few = { numRuns: 40 };

/** Reports a card of some place as exposed now and then; the game is told that the place is dead. */
const dying: typeof palacePoker = {
  ...palacePoker,
  judge: (_round, { place }) => (place === undefined ? { kind: "goOn" } : { kind: "dead", place }),
};

function strikeAt(chance: number) {
  return (on: Stage, random: () => number): boolean => {
    if (random() >= chance) return false;
    const places = Object.entries(on.table.felt.piles).filter(([, cards]) => cards.length > 0);
    const [place] = places[Math.floor(random() * places.length)] ?? [];
    return place !== undefined && on.command({ kind: "report", code: "exposed", place, count: 1 }).ok;
  };
}

describe("every round", () => {
  it("is settled alike when it is played again", () => {
    fc.assert(
      fc.property(rounds, (round) => {
        expect(playRandom(round).on.facts).toEqual(playRandom(round).on.facts);
      }),
      { numRuns: 15 },
    );
  });

  it("does not depend on the order of a player's palace cards", () => {
    fc.assert(
      fc.property(rounds, (round) => {
        expect(playRandom(round, { turnedPalaces: true }).settlement).toEqual(playRandom(round).settlement);
      }),
      few,
    );
  });

  it("ends with the books in order, whatever hand dies at whatever moment", () => {
    let died = 0;
    fc.assert(
      fc.property(rounds, fc.constantFrom(0.02, 0.1, 0.4), (round, chance) => {
        const { settlement } = playRandom(round, { game: dying, compare: false, before: strikeAt(chance) });
        died += settlement.results.filter(({ why }) => why.code === "deadHand").length;
        checkBooks(round, settlement);
      }),
      { numRuns: 80 },
    );
    expect(died).toBeGreaterThan(30);
  });

  it("gives everything back if a misdeal is called at any moment", () => {
    fc.assert(
      fc.property(rounds, fc.nat(60), (round, at) => {
        let steps = 0;
        const before = (on: Stage): boolean => {
          steps++;
          return steps === at + 1 && on.command({ kind: "confirm", code: "misdeal", reason: "called" }).ok;
        };
        const { settlement } = playRandom(round, { compare: false, before });
        checkBooks(round, settlement);
        if (settlement.outcome === "void") expect(gains(round, settlement)).toEqual(round.seats.map(() => 0));
      }),
      few,
    );
  });

  it("never has more than the allowed soldiers when a turn begins, and 52 cards in all", () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const before = (on: Stage): boolean => {
          const { phase } = roundOf(on);
          const { piles, left } = on.table.felt;
          const cards = Object.values(piles).flat();
          expect(new Set(cards).size).toBe(cards.length);
          expect(cards.length + left).toBe(52);
          const inPot = (palacePoker.pots?.(roundOf(on)) ?? []).reduce((sum, { amount }) => sum + amount, 0);
          expect(inPot).toBe(spotsNamed(roundOf(on), "bet"));
          if (phase.kind !== "turn") return false;
          for (const [place, held] of Object.entries(piles)) {
            if (place.endsWith("/soldiers")) expect(held.length).toBeLessThanOrEqual(round.rules.maxSoldiers);
          }
          return false;
        };
        playRandom(round, { before });
      }),
      few,
    );
  });
});

function spotsNamed(round: Parameters<typeof palacePoker.stakes>[0], name: string): number {
  const spots = Object.entries(palacePoker.stakes(round)).filter(([spot]) => spot.endsWith(`/${name}`));
  return spots.reduce((sum, [, stake]) => sum + stake, 0);
}

function gains(round: RandomRound, { transfers }: Settlement): readonly number[] {
  const moved = balances(transfers);
  return round.seats.map((seat) => (moved.get(`seat/${seat}`) ?? 0) - (round.chips[seat] as number));
}

describe("everything the game says", () => {
  const known = new Map<string, readonly string[]>(Object.entries(reasonCodes));
  const unknown = ({ code, params = {} }: Reason): boolean => {
    const wanted = known.get(code);
    const fits = wanted !== undefined && Object.keys(params).sort().join() === [...wanted].sort().join();
    return !fits && !(irregularityCodes as readonly string[]).includes(code);
  };

  it("is in the list of codes, and the list holds nothing else", () => {
    const said = new Set<string>();
    const check = (reasons: readonly Reason[]): void => {
      for (const reason of reasons) said.add(reason.code);
      expect(reasons.filter(unknown)).toEqual([]);
    };
    const random = randomFrom(11);
    for (let n = 0; n < 150; n++) {
      check(notice(randomRules(random)).rules);
      check(notice(randomRules(random)).paytables.flatMap(({ rows }) => rows.map(({ hand }) => hand)));
      const round = randomRound(random);
      const before = (on: Stage, chance: () => number): boolean => {
        check(palacePoker.marks(roundOf(on)).map(({ mark }) => mark));
        check([palacePoker.stage?.(roundOf(on)) ?? []].flat());
        return n % 4 === 0 && strikeAt(0.05)(on, chance);
      };
      const { settlement } = playRandom(round, { compare: false, game: dying, before });
      const { why, results, transfers, hands } = settlement;
      check([why, ...results.map((one) => one.why), ...transfers.map((one) => one.why), ...hands.map(({ name }) => name)]);
    }
    // Who is not dealt in, and equal hands, have tests of their own.
    const rare = ["notDealtIn", "nobodyLeft", "battleTie", "doubleTie", "onlyEligible", "wonBySuit", "lostBySuit"];
    expect([...known.keys()].filter((code) => !said.has(code) && !rare.includes(code))).toEqual([]);
  });

  it("as a key or a wager is in its list", () => {
    const options = new Set<string>();
    const spots = new Set<string>(notice(randomRules(randomFrom(1))).limits.map(({ spot }) => spot));
    const random = randomFrom(5);
    for (let n = 0; n < 40; n++) {
      const before = (on: Stage): boolean => {
        for (const opening of on.openings()) {
          if (opening.kind === "decision") for (const { code } of opening.options) options.add(code);
        }
        for (const spot of Object.keys(palacePoker.stakes(roundOf(on)))) spots.add(spot.split("/")[1] as string);
        return false;
      };
      playRandom(randomRound(random), { compare: false, before });
    }
    expect([...options].sort()).toEqual([...optionCodes].sort());
    expect([...spots].sort()).toEqual([...wagerNames].sort());
    const { paytables } = notice(randomRules(randomFrom(1)));
    expect(paytables.map(({ id }) => id)).toEqual([...paytableIds]);
    expect(paytables.flatMap(({ columns }) => columns)).toEqual([...columnCodes]);
    expect(blockCodes).toEqual(["twoStacks"]);
  });
});
