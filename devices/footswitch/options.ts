// What a table's configuration says about a foot switch.

import { fieldsOf, wholeNumber } from "#wire/options";

export interface FootswitchOptions {
  /** The panel's key that each pedal is, from the left; 0 is *next*. */
  readonly keys: readonly number[];
}

/**
 * Options out of a configuration file. Where nothing is said every pedal is *next*.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): FootswitchOptions {
  const { keys = [0, 0, 0] } = fieldsOf(value, "the options of a foot switch", ["keys"]);
  if (!Array.isArray(keys) || keys.length > 3) throw new Error("keys: write up to three numbers, one a pedal: [0, 0, 0]");
  return { keys: keys.map((key, pedal) => wholeNumber(key, `keys.${pedal}`, [0, 99], 0)) };
}
