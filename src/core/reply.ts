// What a command is answered.

import type { Reply } from "./table.ts";

export const done: Reply = { ok: true };

/** `why` and `params` choose and fill the text that whoever entered it reads. */
export function no(why: string, params?: Readonly<Record<string, string | number>>): Reply {
  return { ok: false, why, ...(params && { params }) };
}
