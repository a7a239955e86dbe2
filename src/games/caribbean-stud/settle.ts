// Settlement: folded Antes first, then hand by hand from right to left, the jackpot after the hand of its seat.

import { type Felt, facesAt, ofSeat } from "#core/felt";
import { type HighHand, highOf } from "#core/hand";
import type { Minor } from "#core/money";
import type { HandName, Outcome, Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import { type Jackpot, jackpotOf } from "./jackpot.ts";
import { because } from "./reasons.ts";
import {
  dealerHand,
  handOf,
  hasFolded,
  isDead,
  isJackpotIn,
  isJackpotJudged,
  isMisdealt,
  isUntracked,
  paidOrder,
  type Round,
  stakeOf,
  type WagerName,
  wagerNames,
} from "./round.ts";
import { ownMeter, type Rules } from "./rules.ts";

const house = "house";
const meter = "meter/royal";

/** What Ante or Bet is worth before any limit is looked at. */
interface Verdict {
  readonly outcome: "win" | "lose" | "push";
  readonly odds: number;
  readonly why: Reason;
}

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
  /** What Ante and Bet may still win in this round. */
  roundRoom: Minor;
}

interface Table {
  readonly round: Round;
  readonly felt: Felt;
  readonly rules: Rules;
  readonly books: Books;
  readonly jackpot: Jackpot;
  /** The dealer's hand; null when nobody plays against it. */
  readonly against: HighHand | null;
}

/** Whether the dealer's hand is good enough to play: ace and king (A-K-4-3-2 is the lowest), or a pair or better. */
export function qualifies(hand: HighHand, rules: Rules): boolean {
  if (hand.category !== "high-card") return true;
  switch (rules.qualifier) {
    case "ace and king":
      return hand.ranks.startsWith("AK");
    case "ace or king":
      return hand.ranks.startsWith("A") || hand.ranks.startsWith("K");
    case "pair":
      return false;
  }
}

export function settle(round: Round, felt: Felt, rules: Rules): Settlement {
  const order = paidOrder(round);
  const misdealt = isMisdealt(round);
  const judged = order.some((seat) => isJackpotIn(round, seat));
  if (round.voided !== null) return returnAll(round, rules, { code: round.voided });
  if (misdealt && !judged) return returnAll(round, rules, because("dealerMisdeal"));
  const { aggregateCap } = rules;
  const perRound = aggregateCap !== "none" && "perRound" in aggregateCap ? aggregateCap.perRound : Number.POSITIVE_INFINITY;
  const books: Books = { transfers: [], results: [], roundRoom: perRound };
  const at: Table = { round, felt, rules, books, jackpot: jackpotOf(round, felt, rules), against: handAt(felt, dealerHand) };
  contribute(at);
  const folded = misdealt ? [] : order.filter((seat) => hasFolded(round, seat) && !isDead(round, seat));
  for (const seat of folded) takeFolded(at, seat);
  for (const seat of order) {
    if (misdealt || isDead(round, seat)) giveBackHand(at, seat, misdealt ? because("dealerMisdeal") : because("deadHand"));
    else if (!folded.includes(seat)) settleHand(at, seat);
    settleJackpot(at, seat);
  }
  const served = folded.filter((seat) => !isJackpotJudged(round, seat, rules));
  return {
    outcome: "settled",
    why: misdealt ? because("dealerMisdeal") : because("settled"),
    order: [...served, ...order.filter((seat) => !served.includes(seat))],
    transfers: books.transfers,
    results: inOrder(books.results, order),
    hands: names(round, felt, rules),
  };
}

function handAt(felt: Felt, place: string): HighHand | null {
  const cards = facesAt(felt, place);
  return cards === null || cards.length < 5 ? null : highOf(cards);
}

function names(round: Round, felt: Felt, rules: Rules): readonly HandName[] {
  return round.turned.flatMap((place) => {
    const hand = handAt(felt, place);
    return hand === null ? [] : [{ place, name: nameOf(hand, place, rules) }];
  });
}

export function nameOf({ category, ranks, ...hand }: HighHand, place: string, rules: Rules): Reason {
  const params = { hand: category, ranks };
  if (place !== dealerHand) return because("pokerHand", params);
  return because(qualifies({ category, ranks, ...hand }, rules) ? "dealerQualifies" : "dealerHandNotQualified", params);
}

