// The state of one table: a plain value, made by `step` alone, written to JSON as it is.

import type { DeviceId, LampState } from "./device.ts";
import type { LinkStatus, Millis } from "./event.ts";
import type { CorrectedCard, LatchCode, RoundAtStake } from "./fact.ts";
import type { Felt, Held, Place } from "./felt.ts";
import { emptyFelt } from "./felt.ts";
import type { FloorAnswer, Irregularity, IrregularityCode } from "./irregularity.ts";
import type { Minor } from "./money.ts";
import type { DeckAct, Entry, Happening } from "./opening.ts";
import type { Operator, Role } from "./operator.ts";
import type { Winner } from "./progressive.ts";
import type { Revised } from "./revision.ts";
import type { Settlement } from "./settlement.ts";
import { freshLock, type SignOnLock } from "./sign-on-lock.ts";

export type DealtBy = "shoe" | "antennas" | "console";
export type DeviceRole = "shoe" | "antennas" | "shuffler" | "buttons" | "sign" | "progressive";

/** What the configuration says about one device, as far as the rules care. */
export interface DeviceSetup {
  readonly id: DeviceId;
  readonly roles: readonly DeviceRole[];
  /** The table waits for it. */
  readonly required: boolean;
  /** A shuffler that works on the other deck blocks the next round only. */
  readonly holds: "thisDeck" | "otherDeck";
}

/** How a table keeps an eye on its cards beyond the deal itself. */
export interface Watch {
  /** Places with an antenna, and whose it is; "stub" and "discard" among them where the whole pack is seen. */
  readonly covered: Readonly<Record<Place, DeviceId>>;
  /** How long a card may lie where it was dealt before its antenna must have seen it; null: not compared. */
  readonly seenWithinMs: Millis | null;
  /** What counts the deck, and after how many rounds a person must where nothing does. */
  readonly countedBy: "antennas" | "shuffler" | "reader" | "hand";
  readonly countEvery: number;
}

/** What stays the same while a table runs. */
export interface Setup<Rules> {
  readonly table: string;
  readonly places: readonly number[];
  readonly dealtBy: DealtBy;
  readonly devices: readonly DeviceSetup[];
  readonly decks: readonly string[];
  readonly rules: Rules;
  /** Dealers sign on here: nothing is dealt before one has. */
  readonly signOn?: true;
  /** How long an antenna must see a card at a wrong place before it counts. */
  readonly astrayAfterMs: Millis;
  /** How long no lamp may be lit before that counts. */
  readonly darkAfterMs: Millis;
  /** Who has to agree that a card of a settled round was another one, in this order; absent: the floor alone. */
  readonly corrections?: readonly Role[];
  /** The house's progressive that jackpot wagers of this table feed; it stands among the devices too. */
  readonly pool?: string;
  /** Who signs for what becomes of a deck, in this order; absent: the floor alone. */
  readonly deckSignatures?: readonly Role[];
  /** Absent in rehearsals: nothing is watched. */
  readonly watch?: Watch;
}

export interface Link {
  readonly status: LinkStatus;
  readonly since: Millis;
  /** A code, and words for a technician. */
  readonly why?: string;
  readonly detail?: string;
}

export interface Lamps {
  readonly red: LampState;
  readonly green: LampState;
  readonly mains: LampState;
  /** Since when nothing has been lit; null while something is. */
  readonly darkSince: Millis | null;
  readonly darkJudged: boolean;
}

/** What killed a hand or blocks the next: only a supervisor opens the table again. */
export interface Latch {
  readonly code: LatchCode;
  readonly device: DeviceId;
  readonly since: Millis;
  /** Cards that left the shoe while the red light of its deck stood. */
  readonly dealt?: number;
}

/** The last entry, the facts that told it, and what the table was before. */
export interface Undo {
  readonly entry: Entry;
  readonly from: number;
  readonly to: number;
  readonly before: Pick<Table, "played" | "felt" | "up" | "seated" | "again">;
}

