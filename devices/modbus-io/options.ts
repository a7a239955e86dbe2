// What a table's configuration says about one Modbus I/O module.

import type { Lamp } from "#core/device";

/** What hangs on a digital input. `active`: the level that means lit; high where nothing is said. */
export interface InputUse {
  readonly lamp: Lamp;
  readonly active: "high" | "low";
}

export interface ModbusIoOptions {
  /** The module's address on its bus. */
  readonly unit: number;
  /** Which of its tables holds the inputs: discrete inputs (function 2), or coils (1) in modules that keep them there. */
  readonly table: "inputs" | "coils";
  /** From one look to the next, and how long an answer may take. */
  readonly everyMs: number;
  readonly answerWithinMs: number;
  /** By the input's number, counted from zero as on the wire. */
  readonly inputs: Readonly<Record<number, InputUse>>;
}

const known = ["unit", "table", "everyMs", "answerWithinMs", "inputs"];
/** So many inputs are read at once. */
export const maxInputs = 64;

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): ModbusIoOptions {
  const given = fieldsOf(value, "the options of a Modbus module", known);
  const { table = "inputs" } = given;
  if (table !== "inputs" && table !== "coils") throw new Error(`table is ${JSON.stringify(table)}: write inputs or coils`);
  const inputs: Record<number, InputUse> = {};
  for (const [port, use] of Object.entries(fieldsOf(given.inputs ?? {}, "inputs", null))) inputs[readPort(port)] = readUse(port, use);
  if (Object.keys(inputs).length === 0) throw new Error("inputs: name at least one, for example inputs: { 0: { lamp: red } }");
  return {
    unit: readNumber("unit", given.unit ?? 1, 1, 247),
    table,
    everyMs: readNumber("everyMs", given.everyMs ?? 50, 10, 1000),
    answerWithinMs: readNumber("answerWithinMs", given.answerWithinMs ?? 200, 20, 2000),
    inputs,
  };
}

function readPort(port: string): number {
  if (/^\d{1,2}$/.test(port) && Number(port) < maxInputs) return Number(port);
  throw new Error(`inputs.${port}: an input is a number from 0 to ${maxInputs - 1}`);
}

function readUse(port: string, use: unknown): InputUse {
  const { lamp, active = "high" } = fieldsOf(use, `inputs.${port}`, ["lamp", "active"]);
  if (active !== "high" && active !== "low") throw new Error(`inputs.${port}.active is ${JSON.stringify(active)}: write high or low`);
  if (lamp === "red" || lamp === "green" || lamp === "mains") return { lamp, active };
  throw new Error(`inputs.${port}: write lamp: red, lamp: green or lamp: mains`);
}

function readNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} is ${JSON.stringify(value)}: write a number from ${min} to ${max}`);
}

function fieldsOf(value: unknown, place: string, names: readonly string[] | null): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${place}: write a list of name: value`);
  const unknown = names === null ? undefined : Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${place}: there is no ${unknown}; known are ${names?.join(", ")}`);
  return value as Readonly<Record<string, unknown>>;
}
