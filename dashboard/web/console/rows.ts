// A hand laid out in rows while it is still face down: which card, by where it lies, goes to which row.

import type { Held, Place } from "#core/felt";

export type Rows = readonly (readonly [Place, number])[];

/** Cards by row, in the order of `rows`; a row may still lack some. */
export type Laid = readonly (readonly Held[])[];

/** As the cards lie: the first row takes the first ones, and so on. */
export function asTheyLie(held: readonly Held[], rows: Rows): Laid {
  let from = 0;
  return rows.map(([, count], i) => {
    const until = i === rows.length - 1 ? held.length : from + count;
    const row = held.slice(from, until);
    from = until;
    return row;
  });
}

export function nothingLaid(rows: Rows): Laid {
  return rows.map(() => []);
}

/** As antennas see it so far. */
export function asSeen(seen: Readonly<Record<Place, readonly Held[]>>, rows: Rows): Laid {
  return rows.map(([row]) => seen[row] ?? []);
}

/** Lays a card in the next free place; a card that is laid already is taken back. */
export function lay(laid: Laid, rows: Rows, held: Held): Laid {
  if (laid.some((row) => row.includes(held))) return laid.map((row) => row.filter((one) => one !== held));
  const free = laid.findIndex((row, i) => row.length < (rows[i]?.[1] ?? 0));
  return free < 0 ? laid : laid.map((row, i) => (i === free ? [...row, held] : row));
}

/** Whether every card has its place. */
export function isLaidOut(laid: Laid, held: readonly Held[]): boolean {
  const all = laid.flat();
  return all.length === held.length && held.every((one) => all.includes(one));
}

export function rowsToSend(laid: Laid, rows: Rows): Record<Place, Held[]> {
  return Object.fromEntries(rows.map(([row], i) => [row, [...(laid[i] ?? [])]]));
}
