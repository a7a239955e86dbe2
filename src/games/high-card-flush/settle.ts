// Settlement: hand by hand, counter-clockwise from the button's right, to the extent of the designated player's money.

import type { Card } from "#core/card";
import { rankIndex } from "#core/card";
import { type Felt, facesAt, ofSeat } from "#core/felt";
import { type FlushLength, longestFlush, longestStraightFlush, type StraightFlushLength } from "#core/hand";
import { type Minor, share } from "#core/money";
import type { Account, HandName, Outcome, Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import { comparedOrder, handOf, isJudged, type Round } from "./round.ts";
import type { Length, Rules } from "./rules.ts";

export type WagerName = "ante" | "raise" | "straightFlush" | "flush";
const wagerNames: readonly WagerName[] = ["ante", "raise", "straightFlush", "flush"];

interface Hand {
  readonly flush: FlushLength;
  readonly run: StraightFlushLength;
}

/** What one wager is worth before anybody's money is looked at. */
interface Verdict {
  readonly outcome: "win" | "lose" | "push";
  readonly odds: number;
  readonly why: Reason;
}

/** The designated player's purse while hands are settled. */
interface Bank {
  readonly account: Account;
  /** Money in action. */
  left: Minor;
  readonly inAction: Minor;
  collected: Minor;
  paid: Minor;
  bonusPaidThisRound: Minor;
}

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
}

export function readHand(cards: readonly Card[], rules: Rules): Hand {
  return { flush: longestFlush(cards), run: longestStraightFlush(cards, { aceLow: rules.aceLowInSF }) };
}

/** Whether the designated player's hand is good enough to play against: 9-3-2 of one suit or better. */
export function qualifies(hand: Hand, rules: Rules): boolean {
  const { length, minHigh } = rules.qualifier;
  if (hand.flush.length !== length) return hand.flush.length > length;
  return rankIndex(`${hand.flush.ranks[0]}c` as Card) >= rankIndex(`${minHigh}c`);
}

/** Highest Raise in Antes for a flush of this length. */
export function raiseCap(length: number, rules: Rules): number {
  return rules.raiseCaps[String(length) as Length] ?? 1;
}

export function settle(round: Round, felt: Felt, rules: Rules): Settlement {
  const settlement = counted(round, felt, rules);
  return rules.stakes === "untracked" ? withoutAmounts(settlement) : settlement;
}

/** Nobody has said how much lies at a spot: what is to be done is all that can be said. */
function withoutAmounts(settlement: Settlement): Settlement {
  const results = settlement.results.map(({ due: _, ...result }) => ({ ...result, stake: 0, net: 0, untracked: true as const }));
  return { ...settlement, transfers: [], results };
}

function counted(round: Round, felt: Felt, rules: Rules): Settlement {
  const bankDead = round.designated !== null && round.dead.includes(handOf(round.designated));
  if (round.voided !== null || bankDead) return returnAll(round, { code: round.voided ?? "deadHand" });
  if (round.designated === null) return { outcome: "void", why: { code: "noBank" }, order: [], transfers: [], results: [], hands: [] };
  const funds = rules.bank === "house" ? Number.POSITIVE_INFINITY : round.funds;
  const bank: Bank = {
    account: rules.bank === "house" ? "house" : "designated",
    left: funds,
    inAction: funds,
    collected: 0,
    paid: 0,
    bonusPaidThisRound: 0,
  };
  const books: Books = { transfers: [], results: [] };
  const order = comparedOrder(round);
  const against = handAt(felt, round.designated, rules);
  for (const seat of order) if (round.acts[seat]?.code === "fold") forfeit(round, seat, rules, bank, books);
  for (const seat of order) settleSeat({ round, felt, rules, bank, books, against }, seat);
  takeRake(round, order, rules, books);
  const served = books.results.some((result) => result.seat === round.designated) ? [...order, round.designated] : order;
  return {
    outcome: "settled",
    why: { code: "settled" },
    order: served,
    transfers: books.transfers,
    results: books.results,
    hands: names(round, felt, rules),
  };
}

interface Table {
  readonly round: Round;
  readonly felt: Felt;
  readonly rules: Rules;
  readonly bank: Bank;
  readonly books: Books;
  readonly against: Hand | null;
}

function handAt(felt: Felt, seat: number, rules: Rules): Hand | null {
  const cards = facesAt(felt, handOf(seat));
  return cards === null || cards.length === 0 ? null : readHand(cards, rules);
}

