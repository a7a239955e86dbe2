// What a hand is worth for each half of the pot, and what it is called.

import type { Card } from "#core/card";
import { highAndLowOf, type LowHand, type LowQualifier, type RankedHand, rankHand } from "#core/hand";
import type { Reason } from "#core/settlement";
import type { Rules } from "./rules.ts";

export interface Hand {
  readonly high: RankedHand;
  /** null: no low, or the game has none. */
  readonly low: LowHand | null;
}

const qualifiers = ["5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const satisfies readonly LowQualifier[];

export function qualifierOf(rules: Rules): LowQualifier {
  return qualifiers[rules.lowQualifier - 5] ?? "8";
}

/** The best five for high and the best low, from any cards, the community card included. */
export function readHand(cards: readonly Card[], rules: Rules): Hand {
  return rules.low === "none" ? { high: rankHand(cards), low: null } : highAndLowOf(cards, qualifierOf(rules));
}

/** "full house K-K-7-7-7 · low 7-6-4-3-2" as code and parameters. */
export function nameOf({ high, low }: Hand): Reason {
  const params = { hand: high.category, ranks: high.ranks };
  if (low === null) return { code: "handHigh", params };
  return { code: "handHighLow", params: { ...params, low: [...low.ranks].join("-") } };
}
