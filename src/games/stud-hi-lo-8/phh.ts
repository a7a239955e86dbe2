// Hand histories in PHH notation (poker hand history, the stud subset): read, and played through the engine.
// Actions: "d dh p1 Ac8dAs" deals, "d db 4h" the community card, "p3 pb" brings in, "p4 f" folds, "p1 cc" checks or calls,
// "p5 cbr 250000" completes, bets or raises to a total of the street, "p1 sm Ac8d…" shows, "p1 sm" gives the hand up.

import { z } from "zod";
import { type Card, isCard } from "#core/card";
import type { Place } from "#core/felt";
import type { Minor } from "#core/money";
import type { Option } from "#core/opening";
import { bringInValue } from "./order.ts";
import { board, handOf, type Round } from "./round.ts";
import { type Rules, schema } from "./rules.ts";
import { type Act, otherCards, play } from "./script.ts";
import { parseToml } from "./toml.ts";

type Unknown = "??";

export type PhhAction =
  | { readonly kind: "deal"; readonly seat: number | null; readonly cards: readonly (Card | Unknown)[] }
  | { readonly kind: "bringIn" | "fold" | "checkOrCall"; readonly seat: number }
  | { readonly kind: "wager"; readonly seat: number; readonly total: Minor }
  /** No cards: the hand is given up. */
  | { readonly kind: "show"; readonly seat: number; readonly cards: readonly (Card | Unknown)[] };

export interface PhhHand {
  /** F7S/8: hi/lo 8-or-better; F7S: high only. Both fixed limit. */
  readonly variant: "F7S/8" | "F7S";
  readonly ante: Minor;
  readonly bringIn: Minor;
  readonly smallBet: Minor;
  readonly bigBet: Minor;
  /** By seat, the first to the dealer's left first. */
  readonly startingStacks: readonly Minor[];
  readonly actions: readonly PhhAction[];
  readonly finishingStacks: readonly Minor[] | null;
}

const chips = z.int().nonnegative();
const file = z.object({
  variant: z.enum(["F7S/8", "F7S"]),
  antes: z.array(chips).min(2).max(8),
  bring_in: chips,
  small_bet: chips,
  big_bet: chips,
  starting_stacks: z.array(chips),
  actions: z.array(z.string()),
  finishing_stacks: z.array(chips).optional(),
});

/**
 * Reads one hand.
 * @throws Error naming the line, the key or the action that is not understood
 */
export function parsePhh(text: string): PhhHand {
  const parsed = file.safeParse(Object.fromEntries(parseToml(text)));
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  const { variant, antes, bring_in, small_bet, big_bet, starting_stacks, actions, finishing_stacks } = parsed.data;
  const [ante = 0] = antes;
  if (antes.some((one) => one !== ante)) throw new Error("antes: they must all be equal");
  for (const [key, stacks] of Object.entries({ starting_stacks, finishing_stacks })) {
    if (stacks !== undefined && stacks.length !== antes.length)
      throw new Error(`${key}: ${antes.length} seats ante, ${stacks.length} are named`);
  }
  return {
    variant,
    ante,
    bringIn: bring_in,
    smallBet: small_bet,
    bigBet: big_bet,
    startingStacks: starting_stacks,
    actions: actions.map(parseAction),
    finishingStacks: finishing_stacks ?? null,
  };
}

function parseAction(text: string, index: number): PhhAction {
  const [who = "", what = "", ...rest] = (text.split("#")[0] ?? "").trim().split(/\s+/);
  const unknown = (): never => {
    throw new Error(`actions: number ${index + 1}, "${text}", is not understood`);
  };
  if (who === "d") {
    if (what === "db") return { kind: "deal", seat: null, cards: parseCards(rest[0]) ?? unknown() };
    return what === "dh" ? { kind: "deal", seat: seatOf(rest[0]) ?? unknown(), cards: parseCards(rest[1]) ?? unknown() } : unknown();
  }
  const seat = seatOf(who) ?? unknown();
  switch (what) {
    case "pb":
      return { kind: "bringIn", seat };
    case "f":
      return { kind: "fold", seat };
    case "cc":
      return { kind: "checkOrCall", seat };
    case "cbr":
      return /^\d+$/.test(rest[0] ?? "") ? { kind: "wager", seat, total: Number(rest[0]) } : unknown();
    case "sm":
      return { kind: "show", seat, cards: parseCards(rest[0] ?? "") ?? unknown() };
    default:
      return unknown();
  }
}

function seatOf(text: string | undefined): number | null {
  const seat = /^p([1-8])$/.exec(text ?? "")?.[1];
  return seat === undefined ? null : Number(seat);
}

