import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JournalDamaged, openJournal, readFacts, verifyJournal } from "#table/journal";
import { beginChain, hashRecord, hashSnapshot } from "#table/journal-chain";
import { openReading, readIdentity } from "#table/journal-file";
import { inspectJournal, readStart, rowsSince } from "#table/journal-reader";
import { edition, makeJournalPath, makeRow, query, tamper, writeJournal } from "./journal-bed.ts";

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** What a table would start from, read without opening the journal for writing. */
function readAll(file: string) {
  const db = openReading(file);
  try {
    const start = readStart(db, file);
    return { snapshot: start.snapshot, rows: [...rowsSince(db, file, start)] };
  } finally {
    db.close();
  }
}

/** Every row of a journal, as a start without a snapshot reads them. */
function readEvery(file: string) {
  const db = openReading(file);
  try {
    const start = readStart(db, file);
    return [...rowsSince(db, file, { ...start, snapshot: null, base: beginChain(readIdentity(db, file)) })];
  } finally {
    db.close();
  }
}

/** Ten rows with a snapshot after the fourth; every third has sealed records. */
async function makeJournal(): Promise<string> {
  const file = makeJournalPath();
  await writeJournal(file, 10, (seq) => ({
    ...(seq === 4 && { snapshot: '{"round":4}' }),
    ...(seq % 3 === 0 && { sealed: [Buffer.alloc(48, seq), Buffer.alloc(48, seq + 100)] }),
  }));
  return file;
}

