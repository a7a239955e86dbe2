// QLight USB tower, a table's light. What is on the wire: README.md beside this file.

import type { DeviceDriver } from "#core/device";
import { colourOf, type LightColour } from "#wire/light-colour";

/** The report's number, which it has not, and eight bytes. */
export const reportBytes = 9;
const write = 0x57;
const lit = 2;

/** Red, amber, green, blue, white. */
const towers: Readonly<Record<LightColour, readonly [number, number, number, number, number]>> = {
  red: [lit, 0, 0, 0, 0],
  amber: [0, lit, 0, 0, 0],
  green: [0, 0, lit, 0, 0],
  dark: [0, 0, 0, 0, 0],
};

export const qlight: DeviceDriver<null, null> = {
  model: "qlight",
  link: { kind: "hid", known: [[0x04d8, 0xe73c]], sends: { as: "output", bytes: reportBytes } },
  silentAfterMs: null,
  spare: true,
  start: () => null,
  connected: () => ({ state: null, readings: [{ kind: "hello", restarted: false }] }),
  receive: (_, report) => ({ state: null, readings: [{ kind: "noise", bytes: report.length }] }),
  drive: (_, last, { light }) => (last?.light === light ? null : Uint8Array.of(0, write, 0, ...towers[colourOf(light)], 0)),
};
