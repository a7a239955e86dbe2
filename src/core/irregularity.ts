// What can go wrong at a table: one list. Each code has one meaning, a weight, a text in every language, and a consequence that
// the game and the rule pack decide (consequence.ts). `answers` names the rule it answers: R-numbers are those of the compliance
// list, "sheet" the irregularities of the games' rule sheets.

import type { Place } from "./felt.ts";

/** What a rule pack may choose. "dead" and "foul" need a hand to fall on; without one the floor decides. */
export const choices = ["goOn", "check", "dead", "foul", "floor", "void"] as const;
export type Choice = (typeof choices)[number];

/** Who notices it: a device, the comparison of what devices say, a count of the deck, or a person who reports it at the console. */
export type FoundBy = "device" | "count" | "person";

export interface Entry {
  /** 100 first … 1 last: the order of the surveillance list. From 80 it is urgent, from 50 high. */
  readonly weight: number;
  readonly found: FoundBy;
  /** What follows where neither sheet nor pack says otherwise. */
  readonly usual: Choice;
  /** What a pack may choose instead; empty: nothing softens it. */
  readonly may: readonly Choice[];
  readonly answers: string;
}

const any = choices;
/** A deck in doubt is never played on without the floor. */
const grave = ["floor", "void"] as const;
/** Of one hand, or of the round. */
const ofHand = ["check", "dead", "foul", "floor", "void"] as const;

/** The catalogue. */
export const irregularities = {
  /** The shuffler shows red, steady or flashing. */
  red: { weight: 100, found: "device", usual: "void", may: [], answers: "R14 R36 sheet" },
  /** Cards were dealt while a red light stood. */
  dealtOnRed: { weight: 98, found: "device", usual: "floor", may: grave, answers: "R36" },
  /** The shuffler sorted the deck instead of mixing it. */
  sortMode: { weight: 97, found: "device", usual: "void", may: grave, answers: "R36" },
  /** A tag that belongs to no deck of this house. */
  foreign: { weight: 96, found: "device", usual: "void", may: grave, answers: "R36 R38" },
  /** A card with a foreign back. */
  foreignBack: { weight: 96, found: "person", usual: "void", may: grave, answers: "R36 R38" },
  /** No lamp of the shuffler is lit. */
  dark: { weight: 95, found: "device", usual: "void", may: [], answers: "R2 R36" },
  /** The shuffler's light sensor does not answer. */
  sensorLost: { weight: 95, found: "device", usual: "void", may: [], answers: "R2 R36" },
  /** The count finds a card twice. */
  cardDoubled: { weight: 94, found: "count", usual: "floor", may: grave, answers: "R34 R36 R38" },
  /** The count finds more cards than a deck has. */
  deckLong: { weight: 94, found: "count", usual: "floor", may: grave, answers: "R34 R35 R38" },
  /** A card of another registered deck. */
  otherDeck: { weight: 93, found: "device", usual: "void", may: grave, answers: "R38 R39" },
  /** The count does not find a card. */
  cardMissing: { weight: 92, found: "count", usual: "floor", may: grave, answers: "R34 R36 R38" },
  /** The count finds fewer cards than a deck has. */
  deckShort: { weight: 92, found: "count", usual: "floor", may: grave, answers: "R34 R35 R38" },
  /** An antenna sees a card that never passed the shoe. */
  notFromShoe: { weight: 91, found: "device", usual: "floor", may: grave, answers: "R36" },
  /** The same card passed the shoe a second time. */
  duplicate: { weight: 90, found: "device", usual: "check", may: ["check", "floor", "void"], answers: "R36 R38" },
  /** One card lies over two antennas at once. */
  twoPlaces: { weight: 88, found: "device", usual: "floor", may: ["check", "floor", "void"], answers: "R38" },
  /** A card on the felt is another than the one on the screen. */
  misread: { weight: 86, found: "person", usual: "floor", may: grave, answers: "R13 R44" },
  /** The shuffler reports a jam, an open door or a card it cannot use. */
  shufflerFault: { weight: 85, found: "device", usual: "floor", may: grave, answers: "R2 R36 R37" },
  /** Cards were taken off the felt before the round was settled. */
  clearedEarly: { weight: 75, found: "device", usual: "floor", may: ofHand, answers: "R13 R44" },
  /** A card that still lies where an earlier round left it. */
  oldRound: { weight: 70, found: "device", usual: "check", may: ["check", "floor", "void"], answers: "R38" },
  /** A card is marked or damaged. */
  flawed: { weight: 68, found: "person", usual: "floor", may: any, answers: "R36" },
  /** A card came while bets were open. */
  cardBeforeClose: { weight: 66, found: "device", usual: "void", may: any, answers: "R31" },
  /** A whole hand lies at another seat than the one it was dealt to. */
  wrongHand: { weight: 65, found: "device", usual: "floor", may: any, answers: "sheet" },
  /** A hand holds a wrong number of cards. */
  wrongCount: { weight: 64, found: "device", usual: "void", may: ofHand, answers: "sheet" },
  /** A card came although the deal was complete. */
  extraCard: { weight: 62, found: "device", usual: "void", may: any, answers: "sheet" },
  /** An antenna sees a card at a place where it was not dealt. */
  wrongPlace: { weight: 60, found: "device", usual: "floor", may: any, answers: "sheet" },
  /** The deal went past a hand that was due, the dealer's own among them. */
  skippedSeat: { weight: 58, found: "device", usual: "floor", may: any, answers: "sheet" },
  /** Cards were dealt in a wrong order, or from a wrong start. */
  wrongOrder: { weight: 57, found: "person", usual: "floor", may: any, answers: "sheet" },
  /** A card lies at a seat that does not play. */
  emptySeat: { weight: 55, found: "device", usual: "floor", may: any, answers: "sheet" },
  /** A card left the table top: it fell, or somebody took it. */
  offTable: { weight: 54, found: "person", usual: "floor", may: any, answers: "R38" },
  /** A card was turned up by mistake. */
  exposed: { weight: 52, found: "person", usual: "void", may: any, answers: "sheet" },
  /** The seat's antenna never saw a card that was dealt there. */
  notSeen: { weight: 50, found: "device", usual: "check", may: any, answers: "R13" },
  /** A card lay face up in the deck. */
  boxed: { weight: 48, found: "person", usual: "floor", may: any, answers: "sheet" },
  /** The dealing device lost readings, or restarted, in the middle of a deal. */
  lostReadings: { weight: 45, found: "device", usual: "check", may: ["check", "floor", "void"], answers: "R13 R15" },
  /** The controller restarted in the middle of a round: power was lost, or the program ended. */
  restarted: { weight: 45, found: "device", usual: "check", may: ["check", "floor", "void"], answers: "R2 R13" },
  /** Somebody at the table called a misdeal. */
  called: { weight: 42, found: "person", usual: "void", may: any, answers: "R11" },
  /** A card left the shoe unread. */
  unreadable: { weight: 40, found: "device", usual: "check", may: ["check", "floor", "void"], answers: "R13" },
  /** A player showed or spoke of cards. */
  talked: { weight: 36, found: "person", usual: "floor", may: any, answers: "sheet" },
  /** A player mixed up cards, or turned open ones down, while something was owed. */
  mixedHand: { weight: 35, found: "person", usual: "floor", may: any, answers: "sheet" },
} as const satisfies Record<string, Entry>;

