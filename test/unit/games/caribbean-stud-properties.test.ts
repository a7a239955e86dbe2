// What holds in every round of Caribbean Stud, whatever is dealt, chosen, reported or gone wrong.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { type Stage, stage } from "#core/rehearse";
import { balances, type Reason, type Settlement } from "#core/settlement";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { reasonCodes } from "#games/caribbean-stud/reasons";
import { type Play, payOut, play, rulesWith, settlementOf } from "./caribbean-stud-bed.ts";
import { randomRound, randomRules } from "./caribbean-stud-rounds.ts";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

interface Wild {
  readonly on: Stage;
  readonly stakes: Readonly<Record<string, number>>;
}

/** Does anything that is open, in any order, until the round is over. `die`: at which step a hand is found dead, or the round void. */
function wildRound(random: Random, { die, dead }: { die: number; dead: "hand" | "dealer" | "void" | "none" }): Wild {
  const seats = [1, 2, 4].slice(0, 1 + Math.floor(random() * 3));
  const rules = rulesWith({ ...randomRules(random), ante: { min: 1, max: 500, step: 1 } });
  const on = stage({ game: caribbeanStud, rules, seats, carry: { meter: Math.floor(random() * 1_000_000) }, dealtBy: "antennas" });
  const deck = [...shuffled(random, deck52)];
  let stakes: Readonly<Record<string, number>> = {};
  on.command({ kind: "confirm", code: "openRound" });
  for (let step = 0; step < 400 && isPlaying(on); step++) {
    if (step === die && dead !== "none") strike(on, random, dead, deck.pop() ?? "As");
    else act(on, random, () => deck.pop() ?? "As");
    if (on.table.played !== null) stakes = caribbeanStud.stakes(on.table.played.round as never);
  }
  return { on, stakes };
}

function isPlaying(on: Stage): boolean {
  return on.table.played !== null && on.table.played.settlement === null;
}

/** A card that lands where it does not belong, or a misdeal. */
function strike(on: Stage, random: Random, dead: "hand" | "dealer" | "void", card: string): void {
  if (dead === "void") {
    on.command({ kind: "confirm", code: "misdeal", reason: "called" });
    return;
  }
  on.card(card as never, dead === "dealer" ? "dealer/hand" : `${pick(random, [1, 2, 4])}/hand`);
  on.event({ kind: "deadline", at: on.table.at + 2000 });
}

