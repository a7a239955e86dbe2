// Points: every row of the rules' tables, the automatic wins counted against computed numbers, fouls, settings.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { rankHand } from "#core/hand";
import { patternsOf } from "#games/chinese-poker/patterns";
import { faultOf, indexesOfStrongest, strongestSetting } from "#games/chinese-poker/setting";
import { slowPatterns, slowSetting } from "../../reference/chinese-poker.ts";
import { cardsOf, type Hand, pairOf, play, pointsOf } from "./chinese-poker-bed.ts";
import { shuffled } from "./chinese-poker-rounds.ts";
import { randomFrom } from "./random.ts";

const points = (one: Hand, other: Hand, rules: Readonly<Record<string, unknown>> = {}): number =>
  pointsOf(play({ hands: { 1: one, 2: other }, rules }), 1, 2);

/** Loses every segment. */
const low: Hand = { front: "5c 4d 2s", middle: "7d 6c 4s 3h 2c", back: "8c 7s 5s 4c 2d" };
const dragon: Hand = { declared: "Ac Kd Qh Js Tc 9d 8h 7s 6c 5d 4h 3s 2c" };
const sixPairs: Hand = { declared: "Ah Ad Kh Kc 9h 9c 7d 7c 5h 5d 3h 3d 2c" };
/** Full house over a high card. */
const foul: Hand = { front: "As Ks 9s", middle: "8s 8d 8c Td Th", back: "Qs Jh 6s 5s 2s" };

describe("segments", () => {
  const front = "Qc Jd 9s";
  const middle = "Kc Qd 8s 7c 6d";

  it.each([
    ["nothing", { front, middle, back: "Ac Kd 9h 8d 6h" }, 6],
    ["straight flush in the back", { front, middle, back: "Th 9h 8h 7h 6h" }, 11],
    ["royal flush in the back", { front, middle, back: "Ah Kh Qh Jh Th" }, 11],
    ["four of a kind in the back", { front, middle, back: "Ac Ad Ah As 6h" }, 10],
    ["full house in the back", { front, middle, back: "Ac Ad Ah 9c 9d" }, 6],
    ["four of a kind in the middle", { front, middle: "Tc Td Ts Th Kd", back: "9h 8h 7h 6h 5h" }, 19],
    ["straight flush in the middle", { front: "Qc Js 9s", middle: "Qd Jd Td 9d 8d", back: "Kh Qh Jh Th 9h" }, 21],
    ["full house in the middle", { front, middle: "3c 3d 3s Kh Kd", back: "Ac Ad Ah 9c 9d" }, 8],
    ["flush in the middle", { front, middle: "Kd Td 9d 6d 3d", back: "Ac Ad Ah 9c 9h" }, 6],
    ["three of a kind in front", { front: "3c 3d 3s", middle: "Tc 9d 8s 7c 6d", back: "Jc Td 9h 8d 7h" }, 9],
    ["three suited cards in a row in front", { front: "Kd Qd Jd", middle: "9c 9d 8s 7c 6d", back: "Ac Ad Ah 9h 3c" }, 6],
  ] as const)("a scoop with %s", (_, hand, wanted) => {
    expect(points(hand, low)).toBe(wanted);
    expect(points(low, hand)).toBe(-wanted);
  });

  it("two to one is one point, and a tied segment none", () => {
    const rest = { middle: "Kc Qd 8s 7c 6d", back: "Ac Ad Ah 9c 9h" };
    const other = { front: "Jc Tc 3s", middle: "Ks Qs 7d 5d 4c", back: "8c 8d 8h 5c 5s" };
    expect(points({ ...rest, front: "Js Td 2h" }, other)).toBe(1);
    expect(points({ ...rest, front: "Js Td 3h" }, other)).toBe(2);
    expect(points({ ...rest, front: "Js Td 3h" }, other, { segmentPoint: 3 })).toBe(6);
  });

  it("ranks A-2-3-4-5 as the lowest straight", () => {
    const wheel = { front: "Kh Jd 7c", middle: "Qh Qd 9s 8s 6d", back: "Ac 2d 3h 4s 5c" };
    expect(points(wheel, { front: "Ks Jc 9d", middle: "Jh Js Tc 8d 7d", back: "6h 5d 4d 3c 2h" })).toBe(-1);
  });

  it("pays bonuses of segments won only, unless the house says otherwise", () => {
    const one = { front: "Ah Qc Tc", middle: "7c 7d 7h 2s 2d", back: "Kc Kd Kh Ks 3d" };
    const other = { front: "Ad Qd 9c", middle: "Jc Jd Jh 4c 4d", back: "9s 8s 7s 6s 5s" };
    expect(points(one, other)).toBe(-1 - 7);
    expect(points(one, other, { bonusRequiresSegmentWin: false })).toBe(-1 - 7 + 6);
  });

  it("gives no bonus for a tied segment, nor a scoop", () => {
    const royal = (suit: string): string => [..."AKQJT"].map((rank) => rank + suit).join(" ");
    const one = { front: "9c 8d 2h", middle: "7c 7h 5c 4c 3d", back: royal("h") };
    const other = { front: "9d 8c 2c", middle: "6c 6h 5d 4d 3h", back: royal("s") };
    expect(points(one, other)).toBe(1);
    expect(points(one, other, { bonusRequiresSegmentWin: false })).toBe(1);
    expect(pairOf(play({ hands: { 1: one, 2: other } }), 2, 1).why).toEqual({
      code: "pairSegments",
      params: { against: 1, points: -1, front: 0, middle: -1, back: 0 },
    });
  });

  it("lets a house pay a royal flush apart", () => {
    const rules = { bonus: { front: {}, middle: {}, back: { "royal-flush": 7, "straight-flush": 5 } } };
    expect(points({ front, middle, back: "Ah Kh Qh Jh Th" }, low, rules)).toBe(13);
    expect(points({ front, middle, back: "Th 9h 8h 7h 6h" }, low, rules)).toBe(11);
  });
});

