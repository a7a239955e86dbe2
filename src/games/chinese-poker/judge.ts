// What an irregularity means in Chinese poker: the sheet's misdeals first, then the pack's choices, then the recommended reading.

import { consequence, isLight, judgeLight, usual } from "#core/consequence";
import { type Felt, seatOf } from "#core/felt";
import type { Consequence, Irregularity } from "#core/irregularity";
import type { Round } from "./round.ts";
import type { Rules } from "./rules.ts";

export function judge(round: Round, irregularity: Irregularity, _felt: Felt, rules: Rules): Consequence {
  const { code } = irregularity;
  if (isLight(code)) return judgeLight(code, round.turned.length > 0, rules.redAfterReveal);
  const chosen = rules.irregularities[code];
  if (chosen !== undefined) return consequence(chosen, irregularity);
  switch (code) {
    case "exposed":
      return judgeExposed(round, irregularity, rules);
    case "wrongHand":
    case "wrongPlace":
      // Hands at the wrong players: a misdeal until somebody has set, then they play where they lie.
      if (Object.keys(round.said).length === 0) return { kind: "void" };
      // A hand's own antenna has told wrong deliveries in the deal. What it sees now was moved since, and would be paid as it was dealt.
      return isUnderHand(irregularity) ? usual(irregularity) : { kind: "goOn" };
    case "talked":
      // It costs the eligibility for a jackpot, which this table does not play.
      return { kind: "goOn" };
    case "foreign":
    case "foreignBack":
    case "otherDeck":
      return round.turned.length > 0 ? afterReveal : { kind: "void" };
    default:
      return usual(irregularity);
  }
}

/** Seen by the antenna under a whole hand, not by one in a row, and not told by a person. */
function isUnderHand({ device, place }: Irregularity): boolean {
  return device !== undefined && place?.endsWith("/hand") === true;
}

const afterReveal: Consequence = { kind: "floor", answers: ["settle", "void"] };

/** Five cards of one hand are a misdeal, four are not. A hand that has been turned up can't be exposed any more. */
function judgeExposed(round: Round, { place, count = 1 }: Irregularity, rules: Rules): Consequence {
  const seat = place === undefined ? null : seatOf(place);
  if (seat !== null && round.turned.includes(seat)) return { kind: "goOn" };
  return count >= rules.exposedCards ? { kind: "void" } : { kind: "goOn" };
}
