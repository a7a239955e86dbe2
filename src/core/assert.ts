/**
 * A programmer's error, never a user's: the process crashes, restarts and replays its journal.
 * @throws Error carrying the sentence
 */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw fault(sentence);
}

/** Marks a switch as complete: the compiler refuses a forgotten case. */
export function never(value: never): never {
  throw fault(`a case was forgotten for ${JSON.stringify(value)}`);
}

/** Told apart from what a person can mend: it is shown with the place in the code. */
function fault(sentence: string): Error {
  return Object.assign(new Error(sentence), { name: "Fault" });
}
