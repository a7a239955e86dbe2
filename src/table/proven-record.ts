// A record that a command hands to a running table, with the proof that it comes from somebody who has the table's service key.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Event } from "#core/event";

type Unsealed = Extract<Event, { kind: "unsealed" }>;

/** What two people did together: opened a round that is over, or took the tags of a deck out. */
export interface Deed extends Pick<Unsealed, "by" | "reason"> {
  readonly of: Unsealed["of"] | { readonly deck: string };
}

/** As an event of the table. */
export function eventOf({ of, by, reason }: Deed, at: number): Extract<Event, { kind: "unsealed" | "exported" }> {
  return typeof of === "number" ? { kind: "unsealed", at, of, by, reason } : { kind: "exported", at, deck: of.deck, by, reason };
}

/** A record for a running table, and the proof that it comes from somebody who has its service key. */
export interface ProvenRecord extends Deed {
  readonly id: string;
  /** Milliseconds since 1970: an old one is not taken. */
  readonly sentAt: number;
  readonly proof: string;
}

const freshForMs = 60_000;

/** What shows that a record comes from a holder of the service key. */
export function proofOf(serviceKey: Uint8Array, { of, by, reason, id, sentAt }: Omit<ProvenRecord, "proof">): Buffer {
  const key = Buffer.from(hkdfSync("sha256", serviceKey, Buffer.alloc(0), "pitwire record 1", 32));
  return createHmac("sha256", key)
    .update(JSON.stringify([of, by.map(({ name, role }) => [name, role]), reason, id, sentAt]))
    .digest();
}

/** Whether a record was sent just now by somebody who has the service key. */
export function isProven(serviceKey: Uint8Array, record: ProvenRecord, now: number): boolean {
  const given = Buffer.from(record.proof, "hex");
  const wanted = proofOf(serviceKey, record);
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Math.abs(now - record.sentAt) <= freshForMs;
}
