// Heads that somebody kept, as they come to the command line: what could not be compared is refused, never passed over.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readHeads } from "../../../src/cli/heads.ts";
import { verify } from "../../../src/cli/verify.ts";

const [one, other] = ["1".repeat(64), "2".repeat(64)];

function fileOf(text: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-heads-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "heads");
  writeFileSync(file, text);
  return file;
}

describe("heads given to verify", () => {
  it("are taken one by one, from a file, and twice", () => {
    expect(readHeads([`7:${one}`, fileOf(`7:${one}\n\n9:${other}\n`)]).map(({ seq }) => seq)).toEqual([7, 7, 9]);
  });

  it.each([
    ["two that contradict each other", () => [`7:${one}`, `7:${other}`], /record 7 contradict each other.*1111.*2222/],
    ["one before the first record", () => [`0:${one}`], "this is no head"],
    ["a file with none in it", () => [fileOf("\n")], "there is no head in it"],
    ["a folder", () => [os.tmpdir()], "no file of heads"],
    ["null", () => ["null"], "this is no head: what it holds is missing or wrong"],
  ] as const)("are refused: %s", (_, heads, why) => {
    expect(() => readHeads(heads())).toThrow(why);
  });

  it("are for one journal at a time", async () => {
    await expect(verify.run(["a.sqlite", "b.sqlite"], {}, () => {})).rejects.toThrow("b.sqlite would not be looked at");
  });
});
