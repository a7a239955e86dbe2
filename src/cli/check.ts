// pitwire check FILE…: runs worked examples through the engine that plays the table.

import { readFileSync } from "node:fs";
import { z } from "zod";
import { differences } from "#core/example";
import { findGame, type GameEntry, games } from "#games/index";
import { readPack } from "#table/pack";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

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

export const check: Command = {
  usage: "pitwire check FILE… [--pack PACK]",
  about: "run worked examples through the engine",
  options: { pack: { type: "string" } },
  run: async (files, { pack }, out) => {
    if (files.length === 0) throw new BadFile("check", ["name at least one file of worked examples"]);
    let passed = 0;
    let failed = 0;
    for (const path of files) {
      const file = read(path);
      const entry = entryOf(path, file);
      const house = typeof pack === "string" ? (readPack(pack, process.cwd()).rules as Record<string, unknown>) : {};
      for (const example of file.examples) {
        const problems = run(entry, { ...file.defaultConfig, ...house }, example);
        if (problems.length === 0) passed++;
        else {
          failed++;
          out(`FAIL ${example.id}: ${example.title}`);
          for (const problem of problems) out(`  ${problem}`);
        }
      }
    }
    out(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  },
};

function read(path: string): ExampleFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new BadFile(path, ["no such file, or it cannot be read"]);
  }
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
  return differences(example, actual).map(({ path, expected, actual: got }) => {
    const said = got === undefined ? "nothing" : JSON.stringify(got);
    return `${path}: the example expects ${JSON.stringify(expected)}, the engine says ${said}`;
  });
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
