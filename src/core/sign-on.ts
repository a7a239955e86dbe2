// Who deals at this table. Every attempt to sign on is on record.

import type { Event } from "./event.ts";
import type { Operator } from "./operator.ts";
import { afterWrong, isLocked } from "./sign-on-lock.ts";
import type { Reply, Setup, Table } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

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
