// When a touch counts: released inside the key it began in, by the finger that began it, and not within 300 ms of the last one.
// A hold counts once its time is full.

export const lockoutMs = 300;
export const holdMs = 2_000;

export interface Guard {
  /** The finger that is down, and on which key. */
  readonly pointer: number | null;
  readonly key: string | null;
  readonly downAt: number;
  readonly lockedUntil: number;
}

export const freshGuard: Guard = { pointer: null, key: null, downAt: 0, lockedUntil: 0 };

/** A finger goes down on a key. A second one, or one too soon, is ignored. */
export function pressDown(guard: Guard, key: string, pointer: number, at: number): Guard {
  if (guard.pointer !== null || at < guard.lockedUntil) return guard;
  return { ...guard, pointer, key, downAt: at };
}

export interface Released {
  readonly guard: Guard;
  readonly acts: boolean;
}

/** A finger leaves the screen. `inside`: over the key it began in. A key that is held acts by `heldLongEnough` alone. */
export function pressUp(guard: Guard, key: string, pointer: number, at: number, inside: boolean): Released {
  if (guard.pointer !== pointer || guard.key !== key) return { guard, acts: false };
  const released = { ...guard, pointer: null, key: null };
  return inside ? { guard: { ...released, lockedUntil: at + lockoutMs }, acts: true } : { guard: released, acts: false };
}

/** The time of a hold is full: it acts now and the finger is done. */
export function heldLongEnough(guard: Guard, key: string, at: number): Released {
  if (guard.key !== key || at - guard.downAt < holdMs) return { guard, acts: false };
  return { guard: { pointer: null, key: null, downAt: guard.downAt, lockedUntil: at + lockoutMs }, acts: true };
}
