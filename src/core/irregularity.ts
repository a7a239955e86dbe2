// What can go wrong at a table. Each code has one meaning, a text in every language, and a consequence that the game and the
// rule pack decide.

import type { Place } from "./felt.ts";

export const irregularityCodes = [
  /** The shuffler shows red, steady or flashing. */
  "red",
  /** No lamp of the shuffler is lit. */
  "dark",
  /** The shuffler's light sensor does not answer. */
  "sensorLost",
  /** A card came while bets were open. */
  "cardBeforeClose",
  /** A card came although the deal was complete. */
  "extraCard",
  /** A hand holds a wrong number of cards. */
  "wrongCount",
  /** The same card passed the shoe a second time. */
  "duplicate",
  /** A card left the shoe unread. */
  "unreadable",
  /** A tag that belongs to no deck of this house. */
  "foreign",
  /** A card of another registered deck. */
  "otherDeck",
  /** A card that still lies where an earlier round left it. */
  "oldRound",
  /** An antenna sees a card at a place where it was not dealt. */
  "wrongPlace",
  /** An antenna sees a card that never passed the shoe. */
  "notFromShoe",
  /** The dealing device lost readings, or restarted, in the middle of a deal. */
  "lostReadings",
  /** The controller restarted in the middle of a round. */
  "restarted",
  /** A card was turned up by mistake. */
  "exposed",
  /** Somebody at the table called a misdeal. */
  "called",
] as const;
export type IrregularityCode = (typeof irregularityCodes)[number];

/** What a dealer can report that no device sees: so many cards lie exposed at a place, or it holds so many. */
export const reportable = ["exposed", "wrongCount"] as const satisfies readonly IrregularityCode[];
export type Reportable = (typeof reportable)[number];

export interface Irregularity {
  readonly code: IrregularityCode;
  readonly place?: Place;
  readonly device?: string;
  /** Cards or lines concerned; of a wrong count, what the place holds. */
  readonly count?: number;
  /** Free words of the person who called it. */
  readonly reason?: string;
}

/** What an irregularity means here and now. */
export type Consequence =
  | { readonly kind: "goOn" }
  | { readonly kind: "dead"; readonly place: Place }
  | { readonly kind: "void" }
  /** The table halts; the named answers are open to the floor (or, for `check`, to the dealer). */
  | { readonly kind: "floor"; readonly answers: readonly ("goOn" | "settle" | "void")[] }
  | { readonly kind: "check" };

export type ConsequenceKind = Consequence["kind"];
