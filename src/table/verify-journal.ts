// Verification of a journal in full: its hashes, and what it says. Records of the running edition are played again, their rounds
// settled again, and every card that was opened is compared with what was committed to when it was met. Needs no key.

import { assert } from "#core/assert";
import type { Event } from "#core/event";
import type { Fact } from "#core/fact";
import type { Held } from "#core/felt";
import type { AnyGame } from "#core/game";
import { step } from "#core/step";
import { emptyTable, type Setup, type Table } from "#core/table";
import { tableWith } from "#core/table-with";
import { findGame } from "#games/index";
import { opens } from "./commitments.ts";
import { type EditionContent, readEdition } from "./edition.ts";
import type { Head } from "./journal-chain.ts";
import { type CheckedRecord, JournalDamaged, type StoredSnapshot } from "./journal-check.ts";
import { openReading } from "./journal-file.ts";
import { readEditions, verifyJournal } from "./journal-reader.ts";
import type { Verification, Witness } from "./journal-verify.ts";

/** Records in a row that one edition wrote. */
export interface Stretch {
  readonly edition: string;
  /** What wrote it, where the journal says so. */
  readonly content: EditionContent | null;
  readonly from: number;
  to: number;
  /** How many of them were played again. */
  replayed: number;
}

export interface FullVerification extends Verification {
  readonly stretches: readonly Stretch[];
  readonly settled: number;
  readonly voided: number;
  /** Opened cards that are those committed to. */
  readonly opened: number;
}

/** The release that verifies, and may replay what it wrote itself. */
export interface Verifier {
  readonly software: string;
  /** Sees every event that is played again, in order. */
  readonly follow?: (played: Followed) => void;
}

/** An event played again: what was told, the table after it, and which edition it belongs to. */
export interface Followed {
  readonly facts: readonly Fact[];
  readonly table: Table;
  readonly content: EditionContent;
}

/**
 * Verifies a journal. With `heads` that were published earlier a cut or rewritten end shows too.
 * @throws JournalUnusable, JournalDamaged when there is nothing that could be read
 */
export function verifyInFull(file: string, { software, follow }: Verifier, heads: readonly Head[] = []): FullVerification {
  const db = openReading(file);
  const editions = ((): ReadonlyMap<string, string> => {
    try {
      return readEditions(db, file);
    } finally {
      db.close();
    }
  })();
  const replay = createReplay(file, editions, software, follow);
  const verification = verifyJournal(file, { heads, witness: replay });
  const { stretches, settled, voided, opened } = replay.found;
  return { ...verification, stretches, settled, voided, opened };
}

interface Tally {
  readonly stretches: Stretch[];
  settled: number;
  voided: number;
  opened: number;
}

/** Why a stretch was not played again from its first record on, in words for whoever verifies. */
export function whyNotReplayed({ content, replayed, from, to }: Stretch, software: string): string | null {
  if (replayed === to - from + 1) return null;
  if (content === null) return "the journal does not say what wrote it: hashes only";
  if (!isOwn(content, software)) return `hashes only; Pitwire ${content.software} replays it`;
  return replayed === 0 ? "hashes only: no snapshot to begin from" : `replayed from record ${to - replayed + 1} on`;
}

/** Whether the running program plays an edition as it was played. */
function isOwn({ software, game, edition }: EditionContent, running: string): boolean {
  return software === running && findGame(game)?.game.edition === edition;
}

/** Plays records again as they come. */
function createReplay(
  path: string,
  editions: ReadonlyMap<string, string>,
  software: string,
  follow: Verifier["follow"],
): Witness & { readonly found: Tally } {
  const found: Tally = { stretches: [], settled: 0, voided: 0, opened: 0 };
  let editionBytes: Buffer = Buffer.alloc(0);
  let stretch: Stretch | null = null;
  let rules: { readonly game: AnyGame; readonly setup: Setup<unknown> } | null = null;
  /** Null while nobody knows the state: another release brought the table here. */
  let table: Table | null = emptyTable as Table;
  const commitments = new Map<Held, string>();

  function turnTo({ seq, edition }: CheckedRecord): void {
    editionBytes = Buffer.from(edition);
    const name = edition.toString();
    const text = editions.get(name);
    const content = text === undefined ? null : readEdition(text);
    stretch = { edition: name, content, from: seq, to: seq, replayed: 0 };
    found.stretches.push(stretch);
    const entry = content !== null && isOwn(content, software) ? findGame(content.game) : null;
    rules = entry === null || content === null ? null : { game: entry.game, setup: content.setup };
    if (rules === null) table = null;
  }

  function play(record: CheckedRecord, now: Table, { game, setup }: NonNullable<typeof rules>): void {
    const event = JSON.parse(record.event.toString()) as Event;
    const { table: next, facts } = step(game, setup, now, event);
    if (JSON.stringify(facts) !== record.facts.toString() || next.n !== record.n || event.at !== record.at) {
      const sentence = `record ${record.seq} tells other facts than its event (${event.kind}) leads to`;
      throw new JournalDamaged(path, { seq: record.seq, what: "replay", sentence });
    }
    table = next;
    checkCommitments(record.seq, event, facts);
    if (stretch?.content) follow?.({ facts, table: next, content: stretch.content });
    for (const fact of facts) if (fact.kind === "roundEnded") fact.outcome === "settled" ? found.settled++ : found.voided++;
  }

  function checkCommitments(seq: number, event: Event, facts: readonly Fact[]): void {
    if (event.kind === "held" && event.commitment !== undefined) {
      if (commitments.has(event.held)) {
        const sentence = `record ${seq} commits to card ${event.held} a second time, before its round has ended`;
        throw new JournalDamaged(path, { seq, what: "commitment", sentence });
      }
      commitments.set(event.held, event.commitment);
    }
    if (event.kind === "opened") {
      for (const [held, card, salt] of event.faces) {
        if (!opens(commitments.get(held), card, salt)) {
          const sentence = `record ${seq} opens card ${held} as ${card}, which is not what was committed to when it was met`;
          throw new JournalDamaged(path, { seq, what: "commitment", sentence });
        }
        found.opened++;
      }
    }
    if (facts.some(({ kind }) => kind === "roundOpened" || kind === "roundEnded")) commitments.clear();
  }

  function hear(record: CheckedRecord): void {
    if (stretch === null || !record.edition.equals(editionBytes)) turnTo(record);
    assert(stretch !== null, "a record belongs to a stretch");
    stretch.to = record.seq;
    if (rules === null || table === null) return;
    play(record, table, rules);
    stretch.replayed++;
  }

  return {
    found,
    record: (record) => {
      try {
        hear(record);
      } catch (error) {
        if (error instanceof JournalDamaged) throw error;
        // Its hashes fit, and nobody can play it: the chain was reckoned anew over what no table writes.
        const sentence = `record ${record.seq} can't be played again (${(error as Error).message}): no table has written it so`;
        throw new JournalDamaged(path, { seq: record.seq, what: "replay", sentence });
      }
    },
    snapshot: ({ seq, state }: StoredSnapshot) => {
      if (rules === null) return;
      if (table === null) {
        table = tableWith(emptyTable as Table, (JSON.parse(state) as { table: Table }).table);
      } else if (!state.startsWith(`{"table":${JSON.stringify(table)},"handles":`)) {
        const sentence = `the snapshot after record ${seq} is not the state that the records lead to`;
        throw new JournalDamaged(path, { seq, what: "snapshot", sentence });
      }
    },
  };
}
