// What irregularities mean where a game has no words of its own: one reading for all of them.

import { seatOf } from "./felt.ts";
import {
  type Choice,
  type Consequence,
  type Irregularity,
  type IrregularityCode,
  irregularities,
  type SoftCode,
  softCodes,
} from "./irregularity.ts";

/** Faults of one hand: the floor may also rule that hand dead. */
const ofOneHand: readonly IrregularityCode[] = ["talked", "mixedHand", "clearedEarly", "offTable"];

/** A choice as it falls on the place concerned. A hand that dies is a seat's; what has none is the floor's to judge. */
export function consequence(choice: Choice, { code, place }: Partial<Pick<Irregularity, "code" | "place">> = {}): Consequence {
  const isHand = place !== undefined && seatOf(place) !== null;
  switch (choice) {
    case "floor":
      return {
        kind: "floor",
        answers: isHand && code !== undefined && ofOneHand.includes(code) ? ["goOn", "dead", "void"] : ["goOn", "void"],
      };
    case "dead":
    case "foul":
      return isHand ? { kind: choice, place } : consequence("floor", { ...(code && { code }) });
    default:
      return { kind: choice };
  }
}

/** Codes that no pack may soften. */
export type LightCode = Exclude<IrregularityCode, SoftCode>;

export function isLight(code: IrregularityCode): code is LightCode {
  return irregularities[code].may.length === 0;
}

/**
 * Red is a dead hand until the round is settled; a pack may leave it to the floor once hands are open. No light, or a lost sensor, counts
 * as red until the first hand is revealed; after that the floor decides, so that pulling a cable never voids a lost hand.
 */
export function judgeLight(code: LightCode, revealed: boolean, redAfterReveal: "dead" | "floor"): Consequence {
  if (!revealed || (code === "red" && redAfterReveal === "dead")) return { kind: "void" };
  return { kind: "floor", answers: ["settle", "void"] };
}

/** The usual reading of what readers and people report. */
export function usual(irregularity: Pick<Irregularity, "code" | "place">): Consequence {
  return consequence(irregularities[irregularity.code].usual, irregularity);
}

/** What a pack chose, by code. */
export type PackChoices = Partial<Record<SoftCode, Choice>>;

/** By code, what a pack of a game may choose. "foul" only where the game knows what a forfeit is ("foul" given). */
export function packChoices(foul?: "foul"): readonly (readonly [SoftCode, [Choice, ...Choice[]]])[] {
  return softCodes.map((code) => {
    const may: readonly Choice[] = irregularities[code].may;
    return [code, may.filter((choice) => choice !== "foul" || foul !== undefined) as [Choice, ...Choice[]]] as const;
  });
}
