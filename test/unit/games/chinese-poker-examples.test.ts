// The worked examples of Chinese poker hold, and a copy with any expected value altered does not.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differences } from "#core/example";
import { examples } from "#games/chinese-poker/examples";
import { schema } from "#games/chinese-poker/rules";

interface Example {
  readonly id: string;
  readonly kind: string;
  readonly config: Record<string, unknown>;
  readonly expect: unknown;
  readonly [field: string]: unknown;
}

const file = JSON.parse(readFileSync(new URL("../../fixtures/examples/chinese-poker.json", import.meta.url), "utf8")) as {
  readonly defaultConfig: Record<string, unknown>;
  readonly examples: readonly Example[];
};

function play(example: Example): unknown {
  return examples[example.kind]?.(example, schema.parse({ ...file.defaultConfig, ...example.config }));
}

const wrong = (example: Example): readonly unknown[] => differences(example, play(example));

/** Every copy of a value in which one leaf is another, or one list longer. */
function altered(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string") return [`${value} `];
  if (value === null) return [0];
  if (Array.isArray(value)) return [[...value, 9], ...value.flatMap((one, i) => altered(one).map((other) => value.with(i, other)))];
  return Object.entries(value as object).flatMap(([key, one]) => altered(one).map((other) => ({ ...(value as object), [key]: other })));
}

