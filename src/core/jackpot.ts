// The house's progressive at one table. Stakes are counted before the first card; a hit waits, while play goes on, for the award that two
// people confirm elsewhere; what is confirmed is paid and put on record.

import type { Event } from "./event.ts";
import { awardToPay, jackpotSeat, stakesToCount } from "./jackpot-state.ts";
import type { Operator } from "./operator.ts";
import type { Winner } from "./progressive.ts";
import type { Settlement, SpotResult } from "./settlement.ts";
import type { Reply } from "./table.ts";
import { amend, change, type Turn, tell } from "./turn.ts";

/** The dealer has counted the collected wagers. As many as were accepted: cards may be dealt. Otherwise: count again, or take the close back. */
export function countStakes(turn: Turn, count: number): Reply {
  const good = count === stakesToCount(turn.table, turn.setup, turn.game);
  tell(turn, { kind: "stakesCounted", count, good });
  if (!good) return { ok: false, why: "stakesDiffer" };
  change(turn, { collected: true });
  return { ok: true };
}

/**
 * The hits of the round in play, as it now stands: they wait for their awards. A correction may add one or take one away; one whose award
 * has been decided before is not asked for again.
 */
export function awaitAwards(turn: Turn, { results }: Settlement): void {
  const { played, awaited, at } = turn.table;
  if (turn.setup.pool === undefined || played === null) return;
  const round = played.number;
  const [own, others] = [awaited.filter((one) => one.round === round), awaited.filter((one) => one.round !== round)];
  const won = winnersOf(results);
  const has = (list: readonly Winner[], { seat, hand }: Winner): boolean => list.some((one) => one.seat === seat && one.hand === hand);
  const decided = (played.won ?? []).filter((hit) => !own.some((one) => one.award === null && has([one], hit)));
  const kept = own.filter((one) => one.award !== null || has(won, one));
  const news = won.filter((hit) => !has(own, hit) && !has(decided, hit));
  change(turn, { won: [...decided, ...won.filter((hit) => !has(decided, hit))] });
  amend(turn, { awaited: [...others, ...kept, ...news.map((hit) => ({ round, ...hit, since: at, award: null }))] });
}

/** Who wins the house's progressive by a settlement: the hands whose award it does not know. Small prizes are the table's, paid at once. */
export function winnersOf(results: readonly SpotResult[]): readonly Winner[] {
  return results.flatMap(({ seat, spot, outcome, pending, why }): readonly Winner[] =>
    pending === true && outcome !== "returned" && jackpotSeat(spot) !== null && typeof why.params?.hand === "string"
      ? [{ seat, hand: why.params.hand }]
      : [],
  );
}

/** What two people have decided about a hit. One that this table does not wait for is no affair of its own. */
export function takeAward(turn: Turn, { pool, id, of, seat, amount }: Extract<Event, { kind: "award" }>): void {
  const { awaited, at } = turn.table;
  const hit = awaited.find((one) => one.round === of && one.seat === seat && one.award === null);
  if (hit === undefined) return;
  tell(turn, { kind: "awarded", pool, award: id, of, seat, hand: hit.hand, amount }, of);
  const others = awaited.filter((one) => one !== hit);
  amend(turn, { awaited: amount === null ? others : [...others, { ...hit, award: { id, amount, at } }] });
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
  amend(turn, { awaited: turn.table.awaited.filter((one) => one.award?.id !== award.id) });
}
