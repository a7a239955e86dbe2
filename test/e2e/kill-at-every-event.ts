// kill -9 at every event of a recorded shift: processes of their own take one event each at many tables and are killed, before, while or
// after the disk has it. The next process must find the state of the shift that nobody killed, and everything that has left a table
// must be in its journal.

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GameEntry } from "#games/index";
import type { Input } from "#table/engine";
import { readFacts } from "#table/journal";
import { verifyInFull } from "#table/verify-journal";
import { loopFor, openFor, restoreFor, software } from "../laws/recorded-shift.ts";
import { invent, worldFor } from "../laws/story.ts";

/** When the process dies: right after it was given the event, a moment later, with the first word of a commit, after the last. */
export const killModes = ["atOnce", "soon", "atCommit", "afterwards"] as const;
export type KillMode = (typeof killModes)[number];

/** The shift that nobody killed. */
export interface Reference {
  readonly game: string;
  readonly seed: number;
  readonly inputs: readonly Input[];
  /** By input: how many records there are once all that came of it is written. */
  readonly ends: readonly number[];
  /** Copies of the journal at the beginning of each round; `to`: the first input of the round after. */
  readonly tables: readonly { readonly file: string; readonly to: number }[];
}

export type Said =
  | { readonly kind: "stands"; readonly table: number; readonly records: number; readonly seq: number; readonly state: string }
  | { readonly kind: "committed"; readonly table: number; readonly seq: number }
  | { readonly kind: "fact"; readonly table: number; readonly fact: string }
  | { readonly kind: "done"; readonly table: number };

export interface Killed {
  readonly rounds: number;
  readonly events: number;
  /** Processes that were killed, and tables that were at an event when it happened. */
  readonly processes: number;
  readonly kills: number;
  /** Tables that were cut within what one event leads to. */
  readonly cut: number;
  readonly faults: readonly string[];
}

interface Recorded extends Reference {
  readonly states: readonly string[];
  /** By number, from 1. */
  readonly facts: ReadonlyMap<number, string>;
}

const stateOf = (table: unknown): string => createHash("sha256").update(JSON.stringify(table)).digest("hex").slice(0, 16);
/** What the vault draws at random is another in each process. */
const plain = (fact: string): string => fact.replace(/"(commitment|salt)":"[^"]*"/g, '"$1":""').replace(/,"[0-9a-f]{32}"\]/g, ',""]');
const numberOf = (fact: string): number => (JSON.parse(fact) as { n: number }).n;

/** Plays the shift once, and copies the journal where a round ends. */
async function record(entry: GameEntry, folder: string, { seed, rounds }: { readonly seed: number; readonly rounds: number }) {
  const world = worldFor(entry, seed);
  const { beats } = invent(world, seed, { moves: rounds * 600, mistakes: 0.02, rounds });
  const file = join(folder, "reference.journal");
  const opened = await openFor(file, world);
  const { engine, replayed } = restoreFor(opened, world);
  const loop = loopFor(world, opened.journal, engine, replayed);
  const states: string[] = [];
  const facts = new Map<number, string>();
  const inputs: Input[] = [];
  const ends: number[] = [];
  const starts: { readonly file: string; readonly from: number }[] = [];
  let ended = true;
  loop.listen({
    committed: (records) => {
      for (const one of records) {
        states.push(stateOf(one.record.table));
        for (const fact of one.facts) facts.set(numberOf(fact), plain(fact));
        if (one.record.facts.some(({ kind }) => kind === "roundEnded")) ended = true;
      }
    },
  });
  const begin = { kind: "started", at: 1_795_985_000_000, cause: "first", away: 0 } as const;
  for (const beat of [begin, ...beats]) {
    const at = Math.max(engine.table.at, begin.at + (beat.kind === "restart" || beat === begin ? 0 : beat.at));
    const input = beat.kind === "restart" ? ({ kind: "started", at: at + 5, cause: "crash", away: 5 } as const) : { ...beat, at };
    loop.take([input]);
    await opened.journal.flush();
    inputs.push(input);
    ends.push(states.length);
    if (!ended) continue;
    ended = false;
    // By another process: a journal's locks end with the first descriptor that its own process closes.
    const copy = join(folder, `round-${starts.length}.journal`);
    execFileSync("cp", [file, copy]);
    execFileSync("cp", [`${file}-wal`, `${copy}-wal`]);
    starts.push({ file: copy, from: inputs.length });
  }
  loop.stop();
  await opened.journal.close();
  const tables = starts
    .map((start, i) => ({ file: start.file, to: starts[i + 1]?.from ?? inputs.length }))
    .filter(({ to }, i) => to > (starts[i]?.from ?? to));
  return { game: entry.game.id, seed, inputs, ends, tables, states, facts, rounds: engine.table.rounds } satisfies Recorded & {
    rounds: number;
  };
}

