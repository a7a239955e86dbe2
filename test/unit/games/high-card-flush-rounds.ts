// Random rounds of High Card Flush through the engine, compared with the slow reference. Also what a soak calls, with any count.

import { isDeepStrictEqual } from "node:util";
import { type Card, deck52, ranks, suits } from "#core/card";
import type { Command } from "#core/event";
import type { Opening } from "#core/opening";
import { rehearse } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { highCardFlush } from "#games/high-card-flush/game";
import { type SlowRound, type SlowRules, type SlowSeat, slowRound } from "../../reference/high-card-flush.ts";
import { cardsOf, endsOf, fundsAfter, handAt, type Play, type PlayedSeat, rakeOf, rulesWith } from "./high-card-flush-bed.ts";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";

const below = (random: Random, end: number): number => Math.floor(random() * end);

/** Hands of seven. Half of them loaded: suits kept together, or the same ranks in several suits, so that long and equal ones come up. */
function dealHands(random: Random, count: number): readonly (readonly Card[])[] {
  const kind = random();
  if (kind < 0.4) return cut(shuffled(random, deck52), count);
  if (kind < 0.7) {
    const keyed = deck52.map((card) => [suits.indexOf(card.charAt(1) as "c") + random() * pick(random, [0.5, 1.5, 2.5]), card] as const);
    return shuffled(
      random,
      cut(
        [...keyed].sort((a, b) => a[0] - b[0]).map(([, card]) => card),
        count,
      ),
    );
  }
  const from = below(random, 8);
  const same = random() < 0.5 ? ranks.slice(from, from + 3 + below(random, 5)) : shuffled(random, ranks).slice(0, 3 + below(random, 4));
  const cores = shuffled(random, suits)
    .slice(0, count)
    .map((suit) => same.map((rank): Card => `${rank}${suit}`));
  const rest = [...shuffled(random, deck52)].filter((card) => !cores.flat().includes(card));
  const hands = Array.from({ length: count }, (_, i) => {
    const core = cores[i] ?? [];
    return [...core, ...rest.splice(0, 7 - core.length)];
  });
  return shuffled(random, hands);
}

function cut(cards: readonly Card[], count: number): readonly (readonly Card[])[] {
  return Array.from({ length: count }, (_, i) => cards.slice(7 * i, 7 * i + 7));
}

/** Every switch of the pack, each left alone now and then. */
export function randomRules(random: Random): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  const maybe = (name: string, value: () => unknown): void => {
    if (random() < 0.4) rules[name] = value();
  };
  const small = (): number => 1 + below(random, 60);
  maybe("dealPacket", () => 7);
  maybe("raiseCaps", () => {
    const caps = shuffled(random, [1, 1, 1, 1, 2, 2, 3, 3, 4, 5])
      .slice(0, 6)
      .sort((a, b) => a - b);
    return Object.fromEntries(caps.map((cap, i) => [String(i + 2), cap]));
  });
  maybe("qualifier", () => ({ length: pick(random, [2, 3, 3, 4, 5]), minHigh: pick(random, ranks) }));
  maybe("paySF", () => ({ "7": 50, "6": 20, "5": small(), "4": 5, "3": pick(random, [0, 1, 2]) }));
  maybe("payFlush", () => ({ "7": 300, "6": 100, "5": 10, "4": pick(random, [0, 1, 3]), ...(random() < 0.5 && { "3": 1 }) }));
  maybe("aceLowInSF", () => false);
  maybe("bonusContested", () => false);
  maybe("foldLosesBonus", () => false);
  maybe("mainTiePushesBonuses", () => rules.bonusContested !== false);
  maybe("shortfall", () => "all-or-nothing");
  maybe("collectedLossesFundBank", () => false);
  maybe("dpMaxWin", () => "money in action");
  maybe("aggregateCap", () => pick(random, [{ perHand: small() }, { perRound: small() }]));
  maybe("withinHandOrder", () => shuffled(random, ["losing wagers", "ante", "raise", "straightFlush", "flush"]));
  maybe("rake", () => ({
    method: pick(random, ["all", "players", "designated player"]),
    charge: pick(random, [
      { perSeat: 1 + below(random, 3) },
      { ofStakes: 1 + below(random, 2000), rounding: pick(random, ["down", "up", "half-up"]) },
    ]),
  }));
  return rules;
}

export function randomPlay(random: Random): Play {
  const count = 2 + below(random, 6);
  const places = shuffled(random, [1, 2, 3, 4, 5, 6, 7, 8, 9]).slice(0, count);
  const hands = dealHands(random, count).map((hand) => hand.join(" "));
  const rules = randomRules(random);
  const highest = Math.max(...Object.values(rulesWith(rules).raiseCaps));
  const [bank = 1, ...players] = places;
  const played = (cards: string): PlayedSeat => {
    const ante = 1 + below(random, 20);
    const bonus = (): number => (random() < 0.6 ? 1 + below(random, 10) : 0);
    const raise = pick(random, [ante, ante * highest, ante + below(random, ante * (highest - 1) + 1)]);
    return { cards, ante, straightFlush: bonus(), flush: bonus(), act: random() < 0.25 ? "fold" : raise };
  };
  return {
    rules,
    designated: { seat: bank, cards: hands[0] ?? "", funds: pick(random, [1 + below(random, 30), 1 + below(random, 200), 100_000]) },
    seats: Object.fromEntries(players.map((seat, i) => [seat, played(hands[i + 1] ?? "")])),
  };
}

