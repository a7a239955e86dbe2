// What happened at a device's link, kept so that it can be played again: the last 64 KiB received, what was sent, and a state of the
// driver from which its bytes make sense. Nothing is taken apart until somebody wants to see it.

import type { Millis } from "#core/event";
import type { Moment } from "#wire/session";

/** A moment, with the time of day at which the table took what it brought. */
export interface Taped extends Moment {
  readonly takenAt: Millis;
}

export interface Taping {
  /** The driver's state before the first moment. */
  readonly state: unknown;
  readonly moments: readonly Taped[];
  /** Number of the first moment, counted from the start of the program. */
  readonly from: number;
}

export interface Tape {
  /** Notes a moment; `state` is the driver's before it. */
  note(moment: Moment, state: unknown): void;
  /** When the last moment was taken. */
  takenAt(): Millis;
  /** The oldest that is kept, or the first moment from number `from` on where that is still there. */
  read(): Taping;
  since(from: number): readonly Taped[] | null;
}

interface Stretch {
  readonly state: unknown;
  readonly from: number;
  readonly moments: Taped[];
  bytes: number;
}

const keptBytes = 65_536;
/** A stretch is let go as a whole: so much may be kept beyond what was promised, and so many moments without bytes. */
const stretchBytes = 8192;
const stretchMoments = 1024;

export function makeTape(clock: () => Millis): Tape {
  const stretches: Stretch[] = [];
  let count = 0;
  let takenAt = clock();

  function current(state: unknown): Stretch {
    const last = stretches.at(-1);
    if (last !== undefined && last.bytes < stretchBytes && last.moments.length < stretchMoments) return last;
    const fresh = { state, from: count, moments: [], bytes: 0 };
    stretches.push(fresh);
    const kept = (): number => stretches.slice(1).reduce((sum, one) => sum + one.bytes, 0);
    while (stretches.length > 1 && (kept() >= keptBytes || stretches.length > 1 + (2 * keptBytes) / stretchBytes)) stretches.shift();
    return fresh;
  }

  return {
    note(moment, state) {
      takenAt = clock();
      const stretch = current(state);
      stretch.moments.push({ ...moment, takenAt });
      if (moment.what === "in") stretch.bytes += moment.bytes.length;
      count++;
    },
    takenAt: () => takenAt,
    read: () => ({
      state: stretches[0]?.state ?? null,
      moments: stretches.flatMap(({ moments }) => moments),
      from: stretches[0]?.from ?? count,
    }),
    since(from) {
      const first = stretches[0]?.from ?? count;
      if (from < first) return null;
      return stretches.flatMap(({ moments, from: begins }) =>
        begins + moments.length <= from ? [] : moments.slice(Math.max(0, from - begins)),
      );
    },
  };
}
