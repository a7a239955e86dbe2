// The next thing to do: one key, chosen from what may happen. Everything else that a person may confirm has a place of its own.

import type { Opening } from "#core/opening";
import type { View } from "#core/view";

export type Confirm = Extract<Opening, { kind: "confirm" }>;
export type Reveal = Extract<Opening, { kind: "reveal" }>;
export type Primary =
  | { readonly kind: "confirm"; readonly opening: Confirm }
  | { readonly kind: "close"; readonly blocked: string | null }
  | { readonly kind: "reveal"; readonly opening: Reveal; readonly blocked: string | null }
  | { readonly kind: "shuffle" };

/** In this order; the first that is open is the primary key. */
const first: readonly Confirm["code"][] = ["same", "paid", "scanned", "redeal", "openRound", "openTable"];

export function confirms(view: View): readonly Confirm[] {
  return view.expected.filter((opening) => opening.kind === "confirm");
}

export function confirmOf(view: View, code: Confirm["code"]): Confirm | null {
  return confirms(view).find((opening) => opening.code === code) ?? null;
}

/** The openings of a kind, in the order the rules give them. */
export function ofKind<Kind extends Opening["kind"]>(view: View, kind: Kind): readonly Extract<Opening, { kind: Kind }>[] {
  return view.expected.filter((opening): opening is Extract<Opening, { kind: Kind }> => opening.kind === kind);
}

/** Decisions that the table waits for; who may bind himself early is asked for nothing. */
export function decisions(view: View): readonly Extract<Opening, { kind: "decision" }>[] {
  return ofKind(view, "decision").filter((opening) => opening.early !== true);
}

/** The hand to turn up next: the first that may be, else the first that waits. */
export function nextReveal(view: View): Reveal | null {
  const reveals = ofKind(view, "reveal");
  return reveals.find((opening) => opening.blocked === undefined) ?? reveals[0] ?? null;
}

/** What the big key does, or null while the table waits for a card, a decision or the floor. */
export function choosePrimary(view: View): Primary | null {
  for (const code of ["same", "paid"] as const) {
    const opening = confirmOf(view, code);
    if (opening !== null) return { kind: "confirm", opening };
  }
  const reveal = nextReveal(view);
  // A hand that may be turned up may also be given up: that decision stands beside it.
  if (reveal !== null && (reveal.blocked === undefined || decisions(view).length === 0))
    return { kind: "reveal", opening: reveal, blocked: reveal.blocked ?? null };
  if (ofKind(view, "shuffle").length > 0) return { kind: "shuffle" };
  const close = ofKind(view, "close")[0];
  if (close !== undefined) return { kind: "close", blocked: close.blocked };
  for (const code of first) {
    const opening = confirmOf(view, code);
    if (opening !== null) return { kind: "confirm", opening };
  }
  return null;
}

/** The fixed places above the primary key, from the top: fix, count the deck, close the table. */
export function choosePlaces(view: View): readonly ["fix" | null, Confirm | null, Confirm | null] {
  const fixable = confirmOf(view, "misdeal") !== null || ofKind(view, "report").length > 0;
  return [fixable ? "fix" : null, confirmOf(view, "scan"), confirmOf(view, "closeTable")];
}
