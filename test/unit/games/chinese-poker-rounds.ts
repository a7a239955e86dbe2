// Random rounds of Chinese poker through the engine, compared with the slow reference. Also what a soak calls, with any count.

import { isDeepStrictEqual } from "node:util";
import { type Card, deck52 } from "#core/card";
import type { Stage } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { pairOf as calledOf, handOf } from "#games/chinese-poker/round";
import { strongestSetting } from "#games/chinese-poker/setting";
import { type SlowPlayer, type SlowRules, slowLegal, slowRound } from "../../reference/chinese-poker.ts";
import { begin, cardsIn, deal, decisionMs, type Hand, pairOf, payOut, rulesWith, say, settlementOf, turnUp } from "./chinese-poker-bed.ts";
import { pick, type Random, randomFrom } from "./random.ts";

export const below = (random: Random, n: number): number => Math.floor(random() * n);

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}

export interface Dealt {
  readonly config: Readonly<Record<string, unknown>>;
  readonly button: number;
  readonly stacks: Readonly<Record<number, number>>;
  readonly hands: Readonly<Record<number, Hand>>;
  /** Players whose clock runs out, where it is not the floor that calls time. */
  readonly clockOut: readonly number[];
  readonly dealtTo: Readonly<Record<string, readonly Card[]>>;
  readonly called: ((a: number, b: number) => number) | null;
}

const numbers = {
  bonus: { front: { "three-of-a-kind": 3 }, middle: { "full-house": 2, "royal-flush": 14 }, back: { "four-of-a-kind": 4 } },
};

function randomConfig(random: Random): Record<string, unknown> {
  return {
    unit: pick(random, [1, 5, 20]),
    bonusRequiresSegmentWin: random() < 0.75,
    autoVersusFoul: pick(random, ["auto", "foul", "larger"]),
    winCap: pick(random, ["total", "per-opponent"]),
    backMayTieMiddle: random() < 0.75,
    superBonusOpponents: pick(random, [1, 2, 3, 3, 3]),
    timeoutSet: random() < 0.9 ? "engine sets a legal hand" : "foul",
    scoring: random() < 0.93 ? "cards" : "called",
    decisionMs: random() < 0.5 ? decisionMs : null,
    ...(random() < 0.3 && numbers),
    ...(random() < 0.2 && {
      segmentPoint: 2,
      scoop: 10,
      superBonus: 15,
      foul: 8,
      auto: { dragon: 26, sixPairs: 6, threeFlushes: 5, threeStraights: 0 },
    }),
  };
}

/** Thirteen cards that hold an automatic win, if the deck's order lets it. */
function specialHand(random: Random, deck: readonly Card[]): readonly Card[] | null {
  const take = (wanted: (card: Card) => boolean, count: number, from: readonly Card[]): readonly Card[] =>
    from.filter(wanted).slice(0, count);
  const without = (used: readonly Card[]): readonly Card[] => deck.filter((card) => !used.includes(card));
  const ranks = "A23456789TJQKA";
  const run = (from: number, size: number, left: readonly Card[]): readonly Card[] =>
    [...ranks.slice(from, from + size)].flatMap((rank) => take((card) => card.startsWith(rank), 1, left));
  switch (below(random, 4)) {
    case 0:
      return run(0, 13, deck);
    case 1: {
      const pairs = shuffled(random, [..."23456789TJQKA"])
        .slice(0, 6)
        .flatMap((rank) => take((card) => card.startsWith(rank), 2, deck));
      return [...pairs, ...without(pairs).slice(0, 1)];
    }
    case 2: {
      const [one, two, three] = [0, 0, 0].map(() => pick(random, ["c", "d", "h", "s"]));
      let used: readonly Card[] = [];
      for (const [suit, count] of [
        [one, 5],
        [two, 5],
        [three, 3],
      ] as const)
        used = [...used, ...take((card) => card.endsWith(suit as string), count, without(used))];
      return used.length === 13 ? used : null;
    }
    default: {
      let used: readonly Card[] = [];
      for (const size of [5, 5, 3]) used = [...used, ...run(below(random, 15 - size), size, without(used))];
      return new Set(used).size === 13 ? used : null;
    }
  }
}

const text = (cards: readonly string[]): string => cards.join(" ");

