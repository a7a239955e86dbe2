// The table's side of the reading thread: starts it with the first question and lets it go when nobody has asked for a while.

import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { RecalledRound, RoundLine } from "#contract/console";
import type { ProgramMessage } from "#contract/program";
import { assert } from "#core/assert";
import type { StoredFact } from "./journal.ts";
import { JournalDamaged } from "./journal-check.ts";
import { packageRoot } from "./package-root.ts";
import type { Answered, Asked, Question } from "./read-worker.ts";

/** Looks back into a journal without holding up the table. What can't be read rejects, saying why. */
export interface ReadDesk {
  facts(from: number, limit: number): Promise<readonly StoredFact[]>;
  /** The newest rounds, the last one first. */
  rounds(count: number): Promise<readonly RoundLine[]>;
  round(number: number): Promise<RecalledRound | null>;
  /** What is installed, compared anew, and its newest changes, the last one first. */
  program(changes: number): Promise<ProgramMessage>;
  /** Checks the records up to `upTo` at leisure. @returns how many stand whole; rejects with JournalDamaged */
  verify(upTo: number): Promise<number>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** A thread that nobody asks costs memory. */
const idleMs = 10_000;

export function createReadDesk(file: string): ReadDesk {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(locateWorker(), { execArgv: [], name: "pitwire reader" });
    started.unref();
    started.on("message", take);
    started.on("error", (error) => fail(error));
    started.on("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  function take(answer: Answered): void {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("value" in answer) one?.resolve(answer.value as never);
    else one?.reject("damage" in answer ? new JournalDamaged(answer.path, answer.damage) : new Error(answer.trouble));
    if (waiting.size === 0) idle = setTimeout(letGo, idleMs).unref();
  }

  function fail(error: Error): void {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
    letGo();
  }

  function letGo(): void {
    const gone = worker;
    worker = null;
    void gone?.terminate();
  }

  function ask<Value>(question: Question): Promise<Value> {
    if (idle !== null) clearTimeout(idle);
    worker ??= start();
    const id = ++lastId;
    return new Promise<Value>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      worker?.postMessage({ id, question } satisfies Asked);
    });
  }

  return {
    facts: (from, limit) => ask({ what: "facts", file, from, limit }),
    rounds: (count) => ask({ what: "rounds", file, count }),
    round: (number) => ask({ what: "round", file, round: number }),
    program: (changes) => ask({ what: "program", file, changes }),
    verify: (upTo) => ask({ what: "verify", file, upTo }),
    close: async () => {
      if (idle !== null) clearTimeout(idle);
      fail(new Error("the table is closed"));
    },
  };
}

/** The built worker: beside the bundle, or in `dist` when this file is a source. */
function locateWorker(): URL {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), "read-worker.js");
  const file = existsSync(beside) ? beside : path.join(packageRoot(), "dist/read-worker.js");
  assert(existsSync(file), `the reading thread's program ${file} is not built; run "npm run build"`);
  return pathToFileURL(file);
}
