// Settlement: what nobody matched goes back, then pot by pot from the main one outward, the high half before the low half.

import { type Felt, facesAt, ofSeat } from "#core/felt";
import { type Minor, share } from "#core/money";
import type { Account, HandName, Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import { type Hand, nameOf, readHand } from "./hands.ts";
import { layPots, type Pot } from "./pots.ts";
import { board, contributed, handOf, inHand, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { type Award, awardsOf } from "./shares.ts";

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
  /** Chips still lying on the two spots of each seat. */
  readonly lying: Readonly<Record<SpotName, Record<number, Minor>>>;
  /** Seats in the order they are paid. */
  readonly paid: number[];
}

type SpotName = "ante" | "bet";

function openBooks(round: Round): Books {
  return { transfers: [], results: [], lying: { ante: { ...round.antes }, bet: { ...round.bets } }, paid: [] };
}

/** Chips on the spots of a seat, the ante first. */
export function stakesOf(round: Round): Readonly<Record<string, Minor>> {
  const stakes: Record<string, Minor> = {};
  for (const seat of round.seats) {
    if ((round.antes[seat] ?? 0) > 0) stakes[ofSeat(seat, "ante")] = round.antes[seat] ?? 0;
    if ((round.bets[seat] ?? 0) > 0) stakes[ofSeat(seat, "bet")] = round.bets[seat] ?? 0;
  }
  return stakes;
}

export function settle(round: Round, felt: Felt, rules: Rules): Settlement {
  const live = inHand(round);
  if (round.voided !== null || live.length === 0) return returnAll(round, { code: round.voided ?? "deadHand" });
  const books = openBooks(round);
  const { uncalled, pots } = layPots(round);
  for (const seat of round.anteBack) giveBack(books, seat, contributed(round, seat), { code: "anteBack" });
  if (uncalled !== null) giveBack(books, uncalled.seat, uncalled.amount, { code: "uncalled" });
  for (const [i, pot] of pots.entries()) collect(books, pot, i + 1);
  const raked = takeRake(books, pots, round, rules);
  const showdown = { round, live, felt, rules, hands: handsOf(round, felt, rules) };
  for (const [i, pot] of pots.entries()) award(books, pot, i + 1, pot.amount - (raked[i] ?? 0), showdown);
  return {
    outcome: "settled",
    why: { code: "settled" },
    order: books.paid,
    transfers: books.transfers,
    results: books.results,
    hands: namesOf(showdown),
  };
}

/** Every hand that was shown, by name. */
function namesOf({ round, hands }: Showdown): Settlement["hands"] {
  const names: HandName[] = [];
  for (const seat of round.shown) {
    const hand = hands.get(seat);
    if (hand !== undefined) names.push({ place: handOf(seat), name: nameOf(hand) });
  }
  return names;
}

/** Hands that were shown, with the community card where there is one. */
function handsOf(round: Round, felt: Felt, rules: Rules): ReadonlyMap<number, Hand> {
  const common = facesAt(felt, board) ?? [];
  const hands = new Map<number, Hand>();
  for (const seat of round.shown) {
    const own = facesAt(felt, handOf(seat));
    if (own !== null && own.length + common.length >= 5) hands.set(seat, readHand(common.length === 0 ? own : [...own, ...common], rules));
  }
  return hands;
}

function transfer(books: Books, from: Account, to: Account, amount: Minor, why: Reason): void {
  books.transfers.push({ from, to, amount, why });
}

function payTo(books: Books, from: Account, seat: number, amount: Minor, why: Reason): void {
  transfer(books, from, `seat/${seat}`, amount, why);
  if (!books.paid.includes(seat)) books.paid.push(seat);
}

/** Takes up to so many chips off a spot and says how many were there. */
function takeUp(books: Books, seat: number, name: SpotName, most: Minor): Minor {
  const there = books.lying[name][seat] ?? 0;
  const taken = Math.min(most, there);
  if (taken > 0) books.lying[name][seat] = there - taken;
  return taken;
}

/** Chips go back to their owner, the bets first. */
function giveBack(books: Books, seat: number, amount: Minor, why: Reason): void {
  if (amount === 0) return;
  const bet = takeUp(books, seat, "bet", amount);
  const ante = takeUp(books, seat, "ante", amount - bet);
  if (bet > 0) payTo(books, ofSeat(seat, "bet"), seat, bet, why);
  if (ante > 0) payTo(books, ofSeat(seat, "ante"), seat, ante, why);
  const spot = why.code === "anteBack" ? ofSeat(seat, "ante") : ofSeat(seat, "bet");
  books.results.push({ seat, spot, stake: amount, outcome: "returned", net: 0, why });
}

/** The chips of a pot are moved to the middle, the antes first. */
function collect(books: Books, pot: Pot, number: number): void {
  const to = `pot/${number}`;
  const why: Reason = { code: "intoPot", params: { pot: number } };
  for (const [seat, amount] of pot.from) {
    const ante = takeUp(books, seat, "ante", amount);
    const bet = takeUp(books, seat, "bet", amount - ante);
    if (ante > 0) transfer(books, ofSeat(seat, "ante"), to, ante, why);
    if (bet > 0) transfer(books, ofSeat(seat, "bet"), to, bet, why);
  }
}

/** The house's share of each pot, from the main pot outward until the cap is reached. */
function takeRake(books: Books, pots: readonly Pot[], round: Round, rules: Rules): readonly Minor[] {
  const { rake, chip } = rules;
  if (rake.method === "none" || round.street === 3) return [];
  const total = pots.reduce((sum, { amount }) => sum + amount, 0);
  const wanted = Math.min(rake.cap, share(total, rake.ofPot, 10_000, rake.rounding));
  let left = wanted - (wanted % chip);
  return pots.map(({ amount }, i) => {
    const taken = Math.min(left, amount);
    if (taken > 0) transfer(books, `pot/${i + 1}`, "rake", taken, { code: "rake" });
    left -= taken;
    return taken;
  });
}

interface Showdown {
  readonly round: Round;
  readonly live: readonly number[];
  readonly felt: Felt;
  readonly rules: Rules;
  readonly hands: ReadonlyMap<number, Hand>;
}

/** Pays a pot to its winners and writes down what it meant for everyone who has chips in it. */
function award(books: Books, pot: Pot, number: number, amount: Minor, { round, live, felt, rules, hands }: Showdown): void {
  const spot = `pot/${number}`;
  const awards = awardsOf(pot, amount, live, hands, felt, rules);
  for (const one of awards) if (one.amount > 0) payTo(books, spot, one.seat, one.amount, whyPaid(one.half, number, hands.get(one.seat)));
  for (const [seat, stake] of pot.from) {
    let net = -stake;
    for (const one of awards) if (one.seat === seat) net += one.amount;
    const outcome = net > 0 ? "win" : net === 0 ? "push" : "lose";
    books.results.push({ seat, spot, stake, outcome, net, why: { code: whyEnded(round, seat, awards), params: { pot: number } } });
  }
}

function whyPaid(half: Award["half"], pot: number, hand: Hand | undefined): Reason {
  if (half === "high" && hand !== undefined) return { code: "potHigh", params: { pot, hand: hand.high.category, ranks: hand.high.ranks } };
  if (half === "low" && hand?.low) return { code: "potLow", params: { pot, ranks: hand.low.ranks } };
  return { code: half === "last" ? "lastPlayer" : "onlyPlayer", params: { pot } };
}

const whyOut = { folded: "folded", dead: "deadHand", conceded: "conceded" } as const;

/** In one word, what became of a seat's chips in a pot. */
function whyEnded(round: Round, seat: number, awards: readonly Award[]): string {
  const out = round.out[seat];
  if (out !== undefined) return whyOut[out];
  const first = awards.find((one) => one.seat === seat);
  if (first === undefined) return "lower";
  if (first.half === "last") return "lastPlayer";
  if (first.half === "only") return "onlyPlayer";
  if (awards.some((one) => one.seat === seat && one !== first)) {
    return awards.every((one) => one.seat === seat) ? "scoop" : "highAndLow";
  }
  if (first.half === "low") return "lowHalf";
  return awards.some((one) => one.half === "low") ? "highHalf" : "highHand";
}

/** A void round, or one in which no hand is left alive: every stake goes back. */
function returnAll(round: Round, why: Reason): Settlement {
  const books = openBooks(round);
  for (const [spot, amount] of Object.entries(stakesOf(round))) {
    const seat = Number.parseInt(spot, 10);
    payTo(books, spot, seat, amount, why);
    books.results.push({ seat, spot, stake: amount, outcome: "returned", net: 0, why });
  }
  return { outcome: "void", why, order: books.paid, transfers: books.transfers, results: books.results, hands: [] };
}

/** Chips of the seats where they are counted, once the round is paid. */
export function stacksAfter(round: Round, { transfers }: Settlement): Readonly<Record<number, Minor>> {
  const after: Record<number, Minor> = {};
  for (const [key, stack] of Object.entries(round.stacks)) {
    const seat = Number(key);
    const received = transfers.reduce((sum, { to, amount }) => sum + (to === `seat/${seat}` ? amount : 0), 0);
    after[seat] = stack - contributed(round, seat) + received;
  }
  return after;
}
