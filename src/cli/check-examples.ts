// Worked examples: a JSON file that names a game, its default configuration and what each example expects.

import { z } from "zod";
import { differences, repeatedCards } from "#core/example";
import { examplesOf } from "#games/examples";
import { findGame, type GameEntry } from "#games/index";
import { unknownGame } from "#table/pack";
import { BadFile, nearest } from "#table/problems";
import { problemsOf } from "#table/wrong-value";
import { type CheckFile, difference } from "./checked.ts";

const exampleFile = z.looseObject({
  game: z.string(),
  defaultConfig: z.record(z.string(), z.unknown()).default({}),
  examples: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      title: z.string().default(""),
      config: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});
type ExampleFile = z.infer<typeof exampleFile>;
type Example = ExampleFile["examples"][number];

export const checkExamples: CheckFile = function* (path, text, house) {
  const file = parse(path, text);
  const entry = entryOf(path, file);
  if (house !== null && house.entry !== entry)
    throw new BadFile(path, [`the pack ${house.id} is for ${house.entry.game.id}, the examples are for ${file.game}`]);
  for (const example of file.examples) {
    const config = { ...file.defaultConfig, ...(house?.rules as object | undefined) };
    yield { name: `${example.id}: ${example.title}`, problems: run(entry, config, example) };
  }
};

function parse(path: string, text: string): ExampleFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BadFile(path, [`not JSON: ${(error as Error).message}`]);
  }
  const parsed = exampleFile.safeParse(json);
  if (!parsed.success) throw new BadFile(path, sentences(parsed.error, exampleFile, json));
  return parsed.data;
}

function entryOf(path: string, file: ExampleFile): GameEntry {
  const entry = findGame(file.game);
  if (entry === null) throw new BadFile(path, [`game: ${unknownGame(file.game)}`]);
  return entry;
}

/** What a schema refuses, a sentence a problem, each with its place. */
function sentences(error: z.ZodError, schema: z.ZodType, value: unknown): readonly string[] {
  return problemsOf(error.issues, schema, value).map(({ path, text }) => (path.length === 0 ? text : `${inExample(path)}: ${text}`));
}

/** "players[0].cards": as a difference names its place. */
function inExample(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => {
    if (typeof step === "number") return `${place}[${step}]`;
    return place === "" ? String(step) : `${place}.${String(step)}`;
  }, "");
}

/** What is wrong with an example, in words; empty when it holds. */
function run(entry: GameEntry, config: Record<string, unknown>, example: Example): readonly string[] {
  const runners = examplesOf[entry.game.id] ?? {};
  const runner = runners[example.kind];
  if (runner === undefined) return [`kind: ${unknownKind(example.kind, Object.keys(runners))}`];
  const merged = override(entry, config, example.config);
  const rules = entry.schema.safeParse(merged);
  if (!rules.success) return sentences(rules.error, entry.schema, merged).map((sentence) => `config.${sentence}`);
  const twice = repeatedCards(example);
  if (twice.length > 0)
    return twice.map(({ card, path, before }) => `${inExample(path)}: ${card} already lies at ${inExample(before)}. A deck has it once.`);
  let actual: unknown;
  try {
    actual = runner(example, rules.data);
  } catch (error) {
    // The runner's own schema says what is missing or wrong; anything else that a described hand brings up fails this example alone.
    if (error instanceof z.ZodError) return sentences(error, z.unknown(), example);
    return [`the engine cannot play it: ${(error as Error).message}`];
  }
  const refusal = refusalIn(actual);
  if (refusal !== null) return [refusal];
  return differences(example, actual).map(({ path, expected, actual: got }) => difference(path, expected, got));
}

function unknownKind(kind: string, known: readonly string[]): string {
  const near = nearest(kind, known);
  return `"${kind}" is not known. ${near === null ? `Known kinds: ${known.join(", ")}` : `Did you mean "${near}"?`}`;
}

/** A hand that the engine would not play to its end, with what it refused. */
function refusalIn(actual: unknown): string | null {
  const { refused } = actual as { readonly refused?: readonly { readonly why?: string; readonly params?: object }[] };
  if (refused === undefined) return null;
  const replies = refused.map((one) => (one.why === undefined ? JSON.stringify(one) : `${one.why} ${JSON.stringify(one.params ?? {})}`));
  return replies.length === 0 ? "the hand does not come to an end" : `the engine refuses: ${replies.join("; ")}`;
}

/**
 * An override that can stand by itself takes the place of what it overrides, as in a pack: a pay table without a line pays nothing for it.
 * A part of something, such as one cap of all, is laid over it.
 */
function override(entry: GameEntry, config: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const read = entry.schema.safeParse({ ...config, ...over });
  const partial = new Set(read.success ? [] : read.error.issues.map(({ path: [key] }) => key));
  const values = Object.entries(over).map(([key, value]) => [key, partial.has(key) ? layOver(config[key], value) : value] as const);
  return { ...config, ...Object.fromEntries(values) };
}

function layOver(base: unknown, part: unknown): unknown {
  if (!isPlain(base) || !isPlain(part)) return part;
  return { ...base, ...Object.fromEntries(Object.entries(part).map(([key, value]) => [key, layOver(base[key], value)])) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
