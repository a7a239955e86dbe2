// What the command line says.

import { parseArgs } from "node:util";
import type { Load } from "./measure.ts";
import { defaultProductCommand } from "./product.ts";

export interface Options {
  readonly rounds: number;
  readonly load: Load;
  /** Names of the systems to run; null: all. */
  readonly only: readonly string[] | null;
  readonly productCommand: string;
  readonly report: boolean;
}

const full = { rounds: 4, frames: 5000, burst: 20_000 } as const;
const quick = { rounds: 1, frames: 1000, burst: 4000 } as const;

/** Reads the options; throws an error naming the one that makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      rounds: { type: "string" },
      frames: { type: "string" },
      rate: { type: "string" },
      burst: { type: "string" },
      systems: { type: "string" },
      product: { type: "string", default: defaultProductCommand },
    },
  });
  const size = values.quick ? quick : full;
  return {
    rounds: readCount("rounds", values.rounds, size.rounds),
    load: {
      frames: readCount("frames", values.frames, size.frames),
      ratePerSecond: readCount("rate", values.rate, 200),
      burstFrames: readCount("burst", values.burst, size.burst),
    },
    only: values.systems?.split(",") ?? null,
    productCommand: values.product,
    report: values.report,
  };
}

function readCount(name: string, text: string | undefined, otherwise: number): number {
  const count = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} wants a whole number from 1 up, not "${text}".`);
  return count;
}
