// What the sign says, made from the pack alone.

import type { Cell, Limit, Notice, Paytable } from "#core/game";
import { type HandCategory, handCategories } from "#core/hand";
import type { Reason } from "#core/settlement";
import { percentOf } from "./jackpot.ts";
import { because } from "./reasons.ts";
import { ownMeter, type Rules } from "./rules.ts";

/** One row a hand, the dearest first, with base pay and jackpot pay side by side. */
function paytable(rules: Rules): Paytable {
  const unqualified = paidUnqualified(rules).length > 0;
  const jackpot = rules.progressiveStake !== null;
  const columns = ["qualified", ...(unqualified ? ["notQualified"] : []), ...(jackpot ? ["jackpot"] : [])];
  const rows = [...handCategories].reverse().map((hand) => ({
    hand,
    cells: [
      oddsCell(rules.payQualified[hand]),
      ...(unqualified ? [oddsCell(rules.payNotQualified[hand])] : []),
      ...(jackpot ? [prizeCell(hand, rules)] : []),
    ],
  }));
  const [last, before] = [rows.at(-1), rows.at(-2)];
  const same = JSON.stringify(last?.cells) === JSON.stringify(before?.cells);
  const named = rows.map(({ hand, cells }) => ({ hand: because("pokerRow", { hand }), cells }));
  if (!same || before === undefined) return { id: "bet", columns, rows: named };
  return { id: "bet", columns, rows: [...named.slice(0, -2), { hand: because("pairOrLess"), cells: before.cells }] };
}

function oddsCell(odds: number | undefined): Cell {
  return odds ? { odds: [odds, 1] } : { code: "push" };
}

function prizeCell(hand: HandCategory, rules: Rules): Cell {
  const percent = percentOf(hand, rules);
  if (percent !== null) return { percent };
  const amount = Number(rules.progressivePrizes[hand] ?? 0);
  return amount > 0 ? { amount } : { code: "none" };
}

function paidUnqualified(rules: Rules): readonly HandCategory[] {
  return handCategories.filter((hand) => (rules.payNotQualified[hand] ?? 0) > 0);
}

export function notice(rules: Rules): Notice {
  const { ante, progressiveStake: stake } = rules;
  const limits: Limit[] = [{ spot: "ante", ...ante }];
  if (stake !== null) limits.push({ spot: "jackpot", min: stake, max: stake });
  return { limits, paytables: [paytable(rules)], rules: [...gameSentences(rules), ...(stake === null ? [] : jackpotSentences(rules))] };
}

const qualifiers = { "ace and king": "ruleQualifyAceKing", "ace or king": "ruleQualifyAceOrKing", pair: "ruleQualifyPair" } as const;

function gameSentences(rules: Rules): readonly Reason[] {
  const { betMultiple, timeoutBetsFrom, reserveBet, aggregateCap } = rules;
  const [lowest] = paidUnqualified(rules);
  const list: Reason[] = [
    because("ruleSeats", { count: rules.seats }),
    because(qualifiers[rules.qualifier]),
    because("ruleBetMultiple", { multiple: betMultiple }),
    lowest === undefined ? because("ruleNotQualifiedPush") : because("ruleNotQualifiedPays", { hand: lowest }),
    timeoutBetsFrom === "never" ? because("ruleTimeoutFolds") : because("ruleTimeoutBets", { hand: timeoutBetsFrom }),
  ];
  if (rules.betsMs !== null) list.push(because("ruleBetsTime", { count: rules.betsMs / 1000 }));
  if (rules.decisionMs !== null) list.push(because("ruleTime", { count: rules.decisionMs / 1000 }));
  if (reserveBet) list.push(because("ruleReserve", { total: betMultiple + 1 }));
  if (aggregateCap !== "none") {
    list.push(
      "perHand" in aggregateCap
        ? because("rulePayoutLimitHand", { amount: aggregateCap.perHand })
        : because("rulePayoutLimitRound", { amount: aggregateCap.perRound }),
    );
  }
  return list;
}

function jackpotSentences(rules: Rules): readonly Reason[] {
  const meter = ownMeter(rules);
  return [
    because("ruleJackpotIndependent"),
    ...(rules.progressiveRequiresBet ? [because("ruleJackpotNeedsBet")] : []),
    because(rules.progressiveStakeReturned ? "ruleJackpotStakeReturned" : "ruleJackpotStakeKept"),
    because(rules.jackpotSplit === "in payment order" ? "ruleJackpotInOrder" : "ruleJackpotEqualShares"),
    ...(meter.contribution > 0 ? [because("ruleMeterContribution", { amount: meter.contribution })] : []),
    ...(meter.base > 0 ? [because("ruleMeterBase", { amount: meter.base })] : []),
  ];
}
