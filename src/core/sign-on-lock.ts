// How often somebody may guess a PIN or a badge: the same rule at a table and at the site.

import type { Millis } from "./event.ts";

export const wrongMax = 5;
export const lockedMs = 60_000;

/** Wrong PINs and badges of the last minute, and until when nothing is taken. */
export interface SignOnLock {
  readonly wrongAt: readonly Millis[];
  readonly until: Millis;
}

export const freshLock: SignOnLock = { wrongAt: [], until: 0 };

export function isLocked({ until }: SignOnLock, at: Millis): boolean {
  return at < until;
}

/**
 * After one more wrong attempt: five within a minute lock for a minute, whoever signs on between them, for a guesser may have a PIN
 * of his own.
 */
export function afterWrong({ wrongAt, until }: SignOnLock, at: Millis): SignOnLock {
  const recent = [...wrongAt.filter((one) => one > at - lockedMs), at];
  return recent.length >= wrongMax ? { wrongAt: [], until: at + lockedMs } : { wrongAt: recent, until };
}
