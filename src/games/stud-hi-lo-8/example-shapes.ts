// Shapes that the worked examples share, and how a settlement reads in their terms.

import { z } from "zod";
import { type Card, isCard } from "#core/card";
import type { Minor } from "#core/money";
import type { Settlement } from "#core/settlement";

export const card = z.string().refine(isCard, "is no card: write rank and suit, for example Ts") as unknown as z.ZodType<Card>;
export const money = z.int().nonnegative();
export const seatNumber = z.int().min(1).max(8);

/** A player at the showdown; of a folded hand nobody needs to know the cards. */
export const shown = z
  .looseObject({
    seat: seatNumber,
    cards: z.array(card).nullable().default(null),
    contributed: money,
    status: z.enum(["active", "all-in", "folded"]),
  })
  .superRefine(({ cards, status }, context) => {
    if (cards === null && status !== "folded") context.addIssue({ code: "custom", path: ["cards"], message: "missing" });
  });
export type Shown = z.infer<typeof shown>;

/** Who has put nothing in is not in the hand. */
export const inFor = (players: readonly Shown[]): readonly Shown[] => players.filter(({ contributed }) => contributed > 0);

export function bySeat<T extends z.ZodType>(value: T) {
  return z.record(z.string().regex(/^[1-8]$/, "seats are 1 to 8"), value);
}

/** What each seat received for the transfers of which `counts`. */
export function received({ transfers }: Settlement, counts: (from: string, why: string) => boolean): Readonly<Record<string, Minor>> {
  const sums: Record<string, Minor> = {};
  for (const { from, to, amount, why } of transfers) {
    if (!to.startsWith("seat/") || !counts(from, why.code)) continue;
    const seat = to.slice("seat/".length);
    sums[seat] = (sums[seat] ?? 0) + amount;
  }
  return sums;
}

/** Chips received from the pots; what went back before is not counted. */
export function payouts(settlement: Settlement): Readonly<Record<string, Minor>> {
  return received(settlement, (from) => from.startsWith("pot/"));
}

/** What nobody called, by seat. */
export function uncalled(settlement: Settlement): Readonly<Record<string, Minor>> {
  return received(settlement, (_, why) => why === "uncalled");
}

/** A pot with what each seat received of it; `low` is null where nobody has one or only one seat could win. */
export interface SharedPot {
  readonly amount: Minor;
  readonly eligible: readonly number[];
  readonly high: Readonly<Record<string, Minor>>;
  readonly low: Readonly<Record<string, Minor>> | null;
}

/** The pots as the settlement shared them out. */
export function potsIn(settlement: Settlement): readonly SharedPot[] {
  const out = ["folded", "deadHand", "conceded"];
  const spots = [...new Set(settlement.results.map(({ spot }) => spot).filter((spot) => spot.startsWith("pot/")))].sort();
  return spots.map((pot) => {
    const low = received(settlement, (from, why) => from === pot && why === "potLow");
    return {
      amount: settlement.transfers.reduce((sum, { to, amount }) => sum + (to === pot ? amount : 0), 0),
      eligible: settlement.results.filter(({ spot, why }) => spot === pot && !out.includes(why.code)).map(({ seat }) => seat),
      high: received(settlement, (from, why) => from === pot && why !== "potLow"),
      low: Object.keys(low).length === 0 ? null : low,
    };
  });
}

/** Pots, what went back and what each seat received, as examples expect them. */
export function sharedOut(settlement: Settlement) {
  return { pots: potsIn(settlement), returned: uncalled(settlement), payouts: payouts(settlement) };
}
