// Palace Poker: every player holds a banner, a palace of three hidden cards and up to five soldiers, and bets against players
// of his choice. Rule numbers in comments are those of README.md. The deal is in deal.ts, turns in turns.ts, battles in battle.ts.

import { clockwise, type Felt, type Place, seatOf } from "#core/felt";
import type { Accepted, GameDefinition, Mark, Pot } from "#core/game";
import type { Minor } from "#core/money";
import type { Expectation, Happening } from "#core/opening";
import type { Reason } from "#core/settlement";
import { answerBattle, askId, askVerdict, expectBattle, judged, withdraw } from "./battle.ts";
import { cardDrawn, closeStacks, dieInDeal, expectDeal, opened, palaceIfDone, shuffled } from "./deal.ts";
import { judge } from "./judge.ts";
import { notice } from "./notice.ts";
import {
  aliveOf,
  type Battle,
  betOf,
  type Carry,
  chipsOf,
  complete,
  discardAll,
  end,
  endingOf,
  goOut,
  palacePlace,
  type Round,
  stackOf,
} from "./round.ts";
import { playersMax, type Rules } from "./rules.ts";
import { chipsAfter, settle } from "./settle.ts";
import { act, expectDraw, expectEarly, expectKeep, expectTurn, keep } from "./turns.ts";
import { battleAnswer, type Verdict } from "./verdict.ts";

function open(_rules: Rules, seats: readonly number[], carry: Carry | null): Round {
  const left = seats.map((seat) => [seat, carry?.chips[seat] ?? 0] as const);
  const carried = Object.fromEntries(left.filter(([, chips]) => chips > 0));
  return {
    seats,
    before: carry?.dealer ?? null,
    carried,
    phase: { kind: "stacks" },
    players: [],
    dealer: null,
    chips: carried,
    paid: {},
    turn: 0,
    passed: [],
    bound: [],
    out: {},
    acted: false,
    battles: 0,
    last: null,
    ending: null,
    dealTo: 0,
    after: null,
    voided: null,
  };
}

function expect(round: Round, felt: Felt, rules: Rules): Expectation {
  const { phase } = round;
  if (round.voided !== null) return "settle";
  switch (phase.kind) {
    case "turn":
      return [expectTurn(round, felt, rules), ...expectEarly(round, [round.turn])];
    case "buying":
      return expectDraw(round, felt);
    case "keep":
      return [expectKeep(phase.seat, felt, rules), ...expectEarly(round, [phase.seat])];
    case "battle": {
      const { attacker, defender } = phase.battle;
      return [expectBattle(round, phase.battle, felt, rules), ...expectEarly(round, [attacker, defender])];
    }
    case "asking":
      return askVerdict(round, phase.battle, felt, rules);
    case "showdown": {
      const seat = aliveOf(round).find((one) => !phase.turned.includes(one));
      return seat === undefined ? "settle" : [{ kind: "reveal", place: palacePlace(seat) }];
    }
    case "over":
      return "settle";
    default:
      return expectDeal(round, phase, felt, rules);
  }
}

function accept(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  const accepted = happen(round, happening, felt, rules);
  const moves = (accepted.moves ?? []).filter((move) => move.cards.length > 0);
  const next = paidOut(accepted.round, felt, rules);
  return moves.length === 0 ? { round: next } : { round: next, moves };
}

/** What is carried on can depend on faces, and `carry` sees none: the chips are counted as soon as the hands are known. */
function paidOut(round: Round, felt: Felt, rules: Rules): Round {
  if (round.ending === null || round.voided !== null || expect(round, felt, rules) !== "settle") return round;
  return { ...round, after: chipsAfter(round, settle(round, felt, rules)) };
}

function happen(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  const { phase } = round;
  switch (happening.kind) {
    case "wager":
      return { round: { ...round, chips: { ...round.chips, [Number.parseInt(happening.spot, 10)]: happening.stake } } };
    case "closed":
      return { round: closeStacks(round, rules) };
    case "card":
      return { round: dealt(round, happening.to, felt) };
    case "opened":
      return opened(round, felt, rules);
    case "shuffled":
      return { round: shuffled(round, felt, rules) };
    case "decision":
      return decided(round, happening, felt, rules);
    case "answered":
      if (phase.kind !== "asking" || happening.id !== askId(round)) return { round };
      return judged(round, phase, happening.answer as Verdict, felt, rules);
    case "reveal":
      if (phase.kind !== "showdown") return { round };
      return { round: { ...round, phase: { ...phase, turned: [...phase.turned, Number.parseInt(happening.place, 10)] } } };
    case "dead":
      return die(round, seatOf(happening.place), felt, rules);
    case "void":
      return { round: { ...round, voided: happening.why } };
    case "exposed":
    case "corrected":
      return { round };
  }
}

function dealt(round: Round, to: Place, felt: Felt): Round {
  const { phase } = round;
  if (phase.kind === "draw") return cardDrawn(round, phase, Number.parseInt(to, 10));
  if (phase.kind === "palace") return palaceIfDone(round, felt);
  return phase.kind === "buying" ? { ...round, phase: { kind: "keep", seat: round.turn } } : round;
}

function decided(round: Round, made: Extract<Happening, { kind: "decision" }>, felt: Felt, rules: Rules): Accepted<Round> {
  const { phase } = round;
  const seat = Number.parseInt(made.by, 10);
  if (made.code === "foldAhead") return { round: { ...round, bound: [...round.bound, seat] } };
  if (phase.kind === "turn") return act({ ...round, acted: true }, made, felt, rules);
  if (phase.kind === "keep") return keep(round, seat, made, felt, rules);
  return phase.kind === "battle" ? answerBattle(round, phase.battle, made, felt, rules) : { round };
}

