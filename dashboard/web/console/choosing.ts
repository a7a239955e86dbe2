// How an option is taken, step by step: whom it names, which cards, how much. What the rules leave no choice about is not asked.

import type { Held, Place } from "#core/felt";
import type { Minor } from "#core/money";
import type { Opening, Option } from "#core/opening";
import type { Command } from "../shared/commands.ts";

export type Decision = Extract<Opening, { kind: "decision" }>;

/** An option that was begun, with what has been chosen so far. */
export interface Begun {
  readonly by: Place;
  readonly code: string;
  readonly target?: Place;
  readonly cards?: readonly Held[];
  readonly amount?: Minor;
}

export type Step =
  | { readonly kind: "target"; readonly targets: readonly Place[] }
  | { readonly kind: "cards"; readonly cards: NonNullable<Option["cards"]> }
  | { readonly kind: "amount"; readonly amount: NonNullable<Option["amount"]> }
  | { readonly kind: "send"; readonly command: Extract<Command, { kind: "decision" }> };

/** What has to be chosen next, or the command that is complete. */
export function nextStep({ targets, cards, amount }: Option, begun: Begun): Step {
  const target = begun.target ?? (targets?.length === 1 ? targets[0] : undefined);
  if (targets !== undefined && target === undefined) return { kind: "target", targets };
  if (cards !== undefined && begun.cards === undefined) return { kind: "cards", cards };
  const stake = begun.amount ?? (amount !== undefined && amount.min === amount.max ? amount.min : undefined);
  if (amount !== undefined && stake === undefined) return { kind: "amount", amount };
  const { by, code } = begun;
  const chosen = {
    ...(amount !== undefined && { amount: stake as Minor }),
    ...(target !== undefined && { target }),
    ...(cards !== undefined && { cards: [...(begun.cards ?? [])] }),
  };
  return { kind: "send", command: { kind: "decision", by, code, ...chosen } };
}

/** A card is chosen, or put back; beyond `max` it stays where it is. */
export function toggle(chosen: readonly Held[], held: Held, max: number): readonly Held[] {
  if (chosen.includes(held)) return chosen.filter((one) => one !== held);
  return chosen.length < max ? [...chosen, held] : chosen;
}

/** The decision on the screen: that of the seat that was tapped, else the first the table waits for. */
export function decisionShown(all: readonly Decision[], seat: number | null): Decision | null {
  const own = all.filter(({ by }) => Number.parseInt(by, 10) === seat);
  const chosen = own.find(({ early }) => early !== true) ?? own[0];
  return chosen ?? all.find(({ early }) => early !== true) ?? null;
}

/** Columns of a grid of so many keys: one row while they are wide enough for a word, then two, then more. */
export function columnsFor(keys: number, mostInRow = 5, columnsMax = 6): number {
  if (keys <= mostInRow) return Math.max(1, keys);
  return Math.min(columnsMax, Math.ceil(keys / 2));
}
