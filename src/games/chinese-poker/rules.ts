// A house's numbers for Chinese poker. Names follow the rule sheet; every default is the recommended reading.

import { z } from "zod";
import { type PackChoices, packChoices } from "#core/consequence";
import { handCategories } from "#core/hand";

const points = z.int().nonnegative();
const bonuses = z.partialRecord(z.enum(handCategories), points);

/** By irregularity, what the house may choose; lights are never softened. */
const consequences = z.strictObject(
  Object.fromEntries(packChoices("foul").map(([code, may]) => [code, z.enum(may).optional()])),
) as unknown as z.ZodType<PackChoices>;

const settlementOrder = "pairs (i,j) with i before j clockwise from the seat left of the button";

export const schema = z
  .strictObject({
    /** As in house-banked games, where it may be otherwise. */
    stakes: z
      .enum(["tracked", "untracked"])
      .default("tracked")
      .refine((chosen) => chosen === "tracked", { message: "players pay each other: every stack is counted" }),
    /** The house has suspended the game: no round can be opened, and the sign says so. */
    suspended: z.boolean().default(false),
    /** What one point is worth. */
    unit: z.int().positive().default(1),
    segmentPoint: points.default(1),
    /** All three segments won, in place of three segment points. */
    scoop: points.default(6),
    /** A scoop of every opponent, from each, if there are so many opponents. */
    superBonus: points.default(9),
    superBonusOpponents: z.int().min(1).max(3).default(3),
    bonus: z.strictObject({ back: bonuses, middle: bonuses, front: bonuses }).default({
      back: { "straight-flush": 5, "four-of-a-kind": 4 },
      middle: { "straight-flush": 10, "four-of-a-kind": 8, "full-house": 2 },
      front: { "three-of-a-kind": 3 },
    }),
    /** Automatic wins, from each opponent; 0: the house doesn't play this one. */
    auto: z
      .strictObject({ dragon: points, sixPairs: points, threeFlushes: points, threeStraights: points })
      .default({ dragon: 13, sixPairs: 4, threeFlushes: 4, threeStraights: 4 }),
    foul: points.default(6),
    /** false: a set hand takes all its bonuses, whatever its segments did. */
    bonusRequiresSegmentWin: z.boolean().default(true),
    autoVersusFoul: z.enum(["auto", "foul", "larger"]).default("auto"),
    foulVersusFoul: z.literal("push").default("push"),
    /** Most a player may win in a round: his starting stack, in all or from each opponent. */
    winCap: z.enum(["total", "per-opponent"]).default("total"),
    backMayTieMiddle: z.boolean().default(true),
    settlementOrder: z.literal(settlementOrder).default(settlementOrder),
    /** A full buy-in. */
    buyInPoints: z.int().positive().default(20),
    shortBuy: z.enum(["one after each full buy", "never", "always"]).default("one after each full buy"),
    /** The smallest chip of the game. */
    stackStep: z.int().positive().default(1),
    /** Most that may lie before a player; null: no limit. */
    stackMax: z.int().positive().nullable().default(null),
    /** What a newcomer may not do in his first round: be the button or the first hand, or play at all. */
    newPlayer: z.enum(["not button or first hand", "waits", "plays"]).default("not button or first hand"),
    /** "called": the table has no antennas in the rows; the players say the points of each pair and the dealer enters them. */
    scoring: z.enum(["cards", "called"]).default("cards"),
    /** Milliseconds to set or declare; null: no clock. */
    decisionMs: z.int().min(1000).nullable().default(null),
    timeoutSet: z.enum(["engine sets a legal hand", "foul"]).default("engine sets a legal hand"),
    /** Cards of one hand that the dealer exposes before it is a misdeal. */
    exposedCards: z.int().min(1).max(13).default(5),
    redAfterReveal: z.enum(["dead", "floor"]).default("dead"),
    /** Other consequences than the game's own, by irregularity. */
    irregularities: consequences.default({}),
  })
  .superRefine((rules, context) => {
    const { auto, unit, stackStep, stackMax, buyInPoints } = rules;
    if (Math.max(auto.sixPairs, auto.threeFlushes, auto.threeStraights) > auto.dragon && auto.dragon > 0)
      context.addIssue({
        code: "custom",
        path: ["auto", "dragon"],
        message: "the dragon beats every other automatic win: give it most points",
      });
    if (unit % stackStep !== 0)
      context.addIssue({ code: "custom", path: ["stackStep"], message: `a point (unit ${unit}) must be paid in whole chips of the game` });
    if (stackMax !== null && stackMax < buyInPoints * unit)
      context.addIssue({ code: "custom", path: ["stackMax"], message: `below the full buy-in of ${buyInPoints * unit}` });
  });

export type Rules = z.infer<typeof schema>;
export type Pattern = keyof Rules["auto"];
