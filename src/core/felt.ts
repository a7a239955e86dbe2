// The felt: which card (as a handle) lies where. The core knows handles; a face is known only once the rules have opened it.

import type { Card } from "./card.ts";

/** A handle: the n-th card met since the last shuffle. The same card keeps its number until a shuffle or a new round. */
export type Held = number;

/** owner/pile: "3/hand", "dealer/hand", "board", "draw", "discard", "aside". */
export type Place = string;

/** Where the undealt pack lies: its cards have no handle before they are dealt. */
export const stub: Place = "stub";

export interface Felt {
  readonly piles: Readonly<Record<Place, readonly Held[]>>;
  /** Opened faces only. */
  readonly faces: Readonly<Record<Held, Card>>;
  /** Cards left to deal. */
  readonly left: number;
}

export const emptyFelt: Felt = { piles: {}, faces: {}, left: 52 };

export function pile(felt: Felt, place: Place): readonly Held[] {
  return felt.piles[place] ?? [];
}

export function placeOf(felt: Felt, held: Held): Place | null {
  for (const place in felt.piles) if (felt.piles[place]?.includes(held)) return place;
  return null;
}

/** Puts cards on a place, taking them from wherever they lie. */
export function put(felt: Felt, cards: readonly Held[], to: Place): Felt {
  const piles: Record<Place, readonly Held[]> = { ...felt.piles };
  for (const place in piles) {
    const here = piles[place] as readonly Held[];
    if (here.some((held) => cards.includes(held))) piles[place] = here.filter((held) => !cards.includes(held));
  }
  piles[to] = [...(piles[to] ?? []), ...cards];
  return { ...felt, piles };
}

/** The faces of the cards at a place, or null while one of them is unknown. */
export function facesAt(felt: Felt, place: Place): readonly Card[] | null {
  const cards: Card[] = [];
  for (const held of pile(felt, place)) {
    const card = felt.faces[held];
    if (card === undefined) return null;
    cards.push(card);
  }
  return cards;
}

const ofSeats = new Map<string, Place[]>();

/** A seat's place or spot, "3/hand". Each name is made once: one put together anew would be hashed again at every look-up. */
export function ofSeat(seat: number, name: string): Place {
  const places = ofSeats.get(name) ?? [];
  if (places.length === 0) ofSeats.set(name, places);
  places[seat] ??= `${seat}/${name}`;
  return places[seat];
}

/** The seat that owns a place, or null for the dealer's and the table's own places. */
export function seatOf(place: Place): number | null {
  const seat = Number.parseInt(place, 10);
  return Number.isNaN(seat) ? null : seat;
}

/** Seats in clockwise order, beginning with the first one after `after`. Seats are numbered clockwise. */
export function clockwise(seats: readonly number[], after: number): readonly number[] {
  const sorted = [...seats].sort((a, b) => a - b);
  const start = sorted.findIndex((seat) => seat > after);
  return start <= 0 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
}

/** A player's pile or the dealer's: somebody holds its cards. */
export function isHand(place: Place): boolean {
  return seatOf(place) !== null || place.startsWith("dealer/");
}
