// Figures taken on a busy machine say little: wait for a quiet one, but not for ever.

import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const quietShare = 0.85;
const sampleMs = 1000;

/** Waits until the processors are at least 85 % idle for a second, at most `maxMs`; resolves to whether they were. */
export async function waitUntilIdle(maxMs: number): Promise<boolean> {
  const until = Date.now() + maxMs;
  do {
    const before = readTimes();
    await sleep(sampleMs);
    const after = readTimes();
    if ((after.idle - before.idle) / (after.all - before.all) >= quietShare) return true;
  } while (Date.now() < until);
  return false;
}

function readTimes(): { readonly idle: number; readonly all: number } {
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map((each) => each.idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}