describe("automatic wins", () => {
  it("collect their value, whatever the other hand holds", () => {
    const set: Hand = { front: "4d 4s 2s", middle: "8c 8d 6s 6d 2h", back: "Qc Qd Ts Th Jc" };
    expect(points(dragon, set)).toBe(13);
    expect(points(sixPairs, { ...set, front: "4d 4s 2s" })).toBe(4);
    expect(pairOf(play({ hands: { 1: dragon, 2: set } }), 2, 1).why).toEqual({
      code: "pairAutomatic",
      params: { against: 1, points: -13 },
    });
  });

  it("push with one another, but a dragon beats every other", () => {
    const settlement = play({
      hands: {
        1: dragon,
        2: { declared: "Ad Ks Qs Jd Th 9c 8s 7d 6h 5s 4c 3d 2h" },
        3: { declared: "Ah As Kc Kh 9h 9s 7c 7h 5c 5h 3c 3h 2d" },
      },
    });
    expect([pointsOf(settlement, 1, 2), pointsOf(settlement, 1, 3), pointsOf(settlement, 3, 2)]).toEqual([0, 13, -13]);
    expect(pairOf(settlement, 1, 2).why.code).toBe("pairBothAutomatic");
    const flushes: Hand = { declared: "As Qs Js 8s 4s Ks Ts 6s 2s 3s Qd 6d 8d" };
    expect(points(sixPairs, flushes)).toBe(0);
    expect(points(sixPairs, flushes, { auto: { dragon: 13, sixPairs: 4, threeFlushes: 6, threeStraights: 4 } })).toBe(0);
  });

  it("are worth the dearest pattern the cards hold", () => {
    const straights: Hand = { declared: "Ks Qd Jc Ac 2d 3s 4c 5d 9h 8h 7h 6h 5h" };
    expect(points(straights, { front: "Kc Ts 4d", middle: "Jd Jh 8c 6d 2h", back: "Ad Ah 9s 9d 3c" })).toBe(4);
    const allHearts: Hand = { declared: "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h" };
    const other = { ...low, middle: "7d 6c 4s 3d 2c" };
    expect(points(allHearts, other)).toBe(13);
    const auto = { dragon: 0, sixPairs: 4, threeFlushes: 5, threeStraights: 4 };
    expect(points(allHearts, other, { auto })).toBe(5);
  });

  it("declared without a pattern are a foul", () => {
    const nothing: Hand = { declared: "Ac Kc 9c 8c 7h 6h 5d 4d 3s 2s Qd Jd 9h" };
    const settlement = play({ hands: { 1: nothing, 2: { front: "Ad Tc 6s", middle: "Qs Qh 8d 8s 3c", back: "Kh Jh Th 4h 2h" } } });
    expect(pointsOf(settlement, 2, 1)).toBe(6);
    expect(settlement.hands.find(({ place }) => place === "1/hand")?.name.code).toBe("foulNoPattern");
    // A pattern that the house doesn't play is none.
    const off = { auto: { dragon: 13, sixPairs: 0, threeFlushes: 4, threeStraights: 4 } };
    expect(points(sixPairs, { front: "Ac Qd 2s", middle: "Jc Jd 8d 6d 4s", back: "Ks Kd Ts Td 2h" }, off)).toBe(-6);
  });

  it.each([
    ["auto", 13, 4],
    ["foul", 6, 6],
    ["larger", 13, 6],
  ])("against a foul, autoVersusFoul %s: dragon %i, six pairs %i", (autoVersusFoul, forDragon, forPairs) => {
    expect(points(dragon, foul, { autoVersusFoul })).toBe(forDragon);
    expect(points(foul, sixPairs, { autoVersusFoul })).toBe(-forPairs);
    expect(points(dragon, { declared: "Ah Kc 9c 8c 7h 6h 5s 4d 3h 2s Qd Jd 9h" }, { autoVersusFoul })).toBe(forDragon);
  });

  it("are found as a slow reading finds them", () => {
    const random = randomFrom(11);
    const found = new Set<string>();
    for (let n = 0; n < 4000; n++) {
      // Few ranks or few suits make patterns frequent.
      const pools = [deck52, deck52.filter((card) => !card.endsWith("s")), deck52.filter((_, i) => i % 8 < 5)];
      const cards = shuffled(random, pools[n % 3] as readonly Card[]).slice(0, 13);
      const patterns = slowPatterns(cards).sort();
      for (const pattern of patterns) found.add(pattern);
      expect([...patternsOf(cards)].sort(), cards.join(" ")).toEqual(patterns);
    }
    expect([...found].sort()).toEqual(["dragon", "sixPairs", "threeFlushes", "threeStraights"]);
  });
});

