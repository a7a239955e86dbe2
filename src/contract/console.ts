// What crosses HTTP between a console and its table.

import { z } from "zod";
import { isCard } from "#core/card";
import { type Irregularity, reportable } from "#core/irregularity";
import type { Minor } from "#core/money";
import { confirmCodes } from "#core/opening";
import { roles } from "#core/operator";
import type { Settlement } from "#core/settlement";
import type { View } from "#core/view";
import type { SignAbout } from "./sign.ts";

const place = z.string().max(32);
const held = z.int().positive();
const card = z.string().refine(isCard, "a card is a rank and a suit, for example Ts");

/** A command as a console sends it; the same shapes as the core's `Command`. */
export const commandSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wager"), spot: place, stake: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal("close") }),
  z.strictObject({
    kind: z.literal("decision"),
    by: place,
    code: z.string().max(32),
    amount: z.int().nonnegative().optional(),
    target: place.optional(),
    cards: z.array(held).max(52).optional(),
  }),
  z.strictObject({ kind: z.literal("reveal"), place, rows: z.record(place, z.array(held).max(52)).optional() }),
  z.strictObject({ kind: z.literal("shuffle") }),
  z.strictObject({ kind: z.literal("card"), to: place, card: z.string().length(2).optional(), all: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("faces"), place, cards: z.array(z.string().length(2)).min(1).max(52) }),
  z.strictObject({ kind: z.literal("seat"), seat: z.int().positive(), sitting: z.boolean() }),
  z.strictObject({ kind: z.literal("signOn") }),
  z.strictObject({ kind: z.literal("signOff") }),
  z.strictObject({ kind: z.literal("undo"), from: z.int().positive() }),
  z.strictObject({ kind: z.literal("deck"), deck: z.string().max(64) }),
  z.strictObject({
    kind: z.literal("deckAct"),
    deck: z.string().max(64),
    // A registration is no command of a page: whoever registers has the tags.
    act: z.enum(["recount", "release", "retire", "destroy"]),
    reason: z.string().max(200).default(""),
  }),
  z.strictObject({ kind: z.literal("report"), code: z.enum(reportable), place: place.optional(), count: z.int().nonnegative().max(52) }),
  z.strictObject({ kind: z.literal("count"), cards: z.int().nonnegative().max(999) }),
  z.strictObject({
    kind: z.literal("correct"),
    round: z.int().positive(),
    cards: z.array(z.strictObject({ held, card })).min(1).max(52),
    reason: z.string().max(200),
  }),
  z.strictObject({
    kind: z.literal("confirm"),
    code: z.enum(confirmCodes),
    reason: z.string().max(200).optional(),
    seat: z.int().positive().optional(),
  }),
]);

/** POST /api/commands. Sent twice with the same id it acts once. */
export const commandRequest = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  command: commandSchema,
  /** Of the person who answers for it, where the dealer alone may not. */
  pin: z.string().max(16).optional(),
  /** What a badge reader types, in place of a PIN. */
  badge: z.string().max(64).optional(),
});
export type CommandRequest = z.infer<typeof commandRequest>;

/** The answer: 200 carried out, 409 refused (why, in the language asked for), 401 no PIN or a wrong one, 429 too many, 503 the journal does not take it. */
export interface CommandReply {
  readonly ok: boolean;
  readonly why?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

/**
 * POST /api/records: two people are about to open round `of`, or to take the tags of a deck out. `proof` shows that whoever sends it has
 * the table's service key.
 */
export const recordRequest = z.strictObject({
  of: z.union([z.int().positive(), z.strictObject({ deck: z.string().min(1).max(64) })]),
  by: z.array(z.strictObject({ name: z.string().min(1).max(40), role: z.enum(roles) })).length(2),
  reason: z.string().min(1).max(200),
  id: z.string().max(64),
  sentAt: z.int().nonnegative(),
  proof: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RecordRequest = z.infer<typeof recordRequest>;

/** A round as people look back at it: GET /api/rounds/N. */
export interface RecalledRound {
  readonly round: number;
  readonly openedAt: number;
  /** Null while it is played. */
  readonly endedAt: number | null;
  readonly outcome: "settled" | "void" | null;
  /** The last stake on each spot. */
  readonly wagers: readonly { readonly spot: string; readonly stake: Minor }[];
  readonly decisions: readonly { readonly by: string; readonly code: string | null; readonly how: "said" | "timeout" }[];
  /** Cards in the order in which they were dealt; null for those that nobody has seen. */
  readonly places: readonly { readonly place: string; readonly cards: readonly (string | null)[] }[];
  /** The round reckoned as a whole: of a corrected one the transfers and results of all its revisions together, the replaced left out. */
  readonly settlement: Settlement | null;
  readonly irregularities: readonly { readonly at: number; readonly irregularity: Irregularity }[];
}

/** GET /api/rounds?last=N: the newest first. */
export interface RoundLine {
  readonly round: number;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly outcome: "settled" | "void" | null;
}

/** First message of GET /api/stream (event "about"): what stays the same while the table runs. A sign uses the first half. */
export interface About extends SignAbout {
  /** Chip values in the dealer's rack, in minor units. */
  readonly chips: readonly number[];
  /** The house's own colours of them, by value: "500" → "#C23B33". */
  readonly chipColours?: Readonly<Record<string, string>>;
  readonly decks: readonly string[];
  /** Piles of a seat in which cards lie open while it is played. */
  readonly upcards: readonly string[];
  /** An emulated table: a person may take over, press red, pull a cable. */
  readonly demo: boolean;
  /** Nothing here counts: every screen says so. */
  readonly training: boolean;
}

/** Later messages: "view" after each committed change; "stop" overtakes the journal and carries nothing but the reason. */
export interface ViewMessage {
  readonly journal: string;
  readonly ttl: number;
  /** Hash of the rules it was played by. */
  readonly pack: string;
  readonly view: View;
}
export interface StopMessage {
  readonly code: string;
  readonly since: number;
}
/** "beat", once a second: a page that has not heard one for two seconds is stale and takes no taps. */
export interface BeatMessage {
  readonly at: number;
  /** What the journal is doing: "ok", or why a committed change may be late. */
  readonly journal: "ok" | "stalled" | "failing" | "full" | "damaged";
  readonly demo?: { readonly auto: boolean; readonly red: boolean; readonly cut: readonly string[]; readonly devices: readonly string[] };
}

/** POST /api/demo, at an emulated table only. */
export const demoRequest = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("auto"), on: z.boolean() }),
  z.strictObject({ do: z.literal("red"), on: z.boolean() }),
  z.strictObject({ do: z.literal("cut"), device: z.string(), on: z.boolean() }),
]);
export type DemoRequest = z.infer<typeof demoRequest>;
