// pitwire about [JOURNAL]: what is installed, by its digests, and what has changed at a table.

import type { ChangeEntry } from "#contract/program";
import { changeText, say } from "#i18n/format";
import { readChanges } from "#table/changes";
import { checkInstallation } from "#table/installation";
import { openReading } from "#table/journal-file";
import type { Command } from "./command.ts";

const changesShown = 10;

export const about: Command = {
  usage: "pitwire about [JOURNAL] [--digests]",
  about: "say what is installed and whether it is whole; with a journal, the last ten changes at its table; --digests lists every file",
  options: { digests: { type: "boolean" } },
  run: async ([journal], { digests }, out) => {
    const { version, build, files, faults } = checkInstallation();
    out(`Pitwire ${version}, build ${build === "" ? "unknown" : build}`);
    for (const { file, what } of faults) out(`  ${say("en", `lock.${what}`, { file })}`);
    if (faults.length === 0) out(`  ${say("en", "program.files", { count: files.length })}`);
    if (digests === true) for (const { file, sha256 } of files) out(`  ${sha256}  ${file}`);
    if (journal !== undefined) for (const entry of changesOf(journal)) for (const line of linesOf(entry)) out(line);
    return faults.length === 0 ? 0 : 1;
  },
};

function changesOf(journal: string): readonly ChangeEntry[] {
  const db = openReading(journal);
  try {
    return readChanges(db, journal, changesShown);
  } finally {
    db.close();
  }
}

function linesOf({ at, seq, changes }: ChangeEntry): readonly string[] {
  const when = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
  return changes.map((change) => `  ${when}  ${say("en", "program.record", { seq })}: ${changeText("en", change)}`);
}
