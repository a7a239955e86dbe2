import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type JournalStatus, JournalUnusable, openJournal, type Row, readFacts, verifyJournal } from "#table/journal";
import { bundle } from "../../bundle.ts";
import { edition, makeJournalPath, makeRow, query, writeJournal } from "./journal-bed.ts";

describe("a journal", () => {
  it("is made once, and keeps its id", async () => {
    const file = makeJournalPath();
    const first = await openJournal(file, { edition, create: true });
    expect(first.journal.id).toMatch(/^[0-9a-f]{16}$/);
    expect(first.journal).toMatchObject({ appended: 0, committed: 0 });
    expect(first.snapshot).toBeNull();
    expect([...first.rows]).toEqual([]);
    await first.journal.close();
    const second = await openJournal(file, { edition, create: true });
    expect(second.journal.id).toBe(first.journal.id);
    await second.journal.close();
  });

  it("is readable by its owner alone, and one file when it is closed", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    journal.append(makeRow(1));
    await journal.flush();
    const folder = path.dirname(file);
    expect(readdirSync(folder).toSorted()).toEqual(["", "-shm", "-wal", ".lock"].map((end) => `table.journal${end}`));
    for (const name of readdirSync(folder)) expect([name, statSync(path.join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    await journal.close();
    expect(readdirSync(folder).toSorted()).toEqual(["table.journal", "table.journal.lock"]);
  });

  it("gives back every row as it was written", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 50 });
    const arbitraryRow = fc.record(
      {
        at: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        event: text,
        facts: text.map((inside) => `[${JSON.stringify(inside)}]`),
        n: fc.constant(0),
        sealed: fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 3 }),
      },
      { requiredKeys: ["at", "event", "facts", "n"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 30 }), async (rows) => {
        const file = makeJournalPath();
        // A ring that holds only a few of the rows, so that most wait in the queue first.
        const { journal } = await openJournal(file, { edition, create: true, limits: { ringBytes: 4096 } });
        expect(rows.map((row) => journal.append(row as Row))).toEqual(rows.map((_, i) => i + 1));
        await journal.close();
        const again = await openJournal(file, { edition });
        const stored = [...again.rows].map((row) => ({ ...row, sealed: row.sealed.map((blob) => [...blob]) }));
        expect(stored).toEqual(
          rows.map((row, i) => ({
            sealed: [],
            ...row,
            seq: i + 1,
            edition,
            ...(row.sealed && { sealed: row.sealed.map((blob) => [...blob]) }),
          })),
        );
        expect(again.sealedBetween(1, 1).map(({ bytes }) => bytes)).toEqual((rows[0]?.sealed ?? []).map((blob) => Buffer.from(blob)));
        await again.journal.close();
        expect(verifyJournal(file)).toMatchObject({ records: rows.length, damage: null });
      }),
      { numRuns: 25 },
    );
  });

  it("commits what is given in one turn together, and says so once", async () => {
    const { journal } = await openJournal(makeJournalPath(), { edition, create: true });
    onTestFinished(() => journal.close());
    const heard: number[] = [];
    journal.onCommitted((seq) => heard.push(seq));
    for (let seq = 1; seq <= 500; seq++) journal.append(makeRow(seq));
    expect(journal).toMatchObject({ appended: 500, committed: 0 });
    await journal.flush();
    expect(heard).toEqual([500]);
    expect(journal.committed).toBe(500);
  });

  it("says what is committed only once a reader can see it", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    const seen: [number, number][] = [];
    journal.onCommitted((seq) => {
      seen.push([seq, readFacts(file, { from: seq, limit: 1 }).length]);
      if (journal.appended < 40) journal.append(makeRow(journal.appended + 1));
    });
    journal.append(makeRow(1));
    await vi.waitFor(() => expect(seen).toHaveLength(40), { timeout: 20_000 });
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => [i + 1, 1]));
  });

  it("hands on the head of the chain, which verify can expect", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    const heads = [journal.head()];
    for (let seq = 1; seq <= 3; seq++) {
      journal.append(makeRow(seq));
      await journal.flush();
      heads.push(journal.head());
    }
    await journal.close();
    expect(heads.map((head) => head.seq)).toEqual([0, 1, 2, 3]);
    expect(query(file, "select hash from events order by seq")).toEqual(heads.slice(1).map(({ hash }) => ({ hash })));
    for (const expected of heads.slice(1)) expect(verifyJournal(file, { heads: [expected] }).damage).toBeNull();
  });

  it("keeps a signature under a record that is on the disk, though nobody has been told of it yet", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    journal.append(makeRow(1));
    await journal.flush();
    journal.append(makeRow(2));
    // This thread is given no rest to hear of the commit in, as a table that is busy.
    await Promise.resolve();
    const until = performance.now() + 10_000;
    while (journal.head().seq < 2 && performance.now() < until);
    expect([journal.head().seq, journal.committed]).toEqual([2, 1]);
    const key = { signer: new Uint8Array(32).fill(1), signature: new Uint8Array(64).fill(2) };
    journal.keepHead({ seq: 2, ...key });
    expect(() => journal.keepHead({ seq: 3, ...key })).toThrow("a head is kept of a committed record");
    await journal.close();
    expect(query(file, "select seq, length(signature) as length from heads")).toEqual([{ seq: 2, length: 64 }]);
  });

  it("starts from its newest snapshot, and keeps the last two and the first of its edition", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 12, (seq) => (seq % 3 === 0 ? { snapshot: `{"after":${seq}}` } : {}));
    await writeJournal(file, 14);
    const { journal, snapshot, rows } = await openJournal(file, { edition });
    expect(snapshot).toEqual({ seq: 12, n: 12, state: '{"after":12}' });
    expect([...rows].map((row) => row.seq)).toEqual([13, 14]);
    expect([...rows]).toHaveLength(2);
    expect(journal.append(makeRow(15))).toBe(15);
    await journal.close();
    expect(query(file, "select seq from snapshots")).toEqual([{ seq: 3 }, { seq: 9 }, { seq: 12 }]);
  });

  it("keeps keys until they are dropped, and then leaves none of their bytes behind", async () => {
    const file = makeJournalPath();
    const secret = Buffer.from("the wrapped key of round seven.");
    const { journal } = await openJournal(file, { edition, create: true });
    journal.append(makeRow(1, { key: { era: 6, wrapped: Buffer.from("first wrapping") } }));
    journal.append(makeRow(2, { key: { era: 7, wrapped: secret } }));
    journal.append(makeRow(3, { key: { era: 6, wrapped: Buffer.from("second wrapping") } }));
    await journal.flush();
    const isStored = () => [file, `${file}-wal`].some((part) => existsSync(part) && readFileSync(part).includes(secret));
    await journal.close();
    expect(isStored()).toBe(true);

    const again = await openJournal(file, { edition });
    expect(again.keys.map(({ era, wrapped }) => [era, wrapped.toString()])).toEqual([
      [6, "second wrapping"],
      [7, secret.toString()],
    ]);
    again.journal.append(makeRow(4, { dropKey: 7 }));
    await again.journal.close();
    expect(isStored()).toBe(false);
    expect(query(file, "select era from keys")).toEqual([{ era: 6 }]);
  });

  it("remembers how far each outbox has come", async () => {
    const file = makeJournalPath();
    const first = await openJournal(file, { edition, create: true });
    expect(first.journal.cursor("mqtt")).toBe(0);
    first.journal.append(makeRow(1));
    first.journal.append(makeRow(2));
    first.journal.setCursor("mqtt", 1);
    first.journal.setCursor("mqtt", 2);
    first.journal.setCursor("site", 1);
    expect(first.journal.cursor("mqtt")).toBe(2);
    expect(() => first.journal.setCursor("mqtt", 3)).toThrow("outbox mqtt can't have sent fact 3");
    await first.journal.close();
    const second = await openJournal(file, { edition });
    expect([second.journal.cursor("mqtt"), second.journal.cursor("site")]).toEqual([2, 1]);
    await second.journal.close();
  });

  it("writes a cursor by itself when no row comes", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    journal.append(makeRow(1));
    await journal.flush();
    journal.setCursor("mqtt", 1);
    expect(query(file, "select name, n from cursors")).toEqual([]);
    await vi.waitFor(() => expect(query(file, "select name, n from cursors")).toEqual([{ name: "mqtt", n: 1 }]), { timeout: 20_000 });
  });

  it("says that it is full, takes the rest of the turn all the same and loses nothing", async () => {
    const file = makeJournalPath();
    const limits = { ringBytes: 4096, queueRows: 100 };
    const { journal } = await openJournal(file, { edition, create: true, limits });
    const states: JournalStatus["state"][] = [];
    journal.onStatus((status) => states.push(status.state));
    let seq = 0;
    while (journal.status().state === "ok") journal.append(makeRow(++seq));
    expect(journal.status()).toEqual({ state: "full", trouble: null });
    for (let more = 0; more < 50; more++) journal.append(makeRow(++seq));
    await journal.flush();
    expect(states).toEqual(["full", "ok"]);
    expect(journal.committed).toBe(seq);
    await journal.close();
    expect(readFacts(file, { from: 1, limit: 1_000 }).map(({ n }) => n)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  });

  it("is full by bytes as well as by rows", async () => {
    const limits = { ringBytes: 4096, queueBytes: 10_000 };
    const { journal } = await openJournal(makeJournalPath(), { edition, create: true, limits });
    onTestFinished(() => journal.close());
    for (let seq = 1; seq <= 6; seq++) journal.append(makeRow(seq, { event: `"${"x".repeat(3_000)}"` }));
    expect(journal.status().state).toBe("full");
    await journal.flush();
    expect(journal.status().state).toBe("ok");
  });

  it("stops a table that goes on although it is full", async () => {
    const { journal } = await openJournal(makeJournalPath(), { edition, create: true, limits: { ringBytes: 4096, queueRows: 10 } });
    onTestFinished(() => journal.close());
    expect(() => {
      for (let seq = 1; seq <= 100; seq++) journal.append(makeRow(seq));
    }).toThrow("the table went on although its journal was full");
  });

  it("refuses rows that can't be right", async () => {
    const { journal } = await openJournal(makeJournalPath(), { edition, create: true, limits: { ringBytes: 4096 } });
    journal.append(makeRow(5));
    expect(() => journal.append(makeRow(4))).toThrow("a row with fact 4 after fact 5");
    expect(() => journal.append(makeRow(6, { at: 1.5 }))).toThrow("whole numbers");
    expect(() => journal.append(makeRow(6, { n: -1 }))).toThrow("whole numbers");
    expect(() => journal.append(makeRow(6, { facts: "{}" }))).toThrow("JSON array");
    expect(() => journal.append(makeRow(6, { event: "x".repeat(5_000) }))).toThrow("the ring holds 4096");
    expect(journal.append(makeRow(6))).toBe(2);
    await journal.close();
    expect(() => journal.append(makeRow(7))).toThrow("closed");
    expect(() => journal.setCursor("mqtt", 1)).toThrow("closed");
    await expect(journal.close()).rejects.toThrow("closed once");
  });

  it("serves many tables on one thread", async () => {
    const files = Array.from({ length: 8 }, makeJournalPath);
    const opened = await Promise.all(files.map((file) => openJournal(file, { edition, create: true })));
    for (let seq = 1; seq <= 50; seq++) for (const { journal } of opened) journal.append(makeRow(seq));
    await Promise.all(opened.map(({ journal }) => journal.flush()));
    await opened[0]?.journal.close();
    for (const { journal } of opened.slice(1)) journal.append(makeRow(51));
    await Promise.all(opened.slice(1).map(({ journal }) => journal.close()));
    expect(files.map((file) => verifyJournal(file).records)).toEqual([50, 51, 51, 51, 51, 51, 51, 51]);
    expect(new Set(files.map((file) => verifyJournal(file).id)).size).toBe(8);
  });
});

