// Worked examples of seven-card stud, played through the engine. The format is described in the example files.

import { z } from "zod";
import type { Card } from "#core/card";
import type { ExampleRunner } from "#core/example";
import type { Place } from "#core/felt";
import type { Policy } from "#core/rehearse";
import { betting } from "./example-betting.ts";
import { irregularity } from "./example-irregularity.ts";
import { bySeat, card, inFor, seatNumber, sharedOut, shown } from "./example-shapes.ts";
import { besideCommunity, standing } from "./example-standing.ts";
import { board, burnPile, handOf, inHand } from "./round.ts";
import type { Rules } from "./rules.ts";
import { type Act, otherCards, type Play, play, playShowdown, policyOf, stay } from "./script.ts";

const bringInExample = z.looseObject({ up: bySeat(card) });
const firstToActExample = z.looseObject({ boards: bySeat(z.array(card).min(1).max(4)) });
const showdownExample = z
  .looseObject({ community: card.nullable().default(null), players: z.array(shown).min(1) })
  .superRefine(({ community, players }, context) => {
    const size = community === null ? 7 : besideCommunity;
    for (const [i, { cards, status }] of players.entries()) {
      if (cards === null || status === "folded" || cards.length === size) continue;
      const message = `a hand ${community === null ? "" : "beside a community card "}has ${size} cards; ${cards.length} are given`;
      context.addIssue({ code: "custom", path: ["players", i, "cards"], message });
    }
  });
const orderExample = z.looseObject({
  activeSeats: z.array(seatNumber).min(2),
  lastAggressor: seatNumber.nullable(),
  boards: bySeat(z.array(card).length(4)).default({}),
});
const planExample = z.looseObject({ aliveByStreet: z.array(z.int().min(2).max(8)).length(5) });

type Hands = Readonly<Record<Place, readonly Card[]>>;

/** Hands with these up cards; the down cards are any others. Where a seventh for each is too much, one more lies ready for all. */
function handsWith(boards: Readonly<Record<string, readonly Card[]>>, rules: Rules): Hands {
  const rest = otherCards(Object.values(boards));
  const hands = Object.entries(boards).map(([seat, up]) => [handOf(Number(seat)), [...rest.splice(0, 2), ...up]] as const);
  const burns = rules.burns ? rest.splice(0, 4) : [];
  const common = rest.slice(0, 1);
  return Object.fromEntries([...hands.map(([place, own]) => [place, [...own, ...rest.splice(0, 1)]]), [burnPile, burns], [board, common]]);
}

/** Who is first to act on a street, everybody having stayed until then. */
function firstSeat(boards: Readonly<Record<string, readonly Card[]>>, street: number, rules: Rules): number | null {
  let first: number | null = null;
  const act: Play["act"] = (seat, options, round) => {
    if (round.street < street) return stay(options);
    first = seat;
    return null;
  };
  play(rules, Object.keys(boards).map(Number), handsWith(boards, rules), { act });
  return first;
}

function bringIn(input: unknown, rules: Rules): unknown {
  const { up } = bringInExample.parse(input);
  const boards = Object.fromEntries(Object.entries(up).map(([seat, door]) => [seat, [door]]));
  return { expect: { seat: firstSeat(boards, 3, rules) } };
}

function firstToAct(input: unknown, rules: Rules): unknown {
  const { boards } = firstToActExample.parse(input);
  const [some = []] = Object.values(boards);
  return { expect: { seat: firstSeat(boards, some.length + 2, rules) } };
}

function showdown(input: unknown, rules: Rules): unknown {
  const { players, community } = showdownExample.parse(input);
  const showing = inFor(players);
  if (community !== null) return { expect: sharedOut(standing(showing, community, rules).settlement) };
  const hands = showing.map(({ seat, cards, contributed, status }) => ({ seat, cards, contributed, folded: status === "folded" }));
  const { settlement, refused } = playShowdown(hands, rules);
  return settlement === null ? { refused: refused.map(({ reply }) => reply) } : { expect: sharedOut(settlement) };
}

/** Everybody stays; the one named bets on seventh street. */
function showdownOrder(input: unknown, rules: Rules): unknown {
  const { activeSeats, lastAggressor, boards } = orderExample.parse(input);
  const order: number[] = [];
  const spare = otherCards(Object.values(boards));
  const hands = handsWith(Object.fromEntries(activeSeats.map((seat) => [seat, boards[seat] ?? spare.splice(0, 4)])), rules);
  const stayOrBet: Play["act"] = (seat, options, round): Act => {
    const bet = options.find(({ code }) => code === "bet");
    if (round.street === 7 && seat === lastAggressor && bet?.amount) return { code: "bet", amount: bet.amount.min };
    return stay(options);
  };
  const base = policyOf({ act: stayOrBet });
  const watched: Policy = (openings, table) => {
    const asked = base(openings, table);
    if (asked?.kind === "reveal" && asked.place !== burnPile) order.push(Number.parseInt(asked.place, 10));
    return asked;
  };
  play(rules, activeSeats, hands, watched);
  return { expect: { order } };
}

/** Plays up to the seventh street with as many players left on each street as the example says. */
function dealPlan(input: unknown, rules: Rules): unknown {
  const { aliveByStreet } = planExample.parse(input);
  const seats = Array.from({ length: aliveByStreet[0] ?? 0 }, (_, i) => i + 1);
  const rest = otherCards([]);
  const hands = Object.fromEntries([
    ...seats.map((seat) => [handOf(seat), rest.splice(0, 6)] as const),
    [burnPile, rest.length > 3 ? rest.splice(0, 4) : rest],
  ]);
  const act: Play["act"] = (_, options, round) => {
    const leave = inHand(round).length > (aliveByStreet[round.street - 2] ?? 0) && options.some(({ code }) => code === "fold");
    return leave ? { code: "fold" } : stay(options);
  };
  let plan: unknown = null;
  const base = policyOf({ act });
  const watched: Policy = (openings, table) => {
    const next = openings.find(({ kind }) => kind === "card" || kind === "shuffle" || kind === "reveal");
    if (next === undefined) return base(openings, table);
    const community = (next.kind === "card" && next.to === "board") || (next.kind === "reveal" && next.place === burnPile);
    plan = { cardsLeftBeforeSeventh: table.felt.left, communityCard: community };
    return null;
  };
  play(rules, seats, hands, watched);
  return { expect: plan };
}

export const examples: ExampleRunner<Rules> = {
  "bring-in": bringIn,
  "first-to-act": firstToAct,
  betting,
  showdown,
  "showdown-order": showdownOrder,
  "deal-plan": dealPlan,
  irregularity,
};
