// Caribbean Stud: the round from the bets to the reveal. What goes wrong is in judge.ts, the money in settle.ts and jackpot.ts.
// README.md says what the rule sheet says and how it is read.

import type { Card } from "#core/card";
import { clockwise, type Felt, type Place, pile } from "#core/felt";
import type { Accepted, GameDefinition, Mark, Move } from "#core/game";
import { type HandCategory, handCategories, highOf } from "#core/hand";
import { exactly } from "#core/money";
import type { Expectation, Happening, Opening, Option } from "#core/opening";
import type { Reason } from "#core/settlement";
import { jackpotOf, meterNow, progressive } from "./jackpot.ts";
import { judge } from "./judge.ts";
import { notice } from "./notice.ts";
import { because } from "./reasons.ts";
import {
  type Act,
  type Carry,
  dealerHand,
  handOf,
  handSize,
  hasFolded,
  isDead,
  isJackpotJudged,
  isMisdealt,
  isUntracked,
  paidOrder,
  playersOf,
  type Round,
  stakeOf,
  type WagerName,
} from "./round.ts";
import { ownMeter, type Rules } from "./rules.ts";
import { nameOf, settle } from "./settle.ts";

function open(rules: Rules, seats: readonly number[], carry: Carry | null): Round {
  const meter = carry?.meter ?? ownMeter(rules).base;
  return {
    seats,
    stakes: {},
    betsClosed: false,
    acts: {},
    away: [],
    uncovered: [],
    turned: [],
    dead: [],
    voided: null,
    meter,
    meterAfter: meter,
    counted: rules.stakes === "tracked",
  };
}

function expect(round: Round, felt: Felt, rules: Rules): Expectation {
  if (round.voided !== null) return "settle";
  if (!round.betsClosed) return takeBets(round, rules);
  for (const next of [cards, decisions, reveals]) {
    const openings = next(round, felt, rules);
    if (openings.length > 0) return openings;
  }
  return "settle";
}

function takeBets(round: Round, rules: Rules): Expectation {
  const openings: Opening[] = [];
  const full = playersOf(round).length >= rules.seats;
  for (const seat of clockwise(round.seats, 0)) {
    const placed = (name: "ante" | "jackpot") => stakeOf(round, seat, name);
    if (full && placed("ante") === 0 && placed("jackpot") === 0) continue;
    const hidden = isUntracked("ante", rules);
    const ante = { kind: "wager", spot: `${seat}/ante`, placed: placed("ante"), required: true } as const;
    openings.push(hidden ? { ...ante, stake: exactly(1), untracked: true } : { ...ante, stake: rules.ante });
    if (rules.progressiveStake === null) continue;
    openings.push({ kind: "wager", spot: `${seat}/jackpot`, stake: exactly(rules.progressiveStake), placed: placed("jackpot") });
  }
  return [...openings, { kind: "close", blocked: whyNotClosed(round), ...(rules.betsMs && { withinMs: rules.betsMs }) }];
}

/** A jackpot stake needs its Ante, and a round a player. */
function whyNotClosed(round: Round): string | null {
  if (round.seats.some((seat) => stakeOf(round, seat, "jackpot") > 0 && stakeOf(round, seat, "ante") === 0)) return "bonusWithoutAnte";
  return playersOf(round).length === 0 ? "noWager" : null;
}

/** From the dealer's left to the right, the dealer last and the fifth card face up. After a misdeal only jackpot hands are filled. */
function cards(round: Round, felt: Felt, rules: Rules): readonly Opening[] {
  if (Object.keys(round.acts).length > 0) return [];
  const living = playersOf(round).filter((seat) => !isDead(round, seat));
  const inDeal = isMisdealt(round) ? living.filter((seat) => isJackpotJudged(round, seat, rules)) : living;
  const order = inDeal.map(handOf);
  if (!isMisdealt(round) && living.length > 0) order.push(dealerHand);
  const next = nextPlace(order, felt, rules);
  if (next === null) return [];
  const up = next === dealerHand && pile(felt, next).length === handSize - 1;
  // A dead hand may go on getting its cards: the dealer has not heard of it yet.
  const late = round.dead.filter((place) => pile(felt, place).length < handSize);
  return [card(next, up ? "up" : "down"), ...late.map((place) => card(place, "down"))];
}

