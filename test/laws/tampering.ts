// Every change that can be made to a journal, made one after the other; each must be found. Counted, so that a matrix that shrinks
// shows too.

import Database from "better-sqlite3";
import type { Head } from "#table/journal";
import { beginChain } from "#table/journal-chain";
import { followsHead, JournalDamaged, readChunk, type StoredRecord } from "#table/journal-check";
import { checkSchema, JournalUnusable, readIdentity } from "#table/journal-file";
import { checkBeside, listenToChain, verifyChain } from "#table/journal-verify";

export interface Tally {
  readonly changes: number;
  /** Changes that nobody noticed, by what they were. */
  readonly missed: readonly string[];
}

type Connection = Database.Database;

/** Every byte of every column of every record of the chain, and every bit of its numbers. `mask` gives the bits that flip. */
export function changeEveryRecord(file: string): Tally {
  const db = new Database(file, { readonly: true });
  const missed: string[] = [];
  let changes = 0;
  try {
    let head: Head = beginChain(readIdentity(db, file));
    const last = db.prepare<[], number>("select max(seq) from events").pluck().get() as number;
    for (let from = 0; from < last; from += 256) {
      const chunk = readChunk(db, from, from + 256) as readonly StoredRecord[];
      for (const stored of chunk) {
        const whole = followsHead(head, stored);
        if (typeof whole === "string") throw new Error(`record ${stored.event[0]} is ${whole} before anything was changed`);
        for (const [what, changed] of changesOf(stored)) {
          changes++;
          if (typeof followsHead(head, changed) !== "string") missed.push(`record ${stored.event[0]}: ${what}`);
        }
        head = { seq: whole.seq, hash: Buffer.from(whole.hash) };
      }
    }
  } finally {
    db.close();
  }
  return { changes, missed };
}

function* changesOf(stored: StoredRecord): Generator<readonly [string, StoredRecord]> {
  const { event, sealed } = stored;
  const [seq, at, n, editionBytes, eventBytes, factsBytes, everything] = event;
  const bytes = everything as Buffer;
  for (const [column, value] of [
    ["seq", seq],
    ["at", at],
    ["n", n],
  ] as const) {
    for (let bit = 0; bit < 53; bit++) {
      const flipped = Number(BigInt(value as number) ^ (1n << BigInt(bit)));
      const pick = (name: string, old: unknown): number => (name === column ? flipped : (old as number));
      yield [
        `bit ${bit} of ${column}`,
        { event: [pick("seq", seq), pick("at", at), pick("n", n), editionBytes, eventBytes, factsBytes, bytes], sealed },
      ];
    }
  }
  for (let place = 0; place < bytes.length; place++) {
    const before = bytes[place] as number;
    bytes[place] = before ^ maskFor(place + seq);
    yield [`byte ${place}`, stored];
    bytes[place] = before;
  }
  // A byte that goes from one text to the next leaves all bytes as they were, and the texts are others.
  yield [
    "event grows into facts",
    { event: [seq, at, n, editionBytes, (eventBytes as number) + 1, (factsBytes as number) - 1, bytes], sealed },
  ];
  yield [
    "edition grows into event",
    { event: [seq, at, n, (editionBytes as number) + 1, (eventBytes as number) - 1, factsBytes, bytes], sealed },
  ];
  for (const [i, blob] of (sealed ?? []).entries()) {
    for (let place = 0; place < blob.length; place++) {
      const before = blob[place] as number;
      blob[place] = before ^ maskFor(place + seq);
      yield [`byte ${place} of sealed ${i}`, stored];
      blob[place] = before;
    }
    yield [`sealed ${i} gone`, { event, sealed: (sealed ?? []).filter((_, other) => other !== i) }];
  }
  yield ["a sealed record more", { event, sealed: [...(sealed ?? []), Buffer.from([1])] }];
}

/** Never 0, and over a journal every other value. */
const maskFor = (i: number): number => 1 + (i % 255);

/** Tables beside the chain, with the columns that make up their key. */
const besideTables = ["meta", "editions", "sealed", "keys", "rounds", "heads", "snapshots", "cursors"] as const;

/** Every `stride`-th byte of every column of every row beside the chain; every row gone, and one of each more. */
export function changeEverythingBeside(file: string, stride: number): Tally {
  const db = new Database(file);
  const missed: string[] = [];
  let changes = 0;
  const attempt = (what: string, change: () => void): void => {
    changes++;
    db.exec("begin");
    try {
      change();
      if (isWhole(db, file)) missed.push(what);
    } catch (error) {
      // SQLite itself refuses what breaks its rules: that is found, too.
      if (!(error instanceof Database.SqliteError)) throw error;
    } finally {
      if (db.inTransaction) db.exec("rollback");
    }
  };
  try {
    for (const table of besideTables) changeTable(db, table, stride, attempt);
  } finally {
    db.close();
  }
  return { changes, missed };
}

function changeTable(db: Connection, table: string, stride: number, attempt: (what: string, change: () => void) => void): void {
  const columns = (db.pragma(`table_info(${table})`) as { name: string; pk: number }[]).map(({ name, pk }) => ({ name, isKey: pk > 0 }));
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  const where = keys.map((name) => `${name} = ?`).join(" and ");
  const rows = db.prepare<[], Record<string, unknown>>(`select * from ${table}`).all();
  for (const row of rows) {
    const key = keys.map((name) => row[name]);
    const of = `${table} ${key.join("/")}`;
    attempt(`${of} gone`, () => db.prepare(`delete from ${table} where ${where}`).run(...key));
    for (const { name } of columns) {
      for (const changed of changesOfValue(row[name], stride))
        attempt(`${of}: ${name}`, () => db.prepare(`update ${table} set ${name} = ? where ${where}`).run(changed, ...key));
    }
  }
  const sample = rows.at(-1);
  if (sample === undefined) return;
  const more = columns.map(({ name, isKey }) =>
    isKey ? (typeof sample[name] === "number" ? 1_000_000 : `${sample[name]}x`) : sample[name],
  );
  attempt(`${table}: a row more`, () => db.prepare(`insert into ${table} values (${more.map(() => "?").join(", ")})`).run(...more));
}

