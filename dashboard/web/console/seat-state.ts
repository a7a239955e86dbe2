// What a seat's token says: one state, one word. It knows no game, only what may happen next and what lies on the felt.

import type { Minor } from "#core/money";
import type { SeatView, View } from "#core/view";
import { decisions, ofKind } from "./primary.ts";
import { settleLines, totalsOf } from "./settle-lines.ts";

export type SeatLook = "out" | "idle" | "bet" | "now" | "next" | "done" | "dead";
export type SeatWord =
  | { readonly key: "seat.cards"; readonly count: number }
  | { readonly key: "seat.bet" | "seat.paid" | "seat.took" | "seat.back" | "seat.raise" | "seat.bank"; readonly amount: Minor }
  | {
      readonly key:
        | "seat.empty"
        | "seat.in"
        | "seat.noBet"
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
  /** The trouble is here. */
  readonly problem: boolean;
}

const owner = (place: string): number => Number.parseInt(place, 10);

export function seatState(view: View, seat: SeatView): SeatState {
  const cards = seat.places.reduce((sum, place) => sum + place.cards.length, 0);
  const designated = seat.marks.some((mark) => mark.code === "designated");
  const problem = view.stop?.place !== undefined && owner(view.stop.place) === seat.seat;
  const [look, word] = lookOf(view, seat, cards, designated);
  return { look, word, cards, designated, problem };
}

type Look = readonly [SeatLook, SeatWord];

function lookOf(view: View, seat: SeatView, cards: number, designated: boolean): Look {
  if (seat.marks.some((mark) => mark.code === "deadHand")) return ["dead", { key: "seat.dead" }];
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
  return decisions(view).some((opening) => owner(opening.by) === seat.seat);
}

function wagered(seat: SeatView): Minor {
  return seat.wagers.reduce((sum, { stake }) => sum + stake, 0);
}

function betting(view: View, seat: SeatView, designated: boolean): Look {
  if (decides(view, seat)) return ["now", { key: "seat.now" }];
  if (designated) return ["bet", bankOf(seat)];
  const stake = wagered(seat);
  return stake > 0 ? ["bet", { key: "seat.bet", amount: stake }] : ["idle", { key: "seat.noBet" }];
}

function bankOf(seat: SeatView): SeatWord {
  const funds = seat.marks.find((mark) => mark.code === "designated")?.params?.funds;
  return typeof funds === "number" ? { key: "seat.bank", amount: funds } : { key: "seat.toDecide" };
}

function dealing(view: View, seat: SeatView, cards: number, designated: boolean): Look {
  if (!seat.playing && !designated) return ["done", { key: "seat.noBet" }];
  const next = view.next !== null && owner(view.next.card) === seat.seat && view.stop === null;
  return [next ? "next" : "bet", next ? { key: "seat.next" } : { key: "seat.cards", count: cards }];
}

function deciding(view: View, seat: SeatView, designated: boolean): Look {
  if (decides(view, seat)) return ["now", { key: "seat.now" }];
  const raised = seat.marks.find((mark) => mark.code === "raised")?.params?.amount;
  if (typeof raised === "number") return ["bet", { key: "seat.raise", amount: raised }];
  if (seat.marks.some((mark) => mark.code === "folded")) return ["done", { key: "seat.fold" }];
  if (!seat.playing && !designated) return ["done", { key: "seat.noBet" }];
  return ["idle", designated ? bankOf(seat) : { key: "seat.toDecide" }];
}

function revealing(view: View, seat: SeatView): Look {
  const places = ofKind(view, "reveal").map((opening) => owner(opening.place));
  if (places[0] === seat.seat) return ["next", { key: "seat.next" }];
  if (places.includes(seat.seat)) return ["bet", { key: "seat.turnUp" }];
  if (seat.marks.some((mark) => mark.code === "folded")) return ["done", { key: "seat.fold" }];
  if (!seat.playing) return ["done", { key: "seat.noBet" }];
  const open = seat.places.some((place) => place.cards.length > 0 && place.cards.every((card) => card !== null));
  return [
    "bet",
    open ? { key: "seat.open" } : { key: "seat.cards", count: seat.places.reduce((sum, place) => sum + place.cards.length, 0) },
  ];
}

function settling(view: View, seat: SeatView): Look {
  const { settlement } = view;
  const turn = settlement?.order.indexOf(seat.seat) ?? -1;
  if (settlement === null || turn < 0) return seat.playing ? ["idle", bankOf(seat)] : ["done", { key: "seat.noBet" }];
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
  return [turn === settlement.served + 1 ? "next" : "bet", { key: "seat.bet", amount: wagered(seat) }];
}
