// Everything that can happen to a table. `at` is stamped by the shell, in milliseconds since 1970, and never decreases.

import type { Card } from "./card.ts";
import type { DeviceId, OpenReading } from "./device.ts";
import type { Held, Place } from "./felt.ts";
import type { Reportable } from "./irregularity.ts";
import type { Minor } from "./money.ts";
import type { ConfirmCode, DeckAct, Spot } from "./opening.ts";
import type { Operator } from "./operator.ts";

export type Millis = number;
export type LinkStatus = "up" | "stale" | "down";

/** What a person asks for, at the console or a panel. Answers an opening of the same kind. */
export type Command =
  | { readonly kind: "wager"; readonly spot: Spot; readonly stake: Minor }
  | { readonly kind: "close" }
  | {
      readonly kind: "decision";
      readonly by: Place;
      readonly code: string;
      readonly amount?: Minor;
      readonly target?: Place;
      readonly cards?: readonly Held[];
    }
  | { readonly kind: "reveal"; readonly place: Place; readonly rows?: Readonly<Record<Place, readonly Held[]>> }
  /** A card dealt by hand at a table without a reader, or with `all` every card that is due: counted, never named. */
  | { readonly kind: "card"; readonly to: Place; readonly card?: Card; readonly all?: boolean }
  /** The faces of cards that lie open at a place and that no reader has read. */
  | { readonly kind: "faces"; readonly place: Place; readonly cards: readonly string[] }
  | { readonly kind: "shuffle" }
  | { readonly kind: "seat"; readonly seat: number; readonly sitting: boolean }
  | { readonly kind: "deck"; readonly deck: string }
  /** What becomes of a deck, besides being played. A registration comes from the shell alone, which has the tags. */
  | { readonly kind: "deckAct"; readonly deck: string; readonly act: DeckAct | "recount"; readonly reason: string }
  /** Who sends it deals from now on; who dealt before is signed off by it. */
  | { readonly kind: "signOn" }
  | { readonly kind: "signOff" }
  /** Takes the last entry back; `from`: the number of its first fact, as the opening names it. */
  | { readonly kind: "undo"; readonly from: number }
  | { readonly kind: "report"; readonly code: Reportable; readonly place?: Place; readonly count: number }
  /** Cards of a settled round that turned out to be others; `round` as the screen shows it. */
  | {
      readonly kind: "correct";
      readonly round: number;
      readonly cards: readonly { readonly held: Held; readonly card: Card }[];
      readonly reason: string;
    }
  /** So many cards are in the stub, or so many jackpot wagers were collected: counted by hand. */
  | { readonly kind: "count"; readonly cards: number }
  | { readonly kind: "confirm"; readonly code: ConfirmCode; readonly reason?: string; readonly seat?: number };

/** Why a vault could not make a handle of a tag. */
export type StrayWhy = "foreign" | "otherDeck" | "oldRound";

export type Event =
  /** A card of the deck in play, seen by a reader. Without `place`: at the mouth of the shoe. */
  | {
      readonly kind: "held";
      readonly at: Millis;
      readonly device: DeviceId;
      readonly seq?: number;
      readonly held: Held;
      readonly place?: Place;
      readonly present: boolean;
      /** Salted SHA-256 of the face, given when the handle is new. */
      readonly commitment?: string;
    }
  | {
      readonly kind: "stray";
      readonly at: Millis;
      readonly device: DeviceId;
      readonly seq?: number;
      readonly why: StrayWhy;
      readonly place?: Place;
    }
  | { readonly kind: "reading"; readonly at: Millis; readonly device: DeviceId; readonly seq?: number; readonly reading: OpenReading }
  /** Faces that the rules have turned up, with the salt that opens the commitment. */
  | { readonly kind: "opened"; readonly at: Millis; readonly faces: readonly (readonly [Held, Card, string])[] }
  /** The antennas under the whole pack have been asked before a round opens: distinct cards, cards there twice, and strangers. */
  | {
      readonly kind: "census";
      readonly at: Millis;
      readonly cards: number;
      readonly twice: number;
      readonly strays: readonly StrayWhy[];
    }
  | { readonly kind: "answered"; readonly at: Millis; readonly ask: string; readonly value: unknown }
  | {
      readonly kind: "link";
      readonly at: Millis;
      readonly device: DeviceId;
      readonly status: LinkStatus;
      readonly why?: string;
      readonly detail?: string;
    }
  | { readonly kind: "command"; readonly at: Millis; readonly id: string; readonly by: Operator; readonly command: Command }
  /** What two people have decided about a hit of this table in round `of`; `amount` null: there is no prize. */
  | {
      readonly kind: "award";
      readonly at: Millis;
      readonly pool: string;
      readonly id: string;
      readonly of: number;
      readonly seat: number;
      readonly amount: Minor | null;
    }
  /** A PIN or a badge was tried; `by`: whose it was, null where it was nobody's. Neither is ever in an event. */
  | {
      readonly kind: "attempt";
      readonly at: Millis;
      readonly how: "pin" | "badge";
      readonly by: Operator | null;
      readonly device?: DeviceId;
    }
  | { readonly kind: "started"; readonly at: Millis; readonly cause: "first" | "clean" | "crash"; readonly away: Millis }
  /** The program ends in order: the next start was not a crash. */
  | { readonly kind: "stopped"; readonly at: Millis }
  /** The machine's clock was set. `skipped`: by how much the table's own time leapt forward with it; absent: not at all. */
  | { readonly kind: "clock"; readonly at: Millis; readonly jump: Millis; readonly skipped?: Millis }
  /** Two people have opened what stayed hidden in a round that is over. */
  | {
      readonly kind: "unsealed";
      readonly at: Millis;
      readonly of: number;
      readonly by: readonly Pick<Operator, "name" | "role">[];
      readonly reason: string;
    }
  /** Two people have taken the tags of a deck out of the table. */
  | {
      readonly kind: "exported";
      readonly at: Millis;
      readonly deck: string;
      readonly by: readonly Pick<Operator, "name" | "role">[];
      readonly reason: string;
    }
  | { readonly kind: "deadline"; readonly at: Millis };
