// A foot switch: a keyboard of up to three keys. What is on the wire: README.md beside this file.

import type { DeviceDriver, Received, Sequenced } from "#core/device";
import { keysDown } from "#wire/keyboard";
import type { FootswitchOptions } from "./options.ts";

export interface FootswitchState {
  readonly options: FootswitchOptions;
  /** Pedals that are down. */
  readonly down: readonly number[];
}

/** F13, F14, F15, which no other keyboard has; and a, b, c, as they are made. */
const pedals: readonly (readonly number[])[] = [
  [0x68, 0x04],
  [0x69, 0x05],
  [0x6a, 0x06],
];

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
  start: (options) => ({ options, down: [] }),
  // A pedal that was down when the cable went is up again as far as anybody knows.
  connected(state) {
    const released = changed(state, []);
    return { ...released, readings: [{ kind: "hello", restarted: false }, ...released.readings] };
  },
  receive(state, report) {
    const usages = keysDown(report);
    if (usages === null) return { state, readings: [{ kind: "noise", bytes: report.length }] };
    const down = pedals.flatMap((own, pedal) => (own.some((usage) => usages.includes(usage)) ? [pedal] : []));
    const { state: after, readings } = changed(state, down);
    return { state: after, readings: readings.length > 0 ? readings : [{ kind: "alive" }] };
  },
};

function changed(state: FootswitchState, down: readonly number[]): Received<FootswitchState> {
  const readings = pedals.flatMap((_, pedal): Sequenced[] => {
    const isDown = down.includes(pedal);
    const key = state.options.keys[pedal];
    return key === undefined || isDown === state.down.includes(pedal) ? [] : [{ kind: "button", key, down: isDown }];
  });
  return { state: { ...state, down }, readings };
}
