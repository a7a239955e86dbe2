// The last changes of what runs at a table: program, build, rules, profiles, configuration. The journal holds them by itself: each edition
// begins with a snapshot that is kept for ever.

import type Database from "better-sqlite3";
import type { ChangeEntry } from "#contract/program";
import { changesBetween, type EditionContent, readEdition } from "./edition.ts";
import { readingJournal } from "./journal-check.ts";

/** The newest changes, the last one first. */
export function readChanges(db: Database.Database, file: string, count: number): readonly ChangeEntry[] {
  return readingJournal(file, () => {
    const contents = new Map(db.prepare<[], [string, string]>("select name, content from editions").raw().all());
    const turns = db
      .prepare<[], { seq: number; at: number; edition: string }>(
        "select seq, at, edition from events where seq = 1 or seq in (select seq from snapshots) order by seq",
      )
      .all();
    const entries: ChangeEntry[] = [];
    let before: EditionContent | null = null;
    let name = "";
    for (const { seq, at, edition } of turns) {
      const text = contents.get(edition);
      if (text === undefined || edition === name) continue;
      const content = readEdition(text);
      entries.push({ at, seq, changes: changesBetween(before, content) });
      before = content;
      name = edition;
    }
    return entries.slice(-count).reverse();
  });
}
