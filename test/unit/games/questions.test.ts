// Each game's README names, for every question that the rule sheets put, the test that carries the answer through the engine.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { games } from "#games/index";

const tests = new URL("./", import.meta.url);
const titleOf = /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/g;

/** Every title of a game's tests, as it is written. */
function titlesOf(id: string): ReadonlySet<string> {
  const files = readdirSync(tests).filter((name) => name.startsWith(id) && name.endsWith(".test.ts"));
  const text = files.map((name) => readFileSync(new URL(name, tests), "utf8")).join("\n");
  return new Set([...text.matchAll(titleOf)].map(([, double = "", single = ""]) => double || single));
}

/** The rows of the README's table: question and test. */
function questionsOf(id: string): readonly (readonly [question: string, title: string])[] {
  const readme = readFileSync(new URL(`../../../src/games/${id}/README.md`, import.meta.url), "utf8");
  const [, section = ""] = readme.split("\n## Each question and its test\n");
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  return rows.slice(1).map((row) => {
    const [question = "", title = ""] = row.slice(2, -2).split(" | ");
    return [question.trim(), title.trim()] as const;
  });
}

describe.each(games.map(({ game }) => game.id))("%s", (id) => {
  it("has a test for each question that its README names", () => {
    const titles = titlesOf(id);
    const questions = questionsOf(id);
    expect(questions.length).toBeGreaterThan(10);
    expect(questions.filter(([, title]) => !titles.has(title))).toEqual([]);
  });

  it("answers the rules for running the table without a gap", () => {
    const numbers = questionsOf(id).flatMap(([question]) => /^rule (\d+),/.exec(question)?.[1] ?? []);
    const answered = [...new Set(numbers.map(Number))];
    expect(answered).toEqual(Array.from({ length: Math.max(...answered) }, (_, i) => i + 1));
  });
});
