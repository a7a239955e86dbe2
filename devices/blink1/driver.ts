// blink(1), a table's light. It goes red by itself when nobody speaks to it. What is on the wire: README.md beside this file.

import type { DeviceDriver } from "#core/device";
import { colourOf, rgb } from "#wire/light-colour";

export interface Blink1State {
  readonly tickleAt: number | null;
}

export const reportBytes = 8;
const number = 1;
const fade = 0x63;
const setLine = 0x50;
const tickle = 0x44;
const fadeMs = 100;
const tickleEveryMs = 1000;
/** Without a tickle for so long it plays its pattern: red. */
export const deadAfterMs = 3000;
/** The lines of the pattern that it plays then. */
const lines = [0, 1] as const;

export const blink1: DeviceDriver<Blink1State, null> = {
  model: "blink1",
  link: { kind: "hid", known: [[0x27b8, 0x01ed]], sends: { as: "feature", bytes: reportBytes } },
  silentAfterMs: null,
  spare: true,
  start: () => ({ tickleAt: null }),
  connected: (_, at) => ({
    state: { tickleAt: at + tickleEveryMs },
    readings: [{ kind: "hello", restarted: false }],
    reply: join(...lines.map((line) => [number, setLine, ...rgb.red, ...ticks(fadeMs), line]), tickled),
  }),
  receive: (state, report) => ({ state, readings: [{ kind: "noise", bytes: report.length }] }),
  pollsAt: ({ tickleAt }) => tickleAt,
  poll: (_, at) => ({ state: { tickleAt: at + tickleEveryMs }, readings: [], reply: join(tickled) }),
  drive: (_, last, { light }) => (last?.light === light ? null : join([number, fade, ...rgb[colourOf(light)], ...ticks(fadeMs), 0])),
};

/** Keeps it quiet for a while: on, for so long, staying lit meanwhile, from the pattern's first line to its last. */
const tickled = [number, tickle, 1, ...ticks(deadAfterMs), 1, lines[0], lines[1]];

/** Its unit of time, high byte first. */
function ticks(ms: number): readonly [high: number, low: number] {
  return [(ms / 10) >> 8, (ms / 10) & 0xff];
}

function join(...reports: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(reports.flat());
}
