// Which journal is a table's own. A journal that is gone, or another one in its place, must not be taken for a new table: rounds would be
// numbered anew, and what was paid would be on no record.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalUnusable } from "./journal-file.ts";

/** Holds the journal's id, and nothing else. */
const markName = "journal.id";

/** @throws JournalUnusable when the table has played and its journal is gone */
export function expectOwn(folder: string, file: string): void {
  const mark = join(folder, markName);
  if (existsSync(file) || !existsSync(mark)) return;
  throw new JournalUnusable(
    file,
    "missing",
    `is gone, and this table has played: its rounds are in it. Put it back, or its newest copy (pitwire backup). Only where it is lost for good, and the surveillance knows: remove ${mark}, and the table begins anew.`,
  );
}

/**
 * The first journal of a folder is its own from then on.
 * @throws JournalUnusable when another one lies in its place
 */
export function claimOwn(folder: string, file: string, id: string): void {
  const mark = join(folder, markName);
  const own = existsSync(mark) ? readFileSync(mark, "utf8").trim() : null;
  if (own === id) return;
  if (own === null || own === "") {
    writeFileSync(`${mark}.new`, `${id}\n`, { mode: 0o600 });
    return renameSync(`${mark}.new`, mark);
  }
  throw new JournalUnusable(
    file,
    "missing",
    `is not this table's: its id is ${id}, and the table has written ${own}. Put that one back, or give this one a folder of its own.`,
  );
}
