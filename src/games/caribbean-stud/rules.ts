// A house's numbers for Caribbean Stud. Names follow the rule sheet; every default is the recommended reading.

import { z } from "zod";
import { type PackChoices, packChoices } from "#core/consequence";
import { handCategories } from "#core/hand";

const amount = z.int().nonnegative();
const stake = z
  .strictObject({ min: z.int().positive(), max: z.int().positive(), step: z.int().positive().default(1) })
  .refine(({ min, max }) => min <= max, { message: "min is above max", path: ["max"] });

const category = z.enum(handCategories);
/** An amount, or a share of the meter as in "100% of meter". */
const prize = z.union([
  amount,
  z.string().regex(/^(100|[1-9][0-9]?)% of meter$/, 'use an amount, or a share such as "100% of meter" or "10% of meter"'),
]);

/** By irregularity, what the house may choose; lights are never softened. */
const consequences = z.strictObject(
  Object.fromEntries(packChoices().map(([code, may]) => [code, z.enum(may).optional()])),
) as unknown as z.ZodType<PackChoices>;

const payQualified = {
  "royal-flush": 200,
  "straight-flush": 50,
  "four-of-a-kind": 20,
  "full-house": 10,
  flush: 6,
  straight: 4,
  "three-of-a-kind": 3,
  "two-pair": 2,
  pair: 1,
  "high-card": 1,
};

const prizes = {
  "royal-flush": "100% of meter",
  "straight-flush": 125_000,
  "four-of-a-kind": 25_000,
  "full-house": 2500,
  flush: 1500,
  straight: 300,
  "three-of-a-kind": 200,
};

const wagers = {
  /** untracked: the table is not told how much lies at the Ante and the Bet, and the dealer pays by hand. The jackpot is always counted. */
  stakes: z.enum(["tracked", "untracked"]).default("tracked"),
  ante: stake.prefault({ min: 50, max: 1000, step: 50 }),
  /** The Bet in Antes, exactly. */
  betMultiple: z.int().positive().default(2),
  /** Most hands in a round: the sheet's table has four seats, others up to seven. */
  seats: z.int().min(1).max(7).default(4),
  /** null: the jackpot is not offered. */
  progressiveStake: z.int().positive().nullable().default(50),
};

const play = {
  /** Cards dealt at a time: one, or the whole hand from a shuffler. */
  dealPacket: z.literal([1, 5]).default(1),
  actionOrder: z.enum(["together", "left to right"]).default("together"),
  /** Milliseconds to bet, from the first Ante on; then bets are closed by themselves. null: the dealer closes them. */
  betsMs: z.int().min(1000).nullable().default(null),
  /** Milliseconds to decide; null: no clock. */
  decisionMs: z.int().min(1000).nullable().default(null),
  /** Whose time is up or who has left: this hand and all above it are bet, others fold. "never": everything folds. */
  timeoutBetsFrom: z.enum([...handCategories, "never"]).default("pair"),
  /** The money for the Bet is set aside with the Ante. false: the dealer says whether the chips cover an automatic Bet. */
  reserveBet: z.boolean().default(true),
  qualifier: z.enum(["ace and king", "ace or king", "pair"]).default("ace and king"),
};

const payments = {
  /** Odds of the Bet against a qualified dealer. */
  payQualified: z.record(category, amount).default(payQualified),
  /** Odds of the Bet when the dealer does not qualify; a category that is missing or 0 pushes. */
  payNotQualified: z
    .partialRecord(category, amount)
    .default({ "royal-flush": 100, "straight-flush": 25, "four-of-a-kind": 5, "full-house": 3 }),
  /** Most that Ante and Bet together may win, by hand or by round. The jackpot stands apart. */
  aggregateCap: z
    .union([z.literal("none"), z.strictObject({ perHand: z.int().positive() }), z.strictObject({ perRound: z.int().positive() })])
    .default("none"),
};

const jackpot = {
  progressivePrizes: z.partialRecord(category, prize).default(prizes),
  progressiveRequiresBet: z.boolean().default(false),
  progressiveStakeReturned: z.boolean().default(false),
  /** Two royals in a round: equal shares of the meter, or the first one paid takes it and the next gets what it starts with. */
  jackpotSplit: z.enum(["equal shares, odd cent stays", "in payment order"]).default("equal shares, odd cent stays"),
  fixedPrizesFromMeter: z.boolean().default(false),
  /**
   * The table's own meter: what it starts with, at first and after each whole win, and what each stake adds. Not in the sheet: the house's
   * own. Or "pool": shares of the meter are paid by the house's progressive, which several tables feed.
   */
  meter: z.union([z.literal("pool"), z.strictObject({ base: amount.default(0), contribution: amount.default(0) })]).prefault({}),
};

const troubles = {
  wrongCountPlayer: z.enum(["dead", "misdeal"]).default("dead"),
  exposedHole: z.enum(["round void, stakes returned", "floor", "play on"]).default("round void, stakes returned"),
  exposedPlayerCard: z.enum(["floor", "play on", "dead"]).default("floor"),
  redAfterReveal: z.enum(["dead", "floor"]).default("dead"),
  /** Other consequences than the game's own, by irregularity. */
  irregularities: consequences.default({}),
};

export const schema = z
  .strictObject({ ...wagers, ...play, ...payments, ...jackpot, ...troubles })
  .superRefine(({ progressiveStake, meter, stakes, aggregateCap }, context) => {
    if (stakes === "untracked" && aggregateCap !== "none")
      context.addIssue({ code: "custom", path: ["aggregateCap"], message: "needs amounts; contradicts stakes: untracked" });
    if (meter === "pool" && progressiveStake === null)
      context.addIssue({ code: "custom", path: ["meter"], message: "no stake goes to the pool; contradicts progressiveStake: null" });
    if (meter !== "pool" && progressiveStake !== null && meter.contribution > progressiveStake)
      context.addIssue({ code: "custom", path: ["meter", "contribution"], message: "more than the stake it is taken from" });
  });

export type Rules = z.infer<typeof schema>;

/** What the table's own meter starts with and what a stake adds; nothing where a pool stands in its place. */
export function ownMeter({ meter }: Rules): { readonly base: number; readonly contribution: number } {
  return meter === "pool" ? { base: 0, contribution: 0 } : meter;
}
