// Every code this game says, with the names of its parameters: in results, transfers, marks, hand names and notices. A void
// round carries the irregularity's own code.

import { reasonsOf } from "#core/settlement";

export const reasonCodes = {
  // Why a wager ends as it does
  higher: [],
  lower: [],
  tie: [],
  folded: [],
  dealerNotQualified: [],
  betWon: ["hand"],
  betWonUnqualified: ["hand"],
  betPushes: ["hand"],
  payoutLimit: ["amount"],
  jackpotWon: ["hand"],
  jackpotShared: ["hand", "count"],
  jackpotPending: ["hand"],
  jackpotMissed: ["hand"],
  jackpotNeedsBet: [],
  reserveBack: [],
  deadHand: [],
  dealerMisdeal: [],
  settled: [],

  // Transfers of the meter
  meterContribution: [],
  meterReseed: [],

  // Marks at a seat
  betPlaced: ["amount"],
  betAutomatic: ["amount"],
  foldedAutomatic: [],
  foldedShort: [],
  mustCover: [],

  // Names of hands
  pokerHand: ["hand", "ranks"],
  dealerQualifies: ["hand", "ranks"],
  dealerHandNotQualified: ["hand", "ranks"],

  // Paytable rows
  pokerRow: ["hand"],
  pairOrLess: [],

  // Rule sentences
  ruleSeats: ["count"],
  ruleBetsTime: ["count"],
  ruleTime: ["count"],
  ruleQualifyAceKing: [],
  ruleQualifyAceOrKing: [],
  ruleQualifyPair: [],
  ruleBetMultiple: ["multiple"],
  ruleNotQualifiedPush: [],
  ruleNotQualifiedPays: ["hand"],
  ruleTimeoutBets: ["hand"],
  ruleTimeoutFolds: [],
  ruleReserve: ["total"],
  rulePayoutLimitHand: ["amount"],
  rulePayoutLimitRound: ["amount"],
  ruleJackpotIndependent: [],
  ruleJackpotNeedsBet: [],
  ruleJackpotStakeKept: [],
  ruleJackpotStakeReturned: [],
  ruleJackpotEqualShares: [],
  ruleJackpotInOrder: [],
  ruleMeterContribution: ["amount"],
  ruleMeterBase: ["amount"],
} as const satisfies Record<string, readonly string[]>;

export type ReasonCode = keyof typeof reasonCodes;

/** A reason of this game. */
export const because = reasonsOf(reasonCodes);
