// What a sign shows now. Anything it cannot vouch for is replaced by words.

import type { Place } from "#core/felt";
import type { View } from "#core/view";
import { allPlaces, houseHand, isOpen } from "../shared/open-places.ts";

export type Scene = "notValid" | "closed" | "suspended" | "void" | "reveal" | "paytable";

/** `valid`: the value is no older than its time to live, and of the pack that this sign shows. `gameSuspended`: by the house, in its pack. */
export function chooseScene(view: View, valid: boolean, gameSuspended = false): Scene {
  if (!valid) return "notValid";
  if (gameSuspended) return "suspended";
  const { stop, settlement, phase } = view;
  if (settlement?.outcome === "void" || stop?.kind === "void") return "void";
  if (stop !== null) return "suspended";
  if (phase === "closed" || phase === "scan") return "closed";
  const shown = (phase === "reveal" || phase === "settle") && houseHand(view) !== null;
  return shown ? "reveal" : "paytable";
}

/** The hand beside the bank's: the one being paid, else the one turned up last. */
export function handBeside(view: View, opened: Place | null): Place | null {
  const bank = houseHand(view)?.place ?? null;
  const { settlement } = view;
  const served = settlement?.order[settlement.served];
  const open = allPlaces(view).filter((place) => isOpen(place) && place.place !== bank);
  const paid = open.find(({ place }) => served !== undefined && Number.parseInt(place, 10) === served);
  return (paid ?? open.find(({ place }) => place === opened) ?? open.at(-1))?.place ?? null;
}
