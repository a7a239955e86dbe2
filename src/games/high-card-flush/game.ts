// High Card Flush with a designated player: the round, from the offer of the bank to the reveal. Settlement is in settle.ts.
// Rule numbers in comments are those of README.md, which follows the rule sheet.

import type { Card } from "#core/card";
import { consequence, isLight, judgeLight, usual } from "#core/consequence";
import { clockwise, type Felt, type Place, pile } from "#core/felt";
import type { Accepted, GameDefinition, Mark } from "#core/game";
import { longestFlush, longestStraightFlush } from "#core/hand";
import type { Consequence, Irregularity } from "#core/irregularity";
import { exactly } from "#core/money";
import type { Expectation, Happening, Opening, Option } from "#core/opening";
import type { Reason } from "#core/settlement";
import { notice } from "./notice.ts";
import {
  type Act,
  type Carry,
  comparedOrder,
  handOf,
  handSize,
  houseBank,
  isJudged,
  playersOf,
  playersOfHouse,
  type Round,
  wagersOf,
} from "./round.ts";
import type { Rules } from "./rules.ts";
import { settle } from "./settle.ts";

function open(rules: Rules, seats: readonly number[], carry: Carry | null): Round {
  const offered = clockwise(seats, carry?.designated ?? Math.min(...seats) - 1);
  return {
    seats,
    waived: [],
    offered,
    designated: rules.bank === "house" ? houseBank : null,
    funds: 0,
    stakes: {},
    betsClosed: false,
    acts: {},
    turned: [],
    exposed: 0,
    dead: [],
    voided: null,
  };
}

function expect(round: Round, felt: Felt, rules: Rules): Expectation {
  if (round.voided !== null) return "settle";
  if (round.designated === null) return offerBank(round, rules);
  if (!round.betsClosed) return takeBets(round, rules);
  if (round.dead.includes(handOf(round.designated))) return "settle";
  const to = nextCard(round, felt, rules);
  if (to !== null) return [{ kind: "card", to, face: "down", from: "shoe" }];
  const turn = nextToAct(round);
  if (turn !== null) return [decisionOf(turn, round, rules)];
  return reveals(round, rules);
}

/** The bank goes round clockwise; who does not want it waives. Nobody wants it: there is no round. */
function offerBank(round: Round, rules: Rules): Expectation {
  const seat = round.offered.find((one) => !round.waived.includes(one));
  if (seat === undefined) return "settle";
  return [{ kind: "decision", by: `${seat}/seat`, options: [{ code: "bank", amount: rules.funds }, { code: "waive" }] }];
}

function takeBets(round: Round, rules: Rules): Expectation {
  const openings: Opening[] = [];
  for (const seat of clockwise(round.seats, round.designated ?? 0)) {
    if (seat === round.designated) continue;
    const spots = wagersOf(rules).map(([name, bounds]) => ({ name, bounds, spot: `${seat}/${name}` }));
    const full = round.designated === houseBank && playersOf(round).length >= playersOfHouse;
    if (full && spots.every(({ spot }) => !round.stakes[spot])) continue;
    for (const { name, bounds, spot } of spots) {
      const placed = round.stakes[spot] ?? 0;
      const stake = rules.stakes === "untracked" ? { stake: exactly(1), untracked: true as const } : { stake: bounds };
      openings.push({ kind: "wager", spot, placed, ...stake, ...(name === "ante" && { required: true as const }) });
    }
  }
  return [...openings, { kind: "close", blocked: whyNotClosed(round) }];
}

/** A bonus needs its Ante, and a round a player. */
function whyNotClosed(round: Round): string | null {
  if (playersOf(round).length === 0) return "noWager";
  const alone = Object.entries(round.stakes).some(
    ([spot, stake]) => stake > 0 && !(round.stakes[`${Number.parseInt(spot, 10)}/ante`] ?? 0),
  );
  return alone ? "bonusWithoutAnte" : null;
}

/** Clockwise from the button's left, the designated player last, a packet at a time. */
function nextCard(round: Round, felt: Felt, rules: Rules): Place | null {
  const order = [...playersOf(round), round.designated as number].map(handOf).filter((place) => !round.dead.includes(place));
  for (let due = rules.dealPacket; due <= handSize; due += rules.dealPacket) {
    const place = order.find((one) => pile(felt, one).length < due);
    if (place !== undefined) return place;
  }
  return null;
}

/** Whose decision is due, clockwise from the button's left; null when all have acted. */
function nextToAct(round: Round): number | null {
  return playersOf(round).find((seat) => round.acts[seat] === undefined && !round.dead.includes(handOf(seat))) ?? null;
}

/** One to three Antes whatever the hand: the cap of a hidden hand is found at the reveal, a refusal would tell. */
function decisionOf(seat: number, round: Round, rules: Rules): Opening {
  const ante = round.stakes[`${seat}/ante`] ?? 0;
  const highest = Math.max(...Object.values(rules.raiseCaps));
  const amount = { min: ante, max: highest * ante, step: rules.raiseStep };
  const raise: Option = rules.stakes === "untracked" ? { code: "raise" } : { code: "raise", amount };
  return {
    kind: "decision",
    by: handOf(seat),
    options: [{ code: "fold" }, raise],
    ...(rules.decisionMs && { withinMs: rules.decisionMs }),
  };
}

