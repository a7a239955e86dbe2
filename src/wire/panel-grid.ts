// Where a panel's keys lie. What the table waits for is always at the same place, the last; so is what is always at hand.

import type { PanelKey } from "#core/device";

/**
 * The keys of a panel of so many columns and rows, row by row from the top left: *next* at the bottom right, asides from the top right
 * downwards, choices in the order given from the top left. What finds no place is left to the screen. A panel of one row has no place for
 * asides beside its choices.
 */
export function layKeys(keys: readonly PanelKey[], columns: number, rows: number): readonly (PanelKey | null)[] {
  const cells = Array.from({ length: columns * rows }, (): PanelKey | null => null);
  const last = cells.length - 1;
  cells[last] = keys.find(({ rank }) => rank === "next") ?? null;
  if (rows > 1) {
    for (const [row, key] of keys.filter(({ rank }) => rank === "aside").entries()) {
      if (row < rows - 1) cells[row * columns + columns - 1] = key;
    }
  }
  // The last column is kept for keys that never move.
  const free = cells.flatMap((_, cell) => (cell === last || (rows > 1 && cell % columns === columns - 1) ? [] : [cell]));
  for (const [i, key] of keys.filter(({ rank }) => rank === "choice").entries()) {
    const cell = free[i];
    if (cell !== undefined) cells[cell] = key;
  }
  return cells;
}
