// What a person at the table can do next, from a view alone: one thing the table waits for, or several ways on, and what is
// always at hand. Touch screen, panels and foot switch read this one list, so that they offer the same.

import type { Command } from "./event.ts";
import type { Minor } from "./money.ts";
import type { Opening, Option } from "./opening.ts";
import type { View } from "./view.ts";

export type Confirm = Extract<Opening, { kind: "confirm" }>;
export type Reveal = Extract<Opening, { kind: "reveal" }>;
export type Decision = Extract<Opening, { kind: "decision" }>;

/** The one thing the table waits for. */
export type Primary =
  | { readonly kind: "confirm"; readonly opening: Confirm }
  | { readonly kind: "close"; readonly blocked: string | null }
  | { readonly kind: "reveal"; readonly opening: Reveal; readonly blocked: string | null }
  | { readonly kind: "shuffle" };

/** What a key says: a key of the catalogues, and what it is about. */
export interface ActionLabel {
  readonly key: string;
  readonly seat?: number;
  readonly amount?: Minor;
  /** How many: of wagers that were collected. */
  readonly count?: number;
}

export interface NextAction {
  /** The same thing keeps its name from view to view: "close", "reveal 3/hand", "decision 3/hand fold". */
  readonly id: string;
  /** `next`: what the table waits for. `choice`: one of several ways on. `aside`: always at hand. */
  readonly rank: "next" | "choice" | "aside";
  readonly label: ActionLabel;
  /** Complete: it can be sent as it is. */
  readonly command: Command;
  /** Why it cannot be done now, as a code. */
  readonly blocked: string | null;
  /** Pressed for two seconds before it acts. */
  readonly hold: boolean;
}

/** In this order; the first that is open is the primary action. */
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
export function decisions(view: View): readonly Decision[] {
  return ofKind(view, "decision").filter((opening) => opening.early !== true);
}

/** The hand to turn up next: the first that may be, else the first that waits. */
export function nextReveal(view: View): Reveal | null {
  const reveals = ofKind(view, "reveal");
  return reveals.find((opening) => opening.blocked === undefined) ?? reveals[0] ?? null;
}

/** Whether antennas have seen some of its rows and not all: then somebody has to say which card lies where. */
export function isPartlySeen({ seen }: Reveal): boolean {
  return seen !== undefined && seen.missing > 0;
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
    return { kind: "reveal", opening: reveal, blocked: reveal.blocked ?? (isPartlySeen(reveal) ? "rows" : null) };
  if (ofKind(view, "shuffle").length > 0) return { kind: "shuffle" };
  const close = ofKind(view, "close")[0];
  if (close !== undefined) return { kind: "close", blocked: close.blocked };
  for (const code of first) {
    const opening = confirmOf(view, code);
    if (opening !== null) return { kind: "confirm", opening };
  }
  return null;
}

/**
 * Everything that takes one press: the primary action, the ways to decide that leave nothing open, and what is always at hand.
 * What asks for an amount, a card, a place, a reason or another person's PIN is left to the screen.
 */
export function nextActions(view: View): readonly NextAction[] {
  const primary = choosePrimary(view);
  const next = primary === null ? null : primaryAction(primary);
  const decision = decisions(view)[0];
  return [...(next === null ? [] : [next]), ...(decision === undefined ? [] : choices(decision)), ...counts(view), ...asides(view)];
}

function action(id: string, rank: NextAction["rank"], label: ActionLabel, command: Command, blocked: string | null = null): NextAction {
  return { id, rank, label, command, blocked, hold: false };
}

function primaryAction(primary: Primary): NextAction | null {
  switch (primary.kind) {
    case "close":
      return action("close", "next", { key: "key.close" }, { kind: "close" }, primary.blocked);
    case "shuffle":
      return action("shuffle", "next", { key: "key.shuffle" }, { kind: "shuffle" });
    case "reveal": {
      const { place } = primary.opening;
      const label = { key: "key.reveal", ...seatIn(place) };
      return action(`reveal ${place}`, "next", label, { kind: "reveal", place }, primary.blocked);
    }
    case "confirm":
      return confirmAction(primary.opening);
  }
}

function confirmAction({ code, seat, role, reason, blocked }: Confirm): NextAction | null {
  if (role !== "dealer" || reason === true) return null;
  const of = seat === undefined ? {} : { seat };
  return action(`confirm ${code}`, "next", { key: `key.${code}`, ...of }, { kind: "confirm", code, ...of }, blocked ?? null);
}

function seatIn(place: string): { seat?: number } {
  const seat = Number.parseInt(place, 10);
  return Number.isNaN(seat) ? {} : { seat };
}

function choices({ by, options }: Decision): readonly NextAction[] {
  return options.filter(leavesNothingOpen).map(({ code, amount, targets }) => {
    const only = targets?.[0];
    const command = {
      kind: "decision",
      by,
      code,
      ...(amount && { amount: amount.min }),
      ...(only !== undefined && { target: only }),
    } as const;
    const label = { key: `option.${code}`, ...seatIn(by), ...(amount && amount.min > 0 && { amount: amount.min }) };
    return action(`decision ${by} ${code}`, "choice", label, command);
  });
}

/**
 * The progressive's wagers, collected: as many as the dealer holds, one key each up to the seats of the round. What should come out stands on
 * none of them. The cards of a deck are too many for keys, and are left to the screen.
 */
function counts(view: View): readonly NextAction[] {
  if (!ofKind(view, "count").some(({ place }) => place === "jackpot")) return [];
  return view.seats.map((_, i) => {
    const cards = i + 1;
    return action(`count ${cards}`, "choice", { key: "key.jackpots", count: cards }, { kind: "count", cards });
  });
}

function leavesNothingOpen({ amount, targets, cards }: Option): boolean {
  return cards === undefined && (amount === undefined || amount.min === amount.max) && (targets === undefined || targets.length === 1);
}

/** The floor can always be called, and the last entry taken back as long as nothing has followed it. */
function asides(view: View): readonly NextAction[] {
  const undo = ofKind(view, "undo")[0];
  return [
    ...(undo === undefined
      ? []
      : [{ ...action("undo", "aside", { key: "key.undo" }, { kind: "undo", from: undo.from }), hold: true } as const]),
    ...(confirmOf(view, "callFloor") === null
      ? []
      : [action("call", "aside", { key: view.call === null ? "key.callFloor" : "key.callAgain" }, { kind: "confirm", code: "callFloor" })]),
  ];
}
