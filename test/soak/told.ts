// What a soak tells: a report with one line for each game, brought up to date as the run goes on.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { formatTable, readTable } from "../bench/shared/report.ts";

export interface Report {
  /** The lines told so far, by their game. */
  lines(): ReadonlyMap<string, readonly string[]>;
  /** Puts a line in the place of the one of its game, or adds it; the day is added at its end. */
  tell(game: string, cells: readonly (string | number)[]): void;
}

/** `head` stands above the table; `columns` are those between the game and the day. */
export function reportOf(file: URL, head: string, columns: readonly string[]): Report {
  const lines = (): Map<string, readonly string[]> =>
    new Map(existsSync(file) ? readTable(readFileSync(file, "utf8")).map((row) => [row[0] as string, row]) : []);
  return {
    lines,
    tell: (game, cells) => {
      const told = lines().set(game, [game, ...cells.map(String), today()]);
      writeFileSync(file, `${head}\n\n${formatTable(["game", ...columns, "day"], [...told.values()].toSorted())}\n`);
    },
  };
}

/** As in the reports: 2026-11-30. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
