// Settlement: the chips in the pot go to whoever is left, side pot by side pot; what a player still has in front of him is his.

import type { Card } from "#core/card";
import { clockwise, type Felt, facesAt } from "#core/felt";
import type { Minor } from "#core/money";
import { balances, type HandName, type Reason, type Settlement, type SpotResult, type Transfer } from "#core/settlement";
import { type Pot, potsOf, sharesOf } from "./pots.ts";
import { aliveOf, bannerOf, bannerPlace, betOf, chipsOf, paidBy, palacePlace, type Round, soldiersPlace, stackOf } from "./round.ts";
import type { Rules } from "./rules.ts";
import { countedCards, rankCounted } from "./verdict.ts";

/** What the seats still in are worth; equal where nobody compares hands. */
type Worth = (seat: number) => number;

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
}

export function settle(round: Round, felt: Felt, rules: Rules): Settlement {
  if (round.voided !== null) return returnAll(round, { code: round.voided });
  if (round.ending === null || round.ending === "nobody") return returnAll(round, { code: "nobodyLeft" });
  const alive = aliveOf(round);
  const hands = round.ending === "passiveRound" ? handsAt(round, felt, rules) : new Map<number, Hand>();
  const worth: Worth = (seat) => hands.get(seat)?.value ?? 0;
  const books: Books = { transfers: [], results: [] };
  const pots = potsToAward(round, alive);
  pots.forEach((pot, i) => {
    gather(pot, `pot/${i + 1}`, books);
  });
  const winners = pots.flatMap((pot, i) => award(round, pot, `pot/${i + 1}`, worth, books));
  giveStacksBack(round, books);
  return {
    outcome: "settled",
    why: { code: round.ending },
    order: round.players.filter((seat) => winners.includes(seat)),
    transfers: books.transfers,
    results: books.results,
    hands: [...hands.values()].map(({ name }) => name),
  };
}

function potsToAward(round: Round, alive: readonly number[]): readonly Pot[] {
  const contributed = round.players.map((seat) => [seat, paidBy(round, seat)] as const);
  const capped = round.ending === "lastStanding" ? [] : alive.filter((seat) => chipsOf(round, seat) === 0);
  return potsOf(contributed, alive, capped);
}

const gathered: Reason = { code: "gathered" };

/** The dealer makes the pots. */
function gather(pot: Pot, name: string, books: Books): void {
  for (const [seat, amount] of pot.parts) books.transfers.push({ from: betOf(seat), to: name, amount, why: gathered });
}

/** Pays a pot to the best of its eligible seats; returns those who got chips of it. */
function award(round: Round, pot: Pot, name: string, worth: Worth, books: Books): readonly number[] {
  let best = Number.NEGATIVE_INFINITY;
  for (const seat of pot.eligible) best = Math.max(best, worth(seat));
  const winners = pot.eligible.filter((seat) => worth(seat) === best);
  const shares = sharesOf(pot.amount, winners);
  const why = wonBy(round, pot, winners);
  const paid: number[] = [];
  for (const [seat, amount] of shares) {
    if (amount === 0) continue;
    books.transfers.push({ from: name, to: `seat/${seat}`, amount, why });
    paid.push(seat);
  }
  for (const seat of round.players) {
    const stake = pot.parts.get(seat) ?? 0;
    const share = shares.get(seat) ?? 0;
    if (stake === 0 && share === 0) continue;
    const outcome = share > 0 ? "win" : "lose";
    const lost = round.out[seat] ?? (winners.includes(seat) ? why : showdownLost);
    books.results.push({ seat, spot: name, stake, outcome, net: share - stake, why: share > 0 ? why : lost });
  }
  return paid;
}

const showdownLost: Reason = { code: "showdownLost" };

function wonBy(round: Round, pot: Pot, winners: readonly number[]): Reason {
  if (round.ending !== "passiveRound") return { code: round.ending ?? "lastStanding" };
  if (pot.eligible.length === 1) return { code: "onlyEligible" };
  return { code: winners.length > 1 ? "showdownSplit" : "showdownWon" };
}

interface Hand {
  readonly value: number;
  readonly name: HandName;
}

/** The ordinary showdown: palace, banner and soldiers of everybody still in, best five. */
function handsAt(round: Round, felt: Felt, rules: Rules): ReadonlyMap<number, Hand> {
  const alive = aliveOf(round);
  return new Map(
    alive.map((seat) => {
      const others = rules.showdownExclusions ? alive.filter((one) => one !== seat) : [];
      const { value, category, ranks } = rankCounted(showdownCards(felt, seat, others, rules), rules.wheel);
      return [seat, { value, name: { place: palacePlace(seat), name: { code: "pokerHand", params: { hand: category, ranks } } } }];
    }),
  );
}

/** A house may exclude the other hands' banner suits here too; a hand's own banner always counts. */
function showdownCards(felt: Felt, seat: number, others: readonly number[], rules: Rules): readonly Card[] {
  const held = [palacePlace(seat), bannerPlace(seat), soldiersPlace(seat)].flatMap((place) => facesAt(felt, place) ?? []);
  const own = bannerOf(felt, seat);
  const traitors = others
    .map((other) => bannerOf(felt, other))
    .filter((banner) => banner !== null && own !== null && countedCards([own], banner, rules.traitorRule).length > 0);
  return traitors.reduce<readonly Card[]>((cards, banner) => countedCards(cards, banner, rules.traitorRule), held);
}

/** Chips in front of a player stay his. */
function giveStacksBack(round: Round, books: Books): void {
  for (const seat of paidOrder(round)) {
    const amount = chipsOf(round, seat);
    if (amount === 0) continue;
    const why: Reason = { code: round.dealer !== null && !round.players.includes(seat) ? "notDealtIn" : "stackBack" };
    books.transfers.push({ from: stackOf(seat), to: `seat/${seat}`, amount, why });
    books.results.push({ seat, spot: stackOf(seat), stake: amount, outcome: "returned", net: 0, why });
  }
}

function paidOrder(round: Round): readonly number[] {
  return clockwise(round.seats, round.dealer ?? 0);
}

/** Chips of every seat after a settlement; who sat out keeps what he had before. */
export function chipsAfter(round: Round, { transfers }: Settlement): Readonly<Record<number, Minor>> {
  const moved = balances(transfers);
  return Object.fromEntries(
    round.seats.map((seat) => [seat, moved.get(`seat/${seat}`) ?? (sitsOut(round, seat) ? round.carried[seat] : 0) ?? 0]),
  );
}

function sitsOut(round: Round, seat: number): boolean {
  return !round.players.includes(seat) && chipsOf(round, seat) === 0;
}

/** A void hand: antes and bets go back. */
function returnAll(round: Round, why: Reason): Settlement {
  const books: Books = { transfers: [], results: [] };
  const order: number[] = [];
  for (const seat of paidOrder(round)) {
    const amount: Minor = paidBy(round, seat);
    if (amount === 0) continue;
    order.push(seat);
    books.transfers.push({ from: betOf(seat), to: `seat/${seat}`, amount, why });
    books.results.push({ seat, spot: betOf(seat), stake: amount, outcome: "returned", net: 0, why });
  }
  giveStacksBack(round, books);
  return { outcome: "void", why, order, transfers: books.transfers, results: books.results, hands: [] };
}
