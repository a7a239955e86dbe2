// pitwire backup JOURNAL COPY: a copy that proves what happened and opens nothing.

import { copyJournal } from "#table/journal-copy";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

export const backup: Command = {
  usage: "pitwire backup JOURNAL COPY",
  about: "copy a journal, also of a running table, without the key of the round in play: for archives, and for whoever verifies",
  options: {},
  run: async ([journal, copy], _options, out) => {
    if (journal === undefined || copy === undefined) throw new BadFile("backup", [`write: ${backup.usage}`]);
    const { records } = copyJournal(journal, copy);
    out(`${copy}: ${records} records. Neither the service key nor the decks are in it: keep them apart from it.`);
    return 0;
  },
};
