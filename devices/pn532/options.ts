// What a table's configuration says about one PN532.

export interface Pn532Options {
  /** The number that its antenna goes by in `antennas`: the chip has one. */
  readonly antenna: number;
  /** From one look to the next. */
  readonly everyMs: number;
  /** A tag is gone after so many looks in a row that did not find it. */
  readonly misses: number;
}

const limits = { antenna: [0, 255, 0], everyMs: [20, 5000, 100], misses: [1, 20, 3] } as const;

/**
 * Options out of a configuration file.
 * @throws Error naming the option and what it may be
 */
export function readOptions(value: unknown): Pn532Options {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("the options of a PN532: write a list of name: value");
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(limits, name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; known are ${Object.keys(limits).join(", ")}`);
  const given = value as Readonly<Record<string, unknown>>;
  return { antenna: readOne("antenna", given), everyMs: readOne("everyMs", given), misses: readOne("misses", given) };
}

function readOne(name: keyof typeof limits, given: Readonly<Record<string, unknown>>): number {
  const [min, max, otherwise] = limits[name];
  const value = given[name] ?? otherwise;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} is ${JSON.stringify(value)}: write a number from ${min} to ${max}`);
}
