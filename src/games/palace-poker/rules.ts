// A house's numbers for Palace Poker. Names follow the rule sheet; every default is the recommended reading.

import { z } from "zod";
import { type PackChoices, packChoices } from "#core/consequence";
import type { Minor } from "#core/money";

const amount = z.int().nonnegative();
const stake = z
  .strictObject({ min: z.int().positive(), max: z.int().positive(), step: z.int().positive().default(1) })
  .refine(({ min, max }) => min <= max, { message: "min is above max", path: ["max"] });

const halfSmallBet = "floor(smallBet/2)";
export const playersMax = 10;

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
    /** Chips a player may bring to a hand. Nothing is added while it is played. */
    stack: stake.prefault({ min: 1, max: 1_000_000_000, step: 1 }),
    smallBet: z.int().min(2).default(2),
    bigBet: z.int().positive().default(4),
    limit: z.enum(["limit", "no-limit"]).default("limit"),
    ante: z.union([z.literal(halfSmallBet), amount]).default(halfSmallBet),
    maxSoldiers: z.int().nonnegative().max(48).default(5),
    /** Players, counted from the dealer's left, whose banners must differ in suit. */
    bannerGroups: z.array(z.int().min(1).max(4)).default([4, 4, 2]),
    /** Which of a player's cards do not count in a battle. */
    traitorRule: z.enum(["opponent-banner-suit", "opponent-banner-rank", "none"]).default("opponent-banner-suit"),
    /** What parts equal hands in a battle. */
    tieBreak: z
      .enum(["own-suit-count over palace+banner+soldiers", "own-suit-count over counted cards", "none"])
      .default("own-suit-count over palace+banner+soldiers"),
    /** false: the banner of a player who is out goes to the discard pile. */
    capturedBannerBecomesSoldier: z.boolean().default(true),
    discardCost: z.union([z.literal("smallBet"), amount]).default(0),
    /** What a defender pays to call: by his own soldiers, or by the attacker's. */
    callAmount: z.enum(["own formula", "attacker's formula"]).default("own formula"),
    /** A raise at a limit table. */
    limitRaise: z.enum(["bigBet", "two-small-without-soldiers"]).default("bigBet"),
    maxRaises: z.union([z.literal("unlimited"), amount]).default("unlimited"),
    /** true: at the showdown a hand's cards of the other hands' banner suits (or ranks, see traitorRule) do not count. */
    showdownExclusions: z.boolean().default(false),
    oddChip: z.literal("seat nearest dealer's left").default("seat nearest dealer's left"),
    /** false: an attacker short of the formula may bet all he has. */
    attackNeedsFullAmount: z.boolean().default(true),
    /** false: a defender who cannot call in full can only fold. */
    defenderMayCallAllIn: z.boolean().default(true),
    /** Whether A-2-3-4-5 is a straight. */
    wheel: z.boolean().default(true),
    /** Who deals the first hand of the table: the highest card, or the lowest seat. */
    firstDealer: z.enum(["highest card", "lowest seat"]).default("highest card"),
    /** A palace card turned up by mistake once the first action has been taken; before it, the deal is void. */
    exposedPalace: z.enum(["play on", "floor", "misdeal"]).default("floor"),
    /** Milliseconds to decide; null: no clock. */
    decisionMs: z.int().min(1000).nullable().default(null),
    /** A red light once hands are open at the showdown: the hand is dead, or the floor decides. */
    redAfterReveal: z.enum(["dead", "floor"]).default("dead"),
    /** Other consequences than the game's own, by irregularity. */
    irregularities: consequences.default({}),
  })
  .superRefine((rules, context) => {
    const grouped = rules.bannerGroups.reduce((sum, size) => sum + size, 0);
    if (grouped < playersMax) {
      context.addIssue({ code: "custom", path: ["bannerGroups"], message: `the groups hold ${grouped} players, ${playersMax} may play` });
    }
  });

export type Rules = z.infer<typeof schema>;

/** Half a small bet, rounded down, unless the house names another. */
export function anteOf(rules: Rules): Minor {
  return rules.ante === halfSmallBet ? Math.floor(rules.smallBet / 2) : rules.ante;
}

export function discardCostOf(rules: Rules): Minor {
  return rules.discardCost === "smallBet" ? rules.smallBet : rules.discardCost;
}

/** What a raise costs at a limit table, on top of the call; the least raise at a no-limit one. */
export function raiseOf(rules: Rules, soldiers: number): Minor {
  if (rules.limit === "no-limit") return rules.bigBet;
  return rules.limitRaise === "two-small-without-soldiers" && soldiers === 0 ? 2 * rules.smallBet : rules.bigBet;
}
