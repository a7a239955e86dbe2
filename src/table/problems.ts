// Bad input, named by its place: which line, what was expected, which key was probably meant.

import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

/** A file that cannot be used. The message lists every problem, one a line, each with its place. */
export class BadFile extends Error {
  constructor(path: string, problems: readonly string[]) {
    super(`${path} cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "BadFile";
  }
}

/**
 * Parses YAML text by a schema.
 * @throws BadFile with the line and column of every wrong key or value, what was expected and the nearest known key
 */
export function parseYaml<Schema extends z.ZodType>(path: string, text: string, schema: Schema): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  if (document.errors.length > 0) {
    throw new BadFile(
      path,
      document.errors.map((error) => `${place(error.pos[0])}: ${error.message}`),
    );
  }
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .flatMap((issue) => describe(issue, schema, document))
    .map(({ path: at, text: problem, key }) => {
      const offset = offsetOf(document, at, key);
      return `${offset === null ? "" : `${place(offset)}: `}${at.length > 0 ? `${at.join(".")}: ` : ""}${problem}`;
    });
  throw new BadFile(path, problems);
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** Point at the key itself, not at its value. */
  readonly key: boolean;
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, document: Document.Parsed): readonly Problem[] {
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearest(key, known);
      const hint = near === null ? (known.length > 0 ? ` Known keys: ${known.join(", ")}.` : "") : ` Did you mean "${near}"?`;
      return { path: [...issue.path, key], text: `unknown key.${hint}`, key: true };
    });
  }
  const found = document.getIn(issue.path as unknown[], false);
  const shown = found === undefined ? "nothing" : JSON.stringify(isMap(found) ? found.toJSON() : found);
  const text = issue.message.replace(/^Invalid input: /, "");
  return [{ path: issue.path, text: issue.code === "custom" ? text : `${text}; found ${shown}`, key: false }];
}

/** Keys that an object schema knows at a path, through optionals, defaults and unions. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current: unknown = schema;
  for (const step of path) current = childOf(unwrap(current), step);
  const object = unwrap(current);
  return object !== null && typeof object === "object" && "shape" in object ? Object.keys(object.shape as object) : [];
}

// biome-ignore lint/suspicious/noExplicitAny: walks the schema library's own tree, whose node types are many
function unwrap(schema: any): any {
  let current = schema;
  while (current?._zod?.def?.innerType !== undefined || current?._zod?.def?.in !== undefined) {
    current = current._zod.def.innerType ?? current._zod.def.in;
  }
  return current;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function childOf(schema: any, step: PropertyKey): any {
  const def = schema?._zod?.def;
  if (def?.type === "object") return schema.shape[step];
  if (def?.type === "array") return def.element;
  if (def?.type === "record") return def.valueType;
  if (def?.type === "union")
    return def.options.map((option: unknown) => childOf(unwrap(option), step)).find((child: unknown) => child !== undefined);
  return undefined;
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], key: boolean): number | null {
  for (let length = path.length; length >= 0; length--) {
    const at = path.slice(0, length);
    const parent = document.getIn(at.slice(0, -1) as unknown[], true);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => String((item.key as { value?: unknown })?.value ?? item.key) === String(at.at(-1)));
      const node = (key || length < path.length ? pair?.key : (pair?.value ?? pair?.key)) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range !== undefined) return node.range[0];
    }
    const node = document.getIn(at as unknown[], true) as { range?: [number, number, number] } | undefined;
    if (node?.range !== undefined) return node.range[0];
  }
  return null;
}

/** The known word with the fewest letters to change, if it is close enough to have been meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => [candidate, distance(word.toLowerCase(), candidate.toLowerCase())] as const)
    .sort((a, b) => a[1] - b[1]);
  const best = ranked[0];
  return best !== undefined && best[1] <= Math.max(2, Math.floor(word.length / 3)) ? best[0] : null;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
