// A table sees a card now and then, and V8 leaves code that runs so seldom to its interpreter for thousands of cards: each of them takes
// longer, and a busy moment meets code that is not compiled yet.

import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs before V8 looks at it again; V8's own choice is 66 KB. It reads this whenever it begins to count. */
const interruptBudget = 10_000;

/** Once a table runs, and not before: at the start most code runs once. The journal's thread heeds it too. */
export function compileEarly(): void {
  setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
}
