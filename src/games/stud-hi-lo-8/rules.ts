// A house's numbers for seven-card stud, hi/lo or high only. Names follow the rule sheet; every default is the recommended reading.

import { z } from "zod";
import { suits } from "#core/card";
import { type PackChoices, packChoices } from "#core/consequence";
import { roundings } from "#core/money";

const chips = z.int().positive();

/** By irregularity, what the house may choose; lights are never softened. */
const consequences = z.strictObject(
  Object.fromEntries(packChoices("foul").map(([code, may]) => [code, z.enum(may).optional()])),
) as unknown as z.ZodType<PackChoices>;

export const schema = z
  .strictObject({
    /** As in house-banked games, where it may be otherwise. */
    stakes: z
      .enum(["tracked", "untracked"])
      .default("tracked")
      .refine((chosen) => chosen === "tracked", { message: "players play for a pot: every chip in it is counted" }),
    ante: chips.default(1),
    bringIn: chips.default(2),
    /** Full bet on third and fourth street. */
    smallBet: chips.default(4),
    /** Full bet from fifth street on. */
    bigBet: chips.default(8),
    /** The smallest chip in play: pots are divided in whole ones. */
    chip: chips.default(1),
    /** Chips that the console may enter for a seat before the ante; null: stacks are not counted, an all-in is what the console says. */
    stack: z
      .strictObject({ min: chips, max: chips, step: chips.default(1) })
      .nullable()
      .default({ min: 1, max: 1_000_000_000, step: 1 }),
    /** fixed: the bets above; spread: any amount within `spread`; pot: up to the pot, the small bet at least. */
    betting: z.enum(["fixed", "spread", "pot"]).default("fixed"),
    /** Bounds of a bet, and of what a raise adds; null: from the small to the big bet. */
    spread: z.strictObject({ min: chips, max: chips }).nullable().default(null),
    /** Raises after the bet; a completion is not one. Pot limit has no cap. */
    maxRaises: z.int().nonnegative().default(3),
    /** No cap while only two players who are not all-in remain. */
    unlimitedHeadsUp: z.boolean().default(false),
    /** An all-in of half a bet or more counts as a full one. */
    halfBetRule: z.boolean().default(true),
    /** An open pair on fourth street allows the big bet. */
    openPairDoubleBet: z.boolean().default(false),
    suitOrderLowToHigh: z
      .array(z.enum(suits))
      .length(suits.length)
      .refine((order) => new Set(order).size === order.length, { message: "each suit once" })
      .default([...suits]),
    aceHighForBringIn: z.boolean().default(true),
    /** none: plain seven-card stud, the whole pot is high. */
    low: z.enum(["split", "none"]).default("split"),
    /** The highest card a low may have; 13 is a king. */
    lowQualifier: z.int().min(5).max(13).default(8),
    oddChipBetweenHalves: z.enum(["high", "low"]).default("high"),
    /** Who gets the odd chips of a tied half: the first seat from the dealer's left, or the highest (for a low the lowest) card. */
    oddChip: z.enum(["seat", "card-by-suit"]).default("seat"),
    /** A burn card before each of the streets four to seven. */
    burns: z.boolean().default(false),
    /** Burn cards, where there are some, are shuffled into the stub if that saves the community card. */
    reuseBurns: z.boolean().default(false),
    communityRiverBetting: z.boolean().default(false),
    shortHandAtShowdown: z.enum(["dead", "missing-seventh-live"]).default("dead"),
    /** One down card turned up on the deal: the third is dealt down instead, or (tournaments) a misdeal. */
    exposedDown: z.enum(["third card down", "misdeal"]).default("third card down"),
    exposedRiver: z.enum(["player may opt all-in", "play on"]).default("player may opt all-in"),
    /** A losing hand may be given up unseen at the showdown. */
    concedeUnseen: z.boolean().default(true),
    rake: z
      .discriminatedUnion("method", [
        z.strictObject({ method: z.literal("none") }),
        /** A share of all pots in hundredths of a percent, at most `cap`; none if no fourth street was dealt. */
        z.strictObject({
          method: z.literal("pot"),
          ofPot: z.int().positive().max(10_000),
          cap: chips,
          rounding: z.enum(roundings).default("down"),
        }),
      ])
      .default({ method: "none" }),
    /** Milliseconds to act; null: no clock. Out of time is a check, or a fold to a bet. */
    decisionMs: z.int().min(1000).nullable().default(null),
    /** A red light once hands are open at the showdown: the hand is dead, or the floor decides. */
    redAfterReveal: z.enum(["dead", "floor"]).default("dead"),
    /** Other consequences than the game's own, by irregularity. */
    irregularities: consequences.default({}),
  })
  .superRefine((rules, context) => {
    const refuse = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    if (rules.bringIn > rules.smallBet) refuse("bringIn", "is above the small bet");
    if (rules.smallBet > rules.bigBet) refuse("smallBet", "is above the big bet");
    if (rules.spread !== null && rules.spread.min > rules.spread.max) refuse("spread", "min is above max");
    for (const name of ["ante", "bringIn", "smallBet", "bigBet"] as const) {
      if (rules[name] % rules.chip !== 0) refuse(name, `is not a whole number of chips of ${rules.chip}`);
    }
  });

export type Rules = z.infer<typeof schema>;
