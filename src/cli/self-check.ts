// The self-check at the start: what lies here is compared with what was installed, before anything is made of it.

import { checkInstallation } from "#table/installation";
import type { emulatedPlace, Place, placeOf } from "./locked.ts";

interface Locked {
  readonly emulatedPlace: typeof emulatedPlace;
  readonly placeOf: typeof placeOf;
}

/**
 * @param place where the pages of whatever would start are; asked only when it must not
 * @returns null when everything is as installed; else the exit status, once the locked table has been stopped
 */
export async function lockedUnlessWhole(place: (locked: Locked) => Place, out: (line: string) => void): Promise<number | null> {
  const found = checkInstallation();
  if (found.faults.length === 0) return null;
  const locked = await import("./locked.ts");
  return locked.stayLocked(found, place(locked), out);
}