function randomSetting(random: Random, cards: readonly Card[], backMayTieMiddle: boolean): Hand {
  if (random() < 0.5) {
    const set = strongestSetting(cards, backMayTieMiddle);
    if (set !== null) return { front: text(set.front), middle: text(set.middle), back: text(set.back) };
  }
  const sizes =
    random() < 0.04
      ? pick(random, [
          [2, 6, 5],
          [3, 4, 6],
          [4, 5, 4],
          [0, 8, 5],
          [13, 0, 0],
        ])
      : [3, 5, 5];
  let set = { front: "", middle: "", back: "" };
  for (let tries = 0; tries < 8; tries++) {
    const mixed = shuffled(random, cards);
    const rows = {
      front: mixed.slice(0, sizes[0]),
      middle: mixed.slice(sizes[0], 13 - (sizes[2] ?? 0)),
      back: mixed.slice(13 - (sizes[2] ?? 0)),
    };
    set = { front: text(rows.front), middle: text(rows.middle), back: text(rows.back) };
    if (slowLegal(rows, backMayTieMiddle)) break;
  }
  return set;
}

function randomHand(random: Random, cards: readonly Card[], special: boolean, backMayTieMiddle: boolean): Hand {
  const drawn = random();
  if (drawn < (special ? 0.75 : 0.03)) return { declared: text(cards) };
  if (drawn > 0.96) return { late: text(cards) };
  return randomSetting(random, cards, backMayTieMiddle);
}

/** A round to be played, wholly from the random source. */
export function randomRound(random: Random): Dealt {
  const config = randomConfig(random);
  const seats = shuffled(random, [1, 2, 3, 4]).slice(0, 2 + below(random, 3));
  let deck: readonly Card[] = shuffled(random, deck52);
  const dealtTo: Record<string, readonly Card[]> = {};
  const hands: Record<number, Hand> = {};
  for (const seat of [...seats, ...[1, 2, 3, 4].filter((one) => !seats.includes(one))]) {
    const special = random() < 0.2 ? specialHand(random, deck) : null;
    const cards = special?.length === 13 ? special : deck.slice(0, 13);
    deck = deck.filter((card) => !cards.includes(card));
    dealtTo[handOf(seat)] = shuffled(random, cards);
    if (seats.includes(seat)) hands[seat] = randomHand(random, cards, special !== null, config.backMayTieMiddle as boolean);
  }
  const late = seats.filter((seat) => hands[seat]?.late !== undefined);
  const unit = config.unit as number;
  const stacks = Object.fromEntries(
    seats.map((seat) => [seat, unit * (1 + below(random, random() < 0.5 ? 12 : 200)) - (random() < 0.2 ? unit - 1 : 0)]),
  );
  const points: Record<string, number> = {};
  for (const a of seats) for (const b of seats) if (a < b) points[`${a} ${b}`] = below(random, 40) - 20;
  return {
    config,
    button: pick(random, seats),
    stacks,
    hands,
    clockOut: config.decisionMs === null ? [] : late.filter(() => random() < 0.5),
    dealtTo,
    called: config.scoring === "called" ? (a, b) => (a < b ? (points[`${a} ${b}`] ?? 0) : -(points[`${b} ${a}`] ?? 0)) : null,
  };
}

function callPair(on: Stage, called: (a: number, b: number) => number): boolean {
  const opening = on.openings().find((one) => one.kind === "decision" && one.options.some(({ code }) => code === "tie"));
  if (opening?.kind !== "decision") return false;
  const [a = 0, b = 0] = [opening.by.split("/")[0], opening.by.split("/")[2]].map(Number);
  const points = called(a, b);
  const said = points === 0 ? { code: "tie" } : { code: points > 0 ? "wins" : "loses", amount: Math.abs(points) };
  return on.command({ kind: "decision", by: calledOf(a, b), ...said }).ok;
}

/** Plays the round to its settlement; players speak and hands are turned up in an order of their own. */
export function playRound(round: Dealt, random: Random): Stage {
  const { config, button, stacks, hands, clockOut } = round;
  const on = begin({ rules: config, hands, stacks, button });
  deal(on, round.dealtTo);
  for (const seat of shuffled(random, Object.keys(hands).map(Number))) {
    const hand = hands[seat] as Hand;
    if (!clockOut.includes(seat)) say(on, seat, hand.declared ? "declare" : hand.late ? "timeUp" : "set");
  }
  if (clockOut.length > 0) on.event({ kind: "deadline", at: on.table.at + decisionMs });
  for (let steps = 0; steps < 20; steps++) {
    const open = on
      .openings()
      .flatMap((one) => (one.kind === "reveal" && one.blocked === undefined ? [Number.parseInt(one.place, 10)] : []));
    if (open.length > 0) {
      const seat = pick(random, open);
      turnUp(on, seat, hands[seat] as Hand);
    } else if (round.called === null || !callPair(on, round.called)) break;
  }
  return on;
}

