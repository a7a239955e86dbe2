// What a game is: pure functions over a round. A game holds no cards and no clock, and says what may happen as data.

import type { Card } from "./card.ts";
import type { Felt, Held, Place } from "./felt.ts";
import type { Consequence, Irregularity } from "./irregularity.ts";
import type { Minor } from "./money.ts";
import type { Expectation, Happening, Spot } from "./opening.ts";
import type { PoolTerms } from "./progressive.ts";
import type { Account, Reason, Settlement } from "./settlement.ts";

/** Cards that a game moves by itself (captures, discards). */
export interface Move {
  readonly cards: readonly Held[];
  readonly to: Place;
}

export interface Accepted<Round> {
  readonly round: Round;
  readonly moves?: readonly Move[];
}

/** What a screen may say about a seat: "designated player", "raised 30", "folded". */
export interface Mark {
  readonly seat: number;
  readonly mark: Reason;
}

/** A paytable as a sign shows it, made from the rules alone. Cells are codes or odds, never prose. */
export interface Paytable {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: readonly PaytableRow[];
}
export interface PaytableRow {
  readonly hand: Reason;
  readonly cells: readonly Cell[];
  /** Reasons of results that this row pays, where the hand alone does not tell: such a row is lit. */
  readonly paidFor?: readonly string[];
}
export type Cell =
  | { readonly odds: readonly [number, number] }
  | { readonly amount: Minor }
  | { readonly percent: number }
  | { readonly code: string };

/** What a wager may be; `step`: amounts between go up by so much. */
export interface Limit {
  readonly spot: string;
  readonly min: Minor;
  readonly max: Minor;
  readonly step?: Minor;
}

/** Everything a sign prints beside the last hand. */
export interface Notice {
  /** The house has suspended the game: no round can be opened. */
  readonly suspended?: true;
  readonly limits: readonly Limit[];
  readonly paytables: readonly Paytable[];
  readonly rules: readonly Reason[];
}

/** Chips that lie together in the middle: "pot/1" is the main pot. */
export interface Pot {
  readonly pot: Account;
  readonly amount: Minor;
}

/** A meter that belongs to this table alone and travels in what its rounds carry on. */
export interface OwnMeter {
  /** The hands that win a share of it, the highest first; its level is called by the first. */
  readonly hands: readonly string[];
  readonly value: Minor;
  /** What it begins at after a whole win. */
  readonly base: Minor;
}

export interface GameDefinition<Round, Rules, Carry> {
  readonly id: string;
  /** Raised whenever the same events could give another result. */
  readonly edition: number;
  /** Players a round needs and may have. */
  readonly players: { readonly min: number; readonly max: number };
  /** Players a round needs under these rules, where that is more than `players.min`. */
  fewest?(rules: Rules): number;
  /** Hands in a round under these rules, where that is fewer than `players.max`. */
  most?(rules: Rules): number;

  /** `carry`: what the last completed round hands on (whose button); null at the first round. */
  open(rules: Rules, seats: readonly number[], carry: Carry | null): Round;
  /** The rules of dealing and acting, as data. */
  expect(round: Round, felt: Felt, rules: Rules): Expectation;
  /** Only ever given what was expected, plus "exposed", "dead", "void", "corrected" and a decision's "timeout". */
  accept(round: Round, happening: Happening, felt: Felt, rules: Rules): Accepted<Round>;
  /** What an irregularity means here and now, within the pack's choices. */
  judge(round: Round, irregularity: Irregularity, felt: Felt, rules: Rules): Consequence;
  /** Touches opened faces only; also runs for a void round. */
  settle(round: Round, felt: Felt, rules: Rules): Settlement;
  carry(round: Round): Carry;
  /** The only functions that see hidden faces; run by the vault. */
  readonly answers: Readonly<Record<string, (hands: readonly (readonly Card[])[], params: unknown) => unknown>>;

  /** What lies on the spots. */
  stakes(round: Round): Readonly<Record<Spot, Minor>>;
  /** Spots whose amounts nobody tells the table: it knows only that something lies there. Absent: none. */
  untracked?(spot: Spot, rules: Rules): boolean;
  marks(round: Round): readonly Mark[];
  /** Cards the whole deal takes as it stands, for "card 17 of 49". */
  dealSize(round: Round, rules: Rules): number;
  /** The name of opened cards lying at a place, or null where the game has none. */
  nameHand(cards: readonly Card[], place: Place, rules: Rules): Reason | null;
  notice(rules: Rules): Notice;
  /** Piles of a seat in which cards lie open while it is played, in the order of the felt; absent: none. */
  readonly upcards?: readonly string[];
  /** Pots as they lie now, the main pot first; absent: the game has none. */
  pots?(round: Round): readonly Pot[];
  /** It asks of hidden cards, in play, what only the vault can answer: no such round can be played by hand. */
  readonly needsReader?: true;
  /** Hands that are out, whose cards may be taken up before the round is settled; absent: none. */
  out?(round: Round): readonly Place[];
  /** What the house's progressive must be for these rules; null where they want none. Absent: the game knows no such wager. */
  progressive?(rules: Rules): PoolTerms | null;
  /** The table's own meter under these rules; null or absent: there is none. */
  meter?(carry: Carry | null, rules: Rules): OwnMeter | null;
  /** Which part of the play it is, where a screen should say more than "deal" and "decide": the street, who fights whom. */
  stage?(round: Round): Reason | null;
}

/** A game whose own types are closed over: what the shell and the tools handle. */
// biome-ignore lint/suspicious/noExplicitAny: an existential type; TypeScript has no other way to say "some Round"
export type AnyGame = GameDefinition<any, any, any>;
