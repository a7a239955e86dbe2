// A settlement is a list of transfers between named accounts, in the order a dealer makes them, beside one result a wager.
// Every transfer has a payer and a payee, so the sum is zero by construction.

import type { Minor } from "./money.ts";
import type { Spot } from "./opening.ts";

/** A spot ("3/ante"), a seat's chips ("seat/3"), "designated", "house", "rake", "pot/1", "meter/royal". */
export type Account = string;

/** Why, as a code and parameters; the words are in the catalogues. */
export interface Reason {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

type Params<Names extends readonly string[]> = [Names[number]] extends [never]
  ? []
  : [params: Readonly<Record<Names[number], string | number>>];

/** What makes the reasons of a game, given the names of each one's parameters: the compiler knows them. */
export function reasonsOf<const Codes extends Readonly<Record<string, readonly string[]>>>(_codes: Codes) {
  return <Code extends keyof Codes & string>(code: Code, ...[params]: Params<Codes[Code]>): Reason =>
    params === undefined ? { code } : { code, params };
}

export interface Transfer {
  readonly from: Account;
  readonly to: Account;
  readonly amount: Minor;
  readonly why: Reason;
}

export type Outcome = "win" | "win-partial" | "lose" | "push" | "returned";

/** One wager's (or pot's) end. `net` is the player's profit, the stake excluded; `odds` as paid, [6, 1] for 6 : 1. */
export interface SpotResult {
  readonly seat: number;
  readonly spot: Spot;
  readonly stake: Minor;
  readonly outcome: Outcome;
  readonly net: Minor;
  /** What a full payment would have been, where the payer ran short. */
  readonly due?: Minor;
  readonly odds?: readonly [number, number];
  /** Nobody told the table how much lay there: stake and net are 0, the dealer pays by hand what outcome and odds say. */
  readonly untracked?: true;
  /** It has won what a progressive pays: how much that is, its award says once two people have confirmed it. */
  readonly pending?: true;
  readonly why: Reason;
}

/** What a place's cards are called: "flush of 4, ace high" as code and parameters. */
export interface HandName {
  readonly place: string;
  readonly name: Reason;
}

export interface Settlement {
  readonly outcome: "settled" | "void";
  /** From 2 on: a correction. Its transfers are the difference to what had been paid, its results what is still to be done. */
  readonly revision?: number;
  readonly why: Reason;
  /** Seats in the order the dealer serves them. */
  readonly order: readonly number[];
  readonly transfers: readonly Transfer[];
  readonly results: readonly SpotResult[];
  readonly hands: readonly HandName[];
}

/** Net movement of every account named in the transfers. */
export function balances(transfers: readonly Transfer[]): ReadonlyMap<Account, Minor> {
  const sums = new Map<Account, Minor>();
  for (const { from, to, amount } of transfers) {
    sums.set(from, (sums.get(from) ?? 0) - amount);
    sums.set(to, (sums.get(to) ?? 0) + amount);
  }
  return sums;
}
