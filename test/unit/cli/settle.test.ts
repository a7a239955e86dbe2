// pitwire settle: a described hand, and what a wrong description is told.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settle } from "../../../src/cli/settle.ts";

const folder = mkdtempSync(join(tmpdir(), "pitwire-settle-"));
let files = 0;

async function run(game: string, text: string, options: Record<string, string | boolean> = {}): Promise<readonly string[]> {
  const path = join(folder, `hand-${files++}.yaml`);
  writeFileSync(path, text);
  const lines: string[] = [];
  try {
    await settle.run([game, path], { lang: "en", ...options }, (line) => lines.push(line));
  } catch (error) {
    return (error as Error).message.split("\n").map((line) => line.replace(path, "FILE").trim());
  }
  return lines;
}

const hand = `seats: [1, 2]
wagers: { 1/ante: 100, 2/ante: 100 }
decisions: [{ by: 1/hand, code: bet, amount: 200 }, { by: 2/hand, code: fold }]
hands:
  1/hand: [Ah, Ad, 7c, 5s, 3d]
  2/hand: [Kh, 9d, 8c, 4s, 2d]
  dealer/hand: [Qh, Qd, Tc, 6s, 2c]
`;

describe("a described hand", () => {
  it("is settled with reasons, in three languages and as JSON", async () => {
    const rules = `${hand}rules: { ante: { min: 50, max: 1000, step: 50 } }\n`;
    expect(await run("caribbean-stud", rules)).toContain("seat 1  Bet €2 1 : 1  +€2  pair");
    expect((await run("caribbean-stud", rules, { lang: "it" })).join("\n")).toContain("posto 1");
    const json = JSON.parse((await run("caribbean-stud", rules, { json: true })).join("\n"));
    expect(json).toMatchObject({ outcome: "settled", order: [2, 1] });
  });
});

it("names everybody who had chips in it, also who gets nothing", async () => {
  const stud = `seats: [1, 2, 3]
rules: { ante: 100, bringIn: 200, smallBet: 400, bigBet: 800, chip: 100 }
wagers: { 1/ante: 100, 2/ante: 100, 3/ante: 100 }
hands: { 1/hand: [Kh, Jh, 9h], 2/hand: [Ac, 3d, 5c], 3/hand: [Ks, Kd, 2c] }
decisions:
  - { by: 3/hand, code: bringIn, amount: 200 }
  - { by: 1/hand, code: complete, amount: 400 }
  - { by: 2/hand, code: fold }
  - { by: 3/hand, code: fold }
`;
  const seats = (await run("stud-hi-lo-8", stud)).map((line) => line.slice(0, 6));
  expect(new Set(seats)).toEqual(new Set(["seat 1", "seat 2", "seat 3"]));
});

describe("a wrong description is told where and what", () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    [
      "a card that lies twice",
      "caribbean-stud",
      hand.replace("Kh", "Ah"),
      "line 6, column 12: hands.2/hand.0: Ah already lies at 1/hand. A deck has it once.",
    ],
    ["a card that is none", "caribbean-stud", hand.replace("Kh", "Kx"), "write rank and suit"],
    [
      "an unknown rule",
      "caribbean-stud",
      `${hand}rules: { seets: 3 }\n`,
      'line 8, column 10: rules.seets: unknown key. Did you mean "seats"?',
    ],
    ["a rule out of bounds", "caribbean-stud", `${hand}rules:\n  seats: 9\n`, "line 9, column 10: rules.seats: "],
    [
      "a pack of another game",
      "caribbean-stud",
      `${hand}pack: stud-hi-lo-8/card-room\n`,
      "line 8, column 7: pack: stud-hi-lo-8/card-room is for stud-hi-lo-8, not for caribbean-stud",
    ],
    [
      "a decision that is missing",
      "caribbean-stud",
      hand.replace(/decisions.*\n/, ""),
      "decisions: it is for 1/hand or 2/hand to decide, and nothing more is given",
    ],
    ["a card that is missing", "caribbean-stud", hand.replace(", 2c", ""), "hands: a card is missing. Dealt so far: "],
    ["a game nobody knows", "caribean-stud", hand, 'the game "caribean-stud" is not known. Did you mean "caribbean-stud"?'],
  ];
  it.each(rows)("%s", async (_what, game, text, problem) => {
    expect((await run(game, text)).join("\n")).toContain(problem);
  });
});
