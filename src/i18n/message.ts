// What a catalogue is made of.

import type { ConsequenceKind, IrregularityCode, Reportable } from "#core/irregularity";
import type { ConfirmCode } from "#core/opening";

/** Forms of a text that counts; `Intl.PluralRules` chooses by the parameter `count`. */
export interface Plural {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** `{name}` stands for a parameter; a line break is wanted where it is written. */
export type Message = string | Plural;

/** What the core can say: a code without a text does not compile. */
export type CoreKey =
  | `irregularity.${IrregularityCode}.${"title" | "what" | "who" | "step1" | "step2" | "step3"}`
  | `key.${ConfirmCode | Reportable | "close" | "reveal" | "shuffle"}`
  | `refusal.${RefusalCode}`
  | `blocked.${BlockCode}`
  | `link.${LinkCode}.${"title" | "do"}`;

/** Of those, what the surveillance page alone has to say. */
export type FloorKey = `expected.${IrregularityCode}` | `consequence.${ConsequenceKind}`;

/** Why a command was refused, or an opening is blocked. Those of games are among them. */
export const refusalCodes = [
  "role",
  "betsClosed",
  "stake",
  "notNow",
  "notTheirTurn",
  "option",
  "amount",
  "target",
  "cards",
  "notRevealed",
  "rows",
  "rowsMissing",
  "betweenRounds",
  "noSuchSeat",
  "seatTaken",
  "seatEmpty",
  "tableFull",
  "noSuchDeck",
  "reasonNeeded",
  "otherSeatFirst",
  "cardFromReader",
  "faceDown",
  "notThere",
  "countAgrees",
  "roundUnderway",
  "notRecalled",
  "notOpen",
  "sameCard",
  "cardTwice",
  "otherPerson",
  "latched",
  "device",
  "shuffler",
  "deck",
  "count",
  "countAgain",
  "quarantined",
  "deckGone",
  "unsigned",
  "deckKnown",
  "recountFirst",
  "signFirst",
  "seats",
  "noWager",
  "bonusWithoutAnte",
  "twoStacks",
  "notAllSet",
  "automaticFirst",
  "suspended",
  "malformed",
  "pin",
  "pinLocked",
  "journal",
  "notSent",
  "tooMany",
  "nothingToUndo",
  "otherEntry",
  "signOnFirst",
  "badge",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Codes that a key shows in place of its label while what it does is blocked. */
export const blockCodes = [
  "latched",
  "device",
  "shuffler",
  "deck",
  "count",
  "seats",
  "noWager",
  "bonusWithoutAnte",
  "twoStacks",
  "notAllSet",
  "automaticFirst",
  "suspended",
] as const;
export type BlockCode = (typeof blockCodes)[number];

/** What a link can suffer; the names are those of the link machine. */
export const linkCodes = [
  "missing",
  "denied",
  "busy",
  "ambiguous",
  "refused",
  "unreachable",
  "hungUp",
  "closed",
  "replaced",
  "failed",
  "silent",
  "noAnswer",
  "noValidFrames",
  "outdated",
] as const;
export type LinkCode = (typeof linkCodes)[number];
