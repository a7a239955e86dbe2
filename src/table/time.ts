// What makes a shell move: a clock that never jumps, and timers. The simulator brings its own, so that a shift passes in a moment and twice
// in the same way.

import type { Millis } from "#core/event";

/** Something that will happen; only who made it knows more. */
export type Timer = object;

export interface Time {
  /** Milliseconds from any beginning, on a clock that never jumps. */
  now(): Millis;
  after(ms: Millis, run: () => void): Timer;
  /** `aside`: the process may end although it still stands. */
  every(ms: Millis, run: () => void, aside?: "aside"): Timer;
  clear(timer: Timer | null): void;
}

/** The machine's. */
export const realTime: Time = {
  now: () => performance.now(),
  after: (ms, run) => setTimeout(run, ms),
  every: (ms, run, aside) => {
    const timer = setInterval(run, ms);
    return aside === undefined ? timer : timer.unref();
  },
  clear: (timer) => {
    if (timer !== null) clearTimeout(timer as NodeJS.Timeout);
  },
};
