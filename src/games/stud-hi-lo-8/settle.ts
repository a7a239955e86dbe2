// Settlement: what nobody matched goes back, then pot by pot from the main one outward, the high half before the low half.

import { type Felt, facesAt, ofSeat } from "#core/felt";
import { type Minor, share } from "#core/money";
import type { Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import { type Hand, nameOf, readHand } from "./hands.ts";
import { layPots, type Pot } from "./pots.ts";
import { board, contributed, handOf, inHand, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { type Award, awardsOf } from "./shares.ts";

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
  /** Chips still lying on each spot. */
  readonly lying: Map<string, Minor>;
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
  const books: Books = { transfers: [], results: [], lying: new Map(Object.entries(stakesOf(round))) };
  const { uncalled, pots } = layPots(round);
  for (const seat of round.anteBack) giveBack(books, seat, contributed(round, seat), { code: "anteBack" });
  if (uncalled !== null) giveBack(books, uncalled.seat, uncalled.amount, { code: "uncalled" });
  for (const [i, pot] of pots.entries()) collect(books, pot, i + 1);
  const raked = takeRake(books, pots, round, rules);
  const hands = handsOf(round, felt, rules);
  for (const [i, pot] of pots.entries()) {
    award(books, round, { ...pot, amount: pot.amount - (raked[i] ?? 0) }, i + 1, { felt, rules, hands });
  }
  return {
    outcome: "settled",
    why: { code: "settled" },
    order: servedOrder(books),
    transfers: books.transfers,
    results: books.results,
    hands: round.shown.flatMap((seat) => {
      const hand = hands.get(seat);
      return hand === undefined ? [] : [{ place: handOf(seat), name: nameOf(hand) }];
    }),
  };
}

/** Hands that were shown, with the community card where there is one. */
function handsOf(round: Round, felt: Felt, rules: Rules): ReadonlyMap<number, Hand> {
  const common = facesAt(felt, board) ?? [];
  const hands = new Map<number, Hand>();
  for (const seat of round.shown) {
    const own = facesAt(felt, handOf(seat));
    if (own !== null && own.length + common.length >= 5) hands.set(seat, readHand([...own, ...common], rules));
  }
  return hands;
}

/** Moves chips of a seat off its spots, the bets from the top of what lies there. */
function lift(books: Books, seat: number, amount: Minor, order: readonly ("ante" | "bet")[], to: string, why: Reason): void {
  let left = amount;
  for (const name of order) {
    const spot = ofSeat(seat, name);
    const taken = Math.min(left, books.lying.get(spot) ?? 0);
    if (taken === 0) continue;
    books.transfers.push({ from: spot, to, amount: taken, why });
    books.lying.set(spot, (books.lying.get(spot) ?? 0) - taken);
    left -= taken;
  }
}

function giveBack(books: Books, seat: number, amount: Minor, why: Reason): void {
  if (amount === 0) return;
  lift(books, seat, amount, ["bet", "ante"], `seat/${seat}`, why);
  const spot = why.code === "anteBack" ? ofSeat(seat, "ante") : ofSeat(seat, "bet");
  books.results.push({ seat, spot, stake: amount, outcome: "returned", net: 0, why });
}

function collect(books: Books, pot: Pot, number: number): void {
  for (const [seat, amount] of Object.entries(pot.from)) {
    lift(books, Number(seat), amount, ["ante", "bet"], `pot/${number}`, { code: "intoPot", params: { pot: number } });
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
    if (taken > 0) books.transfers.push({ from: `pot/${i + 1}`, to: "rake", amount: taken, why: { code: "rake" } });
    left -= taken;
    return taken;
  });
}

interface Showdown {
  readonly felt: Felt;
  readonly rules: Rules;
  readonly hands: ReadonlyMap<number, Hand>;
}

/** Pays a pot to its winners and writes down what it meant for everyone who has chips in it. */
function award(books: Books, round: Round, pot: Pot, number: number, { felt, rules, hands }: Showdown): void {
  const awards = awardsOf(pot, inHand(round), hands, felt, rules);
  for (const { seat, amount, half } of awards) {
    if (amount > 0)
      books.transfers.push({ from: `pot/${number}`, to: `seat/${seat}`, amount, why: whyPaid(half, number, hands.get(seat)) });
  }
  for (const [key, stake] of Object.entries(pot.from)) {
    const seat = Number(key);
    const mine = awards.filter((one) => one.seat === seat);
    const net = mine.reduce((sum, { amount }) => sum + amount, 0) - stake;
    const outcome = net > 0 ? "win" : net === 0 ? "push" : "lose";
    const why: Reason = { code: whyEnded(round, seat, mine, awards), params: { pot: number } };
    books.results.push({ seat, spot: `pot/${number}`, stake, outcome, net, why });
  }
}

function whyPaid(half: Award["half"], pot: number, hand: Hand | undefined): Reason {
  if (half === "high" && hand !== undefined) return { code: "potHigh", params: { pot, hand: hand.high.category, ranks: hand.high.ranks } };
  if (half === "low" && hand?.low) return { code: "potLow", params: { pot, ranks: hand.low.ranks } };
  return { code: half === "last" ? "lastPlayer" : "onlyPlayer", params: { pot } };
}

const whyOut = { folded: "folded", dead: "deadHand", conceded: "conceded" } as const;

/** In one word, what became of a seat's chips in a pot. */
function whyEnded(round: Round, seat: number, mine: readonly Award[], awards: readonly Award[]): string {
  const out = round.out[seat];
  if (out !== undefined) return whyOut[out];
  const [first, second] = mine;
  if (first === undefined) return "lower";
  if (first.half === "last") return "lastPlayer";
  if (first.half === "only") return "onlyPlayer";
  const alone = awards.every((one) => one.seat === seat);
  if (second !== undefined) return alone ? "scoop" : "highAndLow";
  if (first.half === "low") return "lowHalf";
  return awards.some((one) => one.half === "low") ? "highHalf" : "highHand";
}

/** Seats in the order they are paid. */
function servedOrder({ transfers }: Books): readonly number[] {
  const paid = transfers.filter(({ to }) => to.startsWith("seat/")).map(({ to }) => Number(to.slice("seat/".length)));
  return [...new Set(paid)];
}

/** A void round, or one in which no hand is left alive: every stake goes back. */
function returnAll(round: Round, why: Reason): Settlement {
  const books: Books = { transfers: [], results: [], lying: new Map() };
  for (const [spot, amount] of Object.entries(stakesOf(round))) {
    const seat = Number.parseInt(spot, 10);
    books.transfers.push({ from: spot, to: `seat/${seat}`, amount, why });
    books.results.push({ seat, spot, stake: amount, outcome: "returned", net: 0, why });
  }
  return { outcome: "void", why, order: servedOrder(books), transfers: books.transfers, results: books.results, hands: [] };
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
