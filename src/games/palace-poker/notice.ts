// What the sign says, made from the pack alone.

import type { Notice } from "#core/game";
import type { Reason } from "#core/settlement";
import { anteOf, discardCostOf, type Rules } from "./rules.ts";

export function notice(rules: Rules): Notice {
  const { smallBet, bigBet, maxSoldiers } = rules;
  const soldiers = Array.from({ length: maxSoldiers + 1 }, (_, count) => count);
  return {
    limits: [
      { spot: "stack", ...rules.stack },
      { spot: "ante", min: anteOf(rules), max: anteOf(rules) },
      { spot: "smallBet", min: smallBet, max: smallBet },
      { spot: "bigBet", min: bigBet, max: bigBet },
    ],
    paytables: [
      {
        id: "battle",
        columns: ["costs"],
        rows: soldiers.map((count) => ({ hand: { code: "soldierCount", params: { count } }, cells: [{ amount: (count + 1) * smallBet }] })),
      },
    ],
    rules: sentences(rules),
  };
}

const traitorCodes = {
  "opponent-banner-suit": "ruleTraitorSuit",
  "opponent-banner-rank": "ruleTraitorRank",
  none: "ruleTraitorNone",
} as const;

const tieCodes = {
  "own-suit-count over palace+banner+soldiers": "ruleTieOwnSuit",
  "own-suit-count over counted cards": "ruleTieCounted",
  none: "ruleTieOut",
} as const;

function sentences(rules: Rules): readonly Reason[] {
  const cost = discardCostOf(rules);
  return [
    { code: rules.limit === "limit" ? "ruleLimit" : "ruleNoLimit" },
    { code: "ruleOtherBanner" },
    { code: traitorCodes[rules.traitorRule] },
    { code: tieCodes[rules.tieBreak] },
    { code: rules.capturedBannerBecomesSoldier ? "ruleCapture" : "ruleCaptureSoldiers", params: { count: rules.maxSoldiers } },
    cost === 0 ? { code: "ruleDiscardFree" } : { code: "ruleDiscardCost", params: { amount: cost } },
    { code: "ruleSameBanners" },
    { code: rules.showdownExclusions ? "rulePassiveExcluded" : "rulePassive" },
    ...(rules.decisionMs === null ? [] : [{ code: "ruleTime", params: { count: rules.decisionMs / 1000 } }]),
    ...(rules.wheel ? [] : [{ code: "ruleNoWheel" }]),
    ...(rules.maxRaises === "unlimited" ? [] : [{ code: "ruleMaxRaises", params: { count: rules.maxRaises } }]),
  ];
}
