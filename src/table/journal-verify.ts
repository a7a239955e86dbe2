// Verification of a whole journal: the chain from its first record to its last, and everything that lies beside it.

import type Database from "better-sqlite3";
import { isHashed, standsFor } from "./edition.ts";
import { beginChain, type Head, hashCursor, hashKey, type Identity, isCount } from "./journal-chain.ts";
import {
  type CheckedRecord,
  checkedRecords,
  checkSnapshot,
  type Damage,
  findLast,
  JournalDamaged,
  missing,
  readingJournal,
  type StoredSnapshot,
} from "./journal-check.ts";
import { schema } from "./journal-file.ts";
import { isSignedBy } from "./signed-head.ts";

type Connection = Database.Database;

/** What `verifyJournal` found. */
export interface Verification {
  readonly id: string;
  /** Records that stand whole, from the first on. */
  readonly records: number;
  /** The last of them; seq 0 when there is none. */
  readonly head: Head;
  readonly damage: Damage | null;
}

/** Looks at records that stand whole, in order. What it finds wrong it throws as JournalDamaged. */
export interface Witness {
  record?(record: CheckedRecord): void;
  snapshot?(snapshot: StoredSnapshot): void;
}

/**
 * Reads a whole journal and checks every hash, the snapshots, the signed heads and the indexes. With `heads` that were published
 * earlier, a cut or rewritten end shows too.
 */
export function verifyChain(
  db: Connection,
  path: string,
  identity: Identity,
  { heads, witness }: { readonly heads: readonly Head[]; readonly witness: Witness },
): Verification {
  let head = beginChain(identity);
  const found = () => ({ id: identity.id, records: head.seq, head: { seq: head.seq, hash: head.hash } });
  try {
    readingJournal(path, () => {
      const expected = new Map(heads.map(({ seq, hash }) => [seq, hash]));
      const listener = listenToChain();
      const snapshots = readSnapshots(db, path);
      for (const record of checkedRecords(db, path, head, findLast(db).seq)) {
        const published = expected.get(record.seq);
        if (published !== undefined && !record.hash.equals(published)) throw new JournalDamaged(path, rewritten(record.seq));
        listener.hear(record);
        witness.record?.(record);
        const snapshot = snapshots.get(record.seq);
        if (snapshot !== undefined) witness.snapshot?.(snapshot);
        head = record;
      }
      const last = Math.max(0, ...expected.keys());
      if (last > head.seq) throw new JournalDamaged(path, truncated(head.seq, last));
      checkBeside(db, path, { identity, ...listener.told(), last: head });
    });
  } catch (error) {
    if (error instanceof JournalDamaged) return { ...found(), damage: error.damage };
    throw error;
  }
  return { ...found(), damage: null };
}

function rewritten(seq: number): Damage {
  return { seq, what: "rewritten", sentence: `record ${seq} has another hash than the one published: the journal was rewritten` };
}

function truncated(last: number, expected: number): Damage {
  return {
    seq: last + 1,
    what: "truncated",
    sentence: `the records end at ${last}, but a head at ${expected} was published: the end is cut off`,
  };
}

function beside(seq: number | null, sentence: string): Damage {
  return { seq, what: "beside", sentence };
}

const opensRound = Buffer.from('"kind":"roundOpened"');

/** Gathers which record opened which round. A person's words can't look like it: quotes in them are escaped. */
export function listenToChain() {
  const rounds = new Map<number, number>();
  return {
    hear({ seq, facts }: Pick<CheckedRecord, "seq" | "facts">): void {
      if (!facts.includes(opensRound)) return;
      for (const { kind, round } of readFactList(facts)) if (kind === "roundOpened") rounds.set(round, seq);
    },
    told: (): Pick<Found, "rounds"> => ({ rounds }),
  };
}

