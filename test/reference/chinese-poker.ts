// The rules of Chinese poker once more, slowly and apart: points of a round and the chips that move. Nothing from src.

import { compareSlow, type SlowHand, slowHigh } from "./hand.ts";

type Segments<T> = { readonly front: T; readonly middle: T; readonly back: T };
const names = ["front", "middle", "back"] as const;
const sizes: Segments<number> = { front: 3, middle: 5, back: 5 };

export interface SlowRules {
  readonly unit: number;
  readonly segmentPoint: number;
  readonly scoop: number;
  readonly superBonus: number;
  readonly superBonusOpponents: number;
  readonly bonus: Segments<Readonly<Record<string, number | undefined>>>;
  readonly auto: Readonly<Record<string, number>>;
  readonly foul: number;
  readonly bonusRequiresSegmentWin: boolean;
  readonly autoVersusFoul: string;
  readonly winCap: string;
  readonly backMayTieMiddle: boolean;
  readonly timeoutSet: string;
}

export interface SlowPlayer {
  readonly seat: number;
  readonly stack: number;
  /** Set: rows as they lie. Declared, or out of time: the cards alone. */
  readonly rows?: Segments<readonly string[]>;
  readonly declared?: readonly string[];
  readonly late?: readonly string[];
}

export interface SlowRound {
  readonly rules: SlowRules;
  /** In the order of settlement, from the left of the button. */
  readonly players: readonly SlowPlayer[];
}

export interface SlowPair {
  readonly a: number;
  readonly b: number;
  readonly points: number;
  readonly chips: number;
}

const rankOrder = "A23456789TJQKA";

function split<T>(items: readonly T[], size: number): { taken: T[]; left: T[] }[] {
  if (size === 0) return [{ taken: [], left: [...items] }];
  if (items.length < size) return [];
  const [first, ...others] = items as [T, ...T[]];
  return [
    ...split(others, size - 1).map(({ taken, left }) => ({ taken: [first, ...taken], left })),
    ...split(others, size).map(({ taken, left }) => ({ taken, left: [first, ...left] })),
  ];
}

