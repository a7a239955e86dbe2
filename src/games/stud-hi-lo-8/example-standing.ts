// A showdown as it stands, judged and settled by the game without being played up to: a community card comes to seven or eight hands only,
// and what an example describes may have any number of them.

import { type Card, cardIndex } from "#core/card";
import { emptyFelt, type Felt, type Place } from "#core/felt";
import type { Settlement } from "#core/settlement";
import type { Shown } from "./example-shapes.ts";
import { studHiLo8 } from "./game.ts";
import { judge } from "./judge.ts";
import { board, handOf, inHand, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";
import { settle } from "./settle.ts";

/** Own cards of a hand that plays a community card. */
export const besideCommunity = 6;

/** Who holds a wrong number of cards, and how the chips are shared out. Everybody is all-in with what he has put in. */
export function standing(
  players: readonly Shown[],
  community: Card,
  rules: Rules,
): { readonly dead: number[]; readonly settlement: Settlement } {
  const seats = players.map(({ seat }) => seat).sort((a, b) => a - b);
  const chips = Object.fromEntries(players.map(({ seat, contributed }) => [seat, contributed]));
  const felt = feltWith([...players.map(({ seat, cards }) => [handOf(seat), cards ?? []] as const), [board, [community]]]);
  const folded = players.filter(({ status }) => status === "folded").map(({ seat }) => [seat, "folded"] as const);
  const before: Round = { ...studHiLo8.open(rules, seats, null), stacks: chips, antes: chips, betsClosed: true, dealt: seats, street: 7 };
  let round: Round = { ...before, out: Object.fromEntries(folded) };
  for (const { seat, cards } of players) {
    const count = cards?.length ?? 0;
    if (round.out[seat] !== undefined || count === besideCommunity) continue;
    const irregularity = { code: count < besideCommunity ? "wrongCount" : "extraCard", place: handOf(seat), count } as const;
    const judged = judge(round, irregularity, felt, rules);
    if (judged.kind === "dead")
      ({ round } = studHiLo8.accept(round, { kind: "dead", place: judged.place, why: irregularity.code }, felt, rules));
  }
  const dead = seats.filter((seat) => round.out[seat] === "dead");
  return { dead, settlement: settle({ ...round, shown: inHand(round) }, felt, rules) };
}

function feltWith(piles: readonly (readonly [Place, readonly Card[]])[]): Felt {
  const held = (card: Card): number => cardIndex(card) + 1;
  return {
    ...emptyFelt,
    piles: Object.fromEntries(piles.map(([place, cards]) => [place, cards.map(held)])),
    faces: Object.fromEntries(piles.flatMap(([, cards]) => cards.map((card) => [held(card), card]))),
  };
}