/** The policy of a script: does what the play says, in whatever order it is asked. */
function answer(play: Play, opening: Opening): Command | null {
  const { designated, seats } = play;
  switch (opening.kind) {
    case "wager": {
      const [seat = "", name = ""] = opening.spot.split("/");
      const stake = seats[Number(seat)]?.[name as "ante" | "straightFlush" | "flush"] ?? 0;
      return opening.placed === 0 && stake > 0 ? { kind: "wager", spot: opening.spot, stake } : null;
    }
    case "close":
      return opening.blocked === null ? { kind: "close" } : null;
    case "reveal":
      return { kind: "reveal", place: opening.place };
    case "decision": {
      const { by } = opening;
      const seat = Number.parseInt(by, 10);
      if (by.endsWith("/seat")) {
        const isBank = seat === designated.seat;
        return { kind: "decision", by, ...(isBank ? { code: "bank", amount: designated.funds } : { code: "waive" }) };
      }
      const how = seats[seat]?.act;
      return typeof how === "number" ? { kind: "decision", by, code: "raise", amount: how } : { kind: "decision", by, code: "fold" };
    }
    default:
      return null;
  }
}

/** Plays one round through the engine. */
export function playRandom(play: Play): Settlement {
  const { designated, seats } = play;
  const hands = { ...seats, [designated.seat]: designated };
  const { settlement, refused } = rehearse({
    game: highCardFlush,
    rules: rulesWith(play.rules),
    seats: Object.keys(hands)
      .map(Number)
      .sort((a, b) => a - b),
    carry: null,
    hands: Object.fromEntries(Object.entries(hands).map(([seat, { cards }]) => [handAt(Number(seat)), cardsOf(cards)])),
    policy: (openings) => {
      for (const opening of openings) {
        const command = answer(play, opening);
        if (command !== null) return command;
      }
      return null;
    },
  });
  if (settlement === null) throw new Error(`the round came to no end: ${JSON.stringify({ play, refused })}`);
  return settlement;
}

export function slowOf({ rules, designated, seats }: Play): SlowRound {
  return {
    rules: rulesWith(rules) as SlowRules,
    designated: { ...designated, cards: designated.cards.split(" ") },
    seats: Object.entries(seats).map(
      ([seat, { cards, ante, straightFlush = 0, flush = 0, act }]): SlowSeat => ({
        seat: Number(seat),
        cards: cards.split(" "),
        ante,
        straightFlush,
        flush,
        raise: typeof act === "number" ? act : null,
      }),
    ),
  };
}

/** What is wrong with the books of a settlement, in words; empty when every spot is empty and every chip is somewhere. */
export function faultsIn({ transfers, results, order }: Settlement, play: Play): readonly string[] {
  const moved = balances(transfers);
  const faults: string[] = [];
  if ([...moved.values()].reduce((sum, amount) => sum + amount, 0) !== 0) faults.push("transfers do not add up to nothing");
  for (const { from, to, amount } of transfers) {
    if (!Number.isSafeInteger(amount) || amount <= 0) faults.push(`${amount} from ${from} to ${to}`);
  }
  for (const [seat, { ante, straightFlush = 0, flush = 0, act }] of Object.entries(play.seats)) {
    const staked = { ante, straightFlush, flush, raise: typeof act === "number" ? act : 0 };
    for (const [name, stake] of Object.entries(staked)) {
      const left = stake + (moved.get(`${seat}/${name}`) ?? 0);
      if (left !== 0) faults.push(`${left} left on ${seat}/${name}`);
      if (results.filter(({ spot }) => spot === `${seat}/${name}`).length !== (stake > 0 ? 1 : 0))
        faults.push(`results of ${seat}/${name}`);
    }
    const net = results.filter((result) => result.seat === Number(seat)).reduce((sum, result) => sum + result.net, 0);
    const placed = Object.values(staked).reduce((sum, stake) => sum + stake, 0);
    if ((moved.get(`seat/${seat}`) ?? 0) !== placed + net) faults.push(`seat ${seat} moved otherwise than its results say`);
    if (!order.includes(Number(seat))) faults.push(`seat ${seat} is not served`);
  }
  return faults;
}

/**
 * Plays `count` random rounds from a seed and compares every wager, the funds, the rake and the order with the reference.
 * @throws Error with the round that differs
 */
export function compareRounds(count: number, seed: number): void {
  const random = randomFrom(seed);
  for (let n = 0; n < count; n++) {
    const play = randomPlay(random);
    const slow = slowRound(slowOf(play));
    const settlement = playRandom(play);
    const fast = { ends: endsOf(settlement), fundsAfter: fundsAfter(play, settlement), rake: rakeOf(settlement), order: slow.order };
    const faults = faultsIn(settlement, play);
    const order = settlement.order.filter((served) => served !== play.designated.seat);
    if (isDeepStrictEqual(fast, slow) && isDeepStrictEqual(order, slow.order) && faults.length === 0) continue;
    throw new Error(`round ${n} of seed ${seed} differs: ${JSON.stringify({ play, fast, slow, order, faults })}`);
  }
}
