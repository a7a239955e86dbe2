// A hand laid out in rows while it is still face down: what the antennas in the rows know of it.

import { type Held, type Place, stub } from "./felt.ts";
import { isManual } from "./manual-state.ts";
import type { RowsSeen } from "./opening.ts";
import type { Setup, Table } from "./table.ts";

/** The cards at these places: where an antenna sees a card, else where it was dealt. */
export function lyingAt(table: Table, places: readonly Place[]): readonly Held[] {
  return Object.entries(table.felt.piles).flatMap(([place, cards]) =>
    cards.filter((held) => {
      const seen = table.astray.filter((stray) => stray.held === held && stray.place !== stub);
      return seen.length > 0 ? seen.some((stray) => places.includes(stray.place)) : places.includes(place);
    }),
  );
}

/** How the antennas see a hand laid out in rows; null where no antenna watches the rows and none has seen a card in them. */
export function rowsSeen(table: Table, setup: Setup<unknown>, place: Place, rows: readonly (readonly [Place, number])[]): RowsSeen | null {
  const places = rows.map(([row]) => row);
  const seen = places.map((row) => [row, table.astray.filter((stray) => stray.place === row).map(({ held }) => held)] as const);
  const found = seen.flatMap(([, held]) => held);
  const watched = !isManual(table, setup) && places.some((row) => setup.watch?.covered[row] !== undefined);
  if (found.length === 0 && !watched) return null;
  const missing = lyingAt(table, [place, ...places]).filter((held) => !found.includes(held)).length;
  return { rows: Object.fromEntries(seen), missing };
}
