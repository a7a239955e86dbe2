// Worked examples: an example names its kind, its configuration and what it expects; the game plays it and says what came out.

import { type Card, deck52, isCard } from "./card.ts";

/** By kind: plays an example under the given rules and returns what the example's `expect` fields should hold, where they stand. */
export type ExampleRunner<Rules> = Readonly<Record<string, (example: unknown, rules: Rules) => unknown>>;

/** A card that an example lays down a second time: a deck has it once. */
export interface RepeatedCard {
  readonly card: Card;
  readonly path: readonly PropertyKey[];
  /** Where it lies already. */
  readonly before: readonly PropertyKey[];
}

/**
 * Cards that are there twice in what an example says happened; what it expects is not looked at, nor what a list of cards names after a whole
 * deck, for that was shuffled again.
 */
export function repeatedCards(example: unknown): readonly RepeatedCard[] {
  const seen = new Map<Card, readonly PropertyKey[]>();
  return cardsIn(example, []).flatMap(([card, path]) => {
    const before = seen.get(card);
    if (before !== undefined) return [{ card, path, before }];
    seen.set(card, path);
    return [];
  });
}

function cardsIn(value: unknown, path: readonly PropertyKey[]): readonly (readonly [Card, readonly PropertyKey[]])[] {
  if (typeof value === "string") return isCard(value) ? [[value, path]] : [];
  if (Array.isArray(value)) return value.slice(0, deck52.length).flatMap((item, i) => cardsIn(item, [...path, i]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "expect" ? [] : cardsIn(inner, [...path, key])));
}

/** One place where an example and the engine disagree. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares everything under a key `expect` with what the engine says at the same place. Fields that an example leaves out are
 * not compared; a field it names and the engine does not know is a difference. Of amounts by seat none is left out: who is not named has 0.
 */
export function differences(example: unknown, actual: unknown, path = "", expecting = false): readonly Difference[] {
  if (Array.isArray(example)) {
    if (expecting && (!Array.isArray(actual) || actual.length !== example.length)) return [{ path, expected: example, actual }];
    return example.flatMap((item, i) => differences(item, at(actual, i), `${path}[${i}]`, expecting));
  }
  if (expecting && isBySeat(example) && isBySeat(actual)) {
    const seats = new Set([...Object.keys(example), ...Object.keys(actual)]);
    return [...seats].flatMap((seat) => differences(example[seat] ?? 0, actual[seat] ?? 0, `${path}.${seat}`, expecting));
  }
  if (typeof example === "object" && example !== null) {
    return Object.entries(example).flatMap(([key, value]) => {
      const here = path === "" ? key : `${path}.${key}`;
      return differences(value, at(actual, key), here, expecting || key === "expect");
    });
  }
  return !expecting || Object.is(example, actual) ? [] : [{ path, expected: example, actual }];
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[key] : undefined;
}

function isBySeat(value: unknown): value is Readonly<Record<string, number>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([seat, amount]) => /^\d+$/.test(seat) && typeof amount === "number");
}
