/**
 * A programmer's error, never a user's: the process crashes, restarts and replays its journal.
 * @throws Error carrying the sentence
 */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}

/** Marks a switch as complete: the compiler refuses a forgotten case. */
export function never(value: never): never {
  throw new Error(`a case was forgotten for ${JSON.stringify(value)}`);
}