function names(round: Round, felt: Felt, rules: Rules): readonly HandName[] {
  return round.turned.flatMap((place) => {
    const cards = facesAt(felt, place);
    if (cards === null) return [];
    const { flush } = readHand(cards, rules);
    return [{ place, name: { code: "flushOf", params: { length: flush.length, ranks: flush.ranks } } }];
  });
}

function stakeOf(round: Round, seat: number, name: WagerName): Minor {
  return round.stakes[ofSeat(seat, name)] ?? 0;
}

/** A folder's Ante and bonuses are in the bank before the first comparison. */
function forfeit(round: Round, seat: number, rules: Rules, bank: Bank, books: Books): void {
  for (const name of wagerNames) {
    const bonus = name === "straightFlush" || name === "flush";
    if (bonus && !rules.foldLosesBonus) continue;
    const stake = stakeOf(round, seat, name);
    if (stake > 0) collect(seat, name, stake, { code: "folded" }, rules, bank, books);
  }
}

/** Takes a losing wager into the bank, as far as the designated player may still win. */
function collect(seat: number, name: WagerName, stake: Minor, why: Reason, rules: Rules, bank: Bank, books: Books): void {
  const room = rules.dpMaxWin === "none" ? stake : Math.max(0, bank.inAction - (bank.collected - bank.paid));
  const taken = Math.min(stake, room);
  const spot = ofSeat(seat, name);
  if (taken > 0) books.transfers.push({ from: spot, to: bank.account, amount: taken, why });
  if (taken < stake) books.transfers.push({ from: spot, to: `seat/${seat}`, amount: stake - taken, why: { code: "bankFull" } });
  bank.collected += taken;
  if (rules.collectedLossesFundBank) bank.left += taken;
  const result = taken > 0 ? { outcome: "lose" as const, why } : { outcome: "returned" as const, why: { code: "bankFull" } };
  books.results.push({ seat, spot, stake, net: taken === 0 ? 0 : -taken, ...result });
}

function giveBack(seat: number, name: WagerName, stake: Minor, outcome: Outcome, why: Reason, books: Books): void {
  const spot = ofSeat(seat, name);
  books.transfers.push({ from: spot, to: `seat/${seat}`, amount: stake, why });
  books.results.push({ seat, spot, stake, outcome, net: 0, why });
}

function settleSeat(at: Table, seat: number): void {
  const { round, rules, bank, books } = at;
  const folded = round.acts[seat]?.code === "fold";
  const names = wagerNames.filter(
    (name) => stakeOf(round, seat, name) > 0 && !(folded && (rules.foldLosesBonus || name === "ante" || name === "raise")),
  );
  if (round.dead.includes(handOf(seat))) {
    for (const name of names) giveBack(seat, name, stakeOf(round, seat, name), "returned", { code: "deadHand" }, books);
    return;
  }
  if (!isJudged(round, seat, rules)) return;
  if (bank.left === 0) {
    // The bank is empty: the hand is dead, even if it would have lost.
    for (const name of names) giveBack(seat, name, stakeOf(round, seat, name), "returned", { code: "uncovered" }, books);
    return;
  }
  settleHand(at, seat, names);
}

function settleHand(at: Table, seat: number, names: readonly WagerName[]): void {
  const { round, felt, rules, books } = at;
  const own = handAt(felt, seat, rules) as Hand;
  const stakes = new Map(names.map((name) => [name, stakeOf(round, seat, name)] as const));
  cutRaise(at, seat, own, stakes);
  const verdicts = new Map(names.map((name) => [name, verdictOn(name, own, at.against as Hand, rules)] as const));
  // A folded hand has no Ante left to tie; its bonuses are judged as if it had raised.
  const tied = verdictOn("ante", own, at.against as Hand, rules).why.code === "tie";
  let bonusLeft = bonusRoom(at);
  for (const step of rules.withinHandOrder) {
    for (const name of names) {
      const verdict = pushedByTie(name, verdicts.get(name) as Verdict, tied, rules);
      const stake = stakes.get(name) ?? 0;
      if (step === "losing wagers" && verdict.outcome === "lose") collect(seat, name, stake, verdict.why, rules, at.bank, books);
      else if (step === name && verdict.outcome === "push") giveBack(seat, name, stake, "push", verdict.why, books);
      else if (step === name && verdict.outcome === "win") bonusLeft = pay(at, seat, name, stake, verdict, bonusLeft);
    }
  }
  sortResults(books, seat);
}