export interface Halt {
  readonly irregularity: Irregularity;
  readonly since: Millis;
  /** Answers open to the floor; empty when the dealer compares the felt with the screen. */
  readonly answers: readonly FloorAnswer[];
}

/** A card that an antenna sees where it was not dealt. */
export interface Astray {
  readonly held: Held;
  readonly place: Place;
  readonly device: DeviceId;
  readonly since: Millis;
  readonly judged: boolean;
}

/** A card that was dealt to a place with an antenna, which has not seen it yet. */
export interface Unseen {
  readonly held: Held;
  readonly place: Place;
  readonly since: Millis;
  readonly judged: boolean;
}

/** What is known of the deck's count. */
export interface DeckCount {
  /** Rounds since the last good count. */
  readonly rounds: readonly RoundAtStake[];
  /** Cards that were left to deal when the last round ended; null: before the first. */
  readonly left: number | null;
  /** Something cast doubt on the deck: it is counted before the next round. */
  readonly due: boolean;
  /**
   * What the doubt is, where not every count lifts it. "stranger": another deck's card was seen, and a number does not tell one card from
   * another. "twin": a card seems to be there twice, and two tags with one number in one pack look like one to any antenna.
   */
  readonly doubt?: "twin" | "stranger";
  /** A first count that was wrong: it is counted once more. */
  readonly wrong: { readonly code: IrregularityCode; readonly count: number; readonly since: Millis } | null;
}

export type DeckState = "unsigned" | "registered" | "inPlay" | "resting" | "quarantined" | "retired" | "destroyed";

/** Where a deck is in its life, since when, and who said so. */
export interface DeckLife {
  readonly state: DeckState;
  readonly since: Millis;
  readonly by: readonly string[];
  /** Of a deck that rests: its count, as it stood when it left the table. */
  readonly count?: DeckCount;
}

/** What waits for its second signature. */
export interface Signing {
  readonly act: DeckAct;
  readonly deck: string;
  readonly by: Operator;
  readonly reason: string;
}

/** A deck that failed its count. */
export interface Quarantined {
  readonly deck: string;
  readonly code: IrregularityCode;
  readonly count: number;
  readonly since: Millis;
  readonly by: "antennas" | "reader" | "shuffler" | "hand";
  readonly rounds: readonly RoundAtStake[];
  /** When it was last counted again and found whole; only then it may be released. */
  readonly recounted?: Millis;
}

export interface Played<Round> {
  readonly number: number;
  readonly openedAt: Millis;
  readonly round: Round;
  /** What happened up to the close of bets: a redeal plays it again. */
  readonly opening: readonly Happening[];
  readonly betsClosed: boolean;
  /** A hand of this round has been turned up. */
  readonly revealed: boolean;
  readonly settlement: Settlement | null;
  /** When it was settled or void. */
  readonly concludedAt: Millis | null;
  /** How many seats of `settlement.order` have been served. */
  readonly served: number;
  /** Since when each decision has been open. */
  readonly asked: Readonly<Record<Place, Millis>>;
  /** The wagers for a progressive are collected, and as many as were accepted. */
  readonly collected?: true;
  /** The hits of the house's progressive that have waited for their award, or do. */
  readonly won?: readonly Winner[];
  /** What voided it. */
  readonly voidedBy: Irregularity | null;
  /** What was done before `settlement`, once that is a correction. */
  readonly revised: Revised | null;
}

/** A settled round that can still be corrected. */
export interface Recalled<Round> {
  readonly played: Played<Round>;
  readonly felt: Felt;
}

/** A correction that waits for the second person. */
export interface Proposal {
  readonly round: number;
  readonly cards: readonly CorrectedCard[];
  readonly reason: string;
  readonly by: Operator;
}

/** What stays on screens of the round before. */
export interface LastRound {
  readonly number: number;
  readonly endedAt: Millis;
  readonly settlement: Settlement;
  readonly shown: Readonly<Record<Place, readonly string[]>>;
}

/** Who deals. */
export interface SignedOn {
  readonly name: string;
  readonly since: Millis;
  readonly language?: string;
}

