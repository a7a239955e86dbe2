// The next table from the one before it: what changed, and all the rest as it was.

import type { Played, Table } from "./table.ts";

/**
 * A table with some of its fields changed. Written out: of a spread as wide as this V8 makes a shape of its own at every place in the
 * program, until none is known any more and each field is copied by its name, which takes ten times as long.
 */
export function tableWith(table: Table, changes: Partial<Table>): Table {
  const copy: Table = {
    n: table.n,
    at: table.at,
    open: table.open,
    seated: table.seated,
    rounds: table.rounds,
    deck: table.deck,
    played: table.played,
    felt: table.felt,
    up: table.up,
    carry: table.carry,
    last: table.last,
    recalled: table.recalled,
    waitingRound: table.waitingRound,
    proposal: table.proposal,
    again: table.again,
    awaited: table.awaited,
    links: table.links,
    lamps: table.lamps,
    latch: table.latch,
    halt: table.halt,
    astray: table.astray,
    seen: table.seen,
    unseen: table.unseen,
    count: table.count,
    quarantine: table.quarantine,
    life: table.life,
    signing: table.signing,
    opening: table.opening,
    manual: table.manual,
    typed: table.typed,
    scan: table.scan,
    dealer: table.dealer,
    lock: table.lock,
    call: table.call,
    undo: table.undo,
    startedAt: table.startedAt,
    replies: table.replies,
  };
  return Object.assign(copy, changes);
}

type OptionalOf<T> = { [Field in keyof T]-?: Pick<T, Field> extends Required<Pick<T, Field>> ? never : Field }[keyof T];
/** Those a round may be without, in the order in which they come: one that is forgotten here does not compile. */
const optionalFields: Readonly<Record<OptionalOf<Played<unknown>>, true>> = { collected: true, won: true };
const optional = Object.keys(optionalFields) as readonly (keyof typeof optionalFields)[];

/** A round with some of its fields changed; see `tableWith`. */
export function playedWith(played: Played<unknown>, changes: Partial<Played<unknown>>): Played<unknown> {
  const copy: Played<unknown> = {
    number: played.number,
    openedAt: played.openedAt,
    round: played.round,
    opening: played.opening,
    betsClosed: played.betsClosed,
    revealed: played.revealed,
    settlement: played.settlement,
    concludedAt: played.concludedAt,
    served: played.served,
    asked: played.asked,
    voidedBy: played.voidedBy,
    revised: played.revised,
  };
  for (const field of optional) if (played[field] !== undefined) Object.assign(copy, { [field]: played[field] });
  return Object.assign(copy, changes);
}