/** A Raise above the cap of the hand that was shown is cut to it. */
function cutRaise(at: Table, seat: number, own: Hand, stakes: Map<WagerName, Minor>): void {
  const raise = stakes.get("raise");
  if (raise === undefined) return;
  if (at.rules.stakes === "untracked") return sayCap(at, seat, own);
  const cap = raiseCap(own.flush.length, at.rules) * stakeOf(at.round, seat, "ante");
  if (raise <= cap) return;
  const why: Reason = { code: "overCap", params: { cap, length: own.flush.length } };
  at.books.transfers.push({ from: ofSeat(seat, "raise"), to: `seat/${seat}`, amount: raise - cap, why });
  stakes.set("raise", cap);
}

/** The dealer looks himself whether more lies there than the hand allows. */
function sayCap({ rules, books }: Table, seat: number, own: Hand): void {
  const times = raiseCap(own.flush.length, rules);
  if (times >= Math.max(...Object.values(rules.raiseCaps))) return;
  books.results.push({
    seat,
    spot: ofSeat(seat, "raiseAbove"),
    stake: 0,
    outcome: "returned",
    net: 0,
    why: { code: "raiseUpTo", params: { times } },
  });
}

function pushedByTie(name: WagerName, verdict: Verdict, tied: boolean, rules: Rules): Verdict {
  const bonus = name === "straightFlush" || name === "flush";
  return bonus && tied && rules.mainTiePushesBonuses ? { outcome: "push", odds: 0, why: { code: "mainTie" } } : verdict;
}

/** Bonus profit that may still be paid to this hand. */
function bonusRoom(at: Table): Minor {
  const { aggregateCap } = at.rules;
  if (aggregateCap === "none") return Number.POSITIVE_INFINITY;
  if ("perHand" in aggregateCap) return aggregateCap.perHand;
  return aggregateCap.perRound - at.bank.bonusPaidThisRound;
}

/** Pays a winning wager to the extent of the bank; returns what bonus profit is left under the cap. */
function pay(at: Table, seat: number, name: WagerName, stake: Minor, verdict: Verdict, bonusLeft: Minor): Minor {
  const { rules, bank, books } = at;
  const bonus = name === "straightFlush" || name === "flush";
  const full = stake * verdict.odds;
  const due = bonus ? Math.min(full, bonusLeft) : full;
  if (due === 0) {
    giveBack(seat, name, stake, "push", { code: "aggregateCap" }, books);
    return bonusLeft;
  }
  const paid = rules.shortfall === "all-or-nothing" && due > bank.left ? 0 : Math.min(due, bank.left);
  if (paid === 0) {
    giveBack(seat, name, stake, "returned", { code: "uncovered" }, books);
    return bonusLeft;
  }
  const spot = ofSeat(seat, name);
  const why: Reason = due < full ? { code: "aggregateCap" } : verdict.why;
  books.transfers.push({ from: bank.account, to: `seat/${seat}`, amount: paid, why });
  books.transfers.push({ from: spot, to: `seat/${seat}`, amount: stake, why });
  bank.left -= paid;
  bank.paid += paid;
  if (bonus) bank.bonusPaidThisRound += paid;
  const short = paid < due ? { outcome: "win-partial" as const, due } : { outcome: "win" as const };
  books.results.push({ seat, spot, stake, net: paid, odds: [verdict.odds, 1], why, ...short });
  return bonus ? bonusLeft - paid : bonusLeft;
}

/** Results read in the order wagers lie on the felt, whatever order they were paid in. */
function sortResults(books: Books, seat: number): void {
  const mine = books.results.filter((result) => result.seat === seat);
  const others = books.results.filter((result) => result.seat !== seat);
  const lines: readonly string[] = ["ante", "raise", "raiseAbove", "straightFlush", "flush"];
  const place = (result: SpotResult): number => lines.indexOf(result.spot.split("/")[1] ?? "");
  books.results.splice(0, books.results.length, ...others, ...mine.sort((a, b) => place(a) - place(b)));
}

