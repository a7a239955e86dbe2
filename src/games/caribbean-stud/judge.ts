// What an irregularity means: the rule sheet first, then the pack's choices, then the recommended reading (README.md).

import { consequence, isLight, judgeLight, usual } from "#core/consequence";
import { seatOf } from "#core/felt";
import type { Consequence, Irregularity } from "#core/irregularity";
import { dealerHand, isDead, isJackpotJudged, isMisdealt, playersOf, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

export function judge(round: Round, irregularity: Irregularity, rules: Rules): Consequence {
  const { code, place } = irregularity;
  if (isLight(code)) return judgeLight(code, round.turned.length > 0, rules.redAfterReveal);
  const chosen = rules.irregularities[code];
  if (chosen !== undefined) return consequence(chosen, irregularity);
  switch (code) {
    case "wrongCount":
      return judgeCount(round, irregularity, rules);
    case "extraCard":
      // A shoe does not know where the card went: the dealer counts, and reports a hand that holds it.
      return place === undefined ? { kind: "check" } : judgeCount(round, irregularity, rules);
    case "exposed":
      return judgeExposed(round, irregularity, rules);
    default:
      return usual(irregularity);
  }
}

/** A player's wrong count kills that hand alone; the dealer's is a misdeal of the table. */
function judgeCount(round: Round, { place }: Irregularity, rules: Rules): Consequence {
  if (place === dealerHand) return isMisdealt(round) ? { kind: "goOn" } : misdeal(round, rules);
  const seat = place === undefined ? null : seatOf(place);
  if (place === undefined || seat === null || !playersOf(round).includes(seat)) return consequence("floor");
  if (isDead(round, seat)) return { kind: "goOn" };
  return rules.wrongCountPlayer === "misdeal" ? misdeal(round, rules) : { kind: "dead", place };
}

/** Antes and Bets go back; hands with a jackpot stake are still judged for it, so the round goes on for them. */
function misdeal(round: Round, rules: Rules): Consequence {
  const judged = playersOf(round).some((seat) => isJackpotJudged(round, seat, rules));
  return judged ? { kind: "dead", place: dealerHand } : { kind: "void" };
}

function judgeExposed(round: Round, { place }: Irregularity, rules: Rules): Consequence {
  if (place === dealerHand) {
    // Once the hand has been turned up nothing is left to expose.
    if (round.turned.includes(dealerHand) || rules.exposedHole === "play on") return { kind: "goOn" };
    return consequence(rules.exposedHole === "floor" ? "floor" : "void");
  }
  const seat = place === undefined ? null : seatOf(place);
  if (place === undefined || seat === null || !playersOf(round).includes(seat)) return consequence("floor");
  if (round.turned.includes(place) || isDead(round, seat) || rules.exposedPlayerCard === "play on") return { kind: "goOn" };
  return rules.exposedPlayerCard === "dead" ? { kind: "dead", place } : consequence("floor");
}