describe("the number of hands with an automatic win", () => {
  const ranks = "23456789TJQKA";
  const waysToHold = [1, 4, 6, 4, 1];
  /** Hands with these ranks so often. */
  const weightOf = (counts: readonly number[]): number => counts.reduce((product, count) => product * (waysToHold[count] ?? 0), 1);
  const cardsWith = (counts: readonly number[]): readonly Card[] =>
    counts.flatMap((count, rank) => [..."cdhs"].slice(0, count).map((suit) => `${ranks[rank]}${suit}` as Card));

  it("is the computed one for six pairs, none of which are three straights", () => {
    let total = 0;
    const counts: number[] = [];
    const extend = (left: number, odd: boolean): void => {
      if (counts.length === 13) {
        if (left > 0) return;
        const held = patternsOf(cardsWith(counts));
        if (held.includes("sixPairs")) total += weightOf(counts);
        expect(held.includes("threeStraights") && held.includes("sixPairs")).toBe(false);
        return;
      }
      for (let count = 0; count <= Math.min(4, left); count++) {
        // Thirteen cards in six pairs leave one odd card.
        if (odd && count % 2 === 1) continue;
        counts.push(count);
        extend(left - count, odd || count % 2 === 1);
        counts.pop();
      }
    };
    extend(13, false);
    expect(total).toBe(2_856_863_152);
  });

  it("is the computed one for three straights and for dragons", () => {
    const run = (from: number, length: number): readonly number[] => Array.from({ length }, (_, i) => (from + i + 12) % 13);
    const seen = new Map<string, readonly number[]>();
    for (let a = 0; a < 12; a++)
      for (let b = 0; b < 10; b++)
        for (let c = 0; c < 10; c++) {
          const counts = Array.from({ length: 13 }, () => 0);
          for (const rank of [...run(a, 3), ...run(b, 5), ...run(c, 5)]) counts[rank] = (counts[rank] ?? 0) + 1;
          seen.set(counts.join(), counts);
        }
    const totals = { threeStraights: 0, dragon: 0 };
    for (const counts of seen.values()) {
      const held = patternsOf(cardsWith(counts));
      if (held.includes("threeStraights")) totals.threeStraights += weightOf(counts);
      if (held.includes("dragon")) totals.dragon += weightOf(counts);
    }
    expect(totals).toEqual({ threeStraights: 2_029_579_776, dragon: 67_108_864 });
  });

  it("is the computed one for three flushes", () => {
    const binomials = [1, 13, 78, 286, 715, 1287, 1716, 1716, 1287, 715, 286, 78, 13, 1];
    let total = 0;
    for (let c = 0; c <= 13; c++)
      for (let d = 0; c + d <= 13; d++)
        for (let h = 0; c + d + h <= 13; h++) {
          const shape = [c, d, h, 13 - c - d - h];
          const cards = shape.flatMap((count, suit) => [...ranks].slice(0, count).map((rank) => `${rank}${"cdhs"[suit]}` as Card));
          if (patternsOf(cards).includes("threeFlushes")) total += shape.reduce((ways, count) => ways * (binomials[count] ?? 0), 1);
        }
    expect(total).toBe(5_705_516_392);
  });
});

