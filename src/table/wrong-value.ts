// What is wrong with a value that a schema refuses, in words for the person who wrote it: what was expected, what was found,
// which key or word was probably meant.

import type { z } from "zod";

export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** It is the key that is wrong, not its value. */
  readonly key: boolean;
}

type Issue = z.core.$ZodIssue;
// biome-ignore lint/suspicious/noExplicitAny: walks the schema library's own tree, whose node types are many
type Node = any;

/** Problems of `value`, each with its place inside it. */
export function problemsOf(issues: readonly Issue[], schema: z.ZodType, value: unknown): readonly Problem[] {
  const problems = issues.flatMap((issue) => describe(issue, schema, valueAt(value, issue.path)));
  // A key that is missing and one that was misspelt are one mistake.
  const meant = new Set(problems.flatMap((problem) => ("meant" in problem ? [problem.meant] : [])));
  return problems
    .filter((problem) => !("missing" in problem && meant.has(placeOf(problem.path))))
    .map(({ path, text, key }) => ({ path, text, key }));
}

/** A path as one word: "devices.0.link". */
export function placeOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

type Described = Problem & ({ readonly missing: true } | { readonly meant: string } | object);

function describe(issue: Issue, schema: z.ZodType, found: unknown): readonly Described[] {
  const { path } = issue;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey([...path, key], key, keysAt(schema, path)));
    case "invalid_key":
      return [{ path, text: issue.issues.map((inner) => inner.message).join("; "), key: true }];
    case "invalid_union":
      return describeUnion(issue, nodeAt(schema, path), found);
    case "custom":
      return [{ path, text: issue.message, key: false }];
    default:
      return [refused(path, expectation(issue), found)];
  }
}

function unknownKey(path: readonly PropertyKey[], key: string, known: readonly string[]): Described {
  const near = nearest(key, known);
  if (near !== null) return { path, text: `unknown key. Did you mean "${near}"?`, key: true, meant: placeOf([...path.slice(0, -1), near]) };
  return { path, text: `unknown key.${known.length > 0 ? ` Known keys: ${known.join(", ")}.` : ""}`, key: true };
}

/** A value that is not as expected, or is not there. */
function refused(path: readonly PropertyKey[], { words, hint = {} }: Expectation, found: unknown): Described {
  if (found === undefined) return { path, text: `missing; ${words}`, key: false, missing: true };
  if (isSecret(path)) return { path, text: words, key: false };
  return { path, text: `${words}; found ${show(found)}${remedy(hint, found)}`, key: false };
}

function remedy(hint: Hint, found: unknown): string {
  if (found === null && hint.empty !== undefined) return `. Leave the key out, or write ${hint.empty}`;
  if (hint.isText === true && (typeof found === "number" || typeof found === "boolean")) return `. Write it in quotes: "${found}"`;
  const near = typeof found === "string" ? nearest(found, hint.words ?? []) : null;
  return near === null ? "" : `. Did you mean "${near}"?`;
}

interface Hint {
  readonly isText?: boolean;
  /** What may be written. */
  readonly words?: readonly string[];
  /** How none at all is written. */
  readonly empty?: string;
}

interface Expectation {
  readonly words: string;
  readonly hint?: Hint;
}

const kinds: Readonly<Record<string, Expectation>> = {
  string: { words: "expected text", hint: { isText: true } },
  number: { words: "expected a number" },
  int: { words: "expected a whole number" },
  boolean: { words: "expected true or false" },
  array: { words: "expected a list", hint: { empty: "[]" } },
  object: { words: "expected keys with values", hint: { empty: "{}" } },
  record: { words: "expected keys with values", hint: { empty: "{}" } },
};

