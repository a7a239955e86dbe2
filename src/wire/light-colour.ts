// The colours of a table's light.

import type { LightSign } from "#core/device";

export type LightColour = "red" | "amber" | "green" | "dark";

const colours: Readonly<Record<LightSign, LightColour>> = { stop: "red", check: "amber", ready: "green", closed: "dark" };

export function colourOf(sign: LightSign): LightColour {
  return colours[sign];
}

/** The same as red, green and blue, 0 to 255 each, as light-emitting diodes show it. */
export const rgb: Readonly<Record<LightColour, readonly [red: number, green: number, blue: number]>> = {
  red: [255, 0, 0],
  amber: [255, 90, 0],
  green: [0, 200, 30],
  dark: [0, 0, 0],
};
