// What the site's server gives to its pages: every table with its state, the alarms in the order of their weight, the progressives.

import { z } from "zod";
import type { RoundAtStake } from "#core/fact";
import type { StatementLine } from "#core/progressive-statement";
import type { View } from "#core/view";
import type { MeterMessage } from "./meter.ts";

export type TableStatus = "online" | "suspended" | "offline" | "silent";

export interface SiteTable {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly pack: { readonly id: string; readonly hash: string };
  readonly timeZone: string;
  /** `silent`: no beat for two and a half seconds; what is shown of it is old. */
  readonly status: TableStatus;
  /** Why it is suspended, as a code. */
  readonly why: string | null;
  readonly heardAt: number;
  /** Facts that are known to exist and have not come yet. */
  readonly missing: number;
  /** Null until the table has said what it does. */
  readonly now: TableNow | null;
  /** Over the last hour, or as long as the site has known it; null: too few. */
  readonly roundsPerHour: number | null;
}

/** What a table does, as far as a wall of forty shows it: of its public view, and what the site measures. */
export interface TableNow extends Pick<View, "phase" | "stage" | "round" | "rounds" | "deal" | "stop" | "waiting" | "lamps" | "manual"> {
  readonly seats: number;
  readonly playing: number;
  /** How long the phase lasts by now, in milliseconds; null: the site has not seen it begin. */
  readonly phaseMs: number | null;
  /** Between which durations the middle half of such phases of this game lie; null: too few were seen. */
  readonly usualMs: readonly [number, number] | null;
}

export interface SiteAlarm {
  readonly table: string;
  readonly id: string;
  readonly code: string;
  /** 1 urgent, 2 high, 3 low. */
  readonly priority: number;
  /** 100 first … 1 last. */
  readonly weight: number;
  readonly since: number;
  readonly device: string | null;
  readonly place: string | null;
  readonly count: number | null;
  readonly deck: string | null;
  /** It stands no more, but nobody has acknowledged it. */
  readonly clearedAt: number | null;
  readonly ackedBy: string | null;
  readonly ackedAt: number | null;
}

/** GET /api/site/tables/:table/alarms/:alarm/:since. The round it came in and, where a deck or a shuffler is in doubt, the rounds at stake. */
export interface AlarmRecord {
  readonly alarm: SiteAlarm;
  /** Null: the facts have not come, or the alarm is the site's own. */
  readonly round: RoundRecord | null;
  readonly report: AffectedReport | null;
}

/** Every round since the last good count of the deck: who had what at stake, and what each seat lost. */
export interface AffectedReport {
  readonly code: string;
  readonly at: number;
  readonly n: number;
  readonly deck: string | null;
  readonly device: string | null;
  readonly count: number | null;
  /** Null: the deck was never counted at this table. */
  readonly lastGood: { readonly at: number; readonly round: number } | null;
  readonly rounds: readonly RoundAtStake[];
}

/** GET /api/site/tables/:table/devices: the last that the table told of each, signs among them. */
export interface SiteDevice {
  readonly device: string;
  readonly status: "up" | "stale" | "down";
  readonly since: number;
  /** A code of the link machine. */
  readonly why: string | null;
}

/** GET /api/site/tables/:table/rounds, the newest first. */
export interface RoundSummary {
  readonly table: string;
  readonly journal: string;
  readonly round: number;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly outcome: string | null;
  readonly irregularities: number;
}

/** A progressive as the pages of the site see it: what signs see, and what waits for signatures. */
export interface SiteMeter {
  readonly message: MeterMessage;
  readonly entries: readonly {
    readonly id: string;
    readonly kind: "award" | "adjustment";
    readonly level: string;
    readonly amount: number;
    readonly at: number;
    readonly status: "pending" | "confirmed" | "refused" | "withdrawn";
    readonly signed: readonly { readonly name: string; readonly role: string; readonly verdict: "confirm" | "refuse" }[];
    /** An adjustment's that follows from the correction of a round. */
    readonly of?: { readonly table: string; readonly journal: string; readonly round: number; readonly revision: number };
    readonly reason?: string;
  }[];
  readonly awardRoles: readonly string[];
  readonly adjustRoles: readonly string[];
}

/** Event "site" of GET /api/site/stream: the whole of it, after each change and every second. */
export interface SiteState {
  readonly at: number;
  readonly site: string;
  readonly language: "en" | "it" | "ro";
  readonly currency: { readonly code: string; readonly minorDigits: number };
  /** Brokers that cannot be reached, and why, in the machine's words. */
  readonly troubles: readonly { readonly broker: string; readonly detail: string }[];
  readonly tables: readonly SiteTable[];
  readonly alarms: readonly SiteAlarm[];
  readonly meters: readonly SiteMeter[];
}

/** GET /api/site/tables/:table/rounds/:round. The facts as the table told them, in order. */
export interface RoundRecord {
  readonly table: string;
  readonly round: number;
  readonly journal: string;
  readonly facts: readonly {
    readonly n: number;
    readonly at: number;
    readonly fact: Readonly<Record<string, unknown>> & { readonly kind: string };
  }[];
}

/** GET /api/site/meters/:pool/statement: what went in and out of a progressive with `from` ≤ at < `to`, as the page and the paper show it. */
export interface Statement {
  readonly site: string;
  readonly pool: string;
  /** Of the journal that it is recomputed from. */
  readonly journal: string;
  readonly currency: { readonly code: string; readonly minorDigits: number };
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  readonly lines: readonly StatementLine[];
}

const id = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
const pin = z.string().max(16);

/** POST /api/site/acknowledge: whose PIN it is has seen these alarms. What has come under the same id since then stays as it is. */
export const acknowledgeRequest = z.strictObject({
  alarms: z
    .array(z.strictObject({ table: z.string().max(32), id: z.string().max(64), since: z.int() }))
    .min(1)
    .max(200),
  pin,
});

/** GET /api/site/alarms: what has been, the newest first. */
export const alarmsQuery = z.object({ table: z.string().max(32).optional(), limit: z.coerce.number().int().min(1).max(500).default(200) });

/** POST /api/site/meters/:pool. Sent twice with the same id it acts once. */
export const meterRequest = z.strictObject({
  id,
  pin,
  command: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("confirm"), entry: z.string().max(64) }),
    z.strictObject({ kind: z.literal("refuse"), entry: z.string().max(64), reason: z.string().max(200) }),
    z.strictObject({ kind: z.literal("adjust"), level: z.string().max(32), amount: z.int(), reason: z.string().max(200) }),
  ]),
});

export type MeterRequest = z.infer<typeof meterRequest>;

export const roundsQuery = z.object({ limit: z.coerce.number().int().min(1).max(500).default(50) });
export const statementQuery = z.object({
  /** Milliseconds since 1970; absent: from the first stake, until now. */
  from: z.coerce.number().int().nonnegative().default(0),
  to: z.coerce.number().int().nonnegative().optional(),
  format: z.enum(["json", "csv", "pdf"]).default("json"),
});
