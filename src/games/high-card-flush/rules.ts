// A house's numbers for High Card Flush. Names follow the rule sheet; every default is the recommended reading.

import { z } from "zod";
import { type PackChoices, packChoices } from "#core/consequence";
import { roundings } from "#core/money";

const amount = z.int().nonnegative();
const stake = z
  .strictObject({ min: z.int().positive(), max: z.int().positive(), step: z.int().positive().default(1) })
  .refine(({ min, max }) => min <= max, { message: "min is above max", path: ["max"] });

const lengths = ["2", "3", "4", "5", "6", "7"] as const;
const perLength = z.partialRecord(z.enum(lengths), amount);
const rank = z.enum(["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]);
const handSteps = ["losing wagers", "ante", "raise", "straightFlush", "flush"] as const;

/** By irregularity, what the house may choose; lights are never softened. */
const consequences = z.strictObject(
  Object.fromEntries(packChoices().map(([code, may]) => [code, z.enum(may).optional()])),
) as unknown as z.ZodType<PackChoices>;

export const schema = z
  .strictObject({
    /** Who the players play against: one of them, in turn, or the house. */
    bank: z.enum(["designated player", "house"]).default("designated player"),
    /** untracked: the table is not told how much lies at a spot, and the dealer pays by hand. Only where the house is the bank. */
    stakes: z.enum(["tracked", "untracked"]).default("tracked"),
    ante: stake.prefault({ min: 5, max: 100, step: 1 }),
    /** null: the wager is not offered. */
    straightFlush: stake.nullable().prefault({ min: 1, max: 25, step: 1 }),
    flush: stake.nullable().prefault({ min: 1, max: 25, step: 1 }),
    raiseStep: z.int().positive().default(1),
    /** Money a designated player may put in action. */
    funds: stake.prefault({ min: 1, max: 1_000_000_000, step: 1 }),
    /** Cards dealt at a time: one, or the whole hand from a shuffler. */
    dealPacket: z.literal([1, 7]).default(1),
    /** Highest Raise in Antes by the length of the longest flush. */
    raiseCaps: z.record(z.enum(lengths), z.int().positive()).default({ "2": 1, "3": 1, "4": 1, "5": 2, "6": 3, "7": 3 }),
    qualifier: z.strictObject({ length: z.int().min(2).max(7), minHigh: rank }).default({ length: 3, minHigh: "9" }),
    paySF: perLength.default({ "7": 1000, "6": 500, "5": 100, "4": 60, "3": 8 }),
    payFlush: perLength.default({ "7": 200, "6": 50, "5": 10, "4": 2 }),
    aceLowInSF: z.boolean().default(true),
    /** false: the house version, own length against the table alone. */
    bonusContested: z.boolean().default(true),
    foldLosesBonus: z.boolean().default(true),
    mainTiePushesBonuses: z.boolean().default(false),
    /** What happens to a wager that the designated player's money covers only in part. */
    shortfall: z.enum(["partial", "all-or-nothing"]).default("partial"),
    collectedLossesFundBank: z.boolean().default(true),
    /** Most a designated player may win in a round. */
    dpMaxWin: z.enum(["none", "money in action"]).default("none"),
    /** Most that all bonuses together may win, by hand or by round. */
    aggregateCap: z
      .union([z.literal("none"), z.strictObject({ perHand: z.int().positive() }), z.strictObject({ perRound: z.int().positive() })])
      .default("none"),
    withinHandOrder: z
      .array(z.enum(handSteps))
      .length(handSteps.length)
      .refine((order) => new Set(order).size === order.length, { message: "each step once" })
      .default([...handSteps]),
    rake: z
      .discriminatedUnion("method", [
        z.strictObject({ method: z.literal("none") }),
        z.strictObject({
          method: z.enum(["all", "players", "designated player"]),
          /** An amount from each seat, or a share of the stakes in action in hundredths of a percent. */
          charge: z.union([
            z.strictObject({ perSeat: z.int().positive() }),
            z.strictObject({ ofStakes: z.int().positive().max(10_000), rounding: z.enum(roundings).default("down") }),
          ]),
        }),
      ])
      .default({ method: "none" }),
    exposedCard: z.enum(["misdeal", "floor", "play on"]).default("floor"),
    redAfterReveal: z.enum(["dead", "floor"]).default("dead"),
    /** Milliseconds to decide; null: no clock. Out of time is a fold. */
    decisionMs: z.int().min(1000).nullable().default(null),
    /** Other consequences than the game's own, by irregularity. */
    irregularities: consequences.default({}),
  })
  .superRefine((rules, context) => {
    const falling = lengths.some((length, i) => i > 0 && (rules.raiseCaps[length] ?? 0) < (rules.raiseCaps[lengths[i - 1] ?? "2"] ?? 0));
    if (falling) context.addIssue({ code: "custom", path: ["raiseCaps"], message: "a longer flush may not have a lower cap" });
    const refuse = (key: keyof Rules, message: string): void => context.addIssue({ code: "custom", path: [key], message });
    if (rules.stakes === "untracked" && rules.bank !== "house")
      refuse("stakes", "the designated player's money has to be counted; untracked needs bank: house");
    if (rules.stakes === "untracked" && rules.aggregateCap !== "none")
      refuse("aggregateCap", "needs amounts; contradicts stakes: untracked");
    if (rules.bank === "house" && rules.rake.method !== "none")
      refuse("rake", "is for a table without a house bank; contradicts bank: house");
    if (rules.bank === "house" && rules.dpMaxWin !== "none") refuse("dpMaxWin", "limits a designated player; contradicts bank: house");
    if (!rules.bonusContested && rules.mainTiePushesBonuses)
      context.addIssue({
        code: "custom",
        path: ["mainTiePushesBonuses"],
        message: "contradicts bonusContested: false, where bonuses never push",
      });
  });

export type Rules = z.infer<typeof schema>;
export type Length = (typeof lengths)[number];