describe("worked examples", () => {
  it("are under the recommended defaults", () => {
    expect(schema.parse({})).toMatchObject(file.defaultConfig);
  });

  it.each(file.examples.map((example) => [example.id, example] as const))("%s holds, and no altered copy of it", (_, example) => {
    expect(wrong(example)).toEqual([]);
    // Nothing here is a label: every value is computed.
    const actual = play(example);
    const copies = altered(example.expect).map((other) => ({ ...example, expect: other }));
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.filter((copy) => differences(copy, actual).length === 0)).toEqual([]);
  });

  const made = (over: Record<string, unknown>): Example => ({ id: "made up", kind: "points", config: {}, expect: {}, ...over });

  it("run under other configurations too", () => {
    const automatic = { seat: 1, status: "auto", declared: "dragon", cards: "Ac Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c".split(" ") };
    const fouled = {
      seat: 2,
      status: "foul",
      front: "Ah Kh 9c".split(" "),
      middle: "8c 8d 8s Td Th".split(" "),
      back: "Qs Jh 9s 5s 2s".split(" "),
    };
    const round = { buttonSeat: 4, players: [automatic, fouled] };
    for (const [autoVersusFoul, points] of [
      ["auto", 13],
      ["foul", 6],
      ["larger", 13],
    ] as const) {
      const expected = { pairs: [{ a: 1, b: 2, segments: null, pointsToA: points }], points: { "1": points, "2": -points } };
      expect(wrong(made({ ...round, config: { autoVersusFoul }, expect: expected }))).toEqual([]);
    }
  });

  it("go by the status that they name", () => {
    const rows = (front: string, middle: string, back: string) => ({
      front: front.split(" "),
      middle: middle.split(" "),
      back: back.split(" "),
    });
    const points = (one: object, other: object, toFirst: number) => {
      const players = [
        { seat: 1, ...one },
        { seat: 2, status: "set", ...other },
      ];
      const pairs = [{ a: 1, b: 2, segments: null, pointsToA: toFirst }];
      return wrong(made({ buttonSeat: 4, players, expect: { pairs, points: { "1": toFirst, "2": -toFirst } } }));
    };
    const flushes = rows("Qd 6d 2d", "Ks Ts 8s 6s 4s", "Ah Qh Jh 8h 4h");
    expect(points({ status: "auto", ...flushes }, rows("Kh Qc 7c", "8c 8d 6c 6h 4c", "Tc Td Th Js Jd"), 4)).toEqual([]);
    // The clock ran out over rows that are in order; or nobody laid any.
    const straight = rows("Qh 8c 7d", "5c 5d 4h 3s 2d", "Th 9c 8d 7s 6h");
    expect(points({ status: "foul", ...straight }, rows("3c 3h 2s", "6c 6d 4d 4s 9s", "Jc Jh Ts Td Ks"), -6)).toEqual([]);
    expect(points({ status: "foul" }, rows("6c 5d 3d", "7c 7d 8d 4d 2d", "Kc Qc Jc Tc 9c"), -11)).toEqual([]);
    const short = { seat: 1, status: "set", front: [], middle: [] };
    expect(() => wrong(made({ buttonSeat: 4, players: [short], expect: {} }))).toThrow("missing");
  });

  it("list pairs by seat number, whatever the button", () => {
    const { players, expect: expected } = file.examples.find(({ id }) => id === "cp-21") as Example;
    for (const buttonSeat of [1, 2, 3, 4]) expect(wrong(made({ buttonSeat, players, expect: expected }))).toEqual([]);
  });

  it("move money in the order of the button", () => {
    const { stacks, unit, pairPoints } = file.examples.find(({ id }) => id === "cp-22") as Example;
    const money = (buttonSeat: number, transfers: unknown, net: unknown): Example =>
      made({ kind: "money", stacks, unit, pairPoints, buttonSeat, expect: { transfers, net } });
    const fromSeat1 = [
      [2, 1, 20],
      [3, 1, 0],
      [3, 2, 5],
    ];
    const fromSeat3 = [
      [3, 1, 20],
      [3, 2, 5],
      [2, 1, 0],
    ];
    expect(wrong(money(4, fromSeat1, { "1": 20, "2": -15, "3": -5 }))).toEqual([]);
    expect(wrong(money(2, fromSeat3, { "1": 20, "2": 5, "3": -25 }))).toEqual([]);
    expect(wrong(money(4, fromSeat3, { "1": 20, "2": 5, "3": -25 }))).not.toEqual([]);
  });

  it("move money for an automatic win first, where its pairs are listed first", () => {
    const [unit, stacks] = [5, { "1": 100, "2": 100, "3": 20 }];
    const pair = (a: number, b: number, pointsToA: number) => ({ a, b, pointsToA });
    const listed = (pairPoints: readonly object[], transfers: readonly (readonly number[])[]) =>
      wrong(made({ kind: "money", unit, stacks, buttonSeat: 4, pairPoints, expect: { transfers } }));
    const dragon = [pair(1, 3, -13), pair(2, 3, -13)];
    expect(listed([...dragon, pair(1, 2, 6)], [[1, 3, 20], [2, 3, 0], [2, 1, 30]])).toEqual([]); // biome-ignore format: one row
    expect(listed([pair(1, 2, 6), ...dragon], [[2, 1, 30], [1, 3, 20], [2, 3, 0]])).toEqual([]); // biome-ignore format: one row
  });

  it("take settings of any size", () => {
    const sizes = (front: number, middle: number, back: number, error: string | null) => {
      const cards = "2c 3d 5h 7c 8d 9h Jc Qd 9s 9d Kh Ks Kc Ah".split(" ");
      const example = made({
        kind: "set-validation",
        front: cards.slice(0, front),
        middle: cards.slice(front, front + middle),
        back: cards.slice(front + middle, front + middle + back),
        expect: { legal: error === null, error },
      });
      expect(wrong(example), `${front} ${middle} ${back}`).toEqual([]);
    };
    sizes(3, 5, 5, null);
    for (const [front, middle, back] of [
      [2, 6, 5],
      [4, 4, 5],
      [2, 5, 5],
      [3, 4, 5],
      [3, 5, 4],
      [3, 5, 6],
      [4, 5, 5],
      [3, 6, 5],
    ] as const)
      sizes(front, middle, back, "SEGMENT_SIZE");
  });

  it("strict houses foul an equal back", () => {
    const { front, middle, back } = file.examples.find(({ id }) => id === "cp-27") as Example;
    const expected = { legal: false, error: "MIDDLE_ABOVE_BACK" };
    expect(wrong(made({ kind: "set-validation", front, middle, back, config: { backMayTieMiddle: false }, expect: expected }))).toEqual([]);
  });

  it("know every misdeal together with somebody's having set", () => {
    const quiet = { exposedInOneHand: 0, wrongCount: false, deliveredWrong: false, someoneHasSet: false };
    const misdeal = (over: Record<string, unknown>, expected: boolean, config = {}): void => {
      expect(wrong(made({ kind: "misdeal", ...quiet, ...over, config, expect: { misdeal: expected } })), JSON.stringify(over)).toEqual([]);
    };
    for (const someoneHasSet of [false, true]) {
      misdeal({ someoneHasSet }, false);
      misdeal({ someoneHasSet, exposedInOneHand: 5 }, true);
      misdeal({ someoneHasSet, exposedInOneHand: 13 }, true);
      misdeal({ someoneHasSet, exposedInOneHand: 4 }, false);
      misdeal({ someoneHasSet, wrongCount: true }, true);
      misdeal({ someoneHasSet, deliveredWrong: true }, !someoneHasSet);
      misdeal({ someoneHasSet, deliveredWrong: true, exposedInOneHand: 5 }, true);
    }
    misdeal({ exposedInOneHand: 5 }, false, { exposedCards: 6 });
  });
});
