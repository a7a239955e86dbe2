// What the sign says, made from the pack alone.

import type { Notice, Paytable } from "#core/game";
import type { Reason } from "#core/settlement";
import { wagersOf } from "./round.ts";
import type { Rules } from "./rules.ts";

function paytable(id: string, hand: string, table: Rules["paySF"]): Paytable {
  const rows = Object.entries(table)
    .filter(([, odds]) => (odds ?? 0) > 0)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([length, odds]) => ({ hand: { code: hand, params: { length: Number(length) } }, cells: [{ odds: [odds ?? 0, 1] as const }] }));
  return { id, columns: ["pays"], rows };
}

export function notice(rules: Rules): Notice {
  return {
    limits: wagersOf(rules).map(([spot, { min, max, step }]) => ({ spot, min, max, step })),
    paytables: [
      ...(rules.straightFlush === null ? [] : [paytable("straightFlush", "straightFlushLength", rules.paySF)]),
      ...(rules.flush === null ? [] : [paytable("flush", "flushLength", rules.payFlush)]),
    ],
    rules: sentences(rules),
  };
}

function sentences(rules: Rules): readonly Reason[] {
  const { raiseCaps, qualifier, rake, aggregateCap } = rules;
  const list: Reason[] = [
    { code: "ruleQualifier", params: { length: qualifier.length, high: qualifier.minHigh } },
    {
      code: "ruleRaiseCaps",
      params: { four: raiseCaps["4"] ?? 1, five: raiseCaps["5"] ?? 1, six: raiseCaps["6"] ?? 1, seven: raiseCaps["7"] ?? 1 },
    },
    { code: rules.bonusContested ? "ruleBonusContested" : "ruleBonusHouse" },
    rules.bank === "house"
      ? { code: "ruleHouseBank" }
      : { code: rules.shortfall === "partial" ? "ruleFundsPartial" : "ruleFundsAllOrNothing" },
  ];
  // A house that banks the game itself leaves the bounds as wide as they go.
  if (rules.funds.min > 1) list.push({ code: "ruleFunds", params: { amount: rules.funds.min, cap: rules.funds.max } });
  list.push({ code: "ruleRaiseStep", params: { amount: rules.raiseStep } });
  if (rules.decisionMs !== null) list.push({ code: "ruleTime", params: { count: rules.decisionMs / 1000 } });
  if (rules.foldLosesBonus) list.push({ code: "ruleFoldLosesBonus" });
  if (rake.method !== "none") list.push({ code: rakeCodes[rake.method], params: chargeOf(rake.charge) });
  if (aggregateCap !== "none") {
    list.push(
      "perHand" in aggregateCap
        ? { code: "ruleCapPerHand", params: { amount: aggregateCap.perHand } }
        : { code: "ruleCapPerRound", params: { amount: aggregateCap.perRound } },
    );
  }
  return list;
}

const rakeCodes = { all: "ruleRakeAll", players: "ruleRakePlayers", "designated player": "ruleRakeDesignated" } as const;

type Charge = Extract<Rules["rake"], { charge: unknown }>["charge"];

function chargeOf(charge: Charge): Record<string, string | number> {
  return "perSeat" in charge ? { amount: charge.perSeat } : { percent: charge.ofStakes / 100 };
}