describe("the journal thread", () => {
  it("waits for a disk that refuses, says so, and loses nothing", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    const states: JournalStatus[] = [];
    journal.onStatus((status) => states.push(status));
    const other = new Database(file);
    other.exec("begin immediate");
    journal.append(makeRow(1));
    await vi.waitFor(() => expect(journal.status()).toMatchObject({ state: "failing", code: "SQLITE_BUSY" }), { timeout: 20_000 });
    for (let seq = 2; seq <= 10; seq++) journal.append(makeRow(seq));
    journal.setCursor("mqtt", 1);
    expect(journal.committed).toBe(0);
    other.exec("rollback");
    other.close();
    await journal.flush();
    await vi.waitFor(() => expect(journal.status()).toEqual({ state: "ok" }), { timeout: 20_000 });
    expect(states.map(({ state }) => state)).toEqual(["failing", "ok"]);
    expect(states[0]).toMatchObject({
      message: expect.stringMatching(`^Journal ${file} can't be written .*Check its disk. Nothing is lost`),
    });
    expect(readFacts(file, { from: 1, limit: 20 }).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each(["gone", "another one"])("writes nothing where its file is %s, and goes on when it is back", async (how) => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    journal.append(makeRow(1));
    await journal.flush();
    renameSync(file, `${file}.away`);
    if (how !== "gone") copyFileSync(`${file}.away`, file);
    // Where it lies is looked at now and then: what is written in between is in the file that was moved.
    let seq = 1;
    await vi.waitFor(
      () => {
        journal.append(makeRow(++seq));
        expect(journal.status()).toMatchObject({ state: "failing", code: "SQLITE_READONLY_DBMOVED" });
      },
      { timeout: 20_000 },
    );
    const { committed } = journal;
    expect(committed).toBeLessThan(seq);
    renameSync(`${file}.away`, file);
    await journal.flush();
    expect(readFacts(file, { from: 1, limit: 1000 }).length).toBe(seq);
  });

  it("goes on with other tables while one disk refuses", async () => {
    const file = makeJournalPath();
    const { journal: stuck } = await openJournal(file, { edition, create: true });
    const { journal: free } = await openJournal(makeJournalPath(), { edition, create: true });
    const other = new Database(file);
    other.exec("begin immediate");
    stuck.append(makeRow(1));
    await vi.waitFor(() => expect(stuck.status().state).toBe("failing"), { timeout: 20_000 });
    for (let seq = 1; seq <= 20; seq++) {
      free.append(makeRow(seq));
      await free.flush();
    }
    expect([stuck.committed, free.committed]).toEqual([0, 20]);
    other.close();
    await stuck.flush();
    await Promise.all([stuck.close(), free.close()]);
  });

  it("keeps the log short", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    for (let group = 0; group < 300; group++) {
      for (let i = 0; i < 50; i++) journal.append(makeRow(journal.appended + 1, { event: `"${"x".repeat(400)}"` }));
      await journal.flush();
    }
    const stored = statSync(file).size;
    expect(stored).toBeGreaterThan(2_000_000);
    expect(statSync(`${file}-wal`).size).toBeLessThan(9_000 * 4_096);
  });

  it("empties the log of a dropped key as soon as no reader is in the way", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    onTestFinished(() => journal.close());
    const secret = Buffer.from("the wrapped key of round seven.");
    journal.append(makeRow(1, { key: { era: 7, wrapped: secret } }));
    await journal.flush();
    const reader = new Database(file, { readonly: true });
    reader.exec("begin");
    reader.prepare("select * from keys").all();
    journal.append(makeRow(2, { dropKey: 7 }));
    await journal.flush();
    expect(readFileSync(`${file}-wal`).includes(secret)).toBe(true);
    reader.exec("commit");
    reader.close();
    await vi.waitFor(() => expect(statSync(`${file}-wal`).size).toBe(0), { timeout: 20_000 });
    expect(journal.status()).toEqual({ state: "ok" });
  });
});

