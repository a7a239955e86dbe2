// What hands are worth in a battle and at the showdown. `battleAnswer` is run by the vault: the only function of this game
// that sees a palace card before the showdown; it gives away who won and by what, nothing else.

import { type Card, rankOf, suitOf } from "#core/card";
import { handCategories, type RankedHand, rankHand } from "#core/hand";
import type { Rules } from "./rules.ts";

export type VerdictRules = Pick<Rules, "traitorRule" | "tieBreak" | "wheel">;

/** What lies open on the table and decides which cards count. */
export interface BattleParams {
  readonly attackerBanner: Card | null;
  readonly defenderBanner: Card | null;
  readonly rules: VerdictRules;
}

export interface Verdict {
  readonly winner: "attacker" | "defender" | "tie";
  readonly decidedBy: "hand" | "own-suit-count" | "double-tie";
}

/** The cards that count against an opponent: not those of his banner's suit (or rank). */
export function countedCards(cards: readonly Card[], opponent: Card | null, traitorRule: Rules["traitorRule"]): readonly Card[] {
  if (opponent === null || traitorRule === "none") return cards;
  if (traitorRule === "opponent-banner-suit") return cards.filter((card) => suitOf(card) !== suitOf(opponent));
  return cards.filter((card) => rankOf(card) !== rankOf(opponent));
}

/** Best five of any number of cards; fewer make no straight, flush or full house. No card at all is below everything. */
export function rankCounted(cards: readonly Card[], wheel: boolean): RankedHand {
  if (cards.length === 0) return { value: -1, category: "high-card", ranks: "" };
  const ranked = rankHand(cards);
  return wheel || !isWheel(ranked) ? ranked : rankWithoutWheel(cards);
}

function isWheel({ category, ranks }: RankedHand): boolean {
  return ranks === "5432A" && (category === "straight" || category === "straight-flush");
}

/** A house without the wheel: every choice of five, A-2-3-4-5 taken for ace high (or an ace-high flush). */
function rankWithoutWheel(cards: readonly Card[]): RankedHand {
  return choicesOfFive(cards)
    .map((five) => {
      const ranked = rankHand(five);
      return isWheel(ranked) ? aceHigh(ranked.category === "straight" ? "high-card" : "flush") : ranked;
    })
    .reduce((best, ranked) => (ranked.value > best.value ? ranked : best));
}

/** A-5-4-3-2 on the scale of `rankHand`: the category above twenty bits of ranks. */
function aceHigh(category: "high-card" | "flush"): RankedHand {
  return { value: (handCategories.indexOf(category) << 20) | 0xe5432, category, ranks: "A5432" };
}

function choicesOfFive(cards: readonly Card[], size = 5): readonly (readonly Card[])[] {
  if (size === 0) return [[]];
  return cards.flatMap((card, i) => choicesOfFive(cards.slice(i + 1), size - 1).map((rest) => [card, ...rest]));
}

function ownSuit(cards: readonly Card[], banner: Card | null): number {
  return banner === null ? 0 : cards.filter((card) => suitOf(card) === suitOf(banner)).length;
}

/** Who wins a battle. Equal hands: more cards of one's own banner suit. */
export function judgeBattle(attacker: readonly Card[], defender: readonly Card[], params: BattleParams): Verdict {
  const { attackerBanner, defenderBanner, rules } = params;
  const counted = [
    countedCards(attacker, defenderBanner, rules.traitorRule),
    countedCards(defender, attackerBanner, rules.traitorRule),
  ] as const;
  const difference = rankCounted(counted[0], rules.wheel).value - rankCounted(counted[1], rules.wheel).value;
  if (difference !== 0) return { winner: difference > 0 ? "attacker" : "defender", decidedBy: "hand" };
  if (rules.tieBreak === "none") return { winner: "tie", decidedBy: "double-tie" };
  const [own, against] = rules.tieBreak === "own-suit-count over counted cards" ? counted : ([attacker, defender] as const);
  const suits = ownSuit(own, attackerBanner) - ownSuit(against, defenderBanner);
  if (suits === 0) return { winner: "tie", decidedBy: "double-tie" };
  return { winner: suits > 0 ? "attacker" : "defender", decidedBy: "own-suit-count" };
}

export function battleAnswer(hands: readonly (readonly Card[])[], params: unknown): Verdict {
  return judgeBattle(hands[0] ?? [], hands[1] ?? [], params as BattleParams);
}
