// How hands ended, as a sign may say it: names, results and odds, never anybody's money.

import type { Paytable } from "#core/game";
import type { HandName, Outcome, Reason, Settlement, SpotResult } from "#core/settlement";

export interface SeatLine {
  readonly seat: number;
  readonly hand: Reason | null;
  /** null while the hand is still in play. */
  readonly result: {
    readonly outcome: Outcome;
    readonly why: Reason;
    /** Where players play each other: against how many of them this one won. */
    readonly won?: { readonly count: number; readonly of: number };
  } | null;
}

const seatOf = (place: string): number => Number.parseInt(place, 10);

/**
 * A line a seat, in seat order. The first wager of a seat is the one that the hand is known by; of several pots, one that it won.
 * A hand in several rows is known by none of their names.
 */
export function seatLines(settlement: Settlement | null, hands: readonly HandName[]): readonly SeatLine[] {
  const results = settlement?.results ?? [];
  const seats = new Set([
    ...results.map(({ seat }) => seat),
    ...hands.map(({ place }) => seatOf(place)).filter((seat) => !Number.isNaN(seat)),
  ]);
  return [...seats]
    .sort((a, b) => a - b)
    .map((seat) => {
      const names = hands.filter(({ place }) => seatOf(place) === seat);
      const own = results.filter((result) => result.seat === seat && !result.spot.endsWith("/stack"));
      return { seat, hand: names.length === 1 ? (names[0]?.name ?? null) : null, result: resultOf(own) };
    });
}

function resultOf(own: readonly SpotResult[]): SeatLine["result"] {
  const pairs = own.filter(({ spot }) => spot.endsWith("/vs"));
  const main = own.find((result) => isPot(result) && wins(result)) ?? own[0];
  if (main === undefined) return null;
  const { outcome, why } = main;
  if (pairs.length === 0) return { outcome, why };
  const count = pairs.filter(wins).length;
  return { outcome: 2 * count > pairs.length ? "win" : "lose", why, won: { count, of: pairs.length } };
}

function isPot({ spot }: SpotResult): boolean {
  return Number.isNaN(seatOf(spot));
}

function wins({ outcome }: SpotResult): boolean {
  return outcome === "win" || outcome === "win-partial";
}

/** Rows of a paytable that were paid in a round, each at most once. A row that might have been paid is left dark. */
export function litRows(table: Paytable, settlement: Settlement | null): ReadonlySet<number> {
  const lit = new Set<number>();
  for (const result of (settlement?.results ?? []).filter(wins)) {
    const row = rowOf(table, result);
    if (row !== null) lit.add(row);
  }
  const winners = new Set((settlement?.results ?? []).filter(wins).map(({ seat }) => seat));
  const named = new Set((settlement?.hands ?? []).flatMap(({ place, name }) => (winners.has(seatOf(place)) ? [name.code] : [])));
  for (const [i, { paidFor }] of table.rows.entries()) if (paidFor?.some((code) => named.has(code))) lit.add(i);
  return lit;
}

/** The row that a won wager was paid by: that of its hand, in the table or the column of its name. */
function rowOf(table: Paytable, result: SpotResult): number | null {
  const byReason = table.rows.findIndex(({ paidFor }) => paidFor?.includes(result.why.code));
  if (byReason !== -1) return byReason;
  const wager = result.spot.split("/").at(-1) ?? "";
  if (table.id !== wager && !table.columns.includes(wager)) return null;
  const byHand = table.rows.findIndex(({ hand }) => isOf(hand, result.why));
  if (byHand !== -1) return byHand;
  const byOdds = table.rows.flatMap(({ cells }, i) => (cells.some((cell) => "odds" in cell && isSame(cell.odds, result.odds)) ? [i] : []));
  const last = table.rows.length - 1;
  // What no row names is the last one, "or less".
  return table.id === wager && byOdds.includes(last) ? last : null;
}

function isOf({ params: row = {} }: Reason, { params: paid = {} }: Reason): boolean {
  return ["hand", "length"].some((name) => row[name] !== undefined && row[name] === paid[name]);
}

function isSame(one: readonly [number, number], other: readonly [number, number] | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1];
}

/** What a seat's wagers are paid at, in the order of the felt. */
export function paidAt(
  settlement: Settlement | null,
  seat: number,
): readonly { readonly spot: string; readonly odds: readonly [number, number] }[] {
  return (settlement?.results ?? []).flatMap((result) =>
    result.seat === seat && wins(result) && result.odds !== undefined ? [{ spot: result.spot, odds: result.odds }] : [],
  );
}
