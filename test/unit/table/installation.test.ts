// The self-check: whatever differs from what was installed is found and named.

import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { games } from "#games/index";
import { makeEdition } from "#table/edition";
import { checkInstallation, writeManifest } from "#table/installation";
import { openJournal } from "#table/journal";
import { createReadDesk } from "#table/read-desk";
import { editionFor } from "../../laws/recorded-shift.ts";
import { setupOf, worldFor } from "../../laws/story.ts";
import { makeJournalPath } from "./journal-bed.ts";

const contents: Readonly<Record<string, string>> = {
  "dist/pitwire.js": "program",
  "dist/chunks/games.js": "games",
  "dist/dashboard/web/index.html": "page",
  "src/games/a/packs/house.yaml": "rules",
  "devices/profiles/reader.yaml": "profile",
};

function installed(): string {
  const root = mkdtempSync(join(tmpdir(), "pitwire-installed-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const more = { ...contents, "dist/pitwire.js.map": "map", "src/games/a/game.ts": "source", "devices/profiles/README.md": "words" };
  for (const [file, text] of Object.entries(more)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  writeManifest(root);
  return root;
}

it("holds every program, page, rule pack and profile, and nothing else", () => {
  const root = installed();
  const found = checkInstallation(root);
  expect(found).toMatchObject({ faults: [], build: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(found.files.map(({ file }) => file)).toEqual(Object.keys(contents).sort());
  // What runs nowhere may be taken away.
  rmSync(join(root, "dist/pitwire.js.map"));
  writeFileSync(join(root, "src/games/a/game.ts"), "other source");
  expect(checkInstallation(root).faults).toEqual([]);
});

it("finds any flipped bit of any file (R17, R28)", () => {
  const root = installed();
  for (const [file, text] of Object.entries(contents)) {
    for (let bit = 0; bit < text.length * 8; bit++) {
      const bytes = Buffer.from(text);
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      writeFileSync(join(root, file), bytes);
      expect(checkInstallation(root).faults).toEqual([{ file, what: "changed" }]);
    }
    writeFileSync(join(root, file), text);
  }
});

it("finds what is missing, what was added where names are looked up, and a list that is gone", () => {
  const root = installed();
  const pack = join(root, "src/games/a/packs/house.yaml");
  renameSync(pack, join(root, "src/games/a/packs/other.yaml"));
  expect(checkInstallation(root).faults).toEqual([
    { file: "src/games/a/packs/house.yaml", what: "missing" },
    { file: "src/games/a/packs/other.yaml", what: "added" },
  ]);
  writeFileSync(join(root, "dist/manifest.json"), readFileSync(join(root, "dist/manifest.json"), "utf8").slice(1));
  expect(checkInstallation(root).faults).toEqual([{ file: "dist/manifest.json", what: "changed" }]);
  rmSync(join(root, "dist/manifest.json"));
  expect(checkInstallation(root).faults).toEqual([{ file: "dist/manifest.json", what: "missing" }]);
});

it("the journal says by itself what has changed: program, build, rules, a device's profile", async () => {
  const world = worldFor(games[0] as (typeof games)[number], 1);
  const { content } = editionFor(world, setupOf(world));
  const first = { ...JSON.parse(content), build: "aa".repeat(32), drivers: { shoe: { driver: "feig", profile: "11".repeat(32) } } };
  const second = { ...first, software: "0.2.0", build: "bb".repeat(32) };
  const third = {
    ...second,
    pack: { id: "house 2", hash: "c".repeat(64) },
    drivers: { shoe: { driver: "feig", profile: "22".repeat(32) } },
  };
  const file = makeJournalPath();
  let n = 0;
  // The house goes back to the first once more at the end.
  for (const [turn, one] of [first, second, third, first].entries()) {
    const edition = makeEdition(one);
    const { journal } = await openJournal(file, { edition: edition.name, content: edition.content, create: true });
    for (let i = 0; i < 3; i++)
      journal.append({ at: 1000 * (turn + 1) + i, event: "{}", facts: "[]", n, ...(i === 0 && { snapshot: "{}" }) });
    n++;
    await journal.close();
  }
  const desk = createReadDesk(file);
  onTestFinished(() => desk.close());
  const { changes } = await desk.program(10);
  const device = { part: "device", name: "shoe" };
  expect(changes.map(({ at, seq }) => [at, seq])).toEqual([
    [4000, 10],
    [3000, 7],
    [2000, 4],
    [1000, 1],
  ]);
  expect(changes[1]?.changes).toEqual([
    { part: "rules", before: "test 1 (00000000)", after: "house 2 (cccccccc)" },
    { ...device, before: "feig 11111111", after: "feig 22222222" },
  ]);
  expect(changes[2]?.changes).toEqual([
    { part: "software", before: "0.1.0", after: "0.2.0" },
    { part: "build", before: "aaaaaaaa", after: "bbbbbbbb" },
  ]);
  expect(changes[3]?.changes).toEqual([{ part: "journal", before: null, after: "Pitwire 0.1.0, test 1 (00000000)" }]);
  expect(await desk.program(1)).toMatchObject({ changes: [changes[0]] });
});
