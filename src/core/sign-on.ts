// Who deals at this table, and how often somebody may guess. Every attempt is on record.

import type { Event, Millis } from "./event.ts";
import type { Operator } from "./operator.ts";
import type { Reply, Setup, Table } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

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

/** A PIN or a badge was tried: whose it was, or that it was nobody's. */
export function tried(turn: Turn, { how, by, device }: Extract<Event, { kind: "attempt" }>): void {
  const from = device === undefined ? {} : { device };
  if (by !== null) return tell(turn, { kind: "attempt", how, by: by.name, role: by.role, ...from });
  const { lock, at } = turn.table;
  // What comes while it is locked is refused unseen: it neither counts nor makes the lock longer.
  const next = isLocked(lock, at) ? lock : afterWrong(lock, at);
  amend(turn, { lock: next });
  tell(turn, { kind: "attempt", how, by: null, ...from });
  if (next !== lock && isLocked(next, at)) tell(turn, { kind: "locked", until: next.until });
}

/** Whether the table waits for somebody to sign on before anything else. */
export function needsDealer(table: Table, setup: Setup<unknown>): boolean {
  return setup.signOn === true && table.dealer === null;
}

/** The next dealer takes over in one step: who dealt before is signed off by it. */
export function signOn(turn: Turn, { name, language }: Operator): Reply {
  const before = turn.table.dealer?.name ?? null;
  if (before === name) return { ok: true };
  amend(turn, { dealer: { name, since: turn.table.at, ...(language !== undefined && { language }) } });
  tell(turn, { kind: "dealer", name, before });
  return { ok: true };
}

export function signOff(turn: Turn): Reply {
  const before = turn.table.dealer?.name ?? null;
  if (before === null) return { ok: true };
  amend(turn, { dealer: null });
  tell(turn, { kind: "dealer", name: null, before });
  return { ok: true };
}
