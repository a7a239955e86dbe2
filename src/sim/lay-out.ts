// How an emulated player sets a hand out in rows: any way in which a later row is not lower than the one before it.

import type { Card } from "#core/card";
import type { Held, Place } from "#core/felt";
import { rankHand } from "#core/hand";

type Rows = readonly (readonly [Place, number])[];

const triesMax = 300;

/** Looks for an arrangement whose rows rise from first to last; gives up after some tries and lays the cards out as they came. */
export function layOut(
  held: readonly Held[],
  rows: Rows,
  faces: (held: readonly Held[]) => readonly (Card | null)[],
  random: () => number,
): Readonly<Record<Place, readonly Held[]>> {
  const known = new Map(faces(held).map((card, i) => [held[i] as Held, card]));
  for (let tries = 0; tries < triesMax; tries++) {
    const order = tries === 0 ? byRank(held, known) : mixed(held, random);
    const laid = cut(order, rows);
    if (rises(Object.values(laid), known)) return laid;
  }
  return cut(held, rows);
}

function cut(order: readonly Held[], rows: Rows): Readonly<Record<Place, readonly Held[]>> {
  const left = [...order];
  return Object.fromEntries(rows.map(([row, count]) => [row, left.splice(0, count)]));
}

function byRank(held: readonly Held[], known: ReadonlyMap<Held, Card | null>): readonly Held[] {
  const value = (one: Held): number => "23456789TJQKA".indexOf(known.get(one)?.[0] ?? "2");
  return [...held].sort((a, b) => value(a) - value(b));
}

function mixed(held: readonly Held[], random: () => number): readonly Held[] {
  return held
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

function rises(rows: readonly (readonly Held[])[], known: ReadonlyMap<Held, Card | null>): boolean {
  const values = rows.map((row) => {
    const cards = row.flatMap((one) => known.get(one) ?? []);
    return cards.length === row.length && cards.length > 0 ? rankHand(cards).value : null;
  });
  return values.every((value, i) => value !== null && (i === 0 || value > (values[i - 1] ?? 0)));
}