function parseCards(text: string | undefined): readonly (Card | Unknown)[] | null {
  const cards: readonly string[] = text?.match(/../g) ?? [];
  if (text === undefined || cards.join("") !== text) return null;
  return cards.every((one): one is Card | Unknown => one === "??" || isCard(one)) ? cards : null;
}

export interface PhhPlayed {
  /** Chips of every seat after the hand; null if it was not played to its end. */
  readonly finishingStacks: readonly Minor[] | null;
  /** Where the table would have gone on otherwise than the history says. */
  readonly problem: string | null;
}

/** Plays a hand through the engine, action by action. */
export function playPhh(hand: PhhHand): PhhPlayed {
  const rules: Rules = schema.parse({
    ante: hand.ante,
    bringIn: hand.bringIn,
    smallBet: hand.smallBet,
    bigBet: hand.bigBet,
    low: hand.variant === "F7S" ? "none" : "split",
  });
  const seats = hand.startingStacks.map((_, i) => i + 1);
  const left = hand.actions.filter((action) => action.kind !== "deal" && action.kind !== "show");
  let problem: string | null = null;
  const act = (seat: number, options: readonly Option[]): Act | null => {
    const next = left.shift();
    const made = next === undefined || next.seat !== seat ? null : actOf(next, options);
    if (made === null) problem = `p${seat} is to act (${options.map(({ code }) => code).join(", ")}), the history says ${told(next)}`;
    return made;
  };
  const mucks = (seat: number): boolean => gaveUp(hand, seat);
  const stacks = Object.fromEntries(hand.startingStacks.map((stack, i) => [i + 1, stack]));
  const played = play(rules, seats, handsOf(hand, seats, rules), { stacks, act, mucks });
  if (played.settlement === null) return { finishingStacks: null, problem: problem ?? refusal(played.refused) };
  const after = (played.table.played?.round as Round | undefined)?.after;
  if (left.length > 0) problem = `the hand is over, the history goes on with ${told(left[0])}`;
  return { finishingStacks: seats.map((seat) => after?.[seat] ?? 0), problem };
}

function gaveUp(hand: PhhHand, seat: number): boolean {
  const last = hand.actions.findLast((one) => one.kind === "show" && one.seat === seat);
  return last?.kind === "show" && last.cards.length === 0;
}

function refusal(refused: readonly { readonly reply: unknown }[]): string {
  return refused.length === 0 ? "the history ends before the hand does" : `the table refuses: ${JSON.stringify(refused[0]?.reply)}`;
}

function told(action: PhhAction | undefined): string {
  if (action === undefined) return "nothing";
  return `p${action.seat} ${action.kind}${action.kind === "wager" ? ` ${action.total}` : ""}`;
}

function actOf(action: PhhAction, options: readonly Option[]): Act | null {
  const codes = {
    bringIn: ["bringIn"],
    fold: ["fold"],
    checkOrCall: ["call", "check"],
    wager: ["complete", "bet", "raise"],
    deal: [],
    show: [],
  };
  const option = options.find(({ code }) => (codes[action.kind] as readonly string[]).includes(code));
  if (option === undefined) return null;
  if (option.amount === undefined) return { code: option.code };
  return { code: option.code, amount: action.kind === "wager" ? action.total : option.amount.min };
}

/** The cards of each seat; one nobody saw becomes any other: a high one as the door card, so that it does not bring in. */
function handsOf(hand: PhhHand, seats: readonly number[], rules: Rules): Readonly<Record<Place, readonly Card[]>> {
  const dealt = (seat: number | null) => hand.actions.flatMap((one) => (one.kind === "deal" && one.seat === seat ? one.cards : []));
  const known = seats.map((seat) => fromShown(dealt(seat), hand, seat));
  const rest = otherCards(known.map((cards) => cards.filter((one): one is Card => one !== "??")));
  rest.sort((a, b) => bringInValue(a, rules) - bringInValue(b, rules));
  const fill = (one: Card | Unknown, i: number): Card => (one !== "??" ? one : ((i === 2 ? rest.pop() : rest.shift()) as Card));
  return Object.fromEntries([...seats.map((seat, i) => [handOf(seat), (known[i] ?? []).map(fill)]), [board, dealt(null)]]);
}

/** A hand that was shown as a whole tells what was not seen before. */
function fromShown(cards: readonly (Card | Unknown)[], hand: PhhHand, seat: number): readonly (Card | Unknown)[] {
  const shown = hand.actions.findLast((one) => one.kind === "show" && one.seat === seat);
  return shown?.kind === "show" && shown.cards.length === cards.length ? shown.cards : cards;
}
