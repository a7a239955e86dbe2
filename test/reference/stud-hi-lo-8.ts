// Seven-card stud once more, from the rules alone and slowly: whose turn it is, what may be bet, and who gets which chips. Nothing
// from src. A street is judged from the list of all that was done on it, pots are cut chip by chip, shares handed out one by one.

import { compareSlow, type SlowHand, slowHigh, slowLow } from "./hand.ts";

export interface SlowRules {
  readonly bringIn: number;
  readonly smallBet: number;
  readonly bigBet: number;
  readonly betting: "fixed" | "spread" | "pot";
  readonly spread: { readonly min: number; readonly max: number } | null;
  readonly maxRaises: number;
  readonly unlimitedHeadsUp: boolean;
  readonly halfBetRule: boolean;
  readonly openPairDoubleBet: boolean;
  readonly suitOrderLowToHigh: readonly string[];
  readonly aceHighForBringIn: boolean;
  readonly low: "split" | "none";
  readonly lowQualifier: number;
  readonly oddChip: "seat" | "card-by-suit";
  readonly oddChipBetweenHalves: "high" | "low";
}

export interface SlowSeat {
  readonly seat: number;
  readonly state: "in" | "folded" | "dead" | "conceded";
  /** Up cards in the order dealt. */
  readonly up: readonly string[];
  /** Chips in front of it when the street began; null: nobody counts them. */
  readonly chips: number | null;
  /** Chips in the pot when the street began. */
  readonly before: number;
}

/** What a seat did on this street; `total` is what it has in on the street afterwards. */
export interface SlowDeed {
  readonly seat: number;
  readonly total: number;
  readonly last: boolean;
}

export interface SlowTurn {
  readonly seat: number;
  /** Forced to open. */
  readonly opens: boolean;
  /** Chips to add to stay. */
  readonly call: number;
  /** Totals the seat may raise to, or null. */
  readonly raise: readonly [number, number] | null;
}

const ranks = "23456789TJQKA";
const doorWeight = (card: string, rules: SlowRules): number =>
  (card[0] === "A" && !rules.aceHighForBringIn ? -1 : ranks.indexOf(card.charAt(0))) * 10 +
  rules.suitOrderLowToHigh.indexOf(card.charAt(1));

/** From `seat` on, clockwise, the seat itself first. */
function around(seats: readonly number[], seat: number): number[] {
  const sorted = [...seats].sort((a, b) => a - b);
  return [...sorted.filter((one) => one >= seat), ...sorted.filter((one) => one < seat)];
}

function highest(seats: readonly SlowSeat[]): number {
  const order = [...seats].sort((a, b) => a.seat - b.seat);
  return order.reduce((best, one) => (compareSlow(slowHigh(one.up), slowHigh(best.up)) > 0 ? one : best)).seat;
}

export interface SlowStreet {
  readonly number: number;
  readonly seats: readonly SlowSeat[];
  readonly deeds: readonly SlowDeed[];
  /** Seats that left the hand on this street, and those with no more chips than they put in. */
  readonly out: ReadonlySet<number>;
  readonly rules: SlowRules;
}

const inFor = (deeds: readonly SlowDeed[], seat: number): number => deeds.filter((one) => one.seat === seat).at(-1)?.total ?? 0;

function chipsOf(street: SlowStreet, deeds: readonly SlowDeed[], seat: number): number {
  const { chips } = street.seats.find((one) => one.seat === seat) as SlowSeat;
  if (deeds.some((one) => one.seat === seat && one.last)) return 0;
  return chips === null ? Number.POSITIVE_INFINITY : chips - inFor(deeds, seat);
}

/** Reads the street from its beginning: what stands at the end of its list. */
function read(street: SlowStreet) {
  const { rules, number, deeds } = street;
  const bet = number <= 4 ? rules.smallBet : rules.bigBet;
  let level = 0;
  let full = 0;
  let step = 0;
  let bets = 0;
  let capped = false;
  let since: number[] = [];
  deeds.forEach((deed, i) => {
    const before = deeds.slice(0, i);
    const forced = number === 3 && i === 0 && deed.total <= rules.bringIn;
    since.push(deed.seat);
    if (forced) {
      level = rules.bringIn;
      if (rules.bringIn >= rules.smallBet) [bets, full, step, since] = [1, level, level, [deed.seat]];
      return;
    }
    if (deed.total <= level) return;
    const from = bets > 0 ? full : 0;
    const measured = bets > 0 ? full : number === 3 ? rules.bringIn : 0;
    const doubled = rules.openPairDoubleBet && number === 4 && step >= rules.bigBet;
    const least = from + leastStep(rules, doubled ? rules.bigBet : bet, step);
    const isHalf = rules.betting === "fixed" && rules.halfBetRule && deed.total - measured >= (least - measured) / 2;
    const players = street.seats.filter((one) => !leftBefore(street, one.seat, i) && chipsOf(street, before, one.seat) > 0).length;
    level = deed.total;
    if (deed.total < least && !isHalf) return;
    bets++;
    step = deed.total - from;
    full = deed.total;
    since = [deed.seat];
    if (bets - 1 >= rules.maxRaises && players > 2) capped = true;
  });
  return { level, full, step, bets, capped, since, bet };
}

