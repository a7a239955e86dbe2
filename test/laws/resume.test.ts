// A shift cut after every single record, from any snapshot before the cut: the table is exactly what it was, and so is what the vault
// knows.

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { emptyTable } from "#core/table";
import { games } from "#games/index";
import { createEngine } from "#table/engine";
import type { OpenedJournal, StoredRow } from "#table/journal";
import type { EraKey } from "#table/vault";
import { makeJournalPath } from "../unit/table/journal-bed.ts";
import { recordShift, restoreFor, type Shift, vaultFor } from "./recorded-shift.ts";
import { antennasOf, numbers } from "./story.ts";

interface Written {
  readonly id: string;
  readonly rows: readonly StoredRow[];
  readonly editions: ReadonlyMap<string, string>;
}

function readAll(file: string): Written {
  const db = new Database(file, { readonly: true });
  const id = db.prepare<[], string>("select value from meta where key = 'journal'").pluck().get() as string;
  const blobs = db.prepare<[number], Buffer>("select bytes from sealed where seq = ? order by i").pluck();
  const rows = db.prepare<[], Omit<StoredRow, "sealed">>("select seq, at, edition, event, facts, n from events order by seq").all();
  const editions = new Map(db.prepare<[], [string, string]>("select name, content from editions").raw().all());
  const written = { id, rows: rows.map((row) => ({ ...row, sealed: blobs.all(row.seq) })), editions };
  db.close();
  return written;
}

/** Keys with the records that brought them: each begins where a round was opened or ended, or with the first record. */
function keysAt({ rows }: Written, { keys }: Shift): readonly (EraKey & { readonly seq: number })[] {
  const begins = rows.flatMap(({ seq, facts }) => (seq === 1 || /"kind":"round(Opened|Ended)"/.test(facts) ? [seq] : []));
  expect(begins).toHaveLength(keys.length);
  return keys.map((key, i) => ({ ...key, seq: begins[i] as number }));
}

/** What a snapshot after each record would hold. */
function snapshotsOf(written: Written, shift: Shift, keys: readonly EraKey[]): readonly string[] {
  const { world, setup } = shift;
  const engine = createEngine({
    game: world.entry.game,
    setup,
    vault: vaultFor(written.id),
    antennas: antennasOf(world),
    table: emptyTable,
  });
  return written.rows.map(({ event, facts, sealed }) => {
    engine.replay({ event: JSON.parse(event), facts, sealed, keyOf: (era) => keys.find((key) => key.era === era), setup });
    return engine.snapshot();
  });
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("goes on from every record as if nothing had happened", async () => {
    const file = makeJournalPath();
    const shift = await recordShift(file, entry, { seed: 21, rounds: 2, mistakes: 0.04 });
    const written = readAll(file);
    const keys = keysAt(written, shift);
    const snapshots = snapshotsOf(written, shift, keys);
    const random = numbers(5);
    for (let cut = 1; cut <= written.rows.length; cut++) {
      // Now and then the snapshot is the cut itself, or there is none.
      const from = Math.max(0, cut - Math.floor(random() * 60));
      const alive = keys.findLast(({ seq }) => seq <= cut) as (typeof keys)[number];
      const last = written.rows[cut - 1] as StoredRow;
      const opened: Omit<OpenedJournal, "journal" | "checkedFrom"> & { readonly journal: { readonly id: string } } = {
        journal: { id: written.id },
        snapshot: from === 0 ? null : { seq: from, n: 0, state: snapshots[from - 1] as string },
        rows: written.rows.slice(from, cut),
        keys: [alive],
        editions: written.editions,
        last: () => ({ edition: last.edition, kind: JSON.parse(last.event).kind }),
        sealedBetween: (first, end) =>
          written.rows.flatMap(({ seq, sealed }) => (seq >= first && seq <= end ? sealed.map((bytes) => ({ seq, bytes })) : [])),
      };
      const { engine } = restoreFor(opened as OpenedJournal, shift.world);
      expect(JSON.stringify(engine.table) === shift.states[cut - 1], `cut after record ${cut}, from ${from}`).toBe(true);
      expect(handlesOf(engine.snapshot()), `cut after record ${cut}, from ${from}`).toEqual(handlesOf(snapshots[cut - 1] as string));
    }
  });
});

const handlesOf = (snapshot: string): readonly number[] =>
  (JSON.parse(snapshot) as { handles: number[] }).handles.toSorted((a, b) => a - b);
