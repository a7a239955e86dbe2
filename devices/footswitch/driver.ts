// A foot switch: a keyboard of up to three keys. What is on the wire: README.md beside this file.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import { keysDown, noKeys } from "#wire/keyboard";
import type { FootswitchOptions } from "./options.ts";

export interface FootswitchState {
  readonly options: FootswitchOptions;
  /** Pedals that are down. */
  readonly down: readonly number[];
}

/** F13, F14, F15, which no other keyboard has; and a, b, c, as they are made. By usage. */
const pedals: readonly (number | undefined)[] = Object.assign([], { 104: 0, 4: 0, 105: 1, 5: 1, 106: 2, 6: 2 });
const pedalCount = 3;
const none: readonly Sequenced[] = [];
const alive: readonly Sequenced[] = [{ kind: "alive" }];

export const footswitch: DeviceDriver<FootswitchState, FootswitchOptions> = {
  model: "footswitch",
  link: {
    kind: "hid",
    usage: [1, 6],
    known: [
      [0x0c45, 0x7403],
      [0x0c45, 0x7404],
      [0x413d, 0x2107],
      [0x1a86, 0xe026],
      [0x3553, 0xb001],
    ],
  },
  silentAfterMs: null,
  spare: true,
  tells: ["keys"],
  start: (options) => ({ options, down: noKeys }),
  // A pedal that was down when the cable went is up again as far as anybody knows.
  connected(state) {
    const released = changed(state, noKeys);
    return { ...released, readings: [{ kind: "hello", restarted: false }, ...released.readings] };
  },
  receive(state, report) {
    const usages = keysDown(report);
    if (usages === null) return { state, readings: [{ kind: "noise", bytes: report.length }] };
    let down = noKeys;
    for (const usage of usages) {
      const pedal = pedals[usage];
      if (pedal !== undefined && !down.includes(pedal)) down = [...down, pedal];
    }
    const after = changed(state, down);
    return after.readings.length > 0 ? after : { state: after.state, readings: alive };
  },
};

function changed({ options, down: before }: FootswitchState, down: readonly number[]): Received<FootswitchState> {
  let readings = none;
  for (let pedal = 0; pedal < pedalCount; pedal++) {
    const key = options.keys[pedal];
    const isDown = down.includes(pedal);
    if (key === undefined || isDown === before.includes(pedal)) continue;
    const button: Sequenced = { kind: "button", key, down: isDown };
    readings = [...readings, button];
  }
  return { state: { options, down }, readings };
}
