// Chinese poker with Mandarin bonuses: the round, from the buy-in to the last hand turned up. Points are in points.ts, money
// in settle.ts. Numbers of rules in comments are those of README.md, which follows the rule sheet.

import type { Card } from "#core/card";
import { type Felt, type Place, pile, seatOf } from "#core/felt";
import type { Accepted, GameDefinition, Mark, Move } from "#core/game";
import type { Expectation, Happening, Opening } from "#core/opening";
import type { Reason } from "#core/settlement";
import { judge } from "./judge.ts";
import { notice } from "./notice.ts";
import { automaticOf } from "./patterns.ts";
import { pairsToCall, type Standings, standingsOf } from "./points.ts";
import { because } from "./reasons.ts";
import {
  aliveOf,
  type Carry,
  declaredOf,
  handOf,
  handSize,
  nextButton,
  pairOf,
  placeCount,
  placesOf,
  playersOf,
  type Round,
  rowOf,
  type Said,
  segmentSizes,
  segments,
  stackOf,
} from "./round.ts";
import type { Rules } from "./rules.ts";
import { indexesOfStrongest } from "./setting.ts";
import { nameRow, settle, stacksAfter } from "./settle.ts";
import { pursesAfter, shortBuysLeft, stackBounds, whyNotClosed } from "./stacks.ts";

function open(_rules: Rules, seats: readonly number[], carry: Carry | null): Round {
  const carried = Object.fromEntries(Object.entries(carry?.purses ?? {}).filter(([seat]) => seats.includes(Number(seat))));
  return {
    seats,
    carried,
    known: carry?.seats ?? null,
    lastButton: carry?.button ?? 0,
    stacks: Object.fromEntries(Object.entries(carried).map(([seat, purse]) => [seat, purse.stack])),
    cleared: [],
    betsClosed: false,
    shortBuys: {},
    button: 0,
    said: {},
    settings: {},
    turned: [],
    called: {},
    dead: [],
    fouled: [],
    after: null,
    voided: null,
  };
}

function expect(round: Round, felt: Felt, rules: Rules): Expectation {
  if (round.voided !== null) return "settle";
  if (!round.betsClosed) return takeStacks(round, rules);
  const alive = aliveOf(round);
  if (alive.length < 2) return "settle";
  const to = nextCard(round, felt);
  if (to !== null) return [{ kind: "card", to, face: "down", from: "shoe" }, ...rows(alive, "notAllSet")];
  const undecided = alive.filter((seat) => round.said[seat] === undefined);
  if (undecided.length > 0) return [...undecided.map((seat) => decisionOf(seat, rules)), ...rows(alive, "notAllSet")];
  const open = [...asks(round, alive, rules), ...reveals(round, alive, rules)];
  if (open.length > 0) return open;
  const standings = standingsOf(round, felt, rules);
  return standings === null ? [] : callPoints(round, standings, rules);
}

/** Chips lie on the table before the deal and stay there: nobody adds or takes any during the hand. */
function takeStacks(round: Round, rules: Rules): Expectation {
  const fresh = (seat: number): boolean => round.known !== null && !round.known.includes(seat);
  const regulars = round.seats.filter((seat) => !fresh(seat));
  const seats = rules.newPlayer === "waits" && regulars.length >= 2 ? regulars : round.seats;
  const stacks = seats.map(
    (seat): Opening => ({
      kind: "wager",
      spot: stackOf(seat),
      stake: stackBounds(round, seat, rules),
      placed: round.stacks[seat] ?? 0,
      required: true,
    }),
  );
  return [...stacks, { kind: "close", blocked: whyNotClosed(round, rules) }];
}

/** One at a time to all four places, clockwise from the button's left, whoever sits there. */
function nextCard(round: Round, felt: Felt): Place | null {
  // A hand that is set has left its pile: the deal is over with the first decision.
  if (Object.keys(round.said).length > 0) return null;
  const order = placesOf(round)
    .filter((seat) => !round.dead.includes(seat))
    .map(handOf);
  const lengths = order.map((place) => pile(felt, place).length);
  const least = Math.min(...lengths);
  return least < handSize ? (order[lengths.indexOf(least)] ?? null) : null;
}

/**
 * Everybody sets or declares at once and unseen. "timeUp": the floor called time, or the player left. No automatic win is ever
 * pointed out: it is offered to every hand.
 */
