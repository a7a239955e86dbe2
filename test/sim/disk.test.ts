// The simulator's disk is as durable as the real journal: what one gives back after a restart the other does.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chanceOf } from "#sim/chance";
import { createDisk, type Weather } from "#sim/disk";
import { createVirtualTime } from "#sim/virtual-time";
import { type OpenedJournal, openJournal, type Row, type Trouble } from "#table/journal";

const edition = { name: "test", content: '{"test":1}' };
const calm: Weather = { commitMs: () => 1, splits: (rows) => rows, trouble: () => null };

/** A row as a table writes them: some begin an era and forget the one before, some have a snapshot, facts or sealed records. */
function rowsFor(seed: number, count: number): readonly Row[] {
  const chance = chanceOf(seed);
  let n = 0;
  let era = 0;
  return Array.from({ length: count }, (_, i): Row => {
    const facts = Array.from({ length: chance.between(0, 3) }, () => {
      n++;
      return `{"n":${n},"at":${1000 + i},"round":1,"kind":"seat","seat":1,"sitting":true}`;
    });
    const begins = i === 0 || chance.hits(0.15);
    if (begins) era++;
    return {
      at: 1000 + i,
      event: `{"kind":"deadline","at":${1000 + i}}`,
      facts: `[${facts.join(",")}]`,
      n,
      ...(chance.hits(0.3) && { sealed: [chance.bytes(60)] }),
      ...(begins && { key: { era, wrapped: chance.bytes(60) }, ...(era > 1 && { dropKey: era - 1 }) }),
      ...(chance.hits(0.1) && { snapshot: `{"after":${i}}` }),
    };
  });
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** All that a start asks of a journal. */
function contentOf(opened: OpenedJournal) {
  const { journal, snapshot, keys, editions } = opened;
  // The cards of a snapshot's era are asked for, as long as its key is there.
  const key = keys.find(({ seq }) => snapshot !== null && seq <= snapshot.seq);
  return {
    seqs: [journal.appended, journal.committed],
    cursor: journal.cursor("mqtt"),
    last: opened.last(),
    snapshot,
    editions: [...editions],
    keys: keys.map(({ era, seq, wrapped }) => ({ era, seq, wrapped: hex(wrapped) })),
    rows: [...opened.rows].map((row) => ({ ...row, sealed: row.sealed.map(hex) })),
    sealed: (snapshot && key ? opened.sealedBetween(key.seq, snapshot.seq) : []).map(({ seq, bytes }) => ({ seq, bytes: hex(bytes) })),
  };
}

describe("the disk of the simulator", () => {
  it("gives back after a restart what the real journal does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pitwire-disk-"));
    try {
      for (const seed of [1, 2, 3, 4]) {
        const rows = rowsFor(seed, 20 + seed * 11);
        const file = join(folder, `${seed}.sqlite`);
        const open = () => openJournal(file, { edition: edition.name, content: edition.content, create: true });
        const real = (await open()).journal;
        for (const row of rows) real.append(row);
        real.setCursor("mqtt", 3);
        await real.flush();
        await real.close();
        const time = createVirtualTime();
        const disk = createDisk("0123456789abcdef", calm);
        const { journal } = disk.open(time.lifetime(), edition);
        for (const row of rows) journal.append(row);
        journal.setCursor("mqtt", 3);
        while (time.step());
        disk.crash(false);
        const again = await open();
        expect(contentOf(disk.open(time.lifetime(), edition)), `seed ${seed}`).toEqual(contentOf(again));
        await again.journal.close();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("keeps whole transactions, the first rows first, and nothing that was not committed", () => {
    const rows = rowsFor(5, 60);
    for (let seed = 1; seed <= 40; seed++) {
      const chance = chanceOf(seed);
      const time = createVirtualTime();
      const weather: Weather = { ...calm, commitMs: () => chance.between(1, 20), splits: (all) => chance.between(1, all) };
      const disk = createDisk("0123456789abcdef", weather);
      const life = time.lifetime();
      const { journal } = disk.open(life, edition);
      let told = 0;
      journal.onCommitted((seq) => {
        told = seq;
      });
      for (const [i, row] of rows.entries()) time.after(i * 2, () => journal.append(row));
      const end = chance.between(1, 120);
      time.after(end, () => life.end());
      while (time.now() < end && time.step());
      const before = disk.rows;
      expect(before).toBe(told);
      disk.crash(chance.hits(0.5));
      // A transaction under way was committed or not; what had been told is there in any case.
      expect(disk.rows).toBeGreaterThanOrEqual(told);
      expect(disk.rows).toBeLessThanOrEqual(journal.appended);
      const again = disk.open(time.lifetime(), edition);
      expect(again.journal.committed).toBe(disk.rows);
      expect([...again.rows].at(-1)?.seq ?? again.snapshot?.seq ?? 0).toBe(disk.rows);
    }
  });

  it("keeps what a full disk refused, and says so, until it takes it", () => {
    const time = createVirtualTime();
    let trouble: Trouble | null = { code: "SQLITE_FULL", message: "The disk is full." };
    const disk = createDisk("0123456789abcdef", { ...calm, trouble: () => trouble });
    const { journal } = disk.open(time.lifetime(), edition);
    for (const row of rowsFor(6, 10)) journal.append(row);
    while (time.now() < 3000 && time.step());
    expect([disk.rows, journal.status().state]).toEqual([0, "failing"]);
    trouble = null;
    while (time.step());
    expect([disk.rows, journal.status().state]).toEqual([10, "ok"]);
  });
});
