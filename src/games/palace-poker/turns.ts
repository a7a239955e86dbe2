// Turns: one action each, clockwise: Buy, Discard, Bet, Stay or Fold. A battle is in battle.ts.

import { type Felt, type Held, pile } from "#core/felt";
import type { Accepted } from "#core/game";
import { exactly } from "#core/money";
import type { Expectation, Happening, Opening, Option } from "#core/opening";
import { attack, betBounds } from "./battle.ts";
import {
  aliveOf,
  bannerPlace,
  cardsOut,
  cardsToDraw,
  chipsOf,
  complete,
  discardAll,
  discardPile,
  goOut,
  pay,
  type Round,
  seatPlace,
  soldiersOf,
  soldiersPlace,
  strayPile,
  targetsOf,
} from "./round.ts";
import { discardCostOf, type Rules } from "./rules.ts";

type Decision = Extract<Happening, { kind: "decision" }>;

export function expectTurn(round: Round, felt: Felt, rules: Rules): Opening {
  const seat = round.turn;
  const chips = chipsOf(round, seat);
  const options: Option[] = [{ code: "stay" }, { code: "fold" }];
  if (chips >= rules.smallBet && cardsToDraw(felt) > 0) options.push({ code: "buy", amount: exactly(rules.smallBet) });
  const soldiers = soldiersOf(felt, seat).length;
  const cost = discardCostOf(rules);
  if (soldiers > 0 && chips >= cost) {
    const cards = { from: soldiersPlace(seat), min: 1, max: soldiers };
    options.push({ code: "discard", cards, ...(cost > 0 && { amount: exactly(cost) }) });
  }
  const bet = betBounds(round, felt, rules, seat);
  const targets = targetsOf(round, felt, seat).map(bannerPlace);
  if (bet !== null && targets.length > 0) options.push({ code: "bet", amount: bet, targets });
  return { kind: "decision", by: seatPlace(seat), options, ...(rules.decisionMs && { withinMs: rules.decisionMs }) };
}

/** Rule 13. A spoken fold binds: whoever is not to act and not fighting may say it now. */
export function expectEarly(round: Round, acting: readonly number[]): readonly Opening[] {
  return aliveOf(round)
    .filter((seat) => !acting.includes(seat) && !round.bound.includes(seat))
    .map((seat) => ({ kind: "decision", by: seatPlace(seat), options: [{ code: "foldAhead" }], early: true }));
}

/** The card that was paid for; the discards are shuffled when the draw pile is empty, not before. */
export function expectDraw(round: Round, felt: Felt): Expectation {
  if (felt.left <= 0) return [{ kind: "shuffle", piles: [discardPile, strayPile] }];
  return [{ kind: "card", to: soldiersPlace(round.turn), face: "up", from: "draw" }];
}

/** Which soldiers stay: all of them, or fewer, never more than the rules allow. */
export function expectKeep(seat: number, felt: Felt, rules: Rules): Opening {
  const soldiers = soldiersOf(felt, seat).length;
  const over = soldiers - rules.maxSoldiers;
  const from = soldiersPlace(seat);
  const discard: Option = { code: "discard", cards: { from, min: Math.max(1, over), max: soldiers } };
  return {
    kind: "decision",
    // Not the place of his turn, which may follow at once: each has a clock of its own.
    by: from,
    options: over > 0 ? [discard] : [{ code: "keepAll" }, discard],
    ...(rules.decisionMs && { withinMs: rules.decisionMs }),
  };
}

/** Rule 14. Who runs out of time stays. */
export function act(round: Round, made: Decision, felt: Felt, rules: Rules): Accepted<Round> {
  const seat = round.turn;
  switch (made.code) {
    case "fold": {
      const next = complete(goOut(round, seat, { code: "folded" }), felt);
      return { round: next.round, moves: [...discardAll(felt, seat), ...next.moves] };
    }
    case "buy": {
      const bought = pay(round, seat, rules.smallBet);
      return { round: { ...bought, passed: [], phase: { kind: "buying" }, dealTo: cardsOut(felt) + 1 } };
    }
    case "bet": {
      const defender = Number.parseInt(made.target ?? "", 10);
      return attack(round, felt, rules, { attacker: seat, defender, amount: made.amount ?? 0 });
    }
    case "discard":
      return passing(pay(round, seat, discardCostOf(rules)), made.cards ?? [], felt);
    default:
      return passing(round, [], felt);
  }
}

/** Rule 3. Stay and Discard count towards a passive round. */
function passing(round: Round, cards: readonly Held[], felt: Felt): Accepted<Round> {
  const next = complete({ ...round, passed: [...round.passed, round.turn] }, felt);
  return { round: next.round, moves: [{ cards, to: discardPile }, ...next.moves] };
}

/** Rule 6. The choice is made. On time-out one's own soldiers stay, then what came, as it lies, as many as the rules allow. */
export function keep(round: Round, seat: number, made: Decision, felt: Felt, rules: Rules): Accepted<Round> {
  const soldiers = pile(felt, soldiersPlace(seat));
  const dropped = made.code === "timeout" ? soldiers.slice(rules.maxSoldiers) : (made.cards ?? []);
  const next = complete(round, felt);
  return { round: next.round, moves: [{ cards: dropped, to: discardPile }, ...next.moves] };
}
