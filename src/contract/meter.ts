// What a progressive says of itself: to signs, to tables and to whoever pays. One message, the whole truth of one pool.

import { z } from "zod";
import { envelope } from "./message.ts";

const minor = z.int().nonnegative();

/** A prize that was hit: frozen at its value until two people have confirmed it, and told for a while after. */
export const awardSchema = z.object({
  id: z.string(),
  level: z.string(),
  table: z.string(),
  /** The journal of that table, and the round that it numbered. */
  journal: z.string(),
  round: z.int().nonnegative(),
  seat: z.int().positive(),
  /** The hand, as a code of the hand tables: "royal-flush". */
  hand: z.string(),
  amount: minor,
  /** `pending`: frozen, in verification. `won`: confirmed. `refused`: it is no prize; for its table, never for a sign. */
  status: z.enum(["pending", "won", "refused"]),
  at: z.int().nonnegative(),
});

export const levelSchema = z.object({
  /** Its name in the pool: "royal". */
  level: z.string(),
  /** What stands on the meter, in whole minor units; fractions are kept by the service alone. */
  value: minor,
  /** What it begins at after a hit. */
  base: minor,
  /** It grows no further than this. */
  ceiling: minor.nullable(),
});

/**
 * Topic `pitwire/v1/{site}/meter/{pool}`, retained, and event "meter" of a table's stream. Sent at every change and at least at a third
 * of its `ttl`: past that no figure may be shown. `value` goes down only with an award or a signed adjustment.
 */
export const meterMessage = envelope.extend({
  pool: z.string(),
  currency: z.object({ code: z.string(), minorDigits: z.int().nonnegative() }),
  /** Tables whose wagers feed it and may win it. */
  tables: z.array(z.string()),
  /** What a table's rules must agree with before it takes a stake: the wager, what each hand wins (the highest first), and how two share. Null: a
   *  table's own meter, which no other feeds. */
  terms: z
    .object({
      stake: z.int().positive(),
      prizes: z.array(
        z.union([z.object({ hand: z.string(), percent: z.int().positive() }), z.object({ hand: z.string(), fixed: z.int().positive() })]),
      ),
      split: z.enum(["equal shares", "in payment order"]),
    })
    .nullable(),
  /** The highest prize first. */
  levels: z.array(levelSchema).min(1),
  /** In the order of the hits. A sign shows those that it finds here. */
  awards: z.array(awardSchema),
});
export type MeterMessage = z.infer<typeof meterMessage>;
export type MeterLevel = z.infer<typeof levelSchema>;
export type MeterAward = z.infer<typeof awardSchema>;