/** A hand dies: its player is out, what he has put in stays in the pot. In a battle it counts as his fold. */
function die(round: Round, seat: number | null, felt: Felt, rules: Rules): Accepted<Round> {
  const { phase } = round;
  const plays = phase.kind === "stacks" ? round.seats : aliveOf(round);
  if (seat === null || phase.kind === "over" || !plays.includes(seat) || round.out[seat] !== undefined) return { round };
  const why: Reason = { code: "deadHand" };
  const gone = goOut(round, seat, why);
  switch (phase.kind) {
    case "turn":
    case "buying":
    case "keep":
      return acting(round) === seat ? thenNext(gone, seat, felt) : standingBy(gone, seat, felt);
    case "battle":
    case "asking":
      if (!fights(phase.battle, seat)) return standingBy(gone, seat, felt);
      return withdraw(round, phase.battle, seat, why, felt, rules);
    case "showdown": {
      const left = aliveOf(gone).length;
      return left > 1 ? { round: gone } : { round: end(gone, left === 1 ? "lastStanding" : "nobody") };
    }
    default:
      return dieInDeal(gone, seat, felt);
  }
}

const fights = (battle: Battle, seat: number): boolean => seat === battle.attacker || seat === battle.defender;
const acting = (round: Round): number => (round.phase.kind === "keep" ? round.phase.seat : round.turn);

function thenNext(gone: Round, seat: number, felt: Felt): Accepted<Round> {
  const next = complete(gone, felt);
  return { round: next.round, moves: [...discardAll(felt, seat), ...next.moves] };
}

/** Somebody who was not to act is out; between two actions that may end the hand. */
function standingBy(gone: Round, seat: number, felt: Felt): Accepted<Round> {
  const ending = gone.phase.kind === "turn" ? endingOf(gone, felt) : null;
  return { round: ending === null ? gone : end(gone, ending), moves: discardAll(felt, seat) };
}

function stakes(round: Round): Readonly<Record<string, Minor>> {
  const spots: Record<string, Minor> = {};
  for (const seat of clockwise(round.seats, round.dealer ?? 0)) {
    const chips = chipsOf(round, seat);
    const paid = round.paid[seat] ?? 0;
    if (chips > 0) spots[stackOf(seat)] = chips;
    if (paid > 0) spots[betOf(seat)] = paid;
  }
  return spots;
}

function marks(round: Round): readonly Mark[] {
  const list: Mark[] = [];
  if (round.dealer !== null) list.push({ seat: round.dealer, mark: { code: "button" } });
  for (const [seat, why] of Object.entries(round.out)) list.push({ seat: Number(seat), mark: why });
  if (round.phase.kind === "battle" || round.phase.kind === "asking") list.push(...battleMarks(round.phase.battle));
  if (round.last !== null && round.last.winner !== null) list.push(wonMark(round.last.winner, round));
  for (const seat of aliveOf(round)) {
    if (round.dealer !== null && chipsOf(round, seat) === 0) list.push({ seat, mark: { code: "allIn" } });
    if (round.bound.includes(seat)) list.push({ seat, mark: { code: "foldsAhead" } });
    else if (round.passed.includes(seat)) list.push({ seat, mark: { code: "passed" } });
  }
  return list;
}

function battleMarks({ attacker, defender, unmatched }: Battle): readonly Mark[] {
  const list: Mark[] = [
    { seat: attacker, mark: { code: "attacks", params: { seat: defender } } },
    { seat: defender, mark: { code: "defends", params: { seat: attacker } } },
  ];
  if (unmatched !== null) list.push({ seat: unmatched.seat, mark: { code: "giveBack", params: { amount: unmatched.amount } } });
  return list;
}

const wonCodes = { fold: "wonByFold", hand: "wonBattle", "own-suit-count": "wonBySuit", "double-tie": "wonBattle" } as const;

function wonMark(winner: number, { last }: Round): Mark {
  const loser = last?.attacker === winner ? last.defender : (last?.attacker ?? 0);
  return { seat: winner, mark: { code: wonCodes[last?.decidedBy ?? "hand"], params: { seat: loser } } };
}

/** One pot as a rule; it is parted only when the hand is over. */
function potOf(round: Round): readonly Pot[] {
  const amount = Object.values(round.paid).reduce((sum, paid) => sum + paid, 0);
  return amount === 0 ? [] : [{ pot: "pot/1", amount }];
}

function stageOf({ phase }: Round): Reason | null {
  switch (phase.kind) {
    case "draw":
    case "drawn":
      return { code: "stageDraw" };
    case "banners":
    case "mix":
      return { code: "stageBanners" };
    case "palace":
      return { code: "stagePalace" };
    case "battle":
    case "asking":
      return { code: "stageBattle", params: { seat: phase.battle.attacker, against: phase.battle.defender } };
    default:
      return null;
  }
}

export const palacePoker: GameDefinition<Round, Rules, Carry> = {
  id: "palace-poker",
  // Two palaces are compared unseen.
  needsReader: true,
  edition: 1,
  players: { min: 2, max: playersMax },
  open,
  expect,
  accept,
  judge,
  settle,
  carry: (round) => ({ dealer: round.dealer ?? 0, chips: round.after ?? round.carried }),
  answers: { battle: battleAnswer },
  stakes,
  marks,
  dealSize: (round) => round.dealTo,
  // A hand is palace, banner and soldiers together; three places have no name of their own.
  nameHand: () => null,
  notice,
  upcards: ["draw", "banner", "soldiers"],
  pots: potOf,
  stage: stageOf,
};
