// What the table says happened. Facts are numbered without gaps, journalled before anything leaves the process, and never
// hold a card that the rules have not opened.

import type { Card } from "./card.ts";
import type { DeviceId, Lamp, LampState } from "./device.ts";
import type { LinkStatus, Millis } from "./event.ts";
import type { Held, Place } from "./felt.ts";
import type { Consequence, Irregularity, IrregularityCode } from "./irregularity.ts";
import type { Minor } from "./money.ts";
import type { DeckAct, Entry, Spot } from "./opening.ts";
import type { Operator, Role } from "./operator.ts";
import type { Winner } from "./progressive.ts";
import type { Settlement, Transfer } from "./settlement.ts";

/** Where a card's reading came from. */
export interface Source {
  readonly device: DeviceId;
  readonly seq?: number;
}

/** A card that was taken for another one. */
export interface CorrectedCard {
  readonly held: Held;
  readonly place: Place;
  readonly was: Card;
  readonly is: Card;
}

/** Why only a supervisor opens the table again. */
export type LatchCode = "red" | "dark" | "sensorLost" | "sortMode" | "shufflerFault";

/** What was at stake in a round that a doubtful deck or light may have touched. */
export interface RoundAtStake {
  readonly round: number;
  readonly openedAt: Millis;
  readonly outcome: "settled" | "void" | "open";
  readonly seats: readonly {
    readonly seat: number;
    readonly staked: number;
    readonly net: number;
    /** What the seat lost: to be given back where the house gives back. */
    readonly back: number;
  }[];
}

