// Every five-card and every seven-card hand of the deck, counted. The expected numbers are published or were counted by
// independent programs; a single misjudged hand changes them.

import { beforeAll, describe, expect, it } from "vitest";
import {
  classCount,
  flushOfMasks,
  type HandCategory,
  handCategories,
  high5,
  high7,
  highOfClass,
  longestFlush,
  lowOfMask,
  lowsUpTo,
  straightFlushOfMasks,
} from "#core/hand";

// The loops call through local names: a test runner's import is a property of a module object, looked up at every call.
const five = high5;
const seven = high7;
const low = lowOfMask;
const flushes = flushOfMasks;
const straightFlushes = straightFlushOfMasks;

const sevenCardHands = 133_784_560;

function byCategory(histogram: ArrayLike<number>): Record<HandCategory, number> {
  const totals = Object.fromEntries(handCategories.map((category) => [category, 0])) as Record<HandCategory, number>;
  for (let value = 0; value < classCount; value++) totals[highOfClass(value).category] += histogram[value] as number;
  return totals;
}

function countFive(): Uint32Array {
  const histogram = new Uint32Array(classCount);
  for (let a = 0; a < 48; a++)
    for (let b = a + 1; b < 49; b++)
      for (let c = b + 1; c < 50; c++)
        for (let d = c + 1; d < 51; d++)
          for (let e = d + 1; e < 52; e++) {
            const value = five(a, b, c, d, e);
            histogram[value] = (histogram[value] as number) + 1;
          }
  return histogram;
}

const lowWidth = lowsUpTo("K") + 1;

/** Counts by class, and by class × low for the lows up to 8. */
function countSeven(): { high: Uint32Array; low: Uint32Array; highWithLow: Uint32Array } {
  const high = new Uint32Array(classCount);
  const lows = new Uint32Array(lowWidth);
  const highWithLow = new Uint32Array(classCount);
  const qualifying = lowsUpTo("8");
  const bits = new Uint16Array(52).map((_, card) => 1 << (card % 13));
  const bit = (card: number): number => bits[card] as number;
  for (let a = 0; a < 46; a++)
    for (let b = a + 1; b < 47; b++)
      for (let c = b + 1; c < 48; c++)
        for (let d = c + 1; d < 49; d++) {
          const four = bit(a) | bit(b) | bit(c) | bit(d);
          for (let e = d + 1; e < 50; e++)
            for (let f = e + 1; f < 51; f++) {
              const six = four | bit(e) | bit(f);
              for (let g = f + 1; g < 52; g++) {
                const value = seven(a, b, c, d, e, f, g);
                const best = low(six | bit(g));
                high[value] = (high[value] as number) + 1;
                lows[best] = (lows[best] as number) + 1;
                if (best < qualifying) highWithLow[value] = (highWithLow[value] as number) + 1;
              }
            }
        }
  return { high, low: lows, highWithLow };
}

/** The masks of 13 ranks by how many they hold. */
function masksByCount(): number[][] {
  const lists: number[][] = Array.from({ length: 14 }, () => []);
  for (let mask = 0; mask < 8192; mask++) lists[mask.toString(2).replaceAll("0", "").length]?.push(mask);
  return lists;
}

/** Every seven-card hand as the ranks held in each suit: counts by flush value, and by flush length × straight-flush length. */
function countSuits(): { values: Uint32Array; joint: Uint32Array } {
  const values = new Uint32Array(8192);
  const joint = new Uint32Array(8 * 8);
  const lists = masksByCount();
  for (let clubs = 0; clubs <= 7; clubs++)
    for (let diamonds = 0; clubs + diamonds <= 7; diamonds++)
      for (let hearts = 0; clubs + diamonds + hearts <= 7; hearts++) {
        const spades = 7 - clubs - diamonds - hearts;
        const length = Math.max(clubs, diamonds, hearts, spades);
        const shape = [clubs, diamonds, hearts, spades].map((count) => Uint16Array.from(lists[count] as number[]));
        countShape(shape as [Uint16Array, Uint16Array, Uint16Array, Uint16Array], values, joint.subarray(length * 8));
      }
  return { values, joint };
}

function countShape(
  [ofClubs, ofDiamonds, ofHearts, ofSpades]: readonly [Uint16Array, Uint16Array, Uint16Array, Uint16Array],
  values: Uint32Array,
  runs: Uint32Array,
): void {
  for (const c of ofClubs)
    for (const d of ofDiamonds)
      for (const h of ofHearts)
        for (let i = 0; i < ofSpades.length; i++) {
          const s = ofSpades[i] as number;
          const value = flushes(c, d, h, s);
          values[value] = (values[value] as number) + 1;
          const run = straightFlushes(c, d, h, s, true) >>> 4;
          runs[run] = (runs[run] as number) + 1;
        }
}

