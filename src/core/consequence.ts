// What irregularities mean where a game has no words of its own: one reading for all of them.

import { never } from "./assert.ts";
import type { Consequence, IrregularityCode } from "./irregularity.ts";

/** What a rule pack may choose. */
export const choices = ["goOn", "check", "floor", "void"] as const;
export type Choice = (typeof choices)[number];

export function consequence(choice: Choice): Consequence {
  return choice === "floor" ? { kind: "floor", answers: ["goOn", "void"] } : { kind: choice };
}

const lights = ["red", "dark", "sensorLost"] as const;
export type LightCode = (typeof lights)[number];

/** Codes that no pack may soften. */
export function isLight(code: IrregularityCode): code is LightCode {
  return (lights as readonly IrregularityCode[]).includes(code);
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
export function usual(code: Exclude<IrregularityCode, LightCode>): Consequence {
  switch (code) {
    case "unreadable":
    case "duplicate":
    case "oldRound":
    case "lostReadings":
    case "restarted":
      return consequence("check");
    case "wrongPlace":
    case "notFromShoe":
      return consequence("floor");
    case "cardBeforeClose":
    case "extraCard":
    case "wrongCount":
    case "foreign":
    case "otherDeck":
    case "exposed":
    case "called":
      return consequence("void");
    default:
      return never(code);
  }
}
