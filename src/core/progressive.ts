// A progressive: one pool that many tables feed and may win. Pure, like a table: an event makes the next meter and numbered facts, so that
// its journal replays and its statement can be recomputed from the first stake on.
//
// What a stake adds is exact: values are whole millionths of the currency's smallest unit, and a fraction stays in the meter until it makes a
// cent. The value goes down in two ways only: by an award, or by an adjustment that two people have signed.

import type { Millis } from "./event.ts";
import type { Minor } from "./money.ts";
import type { Operator, Role } from "./operator.ts";

/** Whole millionths of the smallest unit of the currency: up to nine thousand million units in a safe integer. */
export type Micro = number;
export const microsInMinor = 1_000_000;

export interface LevelSetup {
  readonly id: string;
  /** What it begins at, at first and after each whole win. */
  readonly base: Minor;
  /** It grows no further; what stakes add past it goes to the reserve. */
  readonly ceiling: Minor | null;
  /** Millionths of each stake that go to the value, and to the reserve from which the next base is paid. */
  readonly ratePpm: number;
  readonly reservePpm: number;
}

/** What a hand wins: a share of a level, or a fixed amount out of one. (Prizes that the house pays are the table's own affair.) */
export type PrizeSetup =
  | { readonly hand: string; readonly level: string; readonly percent: number }
  | { readonly hand: string; readonly level: string; readonly fixed: Minor };

/** What a rule pack promises of a progressive: the wager, what each hand wins, and how two hands share. */
export interface PoolTerms {
  readonly stake: Minor;
  /** The highest hand first: a share in percent, or a fixed amount out of the meter. */
  readonly prizes: readonly ({ readonly hand: string; readonly percent: number } | { readonly hand: string; readonly fixed: Minor })[];
  readonly split: PoolSetup["split"];
}

export interface PoolSetup {
  readonly id: string;
  readonly stake: Minor;
  readonly tables: readonly string[];
  /** The highest prize first. */
  readonly levels: readonly LevelSetup[];
  /** The highest hand first. */
  readonly prizes: readonly PrizeSetup[];
  /** Several hands with the same prize in one round: equal shares of the level, or one after the other in the order of payment. */
  readonly split: "equal shares" | "in payment order";
  /** Two different people, one in each role, sign an award; and two others roles an adjustment. */
  readonly awardRoles: readonly [Role, Role];
  readonly adjustRoles: readonly [Role, Role];
}

/** A round: the table's journal numbers it. */
export interface RoundOf {
  readonly table: string;
  readonly journal: string;
  readonly round: number;
}

export interface Winner {
  readonly seat: number;
  readonly hand: string;
}

export type MeterCommand =
  | { readonly kind: "confirm"; readonly entry: string }
  | { readonly kind: "refuse"; readonly entry: string; readonly reason: string }
  | { readonly kind: "adjust"; readonly level: string; readonly amount: Minor; readonly reason: string };

export type MeterEvent =
  /** Bets are closed: these seats have a stake. `counted`: what the dealer counts on the sensor, null where nobody counts. */
  | {
      readonly kind: "locked";
      readonly at: Millis;
      readonly table: string;
      readonly journal: string;
      readonly round: number;
      readonly seats: readonly number[];
      readonly counted: number | null;
    }
  /** The round is settled: whose stakes count, and who won, in the order of payment. */
  | {
      readonly kind: "settled";
      readonly at: Millis;
      readonly table: string;
      readonly journal: string;
      readonly round: number;
      readonly stakes: readonly number[];
      readonly won: readonly Winner[];
    }
  | { readonly kind: "void"; readonly at: Millis; readonly table: string; readonly journal: string; readonly round: number }
  /** A settled round was settled anew: who has won by it now, all of them, in the order of payment. */
  | {
      readonly kind: "corrected";
      readonly at: Millis;
      readonly table: string;
      readonly journal: string;
      readonly round: number;
      readonly revision: number;
      readonly won: readonly Winner[];
    }
  | { readonly kind: "link"; readonly at: Millis; readonly table: string; readonly online: boolean }
  | { readonly kind: "command"; readonly at: Millis; readonly id: string; readonly by: Operator; readonly command: MeterCommand };

export interface Signature {
  readonly name: string;
  readonly role: Role;
  readonly at: Millis;
  readonly verdict: "confirm" | "refuse";
}

/** Something that waits for two people. */
export interface Entry {
  readonly id: string;
  readonly kind: "award" | "adjustment";
  readonly level: string;
  /** An award's is positive and is already out of the meter; an adjustment's is signed, and not in it yet. */
  readonly amount: Minor;
  readonly at: Millis;
  /** `withdrawn`: its round was settled anew before two people had decided; it is out of the reckoning. */
  readonly status: "pending" | "confirmed" | "refused" | "withdrawn";
  readonly signed: readonly Signature[];
  /** An award's. `reseed`: what was put in after it. `returned`: of one withdrawn or refused, what of that was taken out again; absent: all of it. */
  readonly won?: Winner & RoundOf & { readonly reseed: Micro; readonly fromReserve: Micro; readonly returned?: Micro };
  /** An adjustment's that follows from the correction of a round: which. */
  readonly of?: RoundOf & { readonly revision: number };
  readonly reason?: string;
}

/** A round as it was settled: what a correction reckons from. */
export interface SettledRound {
  readonly journal: string;
  readonly round: number;
  readonly revision: number;
  /** Seats whose stake counted. */
  readonly stakes: readonly number[];
  readonly won: readonly Winner[];
  /** Each level as it stood with the round's own stakes in it, before its hits. */
  readonly levels: Readonly<Record<string, Micro>>;
  /** What came of it, by the ids of the entries. */
  readonly entries: readonly string[];
}

