// What this screen alone remembers: the seat that was tapped, an open panel, a refusal. The table knows nothing of it.

import { signal } from "@preact/signals";
import type { Card } from "#core/card";
import type { Held, Place } from "#core/felt";
import type { Reportable } from "#core/irregularity";
import type { Confirm, Reveal } from "#core/next-action";
import type { Role } from "#core/operator";
import type { View } from "#core/view";
import { type Command, type Secret, send } from "../shared/commands.ts";
import { allPlaces, newlyOpened } from "../shared/open-places.ts";
import { asTheyLie, type Laid, type Rows, rowsToSend } from "./rows.ts";

export type Panel =
  | { readonly kind: "fix" | "menu" | "people" | "screen" | "rounds" }
  /** What happened is chosen; where it happened is asked. */
  | { readonly kind: "report"; readonly code: Reportable }
  /** Asks for a reason and, where the dealer alone may not, for a PIN. */
  | { readonly kind: "sign"; readonly opening: Signed }
  | { readonly kind: "correct"; readonly round: number };

/** What somebody signs for: a confirmation, or cards of a settled round that were others. */
export type Signed = Confirm | Correction;

export interface Correction {
  readonly kind: "correct";
  readonly round: number;
  readonly role: Role;
  readonly cards: readonly { readonly held: Held; readonly card: Card }[];
  readonly reason: true;
}

export const seatChosen = signal<number | null>(null);
export const spotChosen = signal<string | null>(null);
export const panel = signal<Panel | null>(null);
/** The dealer gives wagers back while STOP stands. */
export const walking = signal(false);
/** A sentence of refusal, until the next tap or the next change. */
export const notice = signal<string | null>(null);
/** The hand that was turned up last. */
export const shownLast = signal<Place | null>(null);

/** The lines of the seat being paid show their reasons. */
export const whysShown = signal(false);

/** Cards that lie open at a place and were read by nobody, as far as they have been typed. */
export const facesTyped = signal<{ readonly place: Place; readonly cards: readonly Card[] } | null>(null);

/** A hand that is being laid out in rows before it is turned up. */
export const rowsDraft = signal<{ readonly place: Place; readonly laid: Laid } | null>(null);

/** What the sign panel has been told so far. */
export const signReason = signal<string | null>(null);
export const signPin = signal("");

export function openSign(opening: Signed): void {
  signReason.value = null;
  signPin.value = "";
  notice.value = null;
  panel.value = { kind: "sign", opening };
}

/** Sends what a key stands for; a refusal becomes the notice. */
export async function act(command: Command, secret?: Secret): Promise<boolean> {
  notice.value = null;
  const answer = await send(command, secret);
  notice.value = answer.ok ? null : answer.text;
  return answer.ok;
}

/** Every card of a hand and its rows, in the order in which they lie. */
export function cardsForRows(view: View, place: Place, rows: Rows): readonly Held[] {
  const places = [place, ...rows.map(([row]) => row)];
  return allPlaces(view).flatMap((one) => (places.includes(one.place) ? one.held : []));
}

/**
 * Turns a hand up. Rows that nobody set on the screen are the table's to say: it takes them as antennas see them, and refuses as long
 * as a card is missing. Where no antenna watches the rows, the cards lie as they were dealt.
 */
export async function turnUp(view: View, { place, rows, seen }: Reveal): Promise<void> {
  const draft = rowsDraft.value?.place === place ? rowsDraft.value.laid : null;
  notice.value = null;
  const given = rows !== undefined && draft !== null ? { rows: rowsToSend(draft, rows) } : {};
  let answer = await send({ kind: "reveal", place, ...given });
  if (!answer.ok && answer.why === "rows" && rows !== undefined && seen === undefined && draft === null)
    answer = await send({ kind: "reveal", place, rows: rowsToSend(asTheyLie(cardsForRows(view, place, rows), rows), rows) });
  notice.value = answer.ok ? null : answer.text;
  if (answer.ok) rowsDraft.value = null;
}

/** Forgets what belongs to a phase that is over. */
export function viewChanged(before: View | null, after: View): void {
  const opened = newlyOpened(before, after);
  if (opened !== null) shownLast.value = opened;
  if (after.round !== before?.round) shownLast.value = opened;
  if (after.phase !== before?.phase || after.round !== before?.round) {
    seatChosen.value = null;
    spotChosen.value = null;
    rowsDraft.value = null;
    notice.value = null;
    whysShown.value = false;
    if (after.phase !== "settle") walking.value = false;
  }
  if (after.settlement?.served !== before?.settlement?.served) whysShown.value = false;
  const open = panel.value;
  if (open?.kind === "sign" && !isOpen(after, open.opening)) panel.value = null;
  if (open?.kind === "correct" && !after.expected.some((one) => one.kind === "correct" && one.round === open.round)) panel.value = null;
  if ((open?.kind === "fix" || open?.kind === "report" || open?.kind === "menu") && (after.round === null) !== (before?.round === null))
    panel.value = null;
  if (open?.kind === "people" && after.dealer?.name !== before?.dealer?.name) panel.value = null;
}

/** Whether what is being signed for may still happen. */
function isOpen({ expected }: View, opening: Signed): boolean {
  if (opening.kind === "correct") return expected.some((one) => one.kind === "correct" && one.round === opening.round);
  return expected.some((one) => one.kind === "confirm" && one.code === opening.code);
}
