// The devices Pitwire knows: one line each. How to add one: README.md beside this file.

import type { DeviceAdapter, DeviceDriver, DeviceTraits } from "#core/device";
import { fieldsOf } from "#wire/options";
import { blink1 } from "./blink1/driver.ts";
import { blink1Emulator } from "./blink1/emulator.ts";
import { footswitch } from "./footswitch/driver.ts";
import { footswitchEmulator } from "./footswitch/emulator.ts";
import { readOptions as readFootswitchOptions } from "./footswitch/options.ts";
import { hidPos } from "./hid-pos/driver.ts";
import { hidPosEmulator } from "./hid-pos/emulator.ts";
import { readOptions as readHidPosOptions } from "./hid-pos/options.ts";
import { luxafor } from "./luxafor/driver.ts";
import { luxaforEmulator } from "./luxafor/emulator.ts";
import { mcp2221a } from "./mcp2221a/driver.ts";
import { mcp2221aEmulator } from "./mcp2221a/emulator.ts";
import { readOptions as readMcp2221aOptions } from "./mcp2221a/options.ts";
import { modbusIo } from "./modbus-io/adapter.ts";
import { readOptions as readModbusIoOptions } from "./modbus-io/options.ts";
import { patlite } from "./patlite/driver.ts";
import { patliteEmulator } from "./patlite/emulator.ts";
import { readOptions as readPatliteOptions } from "./patlite/options.ts";
import { pn532 } from "./pn532/driver.ts";
import { pn532Emulator } from "./pn532/emulator.ts";
import { readOptions as readPn532Options } from "./pn532/options.ts";
import { qlight } from "./qlight/driver.ts";
import { qlightEmulator } from "./qlight/emulator.ts";
import { streamdeck } from "./streamdeck/adapter.ts";
import { streamdeckEmulator } from "./streamdeck/emulator.ts";
import { readOptions as readStreamdeckOptions } from "./streamdeck/options.ts";
import { tablelink } from "./tablelink/driver.ts";
import { tablelinkEmulator } from "./tablelink/emulator.ts";
import { readOptions as readTablelinkOptions } from "./tablelink/options.ts";
import { wedge } from "./wedge/driver.ts";
import { wedgeEmulator } from "./wedge/emulator.ts";
import { readOptions as readWedgeOptions } from "./wedge/options.ts";
import { xkeys } from "./xkeys/adapter.ts";
import { xkeysEmulator } from "./xkeys/emulator.ts";
import { readOptions as readXkeysOptions } from "./xkeys/options.ts";

/** A device made of numbers, which sends what the real one would. Pure, like its driver. */
export interface DeviceEmulator<State, Action, Options> {
  start(options: Options): State;
  /** Something happens to the device, or at it. */
  act(state: State, action: Action, at: number): { readonly state: State; readonly bytes: Uint8Array };
  /** The host sends something. */
  receive(state: State, bytes: Uint8Array, at: number): { readonly state: State; readonly bytes: Uint8Array };
  /** Time passes. */
  tick(state: State, at: number): { readonly state: State; readonly bytes: Uint8Array };
  /** A USB HID device: what it says then is whole reports, and what it hears too. */
  readonly usb?: UsbFace;
  /** What a HID device answers when it is asked for a feature report; null: it has no such. */
  feature?(state: State, number: number): Uint8Array | null;
}

/** How an emulated HID device shows itself to a kernel. */
export interface UsbFace {
  readonly vendorId: number;
  readonly productId: number;
  readonly name: string;
  /** Report descriptor, in hexadecimal. */
  readonly descriptor: string;
  /** Size of what it sends, with the report's number where it has one. */
  readonly inputBytes: number;
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

/** Of a device that has none. */
function readNoOptions(value: unknown): null {
  fieldsOf(value, "the options", []);
  return null;
}

/** By model, as the configuration names it. */
export const devices: Readonly<Record<string, KnownDevice>> = {
  blink1: known(blink1, blink1Emulator, readNoOptions),
  footswitch: known(footswitch, footswitchEmulator, readFootswitchOptions),
  "hid-pos": known(hidPos, hidPosEmulator, readHidPosOptions),
  luxafor: known(luxafor, luxaforEmulator, readNoOptions),
  mcp2221a: known(mcp2221a, mcp2221aEmulator, readMcp2221aOptions),
  patlite: known(patlite, patliteEmulator, readPatliteOptions),
  pn532: known(pn532, pn532Emulator, readPn532Options),
  tablelink: known(tablelink, tablelinkEmulator, readTablelinkOptions),
  qlight: known(qlight, qlightEmulator, readNoOptions),
  wedge: known(wedge, wedgeEmulator, readWedgeOptions),
};

/** A device whose library owns its port. */
export interface AdaptedDevice {
  readonly adapter: DeviceAdapter<Any>;
  /** Absent: its tests speak to it over a wire of their own. */
  readonly emulator?: DeviceEmulator<Any, Any, Any>;
  /** Options out of a configuration file; throws an Error that names the option and what it may be. */
  readOptions(value: unknown): unknown;
}

/** By model, beside those above. */
export const adaptedDevices: Readonly<Record<string, AdaptedDevice>> = {
  "modbus-io": { adapter: modbusIo, readOptions: readModbusIoOptions },
  streamdeck: { adapter: streamdeck, emulator: streamdeckEmulator, readOptions: readStreamdeckOptions },
  xkeys: { adapter: xkeys, emulator: xkeysEmulator, readOptions: readXkeysOptions },
};

/** A device of either kind by its model; undefined: nobody knows it. */
export function deviceOf(model: string): KnownDevice | AdaptedDevice | undefined {
  return devices[model] ?? adaptedDevices[model];
}

/** What a driver and an adapter both say of their device. */
export function traitsOf(device: KnownDevice | AdaptedDevice): DeviceTraits {
  return "driver" in device ? device.driver : device.adapter;
}
