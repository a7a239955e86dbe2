// What a table's facts mean to a progressive: whose stakes are locked when bets are closed, whose count and who won when the round is
// settled. A fact at a time, in order; the same facts give the same events, whoever replays them.

import { winnersOf } from "#core/jackpot";
import { jackpotSeat } from "#core/jackpot-state";
import type { MeterEvent, Winner } from "#core/progressive";
import type { Settlement } from "#core/settlement";
import type { KeptFact, TableJournal } from "./history.ts";

/** The stakes that lie on the progressive's spots of a table, by seat. */
export interface Stakes {
  readonly seats: readonly number[];
  /** The last wager, by the number of its fact, and the seats before it: it may be taken back. */
  readonly last: { readonly n: number; readonly seats: readonly number[] } | null;
}

export const noStakes: Stakes = { seats: [], last: null };

/** One fact: the stakes after it, and what the pool is told. */
export function takeFact(stakes: Stakes, kept: KeptFact): { readonly stakes: Stakes; readonly event?: MeterEvent } {
  const { at, round, fact } = kept;
  const { table, journal }: TableJournal = kept;
  const lock = { kind: "locked", at, table, journal, round, seats: stakes.seats } as const;
  switch (fact.kind) {
    case "roundOpened":
      return { stakes: noStakes };
    case "wager":
      return { stakes: { seats: placed(stakes, String(fact.spot), Number(fact.stake)), last: { n: kept.n, seats: stakes.seats } } };
    case "takenBack":
      return { stakes: stakes.last !== null && fact.from === stakes.last.n ? { seats: stakes.last.seats, last: null } : stakes };
    case "betsClosed":
      // Where the dealer counts them, they are locked by the count.
      return fact.toCount === undefined ? { stakes, event: { ...lock, counted: null } } : { stakes };
    case "stakesCounted":
      return { stakes, event: { ...lock, counted: Number(fact.count) } };
    case "settled": {
      const settlement = fact.settlement as Settlement;
      // A later revision holds the difference for the dealer; what it means to the pool the correction before it has told.
      return (settlement.revision ?? 1) > 1 ? { stakes } : { stakes: noStakes, event: eventOf(kept, settlement) };
    }
    case "corrected":
      return fact.won === undefined ? { stakes } : { stakes, event: correctedOf(kept) };
    default:
      return { stakes };
  }
}

function placed({ seats }: Stakes, spot: string, stake: number): readonly number[] {
  const seat = jackpotSeat(spot);
  if (seat === null) return seats;
  const others = seats.filter((one) => one !== seat);
  return stake > 0 ? [...others, seat].sort((a, b) => a - b) : others;
}

function eventOf({ at, table, journal, round }: KeptFact, settlement: Settlement): MeterEvent {
  if (settlement.outcome === "void") return { kind: "void", at, table, journal, round };
  const judged = settlement.results.filter(({ spot, outcome }) => jackpotSeat(spot) !== null && outcome !== "returned");
  return { kind: "settled", at, table, journal, round, stakes: judged.map(({ seat }) => seat), won: winnersOf(judged) };
}

function correctedOf({ at, table, journal, round, fact }: KeptFact): MeterEvent {
  return { kind: "corrected", at, table, journal, round, revision: Number(fact.revision), won: fact.won as readonly Winner[] };
}
