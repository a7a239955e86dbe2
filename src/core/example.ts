// Worked examples: an example names its kind, its configuration and what it expects; the game plays it and says what came out.

/** By kind: plays an example under the given rules and returns what the example's `expect` fields should hold, where they stand. */
export type ExampleRunner<Rules> = Readonly<Record<string, (example: unknown, rules: Rules) => unknown>>;

/** One place where an example and the engine disagree. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares everything under a key `expect` with what the engine says at the same place. Fields that an example leaves out are
 * not compared; a field it names and the engine does not know is a difference.
 */
export function differences(example: unknown, actual: unknown, path = "", expecting = false): readonly Difference[] {
  if (Array.isArray(example)) {
    if (expecting && (!Array.isArray(actual) || actual.length !== example.length)) return [{ path, expected: example, actual }];
    return example.flatMap((item, i) => differences(item, at(actual, i), `${path}[${i}]`, expecting));
  }
  if (typeof example === "object" && example !== null) {
    return Object.entries(example).flatMap(([key, value]) => {
      const here = path === "" ? key : `${path}.${key}`;
      return differences(value, at(actual, key), here, expecting || key === "expect");
    });
  }
  return !expecting || Object.is(example, actual) ? [] : [{ path, expected: example, actual }];
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[key] : undefined;
}