describe("fouls", () => {
  const set: Hand = { front: "Ad Tc 6c", middle: "7c 7d 7h 3d 3h", back: "4c 4d 4h 4s Jd" };

  it("pay the foul and every bonus of the set hand", () => {
    expect(points(set, foul)).toBe(6 + 2 + 4);
    expect(points(set, foul, { foul: 10 })).toBe(10 + 2 + 4);
    expect(pairOf(play({ hands: { 1: set, 2: foul } }), 2, 1).why).toEqual({ code: "pairFoul", params: { against: 1, points: -12 } });
  });

  it("are paid no bonus of their own under any configuration", () => {
    const rich: Hand = { front: "9s 9c 9h", middle: "8c 8d 5c 5d 2c", back: "Ks Qs Js Ts As" };
    expect(points(rich, set)).toBe(-12);
    expect(points(rich, set, { bonusRequiresSegmentWin: false })).toBe(-12);
  });

  it("push with one another", () => {
    const other: Hand = { front: "Ah Kh 9h", middle: "7s 7d 7c 4d 4h", back: "Qd Jd 6d 5d 2h" };
    expect(points(foul, other)).toBe(0);
    expect(pairOf(play({ hands: { 1: foul, 2: other } }), 1, 2).why.code).toBe("pairBothFoul");
  });

  it.each([
    ["SEGMENT_SIZE", "Kh Qh", "As 9c 8d 5s 3d 2d", "9d 9s 4h 4s 2c", true],
    ["SEGMENT_SIZE", "Ks Kd 3c 2c", "Qd Qc 8d 7s", "Tc 9d 8h 7c 6s", true],
    ["SEGMENT_SIZE", "", "Ks Kd 3c 2c Qd Qc 8d 7s", "Tc 9d 8h 7c 6s", true],
    // Both wrong: the first fault is named.
    ["FRONT_ABOVE_MIDDLE", "Ks Kd 3c", "Qd Qc 8d 7s 2h", "2c 3d 4s 5h 7d", true],
    ["FRONT_ABOVE_MIDDLE", "6c 6d 6h", "Js Jd 9d 9c 7h", "Ah Kh 9h 5h 2h", true],
    ["MIDDLE_ABOVE_BACK", "Ks Qd 3c", "Td 9c 8d 7s 6h", "Kc Kd Kh 2c 3d", true],
    ["MIDDLE_ABOVE_BACK", "Ks Kd 3c", "Td 9c 8d 7s 6h", "Tc 9d 8h 7c 6s", false],
    [null, "Ks Kd 3c", "Td 9c 8d 7s 6h", "Tc 9d 8h 7c 6s", true],
    [null, "Kh Qh Jh", "As 9c 8d 5s 3d", "9d 9s 4h 4s 2c", true],
    [null, "6c 6d 6h", "Js Ts 9d 8c 7h", "Ah Kh 9h 5h 2h", true],
    // Equal first ranks: the five-card hand is higher.
    [null, "Kh Qh Jh", "Kd Qd Jd 3s 2c", "9d 9s 4h 4s 2d", true],
    [null, "Kh Kd Jh", "Ks Kc Jd 3s 2c", "9d 9s 4h 4s 2d", true],
  ] as const)("%s: %s / %s / %s, back may tie: %s", (error, front, middle, back, backMayTieMiddle) => {
    expect(faultOf({ front: cardsOf(front), middle: cardsOf(middle), back: cardsOf(back) }, backMayTieMiddle)).toBe(error);
  });

  it("count an equal back as one only where the house is strict", () => {
    const tied: Hand = { front: "Ks Kd 3c", middle: "Td 9c 8d 7s 6h", back: "Tc 9d 8h 7c 6s" };
    const other: Hand = { front: "5c 4d 2s", middle: "7d 6c 4s 3h 2c", back: "8c 7h 5s 4c 2d" };
    expect(points(tied, other)).toBe(6);
    expect(points(tied, other, { backMayTieMiddle: false })).toBe(-6);
  });
});