/** What is no list of facts opens no round; whoever plays it again says so. */
function readFactList(facts: Buffer): readonly { readonly kind: string; readonly round: number }[] {
  try {
    const list: unknown = JSON.parse(facts.toString());
    return Array.isArray(list) ? list.filter((fact) => typeof fact === "object" && fact !== null) : [];
  } catch {
    return [];
  }
}

type StoredSnapshotRow = readonly [seq: number, n: unknown, state: unknown, hash: unknown];

const snapshotRows = (db: Connection): readonly StoredSnapshotRow[] =>
  db.prepare<[], StoredSnapshotRow>("select seq, n, cast(state as blob), hash from snapshots order by seq").raw().all();

/** Snapshots by their record. Those that do not stand are left to `checkBeside`: the first bad record is named first. */
function readSnapshots(db: Connection, path: string): ReadonlyMap<number, StoredSnapshot> {
  const sound = new Map<number, StoredSnapshot>();
  for (const row of snapshotRows(db)) {
    try {
      const { snapshot } = checkSnapshot(db, path, row);
      sound.set(snapshot.seq, snapshot);
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
    }
  }
  return sound;
}

/** What the chain has told of itself. */
export interface Found {
  readonly identity: Identity;
  /** By round: the record that opened it. */
  readonly rounds: ReadonlyMap<number, number>;
  readonly last: Head;
}

/**
 * What is beside the chain: snapshots, keys, rounds, signed heads, cursors, editions, loose sealed records, and SQLite's own structure.
 * @throws JournalDamaged
 */
export function checkBeside(db: Connection, path: string, { identity, rounds, last }: Found): void {
  const refuse = (damage: Damage | null): void => {
    if (damage !== null) throw new JournalDamaged(path, damage);
  };
  for (const snapshot of snapshotRows(db)) checkSnapshot(db, path, snapshot);
  const orphan = db
    .prepare<[], number>("select seq from sealed where not exists (select 1 from events where events.seq = sealed.seq) order by seq")
    .pluck()
    .get();
  if (orphan !== undefined) refuse(missing(orphan));
  refuse(beforeTheFirst(db));
  refuse(checkStructure(db));
  refuse(checkEditions(db));
  refuse(checkRounds(db, rounds, last.seq));
  refuse(checkKeys(db));
  refuse(checkHeads(db, identity, last));
  refuse(checkCursors(db, identity));
}

/** Records are numbered from 1: what stands before them no hash holds, and whoever reads facts would come by it. */
export function beforeTheFirst(db: Connection): Damage | null {
  for (const table of ["events", "sealed", "rounds", "heads", "snapshots", "keys"]) {
    const seq = db.prepare<[], number>(`select min(seq) from ${table} where seq < 1`).pluck().get() ?? null;
    if (seq !== null) return beside(seq, `a row of ${table} is numbered ${seq}, before the first record: it was put in`);
  }
  return null;
}

function checkStructure(db: Connection): Damage | null {
  const complaint = db.pragma("integrity_check(1)", { simple: true });
  if (complaint !== "ok") return { seq: null, what: "index", sentence: `the records are whole, but SQLite finds: ${complaint}` };
  const plain = (sql: string): string => sql.replace(/\s+/g, " ").trim();
  const wanted = schema
    .split(";")
    .map(plain)
    .filter(Boolean)
    .map((sql) => sql.toLowerCase());
  const stored = db.prepare<[], string>("select sql from sqlite_schema where sql is not null").pluck().all();
  const strange = stored.map(plain).find((sql) => !wanted.includes(sql.toLowerCase()));
  if (strange !== undefined || stored.length !== wanted.length)
    return {
      seq: null,
      what: "index",
      sentence: `the records are whole, but the tables are not those of a journal${strange ? `: ${strange}` : ""}`,
    };
  const extra = db.prepare<[], string>("select key from meta where key not in ('journal', 'created', 'schema')").pluck().get();
  return extra === undefined ? null : beside(null, `the entry "${extra}" of meta does not belong to a journal`);
}

