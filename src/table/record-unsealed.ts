// That two people have opened a round is written into the journal: by the table while it runs, else here.

import { randomUUID } from "node:crypto";
import type { TableConfig } from "./config.ts";
import { JournalUnusable } from "./journal.ts";
import { takeAtRest } from "./open-table.ts";
import { type ProvenRecord, proofOf, type Unsealed } from "./proven-record.ts";
import { readServiceKey } from "./service-key.ts";

/**
 * Writes the record, and resolves once it is on the disk.
 * @throws Error when it can't be written: then nothing may be shown
 */
export async function recordUnsealed(config: TableConfig, unsealed: Unsealed): Promise<void> {
  try {
    await takeAtRest(config, (at) => ({ kind: "unsealed", at, ...unsealed }));
  } catch (error) {
    if (!(error instanceof JournalUnusable && error.why === "held")) throw error;
    await sendToTable(config, unsealed);
  }
}

async function sendToTable(config: TableConfig, unsealed: Unsealed): Promise<void> {
  const { address, port } = config.http;
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  const unproven = { ...unsealed, id: randomUUID(), sentAt: Date.now() };
  const record: ProvenRecord = { ...unproven, proof: proofOf(readServiceKey(config.folder), unproven).toString("hex") };
  const refusal = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/api/records`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(record),
  }).then(
    async (reply) => (reply.ok ? null : ((await reply.json()) as { text?: string }).text),
    (error: Error) => error.message,
  );
  if (refusal !== null) throw new Error(`The running table could not put this on record (${refusal}), so nothing is shown.`);
}
