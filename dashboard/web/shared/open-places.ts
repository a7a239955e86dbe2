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

/** The hand the others are compared with: the dealer's, or that of the designated player. */
export function houseHand(view: View): PlaceView | null {
  const designated = view.seats.find((seat) => seat.marks.some((mark) => mark.code === "designated"));
  return [...view.places, ...(designated?.places ?? [])].find((place) => isOpen(place) && place.name !== null) ?? null;
}
