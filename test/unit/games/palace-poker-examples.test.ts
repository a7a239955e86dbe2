// The worked examples of Palace Poker hold, and a falsified copy of each does not.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differences } from "#core/example";
import { examples } from "#games/palace-poker/examples";
import { anteOf, schema } from "#games/palace-poker/rules";
import { readPack } from "#table/pack";

interface Example {
  readonly id: string;
  readonly kind: string;
  readonly config: Record<string, unknown>;
  readonly expect: unknown;
}

const file = JSON.parse(readFileSync(new URL("../../fixtures/examples/palace-poker.json", import.meta.url), "utf8")) as {
  readonly defaultConfig: Record<string, unknown>;
  readonly examples: readonly Example[];
};

function wrong(example: Example): readonly unknown[] {
  const rules = schema.parse({ ...file.defaultConfig, ...example.config });
  return differences(example, examples[example.kind]?.(example, rules));
}

/** Every copy of a value with one of its leaves altered, by the leaf's path. */
function falsified(value: unknown, path = ""): readonly (readonly [path: string, altered: unknown])[] {
  if (typeof value === "number") return [[path, value + 1]];
  if (typeof value === "boolean") return [[path, !value]];
  if (typeof value === "string") return [[path, `${value} `]];
  if (value === null) return [[path, "somebody"]];
  const entries = Object.entries(value as object);
  if (entries.length === 0) return [[path, [1]]];
  return entries.flatMap(([key, inner]) =>
    falsified(inner, `${path}.${key}`).map(([leaf, altered]) => {
      const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
      (copy as Record<string, unknown>)[key] = altered;
      return [leaf, copy] as const;
    }),
  );
}

/** An example that no file holds. */
function made(kind: string, config: Record<string, unknown>, given: Record<string, unknown>, expected: Record<string, unknown>): Example {
  return { id: "made up", kind, config, ...given, expect: expected };
}

describe("worked examples", () => {
  it("are the recommended defaults", () => {
    expect(schema.parse({})).toMatchObject(file.defaultConfig);
    expect(schema.parse(file.defaultConfig)).toEqual(schema.parse({}));
  });

  it("come in every kind the format names", () => {
    expect(Object.keys(examples).sort()).toEqual((file as unknown as { schema: { kinds: string[] } }).schema.kinds);
  });

  for (const example of file.examples) {
    it(`${example.id} holds, and with any expected value altered it fails`, () => {
      expect(wrong(example)).toEqual([]);
      // No leaf is a label: every value is computed.
      for (const [path, altered] of falsified(example.expect)) {
        expect([path, wrong({ ...example, expect: altered }).length]).not.toEqual([path, 0]);
      }
    });
  }
});

describe("packs", () => {
  it.each(["standard", "no-limit"])("%s holds", (name) => {
    const pack = readPack(`palace-poker/${name}`, process.cwd());
    expect(pack.id).toBe(`${name} 1`);
    expect(pack.rules).toMatchObject({ smallBet: 500, bigBet: 1000 });
    expect(anteOf(schema.parse(pack.rules))).toBe(200);
  });
});

