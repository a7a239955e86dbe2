// The worked examples of Caribbean Stud hold, and a falsified copy of each does not.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differences } from "#core/example";
import { examples } from "#games/caribbean-stud/examples";
import { schema } from "#games/caribbean-stud/rules";

interface Example {
  readonly id: string;
  readonly kind: string;
  readonly config: Record<string, unknown>;
  readonly expect: Record<string, unknown>;
}

const file = JSON.parse(readFileSync(new URL("../../fixtures/examples/caribbean-stud.json", import.meta.url), "utf8")) as {
  readonly defaultConfig: Record<string, unknown>;
  readonly examples: readonly Example[];
};

function wrong(example: Example, config: Record<string, unknown> = {}): readonly unknown[] {
  const rules = schema.parse({ ...file.defaultConfig, ...example.config, ...config });
  return differences(example, examples[example.kind]?.(example, rules));
}

function falsified(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value} `;
  if (Array.isArray(value)) return [...value, 9];
  return Object.fromEntries(Object.entries(value as object).map(([key, inner], i) => [key, i === 0 ? falsified(inner) : inner]));
}

describe("worked examples", () => {
  it("are the recommended defaults", () => {
    expect(schema.parse({})).toMatchObject(file.defaultConfig);
  });

  for (const example of file.examples) {
    it(`${example.id} holds, and with any expected value altered it fails`, () => {
      expect(wrong(example)).toEqual([]);
      // Nothing here is a label: every value is computed.
      for (const key of Object.keys(example.expect)) {
        const altered = { ...example, expect: { ...example.expect, [key]: falsified(example.expect[key]) } };
        expect([example.id, key, wrong(altered).length]).toEqual([example.id, key, 1]);
      }
    });
  }

  const settled = (over: Record<string, unknown>): Example => ({
    id: "made up",
    kind: "settlement",
    config: {},
    ...over,
    expect: over.expect as Record<string, unknown>,
  });
  const trips = { player: ["8c", "8d", "8s", "5h", "2h"], dealer: ["Ad", "Kc", "4h", "3s", "2c"], dealerUpcardIndex: 0, ante: 100 };

  it("run under other configurations too", () => {
    const bet = { ...trips, action: "bet", progressive: true, jackpot: 0 };
    expect(wrong(settled({ ...bet, config: { progressiveStakeReturned: true }, expect: { progressive: 200, net: 900 } }))).toEqual([]);
    expect(wrong(settled({ ...bet, config: { betMultiple: 1 }, expect: { ante: 100, bet: 300 } }))).toEqual([]);
    expect(
      wrong(settled({ ...bet, config: { aggregateCap: { perHand: 50 } }, expect: { ante: 50, bet: 0, outcome: "player-wins" } })),
    ).toEqual([]);
    const late = { ...trips, action: "timeout", progressive: true, jackpot: 0 };
    const folded = { outcome: "fold", ante: -100, bet: 0, progressive: -50, net: -150 };
    const config = { timeoutBetsFrom: "straight", progressiveRequiresBet: true };
    expect(wrong(settled({ ...late, config, expect: folded }))).toEqual([]);
    const unreserved = (balance: object, expected: object) =>
      wrong(settled({ ...late, ...balance, config: { reserveBet: false }, expect: expected }));
    expect(unreserved({ balance: 200 }, { outcome: "player-wins", bet: 600 })).toEqual([]);
    expect(unreserved({ balance: 199 }, { outcome: "fold", bet: 0 })).toEqual([]);
    expect(unreserved({}, { outcome: "fold", bet: 0 })).toEqual([]);
  });

  it("count any hand", () => {
    const counts = (cardCounts: Record<string, number>, expected: Record<string, unknown>): Example =>
      settled({ kind: "irregularity", cardCounts, expect: expected });
    const table: readonly (readonly [Record<string, number>, Record<string, unknown>])[] = [
      [
        { "1": 5, dealer: 4 },
        { deadSeats: [1], misdeal: true, progressiveStillJudged: true },
      ],
      [
        { "1": 4, dealer: 5 },
        { deadSeats: [1], misdeal: false },
      ],
      [
        { "1": 6, "3": 5, dealer: 5 },
        { deadSeats: [1], misdeal: false },
      ],
      [
        { "1": 5, "2": 4, dealer: 6 },
        { deadSeats: [1, 2], misdeal: true, progressiveStillJudged: true },
      ],
      [
        { "1": 4, "2": 6, dealer: 3 },
        { deadSeats: [1, 2], misdeal: true, progressiveStillJudged: false },
      ],
      [
        { "1": 5, "2": 5, "3": 5, "4": 5, dealer: 5 },
        { deadSeats: [], misdeal: false },
      ],
      [
        { "1": 0, "2": 5, dealer: 5 },
        { deadSeats: [1], misdeal: false },
      ],
    ];
    for (const [cardCounts, expected] of table) expect([cardCounts, wrong(counts(cardCounts, expected))]).toEqual([cardCounts, []]);
  });
});
