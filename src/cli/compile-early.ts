// A table sees a card now and then, and the V8 of Node 20 leaves code that runs so seldom to its interpreter for thousands of cards: each of
// them takes longer, and a busy moment meets code that is not compiled yet. Later ones compile a function after some hundred runs by themselves.

import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs before V8 looks at it again; its own choice is 66 KB. It reads this whenever it begins to count. */
const interruptBudget = 10_000;
/** From this V8 on the flag is gone, and an unknown one is a line on standard error. */
const lastWithBudget = 11;

/** Once a table runs, and not before: at the start most code runs once. The journal's thread heeds it too. */
export function compileEarly(): void {
  if (Number.parseInt(process.versions.v8, 10) <= lastWithBudget) setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}
