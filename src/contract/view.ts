// The public view and the notice as schemas: what a reader of the topics may rely on. The compiler compares them with the core's own
// types, so that a field which is added there and not described here does not compile.

import { z } from "zod";
import type { Notice } from "#core/game";
import type { View } from "#core/view";

const minor = z.int();
const place = z.string().describe('owner/pile: "3/hand", "dealer/hand", "board"');

export const reasonSchema = z
  .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
  .describe("Why, as a code and parameters; never prose");

const cell = z.union([
  z.object({ odds: z.tuple([z.number(), z.number()]).describe("[6, 1] for 6 to 1") }),
  z.object({ amount: minor }),
  z.object({ percent: z.number() }),
  z.object({ code: z.string() }),
]);

export const noticeSchema = z.object({
  suspended: z.literal(true).optional(),
  limits: z.array(z.object({ spot: z.string(), min: minor, max: minor, step: minor.optional() })),
  paytables: z.array(
    z.object({
      id: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.object({ hand: reasonSchema, cells: z.array(cell), paidFor: z.array(z.string()).optional() })),
    }),
  ),
  rules: z.array(reasonSchema),
});

const placeView = z.object({
  place,
  cards: z.array(z.string().length(2).nullable()).describe("null: face down"),
  held: z.array(z.int()).describe("handles, one a card; the same card has the same until the next shuffle"),
  name: reasonSchema.nullable(),
});

const outcome = z.enum(["win", "win-partial", "lose", "push", "returned"]);

export const settlementSchema = z.object({
  outcome: z.enum(["settled", "void"]),
  revision: z.int().optional().describe("from 2 on: a card turned out to be another one, and the round was settled anew"),
  why: reasonSchema,
  order: z.array(z.int()),
  transfers: z
    .array(z.object({ from: z.string(), to: z.string(), amount: minor, why: reasonSchema }))
    .describe("empty in the public view: players' money is nobody's business"),
  results: z.array(
    z.object({
      seat: z.int(),
      spot: z.string(),
      stake: minor.describe("0 in the public view"),
      outcome,
      net: minor.describe("0 in the public view"),
      due: minor.optional(),
      odds: z.tuple([z.number(), z.number()]).optional(),
      pending: z.literal(true).optional().describe("won from a progressive: its award says how much, once it is confirmed"),
      why: reasonSchema,
    }),
  ),
  hands: z.array(z.object({ place, name: reasonSchema })),
});

const alarm = z.object({
  id: z.string(),
  code: z.string(),
  priority: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  since: z.int(),
  device: z.string().optional(),
  place: z.string().optional(),
  weight: z.int().describe("100 first … 1 last"),
  count: z.int().optional(),
  deck: z.string().optional(),
});

export const viewSchema = z.object({
  audience: z.literal("public"),
  n: z.int(),
  at: z.int(),
  phase: z.enum(["closed", "idle", "bets", "deal", "decide", "reveal", "settle", "scan"]),
  round: z.int().nullable(),
  rounds: z.int(),
  deck: z.string().nullable(),
  deal: z.object({ dealt: z.int(), of: z.int() }).nullable(),
  next: z.object({ card: place }).nullable(),
  seats: z.array(
    z.object({
      seat: z.int(),
      sitting: z.boolean(),
      playing: z.boolean(),
      wagers: z.array(z.object({ spot: z.string(), stake: minor })).describe("empty in the public view"),
      places: z.array(placeView),
      marks: z.array(reasonSchema),
    }),
  ),
  places: z.array(placeView),
  stage: reasonSchema.nullable(),
  pots: z.array(z.object({ pot: z.string(), amount: minor })),
  stop: z
    .looseObject({
      kind: z.enum(["latch", "halt", "void"]),
      code: z.string(),
      since: z.int(),
      device: z.string().optional(),
      place: z.string().optional(),
      answers: z.array(z.string()),
    })
    .nullable(),
  waiting: z.array(z.object({ device: z.string(), since: z.int(), why: z.string().nullable(), detail: z.string().nullable() })),
  lamps: z.array(z.object({ device: z.string(), sign: z.enum(["red", "green", "dark", "unknown"]) })),
  settlement: settlementSchema.extend({ served: z.int() }).nullable(),
  last: z
    .object({ number: z.int(), endedAt: z.int(), settlement: settlementSchema, shown: z.record(place, z.array(z.string())) })
    .nullable(),
  scan: z.object({ distinct: z.int(), strays: z.int() }).nullable(),
  progressive: z
    .object({ pool: z.string(), online: z.boolean().describe("false: no jackpot wagers are taken"), awaited: z.array(z.unknown()) })
    .nullable(),
  proposal: z.null().describe("a correction that nobody has approved yet is no affair of the public's"),
  manual: z.boolean().describe("cards are entered at the console"),
  care: z.null().describe("the dealer's alone"),
  alarms: z.array(alarm).describe("empty in the public view"),
  dealer: z.null().describe("who deals is no affair of the public's"),
  call: z.null(),
  lockedUntil: z.null(),
  expected: z.array(z.unknown()).describe("empty in the public view"),
});

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
/** Every field of the core's type has a schema. */
type Described<Core, Schema> =
  Exclude<keyof Core, keyof Schema> extends never ? true : ["not described", Exclude<keyof Core, keyof Schema>];
type Fits<Core, Schema> = Core extends Schema ? true : ["differs from", Schema];

export const viewIsDescribed: Described<View, z.infer<typeof viewSchema>> = true;
export const noticeFits: Fits<Mutable<Notice>, z.infer<typeof noticeSchema>> = true;
