// One turn of a table: the draft that a single event works on.

import type { Fact, FactBody, Source } from "./fact.ts";
import type { AnyGame } from "./game.ts";
import type { Played, Reply, Setup, Table } from "./table.ts";
import { playedWith, tableWith } from "./table-with.ts";

export interface Turn {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the rules belong to the game, which is closed over
  readonly setup: Setup<any>;
  table: Table;
  readonly facts: Fact[];
  reply?: Reply;
}

/** Changes the table. Earlier ones, and whoever holds one, never see it: each is a value. */
export function amend(turn: Turn, changes: Partial<Table>): void {
  turn.table = tableWith(turn.table, changes);
}

/** Adds a numbered fact, of the round in play unless another is named. */
export function tell(turn: Turn, body: FactBody, round: number = turn.table.played?.number ?? turn.table.rounds): void {
  const n = turn.table.n + 1;
  turn.facts.push({ n, at: turn.table.at, round, ...body });
  amend(turn, { n });
}

/** Changes the round in play; there must be one. */
export function change(turn: Turn, changes: Partial<Played<unknown>>): void {
  if (turn.table.played === null) return;
  amend(turn, { played: playedWith(turn.table.played, changes) });
}

/** Whether a round is being played and has not been settled. */
export function inPlay(turn: Turn): boolean {
  return turn.table.played !== null && turn.table.played.settlement === null;
}

export function sourceOf(event: { readonly device: string; readonly seq?: number }): Source {
  return event.seq === undefined ? { device: event.device } : { device: event.device, seq: event.seq };
}
