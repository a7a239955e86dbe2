// Bad input, named by its place: which line, what was expected, which key was probably meant.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";
import type { z } from "zod";
import { placeOf, problemsOf } from "./wrong-value.ts";

export { nearest } from "./wrong-value.ts";

/** A file that cannot be used. The message lists every problem, one a line, each with its place. */
export class BadFile extends Error {
  constructor(path: string, problems: readonly string[]) {
    super(`${path} cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "BadFile";
  }
}

/** @throws BadFile when there is no such file, or it may not be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadFile(path, [code === "ENOENT" ? "no such file" : `it cannot be read (${code})`]);
  }
}

/** A YAML file that has been read, and where its values stand. */
export interface YamlFile<Value> {
  readonly value: Value;
  /** "line 4, column 7: devices.0.link: ", as a sentence about it begins; `key`: the key itself, not its value. */
  where(path: readonly PropertyKey[], key?: boolean): string;
}

/**
 * Parses YAML text by a schema.
 * @throws BadFile with the line and column of every wrong key or value, what was expected and the nearest known key
 */
export function parseYaml<Schema extends z.ZodType>(path: string, text: string, schema: Schema): z.output<Schema> {
  return readYaml(path, text, schema).value;
}

/**
 * The same, with the places for whatever else may be wrong with the values.
 * @throws BadFile as `parseYaml`
 */
export function readYaml<Schema extends z.ZodType>(path: string, text: string, schema: Schema): YamlFile<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number | null): string => {
    if (offset === null) return "";
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}: `;
  };
  const broken = [...document.errors.map((error) => [error.pos[0], sentenceOf(error, text)] as const), ...looseAliases(document)];
  if (broken.length > 0)
    throw new BadFile(
      path,
      broken.map(([offset, sentence]) => `${place(offset)}${sentence}`),
    );
  if (document.contents === null) throw new BadFile(path, ["the file is empty"]);
  const where = (at: readonly PropertyKey[], key = false): string =>
    `${place(offsetOf(document, at, key))}${at.length > 0 ? `${placeOf(at)}: ` : ""}`;
  const value = plainOf(path, document);
  return { value: readPart(path, { where }, [], schema, value), where };
}

/**
 * Checks a part of a file by a schema that only the rest of it could name; `value` may stand in for what the file says there, completed.
 * @throws BadFile as `parseYaml`
 */
export function readPart<Schema extends z.ZodType>(
  path: string,
  { where }: Pick<YamlFile<unknown>, "where">,
  at: readonly PropertyKey[],
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error.issues, schema, value);
  throw new BadFile(
    path,
    problems.map((problem) => `${where([...at, ...problem.path], problem.key)}${problem.text}`),
  );
}

/** What the parser says, in our words where its own speak of programming. */
function sentenceOf(error: YAMLError, text: string): string {
  if (error.code === "DUPLICATE_KEY") return `the key ${/^[^\s:]+/.exec(text.slice(error.pos[0]))?.[0] ?? ""} is there twice`;
  if (error.code === "MULTIPLE_DOCS") return "a second document begins: take out the line ---";
  if (error.code === "TAB_AS_INDENT") return "a tab; indent with spaces";
  return error.message;
}

function looseAliases(document: Document.Parsed): readonly (readonly [number, string])[] {
  const loose: (readonly [number, string])[] = [];
  visit(document, {
    Alias: (_key, alias: Alias) => {
      if (alias.resolve(document) === undefined)
        loose.push([alias.range?.[0] ?? 0, `there is no &${alias.source} before *${alias.source}`]);
    },
  });
  return loose;
}

function plainOf(path: string, document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new BadFile(path, [(error as Error).message]);
  }
}

/** Where a value stands; of one that is missing, where that stands which lacks it. Null for the file as a whole. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], key: boolean): number | null {
  let node: unknown = document.contents;
  let offset: number | null = path.length === 0 ? startOf(node) : null;
  for (const [i, step] of path.entries()) {
    const isLast = i === path.length - 1;
    const here = isAlias(node) ? node.resolve(document) : node;
    if (isMap(here)) {
      const pair = here.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(step));
      if (pair === undefined) return offset;
      offset = isLast && !key ? (startOf(pair.value) ?? startOf(pair.key)) : startOf(pair.key);
      node = pair.value;
    } else if (isSeq(here)) {
      node = here.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

/**
 * A file that a configuration names and that holds what must not stand in it: a password, a certificate.
 * @param config the configuration's path: relative ones go from its folder
 * @param key where the file is named in it
 * @throws BadFile naming the key, the file and the remedy
 */
export function readSecret(config: string, key: string, file: string): Buffer {
  const path = resolve(dirname(config), file);
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new BadFile(config, [
      `${key}: ${path} can't be read (${code}). Make the file, readable for the user that runs Pitwire, or remove the key.`,
    ]);
  }
}
