// Every code this game can say, with the names of its parameters: what the catalogues must know.

export const reasonCodes = {
  /** Why chips move. */
  transfers: {
    uncalled: [],
    anteBack: [],
    intoPot: ["pot"],
    rake: [],
    potHigh: ["pot", "hand", "ranks"],
    potLow: ["pot", "ranks"],
    onlyPlayer: ["pot"],
    lastPlayer: ["pot"],
    deadHand: [],
  },
  /** What became of a seat's chips in a pot. */
  results: {
    scoop: ["pot"],
    highAndLow: ["pot"],
    highHand: ["pot"],
    highHalf: ["pot"],
    lowHalf: ["pot"],
    lower: ["pot"],
    folded: ["pot"],
    deadHand: ["pot"],
    conceded: ["pot"],
    onlyPlayer: ["pot"],
    lastPlayer: ["pot"],
    uncalled: [],
    anteBack: [],
  },
  outcomes: { settled: [], deadHand: [] },
  marks: { folded: [], deadHand: [], conceded: [], allIn: [], broughtIn: ["amount"], raised: ["amount"], exposedCard: [] },
  stages: { street: ["street"] },
  hands: { handHigh: ["hand", "ranks"], handHighLow: ["hand", "ranks", "low"] },
  notices: {
    ruleBringIn: ["amount"],
    ruleChip: ["amount"],
    ruleTime: ["count"],
    ruleFixedLimit: [],
    ruleSpreadLimit: [],
    rulePotLimit: [],
    ruleMaxRaises: ["count"],
    ruleEightOrBetter: ["high"],
    ruleHighOnly: [],
    ruleHalfBet: [],
    ruleOpenPair: [],
    ruleCommunityCard: [],
    ruleCommunityCardBets: [],
    ruleOddChipSeat: [],
    ruleOddChipSuit: [],
    ruleRakePot: ["percent", "cap"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Codes of decisions, wagers and blocked keys. */
export const optionCodes = [
  "bringIn",
  "complete",
  "bet",
  "raise",
  "call",
  "check",
  "fold",
  "allIn",
  "muck",
  "playOn",
  "declareAllIn",
  "passedBy",
] as const;
/** Spots, and the rows of the limits on a sign. */
export const wagerNames = ["ante", "bet", "stack", "bringIn", "smallBet", "bigBet"] as const;
export const placeNames = ["board", "burn", "discard"] as const;
