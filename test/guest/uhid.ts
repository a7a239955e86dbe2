// Plugs an emulated HID device into this kernel.

import type { DeviceEmulator } from "#devices/index";
import { plugUhid } from "#sim/uhid";
import { toClean } from "./watch.ts";

const tickEveryMs = 50;

// biome-ignore lint/suspicious/noExplicitAny: emulators of every kind, as in the list of devices
type AnyEmulator = DeviceEmulator<any, any, any>;

export interface Plugged {
  /** Something happens at the device. */
  act(action: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: each emulator has a state of its own
  state(): any;
  unplug(): Promise<void>;
}

/** Plugs it in. `serial` is its number, `options` are the emulator's. */
export function plugIn(emulator: AnyEmulator, { serial = "", options = {} }: { serial?: string; options?: object } = {}): Plugged {
  const { usb } = emulator;
  if (usb === undefined) throw new Error("this emulator is no USB device");
  let device = emulator.start(options);
  const at = (): number => performance.now();
  const say = ({ state, bytes }: { state: unknown; bytes: Uint8Array }): void => {
    device = state;
    line.send(bytes);
  };
  const line = plugUhid(usb, serial, {
    onReport: (report) => say(emulator.receive(device, report, at())),
    feature: (number) => emulator.feature?.(device, number) ?? null,
  });
  const timer = setInterval(() => say(emulator.tick(device, at())), tickEveryMs);
  const unplug = (): Promise<void> => {
    clearInterval(timer);
    return line.unplug();
  };
  toClean.add(unplug);
  return { act: (action) => say(emulator.act(device, action, at())), state: () => device, unplug };
}
