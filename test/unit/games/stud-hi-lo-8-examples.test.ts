// The worked examples of seven-card stud hold, and a falsified copy of each does not; recorded hands and described showdowns come
// out as their files say.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { differences } from "#core/example";
import { examples } from "#games/stud-hi-lo-8/examples";
import { parsePhh, playPhh } from "#games/stud-hi-lo-8/phh";
import { schema } from "#games/stud-hi-lo-8/rules";
import { settleLine, showdownLine } from "#games/stud-hi-lo-8/showdowns";
import { parseToml } from "#games/stud-hi-lo-8/toml";
import { check } from "../../../src/cli/check.ts";

interface Example {
  readonly id: string;
  readonly kind: string;
  readonly config: Record<string, unknown>;
  readonly expect: unknown;
}

const fixtures = new URL("../../fixtures/", import.meta.url).pathname;
const file = JSON.parse(readFileSync(join(fixtures, "examples/stud-hi-lo-8.json"), "utf8")) as {
  readonly defaultConfig: Record<string, unknown>;
  readonly schema: { readonly kinds: readonly string[] };
  readonly examples: readonly Example[];
};
const hands = readdirSync(join(fixtures, "phh"))
  .filter((name) => name.endsWith(".phh"))
  .map((name) => [name, readFileSync(join(fixtures, "phh", name), "utf8")] as const);
const lines = readFileSync(join(fixtures, "stud-showdowns.jsonl"), "utf8").trimEnd().split("\n");

/** A bet that the table refuses stays refused when another illegal amount is named. */
const labels = ["stud-10 .illegalBet"];

function wrong(example: Example): readonly unknown[] {
  const rules = schema.parse({ ...file.defaultConfig, ...example.config });
  return differences(example, examples[example.kind]?.(example, rules));
}

/** Every copy of a value with one of its leaves altered, by the leaf's path. */
function falsified(value: unknown, path = ""): readonly (readonly [path: string, altered: unknown])[] {
  if (typeof value === "number") return [[path, value + 1]];
  if (typeof value === "boolean") return [[path, !value]];
  if (value === null) return [[path, { "1": 1 }]];
  const entries = Object.entries(value as object);
  if (entries.length === 0) return [[path, { "1": 1 }]];
  return entries.flatMap(([key, inner]) =>
    falsified(inner, `${path}.${key}`).map(([leaf, altered]) => {
      const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
      (copy as Record<string, unknown>)[key] = altered;
      return [leaf, copy] as const;
    }),
  );
}

/** An example that no file holds. */
function made(
  kind: string,
  given: Record<string, unknown>,
  expected: Record<string, unknown>,
  config: Record<string, unknown> = {},
): Example {
  return { id: "made up", kind, config, ...given, expect: expected };
}

describe("worked examples", () => {
  it("are the recommended defaults, and of every kind the format names", () => {
    expect(schema.parse({})).toMatchObject(file.defaultConfig);
    expect(Object.keys(examples)).toEqual(file.schema.kinds);
  });

  for (const example of file.examples) {
    it(`${example.id} holds, and with any expected value altered it fails`, () => {
      expect(wrong(example)).toEqual([]);
      for (const [leaf, altered] of falsified(example.expect)) {
        const fails = wrong({ ...example, expect: altered }).length > 0;
        expect([leaf, fails]).toEqual([leaf, !labels.includes(`${example.id} ${leaf}`)]);
      }
    });
  }
});

