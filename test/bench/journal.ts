// The journal against what it stands on, in one run and with the rows of one shift: the disk itself (append + fdatasync), SQLite alone, and
// SQLite with our schema, its chain and its sealed cards, both called synchronously as a simple script would. Then the journal thread, each
// way it is used.
//
//   node test/bench/run.mjs journal [--quick] [--rounds N] [--dir FOLDER] [--report]
//
// Figures of one run compare; figures of two runs on a busy machine don't.

import { randomBytes } from "node:crypto";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { findGame, type GameEntry } from "#games/index";
import { openJournal, type Row, verifyJournal } from "#table/journal";
import { hashRecord } from "#table/journal-chain";
import { createJournal, openWriting } from "#table/journal-file";
import { seal } from "../../src/table/seal.ts";
import { recordShift } from "../laws/recorded-shift.ts";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    dir: { type: "string", default: os.tmpdir() },
    report: { type: "boolean", default: false },
  },
});
const roundMs = options.quick ? 700 : 2_000;
const rounds = options.quick ? 1 : Number(options.rounds);
const idleMaxMs = options.quick ? 0 : 60_000;

interface Figures {
  readonly perSecond: number;
  /** Of the journal at most: what was committed while the table was busy is told in one call. */
  readonly rowsPerCommit: number;
  readonly p50us: number;
  readonly p99us: number;
}

/** The rows of a shift of High Card Flush as the table wrote them, over and over; facts go on being numbered upwards. */
const shift: readonly Row[] = await recordedRows();

async function recordedRows(): Promise<readonly Row[]> {
  const dir = mkdtempSync(path.join(options.dir, "pitwire-journal-"));
  const file = path.join(dir, "shift.journal");
  await recordShift(file, findGame("high-card-flush") as GameEntry, { seed: 1, rounds: 20 });
  const db = new Database(file, { readonly: true });
  const sealed = new Map<number, Buffer[]>();
  for (const { seq, bytes } of db.prepare("select seq, bytes from sealed order by seq, i").all() as { seq: number; bytes: Buffer }[])
    sealed.set(seq, [...(sealed.get(seq) ?? []), bytes]);
  const rows = db.prepare("select seq, at, event, facts, n from events order by seq").all() as (Row & { seq: number })[];
  db.close();
  rmSync(dir, { recursive: true });
  return rows.map(({ seq, ...row }) => ({ ...row, sealed: sealed.get(seq) ?? [] }));
}

function makeRow(i: number): Row {
  const turn = Math.floor((i - 1) / shift.length);
  const row = shift[(i - 1) % shift.length] as Row;
  return turn === 0 ? row : { ...row, n: row.n + turn * (shift.at(-1) as Row).n };
}

function summarize(events: number, commits: number, elapsedMs: number, latenciesMs: readonly number[]): Figures {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number): number => 1000 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { perSecond: (1000 * events) / elapsedMs, rowsPerCommit: events / commits, p50us: at(0.5), p99us: at(0.99) };
}

/** Calls `commit(first, batch)` for the time of a round. */
function runSynchronously(batch: number, commit: (first: number, batch: number) => void): Figures {
  const latencies: number[] = [];
  const start = performance.now();
  let last = start;
  let events = 0;
  while (last - start < roundMs) {
    commit(events + 1, batch);
    events += batch;
    const now = performance.now();
    latencies.push(now - last);
    last = now;
  }
  return summarize(events, latencies.length, last - start, latencies);
}

function appendAndSync(dir: string, batch: number): Figures {
  const file = openSync(path.join(dir, "log"), "a");
  const figures = runSynchronously(batch, (first) => {
    let lines = "";
    for (let i = first; i < first + batch; i++) {
      const row = makeRow(i);
      lines += `${row.event}\t${row.facts}\n`;
    }
    writeSync(file, lines);
    fdatasyncSync(file);
  });
  closeSync(file);
  return figures;
}

