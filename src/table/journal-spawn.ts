// The journal's thread as it comes up, which takes a moment: the program starts it first of all, with nothing loaded but this, and the
// first journal takes it over. Until then it opens nothing, and its troubles are nobody's.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { packageRoot } from "./package-root.ts";

export interface JournalWorker {
  readonly worker: Worker;
  /** What `journal-ring.ts` names the places of. */
  readonly bells: Int32Array;
}

const bellCount = 4;
let waiting: (JournalWorker & { failed: Error | null }) | null = null;

export function startJournalWorker(): void {
  const started = { ...spawn(), failed: null as Error | null };
  started.worker.once("error", (error) => {
    started.failed = error;
  });
  waiting = started;
}

/** The thread that is waiting for its first journal, else a new one. @throws Error that ended it while it was waiting */
export function takeJournalWorker(): JournalWorker {
  const taken = waiting;
  waiting = null;
  if (taken === null) return spawn();
  if (taken.failed !== null) throw taken.failed;
  taken.worker.removeAllListeners("error");
  return taken;
}

/** Ends the thread that is waiting: no journal will come. */
export function dropJournalWorker(): void {
  void waiting?.worker.terminate();
  waiting = null;
}

function spawn(): JournalWorker {
  const bells = new Int32Array(new SharedArrayBuffer(bellCount * Int32Array.BYTES_PER_ELEMENT));
  // Without the parent's options: a condition that finds sources would make the thread load TypeScript.
  const worker = new Worker(locateWorker(), { workerData: { bells: bells.buffer }, execArgv: [], name: "pitwire journal" });
  worker.unref();
  return { worker, bells };
}

/** The built worker: beside this file, or in `dist` when this file is a source or was bundled elsewhere; a missing one is the thread's error. */
function locateWorker(): URL {
  const beside = join(dirname(fileURLToPath(import.meta.url)), "journal-worker.js");
  return pathToFileURL(existsSync(beside) ? beside : join(packageRoot(), "dist/journal-worker.js"));
}
