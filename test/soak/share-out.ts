// Long runs on all processors: a program of a soak's own, bundled and run by plain Node, which is twice as fast as under the test runner.

import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bundle } from "../bundle.ts";

/** Young objects die young: a nursery that holds a story's rubbish spares the collector most of its work. */
const execArgv = ["--max-semi-space-size=32"];

/**
 * Hands tasks out, each to whoever is free, until there are none; `take` is given what came of each, in the order of the tasks. `source` is the
 * workers' program, beside this file: it answers each task with one message. SOAK_WORKERS sets how many processes share them (one a processor).
 * @throws Error when one of them ends otherwise than at its end; what it said stands on standard error
 */
export async function shareOut<Task extends object, Result>(
  source: string,
  next: () => Task | null,
  take: (result: Result) => void,
): Promise<void> {
  const program = await bundle(join(import.meta.dirname, source));
  /** By the number of their task: what came before what an earlier task has yet to bring. */
  const early = new Map<number, Result>();
  let given = 0;
  let taken = 0;
  const came = (task: number, result: Result): void => {
    early.set(task, result);
    for (let first = early.get(taken); first !== undefined; first = early.get(taken)) {
      early.delete(taken++);
      take(first);
    }
  };
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(program, { execArgv });
      let at = 0;
      const goOn = (): void => {
        const task = next();
        if (task === null) return void worker.disconnect();
        at = given++;
        worker.send(task);
      };
      worker.on("message", (result: Result) => {
        came(at, result);
        goOn();
      });
      worker.on("error", reject);
      worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a process of ${source} ended with ${code}`))));
      goOn();
    });
  await Promise.all(Array.from({ length: Number(process.env.SOAK_WORKERS ?? availableParallelism()) }, work));
}
