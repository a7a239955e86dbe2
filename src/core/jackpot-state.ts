// What follows from a table about the house's progressive: whether it takes stakes, which of them are to be counted, what is to be paid.

import type { AnyGame } from "./game.ts";
import type { Expectation, Opening, Spot } from "./opening.ts";
import type { Awaited, Setup, Table } from "./table.ts";

/** The spot of a progressive wager is called `jackpot` in every game: its seat, or null for any other spot. */
export function jackpotSeat(spot: Spot): number | null {
  const seat = /^(\d+)\/jackpot$/.exec(spot)?.[1];
  return seat === undefined ? null : Number(seat);
}

/** No word of the progressive, or one that does not fit this table: no stake for it is taken (NY 5321.18). */
export function isAway(table: Table, { pool }: Setup<unknown>): boolean {
  return pool !== undefined && table.links[pool]?.status !== "up";
}

/** How many stakes for the house's progressive lie on the felt. */
export function stakesIn({ played }: Table, { pool }: Setup<unknown>, game: AnyGame): number {
  if (pool === undefined || played === null) return 0;
  return Object.entries(game.stakes(played.round)).filter(([spot, stake]) => jackpotSeat(spot) !== null && stake > 0).length;
}

/** How many the dealer has to collect and count before the first card (58 Pa. 670a.10); 0 when that is done. */
export function stakesToCount(table: Table, setup: Setup<unknown>, game: AnyGame): number {
  const { played } = table;
  if (played === null || !played.betsClosed || played.collected === true || played.settlement !== null) return 0;
  return stakesIn(table, setup, game);
}

/** What a game expects while the progressive is away: its wagers are blocked, and bets are not closed over one that lies there. */
export function withoutPool(table: Table, setup: Setup<unknown>, expectation: Expectation): Expectation {
  if (expectation === "settle" || !isAway(table, setup) || table.played?.betsClosed === true) return expectation;
  const lies = expectation.some((opening) => opening.kind === "wager" && jackpotSeat(opening.spot) !== null && opening.placed > 0);
  return expectation.map((opening): Opening => {
    if (opening.kind === "wager" && jackpotSeat(opening.spot) !== null) return { ...opening, blocked: "jackpotAway" };
    return opening.kind === "close" && lies ? { ...opening, blocked: "jackpotAway" } : opening;
  });
}

/** The first award that is confirmed and not yet paid. */
export function awardToPay({ awaited }: Table): (Awaited & { readonly award: NonNullable<Awaited["award"]> }) | null {
  for (const one of awaited) if (one.award !== null) return { ...one, award: one.award };
  return null;
}
