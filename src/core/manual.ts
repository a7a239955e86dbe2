// Cards entered at the console. A card dealt face down is counted, never named: it is typed once it lies open, and the keypad knows of no
// other card than those that lie open already.

import { isCard } from "./card.ts";
import { deal } from "./cards.ts";
import { expectedOfGame } from "./derive.ts";
import type { Command } from "./event.ts";
import { placeOf } from "./felt.ts";
import { facesDue, isManual, manualFrom } from "./manual-state.ts";
import type { Opening } from "./opening.ts";
import type { Operator } from "./operator.ts";
import { done, no } from "./reply.ts";
import { accept } from "./round.ts";
import type { Reply } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

const console = "console";

/** The next card was dealt, or with `all` every card that is due, until something else has to happen. */
export function dealByHand(turn: Turn, command: Extract<Command, { kind: "card" }>): Reply {
  // The answer is the same whichever card is named.
  if (!isManual(turn.table, turn.setup)) return no("cardFromReader");
  if (command.card !== undefined) return no("faceDown");
  let opening = nextCard(turn);
  if (opening === undefined || opening.to !== command.to) return no("notNow");
  do {
    const { typed, at } = turn.table;
    amend(turn, { typed: typed + 1 });
    deal(turn, { kind: "held", at, device: console, held: manualFrom + typed, present: true }, opening);
    opening = nextCard(turn);
  } while (command.all === true && opening !== undefined);
  return done;
}

function nextCard(turn: Turn): Extract<Opening, { kind: "card" }> | undefined {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  return expectation === "settle" ? undefined : expectation.find((opening) => opening.kind === "card");
}

/** The faces of cards that lie open, in the order in which they lie. */
export function typeFaces(turn: Turn, { place, cards }: Extract<Command, { kind: "faces" }>): Reply {
  const due = facesDue(turn.table).find((one) => one.place === place);
  if (due === undefined || cards.length !== due.held.length) return no("notNow");
  const { faces } = turn.table.felt;
  const known = new Set<string>(Object.values(faces));
  const fresh = cards.filter(isCard);
  const wrong = cards.find((card, i) => !isCard(card) || known.has(card) || cards.indexOf(card) !== i);
  if (wrong !== undefined) return { ok: false, why: "cardTwice", params: { card: wrong } };
  const typed = due.held.map((held, i) => [held, fresh[i] as (typeof fresh)[number]] as const);
  amend(turn, { felt: { ...turn.table.felt, faces: { ...faces, ...Object.fromEntries(typed) } } });
  const shown = typed.map(([held, card]) => ({ held, card, salt: "", place: placeOf(turn.table.felt, held) }));
  tell(turn, { kind: "shown", cards: shown, source: { device: console } });
  if (turn.table.up.every((held) => turn.table.felt.faces[held] !== undefined)) accept(turn, { kind: "opened" });
  return done;
}

/** The floor takes the readers out of the deal, or back in between two rounds. */
export function switchManual(turn: Turn, on: boolean, by: Operator, reason: string): void {
  amend(turn, { manual: on ? { since: turn.table.at, by: by.name } : null });
  tell(turn, { kind: "manual", on, by: by.name, ...(reason !== "" && { reason }) });
}
