// What the sign says, made from the pack alone. Amounts are what one opponent pays: points times the value of a point.

import type { Cell, Notice, Paytable } from "#core/game";
import { handCategories } from "#core/hand";
import type { Reason } from "#core/settlement";
import { because } from "./reasons.ts";
import { segments } from "./round.ts";
import type { Pattern, Rules } from "./rules.ts";
import { fullBuyIn } from "./stacks.ts";

export function notice(rules: Rules): Notice {
  if (rules.suspended) return { suspended: true, limits: [], paytables: [], rules: [because("ruleSuspended")] };
  const full = fullBuyIn(rules);
  return {
    limits: [{ spot: "buyIn", min: full, max: rules.stackMax ?? full, step: rules.stackStep }],
    paytables: [pointsTable(rules), bonusTable(rules), automaticTable(rules)].filter(({ rows }) => rows.length > 0),
    rules: sentences(rules),
  };
}

function worth(rules: Rules, points: number): Cell {
  return { amount: points * rules.unit };
}

function pointsTable(rules: Rules): Paytable {
  const { segmentPoint, scoop, superBonus, foul } = rules;
  const rows = [
    ["segmentRow", segmentPoint, []],
    ["scoopRow", scoop, ["pairScoop"]],
    ["superRow", superBonus, ["pairSuper", "pairFoulSuper"]],
    ["foulRow", foul, ["pairFoul"]],
  ] as const;
  return {
    id: "points",
    columns: ["fromEach"],
    rows: rows.map(([code, points, paidFor]) => ({ hand: because(code, { points }), cells: [worth(rules, points)], paidFor })),
  };
}

function bonusTable(rules: Rules): Paytable {
  const paid = [...handCategories].reverse().filter((hand) => segments.some((segment) => (rules.bonus[segment][hand] ?? 0) > 0));
  return {
    id: "segmentBonus",
    columns: [...segments],
    rows: paid.map((hand) => ({
      hand: because("pokerRow", { hand }),
      cells: segments.map((segment) => {
        const points = rules.bonus[segment][hand] ?? 0;
        return points > 0 ? worth(rules, points) : { code: "none" };
      }),
    })),
  };
}

const patternRows = {
  dragon: "dragonRow",
  sixPairs: "sixPairsRow",
  threeFlushes: "threeFlushesRow",
  threeStraights: "threeStraightsRow",
} as const satisfies Record<Pattern, string>;

function automaticTable(rules: Rules): Paytable {
  const rows = (Object.keys(patternRows) as Pattern[])
    .map((pattern) => ({ pattern, points: rules.auto[pattern] }))
    .filter(({ points }) => points > 0)
    .map(({ pattern, points }) => ({
      hand: because(patternRows[pattern], { points }),
      cells: [worth(rules, points)],
      paidFor: [pattern],
    }));
  return { id: "automatic", columns: ["fromEach"], rows };
}

function sentences(rules: Rules): readonly Reason[] {
  const list: Reason[] = [
    because("rulePoint", { amount: rules.unit }),
    because("ruleBuyIn", { points: rules.buyInPoints, amount: fullBuyIn(rules) }),
    because("ruleSuper", { count: rules.superBonusOpponents }),
    because(rules.backMayTieMiddle ? "ruleOrder" : "ruleOrderStrict"),
    because("ruleDeclare"),
    because("ruleFalseDeclaration"),
    because(rules.winCap === "total" ? "ruleWinCapTotal" : "ruleWinCapPerOpponent"),
    because(rules.timeoutSet === "foul" ? "ruleTimeoutFouls" : "ruleTimeoutSets"),
  ];
  list.push(because("ruleExposedCards", { count: rules.exposedCards }));
  if (rules.decisionMs !== null) list.push(because("ruleTime", { count: rules.decisionMs / 1000 }));
  if (rules.shortBuy === "one after each full buy") list.push(because("ruleShortBuyOnce"));
  if (rules.shortBuy === "never") list.push(because("ruleShortBuyNever"));
  if (!rules.bonusRequiresSegmentWin) list.push(because("ruleBonusAlways"));
  if (rules.autoVersusFoul === "foul") list.push(because("ruleAutoVersusFoul"));
  if (rules.autoVersusFoul === "larger") list.push(because("ruleAutoVersusFoulLarger"));
  if (rules.scoring === "called") list.push(because("ruleCalled"));
  return list;
}
