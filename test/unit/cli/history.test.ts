// pitwire history export: what a journal of stud says, in a notation that others read, and that our own check agrees with.

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findGame, type GameEntry } from "#games/index";
import { parsePhh } from "#games/stud-hi-lo-8/phh";
import { readFacts } from "#table/journal";
import { check } from "../../../src/cli/check.ts";
import { history } from "../../../src/cli/history.ts";
import { recordShift } from "../../laws/recorded-shift.ts";
import { makeJournalPath } from "../table/journal-bed.ts";

const stud = findGame("stud-hi-lo-8") as GameEntry;

async function exported(file: string, options: Record<string, string> = {}): Promise<readonly string[]> {
  const lines: string[] = [];
  await history.run(["export", file], { format: "phh", ...options }, (line) => lines.push(line));
  return lines;
}

describe("pitwire history export --format phh", () => {
  it("writes settled rounds that check reads back and agrees with to the chip, with no card that was not opened", async () => {
    let hands = 0;
    for (let seed = 2; seed < 40 && hands < 3; seed++) {
      const file = makeJournalPath();
      await recordShift(file, stud, { seed, rounds: 4, mistakes: 0.001 });
      const to = mkdtempSync(join(tmpdir(), "pitwire-phh-"));
      const lines = await exported(file, { to });
      expect(lines.at(-1)).toMatch(/^# \d+ of \d+ settled rounds written to /);
      const files = readdirSync(to).map((name) => join(to, name));
      hands += files.length;
      const said: string[] = [];
      if (files.length > 0) expect(await check.run(files, {}, (line) => said.push(line)), said.join("\n")).toBe(0);
      for (const path of files) onlyOpened(file, path);
    }
    expect(hands).toBeGreaterThan(0);
  });

  it("names what a round holds that the notation has no word for", async () => {
    const file = makeJournalPath();
    await recordShift(file, stud, { seed: 11, rounds: 8, mistakes: 0.04 });
    const lines = await exported(file);
    for (const line of lines.filter((one) => one.startsWith("# round"))) expect(line).toMatch(/^# round \d+ is left out: .+/);
  });

  it("refuses a journal of another game by its name, and another format", async () => {
    const file = makeJournalPath();
    await recordShift(file, findGame("palace-poker") as GameEntry, { seed: 2, rounds: 1 });
    await expect(exported(file)).rejects.toThrow("it is a journal of palace-poker; PHH is written for stud-hi-lo-8 alone");
    await expect(exported(file, { format: "csv" })).rejects.toThrow('--format is "csv"; it may be phh');
    await expect(history.run(["import"], {}, () => {})).rejects.toThrow("write: pitwire history export --format phh JOURNAL");
  });
});

/** Every card in the file was opened in that round; the others are "??". */
function onlyOpened(journal: string, path: string): void {
  const round = Number(/-(\d+)\.phh$/.exec(path)?.[1]);
  const facts = readFacts(journal, { from: 1, limit: 100_000 }).map(({ fact }) => fact);
  const opened = new Set(
    facts.flatMap((fact) => {
      if (fact.round !== round) return [];
      return fact.kind === "shown" ? fact.cards.map(({ card }) => card) : fact.kind === "corrected" ? fact.cards.map(({ is }) => is) : [];
    }),
  );
  const { actions } = parsePhh(readFileSync(path, "utf8"));
  const cards = actions.flatMap((action) => (action.kind === "deal" || action.kind === "show" ? action.cards : []));
  for (const card of cards) if (card !== "??") expect(opened).toContain(card);
  const folded = actions.some(({ kind }) => kind === "fold");
  if (folded) expect(cards).toContain("??");
}
