// Settlement: pair by pair, each cut to what the loser may lose and the winner may win of the stacks they began with.

import { clockwise, type Felt, facesAt } from "#core/felt";
import { type RankedHand, rankHand } from "#core/hand";
import type { Minor } from "#core/money";
import type { HandName, Outcome, Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import { type Pair, type PairKind, type Standing, settledPairs, standingsOf } from "./points.ts";
import { because } from "./reasons.ts";
import { declaredOf, handOf, pairSpot, playersOf, type Round, rowOf, type Segment, segments, stackOf } from "./round.ts";
import type { Rules } from "./rules.ts";

/** A pair as it is paid. */
interface Paid {
  readonly pair: Pair;
  /** Why, from the side of each. */
  readonly whyA: Reason;
  readonly whyB: Reason;
  /** Points in money. */
  readonly owed: Minor;
  readonly paid: Minor;
}

export function settle(round: Round, felt: Felt, rules: Rules): Settlement {
  if (round.voided !== null) return returnAll(round, "void", { code: round.voided });
  const standings = standingsOf(round, felt, rules);
  if (standings === null || standings.size < 2) return returnAll(round, "settled", because("noOpponent"));
  const alive = [...standings.keys()];
  const isAutomatic = (seat: number): boolean => standings.get(seat)?.kind === "automatic";
  const players = playersOf(round);
  const dead = players.filter((seat) => !alive.includes(seat));
  const books: Books = { transfers: [], results: [], lost: {} };
  for (const paid of payPairs(round, settledPairs(round, standings, rules), rules, books)) {
    bookTransfer(paid, books);
    bookResult(paid, paid.pair.a, books);
    bookResult(paid, paid.pair.b, books);
  }
  for (const seat of players) giveStackBack(round, seat, books);
  for (const seat of dead) books.results.push(returned(round, seat, because("deadHand")));
  return {
    outcome: "settled",
    why: because("settled"),
    order: [...alive.filter(isAutomatic), ...alive.filter((seat) => !isAutomatic(seat)), ...dead],
    transfers: books.transfers,
    results: books.results,
    hands: alive.flatMap((seat) => namesOf(seat, standings.get(seat) as Standing, felt)),
  };
}

interface Books {
  readonly transfers: Transfer[];
  readonly results: SpotResult[];
  /** What each player has lost in this hand. */
  readonly lost: Record<number, Minor>;
}

/**
 * Both limits are gross: chips won in this hand can't be lost, and chips lost don't make room to win more. With `winCap`
 * "per-opponent" the winner's limit counts for each opponent anew.
 */
function payPairs(round: Round, pairs: readonly Pair[], rules: Rules, { lost }: Books): readonly Paid[] {
  const won: Record<number, Minor> = {};
  return pairs.map((pair) => {
    const { a, b, points } = pair;
    const [winner, loser] = points >= 0 ? [a, b] : [b, a];
    const owed = Math.abs(points) * rules.unit;
    const canLose = stackAt(round, loser) - (lost[loser] ?? 0);
    const canWin = stackAt(round, winner) - (rules.winCap === "total" ? (won[winner] ?? 0) : 0);
    const paid = Math.min(owed, canLose, canWin);
    lost[loser] = (lost[loser] ?? 0) + paid;
    won[winner] = (won[winner] ?? 0) + paid;
    return { pair, owed, paid, whyA: reasonOf(pair, a), whyB: reasonOf(pair, b) };
  });
}

function stackAt(round: Round, seat: number): Minor {
  return round.stacks[seat] ?? 0;
}

const codes = {
  segments: "pairSegments",
  scoop: "pairScoop",
  super: "pairSuper",
  foul: "pairFoul",
  foulSuper: "pairFoulSuper",
  bothFoul: "pairBothFoul",
  automatic: "pairAutomatic",
  bothAutomatic: "pairBothAutomatic",
  called: "pairCalled",
} as const satisfies Record<PairKind, string>;

/** Why, from one player's side. */
function reasonOf({ a, b, kind, points, compared }: Pair, seat: number): Reason {
  const side = seat === a ? 1 : -1;
  const code = codes[kind];
  const against = seat === a ? b : a;
  const [front = 0, middle = 0, back = 0] = compared ?? [];
  const total = side * points + 0;
  if (code !== "pairSegments" && code !== "pairScoop" && code !== "pairSuper") return because(code, { against, points: total });
  return because(code, { against, points: total, front: side * front + 0, middle: side * middle + 0, back: side * back + 0 });
}

function bookTransfer({ pair: { a, b, points }, paid, whyA, whyB }: Paid, { transfers }: Books): void {
  if (paid === 0) return;
  const [winner, loser, why] = points > 0 ? [a, b, whyA] : [b, a, whyB];
  transfers.push({ from: stackOf(loser), to: `seat/${winner}`, amount: paid, why });
}

/** One result for each of the two: a pair owes nothing to anybody else. */
function bookResult({ pair, owed, paid, whyA, whyB }: Paid, seat: number, { results }: Books): void {
  const first = seat === pair.a;
  const points = first ? pair.points : -pair.points;
  const outcome: Outcome = points === 0 ? "push" : points < 0 ? "lose" : paid < owed ? "win-partial" : "win";
  const spot = pairSpot(seat, first ? pair.b : pair.a);
  const why = first ? whyA : whyB;
  const net = points < 0 ? 0 - paid : paid;
  results.push(paid < owed ? { seat, spot, stake: 0, outcome, net, due: owed, why } : { seat, spot, stake: 0, outcome, net, why });
}

/** What nobody won of a stack stays with its owner. */
function giveStackBack(round: Round, seat: number, { transfers, lost }: Books): void {
  const amount = stackAt(round, seat) - (lost[seat] ?? 0);
  const why = round.dead.includes(seat) ? because("deadHand") : because("stackBack");
  if (amount > 0) transfers.push({ from: stackOf(seat), to: `seat/${seat}`, amount, why });
}

/** Stacks after a settlement; everything a player has lies on his spot or came to his seat. */
export function stacksAfter(round: Round, { transfers }: Settlement): Readonly<Record<number, Minor>> {
  const own = (seat: number): Minor => transfers.reduce((sum, { to, amount }) => sum + (to === `seat/${seat}` ? amount : 0), 0);
  return Object.fromEntries(playersOf(round).map((seat) => [seat, own(seat)]));
}

function returned(round: Round, seat: number, why: Reason): SpotResult {
  return { seat, spot: stackOf(seat), stake: stackAt(round, seat), outcome: "returned", net: 0, why };
}

/** Nothing is compared: every stack stays with its owner. Before the bets are closed there is no button yet. */
function returnAll(round: Round, outcome: Settlement["outcome"], why: Reason): Settlement {
  const order = clockwise(playersOf(round), round.betsClosed ? round.button : round.lastButton);
  return {
    outcome,
    why: outcome === "void" ? why : because("settled"),
    order,
    transfers: order.map((seat) => ({ from: stackOf(seat), to: `seat/${seat}`, amount: stackAt(round, seat), why })),
    results: order.map((seat) => returned(round, seat, round.dead.includes(seat) && outcome === "settled" ? because("deadHand") : why)),
    hands: [],
  };
}

/** How a foul is named, by its fault. */
export const foulCodes = {
  SEGMENT_SIZE: "foulSegmentSize",
  FRONT_ABOVE_MIDDLE: "foulFrontAboveMiddle",
  MIDDLE_ABOVE_BACK: "foulMiddleAboveBack",
  NO_PATTERN: "foulNoPattern",
  TIME_UP: "foulTimeUp",
  RULED: "foulRuled",
} as const;

function namesOf(seat: number, standing: Standing, felt: Felt): readonly HandName[] {
  if (standing.kind === "automatic") return [{ place: declaredOf(seat), name: because(standing.pattern) }];
  if (standing.kind === "set") return standing.rows.map((row, i) => ({ place: rowOf(seat, segments[i] as Segment), name: nameOfRow(row) }));
  const rows = segments.flatMap((segment) => {
    const cards = facesAt(felt, rowOf(seat, segment));
    return cards === null || cards.length === 0 ? [] : [{ place: rowOf(seat, segment), name: nameRow(cards) }];
  });
  return standing.kind === "foul" ? [...rows, { place: handOf(seat), name: because(foulCodes[standing.error]) }] : rows;
}

export function nameRow(cards: Parameters<typeof rankHand>[0]): Reason {
  return nameOfRow(rankHand(cards));
}

function nameOfRow({ category, ranks }: RankedHand): Reason {
  return because("pokerHand", { hand: category, ranks });
}
