import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openJournal, readFacts, verifyJournal } from "#table/journal";
import { schema, schemaVersion } from "#table/journal-file";
import { edition, makeJournalPath, makeRow, tamper, writeJournal } from "./journal-bed.ts";

describe("reading facts", () => {
  /** Rows with no fact, one fact and three facts by turns: facts 1, 2–4, 5, 6–8 … */
  async function writeMixed(file: string): Promise<void> {
    const { journal } = await openJournal(file, { edition, create: true });
    let n = 0;
    for (let seq = 1; seq <= 30; seq++) {
      const count = [0, 1, 3][seq % 3] ?? 0;
      const facts = Array.from({ length: count }, (_, i) => ({ n: n + i + 1, at: 1_001 + seq, kind: "betsClosed" }));
      n += count;
      journal.append({ at: 1_000 + seq, event: "{}", facts: JSON.stringify(facts), n });
    }
    await journal.close();
  }

  it("gives any range, in order, with the time that each fact says", async () => {
    const file = makeJournalPath();
    await writeMixed(file);
    const all = readFacts(file, { from: 1, limit: 1_000 });
    expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(all.every(({ n, fact }) => fact.n === n)).toBe(true);
    expect(all.slice(0, 5).map(({ at }) => at)).toEqual([1_002, 1_003, 1_003, 1_003, 1_005]);
    for (const [from, limit] of [
      [1, 1],
      [3, 1],
      [3, 4],
      [39, 10],
      [40, 1],
      [41, 5],
      [7, 0],
    ] as const) {
      expect(readFacts(file, { from, limit })).toEqual(all.slice(from - 1, from - 1 + limit));
    }
  });

  it("sees what a running writer has committed", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    journal.append(makeRow(1));
    await journal.flush();
    expect(readFacts(file, { from: 1, limit: 10 }).map(({ n }) => n)).toEqual([1]);
    journal.append(makeRow(2));
    await journal.flush();
    expect(readFacts(file, { from: 1, limit: 10 }).map(({ n }) => n)).toEqual([1, 2]);
    expect(verifyJournal(file)).toMatchObject({ id: journal.id, records: 2, damage: null });
  });

  it("never jumps over a fact that is gone", async () => {
    const file = makeJournalPath();
    await writeMixed(file);
    tamper(file, "delete from events where seq = 4");
    expect(readFacts(file, { from: 1, limit: 4 })).toHaveLength(4);
    expect(() => readFacts(file, { from: 1, limit: 5 })).toThrow(`Journal ${file}: fact 5 is missing before record 5.`);
    tamper(file, "update events set facts = 'nonsense' where seq = 8");
    expect(() => readFacts(file, { from: 10, limit: 9 })).toThrow("the facts of record 8 can't be read");
  });
});

describe("a journal that can't be opened", () => {
  it("is missing, and made only where that is allowed", async () => {
    const file = makeJournalPath();
    const missing = `Journal ${file} does not exist. Check the path, or let the table make a new journal there.`;
    await expect(openJournal(file, { edition })).rejects.toMatchObject({ name: "JournalUnusable", why: "missing", message: missing });
    expect(() => readFacts(file, { from: 1, limit: 1 })).toThrow(missing);
    expect(() => verifyJournal(file)).toThrow(missing);
    expect(existsSync(file)).toBe(false);
  });

  it("lies in a folder that is not there", async () => {
    const file = path.join(path.dirname(makeJournalPath()), "nowhere", "table.journal");
    await expect(openJournal(file, { edition, create: true })).rejects.toThrow(
      /nowhere\/table\.journal.*can't be opened.*Check that its folder exists/,
    );
  });

  it("is a folder", async () => {
    const file = makeJournalPath();
    mkdirSync(file);
    await expect(openJournal(file, { edition, create: true })).rejects.toThrow(/can't be opened \(SQLITE_/);
  });

  it("was written by a newer release", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 1);
    tamper(file, `update meta set value = '${schemaVersion + 1}' where key = 'schema'`);
    await expect(openJournal(file, { edition })).rejects.toMatchObject({
      why: "newer",
      message: `Journal ${file} was written by a newer Pitwire (schema ${schemaVersion + 1}; this one knows ${schemaVersion}). Install that version again.`,
    });
  });

  it("was written by an older release: it is whole, and is not called damaged", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 1);
    // The tables that the first releases did not have.
    const db = new Database(file);
    db.exec("drop table heads; drop table rounds; drop table editions; update meta set value = '1' where key = 'schema'");
    db.close();
    const older = { name: "JournalUnusable", why: "older", message: expect.stringContaining("Nothing is wrong with it: keep it") };
    await expect(openJournal(file, { edition })).rejects.toMatchObject(older);
    expect(() => verifyJournal(file)).toThrow(expect.objectContaining(older));
  });

  it("has another number for other tables", () => {
    const fingerprint = createHash("sha256").update(schema.replace(/\s+/g, " ")).digest("hex").slice(0, 16);
    // Whoever changes the tables raises `schemaVersion`, and writes both down here.
    expect([schemaVersion, fingerprint]).toEqual([2, "768eb21c42f34218"]);
  });

  it("lost its main file but not the log with its last records", async () => {
    const file = makeJournalPath();
    writeFileSync(`${file}-wal`, "records");
    await expect(openJournal(file, { edition, create: true })).rejects.toThrow(`its last records still lie in ${file}-wal`);
    rmSync(`${file}-wal`);
    const { journal } = await openJournal(file, { edition, create: true });
    await journal.close();
  });

  it("was never finished being made: the next start makes it", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 1);
    renameSync(file, `${file}.new`);
    const { journal } = await openJournal(file, { edition, create: true });
    expect(journal.appended).toBe(0);
    await journal.close();
    expect(existsSync(`${file}.new`)).toBe(false);
  });
});