describe("the lock of a journal", () => {
  it("names the process that writes, this one included", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    await expect(openJournal(file, { edition })).rejects.toThrow(
      `Journal ${file} is being written by process ${process.pid}. A table can run once only: stop that process first.`,
    );
    journal.append(makeRow(1));
    await journal.close();
    const again = await openJournal(file, { edition });
    expect(again.journal.committed).toBe(1);
    await again.journal.close();
  });

  it("is the same by whatever name the journal is opened", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    symlinkSync(file, `${file}.link`);
    await expect(openJournal(`${file}.link`, { edition })).rejects.toThrow(`Journal ${file} is being written by process ${process.pid}`);
    await journal.close();
  });

  it("ends with its process", async () => {
    const file = makeJournalPath();
    const program = await bundle(path.join(import.meta.dirname, "journal-holder.mjs"));
    const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"], env: {} });
    await once(child.stdout, "data");
    const refusal = await openJournal(file, { edition }).catch((error) => error);
    expect(refusal).toBeInstanceOf(JournalUnusable);
    expect(refusal).toMatchObject({ why: "held", message: expect.stringContaining(`by process ${child.pid}.`) });
    child.kill("SIGKILL");
    await once(child, "exit");
    const { journal, rows } = await openJournal(file, { edition });
    expect([...rows].map((row) => row.edition)).toEqual(["child"]);
    await journal.close();
  });
});
