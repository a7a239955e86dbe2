// The five steps of a round, and how far each has come.

import type { Phase, View } from "#core/view";
import { actsOf } from "./seat-state.ts";

export interface Step {
  readonly phase: Phase;
  readonly state: "todo" | "done" | "now" | "stopped";
  readonly now?: number;
  readonly of?: number;
}

const round: readonly Phase[] = ["bets", "deal", "decide", "reveal", "settle"];

export function phaseSteps(view: View): readonly Step[] {
  const at = round.indexOf(reached(view));
  return round.map((phase, i) => {
    if (at < 0 || i > at) return { phase, state: "todo" };
    if (i < at) return { phase, state: "done" };
    return { phase, state: view.stop === null ? "now" : "stopped", ...(view.phase === phase && progress(view)) };
  });
}

/** A void round is paid back in the phase in which it ended. */
function reached(view: View): Phase {
  if (view.settlement?.outcome !== "void") return view.phase;
  if (view.deal === null) return "bets";
  return view.deal.dealt < view.deal.of ? "deal" : "decide";
}

function progress(view: View): { readonly now?: number; readonly of?: number } {
  const { phase, deal, settlement } = view;
  if (phase === "deal" && deal !== null) return { now: deal.dealt, of: deal.of };
  if (phase === "settle" && settlement !== null && settlement.order.length > 0) {
    return { now: Math.min(settlement.served + 1, settlement.order.length), of: settlement.order.length };
  }
  // Where a pot is played for, turns go round: nobody knows how many are left.
  if (phase !== "decide" || view.pots.length > 0) return {};
  const acting = view.seats.filter((seat) => seat.playing && !seat.marks.some(({ code }) => code === "designated" || code === "sitsOut"));
  const acted = acting.filter((seat) => actsOf(seat).length > 0).length;
  return { now: Math.min(acted + 1, acting.length), of: acting.length };
}
