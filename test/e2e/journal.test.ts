import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type JournalStatus, openJournal, readFacts, verifyJournal } from "#table/journal";
import { bundle } from "../bundle.ts";
import { prepareSlowSync } from "./slow-sync.ts";
import { fillDisk, mountSmallDisk, needsRoot } from "./small-disk.ts";

const writerProgram = await bundle(path.join(import.meta.dirname, "journal-writer.mjs"));

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pitwire-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Said {
  readonly opened?: number;
  readonly committed?: number;
  readonly status?: JournalStatus;
  readonly appended?: number;
  readonly closed?: number;
  readonly longestGapMs?: number;
}

/** A table's process; `said` grows as it talks. */
function startWriter(file: string, everyMs: number, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [writerProgram, file, String(everyMs)], { stdio: ["pipe", "pipe", "inherit"], env: { ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  // Not "exit": what it said last may still be on its way.
  const closed = once(child, "close");
  const said: Said[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(JSON.parse(line)));
  const lastCommitted = (): number => said.findLast((line) => line.committed !== undefined)?.committed ?? 0;
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await closed;
  };
  return { said, lastCommitted, kill, closed, tell: (line: string) => child.stdin.write(`${line}\n`) };
}

const until = (check: () => void, timeout = 20_000): Promise<void> => vi.waitFor(check, { timeout, interval: 5 });

describe("kill -9", () => {
  it("loses no row that was said to be committed, whenever it strikes", async () => {
    const file = path.join(makeFolder(), "table.journal");
    for (const count of fc.sample(fc.integer({ min: 1, max: 200 }), 6)) {
      const { said, lastCommitted, kill } = startWriter(file, 0);
      await until(() => expect(said.filter((line) => line.committed !== undefined).length).toBeGreaterThanOrEqual(count));
      await kill();
      const promised = lastCommitted();
      const { journal, snapshot, rows } = await openJournal(file, { edition: "test" });
      expect(journal.committed).toBeGreaterThanOrEqual(promised);
      expect([...rows].map((row) => row.seq)).toEqual(
        Array.from({ length: journal.committed - (snapshot?.seq ?? 0) }, (_, i) => (snapshot?.seq ?? 0) + i + 1),
      );
      await journal.close();
      expect(verifyJournal(file)).toMatchObject({ records: journal.committed, damage: null });
      expect(readFacts(file, { from: promised, limit: 1 })).toHaveLength(1);
    }
  });

  it("leaves a journal that can be opened even while it is being made", async () => {
    for (let round = 0; round < 4; round++) {
      const folder = makeFolder();
      const file = path.join(folder, "table.journal");
      const { kill } = startWriter(file, 0);
      const parts = round + 1;
      await until(() => expect(readdirSync(folder).length).toBeGreaterThanOrEqual(Math.min(parts, 3)));
      await kill();
      const { journal } = await openJournal(file, { edition: "test", create: true });
      await journal.close();
      expect(verifyJournal(file).damage).toBeNull();
    }
  });
});

describe("a disk that stalls for three seconds", () => {
  it("does not stop the table, which says so and loses nothing", async () => {
    const folder = makeFolder();
    const file = path.join(folder, "table.journal");
    const disk = prepareSlowSync(folder, "table.journal");
    const { said, lastCommitted, tell, closed } = startWriter(file, 5, disk.env);
    await until(() => expect(lastCommitted()).toBeGreaterThan(50));
    disk.setMs(3_000);
    tell("measure");
    await until(() => expect(said.at(-1)?.status?.state).toBe("stalled"));
    const stalled = said.at(-1);
    const before = lastCommitted();
    expect(stalled?.appended).toBeGreaterThan(before + 50);
    await until(() => expect(lastCommitted()).toBeGreaterThan(before));
    disk.setMs(0);
    await until(() => expect(said.findLast((line) => line.status)?.status).toEqual({ state: "ok" }));
    tell("close");
    await closed;
    const end = said.at(-1);
    expect(end?.closed).toBeGreaterThan(before + 300);
    expect(end?.longestGapMs).toBeLessThan(50);
    expect(verifyJournal(file)).toMatchObject({ records: end?.closed, damage: null });
    const committed = said.flatMap((line) => line.committed ?? []);
    expect(committed).toEqual(committed.toSorted((a, b) => a - b));
  });
});

/** A disk of two megabytes; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = makeFolder();
  const unmount = mountSmallDisk(folder);
  if (unmount === null) return null;
  onTestFinished(unmount);
  return folder;
}

const row = (seq: number, size = 200) => ({ at: seq, event: JSON.stringify("x".repeat(size)), facts: `[{"n":${seq}}]`, n: seq });

describe("a full disk", () => {
  it("is named, waited for, and loses nothing", async ({ skip }) => {
    const folder = smallDisk();
    if (folder === null) return skip(needsRoot);
    const file = path.join(folder, "table.journal");
    const limits = { ringBytes: 16_384, queueRows: 100 };
    const { journal } = await openJournal(file, { edition: "test", create: true, limits });
    const states: JournalStatus[] = [];
    journal.onStatus((status) => states.push(status));
    journal.append(row(1));
    await journal.flush();
    const filler = fillDisk(folder);

    journal.append(row(2));
    await until(() => expect(journal.status().state).toBe("failing"));
    expect(journal.status()).toEqual({
      state: "failing",
      code: "SQLITE_FULL",
      message: `The disk of journal ${file} is full. Free some space on it. Nothing is lost: what happened since is kept and written as soon as it can be.`,
    });
    while (journal.status().state !== "full") journal.append(row(journal.appended + 1));
    expect(journal.status()).toMatchObject({ state: "full", trouble: { code: "SQLITE_FULL" } });
    expect(journal.committed).toBe(1);
    expect(readFacts(file, { from: 1, limit: 10 }).map(({ n }) => n)).toEqual([1]);

    rmSync(filler);
    await journal.flush();
    await until(() => expect(journal.status()).toEqual({ state: "ok" }));
    expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(["failing", "full", "ok"]));
    const { appended } = journal;
    journal.append(row(appended + 1));
    await journal.close();
    expect(verifyJournal(file)).toMatchObject({ records: appended + 1, damage: null });
    expect(readFacts(file, { from: 1, limit: 1_000 }).map(({ n }) => n)).toEqual(Array.from({ length: appended + 1 }, (_, i) => i + 1));
  });

  it("does not let a table end as if all were well", async ({ skip }) => {
    const folder = smallDisk();
    if (folder === null) return skip(needsRoot);
    const file = path.join(folder, "table.journal");
    const { journal } = await openJournal(file, { edition: "test", create: true });
    journal.append(row(1));
    await journal.flush();
    const filler = fillDisk(folder);
    for (let seq = 2; seq <= 4; seq++) journal.append(row(seq));
    await expect(journal.close()).rejects.toThrow(
      `3 rows could not be written before the journal was closed. The disk of journal ${file} is full.`,
    );
    rmSync(filler);
    const again = await openJournal(file, { edition: "test" });
    expect(again.journal.committed).toBe(1);
    await again.journal.close();
  });

  it("or a read-only one: what to do is said to who wants to read", async ({ skip }) => {
    const folder = smallDisk();
    if (folder === null) return skip(needsRoot);
    const file = path.join(folder, "table.journal");
    const { journal } = await openJournal(file, { edition: "test", create: true });
    journal.append(row(1));
    await journal.close();
    execFileSync("mount", ["-o", "remount,ro", folder]);
    expect(() => verifyJournal(file)).toThrow(/can't be opened \(SQLITE_.*copy it to a folder of your own/);
    await expect(openJournal(file, { edition: "test" })).rejects.toThrow(/can't be opened \(.*may be written by this user/);
  });

  it("can't hold a new journal, and says so", async ({ skip }) => {
    const folder = smallDisk();
    if (folder === null) return skip(needsRoot);
    const file = path.join(folder, "table.journal");
    fillDisk(folder);
    await expect(openJournal(file, { edition: "test", create: true })).rejects.toThrow(
      /can't be opened \(.*FULL.*Check that its folder exists, has space/,
    );
  });
});
