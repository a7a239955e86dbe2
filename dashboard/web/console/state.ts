// What this screen alone remembers: the seat that was tapped, an open panel, a refusal. The table knows nothing of it.

import { signal } from "@preact/signals";
import type { Place } from "#core/felt";
import type { View } from "#core/view";
import { type Command, send } from "../shared/commands.ts";
import { newlyOpened } from "../shared/open-places.ts";
import type { Confirm } from "./primary.ts";

export type Panel =
  | { readonly kind: "fix" }
  /** Asks for a reason and, where the dealer alone may not, for a PIN. */
  | { readonly kind: "sign"; readonly opening: Confirm };

export const seatChosen = signal<number | null>(null);
export const spotChosen = signal<string | null>(null);
export const panel = signal<Panel | null>(null);
/** The dealer gives wagers back while STOP stands. */
export const walking = signal(false);
/** A sentence of refusal, until the next tap or the next change. */
export const notice = signal<string | null>(null);
/** The hand that was turned up last. */
export const shownLast = signal<Place | null>(null);

/** What the sign panel has been told so far. */
export const signReason = signal<string | null>(null);
export const signPin = signal("");

export function openSign(opening: Confirm): void {
  signReason.value = null;
  signPin.value = "";
  notice.value = null;
  panel.value = { kind: "sign", opening };
}

/** Sends what a key stands for; a refusal becomes the notice. */
export async function act(command: Command, pin?: string): Promise<boolean> {
  notice.value = null;
  const answer = await send(command, pin);
  notice.value = answer.ok ? null : answer.text;
  return answer.ok;
}

/** Forgets what belongs to a phase that is over. */
export function viewChanged(before: View | null, after: View): void {
  const opened = newlyOpened(before, after);
  if (opened !== null) shownLast.value = opened;
  if (after.round !== before?.round) shownLast.value = opened;
  if (after.phase !== before?.phase || after.round !== before?.round) {
    seatChosen.value = null;
    spotChosen.value = null;
    notice.value = null;
    if (after.phase !== "settle") walking.value = false;
  }
  const open = panel.value;
  if (open?.kind === "sign" && !after.expected.some((one) => one.kind === "confirm" && one.code === open.opening.code)) panel.value = null;
  if (open?.kind === "fix" && !after.expected.some((one) => one.kind === "report" || one.kind === "confirm")) panel.value = null;
}
