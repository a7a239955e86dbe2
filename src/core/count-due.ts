// Whether the deck has to be counted before play goes on, and how.

import type { Setup, Table } from "./table.ts";

export const deckSize = 52;

/** Whether the deck must be counted before another round is opened. */
export function countDue({ count }: Table, { watch }: Setup<unknown>): boolean {
  if (watch === undefined) return false;
  // Antennas count before each round; what they can't see is a card that is there twice.
  if (watch.countedBy === "antennas") return count.doubt === "twin";
  if (count.due || count.wrong !== null) return true;
  return watch.countedBy === "shuffler" ? count.rounds.length > 0 : count.rounds.length >= watch.countEvery;
}

/** Whether a deck can be passed card by card over something that tells one from another. */
export function canPass({ devices }: Setup<unknown>): boolean {
  return devices.some(({ roles }) => roles.includes("shoe"));
}

/** Whether a person may count the stub: where no reader can tell one card from another, or a number is all that is asked. */
export function mayCountByHand(table: Table, setup: Setup<unknown>): boolean {
  const { count, deck } = table;
  if (!countDue(table, setup) || deck === null || count.left === null || setup.watch?.countedBy === "reader") return false;
  return count.doubt === undefined || !canPass(setup);
}