describe("all 2,598,960 five-card hands", () => {
  let histogram: Uint32Array;
  beforeAll(() => {
    histogram = countFive();
  });

  it("fall into the ten categories as published", () => {
    expect(byCategory(histogram)).toEqual({
      "royal-flush": 4,
      "straight-flush": 36,
      "four-of-a-kind": 624,
      "full-house": 3744,
      flush: 5108,
      straight: 10200,
      "three-of-a-kind": 54912,
      "two-pair": 123552,
      pair: 1098240,
      "high-card": 1302540,
    });
  });

  it("fill each of the 7,462 classes with as many hands as its category allows", () => {
    const each = { "royal-flush": 4, "straight-flush": 4, "four-of-a-kind": 4, "full-house": 24, flush: 4, straight: 1020 } as const;
    const size = { ...each, "three-of-a-kind": 64, "two-pair": 144, pair: 384, "high-card": 1020 };
    for (let value = 0; value < classCount; value++) expect(histogram[value]).toBe(size[highOfClass(value).category]);
  });
});

describe("all 133,784,560 seven-card hands, high and low", () => {
  let counted: ReturnType<typeof countSeven>;
  beforeAll(() => {
    counted = countSeven();
  }, 60_000);

  it("fall into the ten categories as published, over 4,824 classes", () => {
    expect(byCategory(counted.high)).toEqual({
      "royal-flush": 4324,
      "straight-flush": 37260,
      "four-of-a-kind": 224848,
      "full-house": 3473184,
      flush: 4047644,
      straight: 6180020,
      "three-of-a-kind": 6461620,
      "two-pair": 31433400,
      pair: 58627800,
      "high-card": 23294460,
    });
    expect(counted.high.filter((count) => count > 0)).toHaveLength(4824);
  });

  it("hold a low of eight or better 24,530,944 times, by top card and beside each high hand", () => {
    const byTop = [0, lowsUpTo("5"), lowsUpTo("6"), lowsUpTo("7"), lowsUpTo("8")].slice(1).map((end, i, ends) => {
      const lows = counted.low.slice(i === 0 ? 0 : ends[i - 1], end);
      return { each: [...new Set(lows)], total: lows.reduce((sum, count) => sum + count, 0) };
    });
    expect(byTop).toEqual([
      { each: [781824], total: 781824 },
      { each: [630272], total: 3151360 },
      { each: [495104], total: 7426560 },
      { each: [376320], total: 13171200 },
    ]);
    expect(counted.highWithLow.reduce((sum, count) => sum + count, 0)).toBe(24530944);
    expect(byCategory(counted.highWithLow)).toEqual({
      "royal-flush": 0,
      "straight-flush": 19600,
      "four-of-a-kind": 0,
      "full-house": 0,
      flush: 978464,
      straight: 2991920,
      "three-of-a-kind": 263120,
      "two-pair": 1179360,
      pair: 9836640,
      "high-card": 9261840,
    });
  });
});

describe("all 133,784,560 seven-card hands, flush and straight-flush length", () => {
  let counted: ReturnType<typeof countSuits>;
  beforeAll(() => {
    counted = countSuits();
  }, 60_000);

  it("have the lengths counted by an independent program", () => {
    const rows = Array.from({ length: 8 }, (_, length) => [...counted.joint.subarray(length * 8, length * 8 + 8)]);
    expect(rows).toEqual([
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [24676704, 0, 0, 0, 0, 0, 0, 0],
      [75058464, 0, 0, 3822624, 0, 0, 0, 0],
      [22065672, 0, 0, 3669752, 402116, 0, 0, 0],
      [2510508, 0, 0, 1040364, 234156, 29640, 0, 0],
      [111228, 0, 0, 107172, 38220, 9672, 1404, 0],
      [1272, 0, 0, 3020, 1704, 648, 188, 32],
    ]);
    expect(rows.map((row) => row.reduce((sum, count) => sum + count, 0)).slice(2)).toEqual([
      24676704, 78881088, 26137540, 3814668, 267696, 6864,
    ]);
    const column = (run: number): number => rows.reduce((sum, row) => sum + (row[run] as number), 0);
    expect([0, 3, 4, 5, 6, 7].map(column)).toEqual([124423848, 8642932, 676196, 39960, 1592, 32]);
  });

  it("take 5,798 flush values; a dealer qualifies with 9-3-2 of a suit in 75.3637 % of them", () => {
    expect(counted.values.filter((count) => count > 0)).toHaveLength(5798);
    const qualifier = longestFlush(["9c", "3c", "2c"]).value;
    const below = counted.values.slice(0, qualifier).reduce((sum, count) => sum + count, 0);
    expect(below).toBe(32959524);
    expect(counted.values.reduce((sum, count) => sum + count, 0)).toBe(sevenCardHands);
  });
});
