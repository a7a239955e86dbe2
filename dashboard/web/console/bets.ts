// Wagers as they are entered, chip by chip. An amount below the minimum waits here until it is worth telling the table.

import type { Bounds, Minor } from "#core/money";
import { ofKind } from "#core/next-action";
import type { Opening } from "#core/opening";
import type { View } from "#core/view";

export type Wager = Extract<Opening, { kind: "wager" }>;

/** The spots of a seat, in the order of the felt. */
export function spotsOf(view: View, seat: number): readonly Wager[] {
  return ofKind(view, "wager").filter((opening) => Number.parseInt(opening.spot, 10) === seat);
}

/** The seat whose wager is still wanted, else the first that may bet. */
export function seatToBet(view: View): number | null {
  const wagers = ofKind(view, "wager");
  const wanted = wagers.find((wager) => wager.required === true && wager.placed === 0) ?? wagers[0];
  return wanted === undefined ? null : Number.parseInt(wanted.spot, 10);
}

/** Whether an amount lies within its bounds; the table judges, this only says so before the tap is sent. */
export function fits({ min, max, step }: Bounds, amount: Minor): boolean {
  return amount >= min && amount <= max && (amount - min) % step === 0;
}

export type Verdict = { readonly kind: "fits" } | { readonly kind: "under" | "over" | "step"; readonly by: Minor };

export function judge(bounds: Bounds, amount: Minor): Verdict {
  if (amount < bounds.min) return { kind: "under", by: bounds.min - amount };
  if (amount > bounds.max) return { kind: "over", by: amount - bounds.max };
  return fits(bounds, amount) ? { kind: "fits" } : { kind: "step", by: bounds.step };
}

/** Chips that are of any use for these bounds, smallest first, so many at most. */
export function usefulChips(values: readonly Minor[], bounds: Bounds, most: number): readonly Minor[] {
  const useful = values.filter((value) => value <= bounds.max && value % bounds.step === 0);
  return (useful.length > 0 ? [...useful] : [...values]).sort((a, b) => a - b).slice(0, most);
}
