// The devices Pitwire knows: one line each. How to add one: README.md beside this file.

import type { DeviceAdapter, DeviceDriver, DeviceTraits } from "#core/device";
import { modbusIo } from "./modbus-io/adapter.ts";
import { readOptions as readModbusIoOptions } from "./modbus-io/options.ts";
import { pn532 } from "./pn532/driver.ts";
import { pn532Emulator } from "./pn532/emulator.ts";
import { readOptions as readPn532Options } from "./pn532/options.ts";
import { tablelink } from "./tablelink/driver.ts";
import { tablelinkEmulator } from "./tablelink/emulator.ts";
import { readOptions as readTablelinkOptions } from "./tablelink/options.ts";

/** A device made of numbers, which sends what the real one would. Pure, like its driver. */
export interface DeviceEmulator<State, Action, Options> {
  start(options: Options): State;
  /** Something happens to the device, or at it. */
  act(state: State, action: Action, at: number): { readonly state: State; readonly bytes: Uint8Array };
  /** The host sends something. */
  receive(state: State, bytes: Uint8Array, at: number): { readonly state: State; readonly bytes: Uint8Array };
  /** Time passes. */
  tick(state: State, at: number): { readonly state: State; readonly bytes: Uint8Array };
}

// biome-ignore lint/suspicious/noExplicitAny: a list of devices of different states and options; each entry is checked where it is made
type Any = any;

export interface KnownDevice {
  readonly driver: DeviceDriver<Any, Any>;
  readonly emulator: DeviceEmulator<Any, Any, Any>;
  /** Options out of a configuration file; throws an Error that names the option and what it may be. */
  readOptions(value: unknown): unknown;
}

function known<State, Options, EmulatorState, Action, EmulatorOptions>(
  driver: DeviceDriver<State, Options>,
  emulator: DeviceEmulator<EmulatorState, Action, EmulatorOptions>,
  readOptions: (value: unknown) => Options,
): KnownDevice {
  return { driver, emulator, readOptions };
}

/** By model, as the configuration names it. */
export const devices: Readonly<Record<string, KnownDevice>> = {
  pn532: known(pn532, pn532Emulator, readPn532Options),
  tablelink: known(tablelink, tablelinkEmulator, readTablelinkOptions),
};

/** A device whose library owns its port. */
export interface AdaptedDevice {
  readonly adapter: DeviceAdapter<Any>;
  /** Options out of a configuration file; throws an Error that names the option and what it may be. */
  readOptions(value: unknown): unknown;
}

/** By model, beside those above. */
export const adaptedDevices: Readonly<Record<string, AdaptedDevice>> = {
  "modbus-io": { adapter: modbusIo, readOptions: readModbusIoOptions },
};

/** A device of either kind by its model; undefined: nobody knows it. */
export function deviceOf(model: string): KnownDevice | AdaptedDevice | undefined {
  return devices[model] ?? adaptedDevices[model];
}

/** What a driver and an adapter both say of their device. */
export function traitsOf(device: KnownDevice | AdaptedDevice): DeviceTraits {
  return "driver" in device ? device.driver : device.adapter;
}
