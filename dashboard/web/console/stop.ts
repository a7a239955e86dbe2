// Why the table stands still, and what that asks of whom.

import type { IrregularityCode } from "#core/irregularity";
import type { View } from "#core/view";
import { isIrregularity } from "#i18n/format";

/** `stop`: only the floor opens the table again. `check`: the dealer compares the felt. `void`: wagers go back, then play goes on. */
export interface Standstill {
  readonly kind: "stop" | "check" | "void";
  readonly code: IrregularityCode;
  readonly since: number;
  /** Whose steps to show: those of a void round, of a halt for the floor, or of the irregularity itself. */
  readonly steps: "void" | "floor" | "own";
  /** Wagers that still have to go back. */
  readonly owing: boolean;
  readonly device?: string;
  readonly place?: string;
}

/** What the screen shows of a view's stop; `early` is a STOP that overtook the view. */
export function standstill(view: View, early: { readonly code: string; readonly since: number } | null): Standstill | null {
  const { stop } = view;
  if (early !== null && (stop === null || stop.kind !== "latch")) {
    return { kind: "stop", code: codeOf(early.code), since: early.since, steps: "floor", owing: false };
  }
  if (stop === null) return null;
  const isVoid = view.settlement?.outcome === "void";
  const owing = isVoid && view.expected.some((opening) => opening.kind === "confirm" && opening.code === "paid");
  const { code, since, device, place } = stop;
  const kind = stop.kind === "void" ? "void" : stop.kind === "halt" && stop.answers.length === 0 ? "check" : "stop";
  const floor = stop.answers.length > 0 || (stop.kind === "latch" && view.round !== null && !isVoid);
  return {
    kind,
    code: codeOf(code),
    since,
    steps: isVoid ? "void" : floor ? "floor" : "own",
    owing,
    ...(device !== undefined && { device }),
    ...(place !== undefined && { place }),
  };
}

/** A code of a newer table than this page is at least a reason to call the floor. */
function codeOf(code: string): IrregularityCode {
  return isIrregularity(code) ? code : "called";
}
