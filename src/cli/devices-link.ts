// A device that a technician names by hand: a driver and a link, without a table.

import type { DeviceInput, RunningDevice } from "#table/device-loop";
import { runDevice } from "#table/device-loop";
import { absoluteDriver, driverOf, strangeDriver } from "#table/drivers";
import { BadFile } from "#table/problems";

export interface NamedDevice {
  readonly driver: string;
  readonly link: string;
  readonly options: unknown;
}

type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** @throws BadFile naming what is missing or unknown */
export function namedDevice({ driver, link, options }: Given): NamedDevice {
  if (typeof driver !== "string" || typeof link !== "string")
    throw new BadFile("devices", ["name the device: --driver tablelink --link serial:/dev/serial/by-id/… (or tcp://HOST:PORT)"]);
  const name = absoluteDriver(driver, process.cwd());
  const strange = strangeDriver(name);
  if (strange !== null) throw new BadFile("--driver", [strange]);
  try {
    return { driver: name, link, options: typeof options === "string" ? JSON.parse(options) : {} };
  } catch {
    throw new BadFile("--options", ["write JSON, for example --options '{\"antenna\":2}'"]);
  }
}

export function runNamed({ driver, link, options }: NamedDevice, emit: (inputs: readonly DeviceInput[]) => void): RunningDevice {
  const known = driverOf(driver);
  if (known === undefined) throw new BadFile("--driver", [strangeDriver(driver) ?? driver]);
  return runDevice({
    id: "device",
    ...known,
    options: known.readOptions(options),
    link,
    clock: Date.now,
    random: Math.random,
    emit,
  });
}

/** Resolves after so many milliseconds, or when the person has seen enough. */
export function untilEnough(ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === null ? null : setTimeout(resolve, ms);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      });
  });
}
