// Which cards a seat's token shows: backs, and where the game lays cards open, these. What is read elsewhere is not repeated here.

import type { PlaceView, SeatView } from "#core/view";

export interface SeatCards {
  readonly backs: number;
  /** Open cards in the token. */
  readonly up: readonly string[];
  /** Open cards below it. */
  readonly below: readonly string[];
}

/** Open cards that can still be told apart in a token; a hand of more lies open as a whole, and is read elsewhere. */
const upAtMost = 4;

/** `upcards`: piles in which cards lie open; where there are several, the last lies below the token. */
export function seatCards({ seat, places }: SeatView, upcards: readonly string[]): SeatCards {
  const openAt = (pile: string): readonly string[] => openCards(places.find(({ place }) => place === `${seat}/${pile}`));
  const last = upcards.length > 1 ? upcards.slice(-1) : [];
  const up = upcards.slice(0, upcards.length - last.length).flatMap(openAt);
  return {
    backs: places.reduce((sum, { cards }) => sum + cards.filter((card) => card === null).length, 0),
    up: up.length > upAtMost ? [] : up,
    below: last.flatMap(openAt),
  };
}

function openCards(place: PlaceView | undefined): readonly string[] {
  return (place?.cards ?? []).filter((card) => card !== null);
}
