// What holds in every round of seven-card stud, whatever is dealt, done, reported or gone wrong.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Card, cardIndex, deck52 } from "#core/card";
import type { AnyGame } from "#core/game";
import type { Irregularity } from "#core/irregularity";
import type { Opening } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import { balances, type Reason, type Settlement } from "#core/settlement";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { optionCodes, reasonCodes } from "#games/stud-hi-lo-8/reasons";
import type { Round } from "#games/stud-hi-lo-8/round";
import { type Rules, schema } from "#games/stud-hi-lo-8/rules";
import { play, stay } from "#games/stud-hi-lo-8/script";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";
import { randomRound, randomRules } from "./stud-hi-lo-8-rounds.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** A card reported exposed kills the place it lies at: so anything can die at any moment. */
const mortal: AnyGame = {
  ...studHiLo8,
  judge: (round: Round, irregularity: Irregularity, ...rest: [never, never]) =>
    irregularity.code === "exposed" && irregularity.place !== undefined
      ? { kind: "dead", place: irregularity.place }
      : studHiLo8.judge(round, irregularity, ...rest),
};

interface Wild {
  readonly on: Stage;
  readonly stakes: Readonly<Record<string, number>>;
}

function wildRules(random: Random): Rules {
  const rules = randomRules(random);
  const rake = random() < 0.3 ? { method: "pot", ofPot: 500, cap: 5 } : { method: "none" };
  return schema.parse({ ...rules, rake, decisionMs: 5000, shortHandAtShowdown: pick(random, ["dead", "missing-seventh-live"]) });
}

/** Does anything that is open, in any order, until the round is over; now and then something goes wrong. */
function wildRound(seed: number, game: AnyGame, trouble: number): Wild {
  const random = randomFrom(seed);
  const seats = [...shuffled(random, [1, 2, 3, 4, 5, 6, 7, 8])].slice(0, 2 + Math.floor(random() * 7)).sort((a, b) => a - b);
  const dealtBy = random() < 0.5 ? ("shoe" as const) : ("antennas" as const);
  const on = stage({ game, rules: wildRules(random), seats, carry: null, dealtBy });
  const deck = shuffled(random, deck52);
  const next = (): Card => {
    const lying = new Set(Object.values(on.table.felt.piles).flat());
    return (deck.find((card) => !lying.has(cardIndex(card) + 1)) ?? deck[0]) as Card;
  };
  let stakes: Readonly<Record<string, number>> = {};
  on.command({ kind: "confirm", code: "openRound" });
  for (let step = 0; step < 3000 && on.table.played?.settlement === null; step++) {
    if (random() < trouble) harm(on, random, next);
    else act(on, random, (to) => on.card(next(), dealtBy === "antennas" ? to : undefined));
    if (on.table.played !== null) stakes = studHiLo8.stakes(on.table.played.round as Round);
  }
  return { on, stakes };
}

/** A report of an exposed card, a card that lands anywhere, a misdeal called. */
function harm(on: Stage, random: Random, next: () => Card): void {
  const places = Object.entries(on.table.felt.piles).filter(([, cards]) => cards.length > 0);
  const luck = random();
  if (luck < 0.1) on.command({ kind: "confirm", code: "misdeal", reason: "called" });
  else if (luck < 0.3) {
    on.card(next(), pick(random, [undefined, "1/hand", "2/hand", "5/hand", "board"]));
    on.event({ kind: "deadline", at: on.table.at + 2000 });
  } else if (places.length > 0) {
    const [place, cards] = pick(random, places);
    on.command({ kind: "report", code: "exposed", place, count: 1 + Math.floor(random() * Math.min(2, cards.length)) });
  }
}

function act(on: Stage, random: Random, deal: (to: string) => void): void {
  // The game's own: what the table adds in every phase is tried out by the laws.
  const others = ["misdeal", "callFloor", "coming", "endCall"];
  const openings = on.openings().filter((one) => {
    return !["report", "undo", "correct"].includes(one.kind) && !(one.kind === "confirm" && others.includes(one.code));
  });
  const opening = pick(random, openings);
  switch (opening?.kind) {
    case "wager":
      on.command({ kind: "wager", spot: opening.spot, stake: pick(random, [opening.stake.min, Math.min(opening.stake.max, 60)]) });
      return;
    case "close":
      on.command({ kind: "close" });
      return;
    case "card":
      deal(opening.to);
      return;
    case "decision":
      decide(on, opening, random);
      return;
    case "reveal":
      on.command({ kind: "reveal", place: opening.place });
      return;
    case "shuffle":
      on.command({ kind: "shuffle" });
      return;
    case "confirm":
      on.command({ kind: "confirm", code: opening.code, reason: "as found" });
      return;
    default:
      // A card that lies wrong has its time to be moved.
      if (on.table.astray.some(({ judged }) => !judged)) return on.event({ kind: "deadline", at: on.table.at + 2000 });
      throw new Error(`nothing to do: ${JSON.stringify(on.openings())}`);
  }
}

function decide(on: Stage, opening: Extract<Opening, { kind: "decision" }>, random: Random): void {
  const option = pick(random, opening.options);
  expect(optionCodes).toContain(option.code);
  if (option.code === "passedBy" && random() < 0.8) return;
  if (option.code === "fold" && random() < 0.7) return;
  if (opening.withinMs !== undefined && random() < 0.1) {
    on.event({ kind: "deadline", at: on.table.at + opening.withinMs });
    return;
  }
  const bounds = option.amount;
  const amount = bounds && pick(random, [bounds.min, bounds.min + Math.floor((bounds.max - bounds.min) / bounds.step) * bounds.step]);
  on.command({ kind: "decision", by: opening.by, code: option.code, ...(amount !== undefined && { amount }) });
}

