// The shape of a command of the `pitwire` program: one file each.

import type { ParseArgsConfig } from "node:util";

export interface Command {
  readonly usage: string;
  readonly about: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Returns the exit status. `out` prints a line. */
  run(
    words: readonly string[],
    options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>,
    out: (line: string) => void,
  ): Promise<number>;
}