function* changesOfValue(value: unknown, stride: number): Generator<unknown> {
  if (typeof value === "number") {
    yield value + 1;
    yield value - 1;
    return;
  }
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value));
  for (let place = 0; place < bytes.length; place += bytes.length > 256 ? stride : Math.max(1, stride >> 3)) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] as number) ^ (Buffer.isBuffer(value) ? maskFor(place) : 1);
    yield Buffer.isBuffer(value) ? changed : changed.toString();
  }
}

/** A snapshot, a head or a key that is gone takes no evidence with it: the records say the same without. */
export const mayBeGone = (what: string): boolean => /^(heads|snapshots|keys) \d+ gone$/.test(what);

/** The chain itself was not touched: only what lies beside it is looked at, except where that is part of a record. */
function isWhole(db: Connection, file: string): boolean {
  try {
    const identity = readIdentity(db, file);
    const first = db.prepare<[], Buffer>("select prev from events where seq = 1").pluck().get();
    if (first !== undefined && !first.equals(Buffer.from(beginChain(identity).hash))) return false;
    checkSchema(db, file);
    checkBeside(db, file, { identity, ...toldBy(db), last: lastHead(db) });
    return sealedAreWhole(db, file);
  } catch (error) {
    // Another schema's number: not this edition's journal, and refused as that.
    if (error instanceof JournalDamaged || error instanceof JournalUnusable) return false;
    throw error;
  }
}

type Told = Pick<Parameters<typeof checkBeside>[2], "rounds">;
const told = new WeakMap<Connection, Told>();

/** What the chain tells, which is not changed here: read once. */
function toldBy(db: Connection): Told {
  const known = told.get(db);
  if (known !== undefined) return known;
  const listener = listenToChain();
  for (const [seq, facts] of db.prepare<[], [number, Buffer]>("select seq, cast(facts as blob) from events order by seq").raw().all())
    listener.hear({ seq, facts });
  told.set(db, listener.told());
  return listener.told();
}

function lastHead(db: Connection): Head {
  return db.prepare<[], Head>("select seq, hash from events order by seq desc limit 1").get() as Head;
}

const sealedBefore = new WeakMap<Connection, string>();

/** Sealed records are part of the chain; comparing them with what they were stands for reading it all again. */
function sealedAreWhole(db: Connection, file: string): boolean {
  const now = JSON.stringify(db.prepare("select seq, i, hex(bytes) from sealed order by seq, i").raw().all());
  const before = sealedBefore.get(db);
  if (before === undefined) {
    sealedBefore.set(db, untouched(file));
    return sealedAreWhole(db, file);
  }
  if (now === before) return true;
  return verifyChain(db, file, readIdentity(db, file), { heads: [], witness: {} }).damage === null;
}

function untouched(file: string): string {
  const db = new Database(file, { readonly: true });
  try {
    return JSON.stringify(db.prepare("select seq, i, hex(bytes) from sealed order by seq, i").raw().all());
  } finally {
    db.close();
  }
}

/** Every record removed, doubled under another number, or exchanged with the next; the end cut off everywhere, with a head known. */
export function moveEveryRecord(file: string): Tally {
  const db = new Database(file);
  const missed: string[] = [];
  let changes = 0;
  const published = lastHead(db);
  const attempt = (what: string, heads: readonly Head[], ...statements: readonly string[]): void => {
    changes++;
    db.exec("begin");
    try {
      for (const statement of statements) db.exec(statement);
      if (verifyChain(db, file, readIdentity(db, file), { heads, witness: {} }).damage === null) missed.push(what);
    } finally {
      db.exec("rollback");
    }
  };
  try {
    for (let seq = 1; seq <= published.seq; seq++) {
      attempt(`record ${seq} removed`, [published], `delete from events where seq = ${seq}`);
      attempt(`end cut off before record ${seq}`, [published], ...cutBefore(seq));
      attempt(
        `record ${seq} put in once more`,
        [],
        `update events set seq = -seq where seq > ${seq}`,
        `update events set seq = 1 - seq where seq < 0`,
        `insert into events select ${seq} + 1, at, edition, event, facts, n, prev, hash from events where seq = ${seq}`,
      );
      if (seq < published.seq)
        attempt(
          `records ${seq} and ${seq + 1} exchanged`,
          [],
          `update events set seq = -1 where seq = ${seq}`,
          `update events set seq = ${seq} where seq = ${seq + 1}`,
          `update events set seq = ${seq + 1} where seq = -1`,
        );
    }
  } finally {
    db.close();
  }
  return { changes, missed };
}

/** As who knows the file well would do it: everything that points beyond the cut goes, too. */
function cutBefore(seq: number): readonly string[] {
  return [
    ...["events", "sealed", "rounds", "heads", "snapshots", "keys"].map((table) => `delete from ${table} where seq >= ${seq}`),
    "delete from cursors",
    "delete from editions where name not in (select edition from events)",
  ];
}