/** Each name with a hash has its content, and each content its name. */
function checkEditions(db: Connection): Damage | null {
  const stored = new Map(db.prepare<[], [string, string]>("select name, content from editions").raw().all());
  for (const [name, content] of stored) if (!standsFor(name, content)) return beside(null, `what edition ${name} stands for was changed`);
  const used = db.prepare<[], [string, number]>("select edition, min(seq) from events group by edition").raw().all();
  for (const [name, seq] of used) {
    if (isHashed(name) && !stored.has(name))
      return beside(seq, `what edition ${name} stands for is missing; record ${seq} is the first of it`);
  }
  const unused = [...stored.keys()].find((name) => !used.some(([one]) => one === name));
  return unused === undefined ? null : beside(null, `edition ${unused} wrote no record of this journal`);
}

/** Of a table that runs more rounds may be listed by now than records were looked at. */
function checkRounds(db: Connection, opened: ReadonlyMap<number, number>, lastSeq: number): Damage | null {
  const listed = new Map(db.prepare<[], [number, number]>("select round, seq from rounds").raw().all());
  for (const [round, seq] of opened)
    if (listed.get(round) !== seq) return beside(seq, `round ${round} begins with record ${seq}, but the list of rounds says otherwise`);
  const now = findLast(db).seq;
  const extra = [...listed].find(([round, seq]) => !opened.has(round) && (seq <= lastSeq || seq > now));
  return extra === undefined ? null : beside(extra[1], `the list of rounds has a round ${extra[0]} that no record opened`);
}

const recordHash = (db: Connection, seq: number): Uint8Array | undefined =>
  db.prepare<[number], Buffer>("select hash from events where seq = ?").pluck().get(seq);

function checkKeys(db: Connection): Damage | null {
  for (const { era, seq, wrapped, hash } of db
    .prepare<[], { era: number; seq: number; wrapped: Buffer; hash: Buffer }>("select era, seq, wrapped, hash from keys order by era")
    .all()) {
    const of = recordHash(db, seq);
    if (of === undefined || !isCount(era) || !hashKey(of, era, wrapped).equals(hash))
      return beside(seq, `the key of era ${era}, which came with record ${seq}, was changed`);
  }
  return null;
}

function checkHeads(db: Connection, { id }: Identity, last: Head): Damage | null {
  for (const { seq, signer, signature } of db
    .prepare<[], { seq: number; signer: Buffer; signature: Buffer }>("select seq, signer, signature from heads order by seq")
    .all()) {
    const hash = recordHash(db, seq);
    if (hash === undefined)
      return {
        seq: last.seq + 1,
        what: "truncated",
        sentence: `the records end at ${last.seq}, but a head at ${seq} was signed: the end is cut off`,
      };
    if (!isSignedBy(signer, id, { seq, hash }, signature))
      return {
        seq,
        what: "signature",
        sentence: `the signature under record ${seq} does not fit: the record or the signature was changed`,
      };
  }
  return null;
}

function checkCursors(db: Connection, { id }: Identity): Damage | null {
  const cursors = db.prepare<[], { name: string; n: number; hash: Buffer }>("select name, n, hash from cursors").all();
  // Asked after them: of a table that runs, no outbox is ahead of it.
  const last = findLast(db);
  for (const { name, n, hash } of cursors) {
    if (!isCount(n) || !hashCursor(id, name, n).equals(hash)) return beside(null, `how far outbox ${name} has come was changed`);
    if (n > last.n) return sentBeyond(name, n, last);
  }
  return null;
}

/** An outbox can't be ahead of the facts: if it is, the end of the journal was lost. */
export function sentBeyond(name: string, n: number, last: { readonly seq: number; readonly n: number }): Damage {
  return {
    seq: last.seq + 1,
    what: "truncated",
    sentence: `the outbox ${name} has sent fact ${n}, but the records end at ${last.seq} with fact ${last.n}: the end is cut off`,
  };
}