/** The same round for the reference; it needs the numbers of the rules, with the defaults filled in. */
export function slowOf({ config, hands, stacks, button }: Dealt): { readonly rules: SlowRules; readonly players: readonly SlowPlayer[] } {
  const seats = Object.keys(hands)
    .map(Number)
    .sort((a, b) => ((a - button + 3) % 4) - ((b - button + 3) % 4));
  const players = seats.map((seat): SlowPlayer => {
    const hand = hands[seat] as Hand;
    const common = { seat, stack: stacks[seat] ?? 0 };
    if (hand.declared !== undefined) return { ...common, declared: cardsIn(hand) };
    if (hand.late !== undefined) return { ...common, late: cardsIn(hand) };
    const row = (cards = ""): string[] => cards.split(" ").filter((card) => card !== "");
    return { ...common, rows: { front: row(hand.front), middle: row(hand.middle), back: row(hand.back) } };
  });
  return { rules: rulesWith(config) as unknown as SlowRules, players };
}

/** The laws of money: nothing is made or lost, and no chip stays on a spot. */
export function checkMoney(settlement: Settlement, stacks: Readonly<Record<number, number>>): void {
  const sums = balances(settlement.transfers);
  for (const { amount } of settlement.transfers)
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`a transfer of ${amount}`);
  for (const [account, sum] of sums) {
    const [owner, name] = account.split("/");
    // A spot gives away exactly what was laid on it.
    if (name === "stack" && sum !== -(stacks[Number(owner)] ?? 0))
      throw new Error(`${account} ends at ${(stacks[Number(owner)] ?? 0) + sum}`);
    if (name !== "stack" && owner !== "seat") throw new Error(`unknown account ${account}`);
  }
  if (settlement.results.reduce((sum, { net }) => sum + net, 0) !== 0) throw new Error("the results do not sum to zero");
}

function describe(settlement: Settlement, seats: readonly number[]): unknown {
  const order = settlement.results.flatMap(({ spot }) => {
    const [a, b, name] = spot.split("/");
    return name === "vs" ? [{ a: Number(a), b: Number(b) }] : [];
  });
  const pairs = order.filter((_, i) => i % 2 === 0);
  return {
    pairs: pairs.map(({ a, b }) => {
      const result = pairOf(settlement, a, b);
      const chips = Math.abs(result.net);
      return { a, b, points: result.why.params?.points, chips, other: pairOf(settlement, b, a).net === 0 - result.net };
    }),
    net: seats.map((seat) => settlement.results.reduce((sum, one) => sum + (one.seat === seat ? one.net : 0), 0)),
  };
}

/**
 * Plays random rounds and compares each with the reference.
 * @throws Error naming the seed and the round at the first difference
 */
export function compareRounds(count: number, seed: number): void {
  const random = randomFrom(seed);
  for (let n = 0; n < count; n++) {
    const round = randomRound(random);
    const on = playRound(round, random);
    const where = `seed ${seed}, round ${n}: ${JSON.stringify(round)}`;
    if (on.table.played?.settlement == null) throw new Error(`${where} was not settled: ${JSON.stringify([on.refused, on.openings()])}`);
    const settlement = settlementOf(on);
    const { rules, players } = slowOf(round);
    const wanted = slowRound({ rules, players }, round.called ?? undefined);
    const seats = players.map(({ seat }) => seat);
    const net = seats.map((seat) => wanted.reduce((sum, pair) => sum + chipsTo(pair, seat), 0));
    const expected = { pairs: wanted.map((pair) => ({ ...pair, other: true })), net };
    if (!isDeepStrictEqual(describe(settlement, seats), expected))
      throw new Error(`${where}\nreference ${JSON.stringify(expected)}\nengine ${JSON.stringify(describe(settlement, seats))}`);
    checkMoney(settlement, round.stacks);
    payOut(on);
    const purses = (on.table.carry as { purses: Record<number, { stack: number }> }).purses;
    for (const [i, seat] of seats.entries())
      if (purses[seat]?.stack !== (round.stacks[seat] ?? 0) + (net[i] ?? 0))
        throw new Error(`${where}\nseat ${seat} carries ${purses[seat]?.stack}`);
  }
}

function chipsTo({ a, b, points, chips }: { a: number; b: number; points: number; chips: number }, seat: number): number {
  if (seat !== a && seat !== b) return 0;
  return (seat === a) === points > 0 ? chips : -chips;
}