/** The journal without chain and seals: facts are found by their number there too. */
function insertPlainly(dir: string, batch: number): Figures {
  const db = new Database(path.join(dir, "plain.db"));
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec(`create table events(seq integer primary key, at integer, edition text, event text, facts text, n integer);
    create index events_n on events(n) where facts <> '[]'`);
  const insert = db.prepare("insert into events values (?, ?, ?, ?, ?, ?)");
  const figures = runSynchronously(
    batch,
    db.transaction((first: number) => {
      for (let i = first; i < first + batch; i++) {
        const { at, event, facts, n } = makeRow(i);
        insert.run(i, at, "bench", event, facts, n);
      }
    }),
  );
  db.close();
  return figures;
}

/** A card as the vault has it before it is sealed with an era's key. */
const cardRecord = Buffer.alloc(32, 7);
const key = Buffer.alloc(32, 9);

/** The journal's own schema with its chain and what the vault seals, but in this thread. */
function insertChained(dir: string, batch: number): Figures {
  const file = path.join(dir, "chained.db");
  createJournal(file);
  const db = openWriting(file);
  db.pragma("wal_autocheckpoint = 1000");
  const insert = db.prepare("insert into events values (?, ?, cast(? as text), cast(? as text), cast(? as text), ?, ?, ?)");
  const insertSealed = db.prepare("insert into sealed values (?, ?, ?)");
  const edition = Buffer.from("bench");
  let prev: Buffer = Buffer.alloc(32);
  const figures = runSynchronously(
    batch,
    db.transaction((first: number) => {
      for (let i = first; i < first + batch; i++) {
        const { at, n, sealed: blobs = [], ...texts } = makeRow(i);
        const event = Buffer.from(texts.event);
        const facts = Buffer.from(texts.facts);
        const sealed = blobs.map(() => Buffer.from(seal(key, cardRecord, "bench", randomBytes)));
        const hash = hashRecord(prev, { seq: i, at, edition, event, facts, n, sealed });
        insert.run(i, at, edition, event, facts, n, prev, hash);
        for (const [which, blob] of sealed.entries()) insertSealed.run(i, which, blob);
        prev = hash;
      }
    }),
  );
  db.close();
  return figures;
}

/**
 * Through the journal thread, with `ahead` batches given before the first is on the disk; each in a turn of its own, or they
 * would become one commit.
 */
async function appendToJournal(dir: string, batch: number, ahead: number): Promise<Figures> {
  const { journal } = await openJournal(path.join(dir, "table.journal"), { edition: "bench", create: true });
  const given: number[] = [];
  const latencies: number[] = [];
  let commits = 0;
  const start = performance.now();
  const give = (): void => {
    given.push(performance.now());
    for (let i = 0; i < batch; i++) journal.append(makeRow(journal.appended + 1));
  };
  await new Promise<void>((resolve) => {
    journal.onCommitted((seq) => {
      const now = performance.now();
      commits++;
      while ((latencies.length + 1) * batch <= seq) {
        latencies.push(now - (given[latencies.length] ?? now));
        if (now - start < roundMs) setImmediate(give);
        else resolve();
      }
    });
    for (let i = 0; i < ahead; i++) setImmediate(give);
  });
  const figures = summarize(latencies.length * batch, commits, performance.now() - start, latencies);
  await journal.close();
  return figures;
}

const systems: readonly (readonly [name: string, run: (dir: string) => Figures | Promise<Figures>])[] = [
  ["append + fdatasync, 1 a commit", (dir) => appendAndSync(dir, 1)],
  ["SQLite plain, 1 a commit", (dir) => insertPlainly(dir, 1)],
  ["SQLite chain + seal, 1 a commit", (dir) => insertChained(dir, 1)],
  ["journal, 1 a commit, each after the last", (dir) => appendToJournal(dir, 1, 1)],
  ["journal, 1 a commit, the next one waiting", (dir) => appendToJournal(dir, 1, 2)],
  ["append + fdatasync, 100 a commit", (dir) => appendAndSync(dir, 100)],
  ["SQLite plain, 100 a commit", (dir) => insertPlainly(dir, 100)],
  ["SQLite chain + seal, 100 a commit", (dir) => insertChained(dir, 100)],
  ["journal, 100 a commit, each after the last", (dir) => appendToJournal(dir, 100, 1)],
  ["journal, 100 a commit, the next one waiting", (dir) => appendToJournal(dir, 100, 2)],
];

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Every system in turn, round after round, so that a busy moment meets all of them. */
async function measureAll(): Promise<ReadonlyMap<string, Figures>> {
  const runs = new Map<string, Figures[]>(systems.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    if (!(await waitUntilIdle(idleMaxMs))) console.log("The machine is busy; compare ratios only.");
    for (const [name, run] of systems) {
      const dir = mkdtempSync(path.join(options.dir, "pitwire-journal-"));
      runs.get(name)?.push(await run(dir));
      rmSync(dir, { recursive: true });
    }
  }
  return new Map([...runs].map(([name, all]) => [name, takeMedians(all)]));
}

