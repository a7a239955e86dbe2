// What a table's configuration says about a Stream Deck.

import { fieldsOf, wholeNumber } from "#wire/options";

export interface StreamdeckOptions {
  /** Of its displays, in per cent. */
  readonly brightness: number;
}

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): StreamdeckOptions {
  return {
    brightness: wholeNumber(fieldsOf(value, "the options of a Stream Deck", ["brightness"]).brightness, "brightness", [1, 100], 60),
  };
}
