// Plugs an emulated HID device into this kernel.

import type { DeviceEmulator } from "#devices/index";
import { plugUhid } from "#sim/uhid";
import type { Moment } from "#wire/session";
import { toClean } from "./watch.ts";

const tickEveryMs = 250;

// biome-ignore lint/suspicious/noExplicitAny: emulators of every kind, as in the list of devices
type AnyEmulator = DeviceEmulator<any, any, any>;

export interface Plugged {
  /** Something happens at the device. */
  act(action: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: each emulator has a state of its own
  state(): any;
  /** What crossed its cable. A feature report that was asked for is there as its number, sent to it. */
  readonly crossed: readonly Moment[];
  unplug(): Promise<void>;
}

/** Plugs it in. `serial` is its number, `options` are the emulator's. */
export function plugIn(emulator: AnyEmulator, { serial = "", options = {} }: { serial?: string; options?: object } = {}): Plugged {
  const { usb } = emulator;
  if (usb === undefined) throw new Error("this emulator is no USB device");
  let device = emulator.start(options);
  const crossed: Moment[] = [];
  const at = (): number => performance.now();
  const note = (what: "in" | "out", bytes: Uint8Array): void => {
    if (bytes.length > 0) crossed.push({ at: Math.floor(at()), what, bytes });
  };
  const say = ({ state, bytes }: { state: unknown; bytes: Uint8Array }): void => {
    device = state;
    note("in", bytes);
    line.send(bytes);
  };
  const line = plugUhid(usb, serial, {
    onReport(report) {
      note("out", report);
      say(emulator.receive(device, report, at()));
    },
    feature(number) {
      note("out", Uint8Array.of(number));
      const answer = emulator.feature?.(device, number) ?? null;
      note("in", answer ?? new Uint8Array(0));
      return answer;
    },
  });
  const timer = setInterval(() => say(emulator.tick(device, at())), tickEveryMs);
  const unplug = (): Promise<void> => {
    clearInterval(timer);
    return line.unplug();
  };
  toClean.add(unplug);
  return { act: (action) => say(emulator.act(device, action, at())), state: () => device, crossed, unplug };
}