describe("the chain", () => {
  it("is SHA-256 over length-prefixed fields, as its description says", async () => {
    const file = makeJournalPath();
    const sealed = [Buffer.from("first"), Buffer.from("second")];
    await writeJournal(file, 3, (seq) => (seq === 2 ? { event: '{"who":"Łódź 🂡"}', sealed, snapshot: '{"s":"ä"}' } : {}));
    const meta = query(file, "select value from meta where key in ('journal', 'created') order by key desc") as { value: string }[];
    let prev = sha256(...meta.map(({ value }) => text(value)));
    for (const seq of [1, 2, 3]) {
      const row = makeRow(seq, seq === 2 ? { event: '{"who":"Łódź 🂡"}' } : {});
      const blobs = seq === 2 ? sealed.map((blob) => sha256(blob)) : [];
      const hash = sha256(prev, number(seq), number(row.at), text(edition), text(row.event), text(row.facts), number(row.n), ...blobs);
      expect(query(file, `select prev, hash from events where seq = ${seq}`)).toEqual([{ prev, hash }]);
      if (seq === 2) expect(query(file, "select hash from snapshots")).toEqual([{ hash: sha256(hash, number(2), text('{"s":"ä"}')) }]);
      prev = hash;
    }
  });

  it("gives no two different records the same bytes", () => {
    const content = fc.record({
      seq: fc.nat({ max: 3 }),
      at: fc.nat({ max: 3 }),
      edition: fc.string({ maxLength: 3 }).map((s) => Buffer.from(s)),
      event: fc.string({ maxLength: 3 }).map((s) => Buffer.from(s)),
      facts: fc.string({ maxLength: 3 }).map((s) => Buffer.from(s)),
      n: fc.nat({ max: 3 }),
      sealed: fc.array(
        fc.string({ maxLength: 2 }).map((s) => Buffer.from(s)),
        { maxLength: 2 },
      ),
    });
    const { hash: prev } = beginChain({ id: "0123456789abcdef", created: "2026-11-30T00:00:00.000Z" });
    fc.assert(
      fc.property(content, content, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(hashRecord(prev, one).equals(hashRecord(prev, other))).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
    expect(hashSnapshot(prev, 1, Buffer.from("a"))).not.toEqual(hashSnapshot(prev, 2, Buffer.from("a")));
  });
});

describe("a damaged journal", () => {
  const flips: readonly (readonly [column: string, sql: string])[] = [
    ["at", "update events set at = at + 1 where seq = 7"],
    ["edition", "update events set edition = '0.1.0/hcf@4' where seq = 7"],
    ["event", "update events set event = replace(event, 'held', 'hel`') where seq = 7"],
    ["facts", "update events set facts = replace(facts, 'card', 'cart') where seq = 7"],
    ["n", "update events set n = 1 where seq = 7"],
    ["prev", "update events set prev = zeroblob(32) where seq = 7"],
    ["hash", "update events set hash = zeroblob(32) where seq = 7"],
    ["hash, cut", "update events set hash = substr(hash, 1, 31) where seq = 7"],
  ];
  for (const [column, sql] of flips) {
    it(`names the row whose ${column} was changed`, async () => {
      const file = await makeJournal();
      tamper(file, sql);
      const refusal = await openJournal(file, { edition }).catch((error) => error);
      expect(refusal).toBeInstanceOf(JournalDamaged);
      expect(refusal.message).toBe(
        `Journal ${file}: record 7 does not match its hash. Keep the file as evidence; move it away to start a new journal, or restore a copy.`,
      );
      expect(refusal.damage).toMatchObject({ seq: 7, what: "changed" });
      expect(verifyJournal(file)).toMatchObject({ records: 6, damage: { seq: 7, what: "changed" } });
    });
  }

  const others: readonly (readonly [name: string, sql: string, seq: number, what: string])[] = [
    ["a sealed record's bytes", "update sealed set bytes = zeroblob(48) where seq = 6 and i = 1", 6, "changed"],
    ["a sealed record's place", "update sealed set i = 5 where seq = 6 and i = 1", 6, "changed"],
    ["a sealed record gone", "delete from sealed where seq = 6 and i = 0", 6, "changed"],
    ["a sealed record moved to another row", "update sealed set seq = 7, i = 0 where seq = 6 and i = 1", 6, "changed"],
    ["a sealed record added", "insert into sealed values (8, 0, x'00')", 8, "changed"],
    ["a missing row", "delete from events where seq = 8", 8, "missing"],
    ["the state of the snapshot", `update snapshots set state = '{"round":5}'`, 4, "snapshot"],
    ["the fact number of the snapshot", "update snapshots set n = 5", 4, "snapshot"],
    ["the hash of the snapshot", "update snapshots set hash = zeroblob(32)", 4, "snapshot"],
    ["a snapshot that belongs to another row", "update snapshots set seq = 5", 5, "snapshot"],
    ["the row of the snapshot, gone", "delete from events where seq = 4", 4, "missing"],
    ["the row of the snapshot, changed", "update events set facts = '[]' where seq = 4", 4, "changed"],
    ["an outbox ahead of the facts", "insert into cursors values ('mqtt', 11, x'00')", 11, "truncated"],
    [
      "a row before the first",
      "insert into events select 0, at, edition, event, facts, 99, prev, hash from events where seq = 5",
      0,
      "beside",
    ],
    [
      "a row far before the first",
      "insert into events select -7, at, edition, event, facts, n, prev, hash from events where seq = 5",
      -7,
      "beside",
    ],
  ];
  for (const [name, sql, seq, what] of others) {
    it(`is refused: ${name}`, async () => {
      const file = await makeJournal();
      tamper(file, sql);
      await expect(openJournal(file, { edition })).rejects.toMatchObject({ name: "JournalDamaged", damage: { seq, what } });
    });
  }

  it("whose end is cut off is shown by an outbox that has sent more", async () => {
    const file = makeJournalPath();
    const { journal } = await openJournal(file, { edition, create: true });
    for (let seq = 1; seq <= 10; seq++) journal.append(makeRow(seq));
    journal.setCursor("mqtt", 9);
    await journal.close();
    expect(verifyJournal(file).damage).toBeNull();
    tamper(file, "delete from events where seq > 6");
    expect(verifyJournal(file).damage).toMatchObject({ seq: 7, what: "truncated" });
  });

  it("shows a row before the first to verify, and serves none of its facts", async () => {
    const file = await makeJournal();
    tamper(file, "insert into events select 0, at, edition, event, facts, 99, prev, hash from events where seq = 5");
    expect(verifyJournal(file).damage).toMatchObject({ seq: 0, what: "beside" });
    expect(readFacts(file, { from: 1, limit: 1000 }).map(({ n }) => n)).not.toContain(99);
  });

  it("shows rows that changed places", async () => {
    const file = await makeJournal();
    tamper(file, "update events set seq = -1 where seq = 7");
    tamper(file, "update events set seq = 7 where seq = 8");
    tamper(file, "update events set seq = 8 where seq = -1");
    const { damage } = verifyJournal(file);
    expect(damage).toEqual({ seq: 7, what: "reordered", sentence: "record 7 is out of order: the one that belongs here lies at 8" });
    await expect(openJournal(file, { edition })).rejects.toMatchObject({ damage });
  });

  it("shows rows before the snapshot to verify, and still starts without them", async () => {
    const file = await makeJournal();
    tamper(file, "update events set event = '{}' where seq = 2");
    expect(verifyJournal(file)).toMatchObject({ records: 1, damage: { seq: 2, what: "changed" } });
    const { journal } = await openJournal(file, { edition });
    await journal.close();
  });

  it("shows another journal's rows by its id", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 2);
    tamper(file, "update meta set value = '0123456789abcdef' where key = 'journal'");
    await expect(openJournal(file, { edition })).rejects.toMatchObject({ damage: { seq: 1, what: "changed" } });
    tamper(file, "update meta set value = 'x' where key = 'journal'");
    await expect(openJournal(file, { edition })).rejects.toThrow("its id can't be read");
  });

  it("shows a cut or rewritten end against a published head", async () => {
    const file = await makeJournal();
    const { head: expected } = verifyJournal(file);
    expect(expected.seq).toBe(10);
    tamper(file, "delete from events where seq = 10");
    expect(verifyJournal(file).damage).toBeNull();
    expect(verifyJournal(file, { heads: [expected] })).toMatchObject({ records: 9, damage: { seq: 10, what: "truncated" } });
    const { journal } = await openJournal(file, { edition });
    journal.append(makeRow(10, { event: '{"kind":"another"}' }));
    await journal.close();
    expect(verifyJournal(file).damage).toBeNull();
    expect(verifyJournal(file, { heads: [expected] })).toMatchObject({ records: 9, damage: { seq: 10, what: "rewritten" } });
  });

  it("shows sealed records without a row, old snapshots and a wrong index to verify", async () => {
    const orphan = await makeJournal();
    tamper(orphan, "insert into sealed values (40, 0, x'00')");
    expect(verifyJournal(orphan)).toMatchObject({ records: 10, damage: { seq: 40, what: "missing" } });

    const snapshot = makeJournalPath();
    await writeJournal(snapshot, 6, (seq) => (seq % 3 === 0 ? { snapshot: "{}" } : {}));
    tamper(snapshot, "update snapshots set state = '[]' where seq = 3");
    expect(verifyJournal(snapshot)).toMatchObject({ damage: { seq: 3, what: "snapshot" } });

    const index = await makeJournal();
    const db = new Database(index);
    db.unsafeMode();
    db.pragma("writable_schema = on");
    db.exec("update sqlite_schema set sql = 'create index events_n on events(at) where facts <> ''[]''' where name = 'events_n'");
    db.close();
    expect(verifyJournal(index)).toMatchObject({ records: 10, damage: { what: "index" } });
  });

  it("keeps every byte as evidence when it is refused", async () => {
    const file = await makeJournal();
    tamper(file, "update events set event = '{}' where seq = 7");
    const before = readFileSync(file);
    await expect(openJournal(file, { edition })).rejects.toBeInstanceOf(JournalDamaged);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`) && readFileSync(`${file}-wal`).length > 0).toBe(false);
  });

  it("is never taken for whole, whichever byte of the file flips", async () => {
    const file = await makeJournal();
    const whole = readFileSync(file);
    const wanted = readAll(file);
    const fromTheFirst = { snapshot: null, rows: readEvery(file) };
    const refusals = new Set<string>();
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (position, mask) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(position) ^ mask, position);
        writeFileSync(file, bytes);
        try {
          inspectJournal(file);
        } catch (error) {
          // SQLite refuses by itself what its header does not allow; the rest is found by the hashes.
          expect((error as Error).name).toMatch(/^Journal(Damaged|Unusable)$/);
          refusals.add((error as Error).name);
          return;
        }
        const read = readAll(file);
        // Without its snapshot a journal starts from its first record: more to replay, and nothing lost.
        expect(read).toEqual(read.snapshot === null ? fromTheFirst : wanted);
      }),
      {
        numRuns: 1_500,
        examples: [
          [8196, 1],
          [8218, 72],
          [8219, 72],
          [3309, 1],
          [24580, 1],
        ],
      },
    );
    expect(refusals).toContain("JournalDamaged");
  });

  it("says what SQLite can't read, and from which row on", async () => {
    const file = makeJournalPath();
    await writeJournal(file, 400, () => ({ event: JSON.stringify({ filler: "x".repeat(300) }) }));
    const [{ pageno = 0 } = {}] = query(
      file,
      "select max(pageno) as pageno from dbstat where name = 'events' and pagetype = 'leaf' and ncell > 2",
    ) as {
      pageno?: number;
    }[];
    const bytes = readFileSync(file);
    bytes.fill(0xff, (pageno - 1) * 4096, (pageno - 1) * 4096 + 64);
    writeFileSync(file, bytes);
    const refusal = await openJournal(file, { edition }).catch((error) => error);
    expect(refusal).toBeInstanceOf(JournalDamaged);
    expect(refusal.damage.what).toBe("unreadable");
    expect(refusal.message).toMatch(/record \d+ can't be read \(SQLITE_CORRUPT.*: database disk image is malformed\)/);
    const { records, damage } = verifyJournal(file);
    expect(damage).toMatchObject({ what: "unreadable", seq: records + 1 });
    expect(records).toBeGreaterThan(300);
  });

  it("is a file that is no journal, or the half of one", async () => {
    const half = await makeJournal();
    truncateSync(half, 8192);
    await expect(openJournal(half, { edition })).rejects.toMatchObject({ name: "JournalDamaged", damage: { what: "unreadable" } });
    const empty = makeJournalPath();
    writeFileSync(empty, "");
    await expect(openJournal(empty, { edition, create: true })).rejects.toMatchObject({ name: "JournalDamaged" });
    const other = makeJournalPath();
    appendFileSync(other, "not a journal at all, but a text of some length. ".repeat(200));
    await expect(openJournal(other, { edition, create: true })).rejects.toThrow(/SQLITE_NOTADB.*Keep the file as evidence/);
  });
});
