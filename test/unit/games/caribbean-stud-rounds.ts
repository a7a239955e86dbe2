// Random rounds of Caribbean Stud through the engine, compared with the slow reference. Also what a soak calls, with any count.

import { isDeepStrictEqual } from "node:util";
import { type Card, deck52 } from "#core/card";
import { handCategories } from "#core/hand";
import { balances } from "#core/settlement";
import { ownMeter } from "#games/caribbean-stud/rules";
import { type SlowRound, type SlowRules, slowRound } from "../../reference/caribbean-stud.ts";
import { begin, type Choice, decide, netOf, type Play, payOut, rulesWith, settlementOf, turnUp } from "./caribbean-stud-bed.ts";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";

/** Half of the decks are loaded: few ranks or broadway first, so that the dear hands come up. */
function deckFor(random: Random, size: number): readonly Card[] {
  const deck = shuffled(random, deck52);
  const kind = random();
  if (kind < 0.5) return deck;
  const first = kind < 0.75 ? (card: Card) => "AKQJT".includes(card.charAt(0)) : (card: Card) => card.charCodeAt(0) % 3 === 0;
  const front = deck.filter(first);
  const mixed = [...front, ...deck.filter((card) => !front.includes(card))].slice(0, size);
  return random() < 0.5 ? shuffled(random, mixed) : bySuit(mixed);
}

function bySuit(cards: readonly Card[]): readonly Card[] {
  return [...cards].sort((a, b) => a.charCodeAt(1) - b.charCodeAt(1));
}

export interface RandomRound {
  readonly play: Play;
  readonly seats: readonly number[];
  readonly dead: readonly number[];
  readonly misdealt: boolean;
}

export function randomRules(random: Random): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  const maybe = (name: string, values: readonly unknown[]) => {
    if (random() < 0.4) rules[name] = pick(random, values);
  };
  maybe("betMultiple", [1, 3]);
  maybe("dealPacket", [5]);
  maybe("actionOrder", ["left to right"]);
  maybe("timeoutBetsFrom", [...handCategories, "never"]);
  maybe("reserveBet", [false]);
  maybe("qualifier", ["ace or king", "pair"]);
  maybe("progressiveRequiresBet", [true]);
  maybe("progressiveStakeReturned", [true]);
  maybe("jackpotSplit", ["in payment order"]);
  maybe("fixedPrizesFromMeter", [true]);
  maybe("aggregateCap", [{ perHand: 350 }, { perHand: 50 }, { perHand: 5000 }]);
  maybe("payNotQualified", [{}, { flush: 2, straight: 1 }]);
  maybe("progressivePrizes", [
    { "royal-flush": "100% of meter", "straight-flush": "10% of meter", "full-house": "1% of meter", flush: 700 },
  ]);
  rules.meter = { base: pick(random, [0, 1000, 777_777]), contribution: pick(random, [0, 20, 50]) };
  return rules;
}

export function randomRound(random: Random): RandomRound {
  const count = 1 + Math.floor(random() * 7);
  const seats = shuffled(random, [1, 2, 3, 4, 5, 6, 7])
    .slice(0, count)
    .sort((a, b) => a - b);
  const deck = deckFor(random, 5 * (count + 1));
  const places = shuffled(random, [...seats.map((seat) => `${seat}/hand`), "dealer/hand"]);
  const hands = Object.fromEntries(places.map((place, i) => [place, deck.slice(5 * i, 5 * i + 5).join(" ")]));
  const choice = (): Choice => pick(random, ["bet", "bet", "fold", "timeout", "away"]);
  const rules = randomRules(random);
  const play: Play = {
    rules,
    hands,
    meter: Math.floor(random() * 10_000_000),
    ante: 1 + Math.floor(random() * 1000),
    jackpot: seats.filter(() => random() < 0.6),
    acts: Object.fromEntries(seats.map((seat) => [seat, choice()])),
  };
  return { play, seats, dead: seats.filter(() => random() < 0.05), misdealt: random() < 0.05 };
}

export function slowRules(given: Record<string, unknown>): SlowRules {
  const rules = rulesWith(given);
  const { aggregateCap: cap } = rules;
  return {
    betMultiple: rules.betMultiple,
    qualifier: rules.qualifier,
    payQualified: rules.payQualified,
    payNotQualified: rules.payNotQualified,
    limitPerHand: cap !== "none" && "perHand" in cap ? cap.perHand : Number.POSITIVE_INFINITY,
    stake: rules.progressiveStake ?? 0,
    prizes: rules.progressivePrizes,
    requiresBet: rules.progressiveRequiresBet,
    stakeReturned: rules.progressiveStakeReturned,
    split: rules.jackpotSplit,
    fixedFromMeter: rules.fixedPrizesFromMeter,
    timeoutBetsFrom: rules.timeoutBetsFrom,
    base: ownMeter(rules).base,
    contribution: ownMeter(rules).contribution,
  };
}

