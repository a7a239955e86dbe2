// A device described in a file: read, checked, and held to its own vectors before anything is made of it.

import type { KnownDevice } from "#devices/index";
import type { Profile } from "#wire/profile";
import { makeProfileDriver } from "#wire/profile-driver";
import { makeProfileEmulator } from "#wire/profile-emulator";
import { flawsOf } from "#wire/profile-flaws";
import type { ProfileOptions } from "#wire/profile-state";
import { brokenVectors } from "#wire/vectors";
import { hashOf } from "./pack.ts";
import { BadFile, readText, readYaml, type YamlFile } from "./problems.ts";
import { profileSchema } from "./profile-schema.ts";

export interface ProfileDevice extends KnownDevice {
  readonly profile: Profile;
  /** SHA-256 of the checked profile, in hex. */
  readonly hash: string;
}

/**
 * Reads a profile and makes a device of it.
 * @throws BadFile naming each wrong key or value, each name that nothing has, and each vector that does not hold, by line
 */
export function readProfile(path: string): ProfileDevice {
  return parseProfile(path, readText(path));
}

/**
 * A profile whose form is right, and where its values stand; its vectors have not been run.
 * @throws BadFile as `readProfile`, vectors aside
 */
export function parseForm(path: string, text: string): YamlFile<Profile> {
  const { value, where } = readYaml(path, text, profileSchema);
  const profile = value as Profile;
  const flaws = flawsOf(profile);
  if (flaws.length > 0)
    throw new BadFile(
      path,
      flaws.map((flaw) => `${where(flaw.path)}${flaw.text}`),
    );
  return { value: profile, where };
}

/** @throws BadFile as `readProfile` */
export function parseProfile(path: string, text: string): ProfileDevice {
  const { value: profile, where } = parseForm(path, text);
  const broken = brokenVectors(profile);
  if (broken.length > 0)
    throw new BadFile(
      path,
      broken.map(({ index, text: said }) => `${where(["tests", index])}the profile fails its own vector ${index + 1}: ${said}`),
    );
  return {
    profile,
    hash: hashOf(profile),
    driver: makeProfileDriver(profile),
    emulator: makeProfileEmulator(profile),
    readOptions: (given) => readOptions(profile, given),
  };
}

/** @throws Error naming the option and what it may be */
function readOptions({ profile, options, readOnly }: Profile, given: unknown): ProfileOptions {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new Error(`the options of ${profile}: write a list of name: value`);
  const known = [...Object.keys(options), ...(readOnly ? ["sending"] : [])];
  const numbers: Record<string, number> = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
  let sending = !readOnly;
  for (const [name, value] of Object.entries(given)) {
    const option = options[name];
    if (option !== undefined) numbers[name] = readNumber(name, value, option.min, option.max);
    else if (name === "sending" && readOnly) sending = readSending(value);
    else
      throw new Error(
        `the options of ${profile}: there is no ${name}; ${known.length === 0 ? "it has none" : `known are ${known.join(", ")}`}`,
      );
  }
  return { numbers, sending };
}

function readNumber(name: string, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw new Error(`${name} is ${JSON.stringify(value)}: write a whole number from ${min} to ${max}`);
}

function readSending(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(`sending is ${JSON.stringify(value)}: write true or false`);
}
