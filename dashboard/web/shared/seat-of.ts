/** The seat that owns a place or a spot ("3/hand", "3/ante"); null for what is the house's or lies in the middle. */
export function seatOf(place: string): number | null {
  const seat = Number.parseInt(place, 10);
  return Number.isNaN(seat) ? null : seat;
}