describe("other examples of the same kinds", () => {
  const betting = (street: number, actions: readonly unknown[], expected: Record<string, unknown>, config = {}) =>
    wrong(made("betting", { street, actions }, expected, config));

  it("of a betting round", () => {
    const half = [
      [1, "bet", 8],
      [2, "call", 8],
      [3, "raise", 12],
    ];
    expect(betting(5, half, { raisesCounted: 1, nextRaiseAllowed: true, toCall: { 1: 4, 2: 4 } })).toEqual([]);
    expect(betting(5, half, { raisesCounted: 0, nextRaiseAllowed: false }, { halfBetRule: false })).toEqual([]);
    const less = [
      [1, "bet", 8],
      [2, "call", 8],
      [3, "raise", 11],
    ];
    expect(betting(5, less, { raisesCounted: 0, nextRaiseAllowed: false, toCall: { 1: 3, 2: 3 } })).toEqual([]);
    expect(betting(5, [...less.slice(0, 2), [3, "raise", 12], [1, "raise", 20]], { raisesCounted: 2, toCall: { 2: 12 } })).toEqual([]);
    const headsUp = [
      [4, "bet", 8],
      [6, "raise", 16],
      [4, "raise", 24],
      [6, "raise", 32],
    ];
    // The betting is over: what it was is still what is asked.
    const called = [...headsUp, [4, "call", 32]];
    expect(betting(6, called, { raisesCounted: 3, toCall: {}, nextRaiseAllowed: false })).toEqual([]);
    expect(betting(7, called, { raisesCounted: 3, toCall: {} })).toEqual([]);
    expect(betting(6, headsUp, { raisesCounted: 3, nextRaiseAllowed: false })).toEqual([]);
    expect(betting(6, headsUp, { raisesCounted: 3, nextRaiseAllowed: true }, { unlimitedHeadsUp: true })).toEqual([]);
    expect(
      betting(
        3,
        [
          [2, "bring-in", 1],
          [3, "call", 2],
          [4, "complete", 4],
        ],
        { raisesCounted: 0, toCall: { 3: 2 } },
      ),
    ).toEqual([]);
    expect(
      betting(
        3,
        [
          [2, "bring-in", 0],
          [3, "bring-in", 2],
          [4, "complete", 4],
        ],
        { toCall: { 3: 2 } },
      ),
    ).toEqual([]);
    expect(
      betting(
        3,
        [
          [2, "complete", 4],
          [3, "raise", 8],
          [5, "fold"],
        ],
        { raisesCounted: 1, toCall: { 2: 4 } },
      ),
    ).toEqual([]);
    expect(
      betting(
        7,
        [
          [3, "bet", 3],
          [4, "call", 3],
          [5, "raise", 8],
        ],
        { raisesCounted: 0, toCall: { 4: 5 } },
      ),
    ).toEqual([]);
    expect(
      betting(
        6,
        [
          [5, "check"],
          [7, "bet", 8],
          [2, "call", 3],
          [5, "call", 8],
        ],
        { raisesCounted: 0, toCall: {} },
      ),
    ).toEqual([]);
  });

  it("of an opening bet", () => {
    expect(betting(4, [[2, "bet", 8]], { legalBet: 8, illegalBet: 12 }, { openPairDoubleBet: true })).toEqual([]);
    expect(betting(4, [], { legalBet: 4, illegalBet: 8 })).toEqual([]);
    expect(betting(3, [], { legalBet: 4, illegalBet: 8 })).toEqual([]);
    expect(betting(5, [], { legalBet: 4, illegalBet: 8 })).toHaveLength(2);
    expect(betting(5, [[1, "raise", 8]], { raisesCounted: 0 })).toEqual([]);
    expect(betting(5, [[1, "bet", 20]], { raisesCounted: 0 })).toHaveLength(1);
  });

  it("of who is first, under other orders", () => {
    const suits = { suitOrderLowToHigh: ["s", "h", "d", "c"] };
    expect(wrong(made("bring-in", { up: { 1: "2c", 2: "2s" } }, { seat: 2 }, suits))).toEqual([]);
    expect(wrong(made("bring-in", { up: { 1: "Ac", 2: "Ks" } }, { seat: 2 }))).toEqual([]);
    expect(wrong(made("bring-in", { up: { 1: "Kc", 2: "As" } }, { seat: 2 }, { aceHighForBringIn: false }))).toEqual([]);
    const straight = { 3: ["2c", "3c", "4c", "5c"], 5: ["9d", "8c", "7c", "2h"] };
    expect(wrong(made("first-to-act", { boards: straight }, { seat: 5 }))).toEqual([]);
  });

  it("of a showdown with eight hands, one of which folded in time for a seventh card each", () => {
    const deck = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => `${rank}${suit}`));
    const eight = (contributed: (i: number) => number) =>
      Array.from({ length: 8 }, (_, i) => ({
        seat: i + 1,
        cards: i < 4 ? [...deck.slice(i * 6, i * 6 + 6), deck[48 + i]] : [],
        contributed: contributed(i),
        status: i < 4 ? "active" : "folded",
      }));
    const pot = (amount: number) => ({
      pots: [{ amount, eligible: [1, 2, 3, 4], high: { 4: amount }, low: null }],
      payouts: { 4: amount },
    });
    expect(wrong(made("showdown", { community: null, players: eight((i) => (i < 4 ? 20 : 2 * i)) }, pot(124)))).toEqual([]);
    expect(wrong(made("showdown", { community: null, players: eight(() => 20) }, pot(160)))).toEqual([]);
    const [first, ...others] = eight(() => 20);
    expect(wrong(made("showdown", { community: null, players: [{ ...first, contributed: 0 }, ...others] }, {}))).toEqual([]);
  });

  it("of eight hands to the end, where one card is everybody's", () => {
    const boards = {
      ...{ 1: ["2c", "3d", "4h", "6s"], 2: ["2d", "3h", "4s", "6c"], 3: ["Ac", "Kd", "Qh", "9s"], 4: ["7c", "8d", "2h", "3s"] },
      ...{ 5: ["7d", "8h", "2s", "3c"], 6: ["Ad", "Kh", "Qs", "9c"], 7: ["Tc", "Jd", "5h", "5s"], 8: ["Th", "Js", "6h", "7h"] },
    };
    const seats = [1, 2, 3, 4, 5, 6, 7, 8];
    const order = (lastAggressor: number | null, first: number, config = {}) => {
      const expected = { order: [...seats.slice(first - 1), ...seats.slice(0, first - 1)] };
      return wrong(made("showdown-order", { activeSeats: seats, lastAggressor, boards }, expected, config));
    };
    // Nobody's board: the four up cards decide who shows first; with burns the last of them is the community card.
    expect(order(null, 7)).toEqual([]);
    expect(order(null, 7, { burns: true })).toEqual([]);
    expect(order(5, 5, { communityRiverBetting: true })).toEqual([]);
    for (const burns of [false, true]) expect(wrong(made("first-to-act", { boards }, { seat: 7 }, { burns }))).toEqual([]);
    const calls = seats.slice(1, 7).map((seat) => [seat, "call", 8]);
    const toCall = Object.fromEntries(seats.slice(0, 7).map((seat) => [seat, 8]));
    for (const street of [5, 6])
      expect(betting(street, [[1, "bet", 8], ...calls, [8, "raise", 16]], { raisesCounted: 1, toCall })).toEqual([]);
  });

  it("of who shows first where the boards are not told", () => {
    expect(wrong(made("showdown-order", { activeSeats: [1, 3, 4, 6], lastAggressor: 4 }, { order: [4, 6, 1, 3] }))).toEqual([]);
  });

  it("of a community card and few hands, and of who has put nothing in", () => {
    const hand = (seat: number, cards: string, more = {}) => ({
      seat,
      cards: cards.split(" "),
      contributed: 50,
      status: "active",
      ...more,
    });
    const two = [hand(1, "Kh Jh 9h 4h Qs Td"), hand(2, "Ac 3d 5c 6s Jc Jd")];
    const pots = [{ amount: 100, eligible: [1, 2], high: { 1: 50 }, low: { 2: 50 } }];
    expect(wrong(made("showdown", { community: "2h", players: two }, { pots, returned: {}, payouts: { 1: 50, 2: 50 } }))).toEqual([]);
    const short = [two[0], hand(2, "Ac 3d 5c 6s Jc"), hand(3, "As 2c 2d 4c 4d 5d 8h")];
    expect(wrong(made("irregularity", { community: "2h", players: short }, { dead: [2, 3], payouts: { 1: 150 } }))).toEqual([]);
    const idle = { seat: 3, contributed: 0, status: "folded" };
    const whole = [hand(1, "Kh Jh 9h 4h 2h Qs Td"), hand(2, "Ac 3d 5c 6s 7d Jc Jd"), idle];
    expect(wrong(made("showdown", { players: whole }, { pots, payouts: { 1: 50, 2: 50 } }))).toEqual([]);
    expect(() => wrong(made("showdown", { players: two }, {}))).toThrow("a hand has 7 cards; 6 are given");
    expect(() => wrong(made("showdown", { players: [{ ...two[0], cards: undefined }] }, {}))).toThrow("missing");
  });

  it("of card-count plans, with burn cards reused", () => {
    const plan = (aliveByStreet: readonly number[], left: number, communityCard: boolean, config = {}) =>
      wrong(made("deal-plan", { aliveByStreet }, { cardsLeftBeforeSeventh: left, communityCard }, config));
    expect(plan([8, 8, 8, 8, 8], 0, true, { burns: true })).toEqual([]);
    expect(plan([8, 8, 8, 8, 5], 4, true)).toEqual([]);
    expect(plan([7, 7, 7, 7, 7], 6, true, { burns: true })).toEqual([]);
    expect(plan([7, 7, 7, 7, 7], 6, false, { burns: true, reuseBurns: true })).toEqual([]);
    expect(plan([8, 5, 2, 2, 2], 15, false, { burns: true })).toEqual([]);
  });

  it("of wrong counts", () => {
    const hand = (seat: number, cards: string) => ({ seat, cards: cards.split(" "), contributed: 20, status: "active" });
    const live = { shortHandAtShowdown: "missing-seventh-live" };
    const six = [hand(1, "Ah Kd 9c 8d 6s 4c Jh"), hand(2, "Tc Td 7h 5d 3s Qc")];
    expect(wrong(made("irregularity", { players: six }, { dead: [], payouts: { 2: 40 } }, live))).toEqual([]);
    const many = [hand(1, "Ah Kd 9c 8d 6s 4c Jh 2c"), hand(2, "Tc Td 7h 5d 3s"), hand(3, "Ts Th 7s 5s 3h 2d 2h")];
    expect(wrong(made("irregularity", { players: many }, { dead: [1, 2], payouts: { 3: 60 } }, live))).toEqual([]);
  });
});

