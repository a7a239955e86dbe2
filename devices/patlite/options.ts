// What a table's configuration says about a Patlite light.

import { fieldsOf, oneOf } from "#wire/options";

export interface PatliteOptions {
  /** lr6: a tower of five lamps, LR6-USB · ne: one lamp of many colours, NE-USB. */
  readonly type: "lr6" | "ne";
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): PatliteOptions {
  return { type: oneOf(fieldsOf(value, "the options of a Patlite", ["type"]).type, "type", ["lr6", "ne"], "lr6") };
}
