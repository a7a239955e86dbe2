// The house's progressive at one table. Stakes are counted before the first card; a hit waits, while play goes on, for the award that two
// people confirm elsewhere; what is confirmed is paid and put on record.

import type { Event } from "./event.ts";
import { awardToPay, jackpotSeat, stakesToCount } from "./jackpot-state.ts";
import type { Operator } from "./operator.ts";
import type { Settlement } from "./settlement.ts";
import type { Awaited, Reply } from "./table.ts";
import { change, type Turn, tell } from "./turn.ts";

/** The dealer has counted the collected wagers. As many as were accepted: cards may be dealt. Otherwise: count again, or take the close back. */
export function countStakes(turn: Turn, count: number): Reply {
  const good = count === stakesToCount(turn.table, turn.setup, turn.game);
  tell(turn, { kind: "stakesCounted", count, good });
  if (!good) return { ok: false, why: "stakesDiffer" };
  change(turn, { collected: true });
  return { ok: true };
}

/**
 * The hits of the round in play, as it now stands: they wait for their awards. A correction may add one or take one away; those of the
 * reckoning `before` that wait no more have been decided.
 */
export function awaitAwards(turn: Turn, { results }: Settlement, before: Settlement | null = null): void {
  const { played, awaited, at } = turn.table;
  if (turn.setup.pool === undefined || played === null) return;
  const round = played.number;
  const hits = results.flatMap(({ seat, spot, pending, why }): readonly Awaited[] => {
    if (pending !== true || jackpotSeat(spot) === null) return [];
    const known = awaited.find((one) => one.round === round && one.seat === seat);
    if (known === undefined && before?.results.some((one) => one.spot === spot && one.pending === true) === true) return [];
    return [known ?? { round, seat, hand: String(why.params?.hand ?? ""), since: at, award: null }];
  });
  const settled = awaited.filter((one) => one.round === round && one.award !== null && !hits.includes(one));
  turn.table = { ...turn.table, awaited: [...awaited.filter((one) => one.round !== round), ...settled, ...hits] };
}

/** What two people have decided about a hit. One that this table does not wait for is no affair of its own. */
export function takeAward(turn: Turn, { pool, id, of, seat, amount }: Extract<Event, { kind: "award" }>): void {
  const { awaited, at } = turn.table;
  const hit = awaited.find((one) => one.round === of && one.seat === seat && one.award === null);
  if (hit === undefined) return;
  tell(turn, { kind: "awarded", pool, award: id, of, seat, hand: hit.hand, amount }, of);
  const others = awaited.filter((one) => one !== hit);
  turn.table = { ...turn.table, awaited: amount === null ? others : [...others, { ...hit, award: { id, amount, at } }] };
}

/** The player has got the award that is due first. */
export function payAward(turn: Turn, by: Operator): void {
  const due = awardToPay(turn.table);
  const { pool } = turn.setup;
  if (due === null || pool === undefined) return;
  const { round, seat, hand, award } = due;
  const why = { code: "jackpotWon", params: { hand } };
  const transfer = { from: `meter/${pool}`, to: `seat/${seat}`, amount: award.amount, why };
  tell(turn, { kind: "awardPaid", pool, award: award.id, of: round, by: by.name, transfer }, round);
  turn.table = { ...turn.table, awaited: turn.table.awaited.filter((one) => one.award?.id !== award.id) };
}
