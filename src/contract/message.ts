// What crosses MQTT. Every payload carries the same envelope: a reader knows which journal numbered it, when it was true and
// until when it may be shown as live. Nothing old is ever sent as new.

import { z } from "zod";
import type { Notice } from "#core/game";
import type { View } from "#core/view";
import { noticeSchema, viewSchema } from "./view.ts";

export const schemaVersion = 1 as const;

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

export const statusMessage = envelope.extend({ status: z.enum(["online", "suspended", "offline"]), why: z.string().nullable() });
export type StatusMessage = z.infer<typeof statusMessage>;

const pack = z.object({ id: z.string(), hash: z.string() });

/** Once a second, QoS 0, not retained: a reader that has heard none for two seconds shows nothing as live. */
export const beatMessage = envelope.extend({ pack: z.string() });
export type TableBeat = z.infer<typeof beatMessage>;

export const aboutMessage = envelope.extend({
  site: z.string(),
  table: z.string(),
  game: z.string(),
  title: z.string(),
  pack,
  software: z.string(),
  language: z.enum(["en", "it", "ro"]),
  currency: z.object({ code: z.string(), minorDigits: z.int().nonnegative() }),
  timeZone: z.string(),
  meters: z.array(z.string()),
});
export type AboutMessage = z.infer<typeof aboutMessage>;

export const factMessage = envelope.extend({ fact: z.looseObject({ kind: z.string(), round: z.int() }) });
export type FactMessage = z.infer<typeof factMessage>;

/** `pack`: hash of the rules this state was played by; a sign that prints others is not valid. */
export const stateMessage = envelope.extend({ pack: z.string(), view: viewSchema });
export type StateMessage = Omit<z.infer<typeof stateMessage>, "view"> & { readonly view: View };

export const paytableMessage = envelope.extend({ pack, title: z.string(), notice: noticeSchema });
export type PaytableMessage = Omit<z.infer<typeof paytableMessage>, "notice"> & { readonly notice: Notice };

export const alarmMessage = envelope.extend({
  alarm: z.object({
    id: z.string(),
    code: z.string(),
    priority: z.int(),
    weight: z.int(),
    since: z.int(),
    device: z.string().optional(),
    place: z.string().optional(),
    count: z.int().optional(),
    deck: z.string().optional(),
  }),
});

/** The journal's head: the hash of record `seq`, over all records before it, signed with Ed25519. Bytes are in hex. */
export const headMessage = envelope.extend({
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  signer: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** The one command that MQTT takes for now: repeat facts. */
export const repeatRequest = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  facts: z.strictObject({ from: z.int().positive(), limit: z.int().positive().max(1000).default(500) }),
});

export const repeatReply = envelope.extend({ facts: z.array(factMessage), next: z.int().nullable() });