function decisionOf(seat: number, rules: Rules): Opening {
  return {
    kind: "decision",
    by: handOf(seat),
    options: [{ code: "timeUp" }, { code: "declare" }, { code: "set" }],
    hidden: true,
    ...(rules.decisionMs && { withinMs: rules.decisionMs }),
  };
}

const threeRows = (seat: number) => segments.map((segment) => [rowOf(seat, segment), segmentSizes[segment]] as const);

/** The rows in which players lay their cards, alike for all: nothing tells who will declare. */
function rows(seats: readonly number[], blocked: string): readonly Opening[] {
  return seats.map((seat): Opening => ({ kind: "reveal", place: handOf(seat), rows: threeRows(seat), blocked }));
}

function settingFor(seat: number): string {
  return `setting/${seat}`;
}

/** Hands that the engine sets: asked of the vault once the last player is in, so that nothing shows before. */
function asks(round: Round, alive: readonly number[], rules: Rules): readonly Opening[] {
  if (rules.timeoutSet === "foul") return [];
  return alive
    .filter((seat) => round.said[seat]?.code === "timeUp" && round.settings[seat] === undefined)
    .map((seat): Opening => {
      const params = { backMayTieMiddle: rules.backMayTieMiddle };
      return { kind: "ask", id: settingFor(seat), question: "strongestSetting", of: [[handOf(seat)]], params };
    });
}

/** Declared hands first, the others when those are open. The decisions that were hidden are told here. */
function reveals(round: Round, alive: readonly number[], rules: Rules): readonly Opening[] {
  const left = alive.filter((seat) => !round.turned.includes(seat));
  const declared = left.filter((seat) => round.said[seat]?.code === "declare");
  const asked = asks(round, alive, rules).length > 0;
  return [...declared, ...left.filter((seat) => !declared.includes(seat))].map((seat): Opening => {
    const said = round.said[seat] as Said;
    const blocked = asked ? "notAllSet" : declared.length > 0 && said.code !== "declare" ? "automaticFirst" : undefined;
    const laid = rowsOf(seat, said, rules);
    return { kind: "reveal", place: handOf(seat), ...(laid && { rows: laid }), ...(blocked && { blocked }), said };
  });
}

function rowsOf(seat: number, said: Said, rules: Rules): readonly (readonly [Place, number])[] | null {
  if (said.code === "declare") return [[declaredOf(seat), handSize]];
  return said.code === "set" && rules.scoring === "cards" ? threeRows(seat) : null;
}

/** Highest number of points a dealer may enter for a pair. */
const calledMax = 999;

/** Where the table can't read the rows, the players say what each pair owes. */
function callPoints(round: Round, standings: Standings, rules: Rules): Expectation {
  if (rules.scoring === "cards") return "settle";
  const left = pairsToCall(round, standings, rules).filter(([a, b]) => round.called[pairOf(a, b)] === undefined);
  if (left.length === 0) return "settle";
  const amount = { min: 1, max: calledMax, step: 1 };
  const unit = "points";
  return left.map(([a, b]): Opening => {
    return {
      kind: "decision",
      by: pairOf(a, b),
      options: [{ code: "wins", amount, unit }, { code: "loses", amount, unit }, { code: "tie" }],
    };
  });
}

function accept(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  const next = take(round, happening, rules);
  const moves = happening.kind === "reveal" ? layOut(next, happening.place, felt) : [];
  // What is carried on depends on faces, and `carry` sees none: the stacks are kept as soon as the hands are known.
  const done = next.voided === null && next.betsClosed && happening.kind !== "card" && expect(next, felt, rules) === "settle";
  return { round: { ...next, after: done ? stacksAfter(next, settle(next, felt, rules)) : null }, moves };
}

function take(round: Round, happening: Happening, rules: Rules): Round {
  switch (happening.kind) {
    case "wager":
      return stackLaid(round, Number.parseInt(happening.spot, 10), happening.stake);
    case "closed":
      return { ...round, betsClosed: true, button: nextButton(round, rules), shortBuys: shortBuysLeft(round, rules) };
    case "decision":
      return decided(round, happening);
    case "answered":
      return settingGiven(round, happening.id, happening.answer);
    case "reveal":
      return { ...round, turned: [...round.turned, Number.parseInt(happening.place, 10)] };
    case "dead":
      return happening.foul ? fouled(round, seatOf(happening.place)) : died(round, seatOf(happening.place));
    case "void":
      return { ...round, voided: happening.why };
    default:
      return round;
  }
}

