// Hands that lie open, and which of them was turned up last.

import type { Place } from "#core/felt";
import type { PlaceView, View } from "#core/view";

export function allPlaces(view: View): readonly PlaceView[] {
  return [...view.places, ...view.seats.flatMap((seat) => seat.places)];
}

export function isOpen({ cards }: PlaceView): boolean {
  return cards.length > 0 && cards.every((card) => card !== null);
}

/** The place that has been opened between two views, or null. */
export function newlyOpened(before: View | null, after: View): Place | null {
  const known = new Set(
    before === null
      ? []
      : allPlaces(before)
          .filter(isOpen)
          .map(({ place }) => place),
  );
  return allPlaces(after).findLast((place) => isOpen(place) && !known.has(place.place))?.place ?? null;
}

/** Piles that belong to nobody's hand: what was burnt, discarded, put apart, or is still to be drawn. */
const heaps: ReadonlySet<string> = new Set(["discard", "burn", "draw", "drawn", "aside"]);

/** The hand the others are compared with: the dealer's, or that of the designated player. */
export function houseHand(view: View): PlaceView | null {
  const designated = view.seats.find((seat) => seat.marks.some((mark) => mark.code === "designated"));
  return [...view.places, ...(designated?.places ?? [])].find((place) => isOpen(place) && place.name !== null) ?? null;
}

/** What lies open in the middle of the table, whole or in part: the dealer's upcard, the board. */
export function houseCards(view: View): PlaceView | null {
  const middle = view.places.filter(({ place }) => !heaps.has(place.split("/")[0] ?? place));
  return houseHand(view) ?? middle.find(({ cards }) => cards.some((card) => card !== null)) ?? null;
}

/** A player's hand as it is read: one place, or the rows it was set in. */
export interface OpenHand {
  readonly seat: number;
  /** Where cards lie open, in the order of the felt. */
  readonly places: readonly PlaceView[];
}

/** Players' hands without a card face down, the bank's left out. */
export function openHands(view: View): readonly OpenHand[] {
  const bank = houseHand(view)?.place;
  return view.seats.flatMap(({ seat, places }) => {
    const lying = places.filter(({ place, cards }) => cards.length > 0 && place !== bank);
    return lying.length > 0 && lying.every(isOpen) ? [{ seat, places: lying }] : [];
  });
}
