// Seven-card stud, hi/lo 8-or-better or high only: five streets with betting, and the showdown. Settlement is in settle.ts.
// Rule numbers in comments are those of README.md, which follows the rule sheet.

import type { Card } from "#core/card";
import { type Felt, facesAt, pile, seatOf } from "#core/felt";
import type { Accepted, GameDefinition, Mark } from "#core/game";
import { exactly } from "#core/money";
import type { Expectation, Happening, Opening, Option } from "#core/opening";
import type { Reason } from "#core/settlement";
import { openingOptions, options, takeBackBringIn } from "./betting.ts";
import { dealSize, nextCard, streetOf } from "./deal.ts";
import { decided } from "./decide.ts";
import { nameOf, readHand } from "./hands.ts";
import { exposedCards, judge } from "./judge.ts";
import { notice } from "./notice.ts";
import { firstToShow, openerOf, toAct } from "./order.ts";
import { mayConcede, potsInPlay } from "./pots.ts";
import {
  bettors,
  board,
  burnPile,
  type Carry,
  canBet,
  cardsOut,
  chipsLeft,
  freshBetting,
  handOf,
  inHand,
  putIn,
  type Round,
  type Street,
  startingAt,
} from "./round.ts";
import type { Rules } from "./rules.ts";
import { settle, stacksAfter, stakesOf } from "./settle.ts";

function open(rules: Rules, seats: readonly number[], carry: Carry | null): Round {
  const carried = rules.stack === null ? {} : (carry?.stacks ?? {});
  const stacks = Object.entries(carried).filter(([seat, stack]) => seats.includes(Number(seat)) && stack > 0);
  return {
    seats: [...seats].sort((a, b) => a - b),
    stacks: Object.fromEntries(stacks),
    broke: [],
    antes: {},
    bets: {},
    betsClosed: false,
    dealt: [],
    street: 3,
    betting: freshBetting,
    out: {},
    anteBack: [],
    last: null,
    exposed: {},
    rivers: {},
    mayDeclare: [],
    declared: [],
    short: [],
    reshuffled: false,
    cardsBefore: 0,
    firstToShow: null,
    shown: [],
    voided: null,
    after: null,
  };
}

function expect(round: Round, felt: Felt, rules: Rules): Expectation {
  if (round.voided !== null) return "settle";
  if (!round.betsClosed) return takeAntes(round, rules);
  if (inHand(round).length < 2) return "settle";
  const bared = turnUpExposed(round, felt);
  if (bared !== null) return [bared];
  const card = nextCard(round, felt, rules, round.street);
  if (card !== null) return orPassedBy(card, felt);
  const ruling = declaring(round, felt, rules);
  if (ruling !== null) return [ruling];
  const seat = toAct(round, felt, rules);
  if (seat !== null) return act(round, seat, felt, rules);
  const next = round.street < 7 ? nextCard(round, felt, rules, (round.street + 1) as Street) : null;
  return next === null ? showdown(round, felt, rules) : orPassedBy(next, felt);
}

/** Everyone antes. A seat whose chips are counted antes what it has; one that has not anted is not dealt in. */
function takeAntes(round: Round, rules: Rules): Expectation {
  const openings = round.seats.flatMap((seat): Opening[] => {
    const stack = round.stacks[seat];
    const ante = exactly(Math.min(rules.ante, stack ?? rules.ante));
    const anted: Opening = { kind: "wager", spot: `${seat}/ante`, stake: ante, placed: round.antes[seat] ?? 0, required: true };
    return rules.stack === null ? [anted] : [anted, { kind: "wager", spot: `${seat}/stack`, stake: rules.stack, placed: stack ?? 0 }];
  });
  const anted = round.seats.filter((seat) => (round.antes[seat] ?? 0) > 0).length;
  return [...openings, { kind: "close", blocked: anted < 2 ? "seats" : null }];
}

/** A card that lies exposed on the felt is turned up for good. */
function turnUpExposed(round: Round, felt: Felt): Opening | null {
  for (const seat of inHand(round)) {
    const river = round.rivers[seat];
    const cards = [...(round.exposed[seat] ?? []), ...(river === undefined ? [] : [river])].filter(
      (held) => felt.faces[held] === undefined,
    );
    if (cards.length > 0) return { kind: "reveal", place: handOf(seat), cards };
  }
  return null;
}

/** From fourth street on the deal may have passed a hand by: the console says so in place of the card. */
function orPassedBy(card: Opening, felt: Felt): readonly Opening[] {
  if (card.kind !== "card" || seatOf(card.to) === null || pile(felt, card.to).length < 3) return [card];
  return [card, { kind: "decision", by: card.to, options: [{ code: "passedBy" }], early: true }];
}

