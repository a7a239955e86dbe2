// What may happen next, as data. The same words serve the games and the table's own procedures, so that one console,
// one validator and one emulated dealer serve everything.

import type { Card } from "./card.ts";
import type { Held, Place } from "./felt.ts";
import type { Reportable } from "./irregularity.ts";
import type { Bounds, Minor } from "./money.ts";
import type { Role } from "./operator.ts";

/** A wager's position on the felt: "3/ante". */
export type Spot = string;

/** One way to decide. `targets`: name one of these places; `cards`: choose so many cards lying at `from`. */
export interface Option {
  readonly code: string;
  readonly amount?: Bounds;
  /** What the amount counts; absent: money. */
  readonly unit?: "points";
  readonly targets?: readonly Place[];
  readonly cards?: { readonly from: Place; readonly min: number; readonly max: number };
}

/** Something a person entered that can be taken back. A decision that others are not to know has no `code`. */
export type Entry =
  | { readonly kind: "wager"; readonly spot: Spot; readonly stake: Minor }
  | { readonly kind: "decision"; readonly by: Place; readonly code?: string }
  | { readonly kind: "seat"; readonly seat: number; readonly sitting: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "paid"; readonly seat: number };

/** What people sign for. */
export type DeckAct = "register" | "release" | "retire" | "destroy";

/** Which cards antennas see in which row, and how many cards of the hand none of them has seen in any. */
export interface RowsSeen {
  readonly rows: Readonly<Record<Place, readonly Held[]>>;
  readonly missing: number;
}

/** One thing that may happen next. */
export type Opening =
  | {
      readonly kind: "wager";
      readonly spot: Spot;
      readonly stake: Bounds;
      readonly placed: Minor;
      readonly required?: true;
      readonly untracked?: true;
      /** Why no stake is taken there now; one that lies there may be taken back. */
      readonly blocked?: string;
    }
  | {
      readonly kind: "close";
      readonly blocked: string | null;
      /** Milliseconds to bet, from when bets can first be closed; after that they are closed by themselves. */
      readonly withinMs?: number;
    }
  | { readonly kind: "card"; readonly to: Place; readonly face: "up" | "down"; readonly from: "shoe" | "draw" }
  | {
      readonly kind: "decision";
      readonly by: Place;
      readonly options: readonly Option[];
      /** Milliseconds to decide; after that the game is told "timeout". */
      readonly withinMs?: number;
      /** Others see only that it was made. */
      readonly hidden?: true;
      /** Not their turn: what they may already bind themselves to. Nobody waits for it, and no clock runs. */
      readonly early?: true;
    }
  | {
      readonly kind: "reveal";
      readonly place: Place;
      /** Only these cards of the place, one that lies exposed for instance; absent: all of them. */
      readonly cards?: readonly Held[];
      /** The places where the hand is laid out, with the cards each should take. Cards of the hand may lie there before. */
      readonly rows?: readonly (readonly [Place, number])[];
      /** What antennas see of the rows: who turns it up without naming rows takes these, and none is missing then. */
      readonly seen?: RowsSeen;
      /** Why it may not be turned up yet. */
      readonly blocked?: string;
      /** What its owner decided while nobody was to know; told as soon as the game says it. */
      readonly said?: { readonly code: string; readonly how: "said" | "timeout" };
    }
  | { readonly kind: "shuffle"; readonly piles: readonly Place[] }
  | {
      readonly kind: "ask";
      readonly id: string;
      readonly question: string;
      readonly of: readonly (readonly Place[])[];
      readonly params?: unknown;
    }
  | { readonly kind: "seat"; readonly seat: number; readonly sitting: boolean }
  | { readonly kind: "deck"; readonly blocked: string | null }
  /** Cards that lie open and that no reader has read: so many are to be entered. */
  | { readonly kind: "faces"; readonly place: Place; readonly count: number }
  /** The undealt cards, a deck in quarantine or the collected jackpot wagers are to be counted by hand. How many there should be is not said. */
  | { readonly kind: "count"; readonly place: "stub" | "deck" | "jackpot" }
  /** What may become of a deck besides being played; `blocked`: why not yet. */
  | {
      readonly kind: "deckAct";
      readonly deck: string;
      readonly act: DeckAct | "recount";
      readonly role: Role;
      readonly blocked?: string;
    }
  /** What no device sees: the dealer may report it at a place, with the number of cards; what is `ofTheDeal` has no place. */
  | { readonly kind: "report"; readonly codes: readonly Reportable[]; readonly ofTheDeal: readonly Reportable[] }
  | { readonly kind: "signOn" }
  | { readonly kind: "signOff" }
  | { readonly kind: "undo"; readonly from: number; readonly entry: Entry }
  /** A settled round whose cards turned out to be others: the open ones, by place, may be named anew. */
  | {
      readonly kind: "correct";
      readonly round: number;
      readonly role: Role;
      readonly hands: readonly { readonly place: Place; readonly cards: readonly (readonly [Held, Card])[] }[];
    }
  | {
      readonly kind: "confirm";
      readonly code: ConfirmCode;
      readonly role: Role;
      readonly reason?: true;
      readonly seat?: number;
      readonly blocked?: string;
    };

/** Everything a person may confirm outside a game's own decisions. */
export const confirmCodes = [
  "openTable",
  "closeTable",
  "openRound",
  "redeal",
  "paid",
  "misdeal",
  "unlatch",
  "goOn",
  "settle",
  "dead",
  "void",
  "same",
  "different",
  "scan",
  "scanned",
  "manual",
  "readers",
  "callFloor",
  "coming",
  "endCall",
  "approve",
  "withdraw",
  "awardPaid",
  "sign",
  "unsign",
  "rescan",
  "enter",
] as const;
export type ConfirmCode = (typeof confirmCodes)[number];

/** Every entry may happen next, in any order; "settle" when nothing is left but to pay. */
export type Expectation = readonly Opening[] | "settle";

/** What a game is told. It is only ever given what it expected, plus "exposed", "dead", "void", "corrected" and a decision's "timeout". */
export type Happening =
  | { readonly kind: "wager"; readonly spot: Spot; readonly stake: Minor }
  | { readonly kind: "closed" }
  | { readonly kind: "card"; readonly held: Held; readonly to: Place }
  | {
      readonly kind: "decision";
      readonly by: Place;
      readonly code: string;
      readonly amount?: Minor;
      readonly target?: Place;
      readonly cards?: readonly Held[];
      readonly how: "said" | "timeout";
    }
  | {
      readonly kind: "reveal";
      readonly place: Place;
      readonly cards?: readonly Held[];
      readonly rows?: Readonly<Record<Place, readonly Held[]>>;
    }
  | { readonly kind: "opened" }
  /** The dealer reports cards that lay face up before their time; told before the game judges it. */
  | { readonly kind: "exposed"; readonly place: Place; readonly count: number }
  | { readonly kind: "shuffled" }
  /** After the settlement some open cards turned out to be others: what is carried on is counted anew. */
  | { readonly kind: "corrected" }
  | { readonly kind: "answered"; readonly id: string; readonly answer: unknown }
  /** A hand is out of the round; `foul`: by its own fault, so that it forfeits. */
  | { readonly kind: "dead"; readonly place: Place; readonly why: string; readonly foul?: true }
  | { readonly kind: "void"; readonly why: string };
