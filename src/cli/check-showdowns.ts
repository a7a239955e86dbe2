// Stud showdowns, one JSON object a line: payouts, refunds, and the pots with their winners.

import { differences } from "#core/example";
import { type ShowdownLine, settleLine, showdownLine } from "#games/stud-hi-lo-8/showdowns";
import { BadFile } from "#table/problems";
import { type CheckFile, difference } from "./checked.ts";

export const checkShowdowns: CheckFile = function* (path, text, house) {
  if (house !== null) throw new BadFile(path, ["showdowns name their game themselves: leave --pack out"]);
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const showdown = read(path, i + 1, line);
    const { payouts, refund, pots } = showdown;
    const found = differences({ expect: { payouts, refund, pots } }, { expect: settleLine(showdown) });
    yield { name: showdown.id, problems: found.map(({ path: where, expected, actual }) => difference(where, expected, actual)) };
  }
};

function read(path: string, number: number, line: string): ShowdownLine {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new BadFile(path, [`line ${number} is not JSON: ${(error as Error).message}`]);
  }
  const parsed = showdownLine.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new BadFile(
    path,
    parsed.error.issues.map((issue) => `line ${number}, ${issue.path.join(".")}: ${issue.message}`),
  );
}
