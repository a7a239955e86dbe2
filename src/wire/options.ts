// Options of a device out of a configuration file, and the words for those that are wrong.

/**
 * The fields of an options object.
 * @throws Error naming what is no field, and which there are
 */
export function fieldsOf(value: unknown, place: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${place}: write a list of name: value`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value as Readonly<Record<string, unknown>>;
  const choice = known.length === 0 ? "it has none" : `known are ${known.join(", ")}`;
  throw new Error(`${place}: there is no ${unknown}; ${choice}`);
}

/** @throws Error naming the choices */
export function oneOf<Choice extends string>(value: unknown, place: string, choices: readonly Choice[], otherwise: Choice): Choice {
  if (value === undefined) return otherwise;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Error(`${place} is ${JSON.stringify(value)}: write ${choices.join(" or ")}`);
  return found;
}

/** A whole number within bounds. @throws Error naming them */
export function wholeNumber(value: unknown, place: string, [min, max]: readonly [number, number], otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${place} is ${JSON.stringify(value)}: write a number from ${min} to ${max}`);
}
