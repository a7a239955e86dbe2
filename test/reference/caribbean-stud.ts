// Caribbean Stud settled once more, from the tables of the rule sheet, slowly: nothing from src, no shared evaluator. Dead hands,
// misdeals, the meter and its split are in it; what a table may do when is not.

import { compareSlow, type SlowHand, slowHigh } from "./hand.ts";

export interface SlowRules {
  readonly betMultiple: number;
  readonly qualifier: string;
  readonly payQualified: Readonly<Record<string, number | undefined>>;
  readonly payNotQualified: Readonly<Record<string, number | undefined>>;
  readonly limitPerHand: number;
  readonly stake: number;
  readonly prizes: Readonly<Record<string, number | string | undefined>>;
  readonly requiresBet: boolean;
  readonly stakeReturned: boolean;
  readonly split: string;
  readonly fixedFromMeter: boolean;
  readonly timeoutBetsFrom: string;
  readonly base: number;
  readonly contribution: number;
}

export interface SlowSeat {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly ante: number;
  readonly jackpot: boolean;
  readonly act: "bet" | "fold" | "timeout";
  readonly dead: boolean;
}

export interface SlowRound {
  readonly rules: SlowRules;
  readonly seats: readonly SlowSeat[];
  readonly dealer: readonly string[];
  /** The dealer's count was found wrong before anybody acted. */
  readonly misdealt: boolean;
  readonly meter: number;
}

export interface SlowResult {
  /** Profit by spot: "3/ante", "3/bet", "3/jackpot". */
  readonly net: Readonly<Record<string, number>>;
  readonly meterAfter: number;
}

const order = [
  "high-card",
  "pair",
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
];

function plays(dealer: SlowHand, qualifier: string): boolean {
  if (dealer.category !== "high-card") return true;
  const ace = dealer.ranks.includes("A");
  const king = dealer.ranks.includes("K");
  if (qualifier === "pair") return false;
  return qualifier === "ace or king" ? ace || king : ace && king;
}

/** Ante and Bet of a live hand that was not folded. */
function handNet(own: SlowHand, dealer: SlowHand, ante: number, rules: SlowRules): { ante: number; bet: number } {
  const bet = ante * rules.betMultiple;
  const limited = (first: number, second: number) => {
    const paid = Math.min(first, rules.limitPerHand);
    return { ante: paid, bet: Math.min(second, rules.limitPerHand - paid) };
  };
  if (!plays(dealer, rules.qualifier)) return limited(ante, bet * (rules.payNotQualified[own.category] ?? 0));
  const difference = compareSlow(own, dealer);
  if (difference === 0) return { ante: 0, bet: 0 };
  if (difference < 0) return { ante: -ante, bet: -bet };
  return limited(ante, bet * (rules.payQualified[own.category] ?? 0));
}

function isFolded(seat: SlowSeat, rules: SlowRules): boolean {
  if (seat.act !== "timeout") return seat.act === "fold";
  if (rules.timeoutBetsFrom === "never") return true;
  return order.indexOf(slowHigh(seat.cards).category) < order.indexOf(rules.timeoutBetsFrom);
}

interface Winner {
  readonly seat: number;
  readonly category: string;
}

/** What each judged hand gets, from the highest seat to the lowest, and what the meter holds after it. */
function prizesOf(winners: readonly Winner[], meter: number, rules: SlowRules): { prizes: Map<number, number>; meterAfter: number } {
  return rules.split === "in payment order" ? oneByOne(winners, meter, rules) : byShares(winners, meter, rules);
}

function oneByOne(winners: readonly Winner[], meter: number, rules: SlowRules): { prizes: Map<number, number>; meterAfter: number } {
  const prizes = new Map<number, number>();
  let now = meter;
  for (const { seat, category } of winners) {
    const prize = rules.prizes[category] ?? 0;
    if (typeof prize === "number") {
      prizes.set(seat, prize);
      if (rules.fixedFromMeter) now = Math.max(0, now - prize);
      continue;
    }
    const won = Math.floor((now * Number.parseInt(prize, 10)) / 100);
    prizes.set(seat, won);
    now -= won;
    if (prize.startsWith("100%")) now += rules.base;
  }
  return { prizes, meterAfter: now };
}

function byShares(winners: readonly Winner[], meter: number, rules: SlowRules): { prizes: Map<number, number>; meterAfter: number } {
  const prizes = new Map<number, number>();
  let fixed = 0;
  let shares = 0;
  for (const { seat, category } of winners) {
    const prize = rules.prizes[category] ?? 0;
    if (typeof prize === "number") {
      prizes.set(seat, prize);
      fixed += prize;
      continue;
    }
    const holders = winners.filter((other) => other.category === category).length;
    const percent = Number.parseInt(prize, 10);
    const won = Math.floor(holders * percent > 100 ? meter / holders : (meter * percent) / 100);
    prizes.set(seat, won);
    shares += won;
  }
  const hit = winners.some(({ category }) => String(rules.prizes[category] ?? "").startsWith("100%"));
  const left = Math.max(0, meter - shares);
  return { prizes, meterAfter: Math.max(0, left - (rules.fixedFromMeter ? fixed : 0)) + (hit ? rules.base : 0) };
}

export function slowRound({ rules, seats, dealer, misdealt, meter }: SlowRound): SlowResult {
  const net: Record<string, number> = {};
  const rightToLeft = [...seats].sort((a, b) => b.seat - a.seat);
  const staked = rightToLeft.filter((seat) => seat.jackpot && !seat.dead);
  // A misdeal found before anybody has acted: nobody has folded.
  const judged = staked.filter((seat) => misdealt || !(rules.requiresBet && isFolded(seat, rules)));
  const winners = judged.map(({ seat, cards }) => ({ seat, category: slowHigh(cards).category }));
  const { prizes, meterAfter } = prizesOf(winners, meter + staked.length * rules.contribution, rules);
  for (const seat of rightToLeft) {
    const spot = (name: string) => `${seat.seat}/${name}`;
    net[spot("ante")] = 0;
    net[spot("bet")] = 0;
    if (!seat.dead && !misdealt) {
      const hand = isFolded(seat, rules) ? { ante: -seat.ante, bet: 0 } : handNet(slowHigh(seat.cards), slowHigh(dealer), seat.ante, rules);
      net[spot("ante")] = hand.ante;
      net[spot("bet")] = hand.bet;
    }
    net[spot("jackpot")] = 0;
    if (!staked.includes(seat)) continue;
    const prize = prizes.get(seat.seat) ?? 0;
    net[spot("jackpot")] = prize === 0 ? -rules.stake : prize - (rules.stakeReturned ? 0 : rules.stake);
  }
  return { net, meterAfter };
}
