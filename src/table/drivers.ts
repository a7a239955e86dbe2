// Every driver by its name: those written as code, the profiles that come with the program, and the house's own profile by its file.

import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { type AdaptedDevice, adaptedDevices, deviceOf, devices, type KnownDevice } from "#devices/index";
import { packageRoot } from "./package-root.ts";
import { nearest } from "./problems.ts";
import { type ProfileDevice, readProfile } from "./profile-file.ts";

const ending = ".yaml";
/** The walk-through's file, which is no device. */
const template = "template";

/** The profiles that come with the program. */
export function profileNames(): readonly string[] {
  const files = readdirSync(profileFolder()).filter((file) => file.endsWith(ending));
  return files.map((file) => file.slice(0, -ending.length)).filter((name) => name !== template);
}

/** Every name that a configuration may write, beside the path of a file. */
export function driverNames(): readonly string[] {
  return [...Object.keys(devices), ...Object.keys(adaptedDevices), ...profileNames()].sort();
}

/** Whether a driver is named by a file of the house's own. */
export function isProfileFile(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** A driver's name as it holds everywhere: the path of a file is looked for from `folder`. */
export function absoluteDriver(name: string, folder: string): string {
  return isProfileFile(name) && !isAbsolute(name) ? resolve(folder, name) : name;
}

const read = new Map<string, { readonly changed: number; readonly device: ProfileDevice }>();

/**
 * The device of a driver's name, or of an absolute path; undefined: nobody knows it.
 * @throws BadFile when a profile is wrong, or fails its own vectors
 */
export function driverOf(name: string): KnownDevice | AdaptedDevice | undefined {
  const coded = deviceOf(name);
  if (coded !== undefined) return coded;
  if (isProfileFile(name)) return profileAt(name);
  return profileNames().includes(name) ? profileAt(join(profileFolder(), `${name}${ending}`)) : undefined;
}

/** SHA-256 of a driver's checked profile, in hex; null for a driver that is code. */
export function profileHash(name: string): string | null {
  const known = driverOf(name);
  return known !== undefined && "profile" in known ? (known as ProfileDevice).hash : null;
}

/** What is wrong with a driver's name, or null. */
export function strangeDriver(name: string): string | null {
  const names = driverNames();
  if (isProfileFile(name) || names.includes(name)) return null;
  const near = nearest(name, names);
  const found = `expected one of ${names.join(", ")}, or the path of a profile (.yaml); found ${JSON.stringify(name)}`;
  return near === null ? found : `${found}. Did you mean "${near}"?`;
}

/** A file is read again when it has changed. */
function profileAt(path: string): ProfileDevice {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const before = read.get(path);
  if (before !== undefined && before.changed === changed) return before.device;
  const device = readProfile(path);
  read.set(path, { changed, device });
  return device;
}

function profileFolder(): string {
  return join(packageRoot(), "devices/profiles");
}
