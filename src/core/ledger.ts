// The rounds since the last good count of the deck: what was at stake in each, should the deck turn out to be wrong.

import { deckSize } from "./count-due.ts";
import type { RoundAtStake } from "./fact.ts";
import type { IrregularityCode } from "./irregularity.ts";
import { wholeOf } from "./revision.ts";
import type { DeckCount, Played } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

/** A doubt about the deck: it is counted before the next round, however few rounds have been played. */
export function demandCount(turn: Turn, doubt?: DeckCount["doubt"]): void {
  if (turn.setup.watch === undefined) return;
  amend(turn, { count: { ...turn.table.count, due: true, ...(doubt && { doubt }) } });
}

/** A round has ended: it is at stake until the deck is next counted. */
export function roundAtStake(turn: Turn): void {
  const { played, felt, count } = turn.table;
  if (played === null || played.settlement === null || turn.setup.watch === undefined) return;
  // Of a round in which no card was dealt no deck was at stake; another deck's card may have been its first.
  if (felt.left === deckSize && count.doubt === undefined) return;
  amend(turn, { count: { ...count, left: felt.left, rounds: [...count.rounds, atStake(played)] } });
}

/** A round was settled anew after it had ended: what it came to is another. */
export function putAtStakeAnew(turn: Turn, played: Played<unknown>): void {
  const { count } = turn.table;
  const rounds = count.rounds.map((one) => (one.round === played.number ? atStake(played) : one));
  amend(turn, { count: { ...count, rounds } });
}

/** Who had what on the felt in a round, and what it came to: `back` is what the seat lost and may have to be given back. */
function atStake({ number, settlement, served, revised, openedAt }: Played<unknown>): RoundAtStake {
  const seats = new Map<number, { staked: number; net: number }>();
  const whole = settlement === null ? null : wholeOf({ settlement, served, revised });
  for (const { seat, stake, net } of whole?.results ?? []) {
    const before = seats.get(seat) ?? { staked: 0, net: 0 };
    seats.set(seat, { staked: before.staked + stake, net: before.net + net });
  }
  return {
    round: number,
    openedAt,
    outcome: whole?.outcome ?? "open",
    seats: [...seats].map(([seat, { staked, net }]) => ({ seat, staked, net, back: Math.max(0, -net) })),
  };
}

/** A red light may have stood over more than this round: every one since the last good count is listed, this one with its stakes. */
export function tellAffected(turn: Turn, code: IrregularityCode, device: string): void {
  if (turn.setup.watch === undefined) return;
  const { played, count } = turn.table;
  const rounds = played === null ? count.rounds : [...count.rounds, roundNow(turn, played)];
  if (rounds.length > 0) tell(turn, { kind: "affected", code, device, rounds });
}

function roundNow(turn: Turn, played: Played<unknown>): RoundAtStake {
  if (played.settlement !== null) return atStake(played);
  const seats = new Map<number, number>();
  for (const [spot, stake] of Object.entries(turn.game.stakes(played.round))) {
    const seat = Number.parseInt(spot, 10);
    if (!Number.isNaN(seat) && stake > 0) seats.set(seat, (seats.get(seat) ?? 0) + stake);
  }
  const staked = [...seats].map(([seat, amount]) => ({ seat, staked: amount, net: 0, back: 0 }));
  return { round: played.number, openedAt: played.openedAt, outcome: "open", seats: staked };
}