/** Every stake that is not given back has added to the meter when bets were closed. */
function contribute({ jackpot, rules, books }: Table): void {
  for (const _ of jackpot.contributing) move(books, house, meter, ownMeter(rules).contribution, because("meterContribution"));
}

function move(books: Books, from: string, to: string, amount: Minor, why: Reason): void {
  if (amount > 0) books.transfers.push({ from, to, amount, why });
}

function take(at: Table, seat: number, name: WagerName, why: Reason): void {
  const stake = stakeOf(at.round, seat, name);
  if (stake === 0) return;
  const spot = ofSeat(seat, name);
  if (isUntracked(name, at.rules)) return judged(at.books, seat, spot, "lose", why);
  move(at.books, spot, house, stake, why);
  at.books.results.push({ seat, spot, stake, outcome: "lose", net: -stake, why });
}

/** What is to be done with chips that nobody has counted. */
function judged(books: Books, seat: number, spot: string, outcome: Outcome, why: Reason, odds?: readonly [number, number]): void {
  books.results.push({ seat, spot, stake: 0, outcome, net: 0, untracked: true, ...(odds && { odds }), why });
}

function giveBack(at: Pick<Table, "round" | "books" | "rules">, seat: number, name: WagerName, outcome: Outcome, why: Reason): void {
  const stake = stakeOf(at.round, seat, name);
  if (stake === 0) return;
  const spot = ofSeat(seat, name);
  if (isUntracked(name, at.rules)) return judged(at.books, seat, spot, outcome, why);
  move(at.books, spot, `seat/${seat}`, stake, why);
  at.books.results.push({ seat, spot, stake, outcome, net: 0, why });
}

/** A folded hand loses its Ante; what was set aside for its Bet goes back. */
function takeFolded(at: Table, seat: number): void {
  take(at, seat, "ante", because("folded"));
  giveBack(at, seat, "reserve", "returned", because("reserveBack"));
  if (!isJackpotJudged(at.round, seat, at.rules)) take(at, seat, "jackpot", because("jackpotNeedsBet"));
}

function giveBackHand(at: Table, seat: number, why: Reason): void {
  for (const name of ["ante", "bet", "reserve"] as const) giveBack(at, seat, name, "returned", why);
  if (isDead(at.round, seat)) giveBack(at, seat, "jackpot", "returned", because("deadHand"));
  else if (!isJackpotJudged(at.round, seat, at.rules)) take(at, seat, "jackpot", because("jackpotNeedsBet"));
}

function settleHand(at: Table, seat: number): void {
  const own = handAt(at.felt, handOf(seat));
  if (own === null || at.against === null) return;
  const { aggregateCap } = at.rules;
  let room = aggregateCap !== "none" && "perHand" in aggregateCap ? aggregateCap.perHand : Number.POSITIVE_INFINITY;
  for (const name of ["ante", "bet"] as const) {
    const verdict = verdictOn(name, own, at.against, at.rules);
    if (verdict.outcome === "lose") take(at, seat, name, verdict.why);
    else if (verdict.outcome === "push") giveBack(at, seat, name, "push", verdict.why);
    else room -= pay(at, seat, name, verdict, Math.min(room, at.books.roundRoom));
  }
}

/** Pays a winning wager as far as the posted limit goes; returns the profit paid. */
function pay(at: Table, seat: number, name: "ante" | "bet", verdict: Verdict, room: Minor): Minor {
  const { round, books } = at;
  if (isUntracked(name, at.rules)) {
    judged(books, seat, ofSeat(seat, name), "win", verdict.why, [verdict.odds, 1]);
    return 0;
  }
  const stake = stakeOf(round, seat, name);
  const full = stake * verdict.odds;
  const paid = Math.min(full, room);
  const why = paid < full ? because("payoutLimit", { amount: limitOf(at.rules) }) : verdict.why;
  if (paid === 0) {
    giveBack(at, seat, name, "push", why);
    return 0;
  }
  const spot = ofSeat(seat, name);
  move(books, house, `seat/${seat}`, paid, why);
  move(books, spot, `seat/${seat}`, stake, why);
  books.results.push({ seat, spot, stake, outcome: "win", net: paid, odds: [verdict.odds, 1], why });
  books.roundRoom -= paid;
  return paid;
}