function takeMedians(runs: readonly Figures[]): Figures {
  const middle = (key: keyof Figures): number => median(runs.map((each) => each[key]));
  return { perSecond: middle("perSecond"), rowsPerCommit: middle("rowsPerCommit"), p50us: middle("p50us"), p99us: middle("p99us") };
}

/** A table's usual event: a card, about 190 bytes with its fact, every eighth with a sealed record. */
function makeCard(i: number): Row {
  const at = 1_795_985_000_000 + i;
  return {
    at,
    event: `{"kind":"held","at":${at},"device":"shoe","seq":${i},"held":${i % 52},"present":true}`,
    facts: `[{"kind":"card","held":${i % 52},"to":"${i % 7}/hand","source":{"device":"shoe","seq":${i}},"n":${i},"at":${at},"round":${i >> 4}}]`,
    n: i,
    sealed: i % 8 === 0 ? [Buffer.alloc(96, i)] : [],
  };
}

/** Records a second that `verifyJournal` checks. */
async function measureVerify(records: number): Promise<number> {
  const dir = mkdtempSync(path.join(options.dir, "pitwire-journal-"));
  const file = path.join(dir, "table.journal");
  const { journal } = await openJournal(file, { edition: "bench", create: true });
  for (let i = 1; i <= records; i++) journal.append(makeCard(i));
  await journal.close();
  const start = performance.now();
  const found = verifyJournal(file);
  const elapsedMs = performance.now() - start;
  if (found.damage || found.records !== records)
    throw new Error(`the journal just written does not verify: ${JSON.stringify(found.damage)}`);
  rmSync(dir, { recursive: true });
  return (1000 * records) / elapsedMs;
}

const figures = await measureAll();
const rate = (name: string): number => figures.get(name)?.perSecond ?? Number.NaN;
const ratio = (of: string, to: string): string => (rate(of) / rate(to)).toFixed(2);
const p50 = (name: string): number => figures.get(name)?.p50us ?? Number.NaN;
const p50Ratio = (p50("journal, 1 a commit, each after the last") / p50("SQLite chain + seal, 1 a commit")).toFixed(2);
const table = formatTable(
  ["", "events/s", "rows a commit", "p50 µs", "p99 µs"],
  [...figures].map(([name, { perSecond, rowsPerCommit, p50us, p99us }]) => [
    name,
    perSecond.toFixed(0),
    rowsPerCommit.toFixed(1),
    p50us.toFixed(0),
    p99us.toFixed(0),
  ]),
);
const targets = formatTable(
  ["", "ratio", "target"],
  [
    ["journal / fdatasync, 1 a commit", ratio("journal, 1 a commit, the next one waiting", "append + fdatasync, 1 a commit"), ">= 0.9"],
    [
      "journal / fdatasync, 100 a commit",
      ratio("journal, 100 a commit, the next one waiting", "append + fdatasync, 100 a commit"),
      ">= 0.6",
    ],
    ["chain + seal / plain, 1 a commit", ratio("SQLite chain + seal, 1 a commit", "SQLite plain, 1 a commit"), ">= 0.9"],
    ["p50: journal, each after the last / SQLite chain + seal", p50Ratio, "near 1"],
    ["records a second verified", (await measureVerify(options.quick ? 20_000 : 200_000)).toFixed(0), ">= 100000"],
  ],
);
console.log(`${describeMachine()}\n\n${table}\n\n${targets}`);
if (options.report) writeReportSection("journal", `${describeMachine()}\n\n${table}\n\n${targets}`);
