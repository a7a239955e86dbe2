// An era is a round, or the time between two: cards that are met in it have handles and a key of their own.

/** The era of a round, and that of the time after it (before the first round: after round 0). */
export function eraOf(round: number, playing: boolean): number {
  return 2 * round + (playing ? 0 : 1);
}

/** An era, for a sentence. */
export function nameOfEra(era: number): string {
  return era % 2 === 0 ? `round ${era / 2}` : `the time after round ${(era - 1) / 2}`;
}
