// What a table's configuration says about an X-keys panel.

import { fieldsOf } from "#wire/options";

/**
 * There are none.
 * @throws Error naming the option
 */
export function readOptions(value: unknown): null {
  fieldsOf(value, "the options of an X-keys panel", []);
  return null;
}
