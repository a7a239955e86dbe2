// Paytables side by side as far as they fit; the others come on the next pages.

import type { Paytable } from "#core/game";

/** Columns of figures that stand beside each other; a table's hands take about as much as two. */
const roomAcross = 6;
const roomOfHands = 2;

export function widthOf({ columns }: Paytable): number {
  return roomOfHands + columns.length;
}

/** Each table on the first page that has room for it, in the order of the notice. */
export function pagesOf(tables: readonly Paytable[]): readonly (readonly Paytable[])[] {
  const pages: { tables: Paytable[]; left: number }[] = [];
  for (const table of tables) {
    const width = widthOf(table);
    const page = pages.find(({ left }) => left >= width);
    if (page === undefined) pages.push({ tables: [table], left: roomAcross - width });
    else {
      page.tables.push(table);
      page.left -= width;
    }
  }
  return pages.map((page) => page.tables);
}
