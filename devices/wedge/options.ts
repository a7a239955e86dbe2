// What a table's configuration says about a reader that types the number of a tag.

import { fieldsOf, oneOf, wholeNumber } from "#wire/options";

export interface WedgeOptions {
  /** Whose numbers it reads: cards', or badges' of people who sign on. */
  readonly reads: "cards" | "badges";
  /** The number that its antenna goes by in `antennas`. */
  readonly antenna: number;
  /** decimal: a number, of so many `bytes` · hex: the tag's own digits. */
  readonly types: "decimal" | "hex";
  /** Bytes of the tag's number; a reader that types less than the whole of it names no card. */
  readonly bytes: number;
  /** Which byte of the tag comes first in what is typed: high as printed on the card, or low. */
  readonly order: "high" | "low";
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): WedgeOptions {
  const given = fieldsOf(value, "the options of a wedge", ["reads", "antenna", "types", "bytes", "order"]);
  return {
    reads: oneOf(given.reads, "reads", ["cards", "badges"], "cards"),
    antenna: wholeNumber(given.antenna, "antenna", [0, 255], 0),
    types: oneOf(given.types, "types", ["decimal", "hex"], "decimal"),
    bytes: wholeNumber(given.bytes, "bytes", [4, 16], 4),
    order: oneOf(given.order, "order", ["high", "low"], "high"),
  };
}