/** The designated player's hand first, then every hand that is compared, in the order of payment. */
function reveals(round: Round, rules: Rules): Expectation {
  const compared = comparedOrder(round)
    .filter((seat) => isJudged(round, seat, rules))
    .map(handOf);
  if (compared.length === 0) return "settle";
  const designated = handOf(round.designated as number);
  const places = round.turned.includes(designated) ? compared : [designated];
  const left = places.filter((place) => !round.turned.includes(place) && !round.dead.includes(place));
  return left.length === 0 ? "settle" : left.map((place) => ({ kind: "reveal", place }));
}

function accept(round: Round, happening: Happening): Accepted<Round> {
  switch (happening.kind) {
    case "wager":
      return { round: { ...round, stakes: { ...round.stakes, [happening.spot]: happening.stake } } };
    case "closed":
      return { round: { ...round, betsClosed: true } };
    case "decision":
      return { round: decided(round, happening) };
    case "reveal":
      return { round: { ...round, turned: [...round.turned, happening.place] } };
    case "exposed":
      return { round: { ...round, exposed: round.exposed + happening.count } };
    case "dead":
      return { round: { ...round, dead: [...round.dead, happening.place] } };
    case "void":
      return { round: { ...round, voided: happening.why } };
    default:
      return { round };
  }
}

function decided(round: Round, made: Extract<Happening, { kind: "decision" }>): Round {
  const seat = Number.parseInt(made.by, 10);
  if (round.designated === null) {
    if (made.code === "bank") return { ...round, designated: seat, funds: made.amount ?? 0 };
    return { ...round, waived: [...round.waived, seat] };
  }
  // A player who leaves or lets the clock run out has folded.
  if (made.code !== "raise") return { ...round, acts: { ...round.acts, [seat]: { code: "fold" } } };
  // Where nobody counts, something lies there.
  const amount = made.amount ?? 1;
  const act: Act = made.amount === undefined ? { code: "raise" } : { code: "raise", amount };
  return { ...round, acts: { ...round.acts, [seat]: act }, stakes: { ...round.stakes, [`${seat}/raise`]: amount } };
}

/** What an irregularity means: the sheet's own words first, then the pack's choices, then the recommended reading. */
function judge(round: Round, irregularity: Irregularity, _felt: Felt, rules: Rules): Consequence {
  const { code } = irregularity;
  if (isLight(code)) return judgeLight(code, round.turned.length > 0, rules.redAfterReveal);
  const chosen = rules.irregularities[code];
  if (chosen !== undefined) return consequence(chosen, irregularity);
  switch (code) {
    case "exposed":
      return judgeExposed(round, irregularity, rules);
    default:
      return usual(irregularity);
  }
}

/** Two cards count as two whether they are reported at once or one by one. Once all have acted, nobody gains by a card seen early. */
function judgeExposed(round: Round, { place }: Irregularity, rules: Rules): Consequence {
  if (rules.exposedCard === "play on" || nextToAct(round) === null) return { kind: "goOn" };
  if (rules.exposedCard === "misdeal") return { kind: "void" };
  const designated = round.designated !== null && place === handOf(round.designated);
  return designated || round.exposed >= 2 ? { kind: "void" } : { kind: "goOn" };
}

function marks(round: Round): readonly Mark[] {
  const list: Mark[] = [];
  if (round.designated !== null && round.designated !== houseBank)
    list.push({ seat: round.designated, mark: { code: "designated", params: { funds: round.funds } } });
  for (const [seat, act] of Object.entries(round.acts)) {
    const mark: Reason =
      act.code === "fold" ? { code: "folded" } : { code: "raised", ...(act.amount !== undefined && { params: { amount: act.amount } }) };
    list.push({ seat: Number(seat), mark });
  }
  for (const place of round.dead) list.push({ seat: Number.parseInt(place, 10), mark: { code: "deadHand" } });
  return list;
}

function nameHand(cards: readonly Card[], _place: Place, rules: Rules): Reason | null {
  if (cards.length !== handSize) return null;
  const flush = longestFlush(cards);
  const run = longestStraightFlush(cards, { aceLow: rules.aceLowInSF });
  if (run.top === null) return { code: "flushOf", params: { length: flush.length, ranks: flush.ranks } };
  return { code: "flushAndRun", params: { length: flush.length, ranks: flush.ranks, run: run.length, top: run.top } };
}

export const highCardFlush: GameDefinition<Round, Rules, Carry> = {
  id: "high-card-flush",
  edition: 1,
  // 7 × 7 = 49 cards; an eighth hand is impossible.
  players: { min: 1, max: 7 },
  fewest: (rules) => (rules.bank === "house" ? 1 : 2),
  open,
  expect,
  accept,
  judge,
  settle,
  carry: (round) => ({ designated: round.designated ?? 0 }),
  answers: {},
  stakes: (round) => round.stakes,
  untracked: (_spot, rules) => rules.stakes === "untracked",
  out: (round) => [
    ...playersOf(round)
      .filter((seat) => round.acts[seat]?.code === "fold")
      .map(handOf),
    ...round.dead,
  ],
  marks,
  dealSize: (round) => (playersOf(round).length + 1) * handSize,
  nameHand,
  notice,
};
