// pitwire check: examples that hold pass, a single falsified value fails by name, and bad input is a sentence.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { check } from "../../../src/cli/check.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Example = Readonly<Record<string, Json>> & { readonly id: string; readonly kind: string };

const fixtures = "test/fixtures/examples";
const path = `${fixtures}/high-card-flush.json`;
const file = JSON.parse(readFileSync(path, "utf8")) as { readonly examples: readonly Example[] };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pitwire-check-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly status: number;
  readonly lines: readonly string[];
}

async function run(files: readonly string[], options: { pack?: string } = {}): Promise<Run> {
  const lines: string[] = [];
  const status = await check.run(files, options, (line) => lines.push(line));
  return { status, lines };
}

/** What `check` says of a file that it cannot use. */
async function refusal(files: readonly string[], options: { pack?: string } = {}): Promise<string> {
  try {
    await run(files, options);
  } catch (error) {
    expect((error as Error).name).toBe("BadFile");
    return (error as Error).message;
  }
  throw new Error("the file was used");
}

function write(name: string, text: string): string {
  const at = join(folder, name);
  writeFileSync(at, text);
  return at;
}

/** A file with these examples in place of its own. */
function withExamples(examples: readonly unknown[], more: object = {}): string {
  return write("examples.json", JSON.stringify({ ...file, ...more, examples }));
}

const named = (id: string): Example => file.examples.find((example) => example.id === id) as Example;
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The lines of one changed example. */
async function problemsWith(id: string, change: (example: Record<string, Json>) => void): Promise<readonly string[]> {
  const changed = copy(named(id)) as Record<string, Json>;
  change(changed);
  const { status, lines } = await run([withExamples([changed])]);
  expect([status, lines.at(-1)]).toEqual([1, "0 passed, 1 failed"]);
  expect(lines[0]).toBe(`FAIL ${id}: ${named(id).title}`);
  return lines.slice(1, -1);
}

function at(value: Json, steps: readonly (string | number)[]): Record<string | number, Json> {
  return steps.reduce((inner, step) => (inner as Record<string | number, Json>)[step] as Json, value) as Record<string | number, Json>;
}

/** Every expected value, by its place. */
function leaves(value: Json, steps: readonly (string | number)[] = [], isExpected = false): readonly (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return isExpected ? [steps] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => leaves(inner, [...steps, key], isExpected || key === "expect"));
}

function falsified(value: Json): Json {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? `${value}?` : 0;
}

