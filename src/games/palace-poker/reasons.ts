// Every code this game can say beside the core's own, with the names of its parameters: a test walks them.

/** Codes of results, transfers, marks, hand names and signs. */
export const reasonCodes = {
  // How a hand ends; also why its pot is paid
  lastStanding: [],
  equalBanners: [],
  battleTie: [],
  passiveRound: [],
  // Why a pot is paid at a showdown
  showdownWon: [],
  showdownSplit: [],
  showdownLost: [],
  onlyEligible: [],
  // Chips that only move on paper
  gathered: [],
  stackBack: [],
  notDealtIn: [],
  nobodyLeft: [],
  // Why a player is out
  folded: [],
  lostBattle: ["seat"],
  lostBySuit: ["seat"],
  doubleTie: ["seat"],
  deadHand: [],
  // What a hand is called
  pokerHand: ["hand", "ranks"],
  // Marks
  button: [],
  attacks: ["seat"],
  defends: ["seat"],
  giveBack: ["amount"],
  wonByFold: ["seat"],
  wonBattle: ["seat"],
  wonBySuit: ["seat"],
  allIn: [],
  passed: [],
  foldsAhead: [],
  // Parts of the play
  stageDraw: [],
  stageBanners: [],
  stagePalace: [],
  stageBattle: ["seat", "against"],
  // Signs
  soldierCount: ["count"],
  ruleLimit: [],
  ruleNoLimit: [],
  ruleTime: ["count"],
  ruleOtherBanner: [],
  ruleTraitorSuit: [],
  ruleTraitorRank: [],
  ruleTraitorNone: [],
  ruleTieOwnSuit: [],
  ruleTieCounted: [],
  ruleTieOut: [],
  ruleCapture: ["count"],
  ruleCaptureSoldiers: ["count"],
  ruleDiscardFree: [],
  ruleDiscardCost: ["amount"],
  ruleSameBanners: [],
  rulePassive: [],
  rulePassiveExcluded: [],
  ruleNoWheel: [],
  ruleMaxRaises: ["count"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const optionCodes = ["stay", "fold", "buy", "discard", "bet", "call", "raise", "keepAll", "foldAhead"] as const;
export const wagerNames = ["stack", "bet", "ante", "smallBet", "bigBet"] as const;
/** Why bets cannot be closed yet. */
export const blockCodes = ["twoStacks"] as const;
export const paytableIds = ["battle"] as const;
export const columnCodes = ["costs"] as const;
