import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Card, cardIndex, deck52, type Rank } from "#core/card";
import {
  classCount,
  flushOfMasks,
  frontOf,
  type HandCategory,
  handCategories,
  high5,
  high7,
  highOf,
  highOfClass,
  longestFlush,
  longestStraightFlush,
  lowOf,
  lowsUpTo,
  rankHand,
  straightFlushOfMasks,
  suitMasks,
} from "#core/hand";

function cards(text: string): Card[] {
  return (text.match(/../g) ?? []) as string[] as Card[];
}

describe("the best five", () => {
  const named: readonly (readonly [string, HandCategory, string, number])[] = [
    ["7c5d4h3s2c", "high-card", "75432", 0],
    ["AcKdQhJs9c", "high-card", "AKQJ9", 1276],
    ["2c2d3h4s5c", "pair", "22543", 1277],
    ["AcAdKhQsJc", "pair", "AAKQJ", 4136],
    ["KcKd7h7sAc3d2h", "two-pair", "KK77A", 4807],
    ["2c2d2h3s4c", "three-of-a-kind", "22243", 4995],
    ["AcAdAhKsQc", "three-of-a-kind", "AAAKQ", 5852],
    ["5c4d3h2sAcKdKh", "straight", "5432A", 5853],
    ["AcKdQhJsTc", "straight", "AKQJT", 5862],
    ["7c5c4c3c2c", "flush", "75432", 5863],
    ["AcKcQcJc9c", "flush", "AKQJ9", 7139],
    ["2c2d2h3s3c", "full-house", "22233", 7140],
    ["KcKdKh7s7c7hAd", "full-house", "KKK77", 7277],
    ["2c2d2h2s3c", "four-of-a-kind", "22223", 7296],
    ["AcAdAhAsKc", "four-of-a-kind", "AAAAK", 7451],
    ["5h4h3h2hAh6c6d", "straight-flush", "5432A", 7452],
    ["KhQhJhTh9hAcAd", "straight-flush", "KQJT9", 7460],
    ["AsKsQsJsTs9s8s", "royal-flush", "AKQJT", 7461],
  ];

  it.each(named)("%s is %s %s", (text, category, ranks, value) => {
    expect(highOf(cards(text))).toEqual({ value, category, ranks });
  });

  it("does not wrap: K-A-2-3-4 is ace high", () => {
    expect(highOf(cards("KcAd2h3s4c")).category).toBe("high-card");
    expect(highOf(cards("KcAc2c3c4c")).category).toBe("flush");
  });

  it("takes the flush of six over the straight, and the straight of six from the top", () => {
    expect(highOf(cards("2h4h6h8hTh3c5d"))).toMatchObject({ category: "flush", ranks: "T8642" });
    expect(highOf(cards("4c5d6h7s8c9d2h"))).toMatchObject({ category: "straight", ranks: "98765" });
    expect(highOf(cards("2c3d4h5s6cAd")).ranks).toBe("65432");
  });

  it("uses the third pair as kicker only if it is the highest card left", () => {
    expect(highOf(cards("KcKd7h7s5c5dAh")).ranks).toBe("KK77A");
    expect(highOf(cards("KcKd7h7s5c5d4h")).ranks).toBe("KK775");
  });

  it("names every class back: value, category and ranks agree, ascending", () => {
    let last = 0;
    for (let value = 0; value < classCount; value++) {
      const hand = highOfClass(value);
      expect(hand.ranks).toHaveLength(5);
      const weight = handCategories.indexOf(hand.category);
      expect(weight).toBeGreaterThanOrEqual(last);
      last = weight;
    }
    expect(highOfClass(7461)).toEqual({ value: 7461, category: "royal-flush", ranks: "AKQJT" });
    expect(() => highOfClass(7462)).toThrow("7462 is no class of five-card hands");
  });

  it("refuses what is no hand, without naming a face", () => {
    expect(() => highOf(cards("AcKcQcJc"))).toThrow("five cards");
    expect(() => highOf(cards("AcKcQcJcAc"))).toThrow(/^card 5 of a hand of 5 comes twice$/);
    expect(() => highOf(["Ac", "Kc", "Qc", "Jc", "1c" as Card])).toThrow(/^entry 5 of a hand of 5 is no card$/);
    expect(() => rankHand([])).toThrow("empty hand");
    expect(() => frontOf(cards("AcKc"))).toThrow("three cards");
  });

  const rows = readFileSync(new URL("../../fixtures/eval7.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));

  it("agrees with an outside oracle on 3,000 seven-card hands, high and low", () => {
    expect(rows).toHaveLength(3000);
    for (const [text = "", high, , low] of rows) {
      const hand = cards(text);
      const [a, b, c, d, e, f, g] = hand.map(cardIndex) as [number, number, number, number, number, number, number];
      expect(highOf(hand).value, text).toBe(Number(high));
      expect(high7(a, b, c, d, e, f, g), text).toBe(Number(high));
      expect(lowOf(hand)?.value ?? "-", text).toBe(low === "-" ? "-" : Number(low));
    }
  });
});

describe("hands of fewer than five", () => {
  it("rank by category, then ranks; a missing kicker is below any card", () => {
    const ascending = ["2c", "2c3d", "7c5d4h3s", "7c5d4h3s2c", "Ac", "Ac2d", "AcKdQhJs9d", "2c2d", "2c2d3h", "AcAd", "AcAd2c", "3c3d2h2s"];
    const values = ascending.map((text) => rankHand(cards(text)).value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(new Set(values).size).toBe(ascending.length);
    expect(rankHand(cards("3c3d3h")).value).toBeLessThan(rankHand(cards("3c3d3h2s")).value);
    expect(rankHand(cards("3c3d3h3s")).value).toBeLessThan(rankHand(cards("3c3d3h3s2c")).value);
    expect(rankHand(cards("3c3d3h3s")).value).toBeGreaterThan(rankHand(cards("AcAdAhKsKc")).value);
  });

  it("know no straights, flushes or full houses", () => {
    expect(rankHand(cards("AcKcQcJc"))).toMatchObject({ category: "high-card", ranks: "AKQJ" });
    expect(rankHand(cards("5c4d3h2s")).category).toBe("high-card");
    expect(rankHand(cards("KcKdKh7s"))).toMatchObject({ category: "three-of-a-kind", ranks: "KKK7" });
    expect(rankHand(cards("KcKd7h7s"))).toMatchObject({ category: "two-pair", ranks: "KK77" });
    expect(rankHand(cards("Kc"))).toMatchObject({ category: "high-card", ranks: "K" });
  });

  it("and of more than seven (a battle may count nine): the better of a flush and a full house plays", () => {
    expect(rankHand(cards("AcKc9c5c2cAdAhKd")).category).toBe("full-house");
    expect(rankHand(cards("AcKc9c5c2cAdKdQs3h")).category).toBe("flush");
  });
});

describe("three-card fronts", () => {
  it("know trips, pairs and high cards only", () => {
    expect(frontOf(cards("TcTdTh"))).toMatchObject({ category: "three-of-a-kind", ranks: "TTT" });
    expect(frontOf(cards("QcQd2h"))).toMatchObject({ category: "pair", ranks: "QQ2" });
    expect(frontOf(cards("AcKcQc"))).toMatchObject({ category: "high-card", ranks: "AKQ" });
    expect(frontOf(cards("2c2d3h")).value).toBeGreaterThan(frontOf(cards("AcKcQc")).value);
    expect(frontOf(cards("2c2d2h")).value).toBeGreaterThan(frontOf(cards("AcAdKh")).value);
    expect(frontOf(cards("QcQd3h")).value).toBeGreaterThan(frontOf(cards("QhQs2h")).value);
    expect(frontOf(cards("AcKd9h")).value).toBe(frontOf(cards("AsKh9c")).value);
  });

  it("are below a five-card middle that starts with the same ranks, above one that starts lower", () => {
    expect(frontOf(cards("QcQd9h")).value).toBeLessThan(rankHand(cards("QhQs9c3d2c")).value);
    expect(frontOf(cards("QcQd9h")).value).toBeGreaterThan(rankHand(cards("QhQs8c7d6c")).value);
    expect(frontOf(cards("AcKd9h")).value).toBeLessThan(rankHand(cards("AhKs9c3d2c")).value);
    expect(frontOf(cards("2c2d2h")).value).toBeGreaterThan(rankHand(cards("AhAsKcKdQc")).value);
    expect(frontOf(cards("AcAdAh")).value).toBeLessThan(rankHand(cards("5h4s3c2dAs")).value);
  });
});

describe("lows", () => {
  it("need five different ranks of eight or less, the ace low", () => {
    expect(lowOf(cards("Ac2d3h4s5cKdKh"))).toEqual({ value: 0, ranks: "5432A" });
    expect(lowOf(cards("8c7d6h5s4cKdKh"))).toEqual({ value: 55, ranks: "87654" });
    expect(lowOf(cards("9c7d6h5s4cKdKh"))).toBeNull();
    expect(lowOf(cards("8c8d6h6s4c2d2h"))).toBeNull();
    expect(lowOf(cards("7h6h4h3h2h"))?.ranks).toBe("76432");
    expect(lowOf([])).toBeNull();
  });

  it("compare from the top: 8-7-3-2-A loses to 8-6-5-4-3", () => {
    expect(lowOf(cards("8c7d3h2sAc"))?.value).toBeGreaterThan(lowOf(cards("8c6d5h4s3c"))?.value as number);
  });

  it("take any qualifier", () => {
    expect(lowOf(cards("9c7d6h5s4cKdKh"), "9")?.ranks).toBe("97654");
    expect(lowOf(cards("8c7d6h5s4c"), "7")).toBeNull();
    expect(lowOf(cards("KcQdJhTs9c"), "K")).toEqual({ value: 1286, ranks: "KQJT9" });
    expect((["5", "6", "7", "8", "9", "K"] as const).map(lowsUpTo)).toEqual([1, 6, 21, 56, 126, 1287]);
  });
});

describe("flush length", () => {
  it("is the longest group, the higher of two equally long", () => {
    expect(longestFlush(cards("Ac9c2cKdQdJd3h"))).toMatchObject({ length: 3, ranks: "A92" });
    expect(longestFlush(cards("2h3h4h5hAcKcQc"))).toMatchObject({ length: 4, ranks: "5432" });
    expect(longestFlush(cards("7s")).ranks).toBe("7");
    expect(longestFlush([])).toEqual({ value: 0, length: 0, ranks: "" });
  });

  it("compares length first, then ranks from the top, never suits", () => {
    const value = (text: string): number => longestFlush(cards(text)).value;
    expect(value("5h4h3h2h")).toBeGreaterThan(value("AcKcQc"));
    expect(value("9h3h2h")).toBeGreaterThan(value("8c7c6c"));
    expect(value("AhTh9h")).toBeGreaterThan(value("Ac9c8c"));
    expect(value("Ah9h3h")).toBeGreaterThan(value("Ac9c2c"));
    expect(value("Ah9h3h")).toBe(value("Ac9c3c"));
    const [clubs, diamonds, hearts, spades] = suitMasks(cards("AhTh9hKd2c"));
    expect(flushOfMasks(clubs, diamonds, hearts, spades)).toBe(value("AhTh9h"));
  });
});

describe("straight-flush length", () => {
  const run = (text: string, aceLow = true): { length: number; top: Rank | null } => {
    const { length, top } = longestStraightFlush(cards(text), { aceLow });
    return { length, top };
  };

  it("needs three, in any suit, and compares length, then the top card", () => {
    expect(run("AcKcQdJd9h8h2s")).toEqual({ length: 0, top: null });
    expect(run("AcKcQc4d3d2d9h")).toEqual({ length: 3, top: "A" });
    expect(run("5d4d3d2dAcKcQc")).toEqual({ length: 4, top: "5" });
    const value = (text: string): number => longestStraightFlush(cards(text), { aceLow: true }).value;
    expect(value("5d4d3d2d")).toBeGreaterThan(value("AcKcQc"));
    expect(value("4d3d2d")).toBeGreaterThan(value("Ac2c3c"));
    expect(value("Kd2d3h")).toBe(0);
  });

  it("lets the ace play low if the house does, never both ends", () => {
    expect(run("Ac2c3c")).toEqual({ length: 3, top: "3" });
    expect(run("Ac2c3c", false)).toEqual({ length: 0, top: null });
    expect(run("KcAc2c")).toEqual({ length: 0, top: null });
    expect(run("KcAc2c3c")).toEqual({ length: 3, top: "3" });
    expect(run("QcKcAc2c3c")).toEqual({ length: 3, top: "A" });
    expect(run("QcKcAc2c3c4c")).toEqual({ length: 4, top: "4" });
    expect(run("Ac2c3c4c5c6c7c")).toEqual({ length: 7, top: "7" });
    expect(run("AhKhQhJhTh9h8h", false)).toEqual({ length: 7, top: "A" });
    expect(run(deck52.filter((card) => card.endsWith("h")).join(""))).toEqual({ length: 13, top: "A" });
    const [clubs, diamonds, hearts, spades] = suitMasks(cards("Ac2c3c"));
    expect(straightFlushOfMasks(clubs, diamonds, hearts, spades, true)).toBe(3 * 16 + 3);
  });
});

describe("integer entry points", () => {
  it("take the cards in any order", () => {
    const hand = cards("2h4h6h8hTh3c5d").map(cardIndex) as [number, number, number, number, number, number, number];
    const [a, b, c, d, e, f, g] = hand;
    expect(high7(g, f, e, d, c, b, a)).toBe(high7(a, b, c, d, e, f, g));
    expect(high5(c, a, e, b, d)).toBe(high5(a, b, c, d, e));
    expect(high5(a, b, c, d, e)).toBe(highOf(cards("2h4h6h8hTh")).value);
  });
});
