// A seat's part of a settlement as the lines a dealer works through: what to pay, take, leave and return.

import type { Pot } from "#core/game";
import type { Minor } from "#core/money";
import type { Spot } from "#core/opening";
import type { Reason, Settlement, SpotResult, Transfer } from "#core/settlement";
import type { View } from "#core/view";
import { seatOf } from "../shared/seat-of.ts";

/** `done`: it was paid or taken at the other seat of a pair. */
export type Action = "pay" | "take" | "leave" | "return" | "done";

export interface SettleLine {
  readonly spot: Spot;
  readonly action: Action;
  readonly stake: Minor;
  readonly amount: Minor;
  /** What a full payment would have been, where the payer ran short. */
  readonly due?: Minor;
  readonly odds?: readonly [number, number];
  /** The dealer sees how much lies there; the table does not know. */
  readonly untracked?: true;
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
  const own = settlement.results.filter((result) => result.seat === seat);
  const pots = new Set(own.map(({ spot }) => spot).filter((spot) => seatOf(spot) === null));
  return own.flatMap((result): readonly SettleLine[] => {
    if (!pots.has(result.spot)) return [lineOf(settlement, result), ...partGivenBack(settlement, result)];
    // A pot is pushed whole, half by half; who wins none of it has nothing on the felt that is still his. What came to the wrong player
    // goes back into it.
    const own = `seat/${seat}`;
    const back = settlement.transfers.filter(({ from, to }) => from === own && to === result.spot).map(backInto);
    return [...back, ...settlement.transfers.filter(({ from, to }) => from === result.spot && to === own).map(shareOf)];
  });
}

function shareOf({ from, amount, why }: Transfer): SettleLine {
  return { spot: from, action: "pay", stake: 0, amount, why };
}

function backInto({ to, amount, why }: Transfer): SettleLine {
  return { spot: to, action: "take", stake: 0, amount, why };
}

function lineOf(settlement: Settlement, result: SpotResult): SettleLine {
  const { spot, stake, outcome, net, due, odds, untracked, pending, why } = result;
  const action = pending
    ? net < 0
      ? "take"
      : "return"
    : isStack(spot)
      ? "leave"
      : settledBefore(settlement, result)
        ? "done"
        : actions[outcome];
  const amount = pending ? stake : outcome === "win" || outcome === "win-partial" ? net : outcome === "lose" ? -net : stake;
  return {
    spot,
    action,
    stake,
    amount,
    why,
    ...(due !== undefined && { due }),
    ...(odds !== undefined && { odds }),
    ...(untracked && { untracked }),
  };
}

/** Chips in front of a player are his own: what comes back of them stays where it lies. */
function isStack(spot: Spot): boolean {
  return spot.endsWith("/stack");
}

/** The other seat of a spot between two players, "1/3/vs": 3 for seat 1. */
export function otherSeat(spot: Spot): number | null {
  const [owner = "", other = "", ...more] = spot.split("/");
  return more.length > 0 && seatOf(owner) !== null ? seatOf(other) : null;
}

/** Chips between two players move once: at the seat that is served first. */
function settledBefore({ order }: Settlement, { seat, spot }: SpotResult): boolean {
  const other = otherSeat(spot);
  const turn = other === null ? -1 : order.indexOf(other);
  return turn >= 0 && turn < order.indexOf(seat);
}

/** A stake above what the rules allow, or beyond what the bank may win, leaves its spot beside the result. */
function partGivenBack({ transfers }: Settlement, { seat, spot, stake, outcome }: SpotResult): readonly SettleLine[] {
  if (isStack(spot)) return [];
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

/** What the house takes from the pots. */
export function rakeOf({ transfers }: Settlement): Minor {
  return transfers.filter(({ from, to }) => seatOf(from) === null && to === "rake").reduce((sum, { amount }) => sum + amount, 0);
}

/** The pots in the middle: as the game counts them, and once they are made, as the settlement makes them. */
export function potsShown({ pots, settlement }: View): readonly Pot[] {
  if (settlement === null || settlement.outcome === "void") return pots;
  const made = new Map<string, Minor>();
  for (const { to, amount } of settlement.transfers) if (to.startsWith("pot/")) made.set(to, (made.get(to) ?? 0) + amount);
  return made.size === 0 ? pots : [...made].map(([pot, amount]) => ({ pot, amount }));
}

/** What has been paid, taken and given back so far, of what the whole round wants; and whether two counts of it agree. */
export interface Check {
  readonly seats: { readonly done: number; readonly all: number };
  readonly pay: { readonly done: Minor; readonly all: Minor };
  readonly take: { readonly done: Minor; readonly all: Minor };
  readonly back: { readonly done: Minor; readonly all: Minor };
  /** The lines say of every seat what the transfers say. */
  readonly agrees: boolean;
}

export function checkOf(settlement: Settlement & { readonly served: number }): Check {
  const { order, served } = settlement;
  const totals = order.map((seat) => totalsOf(settleLines(settlement, seat)));
  const sum = (name: keyof Totals) => ({
    done: totals.slice(0, served).reduce((all, one) => all + one[name], 0),
    all: totals.reduce((all, one) => all + one[name], 0),
  });
  const seats = new Set([...order, ...settlement.results.map(({ seat }) => seat)]);
  const agrees = [...seats].every((seat) => gainByLines(settlement, seat) === gainByTransfers(settlement, seat));
  return { seats: { done: served, all: order.length }, pay: sum("pay"), take: sum("take"), back: sum("back"), agrees };
}

/** A seat's profit as the results name it. */
function gainByLines({ results }: Settlement, seat: number): Minor {
  return results.reduce((sum, result) => sum + (result.seat === seat ? result.net : 0), 0);
}

/** The same as the chips move: into and out of what is the seat's own, its spots included. */
function gainByTransfers({ transfers }: Settlement, seat: number): Minor {
  const owns = (account: string): boolean => account === `seat/${seat}` || seatOf(account) === seat;
  return transfers.reduce((sum, { from, to, amount }) => sum + (owns(to) ? amount : 0) - (owns(from) ? amount : 0), 0);
}
