// What a decision does to the round.

import { type Felt, type Place, pile, seatOf } from "#core/felt";
import type { Accepted } from "#core/game";
import type { Happening } from "#core/opening";
import { allIn, bringIn, call, check, fold, takeBackBringIn, wager } from "./betting.ts";
import { firstToShow } from "./order.ts";
import { chipsLeft, discardPile, handOf, owes, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

type Decision = Extract<Happening, { kind: "decision" }>;

export function decided(round: Round, made: Decision, felt: Felt, rules: Rules): Accepted<Round> {
  const seat = seatOf(made.by);
  if (seat === null) return { round };
  const code = made.code === "timeout" ? inTime(round, seat) : made.code;
  const amount = made.amount ?? 0;
  switch (code) {
    case "bringIn":
      return { round: openFor(round, seat, rules) };
    case "complete":
    case "bet":
    case "raise":
      return { round: wager(round, seat, amount, felt, rules) };
    case "call":
      return { round: call(round, seat) };
    case "check":
      return { round: check(round, seat) };
    case "fold":
      return { round: fold(round, seat), moves: intoDiscards(made.by, felt) };
    case "allIn":
      return { round: allIn(round, seat, amount, felt, rules) };
    case "declareAllIn":
      return { round: { ...asked(round, seat), declared: [...round.declared, seat] } };
    case "playOn":
      return { round: asked(round, seat) };
    case "passedBy":
      return { round: passedBy(round, seat, felt, rules) };
    case "muck":
      return { round: conceded(round, seat, felt), moves: intoDiscards(made.by, felt) };
    default:
      return { round };
  }
}

/** What stands for a player whose time is up: the forced bet, a check, or a fold to a bet. */
function inTime(round: Round, seat: number): string {
  if (round.mayDeclare.includes(seat)) return "playOn";
  if (round.street === 3 && round.betting.last === null) return "bringIn";
  return owes(round, seat) > 0 ? "fold" : "check";
}

/** A bring-in posted by the wrong seat is taken back as long as nobody has acted behind it. */
function openFor(round: Round, seat: number, rules: Rules): Round {
  const before = takeBackBringIn(round);
  return bringIn(before, seat, Math.min(rules.bringIn, chipsLeft(before, seat)), rules);
}

/** A card short is a dead hand; where the house says so, a missing seventh card alone is not. */
function passedBy(round: Round, seat: number, felt: Felt, rules: Rules): Round {
  const seventhOnly = pile(felt, handOf(seat)).length === 6;
  if (seventhOnly && rules.shortHandAtShowdown === "missing-seventh-live") return { ...round, short: [...round.short, seat] };
  return { ...round, out: { ...round.out, [seat]: "dead" } };
}

function asked(round: Round, seat: number): Round {
  return { ...round, mayDeclare: round.mayDeclare.filter((one) => one !== seat) };
}

function conceded(round: Round, seat: number, felt: Felt): Round {
  return { ...round, firstToShow: round.firstToShow ?? firstToShow(round, felt), out: { ...round.out, [seat]: "conceded" } };
}

function intoDiscards(place: Place, felt: Felt): NonNullable<Accepted<Round>["moves"]> {
  return [{ cards: pile(felt, place), to: discardPile }];
}
