// What a halted table may do about a card that no shoe has read: ask the antennas again, or have the floor enter it. Each is a new event;
// the halt itself is ended by whoever may end it.

import { deal } from "./cards.ts";
import { manualFrom } from "./manual-state.ts";
import type { Operator } from "./operator.ts";
import { amend, type Turn, tell } from "./turn.ts";
import { seenUnread, unreadCard } from "./unread.ts";

/** Takes the cards that antennas see where they are due. */
export function rescan(turn: Turn, by: Operator): void {
  let cards = 0;
  for (;;) {
    const due = unreadCard(turn.table, turn.setup, turn.game);
    const seen = seenUnread(turn.table, due);
    if (due === null || seen === null) break;
    const { held, device } = seen;
    amend(turn, { astray: turn.table.astray.filter((stray) => stray !== seen) });
    deal(turn, { kind: "held", at: turn.table.at, device, held, present: true }, due);
    cards++;
  }
  tell(turn, { kind: "rescanned", cards, by: by.name });
}

/** The card that is due lies on the felt unread: it is counted, never named. Its face is asked for once it lies open. */
export function enterByHand(turn: Turn, by: Operator, reason: string): void {
  const due = unreadCard(turn.table, turn.setup, turn.game);
  if (due === null) return;
  const { typed, at } = turn.table;
  amend(turn, { typed: typed + 1 });
  deal(turn, { kind: "held", at, device: "console", held: manualFrom + typed, present: true }, due);
  tell(turn, { kind: "entered", to: due.to, by: by.name, reason });
}