/** Whose seventh card was exposed may declare himself all-in for the last round, before it begins. */
function declaring(round: Round, felt: Felt, rules: Rules): Opening | null {
  if (rules.exposedRiver !== "player may opt all-in" || round.street !== 7 || toAct(round, felt, rules) === null) return null;
  const seat = round.mayDeclare.find((one) => canBet(round, one));
  return seat === undefined ? null : decision(seat, [{ code: "declareAllIn" }, { code: "playOn" }], rules);
}

function decision(seat: number, list: readonly Option[], rules: Rules): Opening {
  return { kind: "decision", by: handOf(seat), options: list, ...(rules.decisionMs !== null && { withinMs: rules.decisionMs }) };
}

/** The seat's turn. Beside it, on third street, what mends or records a bring-in from the wrong seat. */
function act(round: Round, seat: number, felt: Felt, rules: Rules): readonly Opening[] {
  const { opener, acted, aggressor } = round.betting;
  if (round.street !== 3) return [decision(seat, options(round, seat, felt, rules), rules)];
  if (opener === null) {
    const others = bettors(round).filter((one) => one !== seat);
    return [decision(seat, openingOptions(round, seat, felt, rules), rules), ...others.map((one) => early(round, one, rules))];
  }
  const list = options(round, seat, felt, rules);
  const mendable = acted.length === 1 && inHand(round).includes(opener) && !round.broke.includes(opener) && aggressor === null;
  const due = mendable ? openerOf(takeBackBringIn(round), felt, rules) : opener;
  if (due === null || due === opener) return [decision(seat, list, rules)];
  if (due === seat) return [decision(seat, [bringInOption(round, due, rules), ...list], rules)];
  return [decision(seat, list, rules), early(round, due, rules)];
}

function bringInOption(round: Round, seat: number, rules: Rules): Option {
  return { code: "bringIn", amount: exactly(Math.min(rules.bringIn, chipsLeft(round, seat))) };
}

function early(round: Round, seat: number, rules: Rules): Opening {
  return { kind: "decision", by: handOf(seat), options: [bringInOption(round, seat, rules)], early: true };
}

/** Hands are turned up one after the other; a losing one may be given up unseen as long as each of its pots has another player. */
function showdown(round: Round, felt: Felt, rules: Rules): Expectation {
  const first = round.firstToShow ?? firstToShow(round, felt);
  const seat = startingAt(inHand(round), first ?? 0).find((one) => !round.shown.includes(one));
  if (seat === undefined) return "settle";
  const reveal: Opening = { kind: "reveal", place: handOf(seat) };
  if (!rules.concedeUnseen || !mayConcede(round, seat)) return [reveal];
  return [reveal, { kind: "decision", by: handOf(seat), options: [{ code: "muck" }] }];
}

function accept(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  const accepted = take(round, happening, felt, rules);
  return { ...accepted, round: withStacksAfter(accepted.round, felt, rules) };
}

