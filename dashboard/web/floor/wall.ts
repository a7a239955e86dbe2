// Where each table is on the wall: by pits, each at its own place, as large as they all fit.

import { groupBy } from "../shared/group.ts";

/** "A7" → A: what stands before the figures. A table whose name has none is a pit of its own. */
export function pitOf(table: string): string {
  return (
    /^(.*?)\d*$/
      .exec(table)?.[1]
      ?.replace(/[-_]+$/, "")
      .toUpperCase() ?? ""
  );
}

export interface Pit<Table> {
  readonly name: string;
  readonly tables: readonly Table[];
}

/** Pits in the order of their first table; tables keep theirs. */
export function pitsOf<Table extends { readonly table: string }>(tables: readonly Table[]): readonly Pit<Table>[] {
  return [...groupBy(tables, ({ table }) => pitOf(table))].map(([name, own]) => ({ name, tables: own }));
}

export interface Arrangement {
  readonly columns: number;
  readonly rows: number;
  /** What fits in a tile: all of it, no pace and no seats, or the name and one word. */
  readonly density: "large" | "medium" | "small";
}

const most = 16;
/** A tile of this size shows all that it has to say. */
const whole = { width: 100, height: 128 };
const mediumHeight = 84;

/** How many tiles stand beside each other, so that all pits fit into `width` × `height` pixels with the largest tiles. */
export function arrange(pits: readonly number[], width: number, height: number): Arrangement {
  let best: Arrangement & { readonly size: number } = { columns: 1, rows: 1, density: "small", size: 0 };
  for (let columns = Math.min(6, most); columns <= most; columns++) {
    const rows = pits.reduce((sum, tables) => sum + Math.ceil(tables / columns), 0);
    const tile = { width: width / columns, height: height / Math.max(1, rows) };
    const size = Math.min(tile.width / whole.width, tile.height / whole.height);
    if (size <= best.size) continue;
    const density = tile.height >= whole.height * 0.92 ? "large" : tile.height >= mediumHeight ? "medium" : "small";
    best = { columns, rows, density, size };
  }
  return best;
}

/** The next tile in a direction, in rows of `columns` that begin anew with each pit; the same one at the edge. */
export function neighbour(pits: readonly (readonly string[])[], columns: number, from: string, key: string): string {
  const rows = pits.flatMap((pit) =>
    Array.from({ length: Math.ceil(pit.length / columns) }, (_, row) => pit.slice(row * columns, (row + 1) * columns)),
  );
  const row = rows.findIndex((one) => one.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const flat = pits.flat();
  const at = flat.indexOf(from);
  if (key === "ArrowLeft") return flat[at - 1] ?? from;
  if (key === "ArrowRight") return flat[at + 1] ?? from;
  const next = rows[row + (key === "ArrowUp" ? -1 : 1)];
  return next?.[Math.min(column, next.length - 1)] ?? from;
}