export type FactBody =
  | { readonly kind: "tableOpened"; readonly by: string }
  | { readonly kind: "tableClosed"; readonly by: string }
  /** Who deals from now on, and who did before. */
  | { readonly kind: "dealer"; readonly name: string | null; readonly before: string | null }
  /** A PIN or a badge was tried; `by`: null where it was nobody's. */
  | {
      readonly kind: "attempt";
      readonly how: "pin" | "badge";
      readonly by: string | null;
      readonly role?: Role;
      readonly device?: DeviceId;
    }
  /** Too many wrong ones: nothing is taken until then. */
  | { readonly kind: "locked"; readonly until: Millis }
  /** The dealer wants the floor; `times`: how often by now. */
  | { readonly kind: "called"; readonly by: string; readonly times: number }
  | { readonly kind: "coming"; readonly by: string }
  | { readonly kind: "callEnded"; readonly by: string }
  /** What these facts told no longer counts: the dealer took the entry back before anything followed. */
  | { readonly kind: "takenBack"; readonly from: number; readonly to: number; readonly entry: Entry; readonly by: string }
  | { readonly kind: "seat"; readonly seat: number; readonly sitting: boolean }
  | { readonly kind: "deck"; readonly deck: string; readonly by: string }
  | { readonly kind: "roundOpened"; readonly seats: readonly number[]; readonly redeal: boolean }
  | { readonly kind: "wager"; readonly spot: Spot; readonly stake: Minor }
  /** `timeout`: the time to bet was up. `toCount`: so many wagers for a progressive are collected and counted before the first card. */
  | { readonly kind: "betsClosed"; readonly how?: "timeout"; readonly toCount?: number }
  /** The wagers for a progressive, as the dealer has counted them; `good`: as many as were accepted. */
  | { readonly kind: "stakesCounted"; readonly count: number; readonly good: boolean }
  | { readonly kind: "card"; readonly held: Held; readonly to: Place; readonly source: Source; readonly commitment?: string }
  | {
      readonly kind: "seen";
      readonly held: Held;
      readonly place: Place;
      readonly present: boolean;
      readonly source: Source;
      readonly commitment?: string;
    }
  | {
      readonly kind: "decision";
      readonly by: Place;
      readonly how: "said" | "timeout";
      /** Absent while the decision is hidden from the others. */
      readonly code?: string;
      readonly amount?: Minor;
      readonly target?: Place;
    }
  | { readonly kind: "revealed"; readonly place: Place }
  | { readonly kind: "shuffled"; readonly piles: readonly Place[] }
  | { readonly kind: "answered"; readonly ask: string; readonly value: unknown }
  /** Faces the rules have opened; the salt opens the commitment announced with the card. */
  | {
      readonly kind: "shown";
      readonly cards: readonly { readonly held: Held; readonly card: Card; readonly salt: string; readonly place: Place | null }[];
      /** Who brought the faces, where it was not the vault: the console. They then have neither commitment nor salt. */
      readonly source?: Source;
    }
  | { readonly kind: "settled"; readonly settlement: Settlement; readonly dealtBy?: "console" }
  | { readonly kind: "paid"; readonly seat: number; readonly by: string }
  /** Two people have confirmed what a hit of round `of` is paid, or that it is no prize. */
  | {
      readonly kind: "awarded";
      readonly pool: string;
      readonly award: string;
      readonly of: number;
      readonly seat: number;
      readonly hand: string;
      readonly amount: Minor | null;
    }
  | {
      readonly kind: "awardPaid";
      readonly pool: string;
      readonly award: string;
      readonly of: number;
      readonly by: string;
      readonly transfer: Transfer;
    }
  /** A correction that waits for a second person. */
  | { readonly kind: "correctionProposed"; readonly cards: readonly CorrectedCard[]; readonly by: Operator; readonly reason: string }
  | { readonly kind: "correctionWithdrawn"; readonly by: string }
  /** Followed by the new revision. `unpaid`: transfers of the revision before it that were never carried out and never will be. */
  | {
      readonly kind: "corrected";
      readonly revision: number;
      readonly cards: readonly CorrectedCard[];
      readonly approved: readonly Operator[];
      readonly reason: string;
      readonly unpaid: readonly Transfer[];
      /** All who win the house's progressive by it, in the order of payment; absent where the table feeds none. */
      readonly won?: readonly Winner[];
    }
  | { readonly kind: "roundEnded"; readonly outcome: "settled" | "void"; readonly dealtBy?: "console" }
  | { readonly kind: "manual"; readonly on: boolean; readonly by: string; readonly reason?: string }
  | { readonly kind: "irregularity"; readonly irregularity: Irregularity; readonly consequence: Consequence; readonly source?: Source }
  | { readonly kind: "resumed"; readonly answer: string; readonly by: string; readonly reason?: string }
  | { readonly kind: "latched"; readonly code: LatchCode; readonly device: DeviceId }
  | { readonly kind: "unlatched"; readonly by: string; readonly reason: string }
  | { readonly kind: "link"; readonly device: DeviceId; readonly status: LinkStatus; readonly why?: string; readonly detail?: string }
  | { readonly kind: "light"; readonly device: DeviceId; readonly lamp: Lamp; readonly state: LampState }
  | { readonly kind: "button"; readonly device: DeviceId; readonly key: number; readonly down: boolean }
  | { readonly kind: "device"; readonly device: DeviceId; readonly code: string; readonly cleared: boolean; readonly count?: number }
  | {
      readonly kind: "scan";
      readonly on: boolean;
      readonly distinct: number;
      readonly strays: number;
      /** A deck in quarantine that is counted again, and who asked for it. */
      readonly deck?: string;
      readonly by?: string;
    }
  | { readonly kind: "scanned"; readonly source: Source; readonly held?: Held; readonly present?: boolean; readonly stray?: string }
  /** The deck was counted: by card where `by` is antennas or a reader. */
  | {
      readonly kind: "counted";
      readonly deck: string;
      readonly by: "antennas" | "reader" | "shuffler" | "hand";
      readonly cards: number;
      readonly good: boolean;
    }
  /** A deck left play, with every round since its last good count: who had what at stake, and what each seat lost. */
  | {
      readonly kind: "quarantined";
      readonly deck: string;
      readonly code: IrregularityCode;
      readonly count: number;
      readonly rounds: readonly RoundAtStake[];
    }
  /** What became of a deck, and who signed. `rounds`: those since its last good count, of a deck that goes uncounted. */
  | {
      readonly kind: "deckAct";
      readonly deck: string;
      readonly act: DeckAct;
      readonly signed: readonly Operator[];
      readonly reason: string;
      readonly rounds?: readonly RoundAtStake[];
    }
  /** It waits for a second signature. */
  | { readonly kind: "deckProposed"; readonly deck: string; readonly act: DeckAct; readonly by: Operator; readonly reason: string }
  | { readonly kind: "deckWithdrawn"; readonly deck: string; readonly act: DeckAct; readonly by: string }
  /** Two people have taken the tags of a deck out of the table. */
  | {
      readonly kind: "deckExported";
      readonly deck: string;
      readonly by: readonly Pick<Operator, "name" | "role">[];
      readonly reason: string;
    }
  /** While the table stood still the antennas were asked again: so many cards lay where they were due. */
  | { readonly kind: "rescanned"; readonly cards: number; readonly by: string }
  /** A card that no reader could read was entered with the floor's approval: counted, not named. */
  | { readonly kind: "entered"; readonly to: Place; readonly by: string; readonly reason: string }
  /** A red light: the rounds it may have touched. */
  | { readonly kind: "affected"; readonly code: IrregularityCode; readonly device: DeviceId; readonly rounds: readonly RoundAtStake[] }
  | { readonly kind: "started"; readonly cause: "first" | "clean" | "crash"; readonly away: Millis }
  | { readonly kind: "stopped" }
  | { readonly kind: "clock"; readonly jump: Millis }
  /** Two people have opened what stayed hidden in round `of`. */
  | {
      readonly kind: "unsealed";
      readonly of: number;
      readonly by: readonly Pick<Operator, "name" | "role">[];
      readonly reason: string;
    };

export type Fact = FactBody & { readonly n: number; readonly at: Millis; readonly round: number };
