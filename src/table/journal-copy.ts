// A copy of a journal that holds no key: whoever finds a backup can prove with it what happened, and open nothing.

import { chmodSync, existsSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { openReading } from "./journal-file.ts";
import { BadFile } from "./problems.ts";

/**
 * Copies a journal as it is now, beside its writer if there is one.
 * @throws BadFile when there is a file of that name, JournalUnusable, JournalDamaged
 */
export function copyJournal(file: string, copy: string): { readonly records: number } {
  if (existsSync(copy)) throw new BadFile(copy, ["there is a file of this name already; a backup is never written over"]);
  const draft = `${copy}.new`;
  rmSync(draft, { force: true });
  const db = openReading(file);
  try {
    // A page at a time as SQLite reads it: what lies in free pages is not copied.
    db.prepare("vacuum into ?").run(draft);
  } finally {
    db.close();
  }
  chmodSync(draft, 0o600);
  const made = new Database(draft);
  try {
    made.pragma("secure_delete = on");
    made.exec("delete from keys");
    const records = made.prepare<[], number>("select count(*) from events").pluck().get() as number;
    made.prepare("vacuum into ?").run(copy);
    chmodSync(copy, 0o600);
    return { records };
  } finally {
    made.close();
    rmSync(draft, { force: true });
  }
}