export type IrregularityCode = keyof typeof irregularities;
export const irregularityCodes = Object.keys(irregularities) as readonly IrregularityCode[];

/** Codes whose consequence a rule pack may choose. */
export type SoftCode = {
  [Code in IrregularityCode]: (typeof irregularities)[Code]["may"] extends readonly [] ? never : Code;
}[IrregularityCode];
export const softCodes = irregularityCodes.filter((code): code is SoftCode => irregularities[code].may.length > 0);

/** What a dealer can report that no device sees, or sees as something else. */
export const reportable = [
  "exposed",
  "wrongCount",
  "boxed",
  "wrongOrder",
  "skippedSeat",
  "misread",
  "offTable",
  "flawed",
  "foreignBack",
  "clearedEarly",
  "wrongHand",
  "mixedHand",
  "talked",
  "sortMode",
] as const satisfies readonly IrregularityCode[];
export type Reportable = (typeof reportable)[number];

/** Reports about the deal as a whole: no place is asked for. */
export const ofTheDeal: readonly Reportable[] = ["boxed", "wrongOrder", "sortMode"];

/** 1 urgent, 2 high, 3 low: from the weight. */
export function priorityOf(code: IrregularityCode): 1 | 2 | 3 {
  const { weight } = irregularities[code];
  return weight >= 80 ? 1 : weight >= 50 ? 2 : 3;
}

export interface Irregularity {
  readonly code: IrregularityCode;
  readonly place?: Place;
  readonly device?: string;
  /** Cards or lines concerned; of a wrong count, what the place holds. */
  readonly count?: number;
  /** The deck in doubt, where the irregularity is about one. */
  readonly deck?: string;
  /** Free words of the person who called it. */
  readonly reason?: string;
}

/** What the floor may answer. "dead": the hand that it fell on is dead, the others play on. */
export type FloorAnswer = "goOn" | "settle" | "dead" | "void";

/** What an irregularity means here and now. */
export type Consequence =
  | { readonly kind: "goOn" }
  | { readonly kind: "dead"; readonly place: Place }
  /** The hand's own fault: it is out and forfeits. */
  | { readonly kind: "foul"; readonly place: Place }
  | { readonly kind: "void" }
  /** The table halts; the named answers are open to the floor (or, for `check`, to the dealer). */
  | { readonly kind: "floor"; readonly answers: readonly FloorAnswer[] }
  | { readonly kind: "check" };

export type ConsequenceKind = Consequence["kind"];
