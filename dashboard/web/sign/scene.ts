// What a sign shows now. Anything it cannot vouch for is replaced by words.

import type { Place } from "#core/felt";
import type { View } from "#core/view";
import { houseHand, openHands } from "../shared/open-places.ts";
import { seatOf } from "../shared/seat-of.ts";

export type Scene = "notValid" | "closed" | "suspended" | "void" | "reveal" | "paytable";

/** `valid`: the value is no older than its time to live, and of the pack that this sign shows. `gameSuspended`: by the house, in its pack. */
export function chooseScene(view: View, valid: boolean, gameSuspended = false): Scene {
  if (!valid) return "notValid";
  if (gameSuspended) return "suspended";
  const { stop, settlement, phase } = view;
  if (settlement?.outcome === "void" || stop?.kind === "void") return "void";
  if (stop !== null) return "suspended";
  if (phase === "closed" || phase === "scan") return "closed";
  const shown = (phase === "reveal" || phase === "settle") && (houseHand(view) !== null || openHands(view).length > 0);
  return shown ? "reveal" : "paytable";
}

/** The seat whose hand is shown, beside the bank's where there is one: the one being paid, else the one turned up last. */
export function handBeside(view: View, opened: Place | null): number | null {
  const { settlement } = view;
  const open = openHands(view).map(({ seat }) => seat);
  const served = settlement?.order[settlement.served];
  const turned = opened === null ? null : seatOf(opened);
  return open.find((seat) => seat === served) ?? open.find((seat) => seat === turned) ?? open.at(-1) ?? null;
}