function take(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round> {
  switch (happening.kind) {
    case "wager":
      return { round: wagered(round, happening) };
    case "closed":
      return { round: { ...round, betsClosed: true, dealt: round.seats.filter((seat) => (round.antes[seat] ?? 0) > 0) } };
    case "card":
      return { round: dealt(round, happening, felt) };
    case "decision":
      return decided(round, happening, felt, rules);
    case "reveal":
      return revealed(round, happening, felt);
    case "shuffled":
      return { round: reshuffled(round, felt) };
    case "exposed":
      return { round: exposed(round, happening, felt) };
    case "dead":
      return { round: died(round, happening) };
    case "void":
      return { round: { ...round, voided: happening.why } };
    default:
      return { round };
  }
}

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

function wagered(round: Round, { spot, stake }: Of<"wager">): Round {
  const [seat = "", name] = spot.split("/");
  if (name === "ante") return { ...round, antes: { ...round.antes, [seat]: stake } };
  const { [Number(seat)]: _, ...others } = round.stacks;
  const ante = round.antes[Number(seat)] ?? 0;
  // Whoever has less than the ante is all-in for what he has.
  const antes = stake > 0 && stake < ante ? { ...round.antes, [seat]: stake } : round.antes;
  return { ...round, antes, stacks: stake > 0 ? { ...others, [seat]: stake } : others };
}

function dealt(round: Round, { held, to }: Of<"card">, felt: Felt): Round {
  const street = streetOf(round, felt, to);
  const now = street === round.street ? round : { ...round, street, betting: freshBetting, cardsBefore: cardsOut(felt) - 1 };
  return { ...now, last: { held, place: to } };
}

/** A whole hand at the showdown; a card that lay exposed; the last burn card, which becomes the community card. */
function revealed(round: Round, { place, cards }: Of<"reveal">, felt: Felt): Accepted<Round> {
  if (place === burnPile) {
    const street = { street: 7, betting: freshBetting, cardsBefore: cardsOut(felt) } as const;
    return { round: { ...round, ...street }, moves: [{ cards: cards ?? [], to: board }] };
  }
  const seat = seatOf(place);
  if (seat === null || cards !== undefined) return { round };
  return { round: { ...round, firstToShow: round.firstToShow ?? firstToShow(round, felt), shown: [...round.shown, seat] } };
}

function reshuffled(round: Round, felt: Felt): Round {
  const seventh = inHand(round).filter((seat) => pile(felt, handOf(seat)).length === 7).length;
  return { ...round, reshuffled: true, cardsBefore: cardsOut(felt) - seventh };
}

function exposed(round: Round, { place, count }: Of<"exposed">, felt: Felt): Round {
  const seat = seatOf(place);
  if (seat === null || place !== handOf(seat) || !inHand(round).includes(seat) || round.betting.last !== null) return round;
  if (round.street === 7 && pile(felt, place).length === 7) {
    const river = round.last?.place === place ? { [seat]: round.last.held } : {};
    return { ...round, rivers: { ...round.rivers, ...river }, mayDeclare: [...round.mayDeclare.filter((one) => one !== seat), seat] };
  }
  const cards = round.street === 3 ? exposedCards(round, place, count, felt) : null;
  if (cards === null) return round;
  return { ...round, exposed: { ...round.exposed, [seat]: [...new Set([...(round.exposed[seat] ?? []), ...cards])] } };
}

/** The chips of a dead hand stay in the pots; who saw both down cards turned up gets the ante back. */
function died(round: Round, { place, why }: Of<"dead">): Round {
  const seat = seatOf(place);
  if (seat === null || place !== handOf(seat) || !inHand(round).includes(seat)) return round;
  const anteBack = why === "exposed" && round.street === 3 ? [...round.anteBack, seat] : round.anteBack;
  return { ...round, out: { ...round.out, [seat]: "dead" }, anteBack };
}

/** Where chips are counted, the next round begins with what this one leaves. */
function withStacksAfter(round: Round, felt: Felt, rules: Rules): Round {
  if (Object.keys(round.stacks).length === 0 || expect(round, felt, rules) !== "settle") return round;
  const unread = round.shown.some((seat) => facesAt(felt, handOf(seat)) === null);
  return unread ? round : { ...round, after: stacksAfter(round, settle(round, felt, rules)) };
}

function marks(round: Round): readonly Mark[] {
  const { opener, aggressor, level, made } = round.betting;
  return round.dealt.flatMap((seat): Mark[] => {
    const out = round.out[seat];
    if (out !== undefined) return [{ seat, mark: { code: outMarks[out] } }];
    const list: Reason[] = [];
    if (seat === aggressor && made) list.push({ code: "raised", params: { amount: level } });
    else if (seat === opener && round.street === 3) list.push({ code: "broughtIn", params: { amount: putIn(round, seat) } });
    if (!canBet(round, seat)) list.push({ code: "allIn" });
    if ((round.exposed[seat] ?? []).length > 0 || round.rivers[seat] !== undefined) list.push({ code: "exposedCard" });
    return list.map((mark) => ({ seat, mark }));
  });
}

const outMarks = { folded: "folded", dead: "deadHand", conceded: "conceded" } as const;

/** Seven own cards; where a community card plays, only the settlement names hands. */
function nameHand(cards: readonly Card[], _place: string, rules: Rules): Reason | null {
  return cards.length === 7 ? nameOf(readHand(cards, rules)) : null;
}

export const studHiLo8: GameDefinition<Round, Rules, Carry> = {
  id: "stud-hi-lo-8",
  edition: 1,
  players: { min: 2, max: 8 },
  open,
  expect,
  accept,
  judge,
  settle,
  carry: (round) => ({ stacks: round.after ?? {} }),
  answers: {},
  stakes: stakesOf,
  marks,
  dealSize,
  nameHand,
  notice,
  upcards: ["hand"],
  pots: (round) => potsInPlay(round).map((amount, i) => ({ pot: `pot/${i + 1}`, amount })),
  stage: (round) => (round.betsClosed ? { code: "street", params: { street: round.street } } : null),
};
