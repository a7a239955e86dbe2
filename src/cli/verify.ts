// pitwire verify JOURNAL: hashes every record again. Needs no key and changes nothing.

import { verifyJournal } from "#table/journal";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

export const verify: Command = {
  usage: "pitwire verify JOURNAL",
  about: "check every record of a journal; the first bad one is named",
  options: {},
  run: async ([file], _options, out) => {
    if (file === undefined) throw new BadFile("verify", ["name the journal: pitwire verify FOLDER/journal.sqlite"]);
    const { id, records, head, damage } = verifyJournal(file);
    out(`Journal ${id}: ${records} records stand whole. Head: record ${head.seq}, ${Buffer.from(head.hash).toString("hex")}`);
    if (damage === null) return 0;
    out(`Journal ${id}: ${damage.sentence}`);
    return 1;
  },
};