function leftBefore(street: SlowStreet, seat: number, index: number): boolean {
  if (!street.out.has(seat)) return false;
  // A seat that is out left with its last deed, or without one before anything it could have done.
  const last = street.deeds.findLastIndex((one) => one.seat === seat);
  return last < index;
}

function leastStep(rules: SlowRules, bet: number, step: number): number {
  if (rules.betting === "spread") return Math.max(rules.spread?.min ?? rules.smallBet, step);
  return rules.betting === "pot" ? Math.max(rules.smallBet, step) : bet;
}

/** Whose turn it is, or null when the betting of the street is over. */
export function slowTurn(street: SlowStreet): SlowTurn | null {
  const { rules, number, deeds, out, seats } = street;
  const alive = seats.filter((one) => !out.has(one.seat));
  const able = alive.filter((one) => chipsOf(street, deeds, one.seat) > 0).map((one) => one.seat);
  const now = read(street);
  if (alive.length < 2) return null;
  if (deeds.length === 0) {
    if (able.length < 2) return null;
    const door = [...alive].sort((a, b) => doorWeight(a.up[0] ?? "", rules) - doorWeight(b.up[0] ?? "", rules))[0]?.seat ?? 0;
    const named = number === 3 ? door : highest(alive);
    const seat = around(
      alive.map((one) => one.seat),
      named,
    ).find((one) => able.includes(one)) as number;
    return { seat, opens: number === 3, call: 0, raise: raiseOf(street, seat, able, now) };
  }
  const acted = new Set(deeds.map((one) => one.seat));
  const after = around(able, (deeds.at(-1)?.seat ?? 0) + 1);
  const seat = after.find((one) => inFor(deeds, one) < now.level || (!acted.has(one) && able.length > 1));
  if (seat === undefined) return null;
  const call = Math.min(now.level - inFor(deeds, seat), chipsOf(street, deeds, seat));
  return { seat, opens: false, call, raise: raiseOf(street, seat, able, now) };
}

function raiseOf(
  street: SlowStreet,
  seat: number,
  able: readonly number[],
  now: ReturnType<typeof read>,
): readonly [number, number] | null {
  const { rules, number, deeds } = street;
  const opening = number === 3 && deeds.length === 0;
  const most = inFor(deeds, seat) + chipsOf(street, deeds, seat);
  if (opening && (most <= rules.bringIn || rules.bringIn >= rules.smallBet)) return null;
  if (!opening && !able.some((one) => one !== seat)) return null;
  if (now.bets > 0 && now.since.includes(seat)) return null;
  const uncapped = rules.betting === "pot" || (rules.unlimitedHeadsUp && !now.capped && able.length === 2);
  if (!uncapped && now.bets > rules.maxRaises) return null;
  if (most <= now.level) return null;
  const from = now.bets > 0 ? now.full : 0;
  let least = from + leastStep(rules, now.bet, now.step);
  let limit = least;
  if (rules.betting === "spread") {
    limit = Math.max(least, from + (rules.spread?.max ?? rules.bigBet));
    least = Math.max(least, now.level + 1);
  } else if (rules.betting === "pot") {
    const pot = street.seats.reduce((sum, one) => sum + one.before + inFor(deeds, one.seat), 0);
    limit = Math.max(least, now.level + pot + Math.max(0, now.level - inFor(deeds, seat)));
  } else if (rules.openPairDoubleBet && number === 4) {
    const pairs = street.seats.filter((one) => !street.out.has(one.seat)).some(({ up }) => up[0]?.[0] === up[1]?.[0]);
    const doubled = now.step >= rules.bigBet;
    if (pairs || doubled) limit = from + rules.bigBet;
    if (doubled) least = limit;
  }
  if (most <= least) return [most, most];
  return [least, Math.min(limit, most)];
}

