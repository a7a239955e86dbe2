// Luxafor Flag, a table's light. What is on the wire: README.md beside this file.

import type { DeviceDriver } from "#core/device";
import { colourOf, rgb } from "#wire/light-colour";

export const reportBytes = 9;
const setColour = 1;
const allLamps = 0xff;

export const luxafor: DeviceDriver<null, null> = {
  model: "luxafor",
  link: { kind: "hid", known: [[0x04d8, 0xf372]], sends: { as: "output", bytes: reportBytes } },
  silentAfterMs: null,
  spare: true,
  start: () => null,
  connected: () => ({ state: null, readings: [{ kind: "hello", restarted: false }] }),
  receive: (_, report) => ({ state: null, readings: [{ kind: "noise", bytes: report.length }] }),
  drive(_, last, { light }) {
    if (last?.light === light) return null;
    const report = new Uint8Array(reportBytes);
    report.set([0, setColour, allLamps, ...rgb[colourOf(light)]]);
    return report;
  },
};
