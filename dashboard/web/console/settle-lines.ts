// A seat's part of a settlement as the lines a dealer works through: what to pay, take, leave and return.

import type { Minor } from "#core/money";
import type { Spot } from "#core/opening";
import type { Reason, Settlement, SpotResult } from "#core/settlement";

export type Action = "pay" | "take" | "leave" | "return";

export interface SettleLine {
  readonly spot: Spot;
  readonly action: Action;
  readonly stake: Minor;
  readonly amount: Minor;
  /** What a full payment would have been, where the payer ran short. */
  readonly due?: Minor;
  readonly odds?: readonly [number, number];
  readonly why: Reason;
}

const actions: Readonly<Record<SpotResult["outcome"], Action>> = {
  win: "pay",
  "win-partial": "pay",
  lose: "take",
  push: "leave",
  returned: "return",
};

/** Lines of one seat, wagers in the order of the settlement, a part that goes back beside what was taken. */
export function settleLines(settlement: Settlement, seat: number): readonly SettleLine[] {
  return settlement.results
    .filter((result) => result.seat === seat)
    .flatMap((result) => [lineOf(result), ...partGivenBack(settlement, result)]);
}

function lineOf({ spot, stake, outcome, net, due, odds, why }: SpotResult): SettleLine {
  const action = actions[outcome];
  const amount = action === "pay" ? net : action === "take" ? -net : stake;
  return { spot, action, stake, amount, why, ...(due !== undefined && { due }), ...(odds !== undefined && { odds }) };
}

/** A stake above what the rules allow, or beyond what the bank may win, leaves its spot beside the result. */
function partGivenBack({ transfers }: Settlement, { seat, spot, stake, outcome }: SpotResult): readonly SettleLine[] {
  const back = transfers.filter(({ from, to }) => from === spot && to === `seat/${seat}`);
  const whole = back.reduce((sum, { amount }) => sum + amount, 0);
  const part = whole - (outcome === "lose" ? 0 : stake);
  const why = back[0]?.why;
  return part > 0 && why !== undefined ? [{ spot, action: "return", stake: part, amount: part, why }] : [];
}

export interface Totals {
  readonly pay: Minor;
  readonly take: Minor;
  readonly back: Minor;
}

export function totalsOf(lines: readonly SettleLine[]): Totals {
  const sum = (action: Action): Minor => lines.filter((line) => line.action === action).reduce((all, { amount }) => all + amount, 0);
  return { pay: sum("pay"), take: sum("take"), back: sum("return") };
}