describe("the super bonus", () => {
  const best: Hand = { front: "Js Jd 9h", middle: "Kc Kd Kh Qc Qd", back: "Ac Ad Ah As 2c" };
  const second: Hand = { front: "Qh 8c 7d", middle: "5c 5d 4h 3s 2d", back: "Th 9c 8d 7s 6h" };
  const third: Hand = { front: "Qs 8s 7h", middle: "5h 5s 4c 3d 2h", back: "Tc 9d 8h 7c 6s" };
  const fouled: Hand = { front: "Jc Jh 2s", middle: "6c 6d 4d 4s 3c", back: "Ks 3h Ts Td 9s" };
  const pairs = (hands: Readonly<Record<number, Hand>>, rules: Readonly<Record<string, unknown>> = {}) => {
    const settlement = play({ hands, rules });
    return Object.keys(hands)
      .filter((seat) => seat !== "1")
      .map((seat) => [pairOf(settlement, 1, Number(seat)).why.code, pointsOf(settlement, 1, Number(seat))]);
  };

  it("is nine from each of three, a foul counting as scooped, plus bonuses", () => {
    expect(pairs({ 1: best, 2: second, 3: third, 4: fouled })).toEqual([
      ["pairSuper", 15],
      ["pairSuper", 15],
      ["pairFoulSuper", 15],
    ]);
  });

  it("counts three fouls as scooped", () => {
    const spoiled = ({ front = "", middle = "", back = "" }: Hand): Hand => ({ front: "", middle: `${front} ${middle}`, back });
    const wanted = [2, 3, 4].map(() => ["pairFoulSuper", 15]);
    expect(pairs({ 1: best, 2: spoiled(second), 3: spoiled(third), 4: fouled })).toEqual(wanted);
  });

  it("needs so many opponents, and every one of them", () => {
    const three = { 1: best, 2: second, 3: third };
    expect(pairs(three)).toEqual([2, 3].map(() => ["pairScoop", 12]));
    expect(pairs(three, { superBonusOpponents: 2 })).toEqual([2, 3].map(() => ["pairSuper", 15]));
    const higherFront: Hand = { front: "Jc Jh Ks", middle: "6c 6d 4d 4s 2s", back: "Ts Td 3c 3h 9s" };
    expect(pairs({ ...three, 4: higherFront }, { superBonusOpponents: 2 })).toEqual([
      ["pairScoop", 12],
      ["pairScoop", 12],
      ["pairSegments", 1 + 6],
    ]);
  });

  it("is not won beside an automatic winner", () => {
    const swapped: Hand = { ...second, middle: "5c 5d 4h 3s 9s" };
    const automatic: Hand = { declared: "Jc Jh 6c 6d 4d 4s 3c 3h Ts Td 2s 2d Ks" };
    expect(pairs({ 1: best, 2: swapped, 3: third, 4: automatic })).toEqual([
      ["pairScoop", 12],
      ["pairScoop", 12],
      ["pairAutomatic", -4],
    ]);
  });
});

describe("the setting of the engine", () => {
  const ranked = (cards: readonly Card[]) => {
    const { category, ranks } = rankHand(cards);
    return { category, ranks };
  };

  function compare(cards: readonly Card[], backMayTieMiddle: boolean): void {
    const set = strongestSetting(cards, backMayTieMiddle);
    if (set === null) throw new Error(`no setting of ${cards.join(" ")}`);
    expect(faultOf(set, backMayTieMiddle)).toBeNull();
    const { front, middle, back } = set;
    expect({ front: ranked(front), middle: ranked(middle), back: ranked(back) }).toEqual(slowSetting(cards, backMayTieMiddle));
    expect(indexesOfStrongest(cards, backMayTieMiddle)?.map((i) => cards[i])).toEqual([...front, ...middle, ...back]);
  }

  it("is legal, with the strongest back, then middle, then front", () => {
    const random = randomFrom(5);
    for (let n = 0; n < 40; n++) {
      const pool = n % 2 === 0 ? deck52 : deck52.filter((_, i) => i % 13 < 6);
      compare(shuffled(random, pool).slice(0, 13), n % 4 < 2);
    }
  });

  it("gives up the strongest back where it would equal the middle and may not", () => {
    const twins = cardsOf("Td 9c 8d 7s 6h Tc 9d 8h 7c 6s Ks Qd 3c");
    compare(twins, true);
    compare(twins, false);
    expect(rankHand(strongestSetting(twins, false)?.middle ?? []).category).not.toBe("straight");
  });

  it("is made of thirteen cards only", () => {
    expect(indexesOfStrongest(deck52.slice(0, 12), true)).toBeNull();
    expect(indexesOfStrongest([], true)).toBeNull();
  });
});