function card(to: Place, face: "up" | "down"): Opening {
  return { kind: "card", to, face, from: "shoe" };
}

function nextPlace(order: readonly Place[], felt: Felt, rules: Rules): Place | null {
  for (let due: number = rules.dealPacket; due <= handSize; due += rules.dealPacket) {
    const place = order.find((one) => pile(felt, one).length < due);
    if (place !== undefined) return place;
  }
  return null;
}

/** Fold or Bet, all at once or from left to right; questions to the vault for those whose time is up. */
function decisions(round: Round, _felt: Felt, rules: Rules): readonly Opening[] {
  if (isMisdealt(round)) return [];
  const waiting = playersOf(round).filter((seat) => round.acts[seat] === undefined && !isDead(round, seat));
  const acting = rules.actionOrder === "left to right" ? waiting.slice(0, 1) : waiting;
  return acting.map((seat) => {
    const by = handOf(seat);
    if (round.uncovered.includes(seat))
      return { kind: "decision", by, options: [{ code: "cover", ...bet(round, seat, rules) }, { code: "short" }] };
    if (round.away.includes(seat)) {
      const params = { from: rules.timeoutBetsFrom };
      return { kind: "ask", id: `${seat}/automaticBet`, question: "automaticBet", of: [[by]], params };
    }
    const options = [{ code: "fold" }, { code: "bet", ...bet(round, seat, rules) }];
    if (rules.timeoutBetsFrom !== "never") options.push({ code: "away" });
    return { kind: "decision", by, options, ...(rules.decisionMs && { withinMs: rules.decisionMs }) };
  });
}

function bet(round: Round, seat: number, rules: Rules): Pick<Option, "amount"> {
  return isUntracked("bet", rules) ? {} : { amount: exactly(rules.betMultiple * stakeOf(round, seat, "ante")) };
}

/** The dealer's hand first, then every hand that is compared or judged for the jackpot, in the order of payment. */
function reveals(round: Round, _felt: Felt, rules: Rules): readonly Opening[] {
  const living = paidOrder(round).filter((seat) => !isDead(round, seat));
  const compared = living.filter((seat) => (!isMisdealt(round) && !hasFolded(round, seat)) || isJackpotJudged(round, seat, rules));
  const dealerFirst = living.length > 0 && !isMisdealt(round) && !round.turned.includes(dealerHand);
  const places = dealerFirst ? [dealerHand] : compared.map(handOf).filter((place) => !round.turned.includes(place));
  return places.map((place) => ({ kind: "reveal", place }));
}

function accept(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  const next = happened(round, happening, rules);
  const moves = happening.kind === "decision" ? discards(next, happening.by, felt, rules) : [];
  if (!next.betsClosed) return { round: next };
  return { round: { ...next, meterAfter: jackpotOf(next, felt, rules).meterAfter }, moves };
}

function happened(round: Round, happening: Happening, rules: Rules): Round {
  switch (happening.kind) {
    case "wager":
      return { ...round, stakes: placed(round, happening, rules) };
    case "closed":
      return { ...round, betsClosed: true };
    case "decision":
      return decided(round, happening, rules);
    case "answered":
      return answered(round, Number.parseInt(happening.id, 10), happening.answer === true, rules);
    case "reveal":
      return { ...round, turned: [...round.turned, happening.place] };
    case "dead":
      return { ...round, dead: [...round.dead, happening.place] };
    case "void":
      return { ...round, voided: happening.why };
    default:
      return round;
  }
}

/** With the Ante lies the money for the Bet, so that it can be placed for a player whose time is up. */
function placed(round: Round, { spot, stake }: Extract<Happening, { kind: "wager" }>, rules: Rules): Round["stakes"] {
  const stakes = { ...round.stakes, [spot]: stake };
  if (!rules.reserveBet || !spot.endsWith("/ante") || isUntracked("reserve", rules)) return stakes;
  return { ...stakes, [`${Number.parseInt(spot, 10)}/reserve`]: rules.betMultiple * stake };
}

