// What the table wants its devices to show: derived, never stored, never sent as an event.

import { nextToServe, waiting } from "./derive.ts";
import type { LightSign } from "./device.ts";
import type { Setup, Table } from "./table.ts";

/** What a table's light shows: its standstill as the console words it, STOP before CHECK before READY. */
export function lightWanted(table: Table, setup: Setup<unknown>): LightSign {
  const { latch, halt, played } = table;
  if (latch !== null || (halt !== null && halt.answers.length > 0)) return "stop";
  const isGivenBack = played !== null && played.voidedBy !== null && nextToServe(played) !== null;
  if (halt !== null || isGivenBack) return "check";
  if (!table.open && played === null) return "closed";
  return waiting(table, setup).length > 0 ? "check" : "ready";
}