function act(on: Stage, random: Random, next: () => string): void {
  // The game's own: what the table adds in every phase is tried out by the laws.
  const others = ["misdeal", "callFloor", "coming", "endCall"];
  const openings = on.openings().filter((one) => {
    return !["report", "undo", "correct"].includes(one.kind) && !(one.kind === "confirm" && others.includes(one.code));
  });
  const opening = pick(random, openings);
  switch (opening?.kind) {
    case "wager":
      on.command({ kind: "wager", spot: opening.spot, stake: pick(random, [opening.stake.min, opening.stake.max, 0]) });
      return;
    case "close":
      on.command({ kind: "close" });
      return;
    case "card":
      on.card(next() as never, opening.to);
      return;
    case "decision": {
      const option = pick(random, opening.options);
      if (opening.withinMs !== undefined && random() < 0.2) on.event({ kind: "deadline", at: on.table.at + opening.withinMs });
      else on.command({ kind: "decision", by: opening.by, code: option.code, ...(option.amount && { amount: option.amount.min }) });
      return;
    }
    case "reveal":
      on.command({ kind: "reveal", place: opening.place });
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

const wild = fc.record({ seed: seeds, die: fc.nat(45), dead: fc.constantFrom("hand", "dealer", "void", "none") });

function expectBalanced(settlement: Settlement, stakes: Readonly<Record<string, number>>): void {
  const moved = balances(settlement.transfers);
  const placed = Object.entries(stakes).filter(([, stake]) => stake > 0);
  expect([...moved.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  for (const [spot, stake] of placed) expect([spot, moved.get(spot)]).toEqual([spot, -stake]);
  expect(settlement.results.map(({ spot }) => spot).sort()).toEqual(placed.map(([spot]) => spot).sort());
  for (const seat of new Set(settlement.results.map((result) => result.seat))) {
    const mine = settlement.results.filter((result) => result.seat === seat);
    const staked = mine.reduce((sum, { stake }) => sum + stake, 0);
    const net = mine.reduce((sum, result) => sum + result.net, 0);
    expect(moved.get(`seat/${seat}`) ?? 0).toBe(staked + net);
  }
  const accounts = /^(house|meter\/royal|seat\/\d|\d\/(ante|bet|reserve|jackpot))$/;
  for (const { from, to, amount } of settlement.transfers) {
    expect(accounts.test(from) && accounts.test(to) && amount > 0 && Number.isSafeInteger(amount)).toBe(true);
  }
}

function reasonsIn({ why, transfers, results, hands }: Settlement): readonly Reason[] {
  return [why, ...transfers.map((one) => one.why), ...results.map((one) => one.why), ...hands.map((one) => one.name)];
}

describe("in any round", () => {
  it("play comes to an end, every spot is empty and no cent is made or lost, whatever dies and when", () => {
    fc.assert(
      fc.property(wild, ({ seed, die, dead }) => {
        const { on, stakes } = wildRound(randomFrom(seed), { die, dead });
        const settlement = settlementOf(on);
        expectBalanced(settlement, stakes);
        expect([...settlement.order].sort()).toEqual([...new Set(settlement.results.map(({ seat }) => seat))].sort());
      }),
      { numRuns: 300 },
    );
  });

  it("the meter moves by its transfers, and stands still in a void round", () => {
    fc.assert(
      fc.property(wild, ({ seed, die, dead }) => {
        const { on } = wildRound(randomFrom(seed), { die, dead });
        const settlement = settlementOf(on);
        const before = on.table.played?.round ?? null;
        const meter = (before as { meter: number } | null)?.meter ?? (on.table.carry as unknown as { meter: number }).meter;
        payOut(on);
        const after = (on.table.carry as unknown as { meter: number }).meter;
        expect(after - meter).toBe(balances(settlement.transfers).get("meter/royal") ?? 0);
        if (settlement.outcome === "void") expect(after).toBe(meter);
        expect(after).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
  });

  it("every reason is one of the game's list, with its parameters", () => {
    fc.assert(
      fc.property(wild, ({ seed, die, dead }) => {
        const { on } = wildRound(randomFrom(seed), { die, dead });
        const settlement = settlementOf(on);
        if (settlement.outcome === "void" && settlement.why.code !== "dealerMisdeal") return;
        for (const { code, params = {} } of reasonsIn(settlement)) {
          expect([code, Object.keys(params)]).toEqual([code, (reasonCodes as Record<string, readonly string[]>)[code]]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("the same events give the same facts, and the table survives being written down", () => {
    fc.assert(
      fc.property(wild, ({ seed, die, dead }) => {
        const one = wildRound(randomFrom(seed), { die, dead }).on;
        const other = wildRound(randomFrom(seed), { die, dead }).on;
        expect(other.facts).toEqual(one.facts);
        expect(JSON.parse(JSON.stringify(one.table))).toEqual(one.table);
      }),
      { numRuns: 40 },
    );
  });

  it("the order of the cards within a hand changes nothing", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const round = randomRound(randomFrom(seed)).play;
        const hands = Object.fromEntries(Object.entries(round.hands).map(([place, hand]) => [place, reversed(hand)]));
        const rules = covered(round);
        expect(play({ ...round, hands, rules }).results).toEqual(play({ ...round, rules }).results);
      }),
      { numRuns: 100 },
    );
  });
});

function reversed(hand: string): string {
  return hand.split(" ").reverse().join(" ");
}

/** With the Bet reserved nobody has to be asked whether the chips cover it. */
function covered(given: Play): Readonly<Record<string, unknown>> {
  return { ...given.rules, reserveBet: true, actionOrder: "together" };
}
