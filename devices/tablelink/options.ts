// What a table's configuration says about one tablelink device.

import type { Lamp } from "#core/device";
import { maxPort } from "./message.ts";

/** What hangs on a digital input. `active`: the level that means lit or pressed; high where nothing is said. */
export type InputUse =
  | { readonly lamp: Lamp; readonly active?: "high" | "low" }
  | { readonly key: number; readonly active?: "high" | "low" }
  | "unused";

export interface TablelinkOptions {
  /** By port number. A change on a port that is not listed raises a fault; list it as "unused" to have it ignored. */
  readonly inputs?: Readonly<Record<string, InputUse>>;
  /** "required": a line without `*hh` counts as noise. */
  readonly checksum?: "optional" | "required";
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): TablelinkOptions {
  const given = fieldsOf(value ?? {}, "the options of a tablelink device", ["inputs", "checksum"]);
  const { checksum } = given;
  if (checksum !== undefined && checksum !== "optional" && checksum !== "required")
    throw new Error(`checksum is ${show(checksum)}: write optional or required`);
  const inputs: Record<string, InputUse> = {};
  const ports = given.inputs === undefined ? {} : fieldsOf(given.inputs, "inputs", null);
  for (const [port, use] of Object.entries(ports)) inputs[readPort(port)] = readUse(`inputs.${port}`, use);
  return { inputs, ...(checksum && { checksum }) };
}

function readPort(port: string): string {
  if (!/^\d{1,2}$/.test(port) || Number(port) > maxPort) throw new Error(`inputs.${port}: a port is a number from 0 to ${maxPort}`);
  return String(Number(port));
}

function readUse(place: string, use: unknown): InputUse {
  if (use === "unused") return use;
  const { lamp, key, active } = fieldsOf(use, place, ["lamp", "key", "active"]);
  if (active !== undefined && active !== "high" && active !== "low")
    throw new Error(`${place}.active is ${show(active)}: write high or low`);
  const level = active === undefined ? {} : ({ active } as const);
  if (key === undefined && (lamp === "red" || lamp === "green" || lamp === "mains")) return { lamp, ...level };
  if (lamp === undefined && Number.isInteger(key) && (key as number) >= 0) return { key: key as number, ...level };
  throw new Error(`${place}: write one of lamp: red, lamp: green, lamp: mains, key: <number>, or unused`);
}

function fieldsOf(value: unknown, place: string, known: readonly string[] | null): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${place}: write a list of name: value`);
  const unknown = known === null ? undefined : Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${place}: there is no ${unknown}; known are ${known?.join(", ")}`);
  return value as Readonly<Record<string, unknown>>;
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
