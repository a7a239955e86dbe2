// The feeder process (feeder.py) as seen from the bench: frames go into a pty, the time each one left comes back.

import { readFileSync } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { start } from "./processes.ts";

export interface Fed {
  readonly first: number;
  /** CLOCK_MONOTONIC in ns, one a frame: the clock of `process.hrtime.bigint()`. */
  readonly leftAtNs: BigInt64Array;
}

export interface Feeder {
  /** Path of the serial device the system under test opens. */
  readonly pty: string;
  /** Writes the next `n` frames, `ratePerSecond` of them a second or, at 0, as fast as the pty takes them. */
  feed(n: number, ratePerSecond: number): Promise<Fed>;
  stop(): Promise<void>;
}

/** Starts a feeder with its pty in `dir`; sequence numbers count from 0 over all its frames. */
export async function startFeeder(dir: string, template: string): Promise<Feeder> {
  const pty = path.join(dir, "tty");
  const out = path.join(dir, "left.bin");
  const feeder = await start({ argv: ["python3", path.resolve("test/bench/pipeline/feeder.py"), pty] });
  const { stdin, stdout } = feeder.child;
  if (!stdin || !stdout) throw new Error("the feeder was started without pipes");
  const answers = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();
  const nextAnswer = async (): Promise<void> => {
    if ((await answers.next()).done) throw new Error("the feeder ended; what it said is above");
  };
  await nextAnswer();

  let next = 0;
  const feed = async (n: number, ratePerSecond: number): Promise<Fed> => {
    const first = next;
    next += n;
    const intervalUs = ratePerSecond === 0 ? 0 : Math.round(1e6 / ratePerSecond);
    stdin.write(`${JSON.stringify({ first, n, intervalUs, template, out })}\n`);
    await nextAnswer();
    const bytes = readFileSync(out);
    return { first, leftAtNs: new BigInt64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) };
  };
  return { pty, feed, stop: feeder.stop };
}
