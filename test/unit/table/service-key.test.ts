// The key that wraps all others is made once, whole, and never in the place of one that is gone.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readServiceKey } from "#table/service-key";

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("is made at the first start, for its owner alone, and stays", () => {
  const folder = makeFolder();
  const key = readServiceKey(folder, undefined);
  expect(key).toHaveLength(32);
  expect(statSync(path.join(folder, "service.key")).mode & 0o777).toBe(0o600);
  expect(existsSync(path.join(folder, "service.key.new"))).toBe(false);
  expect(readServiceKey(folder, undefined)).toEqual(key);
});

it("what a full disk has left of one is made anew", () => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, "service.key"), "", { mode: 0o600 });
  expect(readServiceKey(folder, undefined)).toHaveLength(32);
  writeFileSync(path.join(folder, "service.key"), Buffer.alloc(31), { mode: 0o600 });
  expect(() => readServiceKey(folder, undefined)).toThrow("has 31 bytes; it must have 32");
});

it.each(["journal.sqlite", "decks.sealed"])("one that is gone beside %s is missed, and no other made", (name) => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, name), "");
  expect(() => readServiceKey(folder, undefined)).toThrow(
    `${path.join(folder, "service.key")} is gone, and ${name} beside it is locked with it`,
  );
  expect(existsSync(path.join(folder, "service.key"))).toBe(false);
});

it("a folder that is none is named", () => {
  const folder = path.join(makeFolder(), "none");
  expect(() => readServiceKey(folder, undefined)).toThrow(`${path.join(folder, "service.key")} can't be written (ENOENT)`);
});

it("handed in by the service manager it is read from there", () => {
  const [folder, credentials] = [makeFolder(), makeFolder()];
  writeFileSync(path.join(credentials, "pitwire.key"), Buffer.alloc(32, 5));
  expect(readServiceKey(folder, credentials)).toEqual(readFileSync(path.join(credentials, "pitwire.key")));
});
