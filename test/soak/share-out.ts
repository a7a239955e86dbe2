// Long runs on all processors: a program of a soak's own, bundled and run by plain Node, which is twice as fast as under the test runner.

import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bundle } from "../bundle.ts";

/** Young objects die young: a nursery that holds a story's rubbish spares the collector most of its work. */
const execArgv = ["--max-semi-space-size=32"];

/**
 * Hands tasks out, each to whoever is free, until there are none; `take` is given what came of each. `source` is the workers' program, beside
 * this file: it answers each task with one message. SOAK_WORKERS sets how many processes share them (one a processor).
 * @throws Error when one of them ends otherwise than at its end; what it said stands on standard error
 */
export async function shareOut<Task extends object, Result>(
  source: string,
  next: () => Task | null,
  take: (result: Result) => void,
): Promise<void> {
  const program = await bundle(join(import.meta.dirname, source));
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(program, { execArgv });
      const goOn = (): void => {
        const task = next();
        if (task === null) worker.disconnect();
        else worker.send(task);
      };
      worker.on("message", (result: Result) => {
        take(result);
        goOn();
      });
      worker.on("error", reject);
      worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a process of ${source} ended with ${code}`))));
      goOn();
    });
  await Promise.all(Array.from({ length: Number(process.env.SOAK_WORKERS ?? availableParallelism()) }, work));
}
