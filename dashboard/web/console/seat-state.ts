// What a seat's token says: one state, one word. It knows no game, only what may happen next and what lies on the felt.

import type { Minor } from "#core/money";
import { decisions, ofKind } from "#core/next-action";
import type { Reason } from "#core/settlement";
import type { SeatView, View } from "#core/view";
import { seatOf } from "../shared/seat-of.ts";
import { settleLines, totalsOf } from "./settle-lines.ts";

export type SeatLook = "out" | "idle" | "bet" | "now" | "next" | "done" | "dead";
export type SeatWord =
  | { readonly key: "seat.cards"; readonly count: number }
  | {
      readonly key: "seat.bet" | "seat.stack" | "seat.paid" | "seat.took" | "seat.back" | "seat.raise" | "seat.bank";
      readonly amount: Minor;
    }
  /** What the game says of the seat. */
  | { readonly key: "seat.says"; readonly mark: Reason }
  | {
      readonly key:
        | "seat.empty"
        | "seat.in"
        | "seat.noBet"
        | "seat.placed"
        | "seat.next"
        | "seat.now"
        | "seat.toDecide"
        | "seat.paying"
        | "seat.taking"
        | "seat.done"
        | "seat.fold"
        | "seat.dead"
        | "seat.turnUp"
        | "seat.open";
    };

export interface SeatState {
  readonly look: SeatLook;
  readonly word: SeatWord;
  /** Cards that lie there, all piles together. */
  readonly cards: number;
  readonly designated: boolean;
  readonly button: boolean;
  /** The trouble is here. */
  readonly problem: boolean;
}

/** Marks that say where a seat stands, not what it did. */
const standing: ReadonlySet<string> = new Set(["designated", "button", "deadHand", "sitsOut"]);
/** Marks of a hand that is out of the round. */
const gone: ReadonlySet<string> = new Set(["folded", "foldedAutomatic", "foldedShort", "conceded"]);
/** Marks of a player who is out for another reason than a fold: the game's word says it. */
const beaten: ReadonlySet<string> = new Set(["sitsOut", "lostBattle", "lostBySuit", "doubleTie"]);

/** What a seat has done, last thing last. */
export function actsOf({ marks }: SeatView): readonly Reason[] {
  return marks.filter(({ code }) => !standing.has(code));
}

export function seatState(view: View, seat: SeatView): SeatState {
  const cards = seat.places.reduce((sum, place) => sum + place.cards.length, 0);
  const designated = has(seat, "designated");
  const problem = view.stop?.place !== undefined && seatOf(view.stop.place) === seat.seat;
  const [look, word] = lookOf(view, seat, cards, designated);
  return { look, word, cards, designated, button: has(seat, "button"), problem };
}

type Look = readonly [SeatLook, SeatWord];

function has({ marks }: SeatView, code: string): boolean {
  return marks.some((mark) => mark.code === code);
}

function lookOf(view: View, seat: SeatView, cards: number, designated: boolean): Look {
  if (has(seat, "deadHand")) return ["dead", { key: "seat.dead" }];
  if (!seat.sitting && !seat.playing && !designated) return ["out", { key: "seat.empty" }];
  switch (view.phase) {
    case "closed":
    case "idle":
    case "scan":
      return ["idle", { key: "seat.in" }];
    case "bets":
      return betting(view, seat, designated);
    case "deal":
      return dealing(view, seat, cards, designated);
    case "decide":
      return deciding(view, seat, designated);
    case "reveal":
      return revealing(view, seat);
    case "settle":
      return settling(view, seat);
  }
}

function decides(view: View, seat: SeatView): boolean {
  return decisions(view).some((opening) => seatOf(opening.by) === seat.seat);
}

/** What a seat has bet; its stack is its own. */
function wagered(seat: SeatView): Minor {
  return seat.wagers.reduce((sum, { spot, stake }) => sum + (spot.endsWith("/stack") ? 0 : stake), 0);
}

function stackOf(seat: SeatView): Minor {
  return seat.wagers.find(({ spot }) => spot.endsWith("/stack"))?.stake ?? 0;
}

/** The bet that lies there, else the chips in front of the seat. */
function betOf(seat: SeatView): SeatWord {
  const bet = wagered(seat);
  if (bet > 0) return { key: "seat.bet", amount: bet };
  if (seat.wagers.some(({ untracked }) => untracked === true)) return { key: "seat.placed" };
  const stack = stackOf(seat);
  return stack > 0 ? { key: "seat.stack", amount: stack } : { key: "seat.noBet" };
}