describe("a folded hand", () => {
  it("is no dead hand, however many cards it had", () => {
    const players = [
      { seat: 1, cards: "Ah Kd 9c 8d 6s 4c Jh".split(" "), contributed: 20, status: "active" },
      { seat: 2, cards: "Tc Td 7h 5d 3s Qc".split(" "), contributed: 20, status: "active" },
    ];
    for (const cards of ["2c 3d 8s", "2c 3d 8s 8c", "2c 3d 8s 8c 2d 2h Qd Qh", ""]) {
      const folded = { seat: 3, cards: cards.split(" ").filter(Boolean), contributed: 20, status: "folded" };
      expect(wrong(made("irregularity", { players: [...players, folded] }, { dead: [2], payouts: { 1: 60 } }))).toEqual([]);
    }
  });
});

describe("recorded hands", () => {
  it("are all here", () => expect(hands).toHaveLength(26));

  for (const [name, text] of hands) {
    it(`${name} leaves the stacks it should`, () => {
      const hand = parsePhh(text);
      expect(playPhh(hand)).toEqual({ finishingStacks: hand.finishingStacks, problem: null });
    });
  }

  const [, sample = ""] = hands.find(([name]) => name.includes("10_00_34")) ?? [];

  it("that the table would have played otherwise say where", () => {
    const hand = parsePhh(sample);
    const other = (change: (actions: typeof hand.actions) => typeof hand.actions) =>
      playPhh({ ...hand, actions: change(hand.actions) }).problem;
    expect(other((actions) => actions.filter((one) => one.kind !== "bringIn"))).toMatch(
      /p2 is to act \(.*bringIn.*\), the history says p3 fold/,
    );
    expect(other((actions) => actions.slice(0, -1))).toBe("p2 is to act (fold, raise, call), the history says nothing");
    expect(other((actions) => [...actions, { kind: "fold", seat: 4 }])).toBe("the hand is over, the history goes on with p4 fold");
    expect(other((actions) => actions.map((one) => (one.kind === "wager" ? { ...one, total: 210_000 } : one)))).toMatch(
      /the table refuses/,
    );
  });

  it("that can't be read say where", () => {
    const bad = (from: string | RegExp, to: string) => () => parsePhh(sample.replace(from, to));
    expect(bad("'F7S'", "'NT'")).toThrow(/variant/);
    expect(bad("p2 pb", "p2 zz")).toThrow('actions: number 6, "p2 zz", is not understood');
    expect(bad("p2 7h3s4h", "p2 7h3s4")).toThrow(/number 2/);
    expect(bad("p2 7h3s4h", "p2 7h3s4x")).toThrow(/number 2/);
    expect(bad("cbr 200000", "cbr many")).toThrow(/number 8/);
    expect(bad("d dh p1", "d dq p1")).toThrow(/number 1/);
    expect(bad("p3 f", "p9 f")).toThrow(/number 7/);
    expect(bad("antes = [50000", "antes = [5")).toThrow("antes: they must all be equal");
    expect(bad("finishing_stacks = [2550000, ", "finishing_stacks = [")).toThrow("finishing_stacks: 5 seats ante, 4 are named");
  });

  it("are written in a small part of TOML", () => {
    const text = "a = 1_000 # one\nb = ['x', \"y\",\n  true]\nc=[]\n";
    expect([...parseToml(text)]).toEqual([
      ["a", 1000],
      ["b", ["x", "y", true]],
      ["c", []],
    ]);
    const bad = (source: string) => () => parseToml(source);
    expect(bad("a = 1\nb = @")).toThrow('line 2: "@" is not understood');
    expect(bad("a 1")).toThrow('line 1: "=" should follow a');
    expect(bad("= 1")).toThrow("line 1: a key should stand here, not =");
    expect(bad("a = [1 2]")).toThrow('line 1: "," or "]" should follow in a, not 2');
    expect(bad("a = 1\na = 2")).toThrow("line 2: a comes twice");
    expect(bad("a = ")).toThrow("the text ends before the value of a");
    expect(bad("a = b")).toThrow("line 1: b is no value for a");
  });
});