/** Antennas that lie say which hand is wrong: cards that never belonged there, after the deal. */
function spoil(on: ReturnType<typeof begin>, places: readonly string[], spare: readonly Card[]): void {
  for (const [i, place] of places.entries()) on.card(spare[i] as Card, place);
  on.event({ kind: "deadline", at: on.table.at + 1000 });
}

/** Plays one round through the engine; the meter as the next round would find it. */
export function playRandom({ play, dead, misdealt }: RandomRound) {
  const on = begin({ ...play, dealtBy: "antennas" });
  dealByAntennas(on, play);
  const dealt = Object.values(play.hands).join(" ");
  const places = [...dead.map((seat) => `${seat}/hand`), ...(misdealt ? ["dealer/hand"] : [])];
  if (places.length > 0) {
    spoil(
      on,
      places,
      deck52.filter((card) => !dealt.includes(card)),
    );
  }
  for (let rounds = 0; rounds < 20 && on.table.played?.settlement === null; rounds++) {
    decide(on, play);
    cover(on);
    turnUp(on);
  }
  const settlement = settlementOf(on);
  payOut(on);
  return { on, settlement, meterAfter: (on.table.carry as { meter: number } | null)?.meter ?? 0 };
}

function cover(on: ReturnType<typeof begin>): void {
  for (const opening of on.openings()) {
    const option = opening.kind === "decision" ? opening.options.find(({ code }) => code === "cover") : undefined;
    if (opening.kind !== "decision" || option?.amount === undefined) continue;
    on.command({ kind: "decision", by: opening.by, code: "cover", amount: option.amount.min });
  }
}

function dealByAntennas(on: ReturnType<typeof begin>, play: Play): void {
  const given: Record<string, number> = {};
  for (;;) {
    const opening = on.openings().find((one) => one.kind === "card");
    if (opening?.kind !== "card") return;
    const place = opening.to;
    given[place] = (given[place] ?? 0) + 1;
    on.card((play.hands[place] ?? "").split(" ")[(given[place] as number) - 1] as Card, place);
  }
}

function expected({ play, seats, dead, misdealt }: RandomRound) {
  const round: SlowRound = {
    rules: slowRules({ ...play.rules }),
    seats: seats.map((seat) => ({
      seat,
      cards: (play.hands[`${seat}/hand`] ?? "").split(" "),
      ante: play.ante ?? 0,
      jackpot: (play.jackpot ?? []).includes(seat),
      act: play.acts?.[seat] === "away" ? "timeout" : ((play.acts?.[seat] ?? "bet") as "bet" | "fold" | "timeout"),
      dead: dead.includes(seat),
    })),
    dealer: (play.hands["dealer/hand"] ?? "").split(" "),
    misdealt,
    meter: play.meter ?? 0,
  };
  return slowRound(round);
}

/**
 * Plays `count` random rounds from a seed and compares every wager and the meter with the reference.
 * @throws Error with the round that differs
 */
export function compareRounds(count: number, seed: number): void {
  const random = randomFrom(seed);
  for (let n = 0; n < count; n++) {
    const round = randomRound(random);
    const slow = expected(round);
    const { settlement, meterAfter } = playRandom(round);
    const net = Object.fromEntries(Object.keys(slow.net).map((spot) => [spot, netOf(settlement, spot)]));
    // A void round gives everything back, and the meter stands as it stood.
    const meter = settlement.outcome === "void" ? (round.play.meter ?? 0) : slow.meterAfter;
    if (isDeepStrictEqual(net, slow.net) && meterAfter === meter && areSpotsEmpty(round, settlement)) continue;
    throw new Error(`round ${n} of seed ${seed} differs: ${JSON.stringify({ round, net, meterAfter, slow })}`);
  }
}

/** Everything that lay on a spot has left it. */
function areSpotsEmpty({ play, seats }: RandomRound, settlement: ReturnType<typeof settlementOf>): boolean {
  const moved = balances(settlement.transfers);
  const staked = new Map(settlement.results.map(({ spot, stake }) => [spot, stake]));
  const all = seats.every((seat) => staked.get(`${seat}/ante`) === play.ante);
  return all && [...staked].every(([spot, stake]) => moved.get(spot) === -stake);
}
