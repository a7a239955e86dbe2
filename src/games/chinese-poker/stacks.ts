// Chips on the table: the full buy-in of so many points, the short buy, and what a stack may be when a round begins.

import type { Bounds, Minor } from "#core/money";
import { type Carry, type Purse, playersOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

/** More than any table holds. */
const noLimit = 1_000_000_000;
const empty: Purse = { stack: 0, mayBuyShort: false };

export function fullBuyIn(rules: Rules): Minor {
  return rules.buyInPoints * rules.unit;
}

function purseOf(round: Round, seat: number): Purse {
  return round.carried[seat] ?? empty;
}

function mayBuyShort(round: Round, seat: number, rules: Rules): boolean {
  const { stack, mayBuyShort: may } = purseOf(round, seat);
  // The old stack was taken off: somebody else sits there now.
  if (stack > 0 && round.cleared.includes(seat)) return false;
  return rules.shortBuy === "always" || (rules.shortBuy !== "never" && may);
}

/**
 * What the chips before a seat may be. A player keeps what he has (no money leaves the table) and may add to it; whoever sits
 * down buys in full. Amounts in between that the house doesn't sell hold up the close of bets: `stackProblem`.
 */
export function stackBounds(round: Round, seat: number, rules: Rules): Bounds {
  const { stackStep, stackMax } = rules;
  const full = fullBuyIn(rules);
  const { stack } = purseOf(round, seat);
  const kept = round.cleared.includes(seat) ? Math.min(stack, full) : stack;
  const min = kept > 0 ? kept : mayBuyShort(round, seat, rules) ? stackStep : full;
  const top = Math.max(stackMax ?? noLimit, stack);
  return { min, max: min + Math.floor((top - min) / stackStep) * stackStep, step: stackStep };
}

/** Chips added in this round; all of them, where the old stack was taken off first. */
function boughtBy(round: Round, seat: number): Minor {
  const now = round.stacks[seat] ?? 0;
  const { stack } = purseOf(round, seat);
  return round.cleared.includes(seat) && now !== stack ? now : now - stack;
}

/** Whether a stack was bought against the house's buy-in rule, as a code. */
export function stackProblem(round: Round, seat: number, rules: Rules): "belowBuyIn" | "shortBuyUsed" | null {
  const bought = boughtBy(round, seat);
  if (bought <= 0 || bought >= fullBuyIn(rules) || mayBuyShort(round, seat, rules)) return null;
  return bought === round.stacks[seat] ? "belowBuyIn" : "shortBuyUsed";
}

/** Why the bets can't be closed: two players are needed, and every stack has to be bought by the rules. */
export function whyNotClosed(round: Round, rules: Rules): string | null {
  const players = playersOf(round);
  if (players.length < 2) return "twoStacks";
  for (const seat of players) {
    const problem = stackProblem(round, seat, rules);
    if (problem !== null) return problem;
  }
  return null;
}

/** Who may buy short before the next round: whoever bought in full, until he has. */
export function shortBuysLeft(round: Round, rules: Rules): Readonly<Record<number, boolean>> {
  const left = playersOf(round).map((seat) => {
    const bought = boughtBy(round, seat);
    return [seat, bought === 0 ? purseOf(round, seat).mayBuyShort : bought >= fullBuyIn(rules)] as const;
  });
  return Object.fromEntries(left);
}

/** Purses as they are carried on: a player who sat the round out keeps his. */
export function pursesAfter(round: Round): Carry["purses"] {
  const purses = round.seats.map((seat) => {
    const before = round.stacks[seat] ?? 0;
    const stack = round.after?.[seat] ?? before;
    return [seat, before === 0 ? purseOf(round, seat) : { stack, mayBuyShort: round.shortBuys[seat] ?? false }] as const;
  });
  return Object.fromEntries(purses);
}