describe("made-up examples", () => {
  const sideA = { banner: "7h", palace: ["Ah", "Kc", "Qs"], soldiers: [] };
  const sideD = { banner: "7d", palace: ["Ad", "Ks", "Qc"], soldiers: [] };

  it("of battles under other configurations", () => {
    const last = { attacker: sideA, defender: sideD, otherPlayersAlive: 0 };
    expect(wrong(made("battle", {}, last, { winner: "split-pot", decidedBy: "double-tie", captured: [] }))).toEqual([]);
    const kings = { attacker: { banner: "Ks", palace: ["Ad", "Kd", "Kc"] }, defender: { banner: "9d", palace: ["9c", "9h", "3h"] } };
    expect(wrong(made("battle", { traitorRule: "none" }, kings, { winner: "attacker", captured: ["9d"], winnerSoldiersAfter: 1 }))).toEqual(
      [],
    );
    const ranks = { attacker: { banner: "9s", palace: ["Kd", "Kc", "2c"] }, defender: { banner: "Kh", palace: ["9c", "9h", "3h"] } };
    expect(
      wrong(
        made("battle", { traitorRule: "opponent-banner-rank" }, ranks, {
          attackerCounted: ["9s", "2c"],
          defenderCounted: ["Kh", "3h"],
          winner: "defender",
          decidedBy: "hand",
        }),
      ),
    ).toEqual([]);
    const low = {
      attacker: { banner: "As", palace: ["2s", "3c", "4h"], soldiers: ["5s"] },
      defender: { banner: "Kd", palace: ["Kc", "7c", "6h"] },
    };
    expect(wrong(made("battle", {}, low, { winner: "attacker" }))).toEqual([]);
    expect(wrong(made("battle", { wheel: false }, low, { winner: "defender" }))).toEqual([]);
    const few = { ...last, otherPlayersAlive: 1, attacker: { banner: "7h", palace: ["Ah", "Kc", "Qs"], soldiers: ["2d"] } };
    expect(wrong(made("battle", { maxSoldiers: 1 }, few, { decidedBy: "double-tie", winner: "both-out" }))).toEqual([]);
    const capped = { ...kings, attacker: { banner: "Ks", palace: ["Kc", "Kh", "Qc"], soldiers: ["4s", "5s"] } };
    expect(wrong(made("battle", { maxSoldiers: 2 }, capped, { mustDiscardAtLeast: 1, winnerSoldiersAfter: 2 }))).toEqual([]);
    expect(
      wrong(
        made("battle", { capturedBannerBecomesSoldier: false }, capped, { captured: [], mustDiscardAtLeast: 0, winnerSoldiersAfter: 2 }),
      ),
    ).toEqual([]);
  });

  it("of the last battle of a hand", () => {
    const attacker = { banner: "Kh", palace: ["Kd", "Ks", "8h"], soldiers: ["8s", "2s", "3h"] };
    const defender = { banner: "5c", palace: ["Ah", "Ad", "Jc"], soldiers: ["Jd", "9d", "4c", "6d"] };
    const last = { attacker, defender, otherPlayersAlive: 0 };
    const captured = ["5c", "Jd", "9d", "4c", "6d"];
    expect(wrong(made("battle", {}, last, { winner: "attacker", captured, winnerSoldiersAfter: 5, mustDiscardAtLeast: 3 }))).toEqual([]);
    const crowded = { ...last, otherPlayersAlive: 8 };
    expect(wrong(made("battle", {}, crowded, { winner: "attacker", captured, winnerSoldiersAfter: 5, mustDiscardAtLeast: 3 }))).toEqual([]);
  });

  it("of money", () => {
    const raise = {
      attackerSoldiers: 2,
      defenderSoldiers: 0,
      actions: [
        ["attacker", "bet"],
        ["defender", "raise"],
        ["attacker", "call"],
      ],
    };
    expect(
      wrong(made("battle-money", { smallBet: 3, bigBet: 10 }, raise, { attackerPaid: 19, defenderPaid: 13, judge: "attacker" })),
    ).toEqual([]);
    const two = { smallBet: 3, bigBet: 10, limitRaise: "two-small-without-soldiers" };
    expect(wrong(made("battle-money", two, raise, { attackerPaid: 15, defenderPaid: 9 }))).toEqual([]);
    const more = {
      attackerSoldiers: 0,
      defenderSoldiers: 1,
      actions: [
        ["attacker", "bet", 12],
        ["defender", "call"],
      ],
    };
    const noLimit = { limit: "no-limit" };
    expect(wrong(made("battle-money", noLimit, more, { attackerPaid: 12, defenderPaid: 14, potIncrease: 26, judge: "defender" }))).toEqual(
      [],
    );
    expect(wrong(made("battle-money", { ...noLimit, callAmount: "attacker's formula" }, more, { defenderPaid: 12 }))).toEqual([]);
    const small = {
      attackerSoldiers: 0,
      defenderSoldiers: 0,
      actions: [
        ["attacker", "bet"],
        ["defender", "raise", 3],
      ],
    };
    expect(wrong(made("battle-money", noLimit, small, { legal: false, potIncrease: 2 }))).toEqual([]);
    const given = {
      attackerSoldiers: 1,
      defenderSoldiers: 3,
      actions: [
        ["attacker", "bet"],
        ["defender", "fold"],
      ],
    };
    expect(wrong(made("battle-money", {}, given, { potIncrease: 4, judge: null, out: "defender" }))).toEqual([]);
    expect(wrong(made("cost", { smallBet: 5 }, { soldierCounts: [0, 2, 5] }, { amounts: [5, 15, 30] }))).toEqual([]);
    expect(wrong(made("ante", { ante: 3 }, {}, { ante: 3 }))).toEqual([]);
    expect(
      wrong(made("afford", { attackNeedsFullAmount: false }, { stack: 7, soldiers: 3, role: "attacker" }, { attackLegal: true })),
    ).toEqual([]);
    expect(wrong(made("afford", {}, { stack: 8, soldiers: 3, role: "attacker" }, { attackLegal: true }))).toEqual([]);
    const short = { stack: 5, soldiers: 3, role: "defender" };
    expect(wrong(made("afford", { defenderMayCallAllIn: false }, short, { callLegal: false, allIn: false, pays: 0 }))).toEqual([]);
    expect(wrong(made("afford", {}, { ...short, stack: 9 }, { callLegal: true, allIn: false, pays: 8 }))).toEqual([]);
  });

  it("of endings", () => {
    const two = { pot: 41, alive: { "2": "Kh", "6": "4d" }, dealerSeat: 1 };
    expect(wrong(made("end", {}, two, { over: false, payouts: null }))).toEqual([]);
    expect(wrong(made("end", {}, { ...two, dealerSeat: 2, alive: { "2": "Kh", "6": "4h" } }, { payouts: { "6": 21, "2": 20 } }))).toEqual(
      [],
    );
    const three = { pot: 9, alive: { "1": "Kh", "5": "4h", "9": "2c" }, dealerSeat: 9 };
    expect(wrong(made("end", {}, three, { over: false }))).toEqual([]);
    const hands = { "1": ["Kh", "Ah", "2c", "3d", "9h", "Th", "4h"], "2": ["5c", "5d", "9d", "9s"] };
    expect(wrong(made("showdown", {}, { pot: 30, dealerSeat: 7, hands }, { winners: [1], payouts: { "1": 30 } }))).toEqual([]);
    const excluded = { pot: 30, dealerSeat: 1, hands: { "1": ["Kh", "Kc", "Kd", "3d"], "2": ["5c", "9s", "9h", "2s"] } };
    expect(wrong(made("showdown", {}, excluded, { winners: [1] }))).toEqual([]);
    const tied = { pot: 7, dealerSeat: 1, hands: { "1": ["7h", "Ac", "3s", "2s"], "2": ["7c", "Ah", "3d", "2d"] } };
    expect(wrong(made("showdown", { showdownExclusions: true }, tied, { winners: [1, 2], payouts: { "2": 4, "1": 3 } }))).toEqual([]);
    const kept = { pot: 7, dealerSeat: 1, hands: { "1": ["7h", "Qc", "3s", "2s"], "2": ["7c", "Jd", "3d", "2d"] } };
    expect(wrong(made("showdown", {}, kept, { winners: [1] }))).toEqual([]);
    expect(wrong(made("showdown", { showdownExclusions: true }, kept, { winners: [2] }))).toEqual([]);
  });

  it("of passive rounds", () => {
    const round = (actions: unknown, over: boolean) => made("passive-round", {}, { alive: [1, 2, 3], actions }, { over });
    const held = (actions: unknown, over: boolean): void => expect([actions, wrong(round(actions, over))]).toEqual([actions, []]);
    held(
      [
        [1, "stay"],
        [2, "fold"],
        [3, "discard"],
      ],
      true,
    );
    held(
      [
        [1, "discard"],
        [2, "discard"],
        [3, "discard"],
      ],
      true,
    );
    held(
      [
        [1, "buy"],
        [2, "stay"],
        [3, "stay"],
      ],
      false,
    );
    held(
      [
        [2, "stay"],
        [3, "stay"],
        [1, "bet"],
      ],
      false,
    );
    held(
      [
        [3, "stay"],
        [1, "fold"],
        [2, "fold"],
      ],
      true,
    );
    held(
      [
        [1, "stay"],
        [2, "stay"],
        [3, "buy"],
        [1, "discard"],
        [2, "stay"],
        [3, "stay"],
      ],
      true,
    );
  });

  it("of passive rounds with bets, whoever they are against", () => {
    const held = (alive: number[], actions: unknown, over: boolean): void =>
      expect([actions, wrong(made("passive-round", {}, { alive, actions }, { over }))]).toEqual([actions, []]);
    const [stay, fold, bet] = ["stay", "fold", "bet"];
    // The fold answers the bet: the count begins anew, and the bettor has to pass again himself.
    held([1, 2, 3], [[1, stay], [2, bet], [3, fold], [1, stay]], false); // biome-ignore format: one row an example
    held([1, 2, 3], [[1, stay], [2, bet], [3, fold], [1, stay], [2, stay]], true); // biome-ignore format: one row an example
    held([1, 2, 3], [[1, stay], [2, bet, 3], [3, fold], [1, stay], [2, stay]], true); // biome-ignore format: one row an example
    // Everybody named acts again: somebody else was attacked and folded.
    held([1, 2, 3], [[1, stay], [2, bet], [3, stay], [1, stay], [2, stay]], true); // biome-ignore format: one row an example
    held([1, 4, 7], [[1, bet, 4], [7, stay], [1, stay]], true); // biome-ignore format: one row an example
    held([1, 2, 5], [[1, stay], [2, bet], [5, stay], [1, fold], [2, stay]], true); // biome-ignore format: one row an example
  });

  it("of a player who has nothing at all", () => {
    const nothing = { stack: 0, soldiers: 0, role: "defender" };
    expect(wrong(made("afford", { ante: 0 }, nothing, { callLegal: true, pays: 0, allIn: true }))).toEqual([]);
  });

  it("of hands whose first cards are of one suit, and of a pot that cannot be", () => {
    const hands = { "1": ["Kh", "Kc", "Kd", "3d"], "2": ["5h", "9s", "9h", "2s"] };
    expect(wrong(made("showdown", {}, { pot: 30, dealerSeat: 1, hands }, { winners: [1], payouts: { "1": 30 } }))).toEqual([]);
    const soldiers = { "1": ["Kh", "Ah", "2c", "3d", "9h", "Th", "4h"], "2": ["5c", "5d", "9d", "9s"] };
    expect(() => wrong(made("showdown", {}, { pot: 2, dealerSeat: 1, hands: soldiers }, { winners: [1] }))).toThrow(
      "a pot of 2 is smaller than its 3 soldiers cost",
    );
  });

  it("of piles", () => {
    const buy = (given: Record<string, unknown>, expected: Record<string, unknown>, config = {}) =>
      wrong(made("buy", config, given, expected));
    expect(buy({ drawPile: 0, discardPile: 0, soldiers: 2 }, { legal: false })).toEqual([]);
    expect(buy({ drawPile: 0, discardPile: 1, soldiers: 5 }, { legal: true, mustDiscardAtLeast: 1 })).toEqual([]);
    expect(buy({ drawPile: 30, discardPile: 0, soldiers: 0 }, { legal: true, cost: 7, mustDiscardAtLeast: 0 }, { smallBet: 7 })).toEqual(
      [],
    );
    expect(buy({ drawPile: 10, discardPile: 4, soldiers: 2, stack: 1 }, { legal: false })).toEqual([]);
    expect(buy({ drawPile: 12, discardPile: 9, soldiers: 3 }, { legal: true, mustDiscardAtLeast: 1 }, { maxSoldiers: 3 })).toEqual([]);
  });

  it("of side pots", () => {
    const pots = (contributions: Record<string, number>, rankOrder: number[], expected: Record<string, unknown>) =>
      wrong(made("side-pots", {}, { contributions, rankOrder }, expected));
    expect(pots({ "1": 30, "2": 30 }, [2, 1], { pots: [{ amount: 60, eligible: [1, 2] }], payouts: { "2": 60 } })).toEqual([]);
    const three = [
      { amount: 20, eligible: [1, 2, 3] },
      { amount: 21, eligible: [2, 3] },
      { amount: 20, eligible: [3] },
    ];
    // The last one standing takes it all, whatever the others put in.
    expect(pots({ "1": 30, "2": 12, "3": 20 }, [1], { pots: [{ amount: 62, eligible: [1] }], payouts: { "1": 62 } })).toEqual([]);
    // Many small steps, somebody out: the deck is gone through more than once.
    const many = pots({ "1": 25, "2": 60, "3": 100, "4": 100, "5": 37 }, [3, 4, 1, 2], { payouts: { "3": 322 } });
    expect(many).toEqual([]);
    // Seat 4 is out with 5, seat 1 all-in for 5, seat 2 for 15.
    expect(pots({ "1": 5, "2": 15, "3": 35, "4": 6 }, [2, 1, 3], { pots: three, payouts: { "2": 41, "3": 20 } })).toEqual([]);
    // Chips above the highest level, all of them of players who are out, join the pot below.
    expect(pots({ "1": 10, "2": 10, "3": 25 }, [1, 2], { pots: [{ amount: 45, eligible: [1, 2] }], payouts: { "1": 45 } })).toEqual([]);
  });
});
