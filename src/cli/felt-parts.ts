// The devices of an emulated table top: which reader sees the cards, what sees the lamps.

import { modbusIoEmulator } from "#devices/modbus-io/emulator";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { type FeltOptions, lampInputs } from "#sim/felt";
import { type FeltPart, type FeltReader, feltReaders } from "#sim/reader";
import { uhidMissing } from "#sim/uhid";
import { driverOf } from "#table/drivers";
import { BadFile } from "#table/problems";

export const lightsNames = ["tablelink", "modbus"] as const;
export type LightsName = (typeof lightsNames)[number];

/** @throws BadFile naming the readers that there are, or why this one can't be had here */
export function chooseReader(name: string): FeltReader {
  const reader = feltReaders[name];
  const names = Object.keys(feltReaders);
  if (reader === undefined) throw new BadFile("demo", [`--reader is "${name}"; it may be ${names.join(", ")}`]);
  const missing = isUsb(reader) ? uhidMissing() : null;
  if (missing === null) return reader;
  const others = names.filter((one) => !isUsb(feltReaders[one] as FeltReader)).join(", ");
  throw new BadFile("demo", [`--reader is "${name}", a USB device, and ${missing}; without that it may be ${others}`]);
}

function isUsb({ driver }: FeltReader): boolean {
  const known = driverOf(driver);
  return known !== undefined && "driver" in known && known.driver.link.kind === "hid";
}

/** @throws BadFile naming the sensors that there are */
export function chooseLights(name: string): LightsName {
  const lights = lightsNames.find((one) => one === name);
  if (lights === undefined) throw new BadFile("demo", [`--lights is "${name}"; it may be ${lightsNames.join(", ")}`]);
  return lights;
}

interface Wanted {
  readonly reader: FeltReader;
  readonly lights: LightsName;
  readonly pty: boolean;
}

export function feltParts({ reader, lights, pty }: Wanted, seats: number): Pick<FeltOptions, "reader" | "shoe" | "hands" | "sensor"> {
  const hands = reader.hands === null ? null : readerPart(reader, Math.min(seats, reader.hands.most), "seats");
  return { reader, shoe: readerPart(reader, 1, "shoe"), hands, sensor: sensorPart(lights, pty) };
}

function readerPart({ driver, options }: FeltReader, antennas: number, id: string): FeltPart {
  const known = driverOf(driver);
  if (known === undefined || !("emulator" in known)) throw new Error(`the driver ${driver} has no emulator`);
  const { emulator } = known;
  if (driver === "tablelink") return { driver, emulator, emulatorOptions: { id, readers: antennas } };
  const takes = "profile" in known && Object.hasOwn((known.profile as { readonly options: object }).options, "antennas");
  return takes
    ? { driver, emulator, emulatorOptions: { antennas }, options: { antennas } }
    : { driver, emulator, emulatorOptions: {}, ...(options && { options }) };
}

function sensorPart(lights: LightsName, pty: boolean): FeltPart {
  const options = { inputs: Object.fromEntries(Object.entries(lampInputs).map(([lamp, port]) => [port, { lamp }])) };
  if (lights === "tablelink")
    return { driver: "tablelink", emulator: tablelinkEmulator, emulatorOptions: { id: "shuffler", readers: 1 }, counts: true, options };
  return { driver: "modbus-io", emulator: modbusIoEmulator, emulatorOptions: { over: pty ? "rtu" : "tcp" }, options };
}