/** Everything that ever went in and out of a level, so that value = base + contributions + reseeds − awards ± adjustments at any time. */
export interface LevelState {
  readonly value: Micro;
  readonly reserve: Micro;
  readonly contributed: Micro;
  /** Added to the reserve: its own share of the stakes, and what went past the ceiling. */
  readonly reserved: Micro;
  readonly overflow: Micro;
  readonly awarded: Micro;
  readonly reseeded: Micro;
  readonly reseededFromReserve: Micro;
  readonly adjusted: Micro;
  readonly stakes: number;
  readonly hits: number;
}

export interface TableState {
  readonly online: boolean;
  /** The round whose stakes are locked, and since when; null between rounds. */
  readonly locked: { readonly round: number; readonly at: Millis; readonly seats: readonly number[] } | null;
  /** When the dealer's last wrong count was made: told again after a restart it is known. */
  readonly miscountedAt?: Millis;
  /** By the table's journal, which numbers its rounds: the last one that was settled or void. What comes again of it is known. */
  readonly lastRounds: Readonly<Record<string, number>>;
  /** The rounds settled last, the newest last: one more than a table can correct. */
  readonly settled: readonly SettledRound[];
}

export interface Meter {
  /** Number of the last fact. */
  readonly n: number;
  readonly at: Millis;
  readonly levels: Readonly<Record<string, LevelState>>;
  readonly tables: Readonly<Record<string, TableState>>;
  /** Those that wait, and the last that were decided. */
  readonly entries: readonly Entry[];
  readonly entryCount: number;
  readonly replies: readonly (readonly [id: string, reply: MeterReply])[];
}

export type MeterReply = { readonly ok: true } | { readonly ok: false; readonly why: MeterRefusal };
export type MeterRefusal = "noEntry" | "decided" | "role" | "samePerson" | "sameRole" | "reason" | "level" | "amount" | "belowZero";

/** Why a table's message was not followed. */
export type StrangeWhy =
  | "unknownTable"
  | "notLocked"
  | "miscounted"
  | "alreadyLocked"
  | "unknownHand"
  /** A correction of a round that nobody here knows any more: the floor and surveillance see to it. */
  | "unknownRound"
  /** A correction's award is less than was due by so many smallest units: the level had been won since. */
  | "short";

export type MeterFact = { readonly n: number; readonly at: Millis } & MeterFactBody;
export type MeterFactBody =
  | { readonly kind: "locked"; readonly table: string; readonly round: number; readonly seats: readonly number[] }
  | { readonly kind: "grown"; readonly table: string; readonly round: number; readonly stakes: number; readonly levels: readonly Growth[] }
  | { readonly kind: "hit"; readonly entry: Entry; readonly value: Micro }
  /** The round was settled anew, and its hits with it: what follows from that comes after. */
  | {
      readonly kind: "corrected";
      readonly table: string;
      readonly round: number;
      readonly revision: number;
      readonly won: readonly Winner[];
    }
  | { readonly kind: "withdrawn"; readonly entry: Entry; readonly value: Micro }
  | { readonly kind: "released"; readonly table: string; readonly round: number }
  | { readonly kind: "proposed"; readonly entry: Entry }
  | { readonly kind: "signed"; readonly entry: string; readonly by: Signature }
  | { readonly kind: "decided"; readonly entry: Entry; readonly value: Micro; readonly reason?: string }
  | { readonly kind: "link"; readonly table: string; readonly online: boolean }
  | { readonly kind: "strange"; readonly why: StrangeWhy; readonly table: string; readonly round: number; readonly count?: number };

export interface Growth {
  readonly level: string;
  readonly added: Micro;
  readonly toReserve: Micro;
  readonly value: Micro;
}

export const nothing: LevelState = {
  value: 0,
  reserve: 0,
  contributed: 0,
  reserved: 0,
  overflow: 0,
  awarded: 0,
  reseeded: 0,
  reseededFromReserve: 0,
  adjusted: 0,
  stakes: 0,
  hits: 0,
};
export const newTable: TableState = { online: false, locked: null, lastRounds: {}, settled: [] };

/** What is taken out again when an award that is none goes back: of what was put in after it, and of that what the reserve had paid. */
export function returnedBy({ won }: Entry): { readonly reseed: Micro; readonly fromReserve: Micro } {
  const reseed = won?.returned ?? won?.reseed ?? 0;
  return { reseed, fromReserve: Math.min(won?.fromReserve ?? 0, reseed) };
}

/** An award that goes back, of which no more is taken out again than `most`; the rest of what was put in after it stays in its level. */
export function returning(entry: Entry, most: Micro): Entry {
  const { won } = entry;
  return won === undefined || most >= won.reseed ? entry : { ...entry, won: { ...won, returned: most } };
}

/** A pool before its first stake. */
export function startMeter(setup: PoolSetup): Meter {
  const levels = Object.fromEntries(setup.levels.map(({ id, base }) => [id, { ...nothing, value: base * microsInMinor }]));
  const tables = Object.fromEntries(setup.tables.map((table) => [table, newTable]));
  return { n: 0, at: 0, levels, tables, entries: [], entryCount: 0, replies: [] };
}

/** What stands on a level, in whole smallest units: what is shown and what can be won. */
export function shownValue(meter: Meter, level: string): Minor {
  return wholeMinor(meter.levels[level]?.value ?? 0);
}

/** Micros in whole smallest units, the fraction left out. */
export function wholeMinor(value: Micro): Minor {
  return Math.floor(value / microsInMinor);
}
