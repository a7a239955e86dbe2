// What a person at a terminal has a table do, by PIN: the table itself while it runs, else its journal.

import { randomUUID } from "node:crypto";
import type { Command } from "#core/event";
import { refusal } from "#i18n/format";
import type { TableConfig } from "./config.ts";
import { JournalUnusable } from "./journal.ts";
import { takeAtRest } from "./open-table.ts";
import { operatorByPin } from "./pin.ts";
import { askTable } from "./running-table.ts";

/** How a running table is asked, where it is not by the command itself. */
interface Asked {
  readonly path: string;
  readonly body: object;
}

/** Null: done; else why not, in words. @throws as `takeAtRest` */
export async function commandTable(config: TableConfig, pin: string, command: Command, running?: Asked): Promise<string | null> {
  const by = await operatorByPin(config.operators, pin);
  if (by === null) return refusal("en", "pin");
  const id = randomUUID();
  try {
    const answer = await takeAtRest(config, (at) => ({ kind: "command", at, id, by, command }));
    return answer.ok ? null : refusal("en", answer.why, answer.params);
  } catch (error) {
    if (!(error instanceof JournalUnusable && error.why === "held")) throw error;
    return askTable(config, running?.path ?? "/api/commands", { ...(running?.body ?? { id, command }), pin });
  }
}
