// What a table's configuration says about an MCP2221A.

import type { Lamp } from "#core/device";
import { fieldsOf, oneOf } from "#wire/options";

export const pinCount = 4;

/** What hangs on a pin. `active`: the level that means lit; high where nothing is said. */
export interface PinUse {
  readonly lamp: Lamp;
  readonly active: "high" | "low";
}

export interface Mcp2221aOptions {
  /** By pin, GP0 to GP3. */
  readonly inputs: Readonly<Record<string, PinUse>>;
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): Mcp2221aOptions {
  const pins = Array.from({ length: pinCount }, (_, pin) => String(pin));
  const given = fieldsOf(fieldsOf(value, "the options of an MCP2221A", ["inputs"]).inputs ?? {}, "inputs", pins);
  const inputs = Object.fromEntries(Object.entries(given).map(([pin, use]) => [pin, readUse(`inputs.${pin}`, use)]));
  if (Object.keys(inputs).length === 0) throw new Error("inputs: write what hangs on the pins, for example inputs: { 0: { lamp: red } }");
  const lamps = Object.values(inputs).map(({ lamp }) => lamp);
  const twice = lamps.find((lamp, i) => lamps.indexOf(lamp) !== i);
  if (twice !== undefined) throw new Error(`inputs: ${twice} is there twice`);
  return { inputs };
}

function readUse(place: string, value: unknown): PinUse {
  const { lamp, active } = fieldsOf(value, place, ["lamp", "active"]);
  if (lamp === undefined) throw new Error(`${place}: write lamp: red, lamp: green or lamp: mains`);
  return {
    lamp: oneOf(lamp, `${place}.lamp`, ["red", "green", "mains"], "red"),
    active: oneOf(active, `${place}.active`, ["high", "low"], "high"),
  };
}
