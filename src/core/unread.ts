// A card that left the shoe unread while the table stands still for it: where it is due, and whether an antenna sees it there. Derived, so
// that screens, commands and the judgement of stray cards agree.

import { expectOf } from "./expect.ts";
import { type Place, placeOf, seatOf } from "./felt.ts";
import type { AnyGame } from "./game.ts";
import type { IrregularityCode } from "./irregularity.ts";
import type { Opening } from "./opening.ts";
import type { Astray, Setup, Table } from "./table.ts";

type CardOpening = Extract<Opening, { kind: "card" }>;

/** Halts after which a card may be missing that lies on the felt. */
const ofReading: readonly IrregularityCode[] = ["unreadable", "lostReadings", "restarted"];

/** The card that is due next once the halt is over; null when none is, or the table does not stand still for a card. */
export function unreadCard(table: Table, setup: Setup<unknown>, game: AnyGame): CardOpening | null {
  const { halt, played, felt } = table;
  if (halt === null || played === null || played.settlement !== null || !ofReading.includes(halt.irregularity.code)) return null;
  if (table.up.some((held) => felt.faces[held] === undefined)) return null;
  const expectation = expectOf(game, played.round as object, felt, setup.rules);
  return expectation === "settle" ? null : (expectation.find((opening) => opening.kind === "card") ?? null);
}

/** A card that an antenna sees where the unread one is due, and that lies nowhere yet. */
export function seenUnread(table: Table, due: CardOpening | null): Astray | null {
  if (due === null) return null;
  return table.astray.find(({ held, place }) => placeOf(table.felt, held) === null && covers(place, due.to)) ?? null;
}

/** Whether the antenna of a place sees another place too: a seat's hand antenna sees all its piles. */
export function covers(seen: Place, lies: Place): boolean {
  return seen === lies || (seen.endsWith("/hand") && seatOf(seen) !== null && seatOf(seen) === seatOf(lies));
}
