// What an irregularity means: the rule sheet's words where it has some, then the pack's choices, then the recommended reading.
// Before two players have acted behind the forced bet a fault of the deal is a misdeal; after that the deal stands.

import { consequence, isLight, judgeLight, usual } from "#core/consequence";
import { type Felt, type Held, type Place, pile, seatOf } from "#core/felt";
import type { Consequence, Irregularity } from "#core/irregularity";
import { dealStands, handOf, inHand, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

const floor = consequence("floor");
const misdeal = consequence("void");

export function judge(round: Round, irregularity: Irregularity, felt: Felt, rules: Rules): Consequence {
  const { code } = irregularity;
  if (isLight(code)) return judgeLight(code, round.shown.length > 0, rules.redAfterReveal);
  const chosen = rules.irregularities[code];
  if (chosen !== undefined) return consequence(chosen, irregularity);
  switch (code) {
    case "exposed":
      return judgeExposed(round, irregularity, felt, rules);
    case "extraCard":
      return judgeExtraCard(round, irregularity, felt);
    case "wrongCount":
      return judgeWrongCount(round, irregularity, felt, rules);
    case "called":
      return dealStands(round) ? floor : misdeal;
    // "Dealt out of order, wrong start, eligible player skipped, empty seat dealt in": a misdeal, or the deal stands.
    case "wrongOrder":
    case "skippedSeat":
      return dealStands(round) ? { kind: "goOn" } : misdeal;
    // Where the deal stands the card may be one that a live hand lacks: nobody is paid before the dealer has compared.
    case "emptySeat":
      return dealStands(round) ? consequence("check") : misdeal;
    // One boxed card is put right; two are a misdeal.
    case "boxed":
      return dealStands(round) ? { kind: "goOn" } : (irregularity.count ?? 1) >= 2 ? misdeal : floor;
    // "Up cards turned down or mixed while facing a bet."
    case "mixedHand":
      return liveSeat(round, irregularity.place) === null ? floor : consequence("foul", irregularity);
    default:
      return usual(irregularity);
  }
}

/** The seat whose live hand lies at this place. */
function liveSeat(round: Round, place: Place | undefined): number | null {
  const seat = place === undefined ? null : seatOf(place);
  return seat !== null && place === handOf(seat) && inHand(round).includes(seat) ? seat : null;
}

/** One card too many can be put back, two can't. Later the hand that holds it is fouled. */
function judgeExtraCard(round: Round, { place }: Irregularity, felt: Felt): Consequence {
  const seat = liveSeat(round, place);
  if (dealStands(round)) return seat === null ? floor : { kind: "dead", place: handOf(seat) };
  return pile(felt, "aside").length >= 2 ? misdeal : floor;
}

/** A hand with a card too few. Where a missing seventh card may be ruled live, that ruling is the floor's. */
function judgeWrongCount(round: Round, { place, count }: Irregularity, felt: Felt, rules: Rules): Consequence {
  if (!dealStands(round)) return misdeal;
  const seat = liveSeat(round, place);
  if (seat === null) return floor;
  const seventhOnly = round.street === 7 && (count ?? pile(felt, handOf(seat)).length) === 6;
  return seventhOnly && rules.shortHandAtShowdown === "missing-seventh-live" ? floor : { kind: "dead", place: handOf(seat) };
}

/**
 * The down cards that a report on third street means: the card just dealt, or all the hand holds. Null where that is not clear: a
 * card must not be turned up on a guess.
 */
export function exposedCards(round: Round, place: Place, count: number, felt: Felt): readonly Held[] | null {
  const hand = pile(felt, place);
  if (hand.length > 2) return null;
  if (count >= hand.length) return hand;
  return round.last?.place === place ? [round.last.held] : null;
}

function judgeExposed(round: Round, { place, count = 1 }: Irregularity, felt: Felt, rules: Rules): Consequence {
  const seat = liveSeat(round, place);
  if (seat === null || dealStands(round)) return { kind: "goOn" };
  const cards = exposedCards(round, handOf(seat), count, felt);
  if (cards === null) return floor;
  if (rules.exposedDown === "misdeal" || Object.keys(round.exposed).length > 1) return misdeal;
  const firstTwo = round.dealt.slice(0, 2).map((one) => pile(felt, handOf(one))[0]);
  if (cards.some((held) => firstTwo.includes(held))) return misdeal;
  return (round.exposed[seat] ?? []).length > 1 ? { kind: "dead", place: handOf(seat) } : { kind: "goOn" };
}
