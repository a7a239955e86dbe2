// The progressive: what each stake adds to the meter, who wins how much of it, and what is left. Amounts are whole cents;
// a share is rounded down and the rest stays in the meter.

import { type Felt, facesAt } from "#core/felt";
import type { OwnMeter } from "#core/game";
import { type HandCategory, handCategories, highOf } from "#core/hand";
import { type Minor, share } from "#core/money";
import type { PoolTerms } from "#core/progressive";
import { type Carry, handOf, isJackpotIn, isJackpotJudged, paidOrder, type Round } from "./round.ts";
import { ownMeter, type Rules } from "./rules.ts";

export interface Prize {
  readonly category: HandCategory;
  readonly amount: Minor;
  /** What the meter pays of it; the rest is house money. */
  readonly fromMeter: Minor;
  /** Hands that share it. */
  readonly sharers: number;
  /** What the house puts in after it, to start the meter again. */
  readonly reseed: Minor;
  /** The house's progressive pays it, and says how much once two people have confirmed the hit; the amounts here are 0. */
  readonly pending?: true;
}

export interface Jackpot {
  /** Seats whose stake has added to the meter, in the order of payment. */
  readonly contributing: readonly number[];
  readonly prizes: ReadonlyMap<number, Prize>;
  readonly meterAfter: Minor;
}

interface Entry {
  readonly seat: number;
  readonly category: HandCategory;
}

type Won = Pick<Jackpot, "prizes" | "meterAfter">;

/** The jackpot of a round as far as its hands are open. */
export function jackpotOf(round: Round, felt: Felt, rules: Rules): Jackpot {
  const order = paidOrder(round);
  const contributing = order.filter((seat) => isJackpotIn(round, seat));
  const entries = order.flatMap((seat): Entry[] => {
    const open = isJackpotJudged(round, seat, rules) && round.turned.includes(handOf(seat));
    const cards = open ? facesAt(felt, handOf(seat)) : null;
    return cards === null ? [] : [{ seat, category: highOf(cards).category }];
  });
  const isPooled = ({ category }: Entry): boolean => paidByPool(category, rules);
  const pending = entries.filter(isPooled).map(({ seat, category }) => [seat, pendingPrize(category)] as const);
  const own = entries.filter((entry) => !isPooled(entry));
  const meter = round.meter + contributing.length * ownMeter(rules).contribution;
  const won = rules.jackpotSplit === "in payment order" ? wonInOrder(own, meter, rules) : wonInShares(own, meter, rules);
  return { contributing, meterAfter: won.meterAfter, prizes: new Map([...won.prizes, ...pending]) };
}

/** The percentage of the meter that a hand wins, or null for a fixed prize. */
export function percentOf(category: HandCategory, rules: Rules): number | null {
  const prize = rules.progressivePrizes[category];
  return typeof prize === "string" ? Number.parseInt(prize, 10) : null;
}

/** Whether a hand wins what the house's progressive pays. */
export function paidByPool(category: HandCategory, rules: Rules): boolean {
  if (rules.meter !== "pool" || !rules.progressivePrizes[category]) return false;
  return rules.fixedPrizesFromMeter || percentOf(category, rules) !== null;
}

function pendingPrize(category: HandCategory): Prize {
  return { category, amount: 0, fromMeter: 0, sharers: 1, reseed: 0, pending: true };
}

/** What the house's progressive must be, so that it pays what the sign says. */
export function progressive(rules: Rules): PoolTerms | null {
  if (rules.meter !== "pool" || rules.progressiveStake === null) return null;
  const prizes = [...handCategories].reverse().flatMap((hand): PoolTerms["prizes"] => {
    const percent = percentOf(hand, rules);
    if (!paidByPool(hand, rules)) return [];
    return percent === null ? [{ hand, fixed: Number(rules.progressivePrizes[hand]) }] : [{ hand, percent }];
  });
  return { stake: rules.progressiveStake, prizes, split: rules.jackpotSplit === "in payment order" ? "in payment order" : "equal shares" };
}

/** The table's own meter, for its sign. */
export function meterNow(carry: Carry | null, rules: Rules): OwnMeter | null {
  if (rules.meter === "pool" || rules.progressiveStake === null) return null;
  const hands = [...handCategories].reverse().filter((hand) => percentOf(hand, rules) !== null);
  return hands.length === 0 ? null : { hands, value: carry?.meter ?? rules.meter.base, base: rules.meter.base };
}

/** Equal shares of the meter as it stood when bets were closed; fixed prizes take what those leave, the house pays the rest. */
function wonInShares(entries: readonly Entry[], meter: Minor, rules: Rules): Won {
  const prizes = new Map<number, Prize>();
  const whole = entries.filter(({ category }) => percentOf(category, rules) === 100).at(-1);
  let left = meter;
  for (const { seat, category } of [...entries.filter(({ category }) => percentOf(category, rules) !== null)].sort(higherFirst)) {
    const percent = percentOf(category, rules) ?? 0;
    const sharers = entries.filter((entry) => entry.category === category).length;
    const amount = sharers * percent > 100 ? share(meter, 1, sharers, "down") : share(meter, percent, 100, "down");
    const fromMeter = Math.min(amount, left);
    prizes.set(seat, { category, amount, fromMeter, sharers, reseed: seat === whole?.seat ? ownMeter(rules).base : 0 });
    left -= fromMeter;
  }
  for (const { seat, category } of entries) {
    if (prizes.has(seat)) continue;
    const prize = fixedPrize(category, left, rules);
    prizes.set(seat, prize);
    left -= prize.fromMeter;
  }
  return { prizes, meterAfter: left + (whole === undefined ? 0 : ownMeter(rules).base) };
}

function higherFirst(a: Entry, b: Entry): number {
  return handCategories.indexOf(b.category) - handCategories.indexOf(a.category);
}

function fixedPrize(category: HandCategory, left: Minor, rules: Rules): Prize {
  const amount = Number(rules.progressivePrizes[category] ?? 0);
  return { category, amount, fromMeter: rules.fixedPrizesFromMeter ? Math.min(amount, left) : 0, sharers: 1, reseed: 0 };
}

/** One after the other: each share is of the meter as the hands paid before have left it. */
function wonInOrder(entries: readonly Entry[], meter: Minor, rules: Rules): Won {
  const prizes = new Map<number, Prize>();
  let left = meter;
  for (const { seat, category } of entries) {
    const percent = percentOf(category, rules);
    const amount = percent === null ? 0 : share(left, percent, 100, "down");
    const reseed = percent === 100 ? ownMeter(rules).base : 0;
    const prize = percent === null ? fixedPrize(category, left, rules) : { category, amount, fromMeter: amount, sharers: 1, reseed };
    prizes.set(seat, prize);
    left += prize.reseed - prize.fromMeter;
  }
  return { prizes, meterAfter: left };
}
