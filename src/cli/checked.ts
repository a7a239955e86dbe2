// One thing that `pitwire check` has looked at.

import type { Pack } from "#table/pack";

export interface Checked {
  readonly name: string;
  /** What the file expects and the engine says otherwise; empty when it holds. */
  readonly problems: readonly string[];
}

/** Checks what a file holds. `house`: a pack whose rules replace those of the file. */
export type CheckFile = (path: string, text: string, house: Pack | null) => Iterable<Checked>;

/** A difference in one sentence. */
export function difference(where: string, expected: unknown, actual: unknown): string {
  const said = actual === undefined ? "nothing" : JSON.stringify(actual);
  return `${where}: the example expects ${JSON.stringify(expected)}, the engine says ${said}`;
}
