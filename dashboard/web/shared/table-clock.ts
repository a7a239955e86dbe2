// Time as the table has it: the last beat plus what has gone by here since. The clock of this screen is never trusted.

import { signal } from "@preact/signals";

/** Milliseconds since 1970 at the table, renewed four times a second; 0 before the first beat. */
export const tableNow = signal(0);

let beatAt = 0;
let heardAt = 0;

export function heardBeat(at: number): void {
  beatAt = at;
  heardAt = performance.now();
  tick();
}

function tick(): void {
  if (beatAt > 0) tableNow.value = beatAt + (performance.now() - heardAt);
}

/** Milliseconds since the last beat; infinite before the first. */
export function silentForMs(): number {
  return beatAt === 0 ? Number.POSITIVE_INFINITY : performance.now() - heardAt;
}

/** Starts the clock; `each` runs at every tick. */
export function startClock(each: () => void): void {
  setInterval(() => {
    tick();
    each();
  }, 250);
}
