// What a table's facts mean to a progressive: whose stakes are locked when bets are closed, whose count and who won when the round is
// settled. A fact at a time, in order; the same facts give the same events, whoever replays them.

import type { MeterEvent, Winner } from "#core/progressive";
import type { Settlement, SpotResult } from "#core/settlement";
import type { KeptFact, TableJournal } from "./history.ts";

/** The stakes that lie on the progressive's spots of a table, by seat. */
export interface Stakes {
  readonly seats: readonly number[];
}

export const noStakes: Stakes = { seats: [] };

/** The spot of a progressive wager is called `jackpot` in every game. */
const spotPattern = /^(\d+)\/jackpot$/;
const wonCodes: readonly string[] = ["jackpotWon", "jackpotShared", "jackpotPending"];

/** One fact: the stakes after it, and what the pool is told. */
export function takeFact(stakes: Stakes, kept: KeptFact): { readonly stakes: Stakes; readonly event?: MeterEvent } {
  const { at, round, fact } = kept;
  const { table, journal }: TableJournal = kept;
  switch (fact.kind) {
    case "roundOpened":
      return { stakes: noStakes };
    case "wager":
      return { stakes: placed(stakes, String(fact.spot), Number(fact.stake)) };
    case "betsClosed":
      return { stakes, event: { kind: "locked", at, table, journal, round, seats: stakes.seats, counted: null } };
    case "settled":
      return { stakes: noStakes, event: eventOf(kept, fact.settlement as Settlement) };
    default:
      return { stakes };
  }
}

function placed({ seats }: Stakes, spot: string, stake: number): Stakes {
  const seat = Number(spotPattern.exec(spot)?.[1] ?? 0);
  if (seat === 0) return { seats };
  const others = seats.filter((one) => one !== seat);
  return { seats: stake > 0 ? [...others, seat].sort((a, b) => a - b) : others };
}

function eventOf({ at, table, journal, round }: KeptFact, settlement: Settlement): MeterEvent {
  if (settlement.outcome === "void") return { kind: "void", at, table, journal, round };
  const judged = settlement.results.filter(({ spot, outcome }) => spotPattern.test(spot) && outcome !== "returned");
  const won = judged.flatMap((result): readonly Winner[] => {
    const hand = handOf(result);
    return hand === null ? [] : [{ seat: result.seat, hand }];
  });
  return { kind: "settled", at, table, journal, round, stakes: judged.map(({ seat }) => seat), won };
}

function handOf({ why }: SpotResult): string | null {
  return wonCodes.includes(why.code) && typeof why.params?.hand === "string" ? why.params.hand : null;
}