function decided(round: Round, { by, code }: Extract<Happening, { kind: "decision" }>, rules: Rules): Round {
  const seat = Number.parseInt(by, 10);
  switch (code) {
    case "bet":
      return acted(round, seat, { code: "bet", how: "said" }, rules);
    case "fold":
      return acted(round, seat, { code: "fold", how: "said" }, rules);
    case "cover":
      return acted(round, seat, { code: "bet", how: "timeout" }, rules);
    case "short":
      return acted(round, seat, { code: "fold", how: "short" }, rules);
    default:
      if (rules.timeoutBetsFrom === "never") return acted(round, seat, { code: "fold", how: "timeout" }, rules);
      return { ...round, away: [...round.away, seat] };
  }
}

function answered(round: Round, seat: number, isBet: boolean, rules: Rules): Round {
  if (!isBet) return acted(round, seat, { code: "fold", how: "timeout" }, rules);
  if (!rules.reserveBet) return { ...round, uncovered: [...round.uncovered, seat] };
  return acted(round, seat, { code: "bet", how: "timeout" }, rules);
}

function acted(round: Round, seat: number, act: Act, rules: Rules): Round {
  const acts = { ...round.acts, [seat]: act };
  if (act.code === "fold") return { ...round, acts };
  const amount = rules.betMultiple * stakeOf(round, seat, "ante");
  return { ...round, acts, stakes: { ...round.stakes, [`${seat}/bet`]: amount, [`${seat}/reserve`]: 0 } };
}

/** A folded hand goes to the discard rack, unless the jackpot still looks at it. */
function discards(round: Round, place: Place, felt: Felt, rules: Rules): readonly Move[] {
  const seat = Number.parseInt(place, 10);
  if (!hasFolded(round, seat) || isJackpotJudged(round, seat, rules)) return [];
  return [{ cards: pile(felt, place), to: "discard" }];
}

/** The one thing the sheet lets a table know of a hidden hand: whether it is bet for a player whose time is up. */
function automaticBet(hands: readonly (readonly Card[])[], params: unknown): boolean {
  const { from } = params as { readonly from: HandCategory };
  return handCategories.indexOf(highOf(hands[0] ?? []).category) >= handCategories.indexOf(from);
}

function marks(round: Round): readonly Mark[] {
  const list: Mark[] = [];
  for (const seat of playersOf(round)) {
    const act = round.acts[seat];
    if (act !== undefined) list.push({ seat, mark: markOf(act, round.counted ? stakeOf(round, seat, "bet") : null) });
    else if (round.uncovered.includes(seat)) list.push({ seat, mark: because("mustCover") });
    if (isDead(round, seat)) list.push({ seat, mark: because("deadHand") });
  }
  return list;
}

function markOf({ code, how }: Act, amount: number | null): Reason {
  const placed = how === "said" ? "betPlaced" : "betAutomatic";
  if (code === "bet") return amount === null ? { code: placed } : because(placed, { amount });
  if (how === "short") return because("foldedShort");
  return because(how === "said" ? "folded" : "foldedAutomatic");
}

function nameHand(open: readonly Card[], place: Place, rules: Rules): Reason | null {
  return open.length === handSize ? nameOf(highOf(open), place, rules) : null;
}

export const caribbeanStud: GameDefinition<Round, Rules, Carry> = {
  id: "caribbean-stud",
  edition: 1,
  players: { min: 1, max: 7 },
  most: (rules) => rules.seats,
  open,
  expect,
  accept,
  judge: (round, irregularity, _felt, rules) => judge(round, irregularity, rules),
  settle,
  carry: (round) => ({ meter: round.meterAfter }),
  answers: { automaticBet },
  progressive,
  meter: meterNow,
  stakes: (round) => round.stakes,
  untracked: (spot, rules) => isUntracked(spot.split("/")[1] as WagerName, rules),
  out: (round) => [
    ...playersOf(round)
      .filter((seat) => hasFolded(round, seat))
      .map(handOf),
    ...round.dead,
  ],
  marks,
  dealSize: (round) => (playersOf(round).length + 1) * handSize,
  nameHand,
  notice,
};