function settlementOf(on: Stage): Settlement {
  const settled = on.table.played?.settlement ?? on.table.last?.settlement;
  if (settled === undefined || settled === null) throw new Error(`never ends: ${JSON.stringify(on.openings())}`);
  return settled;
}

const accounts = /^(rake|pot\/\d|seat\/\d|\d\/(ante|bet))$/;

function expectBalanced(settlement: Settlement, stakes: Readonly<Record<string, number>>): void {
  const moved = balances(settlement.transfers);
  expect([...moved.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  for (const [account, amount] of moved) if (/^pot/.test(account)) expect([account, amount]).toEqual([account, 0]);
  for (const [spot, stake] of Object.entries(stakes)) expect([spot, moved.get(spot)]).toEqual([spot, -stake]);
  for (const { from, to, amount } of settlement.transfers) {
    expect(accounts.test(from) && accounts.test(to) && amount > 0 && Number.isSafeInteger(amount)).toBe(true);
  }
  for (const seat of new Set(Object.keys(stakes).map((spot) => Number.parseInt(spot, 10)))) {
    const mine = settlement.results.filter((result) => result.seat === seat);
    const staked = mine.reduce((sum, { stake }) => sum + stake, 0);
    const net = mine.reduce((sum, result) => sum + result.net, 0);
    const placed = Object.entries(stakes).reduce((sum, [spot, stake]) => sum + (Number.parseInt(spot, 10) === seat ? stake : 0), 0);
    expect([seat, staked, moved.get(`seat/${seat}`) ?? 0]).toEqual([seat, placed, staked + net]);
  }
}

function expectKnownReasons({ why, outcome, transfers, results, hands }: Settlement): void {
  if (outcome === "void" && why.code !== "deadHand") return;
  const { transfers: paying, results: ending, outcomes, hands: naming } = reasonCodes;
  const known = (list: Readonly<Record<string, readonly string[]>>, reasons: readonly Reason[]): void => {
    for (const { code, params = {} } of reasons) expect([code, Object.keys(params)]).toEqual([code, list[code]]);
  };
  known(outcomes, [why]);
  known(
    paying,
    transfers.map((one) => one.why),
  );
  if (outcome === "settled")
    known(
      ending,
      results.map((one) => one.why),
    );
  known(
    naming,
    hands.map((one) => one.name),
  );
}

describe("in any round", () => {
  it("play comes to an end, every spot and pot is empty and no chip is made or lost, whatever goes wrong", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 0.004, 0.03), (seed, trouble) => {
        const { on, stakes } = wildRound(seed, studHiLo8, trouble);
        expectBalanced(settlementOf(on), stakes);
        expectKnownReasons(settlementOf(on));
      }),
      { numRuns: 250 },
    );
  }, 120_000);

  it("so it is when any place dies at any moment", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0.01, 0.05, 0.2), (seed, trouble) => {
        const { on, stakes } = wildRound(seed, mortal, trouble);
        expectBalanced(settlementOf(on), stakes);
        expectKnownReasons(settlementOf(on));
      }),
      { numRuns: 250 },
    );
  }, 120_000);

  it("the same events give the same facts, and the table survives being written down", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const one = wildRound(seed, studHiLo8, 0.01).on;
        expect(wildRound(seed, studHiLo8, 0.01).on.facts).toEqual(one.facts);
        expect(JSON.parse(JSON.stringify(one.table))).toEqual(one.table);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it("every mark is one of the game's list", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { on } = wildRound(seed, studHiLo8, 0.02);
        for (const { mark } of on.table.played === null ? [] : studHiLo8.marks(on.table.played.round as Round)) {
          expect(Object.keys(mark.params ?? {})).toEqual((reasonCodes.marks as Record<string, readonly string[]>)[mark.code]);
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it("the order of a hand's down cards changes nothing", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = randomFrom(seed);
        const { rules, seats, stacks } = randomRound(random);
        if (seats.length > 7) return;
        const deck = [...shuffled(random, deck52)];
        const hands = Object.fromEntries(seats.map((seat) => [`${seat}/hand`, deck.splice(0, 7)]));
        const burn = deck.slice(0, 4);
        const turned = Object.fromEntries(Object.entries(hands).map(([place, cards]) => [place, downTurned(cards)]));
        const settled = (given: Readonly<Record<string, readonly Card[]>>) => {
          const choices = randomFrom(seed);
          const act = (_: number, options: Parameters<typeof stay>[0]) => {
            const bet = options.find(({ code }) => code === "bet" || code === "raise" || code === "complete");
            return bet?.amount && choices() < 0.3 ? { code: bet.code, amount: bet.amount.min } : stay(options);
          };
          return play({ ...rules, burns: false, reuseBurns: false }, seats, { ...given, burn }, { stacks, act }).settlement;
        };
        expect(settled(turned)).toEqual(settled(hands));
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});

/** First, second and seventh card in another order. */
function downTurned(cards: readonly Card[]): readonly Card[] {
  const [first, second, third, fourth, fifth, sixth, seventh] = cards as [Card, Card, Card, Card, Card, Card, Card];
  return [seventh, first, third, fourth, fifth, sixth, second];
}