function written(steps: readonly (string | number)[]): string {
  return steps.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`), "");
}

describe("pitwire check", () => {
  it("passes the worked examples of every game", async () => {
    for (const name of readdirSync(fixtures)) {
      const { examples } = JSON.parse(readFileSync(join(fixtures, name), "utf8")) as { readonly examples: readonly unknown[] };
      expect([name, await run([join(fixtures, name)])]).toEqual([name, { status: 0, lines: [`${examples.length} passed, 0 failed`] }]);
    }
    expect((await run([path])).lines).toEqual(["21 passed, 0 failed"]);
  }, 60_000);

  it("adds up several files", async () => {
    const one = withExamples([named("hcf-01")]);
    expect(await run([one, one, path])).toEqual({ status: 0, lines: ["23 passed, 0 failed"] });
  });

  it.each(file.examples.map(({ id }) => id))(
    "fails %s by name and place for any single expected value that is falsified",
    async (id) => {
      const labels: string[] = [];
      for (const steps of leaves(named(id))) {
        const key = steps.at(-1) as string | number;
        const lines = await problemsWith(id, (example) => {
          const parent = at(example, steps.slice(0, -1));
          parent[key] = falsified(parent[key] as Json);
        });
        const place = written(steps);
        // A list that is too short or too long is named as a whole; within one of the right length, the entry is.
        if (lines.length !== 1 || !lines[0]?.startsWith(`  ${place}: the example expects `)) labels.push(`${place}: ${lines.join("; ")}`);
      }
      expect(labels).toEqual([]);
    },
    60_000,
  );

  it("says what was expected and what the engine says", async () => {
    const lines = await problemsWith("hcf-01", (example) => {
      at(example, ["players", 0, "expect", "results", "ante"]).outcome = "lose";
    });
    expect(lines).toEqual(['  players[0].expect.results.ante.outcome: the example expects "lose", the engine says "win"']);
  });

  it("does not pass over an expected field that the engine does not know", async () => {
    const lines = await problemsWith("hcf-01", (example) => {
      at(example, ["players", 0, "expect"]).nett = 25;
    });
    expect(lines).toEqual(["  players[0].expect.nett: the example expects 25, the engine says nothing"]);
  });

  it("leaves no seat out of amounts by seat, and takes a 0 for nothing", async () => {
    const quiet = { ...named("hcf-25"), expect: { misdeal: true, net: { "1": 0 } } };
    expect((await run([withExamples([quiet])])).lines).toEqual(["1 passed, 0 failed"]);
    const stud = JSON.parse(readFileSync(`${fixtures}/stud-hi-lo-8.json`, "utf8")) as { readonly examples: readonly Example[] };
    const won = stud.examples.find(({ id }) => id === "stud-12") as Example;
    const paid = (payouts: Json): Promise<Run> => {
      return run([write("paid.json", JSON.stringify({ ...stud, examples: [{ ...won, expect: { payouts } }] }))]);
    };
    expect((await paid({ "1": 50, "2": 50, "3": 0 })).lines).toEqual(["1 passed, 0 failed"]);
    expect((await paid({ "1": 50 })).lines).toContain("  expect.payouts.2: the example expects 0, the engine says 50");
  });

  it("takes an example's pay table for the whole of it, as a pack's: a line that is missing pays nothing", async () => {
    const flush = (config: Json): Promise<Run> => run([withExamples([{ ...named("hcf-01"), config }])]);
    const says = (net: number): string => `  players[0].expect.results.flush.net: the example expects 10, the engine says ${net}`;
    expect((await flush({ payFlush: { "4": 5 } })).lines).toContain(says(25));
    expect((await flush({ payFlush: { "7": 5 } })).lines).toContain(says(-5));
  });

  it("lays an example's part of something that has to be whole over the rest of it", async () => {
    const caps = { ...named("hcf-26b"), config: { raiseCaps: { "5": 1 } } };
    expect((await run([withExamples([caps])])).lines).toContain("  expect.legal: the example expects true, the engine says false");
    const high = { ...named("hcf-02"), config: { qualifier: { minHigh: "8" } } };
    expect((await run([withExamples([high])])).lines).toContain(
      "  designatedPlayer.expect.qualifies: the example expects false, the engine says true",
    );
  });

  it("seats a player at the bank's usual seat when the bank lies elsewhere", async () => {
    const { designatedPlayer, players, ...rest } = copy(named("hcf-01")) as Record<string, Json>;
    const bank = { ...(designatedPlayer as object), seat: 3 };
    const player = { ...((players as Json[])[0] as object), seat: 0 };
    const moved = { ...rest, buttonSeat: 3, designatedPlayer: bank, players: [player], expect: { settlementOrder: [0] } };
    expect((await run([withExamples([moved])])).lines).toEqual(["1 passed, 0 failed"]);
  });

  it("lets a deck be shuffled again: cards named after a whole deck are another deal", async () => {
    const turned = ["2c", "2d", "2h", ...deck52.filter((one) => !["2c", "2d", "2h", "2s", "3s"].includes(one)), "2s", "3s"];
    const kings = { kind: "banner-deal", id: "again", title: "", config: {}, players: 6, deck: [...turned, "5s", "7d"] };
    const palace = write("palace.json", JSON.stringify({ game: "palace-poker", examples: [kings] }));
    expect(await run([palace])).toEqual({ status: 0, lines: ["1 passed, 0 failed"] });
    const twice = write("twice.json", JSON.stringify({ game: "palace-poker", examples: [{ ...kings, deck: ["2c", "2d", "2c"] }] }));
    expect((await run([twice])).lines[1]).toBe("  deck[2]: 2c already lies at deck[0]. A deck has it once.");
  });

  it("goes on after an example that fails", async () => {
    const wrong = copy(named("hcf-01")) as Record<string, Json>;
    at(wrong, ["players", 0]).cards = [];
    const { status, lines } = await run([withExamples([wrong, named("hcf-02")])]);
    expect([status, lines.at(-1)]).toEqual([1, "1 passed, 1 failed"]);
  });
});

describe("a misdeal, as the examples count it", () => {
  const counted = (dp: number, one: number, shufflerRed = false, misdeal = true): Example =>
    ({ ...named("hcf-25"), cardCounts: { dp, "1": one, "2": 7, "3": 7 }, shufflerRed, expect: { misdeal } }) as Example;

  it("takes seven cards and no red light for what an example does not say", async () => {
    const { cardCounts: _, shufflerRed: __, ...rest } = named("hcf-25");
    const quiet = { ...rest, expect: { misdeal: false } };
    const short = { ...rest, cardCounts: { "3": 6 }, expect: { misdeal: true } };
    expect(await run([withExamples([quiet, short])])).toEqual({ status: 0, lines: ["2 passed, 0 failed"] });
  });

  it("is any hand that does not have seven, the bank's too, or a red light", async () => {
    const misdealt = [
      counted(7, 6),
      counted(7, 8),
      counted(7, 0),
      counted(6, 7),
      counted(8, 7),
      counted(6, 6),
      counted(7, 7, true),
      counted(0, 0, true),
    ];
    expect(await run([withExamples([...misdealt, counted(7, 7, false, false)])])).toEqual({ status: 0, lines: ["9 passed, 0 failed"] });
  });
});

describe("a pack", () => {
  it("replaces the file's rules, and the example's own still stand above it", async () => {
    expect((await run([path], { pack: "high-card-flush/florida" })).lines).toEqual(["21 passed, 0 failed"]);
    const { status, lines } = await run([withExamples([named("hcf-13"), named("hcf-02")])], { pack: "high-card-flush/las-vegas" });
    expect(status).toBe(1);
    expect(lines).toContain("  players[0].expect.results.straightFlush.net: the example expects 1000, the engine says 8000");
    expect(lines.at(-1)).toBe("1 passed, 1 failed");
    const own = { ...named("hcf-13"), config: { paySF: { "7": 1000 }, payFlush: { "7": 200 } } };
    expect((await run([withExamples([own])], { pack: "high-card-flush/las-vegas" })).lines).toEqual(["1 passed, 0 failed"]);
  });

  it("of another game, or none at all, is refused", async () => {
    expect(await refusal([path], { pack: "caribbean-stud/sheet-low" })).toContain(
      "the pack sheet-low 1 is for caribbean-stud, the examples are for high-card-flush",
    );
    expect(await refusal([path], { pack: "high-card-flush/florda" })).toContain('Did you mean "high-card-flush/florida"?');
  });
});

describe("a file that cannot be used", () => {
  it("is named with what is wrong with it", async () => {
    expect(await refusal([])).toContain("name at least one file");
    const missing = join(folder, "nothing.json");
    expect(await refusal([missing])).toBe(`${missing} cannot be used:\n  no such file`);
    expect(await refusal([folder])).toContain("it cannot be read (EISDIR)");
    expect(await refusal([write("broken.json", '{"game": "high-card-flush",')])).toMatch(/not JSON: .+/);
    expect(await refusal([withExamples([], { game: "high-card-flsh" })])).toContain(
      'game: "high-card-flsh" is not known. Did you mean "high-card-flush"?',
    );
    expect(await refusal([withExamples([], { game: "bridge" })])).toContain('game: "bridge" is not known. Known games: caribbean-stud, ');
    expect(await refusal([write("list.json", "[]")])).toContain("expected keys with values; found a list of 0");
    expect(await refusal([write("bare.json", "{}")])).toBe(
      `${join(folder, "bare.json")} cannot be used:\n  game: missing; expected text\n  examples: missing; expected a list`,
    );
    expect(await refusal([withExamples([{ kind: "settlement" }, 5])])).toBe(
      `${join(folder, "examples.json")} cannot be used:\n  examples[0].id: missing; expected text\n  examples[1]: expected keys with values; found 5`,
    );
  });
});

describe("an example that cannot be played", () => {
  const rows: readonly (readonly [string, string, (example: Record<string, Json>) => void, string])[] = [
    [
      "an unknown kind",
      "hcf-01",
      (one) => Object.assign(one, { kind: "setlement" }),
      'kind: "setlement" is not known. Did you mean "settlement"?',
    ],
    [
      "a kind like no other",
      "hcf-01",
      (one) => Object.assign(one, { kind: "x" }),
      'kind: "x" is not known. Known kinds: settlement, misdeal, raise-validation',
    ],
    [
      "an unknown config key",
      "hcf-01",
      (one) => Object.assign(one, { config: { shortfal: "partial" } }),
      'config.shortfal: unknown key. Did you mean "shortfall"?',
    ],
    [
      "a config value of another kind",
      "hcf-01",
      (one) => Object.assign(one, { config: { shortfall: "some" } }),
      'config.shortfall: expected one of partial, all-or-nothing; found "some"',
    ],
    [
      "an unknown length in a paytable",
      "hcf-01",
      (one) => Object.assign(one, { config: { paySF: { "8": 1 } } }),
      "config.paySF.8: unknown key. Known keys: 2, 3, 4, 5, 6, 7.",
    ],
    [
      "a wrong card",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "cards"]), ["1x"]),
      "players[0].cards[0]: is no card: write rank and suit, for example Ts",
    ],
    [
      "a card twice",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "cards"]), ["Qs"]),
      "players[0].cards[0]: Qs already lies at designatedPlayer.cards[0]. A deck has it once.",
    ],
    [
      "a card twice in one hand",
      "hcf-26a",
      (one) => Object.assign(at(one, ["cards"]), ["Jh"]),
      "cards[1]: Jh already lies at cards[0]. A deck has it once.",
    ],
    [
      "too few cards",
      "hcf-01",
      (one) => (at(one, ["players", 0]).cards as Json[]).pop(),
      "players[0].cards: a hand has 7 cards; 6 are given",
    ],
    [
      "too many cards",
      "hcf-01",
      (one) => (at(one, ["designatedPlayer"]).cards as Json[]).push("Kd"),
      "designatedPlayer.cards: a hand has 7 cards; 8 are given",
    ],
    [
      "a missing field",
      "hcf-01",
      (one) => delete at(one, ["designatedPlayer"]).funds,
      "designatedPlayer.funds: missing; expected a number",
    ],
    ["a missing hand", "hcf-01", (one) => delete at(one, ["players", 0]).cards, "players[0].cards: missing; expected a list"],
    [
      "a wager that this game does not have",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "wagers"]), { flsh: 5 }),
      "players[0].wagers.flsh: unknown key.",
    ],
    [
      "an amount in words",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "wagers"]), { ante: "ten" }),
      'players[0].wagers.ante: expected a number; found "ten"',
    ],
    [
      "a broken chip",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "wagers"]), { ante: 2.5 }),
      "players[0].wagers.ante: expected a whole number; found 2.5",
    ],
    [
      "an action of another game",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0]), { action: "call" }),
      'players[0].action: expected one of raise, fold; found "call"',
    ],
    ["a seat twice", "hcf-01", (one) => Object.assign(at(one, ["players", 0]), { seat: 0 }), "players: seat 0 is there twice"],
    [
      "a button away from the bank",
      "hcf-01",
      (one) => Object.assign(one, { buttonSeat: 3 }),
      "buttonSeat: the button lies at the bank, seat 0",
    ],
    [
      "a Raise that the table refuses",
      "hcf-01",
      (one) => Object.assign(at(one, ["players", 0, "wagers"]), { raise: 5 }),
      'the engine refuses: amount {"min":10,"max":30,"step":1}',
    ],
    [
      "a count without a wager",
      "hcf-25",
      (one) => Object.assign(at(one, ["cardCounts"]), { "9": 7 }),
      "cardCounts.9: there is no wager at this seat",
    ],
    [
      "more cards than a deck has",
      "hcf-25",
      (one) => Object.assign(at(one, ["cardCounts"]), { "1": 40 }),
      "cardCounts: 60 cards are more than the deck has",
    ],
  ];
  it.each(rows)("%s is one sentence", async (_row, id, change, sentence) => {
    expect(await problemsWith(id, change)).toEqual([`  ${sentence}`]);
  });

  it("of any game names a card that is there twice", async () => {
    for (const game of readdirSync(fixtures)) {
      const { examples, ...head } = JSON.parse(readFileSync(join(fixtures, game), "utf8")) as { readonly examples: readonly Example[] };
      const dealt = examples.find(
        (example) => (JSON.stringify({ ...example, expect: null }).match(/"[2-9TJQKA][cdhs]"/g) ?? []).length > 3,
      ) as Example;
      const [first = "", second = ""] = JSON.stringify(dealt).match(/"[2-9TJQKA][cdhs]"/g) ?? [];
      const doubled = JSON.parse(JSON.stringify(dealt).replace(second, first)) as Example;
      const { lines } = await run([write(game, JSON.stringify({ ...head, examples: [doubled] }))]);
      expect([game, lines.length, lines[1]]).toEqual([game, 3, expect.stringMatching(/: \w\w already lies at .+\. A deck has it once\.$/)]);
    }
  });
});