function expectation(issue: Issue): Expectation {
  // A message that the schema brings itself says what to write.
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return { words: issue.message };
  switch (issue.code) {
    case "invalid_type":
      return kinds[issue.expected] ?? { words: `expected ${issue.expected}` };
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return limit(issue.exact ? "exactly" : issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
    case "too_big":
      return limit(issue.exact ? "exactly" : issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
    case "not_multiple_of":
      return { words: `must be a multiple of ${issue.divisor}` };
    default:
      return { words: issue.message.replace(/^Invalid input: /, "") };
  }
}

function limit(how: string, bound: number | bigint, origin: string): Expectation {
  if (origin === "array") return { words: `must have ${how} ${bound} ${bound === 1 ? "entry" : "entries"}` };
  if (origin === "string") return { words: `must have ${how} ${bound} ${bound === 1 ? "character" : "characters"}` };
  return { words: `must be ${how} ${bound}` };
}

function oneOf(values: readonly unknown[]): Expectation {
  const words = values.map(String);
  const hint = { isText: values.every((value) => typeof value === "string"), words };
  return { words: words.length === 1 ? `expected ${show(values[0])}` : `expected one of ${words.join(", ")}`, hint };
}

/** Of several shapes, the one that was meant is described; where none stands out, all of them are named. */
function describeUnion(issue: Extract<Issue, { code: "invalid_union" }>, node: Node, found: unknown): readonly Described[] {
  const { path } = issue;
  const tags = (issue as { readonly options?: readonly unknown[] }).options;
  if (issue.errors.length === 0 && tags !== undefined) return [refused(path, oneOf(tags), found)];
  const options: readonly Node[] = unwrap(node)?._zod?.def?.options ?? [];
  const tried = issue.errors
    .map((inner, i) => ({ inner, option: options[i] as z.ZodType, problems: [] as readonly Described[] }))
    .filter(({ inner }) => inner.every((one) => one.path.length > 0 || one.code === "unrecognized_keys"))
    .map((one) => ({ ...one, problems: problemsIn(one.inner, one.option, found, path) }))
    .sort((a, b) => a.problems.length - b.problems.length);
  const [best, next] = tried;
  const shapes = options.map(shapeOf).filter((shape) => shape !== null);
  const isMeant = next === undefined || shapes.length === 0 || (best?.problems.length ?? 0) < next.problems.length;
  if (best !== undefined && isMeant) return best.problems;
  return [refused(path, { words: `expected ${shapes.join(" or ")}` }, found)];
}

function problemsIn(issues: readonly Issue[], schema: z.ZodType, found: unknown, path: readonly PropertyKey[]): readonly Described[] {
  return problemsOf(issues, schema, found).map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}

/** How one shape of several is written: "none" or { perHand: … }. */
function shapeOf(node: Node): string | null {
  const inner = unwrap(node);
  const { def } = inner?._zod ?? {};
  if (def?.type === "literal") return def.values.map(String).join(" or ");
  if (def?.type === "object") {
    const needed = Object.keys(inner.shape).filter((key) => !inner.shape[key].safeParse(undefined).success);
    return `{ ${needed.map((key) => `${key}: …`).join(", ")} }`;
  }
  return kinds[def?.type]?.words.replace(/^expected /, "") ?? null;
}

/** A value in a few words; a list or keys with values only by their outline. */
function show(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return `{ ${Object.keys(value).join(", ")} }`.replace("{  }", "{}");
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What a message must not repeat: it may end in a log. */
function isSecret(path: readonly PropertyKey[]): boolean {
  return /pin|password|secret/i.test(String(path.at(-1) ?? ""));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
}

/** Keys that may stand at a path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  return keysOf(nodeAt(schema, path));
}

function keysOf(node: Node): readonly string[] {
  const inner = unwrap(node);
  const { def } = inner?._zod ?? {};
  if (def?.type === "object") return Object.keys(inner.shape);
  if (def?.type === "union") return [...new Set<string>(def.options.flatMap((option: Node) => keysOf(option)))];
  if (def?.type === "record") return Object.keys(unwrap(def.keyType)?._zod?.def?.entries ?? {});
  return [];
}

function nodeAt(schema: z.ZodType, path: readonly PropertyKey[]): Node {
  return path.reduce((node: Node, step) => childOf(unwrap(node), step), schema);
}

/** The schema under optionals, defaults and pipes. */
function unwrap(schema: Node): Node {
  let current = schema;
  while (current?._zod?.def?.innerType !== undefined || current?._zod?.def?.in !== undefined) {
    current = current._zod.def.innerType ?? current._zod.def.in;
  }
  return current;
}

function childOf(schema: Node, step: PropertyKey): Node {
  const def = schema?._zod?.def;
  if (def?.type === "object") return schema.shape[step];
  if (def?.type === "array") return def.element;
  if (def?.type === "record") return def.valueType;
  if (def?.type === "union")
    return def.options.map((option: Node) => childOf(unwrap(option), step)).find((child: Node) => child !== undefined);
  return undefined;
}

/** The known word with the fewest letters to change, if it is close enough to have been meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => [candidate, distance(word.toLowerCase(), candidate.toLowerCase())] as const)
    .sort((a, b) => a[1] - b[1]);
  const best = ranked[0];
  return best !== undefined && best[1] <= slipsIn(word) ? best[0] : null;
}

/** Letters that may be wrong in a word that is still the same word. */
function slipsIn(word: string): number {
  if (word.length <= 4) return word.length <= 2 ? 0 : 1;
  return Math.max(2, Math.floor(word.length / 3));
}

/** Letters to change, to add, to leave out, or to swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swap));
    }
  }
  return at(a.length, b.length);
}
