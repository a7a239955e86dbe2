// What crosses MQTT. Every payload carries the same envelope: a reader knows which journal numbered it, when it was true and
// until when it may be shown as live. Nothing old is ever sent as new.

import { z } from "zod";

export const schemaVersion = 1;

export const envelope = z.object({
  schema: z.literal(schemaVersion),
  /** The journal's id: the same fact keeps the same `journal` and `n` however often it is sent. */
  journal: z.string(),
  n: z.int().nonnegative(),
  /** Milliseconds since 1970. */
  at: z.int().nonnegative(),
  /** Milliseconds after `at` during which the payload may be shown as live; null: for ever (a record). */
  ttl: z.int().positive().nullable(),
});
export type Envelope = z.infer<typeof envelope>;

export const statusMessage = envelope.extend({ status: z.enum(["online", "suspended", "offline"]), why: z.string().nullable() });
export type StatusMessage = z.infer<typeof statusMessage>;

export const aboutMessage = envelope.extend({
  site: z.string(),
  table: z.string(),
  game: z.string(),
  title: z.string(),
  pack: z.object({ id: z.string(), hash: z.string() }),
  software: z.string(),
});
export type AboutMessage = z.infer<typeof aboutMessage>;

export const factMessage = envelope.extend({ fact: z.looseObject({ kind: z.string(), round: z.int() }) });
export type FactMessage = z.infer<typeof factMessage>;

export const stateMessage = envelope.extend({ view: z.looseObject({ audience: z.literal("public"), phase: z.string() }) });
export const alarmMessage = envelope.extend({
  alarm: z.object({
    id: z.string(),
    code: z.string(),
    priority: z.int(),
    since: z.int(),
    device: z.string().optional(),
    place: z.string().optional(),
  }),
});

/** The one command that MQTT takes for now: repeat facts. */
export const repeatRequest = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  facts: z.strictObject({ from: z.int().positive(), limit: z.int().positive().max(1000).default(500) }),
});
export type RepeatRequest = z.infer<typeof repeatRequest>;

export const repeatReply = envelope.extend({ facts: z.array(factMessage), next: z.int().nullable() });