/** What is left of some ranks when a run is taken out; null if they don't hold it. */
function takeRun(ranks: readonly string[], run: string): readonly string[] | null {
  const left = [...ranks];
  for (const rank of run) {
    const at = left.indexOf(rank);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function runsOf(size: number): string[] {
  return Array.from({ length: rankOrder.length - size + 1 }, (_, i) => rankOrder.slice(i, i + size));
}

function threeStraights(ranks: readonly string[]): boolean {
  return runsOf(3).some((short) => {
    const ten = takeRun(ranks, short);
    return (
      ten !== null &&
      runsOf(5).some((long) => {
        const five = takeRun(ten, long);
        return five !== null && runsOf(5).some((last) => takeRun(five, last)?.length === 0);
      })
    );
  });
}

function threeFlushes(cards: readonly string[]): boolean {
  const left = (suit: string, counts: Record<string, number>, size: number) => ({ ...counts, [suit]: (counts[suit] ?? 0) - size });
  const held: Record<string, number> = {};
  for (const card of cards) held[card.charAt(1)] = (held[card.charAt(1)] ?? 0) + 1;
  const suits = ["c", "d", "h", "s"];
  return suits.some((one) =>
    suits.some((two) =>
      suits.some((three) => Object.values(left(three, left(two, left(one, held, 5), 5), 3)).every((count) => count === 0)),
    ),
  );
}

/** Patterns of thirteen cards. */
export function slowPatterns(cards: readonly string[]): string[] {
  const ranks = cards.map((card) => card.charAt(0));
  const pairs = [...new Set(ranks)].reduce((sum, rank) => sum + Math.floor((ranks.join("").split(rank).length - 1) / 2), 0);
  return [
    ...(new Set(ranks).size === 13 ? ["dragon"] : []),
    ...(pairs === 6 ? ["sixPairs"] : []),
    ...(threeFlushes(cards) ? ["threeFlushes"] : []),
    ...(threeStraights(ranks) ? ["threeStraights"] : []),
  ];
}

type Hand =
  | { readonly kind: "set"; readonly ranked: Segments<SlowHand> }
  | { readonly kind: "auto"; readonly pattern: string; readonly points: number }
  | { readonly kind: "foul" };

function ranked(rows: Segments<readonly string[]>): Segments<SlowHand> {
  return { front: slowHigh(rows.front), middle: slowHigh(rows.middle), back: slowHigh(rows.back) };
}

/** Whether three rows are a legal setting. */
export function slowLegal(rows: Segments<readonly string[]>, backMayTieMiddle: boolean): boolean {
  if (names.some((name) => rows[name].length !== sizes[name])) return false;
  const { front, middle, back } = ranked(rows);
  const over = compareSlow(back, middle);
  return compareSlow(middle, front) > 0 && (backMayTieMiddle ? over >= 0 : over > 0);
}

/** The strongest legal back, then middle, then front, among all settings of the hand. */
export function slowSetting(cards: readonly string[], backMayTieMiddle: boolean): Segments<SlowHand> | null {
  let best: Segments<SlowHand> | null = null;
  const backs = split(cards, 5)
    .map((choice) => ({ ...choice, hand: slowHigh(choice.taken) }))
    .sort((a, b) => compareSlow(b.hand, a.hand));
  for (const { taken: back, left, hand } of backs) {
    if (best !== null && compareSlow(hand, best.back) < 0) return best;
    for (const { taken: middle, left: front } of split(left, 5)) {
      if (!slowLegal({ front, middle, back }, backMayTieMiddle)) continue;
      const set = ranked({ front, middle, back });
      if (best === null || compareSlow(set.middle, best.middle) > 0) best = set;
      else if (compareSlow(set.middle, best.middle) === 0 && compareSlow(set.front, best.front) > 0) best = set;
    }
  }
  return best;
}

function readHand(player: SlowPlayer, rules: SlowRules): Hand {
  if (player.declared !== undefined) {
    const worth = slowPatterns(player.declared).map((pattern) => ({ pattern, points: rules.auto[pattern] ?? 0 }));
    const best = worth
      .filter(({ points }) => points > 0)
      .reduce<(typeof worth)[number] | null>((a, b) => (a && a.points >= b.points ? a : b), null);
    return best === null ? { kind: "foul" } : { kind: "auto", ...best };
  }
  if (player.late !== undefined) {
    const set = rules.timeoutSet === "foul" ? null : slowSetting(player.late, rules.backMayTieMiddle);
    return set === null ? { kind: "foul" } : { kind: "set", ranked: set };
  }
  const rows = player.rows as Segments<readonly string[]>;
  return slowLegal(rows, rules.backMayTieMiddle) ? { kind: "set", ranked: ranked(rows) } : { kind: "foul" };
}

function bonus(name: (typeof names)[number], hand: SlowHand, rules: SlowRules): number {
  const category = hand.category === "royal-flush" && rules.bonus[name]["royal-flush"] === undefined ? "straight-flush" : hand.category;
  return rules.bonus[name][category] ?? 0;
}

/** Segments that a wins from b. */
function wins(a: Segments<SlowHand>, b: Segments<SlowHand>): (typeof names)[number][] {
  return names.filter((name) => compareSlow(a[name], b[name]) > 0);
}

function beatsAll(seat: number, hands: ReadonlyMap<number, Hand>, rules: SlowRules): boolean {
  const own = hands.get(seat);
  if (own?.kind !== "set") return false;
  const others = [...hands].filter(([other]) => other !== seat).map(([, hand]) => hand);
  if (others.length < rules.superBonusOpponents) return false;
  return others.every((hand) => hand.kind === "foul" || (hand.kind === "set" && wins(own.ranked, hand.ranked).length === 3));
}

/** What a gets from b, if it is not b who gets it: the caller asks both ways. */
function gain(a: number, b: number, hands: ReadonlyMap<number, Hand>, rules: SlowRules): number {
  const own = hands.get(a) as Hand;
  const other = hands.get(b) as Hand;
  if (own.kind === "foul") return 0;
  if (own.kind === "auto") {
    if (other.kind === "auto") return own.pattern === "dragon" && other.pattern !== "dragon" ? own.points : 0;
    if (other.kind === "set") return own.points;
    return { auto: own.points, foul: rules.foul, larger: Math.max(own.points, rules.foul) }[rules.autoVersusFoul] ?? Number.NaN;
  }
  if (other.kind === "auto") return 0;
  const bonuses = (won: readonly (typeof names)[number][]): number =>
    won.reduce((sum, name) => sum + bonus(name, own.ranked[name], rules), 0);
  const all = beatsAll(a, hands, rules);
  if (other.kind === "foul") return (all ? rules.superBonus : rules.foul) + bonuses(names);
  const won = wins(own.ranked, other.ranked);
  const base = won.length === 3 ? (all ? rules.superBonus : rules.scoop) : won.length * rules.segmentPoint;
  return base + bonuses(rules.bonusRequiresSegmentWin ? won : names);
}

/** Points of every pair in the order of settlement, and the chips that go with them. `called`: what the players said instead. */
export function slowRound({ rules, players }: SlowRound, called?: (a: number, b: number) => number): SlowPair[] {
  const hands = new Map(players.map((player) => [player.seat, readHand(player, rules)] as const));
  const pairs = players.flatMap(({ seat: a }, i) => players.slice(i + 1).map(({ seat: b }) => ({ a, b })));
  const isAuto = (seat: number): boolean => hands.get(seat)?.kind === "auto";
  const first = pairs.filter(({ a, b }) => isAuto(a) || isAuto(b));
  const order = [...first, ...pairs.filter((pair) => !first.includes(pair))];
  const lost: Record<number, number> = {};
  const won: Record<number, number> = {};
  return order.map(({ a, b }) => {
    // What the table can't know is whether a hand that a player set is a foul.
    const foulMatters = rules.autoVersusFoul !== "auto" && [a, b].some((seat) => players.find((one) => one.seat === seat)?.rows);
    const said = called !== undefined && !(isAuto(a) && isAuto(b)) && (foulMatters || !(isAuto(a) || isAuto(b)));
    const points = said ? called(a, b) : gain(a, b, hands, rules) - gain(b, a, hands, rules);
    const [winner, loser] = points > 0 ? [a, b] : [b, a];
    const stack = (seat: number): number => players.find((player) => player.seat === seat)?.stack ?? 0;
    const limits = [stack(loser) - (lost[loser] ?? 0), stack(winner) - (rules.winCap === "total" ? (won[winner] ?? 0) : 0)];
    const chips = Math.min(Math.abs(points) * rules.unit, ...limits);
    lost[loser] = (lost[loser] ?? 0) + chips;
    won[winner] = (won[winner] ?? 0) + chips;
    return { a, b, points: points + 0, chips };
  });
}
