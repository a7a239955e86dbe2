// Described showdowns, one JSON object a line: hands, chips put in, who folded, and what each seat should receive.

import { z } from "zod";
import type { Minor } from "#core/money";
import { card, money, payouts, potsIn, type SharedPot, uncalled } from "./example-shapes.ts";
import { schema } from "./rules.ts";
import { playShowdown } from "./script.ts";

const pot = z.object({
  amount: money,
  eligible: z.array(z.int()),
  high: z.array(z.int()),
  low: z.array(z.int()).nullable(),
});

export const showdownLine = z.object({
  id: z.string(),
  /** stud8: hi/lo 8-or-better; stud: high only. */
  game: z.enum(["stud8", "stud"]),
  hands: z.array(z.array(card).length(7).nullable()).min(2).max(8),
  contrib: z.array(money),
  folded: z.array(z.boolean()),
  payouts: z.array(money),
  refund: z.array(money),
  pots: z.array(pot),
});
export type ShowdownLine = z.infer<typeof showdownLine>;

/** What a line expects, as the engine has it; seats are counted from 0 as in the file. */
export function settleLine(line: ShowdownLine): Pick<ShowdownLine, "payouts" | "refund" | "pots"> | null {
  const rules = schema.parse({ low: line.game === "stud" ? "none" : "split" });
  const players = line.hands.map((cards, i) => ({
    seat: i + 1,
    cards,
    contributed: line.contrib[i] ?? 0,
    folded: line.folded[i] === true,
  }));
  const { settlement } = playShowdown(players, rules);
  if (settlement === null) return null;
  const refunds = uncalled(settlement);
  const paid = payouts(settlement);
  const bySeat = (sums: Readonly<Record<string, Minor>>): Minor[] => players.map(({ seat }) => sums[seat] ?? 0);
  const refund = bySeat(refunds);
  return { payouts: bySeat(paid).map((chips, i) => chips + (refund[i] ?? 0)), refund, pots: potsIn(settlement).map(counted) };
}

function counted({ amount, eligible, high, low }: SharedPot): ShowdownLine["pots"][number] {
  const seats = (shares: Readonly<Record<string, Minor>>): number[] => Object.keys(shares).map((seat) => Number(seat) - 1);
  return { amount, eligible: eligible.map((seat) => seat - 1), high: seats(high), low: low === null ? null : seats(low) };
}
