// The rounds since the last good count, in figures: what lay on the felt, what each seat lost, what could go back.

import type { AffectedReport } from "#contract/site";

export interface Sums {
  readonly hands: number;
  readonly staked: number;
  readonly net: number;
  readonly back: number;
}

const nothing: Sums = { hands: 0, staked: 0, net: 0, back: 0 };

function add(sums: Sums, { staked, net, back }: { readonly staked: number; readonly net: number; readonly back: number }): Sums {
  return { hands: sums.hands + 1, staked: sums.staked + staked, net: sums.net + net, back: sums.back + back };
}

export function totalOf({ rounds }: AffectedReport): Sums {
  return rounds.flatMap(({ seats }) => seats).reduce(add, nothing);
}

/** By seat, over all rounds: a person may have lost in one and won in another; each loss counts for itself. */
export function seatsOf({ rounds }: AffectedReport): readonly (Sums & { readonly seat: number })[] {
  const seats = new Map<number, Sums>();
  for (const one of rounds.flatMap((round) => round.seats)) seats.set(one.seat, add(seats.get(one.seat) ?? nothing, one));
  return [...seats].sort(([one], [other]) => one - other).map(([seat, sums]) => ({ seat, ...sums }));
}

/** One line a seat and round, amounts in the currency's unit, as a spreadsheet reads it. */
export function csvOf(table: string, { deck, device, code, rounds }: AffectedReport, minorDigits: number): string {
  const money = (minor: number): string => (minor / 10 ** minorDigits).toFixed(minorDigits);
  const lines = rounds.flatMap(({ round, openedAt, outcome, seats }) =>
    seats.map(({ seat, staked, net, back }) =>
      [
        table,
        deck ?? device ?? "",
        code,
        round,
        new Date(openedAt).toISOString(),
        outcome,
        seat,
        money(staked),
        money(net),
        money(back),
      ].join(","),
    ),
  );
  return `${["table,inDoubt,code,round,openedAt,outcome,seat,staked,net,toGiveBack", ...lines].join("\r\n")}\r\n`;
}
