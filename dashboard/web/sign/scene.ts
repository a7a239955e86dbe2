// What a sign shows now. Anything it cannot vouch for is replaced by words.

import type { Place } from "#core/felt";
import type { PlaceView, View } from "#core/view";
import { houseHand, openHands } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";
import type { Validity } from "./validity.ts";

/** `board`: rules and figures; `felt`: cards that lie open while a hand is played; `reveal`: hands turned up at its end. */
export type Scene = "notValid" | "closed" | "suspended" | "void" | "reveal" | "felt" | "board";

/** `gameSuspended`: by the house, in its pack. */
export function chooseScene(view: View, validity: Validity, gameSuspended = false): Scene {
  if (validity === "notValid") return "notValid";
  // What went on at the table is over; what a wager pays is still of use, as long as it looks its age.
  if (validity === "stale") return "board";
  if (gameSuspended) return "suspended";
  const { stop, settlement, phase } = view;
  if (settlement?.outcome === "void" || stop?.kind === "void") return "void";
  if (stop !== null) return "suspended";
  if (phase === "closed" || phase === "scan") return "closed";
  if (phase === "reveal" || phase === "settle") return houseHand(view) !== null || openHands(view).length > 0 ? "reveal" : "board";
  return (phase === "deal" || phase === "decide") && upcards(view).length > 0 ? "felt" : "board";
}

/** Cards that lie open before seats, those turned down left out. */
export function upcards(view: View): readonly { readonly seat: number; readonly cards: readonly string[]; readonly out: boolean }[] {
  return view.seats.flatMap(({ seat, places, marks }) => {
    const cards = places.flatMap((place) => place.cards.filter((card) => card !== null));
    return cards.length > 0 ? [{ seat, cards, out: marks.some(({ code }) => code === "folded") }] : [];
  });
}

/** Hands shown in large: the bank's first, then the one being paid, else the one turned up last; without a bank, two of the players'. */
export function handsInLarge(view: View, opened: Place | null): readonly (readonly PlaceView[])[] {
  const bank = houseHand(view);
  const seat = handBeside(view, opened);
  const hands = openHands(view);
  const beside = hands.find((one) => one.seat === seat)?.places;
  if (bank !== null) return beside === undefined ? [[bank]] : [[bank], beside];
  // A hand set in rows has the whole place for itself.
  if (beside !== undefined && beside.filter(({ name }) => name !== null).length > 1) return [beside];
  const before = hands.filter((one) => one.seat !== seat).at(-1);
  return hands.filter((one) => one.seat === seat || one === before).map(({ places }) => places);
}

/** The seat whose hand is shown, beside the bank's where there is one: the one being paid, else the one turned up last. */
export function handBeside(view: View, opened: Place | null): number | null {
  const { settlement } = view;
  const open = openHands(view).map(({ seat }) => seat);
  const served = settlement?.order[settlement.served];
  const turned = opened === null ? null : seatOf(opened);
  return open.find((seat) => seat === served) ?? open.find((seat) => seat === turned) ?? open.at(-1) ?? null;
}
