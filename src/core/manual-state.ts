// Whether cards are entered at the console, and which of them are: a table without a reader, or with a dead one, goes on by hand.

import type { Held } from "./felt.ts";
import type { Setup, Table } from "./table.ts";

/** Handles of cards that no reader has met begin here: the vault never gives so many. */
export const manualFrom: Held = 1001;

export function isTyped(held: Held): boolean {
  return held >= manualFrom;
}

/** Cards come from the console: the table has no reader, or the floor has said so. */
export function isManual(table: Table, setup: Setup<unknown>): boolean {
  return setup.dealtBy === "console" || table.manual !== null;
}

/** Cards that lie open and whose faces the console has to bring, by place. */
export function facesDue(table: Table): readonly { readonly place: string; readonly held: readonly Held[] }[] {
  const due = table.up.filter((held) => isTyped(held) && table.felt.faces[held] === undefined);
  if (due.length === 0) return [];
  return Object.entries(table.felt.piles).flatMap(([place, cards]) => {
    const held = cards.filter((one) => due.includes(one));
    return held.length === 0 ? [] : [{ place, held }];
  });
}
