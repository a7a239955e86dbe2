// Front, middle and back: whether a setting is legal, and the legal setting that the engine makes for a player who doesn't.

import { type Card, cardIndex } from "#core/card";
import { type RankedHand, rankHand, valueOfHand } from "#core/hand";
import { handSize, type Segment, segmentSizes, segments } from "./round.ts";

export type Setting = Readonly<Record<Segment, readonly Card[]>>;

export const foulErrors = ["SEGMENT_SIZE", "FRONT_ABOVE_MIDDLE", "MIDDLE_ABOVE_BACK"] as const;
export type FoulError = (typeof foulErrors)[number];

/** Front, middle and back as they rank; null where a row has not its number of cards. */
export function rankRows(setting: Setting): readonly RankedHand[] | null {
  if (segments.some((segment) => setting[segment].length !== segmentSizes[segment])) return null;
  return segments.map((segment) => rankHand(setting[segment]));
}

/** The first fault of a setting, or null if it is legal. */
export function faultOf(setting: Setting, backMayTieMiddle: boolean): FoulError | null {
  return faultOfRows(rankRows(setting), backMayTieMiddle);
}

/** The same of rows that have been ranked. */
export function faultOfRows(rows: readonly RankedHand[] | null, backMayTieMiddle: boolean): FoulError | null {
  if (rows === null) return "SEGMENT_SIZE";
  const [front = 0, middle = 0, back = 0] = rows.map(({ value }) => value);
  // Equal first ranks: the five-card hand is higher, because a missing kicker ranks below any card.
  if (front >= middle) return "FRONT_ABOVE_MIDDLE";
  return back > middle || (backMayTieMiddle && back === middle) ? null : "MIDDLE_ABOVE_BACK";
}

/** Every choice of so many of the numbers 0 … count − 1, in one order. */
function choices(count: number, size: number): readonly (readonly number[])[] {
  const found: number[][] = [];
  const chosen: number[] = [];
  const extend = (from: number): void => {
    if (chosen.length === size) {
      found.push([...chosen]);
      return;
    }
    for (let next = from; next <= count - (size - chosen.length); next++) {
      chosen.push(next);
      extend(next + 1);
      chosen.pop();
    }
  };
  extend(0);
  return found;
}

const backs = choices(handSize, segmentSizes.back);
const middles = choices(handSize - segmentSizes.back, segmentSizes.middle);

interface Ranked {
  readonly setting: Setting;
  readonly values: readonly [back: number, middle: number, front: number];
}

function without<T>(items: readonly T[], indexes: readonly number[]): readonly T[] {
  return items.filter((_, i) => !indexes.includes(i));
}

function pick<T>(items: readonly T[], indexes: readonly number[]): readonly T[] {
  return indexes.map((i) => items[i] as T);
}

function better(a: Ranked["values"], b: Ranked["values"] | undefined): boolean {
  if (b === undefined) return true;
  const [back, middle, front] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]] as const;
  return (back || middle || front) > 0;
}

/** The strongest middle, then front, that a back leaves and `legal` allows. */
function bestUnder(back: readonly Card[], rest: readonly Card[], legal: (setting: Setting) => boolean): Ranked | undefined {
  const backValue = valueOfHand(back);
  let best: Ranked | undefined;
  for (const indexes of middles) {
    const middle = pick(rest, indexes);
    const middleValue = valueOfHand(middle);
    if (best !== undefined && middleValue < best.values[1]) continue;
    const front = without(rest, indexes);
    const values = [backValue, middleValue, valueOfHand(front)] as const;
    const setting = { front, middle, back };
    if (better(values, best?.values) && legal(setting)) best = { setting, values };
  }
  return best;
}

function strongest(
  cards: readonly Card[],
  candidates: readonly (readonly number[])[],
  legal: (setting: Setting) => boolean,
): Ranked | undefined {
  let best: Ranked | undefined;
  for (const indexes of candidates) {
    const ranked = bestUnder(pick(cards, indexes), without(cards, indexes), legal);
    if (ranked !== undefined && better(ranked.values, best?.values)) best = ranked;
  }
  return best;
}

/**
 * The strongest back, then middle, then front of thirteen cards. The strongest five of what is left are never below the front
 * nor above the back, so it is legal; where the back may not equal the middle, the next strongest that is. The same cards are
 * set the same way in whatever order they lie.
 */
export function strongestSetting(hand: readonly Card[], backMayTieMiddle: boolean): Setting | null {
  const cards = [...hand].sort((a, b) => cardIndex(a) - cardIndex(b));
  const valued = backs.map((indexes) => ({ indexes, value: valueOfHand(pick(cards, indexes)) }));
  const top = Math.max(...valued.map(({ value }) => value));
  const highest = valued.filter(({ value }) => value === top).map(({ indexes }) => indexes);
  const legal = (setting: Setting): boolean => faultOf(setting, backMayTieMiddle) === null;
  return (strongest(cards, highest, legal) ?? strongest(cards, backs, legal))?.setting ?? null;
}

/** The same as indexes into the hand: 3 front, 5 middle, 5 back. Null for anything but thirteen cards. */
export function indexesOfStrongest(hand: readonly Card[], backMayTieMiddle: boolean): readonly number[] | null {
  const setting = hand.length === handSize ? strongestSetting(hand, backMayTieMiddle) : null;
  return setting === null ? null : segments.flatMap((segment) => setting[segment].map((card) => hand.indexOf(card)));
}