/** One process, from its start until it is killed. */
async function live(program: string, reference: string, mode: KillMode): Promise<readonly Said[]> {
  const child = spawn(process.execPath, [program, reference, mode], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let trouble = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    trouble += chunk;
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`the process ended by itself: ${trouble}`);
  return said
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Said);
}

/** Kills at every event of the shift, from each round's beginning to its end; the rounds go on side by side. */
export async function killAtEveryEvent(
  entry: GameEntry,
  options: {
    readonly program: string;
    readonly folder: string;
    readonly seed: number;
    readonly rounds: number;
    /** No more processes than these: a sample. */
    readonly processesMost?: number;
    /** Hears after each process how many rounds are through. */
    readonly follow?: (processes: number, done: number) => void;
  },
): Promise<Killed> {
  const recorded = await record(entry, options.folder, options);
  const { states, facts, tables, inputs, rounds, ...rest } = recorded;
  const reference = join(options.folder, "reference.json");
  writeFileSync(reference, JSON.stringify({ ...rest, inputs, tables } satisfies Reference));
  const faults: string[] = [];
  const promised = tables.map(() => 0);
  const told = tables.map(() => 0);
  let [processes, kills, cut] = [0, 0, 0];

  function hear(said: Said): void {
    if (said.kind === "stands") {
      const { table, records, seq, state } = said;
      if (states[records - 1] !== state) faults.push(`round ${table}: after ${records} records the state is another one`);
      if (seq < (promised[table] ?? 0)) faults.push(`round ${table}: record ${promised[table]} was said to be on the disk, and is gone`);
      if (!rest.ends.includes(records)) cut++;
    } else if (said.kind === "committed") promised[said.table] = said.seq;
    else if (said.kind === "fact") {
      const n = numberOf(said.fact);
      if (facts.get(n) !== plain(said.fact)) faults.push(`round ${said.table}: fact ${n} is another one: ${said.fact}`);
      told[said.table] = Math.max(told[said.table] ?? 0, n);
    }
  }

  for (let done = 0; done < tables.length && faults.length === 0; processes++) {
    const heard = await live(options.program, reference, killModes[processes % killModes.length] as KillMode);
    for (const said of heard) hear(said);
    done = heard.filter(({ kind }) => kind === "done").length;
    kills += tables.length - done;
    options.follow?.(processes, done);
    if (processes > 20 * inputs.length) faults.push("the tables do not get on");
    if (processes + 1 === options.processesMost) break;
  }
  for (const [table, { file }] of tables.entries()) {
    const { damage } = verifyInFull(file, { software });
    if (damage !== null) faults.push(`round ${table}: ${damage.sentence}`);
    const kept = new Map(readFacts(file, { from: 1, limit: 1_000_000 }).map(({ n, fact }) => [n, plain(JSON.stringify(fact))]));
    for (const [n, fact] of kept) if (facts.get(n) !== fact) faults.push(`round ${table}: the journal's fact ${n} is another one`);
    if (!kept.has(told[table] ?? 0) && (told[table] ?? 0) > 0)
      faults.push(`round ${table}: fact ${told[table]} was told, and is not in the journal`);
  }
  return { rounds: tables.length, events: inputs.length, processes, kills, cut, faults };
}
