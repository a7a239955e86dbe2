// A hand in PHH notation: the stacks after it are compared with those the file gives.

import { basename } from "node:path";
import { type PhhHand, parsePhh, playPhh } from "#games/stud-hi-lo-8/phh";
import { BadFile } from "#table/problems";
import { type CheckFile, difference } from "./checked.ts";

export const checkPhh: CheckFile = function* (path, text, house) {
  if (house !== null) throw new BadFile(path, ["a recorded hand brings its own stakes: leave --pack out"]);
  const hand = read(path, text);
  const { finishingStacks, problem } = playPhh(hand);
  const problems = problem === null ? [] : [problem];
  for (const [i, expected] of (hand.finishingStacks ?? []).entries()) {
    const actual = finishingStacks?.[i];
    if (expected !== actual) problems.push(difference(`finishing_stacks[${i}]`, expected, actual));
  }
  yield { name: basename(path), problems };
};

function read(path: string, text: string): PhhHand {
  try {
    return parsePhh(text);
  } catch (error) {
    throw new BadFile(path, [(error as Error).message]);
  }
}
