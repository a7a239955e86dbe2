// A process that runs the shells of many tables (vault, engine, loop, journal thread), takes one input at each and is killed. The parent
// (kill-at-every-event.ts) starts it again and again. What leaves a table is a line on stdout, written at once.
//
//   node killed-tables.js REFERENCE MODE

import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { findGame, type GameEntry } from "#games/index";
import { openJournal } from "#table/journal";
import { openReading } from "#table/journal-file";
import { editionFor, loopFor, restoreFor } from "../laws/recorded-shift.ts";
import { setupOf, worldFor } from "../laws/story.ts";
import type { KillMode, Reference, Said } from "./kill-at-every-event.ts";

const [referenceFile = "", mode = "atOnce"] = process.argv.slice(2) as [string, KillMode];
const { game, seed, inputs, ends, tables } = JSON.parse(readFileSync(referenceFile, "utf8")) as Reference;
const world = worldFor(findGame(game) as GameEntry, seed);
const edition = editionFor(world, setupOf(world));

/** Synchronously: what was said is said, even if the process is killed right after. */
const say = (said: Said): void => void writeSync(1, `${JSON.stringify(said)}\n`);
const die = (): void => void process.kill(process.pid, "SIGKILL");

/** Records of the story; those that only woke a table up do not count. */
function storyRecords(file: string): number {
  const db = openReading(file);
  try {
    return db.prepare<[], number>(`select count(*) from events where instr(event, '"woken":true') = 0`).pluck().get() as number;
  } finally {
    db.close();
  }
}

async function openTable({ file, to }: Reference["tables"][number], table: number) {
  const opened = await openJournal(file, {
    edition: edition.name,
    content: edition.content,
    limits: { ringBytes: 1024 * 1024 },
  });
  const { engine, replayed } = restoreFor(opened, world);
  const { journal } = opened;
  const loop = loopFor(world, journal, engine, replayed);
  const stands = (): number => {
    const records = storyRecords(file);
    const state = createHash("sha256").update(JSON.stringify(engine.table)).digest("hex").slice(0, 16);
    say({ kind: "stands", table, records, seq: journal.committed, state });
    return records;
  };
  let records = stands();
  loop.listen({
    committed: (committed) => {
      for (const { facts } of committed) for (const fact of facts) say({ kind: "fact", table, fact });
      say({ kind: "committed", table, seq: journal.committed });
      if (mode === "atCommit") die();
    },
  });
  // What an input leads to by itself may have been cut in the middle: whatever happens next makes the table go on with it.
  if (!ends.includes(records)) {
    loop.take([{ kind: "deadline", at: engine.table.at, woken: true } as Parameters<typeof loop.take>[0][number]]);
    await journal.flush();
    records = stands();
  }
  // Up to the next input of which something comes: a card that is seen again leaves no record.
  const next = ends.indexOf(records) + 1;
  const last = ends.findIndex((end) => end > records);
  return { loop, journal, inputs: next > 0 && last >= 0 && last < to ? inputs.slice(next, last + 1) : [], table };
}

const open: Awaited<ReturnType<typeof openTable>>[] = [];
for (const [i, table] of tables.entries()) open.push(await openTable(table, i));
for (const { inputs: next, loop, table } of open) {
  if (next.length === 0) say({ kind: "done", table });
  else loop.take(next);
}
if (mode === "atOnce") die();
// Some of what was given is on the disk by then.
const until = performance.now() + Math.random() * 3;
while (mode === "soon" && performance.now() < until);
if (mode === "soon") die();
await Promise.all(open.map(({ journal }) => journal.flush()));
die();
