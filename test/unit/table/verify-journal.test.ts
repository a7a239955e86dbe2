// A whole shift's journal is verified without a key; whatever is done to it is found and the first bad record named.

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { findGame, type GameEntry, games } from "#games/index";
import { verifyJournal } from "#table/journal";
import { beginChain, hashKey, hashRecord } from "#table/journal-chain";
import { readIdentity } from "#table/journal-file";
import { reportShift } from "#table/shift-report";
import { verifyInFull, whyNotReplayed } from "#table/verify-journal";
import { recordShift, software } from "../../laws/recorded-shift.ts";
import { changeEveryRecord, changeEverythingBeside, mayBeGone, moveEveryRecord } from "../../laws/tampering.ts";
import { makeJournalPath, query, tamper } from "./journal-bed.ts";

const flush = findGame("high-card-flush") as GameEntry;

async function shiftOf(rounds: number): Promise<string> {
  const file = makeJournalPath();
  await recordShift(file, flush, { seed: 5, rounds });
  return file;
}

/** Changes a record and writes all hashes after it anew, as somebody would who knows the format. The signed heads are left. */
function rewrite(file: string, where: string, change: (event: string, facts: string) => readonly [string, string]): number {
  const db = new Database(file);
  try {
    const first = db.prepare<[], number>(`select seq from events where ${where} order by seq limit 1`).pluck().get() as number;
    let { hash } = beginChain(readIdentity(db, file));
    const update = db.prepare("update events set event = ?, facts = ?, prev = ?, hash = ? where seq = ?");
    for (const row of db
      .prepare<[], { seq: number; at: number; edition: string; event: string; facts: string; n: number }>(
        "select * from events order by seq",
      )
      .all()) {
      const sealed = db.prepare<[number], Buffer>("select bytes from sealed where seq = ? order by i").pluck().all(row.seq);
      const [event, facts] = row.seq === first ? change(row.event, row.facts) : [row.event, row.facts];
      const bytes = { edition: Buffer.from(row.edition), event: Buffer.from(event), facts: Buffer.from(facts) };
      const prev = hash;
      hash = hashRecord(prev, { seq: row.seq, at: row.at, n: row.n, ...bytes, sealed });
      update.run(event, facts, prev, hash, row.seq);
    }
    // The hashes of snapshots and keys hang on the records'.
    db.exec("delete from snapshots");
    for (const { era, seq, wrapped } of db.prepare<[], { era: number; seq: number; wrapped: Buffer }>("select * from keys").all()) {
      const of = db.prepare<[number], Buffer>("select hash from events where seq = ?").pluck().get(seq) as Buffer;
      db.prepare("update keys set hash = ? where era = ?").run(hashKey(of, era, wrapped), era);
    }
    return first;
  } finally {
    db.close();
  }
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("a shift of %s", (_id, entry) => {
  it("is replayed and settled again, without a key, to the same state", async () => {
    const file = makeJournalPath();
    const shift = await recordShift(file, entry, { seed: 3, rounds: 6, mistakes: 0.03 });
    const found = verifyInFull(file, { software });
    expect(found.damage).toBeNull();
    expect(found.records).toBe(shift.states.length);
    expect(found.stretches.map(({ from, to, replayed }) => [from, to, replayed])).toEqual([[1, found.records, found.records]]);
    expect(found.settled + found.voided).toBe((JSON.parse(shift.states.at(-1) as string) as { rounds: number }).rounds);
    expect(found.opened).toBeGreaterThan(0);
    const report = reportShift(file, { from: 0, to: Number.MAX_SAFE_INTEGER });
    expect([report.settled, report.voided, report.head?.seq]).toEqual([found.settled, found.voided, found.records]);
  });
});

describe("a shift's journal, changed", () => {
  it("in any byte of any column of any record: all found", async () => {
    const file = await shiftOf(6);
    const { changes, missed } = changeEveryRecord(file);
    expect(missed).toEqual([]);
    expect(changes).toBeGreaterThan(250_000);
  });

  it("in any row beside the records: all found", async () => {
    const { changes, missed } = changeEverythingBeside(await shiftOf(1), 97);
    expect(missed.filter((what) => !mayBeGone(what))).toEqual([]);
    expect(changes).toBeGreaterThan(250);
  });

  it("by a record removed, put in, exchanged or cut off: all found", async () => {
    const { changes, missed } = moveEveryRecord(await shiftOf(1));
    expect(missed).toEqual([]);
    expect(changes).toBeGreaterThan(150);
  });

  it("by somebody who writes all hashes anew: the signatures no longer fit", async () => {
    const file = await shiftOf(2);
    const at = rewrite(file, `event like '%"wager"%'`, (event, facts) => [
      event.replace(/"stake":\d/, '"stake":9'),
      facts.replace(/"stake":\d/, '"stake":9'),
    ]);
    const { damage } = verifyJournal(file);
    expect(damage).toMatchObject({ what: "signature" });
    expect(damage?.seq).toBeGreaterThanOrEqual(at);
  });

  it("so that an event would lead to other facts: the replay names the record", async () => {
    const file = await shiftOf(2);
    const seq = rewrite(file, `facts like '%"wager"%'`, (event, facts) => [event, facts.replace(/"stake":\d/, '"stake":9')]);
    expect(verifyInFull(file, { software }).damage).toMatchObject({ seq, what: "replay" });
  });

  it("so that nobody could play it, with all hashes made anew: named, and no program's words", async () => {
    for (const nonsense of ["xx", "null", "{}", '{"kind":"opened","at":5,"faces":7}']) {
      const file = await shiftOf(2);
      const seq = rewrite(file, `facts like '%"wager"%'`, (_, facts) => [nonsense, facts]);
      expect(verifyInFull(file, { software }).damage).toMatchObject({ seq, what: "replay" });
    }
  });

  it("so that a card is committed to a second time: named", async () => {
    const file = await shiftOf(3);
    const seq = rewrite(file, `event like '{"kind":"held"%' and event like '%"commitment"%' and seq > 40`, (event, facts) => [
      event.replace(/"held":\d+/, '"held":1'),
      facts.replace(/"held":\d+/g, '"held":1'),
    ]);
    expect(verifyInFull(file, { software }).damage?.seq).toBe(seq);
  });

  it("so that another card would have been opened: the commitment names the record", async () => {
    const file = await shiftOf(3);
    // A card that no hand of the record holds: with one twice other facts would follow, and the replay would have found it.
    const other = (text: string): string => {
      const absent = deck52.find((card) => !text.includes(`"${card}"`));
      return text.replace(/("card":"|\[\d+,")(..)"/, (_, before: string) => `${before}${absent}"`);
    };
    const seq = rewrite(file, `event like '{"kind":"opened"%' and facts not like '%},{"n":%'`, (event, facts) => [
      other(event),
      other(facts),
    ]);
    expect(verifyInFull(file, { software }).damage).toMatchObject({ seq, what: "commitment" });
  });

  it("in a snapshot's state, with its hash made anew: the replay names it", async () => {
    const file = await shiftOf(2);
    tamper(
      file,
      "update snapshots set state = replace(state, '\"open\":true', '\"open\":false') where seq = (select max(seq) from snapshots)",
    );
    expect(verifyJournal(file).damage).toMatchObject({ what: "snapshot" });
  });
});

describe("a journal of another release", () => {
  it("is hashed, and it is said which release replays it", async () => {
    const file = await shiftOf(1);
    const found = verifyInFull(file, { software: "9.9.9" });
    expect(found.damage).toBeNull();
    expect(found.stretches).toHaveLength(1);
    const [stretch] = found.stretches;
    expect(stretch?.replayed).toBe(0);
    expect(stretch && whyNotReplayed(stretch, "9.9.9")).toBe(`hashes only; Pitwire ${software} replays it`);
  });

  it("whose description is gone or changed is not taken for whole", async () => {
    const gone = await shiftOf(1);
    tamper(gone, "delete from editions");
    expect(verifyInFull(gone, { software }).damage).toMatchObject({ seq: 1, what: "beside" });
    const changed = await shiftOf(1);
    tamper(changed, "update editions set content = replace(content, 'test 1', 'test 2')");
    expect(verifyInFull(changed, { software }).damage).toMatchObject({ what: "beside" });
  });

  it("names every record's edition once", async () => {
    const file = await shiftOf(1);
    expect(query(file, "select count(*) as names from editions")).toEqual([{ names: 1 }]);
  });
});
