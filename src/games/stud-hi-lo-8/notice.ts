// What the sign says, made from the pack alone.

import type { Notice } from "#core/game";
import type { Reason } from "#core/settlement";
import { qualifierOf } from "./hands.ts";
import type { Rules } from "./rules.ts";

export function notice(rules: Rules): Notice {
  const { ante, bringIn, betting, spread, smallBet, bigBet } = rules;
  const exact = (spot: string, amount: number) => ({ spot, min: amount, max: amount });
  const bets =
    betting === "spread"
      ? [{ spot: "bet", min: spread?.min ?? smallBet, max: spread?.max ?? bigBet }]
      : betting === "pot"
        ? [exact("smallBet", smallBet)]
        : [exact("smallBet", smallBet), exact("bigBet", bigBet)];
  return {
    limits: [exact("ante", ante), exact("bringIn", bringIn), ...bets, ...(rules.stack === null ? [] : [{ spot: "stack", ...rules.stack }])],
    paytables: [],
    rules: sentences(rules),
  };
}

function sentences(rules: Rules): readonly Reason[] {
  const list: Reason[] = [
    rules.low === "none" ? { code: "ruleHighOnly" } : { code: "ruleEightOrBetter", params: { high: qualifierOf(rules) } },
    { code: "ruleBringIn", params: { amount: rules.bringIn } },
    { code: limitCodes[rules.betting] },
  ];
  if (rules.betting !== "pot") list.push({ code: "ruleMaxRaises", params: { count: rules.maxRaises } });
  if (rules.betting === "fixed" && rules.halfBetRule) list.push({ code: "ruleHalfBet" });
  if (rules.betting === "fixed" && rules.openPairDoubleBet) list.push({ code: "ruleOpenPair" });
  list.push({ code: rules.oddChip === "seat" ? "ruleOddChipSeat" : "ruleOddChipSuit" });
  list.push({ code: "ruleChip", params: { amount: rules.chip } });
  if (rules.decisionMs !== null) list.push({ code: "ruleTime", params: { count: rules.decisionMs / 1000 } });
  list.push({ code: rules.communityRiverBetting ? "ruleCommunityCardBets" : "ruleCommunityCard" });
  if (rules.rake.method === "pot") list.push({ code: "ruleRakePot", params: { percent: rules.rake.ofPot / 100, cap: rules.rake.cap } });
  return list;
}

const limitCodes = { fixed: "ruleFixedLimit", spread: "ruleSpreadLimit", pot: "rulePotLimit" } as const;
