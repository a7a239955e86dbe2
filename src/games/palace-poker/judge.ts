// What an irregularity means here and now: the sheet is silent, so the recommended reading and the pack's choices.

import { consequence, isLight, judgeLight, usual } from "#core/consequence";
import { type Place, seatOf } from "#core/felt";
import type { Consequence, Irregularity } from "#core/irregularity";
import type { Round } from "./round.ts";
import type { Rules } from "./rules.ts";

/** The deal lasts until somebody acts: up to there a fault makes it a misdeal, and the antes go back. */
function inDeal(round: Round): boolean {
  return !round.acted;
}

export function judge(round: Round, irregularity: Irregularity, _felt: unknown, rules: Rules): Consequence {
  const { code, place } = irregularity;
  if (isLight(code)) return judgeLight(code, round.phase.kind === "showdown" && round.phase.turned.length > 0, rules.redAfterReveal);
  const chosen = rules.irregularities[code];
  if (chosen !== undefined) return consequence(chosen, irregularity);
  switch (code) {
    case "exposed":
      return judgeExposed(round, place, rules);
    // A wrong number of cards in the deal; later a card drawn out of turn, which the floor puts back.
    case "wrongCount":
    case "extraCard":
      return consequence(inDeal(round) ? "void" : "floor");
    default:
      return usual(irregularity);
  }
}

/** Banners and soldiers lie open anyway; a palace card does not. */
function judgeExposed(round: Round, place: Place | undefined, rules: Rules): Consequence {
  const palace = place !== undefined && seatOf(place) !== null && place.endsWith("/palace");
  if (!palace) return consequence("goOn");
  if (inDeal(round) || rules.exposedPalace === "misdeal") return consequence("void");
  return consequence(rules.exposedPalace === "play on" ? "goOn" : "floor");
}