/** The dealer wants the floor. */
export interface Call {
  readonly by: string;
  readonly since: Millis;
  readonly times: number;
  /** Who has said that he comes. */
  readonly coming: string | null;
}

/** A hit that waits for its award, and then to be paid. */
export interface Awaited {
  readonly round: number;
  readonly seat: number;
  readonly hand: string;
  readonly since: Millis;
  /** What two people have confirmed; null: it is in verification. */
  readonly award: { readonly id: string; readonly amount: Minor; readonly at: Millis } | null;
}

export interface Scan {
  readonly seen: readonly Held[];
  readonly strays: number;
  /** Cards that passed more than once. */
  readonly twice: number;
  /** What the strays were. */
  readonly why: readonly ("foreign" | "otherDeck" | "oldRound")[];
  /** A deck in quarantine that is counted again; absent: the deck in play. */
  readonly of?: string;
}

export type Reply =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: string; readonly params?: Readonly<Record<string, string | number>> };

export interface Table<Round = unknown, Carry = unknown> {
  /** Number of the last fact. */
  readonly n: number;
  readonly at: Millis;
  readonly open: boolean;
  readonly seated: readonly number[];
  readonly rounds: number;
  readonly deck: string | null;
  readonly played: Played<Round> | null;
  readonly felt: Felt;
  /** Handles that the rules have turned up; the vault brings the faces that are missing. */
  readonly up: readonly Held[];
  readonly carry: Carry | null;
  readonly last: LastRound | null;
  /** Settled rounds that can still be corrected, the newest last. */
  readonly recalled: readonly Recalled<Round>[];
  /** The round whose bets were open when an earlier one was corrected: it waits until the difference is paid. */
  readonly waitingRound: Recalled<Round> | null;
  readonly proposal: Proposal | null;
  /** The opening of a round that was void before it could be paid: it may be dealt again with the same bets. */
  readonly again: readonly Happening[] | null;
  /** Hits of the house's progressive that are not paid yet, in their order. */
  readonly awaited: readonly Awaited[];
  readonly links: Readonly<Record<DeviceId, Link>>;
  readonly lamps: Readonly<Record<DeviceId, Lamps>>;
  readonly latch: Latch | null;
  readonly halt: Halt | null;
  readonly astray: readonly Astray[];
  /** By card of this round: the places where antennas see it now. */
  readonly seen: Readonly<Record<Held, readonly Place[]>>;
  readonly unseen: readonly Unseen[];
  readonly count: DeckCount;
  readonly quarantine: readonly Quarantined[];
  /** By deck. */
  readonly life: Readonly<Record<string, DeckLife>>;
  readonly signing: Signing | null;
  /** A round that opens once the antennas have counted the deck; `again`: with the bets of the void one. */
  readonly opening: { readonly again: boolean } | null;
  /** The readers are out of the deal: cards are entered at the console. */
  readonly manual: { readonly since: Millis; readonly by: string } | null;
  /** Cards of this round that were entered there. */
  readonly typed: number;
  readonly scan: Scan | null;
  readonly dealer: SignedOn | null;
  readonly lock: SignOnLock;
  readonly call: Call | null;
  readonly undo: Undo | null;
  readonly startedAt: Millis;
  /** The last commands and their answers, so that a command sent twice acts once. */
  readonly replies: readonly (readonly [id: string, reply: Reply])[];
}

export const emptyTable: Table<never, never> = {
  n: 0,
  at: 0,
  open: false,
  seated: [],
  rounds: 0,
  deck: null,
  played: null,
  felt: emptyFelt,
  up: [],
  carry: null,
  last: null,
  recalled: [],
  waitingRound: null,
  proposal: null,
  again: null,
  awaited: [],
  links: {},
  lamps: {},
  latch: null,
  halt: null,
  astray: [],
  seen: {},
  unseen: [],
  count: { rounds: [], left: null, due: false, wrong: null },
  quarantine: [],
  life: {},
  signing: null,
  opening: null,
  manual: null,
  typed: 0,
  scan: null,
  dealer: null,
  lock: freshLock,
  call: null,
  undo: null,
  startedAt: 0,
  replies: [],
};
