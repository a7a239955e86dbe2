// What the tables of a site have told, kept: every fact once, by the journal that numbered it; alarms with who acknowledged them.
// Facts are only ever added. What was told twice is stored once, and what is missing is known by its number.

import Database from "better-sqlite3";
import type { AffectedReport, RoundSummary, SiteDevice } from "#contract/site";
import type { RoundAtStake } from "#core/fact";
import { type Alarms, openAlarms } from "./alarms.ts";

export interface TableJournal {
  readonly table: string;
  readonly journal: string;
}

export interface KeptFact extends TableJournal {
  readonly n: number;
  readonly at: number;
  readonly round: number;
  readonly fact: Readonly<Record<string, unknown>> & { readonly kind: string };
}

export interface History extends Alarms {
  /** Adds facts in one transaction; those already there stay as they are. */
  add(facts: readonly KeptFact[]): void;
  /** Number of the last fact of a journal before which none is missing. */
  contiguous(of: TableJournal): number;
  /** Number of the first fact of any round after this one; where the next round begins while there is none yet. */
  firstAfter(of: TableJournal, round: number): number;
  facts(of: TableJournal, from: number, limit: number): readonly KeptFact[];
  /** Every fact of one round, in order, as they were told. */
  round(table: string, round: number, journal?: string): readonly KeptFact[];
  rounds(table: string, limit: number): readonly RoundSummary[];
  /** The round that was open at that moment, or the one before it; 0: none had been opened. */
  roundAt(of: TableJournal, at: number): number;
  /** How many rounds were opened from then on, the first and the last of them. */
  pace(table: string, from: number): { readonly rounds: number; readonly first: number; readonly last: number };
  /** What a table told of the deck or the shuffler in doubt at that moment; null: nothing. */
  report(of: TableJournal, at: number): AffectedReport | null;
  /** The last that a table told of each of its devices. */
  devices(of: TableJournal): readonly SiteDevice[];
  /** What `work` writes is kept whole or not at all. @throws what it throws */
  together<Value>(work: () => Value): Value;
  /** Puts on record what a person did here: a PIN tried, an alarm acknowledged. */
  note(at: number, who: string | null, what: string): void;
  close(): void;
}

const schema = `
  create table if not exists facts(
    tbl text not null, journal text not null, n integer not null, at integer not null, round integer not null, kind text not null,
    fact text not null, primary key(tbl, journal, n)) strict, without rowid;
  create index if not exists facts_round on facts(tbl, round, journal, n);
  create index if not exists facts_opened on facts(tbl, at) where kind = 'roundOpened';
  create index if not exists facts_told on facts(tbl, journal, kind, n) where kind in ('counted', 'link', 'quarantined', 'affected');
  create table if not exists marks(tbl text not null, journal text not null, n integer not null, primary key(tbl, journal)) strict, without rowid;
  create table if not exists notes(i integer primary key, at integer not null, who text, what text not null) strict;
`;

/** What a disk says that does not take what is to be kept, in words for whoever runs the site; null: it is another error. */
export function diskRefusal(folder: string, error: unknown): string | null {
  if (!(error instanceof Database.SqliteError)) return null;
  const { code, message } = error;
  const wait = "The tables play on; what they tell meanwhile is fetched once it can be kept.";
  if (code === "SQLITE_FULL") return `The disk of ${folder} is full. Free some space on it. ${wait}`;
  if (!/^SQLITE_(READONLY|IOERR|BUSY)/.test(code)) return null;
  return `${folder} can't be written (${code}: ${message}). Check its disk. ${wait}`;
}

interface FactRow {
  readonly tbl: string;
  readonly journal: string;
  readonly n: number;
  readonly at: number;
  readonly round: number;
  readonly fact: string;
}

/**
 * Opens the history of a site, or makes it.
 * @throws Error of SQLite, when the folder cannot be written
 */
