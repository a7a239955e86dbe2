// Digital inputs: lamps of a shuffler, keys of a panel.

import type { Lamp } from "#core/device";
import type { Input } from "./message.ts";
import { fault, type Turn, tell } from "./state.ts";

/** Two rises within so long are a flashing lamp. */
const flashWithinMs = 1500;

/** A level was told. Changes are passed on, and the first level after the link came up. */
export function inputRead(turn: Turn, input: Input): void {
  const { state } = turn;
  const before = state.levels[input.p];
  if (before === input.v) return;
  state.levels = { ...state.levels, [input.p]: input.v };
  const use = state.options.inputs?.[input.p];
  if (use === "unused") return;
  if (use === undefined) return strangePort(turn, input);
  const isOn = (input.v === 1) !== (use.active === "low");
  const seq = input.snap === undefined ? { seq: input.seq } : undefined;
  if ("key" in use) return void turn.readings.push({ kind: "button", key: use.key, down: isOn, ...seq });
  turn.readings.push({ kind: "light", lamp: use.lamp, state: isOn ? "on" : "off", ...seq });
  // A snapshot's first level is a state, no edge.
  if (isOn && (before !== undefined || input.snap === undefined)) lampRose(turn, input, use.lamp);
}

/** Judged by the device's own clock, so that bytes held up on the way change nothing. */
function lampRose(turn: Turn, input: Input, lamp: Lamp): void {
  const { state } = turn;
  const before = state.rises[input.p];
  if (before !== undefined && (input.up - before) >>> 0 <= flashWithinMs) tell(turn, { kind: "light", lamp, state: "flashing" });
  state.rises = { ...state.rises, [input.p]: input.up };
}

/** A snapshot names every port the device has; only a change shows that something hangs on one. */
function strangePort(turn: Turn, input: Input): void {
  const { state } = turn;
  if (input.snap !== undefined || state.strangePorts.includes(input.p)) return;
  state.strangePorts = [...state.strangePorts, input.p];
  fault(turn, `unmappedInput.${input.p}`, 1);
}