function verdictOn(name: WagerName, own: Hand, against: Hand, rules: Rules): Verdict {
  switch (name) {
    case "ante":
      return verdictOnMain(own, against, rules, { outcome: "win", odds: 1, why: { code: "notQualified" } });
    case "raise":
      return verdictOnMain(own, against, rules, { outcome: "push", odds: 0, why: { code: "notQualified" } });
    case "flush":
      return verdictOnBonus(own.flush.length, rules.payFlush, own.flush.value - against.flush.value, rules);
    case "straightFlush":
      return verdictOnBonus(own.run.length, rules.paySF, own.run.value - against.run.value, rules);
  }
}

function verdictOnMain(own: Hand, against: Hand, rules: Rules, unqualified: Verdict): Verdict {
  if (!qualifies(against, rules)) return unqualified;
  const difference = own.flush.value - against.flush.value;
  if (difference > 0) return { outcome: "win", odds: 1, why: { code: "higher" } };
  if (difference < 0) return { outcome: "lose", odds: 0, why: { code: "lower" } };
  return { outcome: "push", odds: 0, why: { code: "tie" } };
}

/** A bonus needs its own minimum first; contested, it is then compared with the designated player's. */
function verdictOnBonus(length: number, table: Rules["paySF"], difference: number, rules: Rules): Verdict {
  const odds = table[String(length) as Length] ?? 0;
  if (odds === 0) return { outcome: "lose", odds: 0, why: { code: "bonusShort", params: { length } } };
  if (!rules.bonusContested || difference > 0) return { outcome: "win", odds, why: { code: "bonusWon", params: { length } } };
  if (difference < 0) return { outcome: "lose", odds: 0, why: { code: "bonusBeaten", params: { length } } };
  return { outcome: "push", odds: 0, why: { code: "bonusTie", params: { length } } };
}

/** The house's charge, by one of the three posted methods. A dead hand pays none, nor a seat that had nothing in action. */
function takeRake(round: Round, order: readonly number[], rules: Rules, books: Books): void {
  const { rake } = rules;
  if (rake.method === "none" || round.designated === null) return;
  const alive = order.filter((seat) => !round.dead.includes(handOf(seat)));
  const inAction = new Map(alive.map((seat) => [seat, actionOf(books, seat)] as const).filter(([, stakes]) => stakes > 0));
  const all = [...inAction.values()].reduce((sum, stakes) => sum + stakes, 0);
  if (rake.method !== "designated player") for (const [seat, stakes] of inAction) charge(seat, stakes, rake.charge, books);
  if (rake.method !== "players" && inAction.size > 0) charge(round.designated, all, rake.charge, books);
}

/** Stakes of a seat that were played for: what went back unplayed (dead hand, uncovered wager, full bank) does not count. */
function actionOf(books: Books, seat: number): Minor {
  return books.results
    .filter((result) => result.seat === seat && result.outcome !== "returned")
    .reduce((sum, { outcome, stake, net }) => sum + (outcome === "lose" ? -net : stake), 0);
}

type Charge = Extract<Rules["rake"], { method: "all" | "players" | "designated player" }>["charge"];

function charge(seat: number, base: Minor, how: Charge, books: Books): void {
  const amount = "perSeat" in how ? how.perSeat : share(base, how.ofStakes, 10_000, how.rounding);
  if (amount === 0) return;
  const why: Reason = { code: "rake" };
  books.transfers.push({ from: `seat/${seat}`, to: "rake", amount, why });
  books.results.push({ seat, spot: ofSeat(seat, "rake"), stake: amount, outcome: "lose", net: -amount, why });
}

/** A void round: every wager goes back, a folder's too, and nobody pays rake. */
function returnAll(round: Round, why: Reason): Settlement {
  const books: Books = { transfers: [], results: [] };
  const order = comparedOrder({ ...round, stakes: withAnyStake(round) });
  for (const seat of order) {
    for (const name of wagerNames) {
      const stake = stakeOf(round, seat, name);
      if (stake > 0) giveBack(seat, name, stake, "returned", why, books);
    }
  }
  return { outcome: "void", why, order, transfers: books.transfers, results: books.results, hands: [] };
}

/** Before bets are closed a bonus may lie alone: its seat is paid back too. */
function withAnyStake(round: Round): Round["stakes"] {
  const stakes: Record<string, Minor> = { ...round.stakes };
  for (const [spot, stake] of Object.entries(round.stakes)) if (stake > 0) stakes[`${Number.parseInt(spot, 10)}/ante`] ||= stake;
  return stakes;
}
