// The meter of a table that feeds no pool: what its sign shows, and what the last round has won of it.

import type { Millis } from "./event.ts";
import type { AnyGame, OwnMeter } from "./game.ts";
import type { Minor } from "./money.ts";
import { wholeOf } from "./revision.ts";
import type { Settlement } from "./settlement.ts";
import type { Setup, Table } from "./table.ts";

export interface OwnAward {
  readonly round: number;
  readonly seat: number;
  readonly hand: string;
  readonly amount: Minor;
  readonly at: Millis;
}

/** As it stands: while a round is played, what the round before has left; settled, what this one leaves. Null: the table has none. */
export function ownMeter(table: Table, setup: Setup<unknown>, game: AnyGame): (OwnMeter & { readonly awards: readonly OwnAward[] }) | null {
  const { played, carry, last } = table;
  const isSettled = played?.settlement?.outcome === "settled";
  const meter = game.meter?.(isSettled ? game.carry(played?.round) : carry, setup.rules) ?? null;
  if (meter === null) return null;
  if (isSettled && played !== null && played.settlement !== null) {
    const { number, settlement, served, revised, concludedAt } = played;
    return { ...meter, awards: awardsOf(meter, wholeOf({ settlement, served, revised }), number, concludedAt ?? table.at) };
  }
  return { ...meter, awards: last === null ? [] : awardsOf(meter, last.settlement, last.number, last.endedAt) };
}

/** Prizes that were a share of the meter; small fixed ones are no event for a wall. */
function awardsOf({ hands }: OwnMeter, { outcome, transfers }: Settlement, round: number, at: Millis): readonly OwnAward[] {
  if (outcome !== "settled") return [];
  return transfers.flatMap(({ from, to, amount, why }): readonly OwnAward[] => {
    const [owner, seat] = to.split("/");
    const hand = String(why.params?.hand ?? "");
    return from.startsWith("meter/") && owner === "seat" && hands.includes(hand) ? [{ round, seat: Number(seat), hand, amount, at }] : [];
  });
}