function limitOf({ aggregateCap }: Rules): Minor {
  if (aggregateCap === "none") return 0;
  return "perHand" in aggregateCap ? aggregateCap.perHand : aggregateCap.perRound;
}

function verdictOn(name: "ante" | "bet", own: HighHand, against: HighHand, rules: Rules): Verdict {
  const bet = name === "bet";
  const hand = own.category;
  if (!qualifies(against, rules)) {
    if (!bet) return { outcome: "win", odds: 1, why: because("dealerNotQualified") };
    const odds = rules.payNotQualified[hand] ?? 0;
    if (odds > 0) return { outcome: "win", odds, why: because("betWonUnqualified", { hand }) };
    return { outcome: "push", odds: 0, why: because("dealerNotQualified") };
  }
  if (own.value < against.value) return { outcome: "lose", odds: 0, why: because("lower") };
  if (own.value === against.value) return { outcome: "push", odds: 0, why: because("tie") };
  if (!bet) return { outcome: "win", odds: 1, why: because("higher") };
  const odds = rules.payQualified[hand];
  if (odds > 0) return { outcome: "win", odds, why: because("betWon", { hand }) };
  return { outcome: "push", odds: 0, why: because("betPushes", { hand }) };
}

/** The jackpot looks at the player's own five cards alone. Prizes are total returns. */
function settleJackpot(at: Table, seat: number): void {
  const { round, rules, books, jackpot } = at;
  if (!isJackpotJudged(round, seat, rules)) return;
  const prize = jackpot.prizes.get(seat);
  if (prize?.pending === true) return settlePending(at, seat, prize.category);
  if (prize === undefined || prize.amount === 0) {
    take(at, seat, "jackpot", because("jackpotMissed", { hand: prize?.category ?? "high-card" }));
    return;
  }
  const { category: hand, amount, fromMeter, sharers, reseed } = prize;
  const why = sharers > 1 ? because("jackpotShared", { hand, count: sharers }) : because("jackpotWon", { hand });
  const stake = stakeOf(round, seat, "jackpot");
  const spot = ofSeat(seat, "jackpot");
  move(books, spot, rules.progressiveStakeReturned ? `seat/${seat}` : house, stake, why);
  move(books, meter, `seat/${seat}`, fromMeter, why);
  move(books, house, `seat/${seat}`, amount - fromMeter, why);
  move(books, house, meter, reseed, because("meterReseed"));
  books.results.push({ seat, spot, stake, outcome: "win", net: amount - (rules.progressiveStakeReturned ? 0 : stake), why });
}

/** What the house's progressive pays is not told yet: the stake is taken, and everything else at this table is paid meanwhile. */
function settlePending({ round, rules, books }: Table, seat: number, hand: string): void {
  const why = because("jackpotPending", { hand });
  const stake = stakeOf(round, seat, "jackpot");
  const spot = ofSeat(seat, "jackpot");
  const back = rules.progressiveStakeReturned;
  move(books, spot, back ? `seat/${seat}` : house, stake, why);
  books.results.push({ seat, spot, stake, outcome: "win", net: back ? 0 : -stake, pending: true, why });
}

/** Results by seat in the order of payment, wagers as they lie on the felt. */
function inOrder(results: readonly SpotResult[], order: readonly number[]): readonly SpotResult[] {
  const place = ({ seat, spot }: SpotResult): number => order.indexOf(seat) * 10 + wagerNames.indexOf(spot.split("/")[1] as WagerName);
  return [...results].sort((a, b) => place(a) - place(b));
}

/** A void round: everything goes back, a folded Ante too, and the meter stands as it stood. */
function returnAll(round: Round, rules: Rules, why: Reason): Settlement {
  const books: Books = { transfers: [], results: [], roundRoom: 0 };
  const order = [...round.seats].sort((a, b) => b - a).filter((seat) => wagerNames.some((name) => stakeOf(round, seat, name) > 0));
  for (const seat of order) for (const name of wagerNames) giveBack({ round, books, rules }, seat, name, "returned", why);
  return { outcome: "void", why, order, transfers: books.transfers, results: books.results, hands: [] };
}
