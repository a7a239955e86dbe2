// What a table's configuration says about a scanner.

import { fieldsOf, oneOf, wholeNumber } from "#wire/options";

export interface HidPosOptions {
  /** Whose numbers it reads: cards', or badges' of people who sign on. */
  readonly reads: "cards" | "badges";
  /** The number that it goes by in `antennas`. */
  readonly antenna: number;
  /** hex: the code is a number in hexadecimal digits · text: the code's characters are the number's bytes. */
  readonly code: "hex" | "text";
  /** Honeywell scanners say nothing before they are told to. */
  readonly maker: "honeywell" | "other";
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): HidPosOptions {
  const given = fieldsOf(value, "the options of a scanner", ["reads", "antenna", "code", "maker"]);
  return {
    reads: oneOf(given.reads, "reads", ["cards", "badges"], "cards"),
    antenna: wholeNumber(given.antenna, "antenna", [0, 255], 0),
    code: oneOf(given.code, "code", ["text", "hex"], "text"),
    maker: oneOf(given.maker, "maker", ["other", "honeywell"], "other"),
  };
}