function stackLaid(round: Round, seat: number, stake: number): Round {
  const cleared = stake === 0 && !round.cleared.includes(seat) ? [...round.cleared, seat] : round.cleared;
  return { ...round, cleared, stacks: { ...round.stacks, [seat]: stake } };
}

function died(round: Round, seat: number | null): Round {
  return seat === null || round.dead.includes(seat) ? round : { ...round, dead: [...round.dead, seat] };
}

function fouled(round: Round, seat: number | null): Round {
  return seat === null || round.fouled.includes(seat) ? round : { ...round, fouled: [...round.fouled, seat] };
}

function decided(round: Round, made: Extract<Happening, { kind: "decision" }>): Round {
  const { by, code, how, amount = 0 } = made;
  if (!by.endsWith("/hand")) {
    const points = code === "wins" ? amount : code === "loses" ? -amount : 0;
    return { ...round, called: { ...round.called, [by]: points } };
  }
  const said: Said = { code: how === "timeout" ? "timeUp" : (code as Said["code"]), how };
  return { ...round, said: { ...round.said, [Number.parseInt(by, 10)]: said } };
}

function settingGiven(round: Round, id: string, answer: unknown): Round {
  const seat = Object.keys(round.said)
    .map(Number)
    .find((one) => settingFor(one) === id);
  if (seat === undefined) return round;
  const indexes = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
  const fits = indexes.length === handSize && Array.from({ length: handSize }, (_, i) => i).every((i) => indexes.includes(i));
  return { ...round, settings: { ...round.settings, [seat]: fits ? (indexes as readonly number[]) : null } };
}

/** A hand that the engine set is laid in its rows as it is turned up. */
function layOut(round: Round, place: Place, felt: Felt): readonly Move[] {
  const seat = Number.parseInt(place, 10);
  const setting = round.settings[seat];
  const cards = pile(felt, place);
  if (!setting || cards.length !== handSize) return [];
  let from = 0;
  return segments.map((segment) => {
    const to = from + segmentSizes[segment];
    const row = setting.slice(from, to).map((i) => cards[i] as number);
    from = to;
    return { cards: row, to: rowOf(seat, segment) };
  });
}

/** Until the last hand is in, a mark says no more than that a hand lies down. */
function marks(round: Round): readonly Mark[] {
  if (!round.betsClosed) return [];
  const players = playersOf(round);
  const allIn = aliveOf(round).every((seat) => round.said[seat] !== undefined);
  const list: Mark[] = [{ seat: round.button, mark: because("button") }];
  for (const seat of round.seats) if (!players.includes(seat)) list.push({ seat, mark: because("sitsOut") });
  for (const seat of players) {
    const said = round.said[seat];
    if (said !== undefined) list.push({ seat, mark: because(allIn ? saidMarks[said.code] : "handDown") });
    if (round.dead.includes(seat)) list.push({ seat, mark: because("deadHand") });
  }
  return list;
}

const saidMarks = { set: "handSet", declare: "handDeclared", timeUp: "handTimeUp" } as const;

/** Names the rows of a set hand, and a declared one by its dearest pattern. A hand that was not declared is never called one. */
function nameHand(cards: readonly Card[], place: Place, rules: Rules): Reason | null {
  if (place.endsWith("/declared")) return because(automaticOf(cards, rules)?.pattern ?? "noPattern");
  return segments.some((segment) => place.endsWith(`/${segment}`)) ? nameRow(cards) : null;
}

export const chinesePoker: GameDefinition<Round, Rules, Carry> = {
  id: "chinese-poker",
  edition: 1,
  players: { min: 2, max: placeCount },
  open,
  expect,
  accept,
  judge,
  settle,
  carry: (round) => ({ button: round.button, seats: round.seats, purses: pursesAfter(round) }),
  answers: {
    strongestSetting: ([hand = []], params) =>
      indexesOfStrongest(hand, (params as { readonly backMayTieMiddle?: boolean } | undefined)?.backMayTieMiddle !== false),
  },
  stakes: (round) => Object.fromEntries(Object.entries(round.stacks).map(([seat, stack]) => [stackOf(Number(seat)), stack])),
  marks,
  dealSize: () => placeCount * handSize,
  nameHand,
  notice,
};
