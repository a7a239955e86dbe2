// Whether the deck has to be counted before play goes on, and how.

import type { Setup, Table } from "./table.ts";

export const deckSize = 52;

/** Whether the deck must be counted before another round is opened. */
export function countDue({ count }: Table, { watch }: Setup<unknown>): boolean {
  if (watch === undefined || watch.countedBy === "antennas") return false;
  if (count.due || count.wrong !== null) return true;
  return watch.countedBy === "shuffler" ? count.rounds.length > 0 : count.rounds.length >= watch.countEvery;
}

/** Whether a person may count the stub: where no reader can tell one card from another. */
export function mayCountByHand(table: Table, setup: Setup<unknown>): boolean {
  return countDue(table, setup) && table.deck !== null && table.count.left !== null && setup.watch?.countedBy !== "reader";
}
