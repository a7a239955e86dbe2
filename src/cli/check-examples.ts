// Worked examples: a JSON file that names a game, its default configuration and what each example expects.

import { z } from "zod";
import { differences } from "#core/example";
import { findGame, type GameEntry, games } from "#games/index";
import { BadFile } from "#table/problems";
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
  for (const example of file.examples) {
    yield { name: `${example.id}: ${example.title}`, problems: run(entry, { ...file.defaultConfig, ...house }, example) };
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
  if (!parsed.success)
    throw new BadFile(
      path,
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    );
  return parsed.data;
}

function entryOf(path: string, file: ExampleFile): GameEntry {
  const entry = findGame(file.game);
  if (entry === null)
    throw new BadFile(path, [`game: "${file.game}" is not known. Known games: ${games.map((one) => one.game.id).join(", ")}`]);
  return entry;
}

/** What is wrong with an example, in words; empty when it holds. */
function run(entry: GameEntry, config: Record<string, unknown>, example: Example): readonly string[] {
  const runner = entry.examples[example.kind];
  if (runner === undefined) return [`kind "${example.kind}" is not known. Known kinds: ${Object.keys(entry.examples).join(", ")}`];
  const rules = entry.schema.safeParse(merge(config, example.config));
  if (!rules.success) return rules.error.issues.map((issue) => `config ${issue.path.join(".")}: ${issue.message}`);
  let actual: unknown;
  try {
    actual = runner(example, rules.data);
  } catch (error) {
    if (error instanceof z.ZodError) return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw error;
  }
  return differences(example, actual).map(({ path, expected, actual: got }) => difference(path, expected, got));
}

/** Overrides of an object's fields leave its other fields as they are. */
function merge(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const under = base[key];
    merged[key] = isPlain(under) && isPlain(value) ? merge(under, value) : value;
  }
  return merged;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
