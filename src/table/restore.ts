// The state as it was: the last snapshot, and the events since, each telling the same facts again.

import type { AnyGame } from "#core/game";
import { emptyTable, type Setup, type Table } from "#core/table";
import { tableWith } from "#core/table-with";
import { type EditionContent, readEdition } from "./edition.ts";
import { type Antennas, createEngine, type Engine, type Kept } from "./engine.ts";
import type { OpenedJournal } from "./journal.ts";
import type { EraKey, Vault } from "./vault.ts";

export interface Restored {
  readonly engine: Engine;
  /** The kind of the last event; null for a new journal. */
  readonly lastKind: string | null;
  /** Rows that were replayed. */
  readonly replayed: number;
  /** Another edition wrote the last row. */
  readonly isUpgraded: boolean;
}

export interface RestoreOptions {
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly vault: Vault;
  readonly antennas: Antennas;
  /** The edition that goes on. */
  readonly edition: string;
  readonly pack: EditionContent["pack"];
}

/** @throws Error naming the record that can't be replayed, or the rules that a round in play was begun under */
export function restore(opened: OpenedJournal, options: RestoreOptions): Restored {
  const { game, setup, vault, antennas, edition, pack } = options;
  const { snapshot, rows, journal } = opened;
  const keyOf = (era: number): EraKey | undefined => opened.keys.find((key) => key.era === era);
  const last = opened.last();
  if (last !== null && opened.keys.length === 0) {
    throw new Error(
      `Journal ${journal.id} has no key for the cards in play: it is a copy made by "pitwire backup", or the key was taken out. Put the table's own journal back, or move this one away to begin a new one.`,
    );
  }
  const kept: Kept = snapshot === null ? { table: emptyTable as Table, handles: [] } : readKept(snapshot.state);
  recall(kept, opened, vault);
  const engine = createEngine({ game, setup, vault, antennas, table: kept.table });
  const contents = new Map<string, EditionContent>();
  const contentOf = (name: string): EditionContent | null => {
    const text = opened.editions.get(name);
    if (text !== undefined && !contents.has(name)) contents.set(name, readEdition(text));
    return contents.get(name) ?? null;
  };
  let replayed = 0;
  for (const row of rows) {
    const event = JSON.parse(row.event);
    try {
      engine.replay({ event, facts: row.facts, sealed: row.sealed, keyOf, setup: contentOf(row.edition)?.setup ?? setup });
    } catch (error) {
      throw new Error(
        `Journal ${journal.id}, record ${row.seq}: ${(error as Error).message}. It was written by ${writerOf(row.edition, contentOf(row.edition))}. Start that release to end the round, or keep the file as evidence and begin a new journal.`,
      );
    }
    replayed++;
  }
  if (last !== null) checkRules(engine.table, contentOf(last.edition), pack, journal.id);
  return { engine, lastKind: last?.kind ?? null, replayed, isUpgraded: last !== null && last.edition !== edition };
}

/** What a snapshot holds; what this release keeps beside it is as at a new table. */
function readKept(state: string): Kept {
  const { table, handles } = JSON.parse(state) as Kept;
  return { table: tableWith(emptyTable as Table, table), handles };
}

/** Gives the vault back the cards that the snapshot's era has met. */
function recall({ table, handles }: Kept, opened: OpenedJournal, vault: Vault): void {
  const { snapshot } = opened;
  if (snapshot === null) return;
  const deck = table.scan?.of ?? table.deck;
  if (deck !== null) vault.use(deck);
  const key = opened.keys.find((one) => one.seq <= snapshot.seq);
  // An era that ended since: its key is gone, and nobody asks for its cards.
  if (key === undefined) return;
  vault.resume(key);
  const only = new Set(handles);
  for (const { seq, bytes } of opened.sealedBetween(key.seq, snapshot.seq)) if (seq > key.seq) vault.recall(bytes, only);
}

/** A round is played to its end by the rules it was begun under. */
function checkRules(table: Table, content: EditionContent | null, pack: EditionContent["pack"], journal: string): void {
  if (table.played === null || content === null || content.pack.hash === pack.hash) return;
  throw new Error(
    `Journal ${journal}: round ${table.played.number} was begun under the rules ${content.pack.id} (${content.pack.hash.slice(0, 8)}), and is not over. Start the table with these rules once more to end it; then change to ${pack.id} (${pack.hash.slice(0, 8)}).`,
  );
}

function writerOf(edition: string, content: EditionContent | null): string {
  return content === null
    ? edition
    : `Pitwire ${content.software} (${content.game}, rules ${content.pack.id} ${content.pack.hash.slice(0, 8)})`;
}
