// That two people have opened a round, or taken the tags of a deck out, is written into the journal: by the table while it runs, else here.

import { randomUUID } from "node:crypto";
import type { TableConfig } from "./config.ts";
import { JournalUnusable } from "./journal.ts";
import { takeAtRest } from "./open-table.ts";
import { type Deed, eventOf, type ProvenRecord, proofOf } from "./proven-record.ts";
import { askTable } from "./running-table.ts";
import { readServiceKey } from "./service-key.ts";

/**
 * Writes the record, and resolves once it is on the disk.
 * @throws Error when it can't be written: then nothing may be shown
 */
export async function recordDeed(config: TableConfig, deed: Deed): Promise<void> {
  try {
    await takeAtRest(config, (at) => eventOf(deed, at));
  } catch (error) {
    if (!(error instanceof JournalUnusable && error.why === "held")) throw error;
    const unproven = { ...deed, id: randomUUID(), sentAt: Date.now() };
    const record: ProvenRecord = { ...unproven, proof: proofOf(readServiceKey(config.folder), unproven).toString("hex") };
    const refusal = await askTable(config, "/api/records", record);
    if (refusal !== null) throw new Error(`The running table could not put this on record (${refusal}), so nothing is shown.`);
  }
}
