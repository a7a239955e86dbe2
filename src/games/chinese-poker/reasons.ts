// Every code this game says, with the names of its parameters: in results, transfers, marks, hand names and notices. A void
// round carries the irregularity's own code. Points are signed: what the seat itself gets.

import { reasonsOf } from "#core/settlement";

const pair = ["against", "points"] as const;
const compared = ["against", "points", "front", "middle", "back"] as const;

export const reasonCodes = {
  // What one player owes another; front, middle and back: 1 won, 0 tied, -1 lost
  pairSegments: compared,
  pairScoop: compared,
  pairSuper: compared,
  pairFoul: pair,
  pairFoulSuper: pair,
  pairBothFoul: pair,
  pairAutomatic: pair,
  pairBothAutomatic: pair,
  pairCalled: pair,

  // Chips that stay with their owner
  stackBack: [],
  noOpponent: [],
  deadHand: [],
  settled: [],

  // Marks at a seat
  button: [],
  sitsOut: [],
  handDown: [],
  handSet: [],
  handDeclared: [],
  handTimeUp: [],

  // Names of hands
  pokerHand: ["hand", "ranks"],
  dragon: [],
  sixPairs: [],
  threeFlushes: [],
  threeStraights: [],
  noPattern: [],
  foulSegmentSize: [],
  foulFrontAboveMiddle: [],
  foulMiddleAboveBack: [],
  foulNoPattern: [],
  foulTimeUp: [],
  foulRuled: [],

  // Paytable rows
  pokerRow: ["hand"],
  segmentRow: ["points"],
  scoopRow: ["points"],
  superRow: ["points"],
  foulRow: ["points"],
  dragonRow: ["points"],
  sixPairsRow: ["points"],
  threeFlushesRow: ["points"],
  threeStraightsRow: ["points"],

  // Rule sentences
  ruleSuspended: [],
  rulePoint: ["amount"],
  ruleBuyIn: ["points", "amount"],
  ruleShortBuyOnce: [],
  ruleShortBuyNever: [],
  ruleOrder: [],
  ruleOrderStrict: [],
  ruleSuper: ["count"],
  ruleExposedCards: ["count"],
  ruleTime: ["count"],
  ruleDeclare: [],
  ruleFalseDeclaration: [],
  ruleBonusAlways: [],
  ruleAutoVersusFoul: [],
  ruleAutoVersusFoulLarger: [],
  ruleWinCapTotal: [],
  ruleWinCapPerOpponent: [],
  ruleTimeoutSets: [],
  ruleTimeoutFouls: [],
  ruleCalled: [],
} as const satisfies Record<string, readonly string[]>;

export type ReasonCode = keyof typeof reasonCodes;

/** A reason of this game. */
export const because = reasonsOf(reasonCodes);
