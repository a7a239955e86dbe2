// A table that has played does not begin anew because its journal is gone, nor goes on in another one.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { JournalUnusable } from "#table/journal";
import { claimOwn, expectOwn } from "#table/own-journal";

function makeFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: path.join(folder, "journal.sqlite"), mark: path.join(folder, "journal.id") };
}

it("a new folder takes its first journal for its own", () => {
  const { folder, file, mark } = makeFolder();
  expectOwn(folder, file);
  writeFileSync(file, "");
  claimOwn(folder, file, "0123456789abcdef");
  expect(readFileSync(mark, "utf8")).toBe("0123456789abcdef\n");
  expect(statSync(mark).mode & 0o777).toBe(0o600);
  expectOwn(folder, file);
  claimOwn(folder, file, "0123456789abcdef");
});

it("a journal that is gone is named, with what to do", () => {
  const { folder, file, mark } = makeFolder();
  claimOwn(folder, file, "0123456789abcdef");
  expect(() => expectOwn(folder, file)).toThrow(JournalUnusable);
  expect(() => expectOwn(folder, file)).toThrow(`Journal ${file} is gone`);
  expect(() => expectOwn(folder, file)).toThrow(`remove ${mark}`);
});

it("another table's journal is refused, both ids named", () => {
  const { folder, file } = makeFolder();
  claimOwn(folder, file, "0123456789abcdef");
  expect(() => claimOwn(folder, file, "fedcba9876543210")).toThrow(/fedcba9876543210.*0123456789abcdef/);
});
