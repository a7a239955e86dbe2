// Patlite LR6-USB and NE-USB, a table's light. What is on the wire: README.md beside this file.

import type { DeviceDriver } from "#core/device";
import { colourOf, type LightColour } from "#wire/light-colour";
import type { PatliteOptions } from "./options.ts";

/** The report's number, which these have not, and eight bytes. */
export const reportBytes = 9;
const keep = 0x0f;

/** By colour: the lamps of a tower, red and yellow in one byte, green and blue in the next, then white. */
const towers: Readonly<Record<LightColour, readonly [number, number, number]>> = {
  red: [0x10, 0x00, 0x00],
  amber: [0x01, 0x00, 0x00],
  green: [0x00, 0x10, 0x00],
  dark: [0x00, 0x00, 0x00],
};
/** By colour: colour and pattern of the one lamp. */
const lamps: Readonly<Record<LightColour, number>> = { red: 0x11, amber: 0x31, green: 0x21, dark: 0x00 };

export const patlite: DeviceDriver<PatliteOptions, PatliteOptions> = {
  model: "patlite",
  link: {
    kind: "hid",
    known: [
      [0x191a, 0x8003],
      [0x191a, 0x6001],
    ],
    sends: { as: "output", bytes: reportBytes },
  },
  silentAfterMs: null,
  spare: true,
  start: (options) => options,
  connected: (state) => ({ state, readings: [{ kind: "hello", restarted: false }] }),
  receive: (state, report) => ({ state, readings: [{ kind: "noise", bytes: report.length }] }),
  drive: ({ type }, last, { light }) => {
    if (last?.light === light) return null;
    const colour = colourOf(light);
    // The buzzer is left as it is, which is silent.
    const body = type === "lr6" ? [0, 0, keep, 0, ...towers[colour], 0] : [0, 0, 0xff, keep, lamps[colour], 0, 0, 0];
    return Uint8Array.of(0, ...body);
  },
};