describe("described showdowns", () => {
  it("are a thousand, and every chip goes where it should", () => {
    const wrongLines = lines.flatMap((line) => {
      const { payouts, refund, pots, ...given } = showdownLine.parse(JSON.parse(line));
      const found = differences({ expect: { payouts, refund, pots } }, { expect: settleLine({ payouts, refund, pots, ...given }) });
      return found.length > 0 ? [given.id] : [];
    });
    expect([lines.length, wrongLines]).toEqual([1000, []]);
  }, 120_000);
});

describe("pitwire check", () => {
  const folder = mkdtempSync(join(tmpdir(), "pitwire-check-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = async (paths: readonly string[], options: Record<string, string> = {}) => {
    const said: string[] = [];
    const status = await check.run(paths, options, (line) => said.push(line));
    return [status, ...said];
  };
  const [name, hand = ""] = hands[0] ?? [];

  it("takes examples, hands and showdowns together", async () => {
    const few = write("few.jsonl", `${lines.slice(0, 3).join("\n")}\n`);
    const files = [join(fixtures, "examples/stud-hi-lo-8.json"), join(fixtures, "phh", name ?? ""), few];
    expect(await run(files)).toEqual([0, `${file.examples.length + 4} passed, 0 failed`]);
  });

  it("says what differs", async () => {
    const wrongHand = write("wrong.phh", hand.replace("finishing_stacks = [2550000", "finishing_stacks = [2550001"));
    expect(await run([wrongHand])).toEqual([
      1,
      "FAIL wrong.phh",
      "  finishing_stacks[0]: the example expects 2550001, the engine says 2550000",
      "0 passed, 1 failed",
    ]);
    const line = JSON.parse(lines[0] ?? "") as { payouts: number[] };
    const wrongLine = write("wrong.jsonl", JSON.stringify({ ...line, payouts: [1, ...line.payouts.slice(1)] }));
    expect(await run([wrongLine])).toEqual([
      1,
      "FAIL r0",
      "  expect.payouts[0]: the example expects 1, the engine says 0",
      "0 passed, 1 failed",
    ]);
  });

  it("names the place where a file can't be used", async () => {
    await expect(run([write("bad.phh", "variant = 'F7S'\nantes = [")])).rejects.toThrow(/bad\.phh cannot be used:\n {2}the text ends/);
    await expect(run([write("bad.jsonl", `${lines[0]}\n{`)])).rejects.toThrow(/line 2 is not JSON/);
    await expect(run([write("shape.jsonl", `{"id":"x"}`)])).rejects.toThrow(/line 1, game/);
    await expect(run([write("p.phh", hand)], { pack: "stud-hi-lo-8/card-room" })).rejects.toThrow(/leave --pack out/);
    await expect(run([write("p.jsonl", lines[0] ?? "")], { pack: "stud-hi-lo-8/card-room" })).rejects.toThrow(/leave --pack out/);
    await expect(run([join(folder, "none.phh")])).rejects.toThrow(/no such file/);
  });
});