function betting(view: View, seat: SeatView, designated: boolean): Look {
  if (decides(view, seat)) return ["now", { key: "seat.now" }];
  if (designated) return ["bet", bankOf(seat)];
  const word = betOf(seat);
  return [word.key === "seat.noBet" ? "idle" : "bet", word];
}

function bankOf(seat: SeatView): SeatWord {
  const funds = seat.marks.find((mark) => mark.code === "designated")?.params?.funds;
  return typeof funds === "number" ? { key: "seat.bank", amount: funds } : { key: "seat.toDecide" };
}

function dealing(view: View, seat: SeatView, cards: number, designated: boolean): Look {
  const out = outOf(seat, designated);
  if (out !== null) return out;
  const next = view.next !== null && seatOf(view.next.card) === seat.seat && view.stop === null;
  if (next) return ["next", { key: "seat.next" }];
  if (cards > 0) return ["bet", { key: "seat.cards", count: cards }];
  return ["bet", designated ? bankOf(seat) : betOf(seat)];
}

/** Folded, given up, or never in. */
function outOf(seat: SeatView, designated: boolean): Look | null {
  if (seat.marks.some(({ code }) => gone.has(code))) return ["done", { key: "seat.fold" }];
  const out = seat.marks.find(({ code }) => beaten.has(code));
  if (out !== undefined) return ["done", { key: "seat.says", mark: out }];
  return !seat.playing && !designated ? ["done", { key: "seat.noBet" }] : null;
}

function deciding(view: View, seat: SeatView, designated: boolean): Look {
  if (decides(view, seat)) return ["now", { key: "seat.now" }];
  const out = outOf(seat, designated);
  if (out !== null) return out;
  const act = actsOf(seat).at(-1);
  if (act !== undefined) return actedLook(act);
  if (designated) return ["idle", bankOf(seat)];
  // With a pot on the table every seat has its turn again: what counts is how much it has in.
  return ["idle", view.pots.length > 0 ? betOf(seat) : { key: "seat.toDecide" }];
}

function actedLook(act: Reason): Look {
  const amount = act.params?.amount;
  if (act.code === "raised" && typeof amount === "number") return ["bet", { key: "seat.raise", amount }];
  // Others are not to know what was decided, only that it was.
  if (act.code === "handDown") return ["done", { key: "seat.done" }];
  return ["bet", { key: "seat.says", mark: act }];
}

function revealing(view: View, seat: SeatView): Look {
  const reveals = ofKind(view, "reveal").filter(({ blocked }) => blocked === undefined);
  const places = (reveals.length > 0 ? reveals : ofKind(view, "reveal")).map((opening) => seatOf(opening.place));
  if (places[0] === seat.seat) return ["next", { key: "seat.next" }];
  if (places.includes(seat.seat)) return ["bet", { key: "seat.turnUp" }];
  const out = outOf(seat, has(seat, "designated"));
  if (out !== null) return out;
  const lying = seat.places.filter((place) => place.cards.length > 0);
  const open = lying.length > 0 && lying.every((place) => place.cards.every((card) => card !== null));
  return [
    "bet",
    open ? { key: "seat.open" } : { key: "seat.cards", count: seat.places.reduce((sum, place) => sum + place.cards.length, 0) },
  ];
}

function settling(view: View, seat: SeatView): Look {
  const { settlement } = view;
  const turn = settlement?.order.indexOf(seat.seat) ?? -1;
  if (settlement === null || turn < 0) return unpaid(view, seat);
  const { pay, take, back } = totalsOf(settleLines(settlement, seat.seat));
  if (turn < settlement.served) {
    if (pay > 0) return ["done", { key: "seat.paid", amount: pay }];
    if (take > 0) return ["done", { key: "seat.took", amount: take }];
    return ["done", back > 0 ? { key: "seat.back", amount: back } : { key: "seat.done" }];
  }
  if (turn === settlement.served) {
    if (pay === 0 && take === 0 && back > 0) return ["now", { key: "seat.back", amount: back }];
    return ["now", { key: pay === 0 && take > 0 ? "seat.taking" : "seat.paying" }];
  }
  return [turn === settlement.served + 1 ? "next" : "bet", betOf(seat)];
}

/** Nobody serves this seat: it is the bank, it won no pot, or it never bet. */
function unpaid(view: View, seat: SeatView): Look {
  const out = outOf(seat, has(seat, "designated"));
  if (out !== null) return out;
  return view.pots.length > 0 ? ["done", { key: "seat.done" }] : ["idle", bankOf(seat)];
}