export interface SlowHolder {
  readonly seat: number;
  readonly state: "in" | "folded" | "dead" | "conceded";
  /** Chips put in, those that went back for another reason left out. */
  readonly put: number;
  /** Own cards; needed of those who are in it at the showdown. */
  readonly cards: readonly string[];
}

/** What each seat receives, the uncalled chips included. Chips count one by one. */
export function slowPayouts(holders: readonly SlowHolder[], community: string | null, rules: SlowRules): Readonly<Record<number, number>> {
  const received: Record<number, number> = Object.fromEntries(holders.map(({ seat }) => [seat, 0]));
  const give = (seat: number, chips: number): void => {
    received[seat] = (received[seat] ?? 0) + chips;
  };
  const sorted = holders.map(({ put }) => put).sort((a, b) => b - a);
  const [top = 0, second = 0] = sorted;
  const alone = top > second ? holders.find(({ put }) => put === top) : undefined;
  const matched = alone === undefined || alone.state === "dead" ? top : second;
  if (alone !== undefined && matched === second) give(alone.seat, top - second);
  let pot = 0;
  let winners: readonly SlowHolder[] = [];
  const settlePot = (): void => {
    if (pot > 0 && winners.length > 0) for (const [seat, chips] of sharePot(pot, winners, community, rules)) give(seat, chips);
  };
  for (let height = 1; height <= matched; height++) {
    const layer = holders.filter(({ put }) => put >= height);
    const able = layer.filter(({ state }) => state === "in");
    const same = able.length === winners.length && able.every((one) => winners.includes(one));
    if (!same && able.length > 0) {
      settlePot();
      [pot, winners] = [0, able];
    }
    pot += layer.length;
  }
  settlePot();
  return received;
}

function sharePot(
  pot: number,
  able: readonly SlowHolder[],
  community: string | null,
  rules: SlowRules,
): readonly (readonly [number, number])[] {
  const [only, ...others] = able;
  if (only !== undefined && others.length === 0) return [[only.seat, pot]];
  const all = (one: SlowHolder): readonly string[] => (community === null ? one.cards : [...one.cards, community]);
  const high = new Map(able.map((one) => [one, slowHigh(all(one))]));
  const highs = able.filter((one) => able.every((other) => compareSlow(high.get(one) as SlowHand, high.get(other) as SlowHand) >= 0));
  const lowOf = (one: SlowHolder): string | null =>
    rules.low === "none" ? null : slowLow(all(one), "A23456789TJQK".charAt(rules.lowQualifier - 1));
  const key = (low: string): string => [...low].map((rank) => "A23456789TJQK".indexOf(rank).toString(16)).join("");
  const lows = able.flatMap((one) => {
    const low = lowOf(one);
    return low === null ? [] : [{ one, key: key(low) }];
  });
  const best = lows.filter((low) => lows.every((other) => low.key <= other.key)).map(({ one }) => one);
  if (best.length === 0) return handOut(pot, oddFirst(highs, "high", rules));
  const toHigh = rules.oddChipBetweenHalves === "high" ? Math.ceil(pot / 2) : Math.floor(pot / 2);
  return [...handOut(toHigh, oddFirst(highs, "high", rules)), ...handOut(pot - toHigh, oddFirst(best, "low", rules))];
}

/** One chip after the other, round and round. */
function handOut(chips: number, seats: readonly number[]): readonly (readonly [number, number])[] {
  const shares = new Map(seats.map((seat) => [seat, 0]));
  for (let i = 0; i < chips; i++) {
    const seat = seats[i % seats.length] as number;
    shares.set(seat, (shares.get(seat) ?? 0) + 1);
  }
  return [...shares];
}

function oddFirst(tied: readonly SlowHolder[], half: "high" | "low", rules: SlowRules): readonly number[] {
  const seats = [...tied].sort((a, b) => a.seat - b.seat);
  if (rules.oddChip === "seat") return seats.map(({ seat }) => seat);
  const weight = (card: string): number => {
    const rank = half === "low" && card[0] === "A" ? -1 : ranks.indexOf(card.charAt(0));
    return rank * 10 + rules.suitOrderLowToHigh.indexOf(card.charAt(1));
  };
  const extreme = (one: SlowHolder): number => {
    const sorted = one.cards.map(weight).sort((a, b) => a - b);
    return (half === "high" ? -(sorted.at(-1) as number) : sorted[0]) as number;
  };
  return seats.sort((a, b) => extreme(a) - extreme(b)).map(({ seat }) => seat);
}
