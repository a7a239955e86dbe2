// Every code this game says, with the names of its parameters: in results, transfers, marks, hand names and notices. A void
// round carries the irregularity's own code.

export const reasonCodes = {
  // Why a wager ends as it does
  higher: [],
  lower: [],
  tie: [],
  notQualified: [],
  folded: [],
  overCap: ["cap", "length"],
  raiseUpTo: ["times"],
  bonusWon: ["length"],
  bonusShort: ["length"],
  bonusBeaten: ["length"],
  bonusTie: ["length"],
  mainTie: [],
  aggregateCap: [],
  uncovered: [],
  bankFull: [],
  deadHand: [],
  rake: [],
  noBank: [],
  settled: [],

  // Marks at a seat
  designated: ["funds"],
  raised: ["amount"],

  // Names of hands
  flushOf: ["length", "ranks"],
  flushAndRun: ["length", "ranks", "run", "top"],

  // Paytable rows
  flushLength: ["length"],
  straightFlushLength: ["length"],

  // Rule sentences
  ruleQualifier: ["length", "high"],
  ruleRaiseCaps: ["four", "five", "six", "seven"],
  ruleFunds: ["amount", "cap"],
  ruleRaiseStep: ["amount"],
  ruleTime: ["count"],
  ruleBonusContested: [],
  ruleBonusHouse: [],
  ruleHouseBank: [],
  ruleFundsPartial: [],
  ruleFundsAllOrNothing: [],
  ruleFoldLosesBonus: [],
  ruleRakeAll: ["amount"],
  ruleRakePlayers: ["amount"],
  ruleRakeDesignated: ["amount"],
  ruleCapPerHand: ["amount"],
  ruleCapPerRound: ["amount"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The same codes with other parameters: a rake may be a share of the wagers instead of an amount. */
export const otherParameters = {
  ruleRakeAll: ["percent"],
  ruleRakePlayers: ["percent"],
  ruleRakeDesignated: ["percent"],
} as const satisfies Readonly<Partial<Record<keyof typeof reasonCodes, readonly string[]>>>;
