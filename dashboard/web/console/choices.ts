// Amounts to choose from: multiples of the smallest, and a pad where that does not reach everywhere.

import type { Bounds, Minor } from "#core/money";
import { fits } from "./bets.ts";

export interface Choices {
  readonly amounts: readonly { readonly amount: Minor; readonly times: number }[];
  /** Other amounts are possible: a pad is offered. */
  readonly pad: boolean;
}

const multiples = [1, 2, 3, 4, 5, 10, 20, 50, 100];

/** At most `most` amounts. In a narrow range 1×, 2×, 3× …; in a wide one the round multiples. */
export function amountChoices(bounds: Bounds, most = 4): Choices {
  const { min, max, step } = bounds;
  if (min === max) return { amounts: [{ amount: min, times: 1 }], pad: false };
  if (min === 0) return { amounts: [], pad: true };
  const wide = max / min > most;
  const wanted = wide ? multiples.filter((n) => n !== 3 && n !== 4) : multiples.filter((n) => n <= most);
  const amounts = wanted
    .map((times) => ({ amount: min * times, times }))
    .filter(({ amount }) => fits(bounds, amount))
    .slice(0, most);
  const possible = Math.floor((max - min) / step) + 1;
  return { amounts, pad: possible > amounts.length };
}