export function openHistory(file: string): History {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = normal");
  db.exec(schema);
  const put = db.prepare("insert or ignore into facts(tbl, journal, n, at, round, kind, fact) values (?, ?, ?, ?, ?, ?, ?)");
  const mark = db.prepare<[string, string], { n: number }>("select n from marks where tbl = ? and journal = ?");
  const setMark = db.prepare("insert or replace into marks(tbl, journal, n) values (?, ?, ?)");
  const has = db.prepare("select 1 from facts where tbl = ? and journal = ? and n = ?");
  const some = db.prepare<unknown[], FactRow>("select * from facts where tbl = ? and journal = ? and n >= ? order by n limit ?");
  const ofRound = db.prepare<unknown[], FactRow>("select * from facts where tbl = ? and round = ? and journal = ? order by n");
  const journalOf = db.prepare<unknown[], string>("select journal from facts where tbl = ? and round = ? order by at desc limit 1").pluck();

  const contiguous = ({ table, journal }: TableJournal): number => mark.get(table, journal)?.n ?? 0;

  /** Moves the mark over everything that is there by now. */
  function advance(of: TableJournal): void {
    const before = contiguous(of);
    let n = before;
    while (has.get(of.table, of.journal, n + 1) !== undefined) n++;
    if (n > before) setMark.run(of.table, of.journal, n);
  }

  const add = db.transaction((facts: readonly KeptFact[]) => {
    const touched = new Map<string, TableJournal>();
    for (const { table, journal, n, at, round, fact } of facts) {
      put.run(table, journal, n, at, round, fact.kind, JSON.stringify(fact));
      touched.set(`${table} ${journal}`, { table, journal });
    }
    for (const of of touched.values()) advance(of);
  });

  const firstOf = db
    .prepare<[string, string, number], number | null>("select min(n) from facts where tbl = ? and journal = ? and round > ?")
    .pluck();

  const told = "kind in ('counted', 'link', 'quarantined', 'affected')";
  const openedBefore = db
    .prepare<unknown[], number>(
      "select round from facts where tbl = ? and journal = ? and kind = 'roundOpened' and at <= ? order by at desc, n desc limit 1",
    )
    .pluck();
  const paceOf = db.prepare<unknown[], { rounds: number; first: number; last: number }>(
    "select count(*) as rounds, min(at) as first, max(at) as last from facts where tbl = ? and kind = 'roundOpened' and at >= ?",
  );
  const inDoubt = db.prepare<unknown[], FactRow>(
    `select * from facts where tbl = ? and journal = ? and ${told} and kind in ('quarantined', 'affected') and at = ? order by n desc limit 1`,
  );
  const goodCount = db.prepare<unknown[], { at: number; round: number }>(
    `select at, round from facts where tbl = ? and journal = ? and ${told} and kind = 'counted' and n < ?
       and json_extract(fact, '$.good') = 1 order by n desc limit 1`,
  );
  const lastLinks = db.prepare<unknown[], SiteDevice & { readonly n: number }>(
    `select json_extract(fact, '$.device') as device, json_extract(fact, '$.status') as status, at as since,
       json_extract(fact, '$.why') as why, max(n) as n
     from facts where tbl = ? and journal = ? and ${told} and kind = 'link' group by device order by device`,
  );

  return {
    add,
    contiguous,
    firstAfter: (of, round) => firstOf.get(of.table, of.journal, round) ?? contiguous(of) + 1,
    facts: (of, from, limit) => some.all(of.table, of.journal, from, limit).map(read),
    round: (table, round, journal) => {
      const own = journal ?? journalOf.get(table, round);
      return own === undefined ? [] : ofRound.all(table, round, own).map(read);
    },
    rounds: (table, limit) =>
      db
        .prepare<unknown[], RoundSummary>(
          `select o.tbl as "table", o.journal, o.round, o.at as openedAt,
             (select e.at from facts e where e.tbl = o.tbl and e.round = o.round and e.journal = o.journal and e.kind = 'roundEnded') as endedAt,
             (select json_extract(e.fact, '$.outcome') from facts e
               where e.tbl = o.tbl and e.round = o.round and e.journal = o.journal and e.kind = 'roundEnded') as outcome,
             (select count(*) from facts i
               where i.tbl = o.tbl and i.round = o.round and i.journal = o.journal and i.kind = 'irregularity') as irregularities
           from facts o where o.tbl = ? and o.kind = 'roundOpened' order by o.at desc, o.n desc limit ?`,
        )
        .all(table, limit),
    roundAt: (of, at) => openedBefore.get(of.table, of.journal, at) ?? 0,
    pace: (table, from) => paceOf.get(table, from) ?? { rounds: 0, first: from, last: from },
    report: (of, at) => {
      const row = inDoubt.get(of.table, of.journal, at);
      if (row === undefined) return null;
      const {
        code,
        deck = null,
        device = null,
        count = null,
        rounds,
      } = JSON.parse(row.fact) as Partial<AffectedReport> & {
        readonly code: string;
        readonly rounds: readonly RoundAtStake[];
      };
      const lastGood = goodCount.get(of.table, of.journal, row.n) ?? null;
      return { code, at: row.at, n: row.n, deck, device, count, lastGood, rounds };
    },
    devices: (of) => lastLinks.all(of.table, of.journal),
    ...openAlarms(db),
    together: (work) => db.transaction(work)(),
    note: (at, who, what) => {
      db.prepare("insert into notes(at, who, what) values (?, ?, ?)").run(at, who, what);
    },
    close: () => {
      db.close();
    },
  };
}

function read({ tbl, journal, n, at, round, fact }: FactRow): KeptFact {
  return { table: tbl, journal, n, at, round, fact: JSON.parse(fact) as KeptFact["fact"] };
}
