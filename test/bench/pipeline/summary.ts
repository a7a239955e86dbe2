// Medians over the rounds, and Pitwire's ratios to its peers beside their targets.

import type { Measured } from "./measure.ts";
import { mainPeerName, nodeRedName } from "./peers.ts";
import { productName } from "./product.ts";

export type Runs = ReadonlyMap<string, readonly Measured[]>;

export interface Target {
  readonly what: string;
  readonly peer: string;
  readonly of: (measured: Measured) => number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Verdict {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly verdict: "met" | "missed" | "not measured";
}

/** Ratios, since absolute times move with the machine and its load; the peers run beside Pitwire in the same rounds. */
const targets: readonly Target[] = [
  { what: "p50", peer: mainPeerName, of: (each) => each.p50Us, atMost: 1.1 },
  { what: "p99", peer: mainPeerName, of: (each) => each.p99Us, atMost: 1.25 },
  { what: "frames/s flat out", peer: mainPeerName, of: (each) => each.burstFramesPerSecond, atLeast: 3 },
  { what: "ready", peer: nodeRedName, of: (each) => each.readyMs, atMost: 0.5 },
  { what: "RSS", peer: nodeRedName, of: (each) => each.rssMb, atMost: 1.25 },
];

/** The median of the runs; frames lost or doubled are summed up, since one is one too many. */
export function summarize(runs: readonly Measured[]): Measured {
  const median = (of: (run: Measured) => number): number => medianOf(runs.map(of));
  const sum = (of: (run: Measured) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    readyMs: median((run) => run.readyMs),
    p50Us: median((run) => run.p50Us),
    p90Us: median((run) => run.p90Us),
    p99Us: median((run) => run.p99Us),
    p999Us: median((run) => run.p999Us),
    burstFramesPerSecond: median((run) => run.burstFramesPerSecond),
    cpuUsPerFrame: median((run) => run.cpuUsPerFrame),
    burstCpuUsPerFrame: median((run) => run.burstCpuUsPerFrame),
    rssMb: median((run) => run.rssMb),
    lost: sum((run) => run.lost),
    doubled: sum((run) => run.doubled),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

export const tableHead: readonly string[] = [
  "system",
  "ready ms",
  "p50 µs",
  "p90 µs",
  "p99 µs",
  "p99.9 µs",
  "frames/s flat out",
  "CPU µs/frame at rate",
  "CPU µs/frame flat out",
  "RSS MB",
  "lost",
  "doubled",
];

/** The row of one system under `tableHead`. */
export function makeRow(name: string, runs: readonly Measured[]): readonly string[] {
  const it = summarize(runs);
  const latencies = [it.readyMs, it.p50Us, it.p90Us, it.p99Us, it.p999Us];
  const figures = [...latencies, it.burstFramesPerSecond, it.cpuUsPerFrame, it.burstCpuUsPerFrame, it.rssMb, it.lost, it.doubled];
  return [name, ...figures.map((figure) => Math.round(figure).toLocaleString("en"))];
}

/** Every target with what was measured. */
export function judge(runs: Runs): readonly Verdict[] {
  const product = runs.get(productName);
  return [...targets.map((target) => judgeRatio(target, product, runs.get(target.peer))), judgeDelivery(product)];
}

function judgeRatio(target: Target, productRuns: readonly Measured[] | undefined, peerRuns: readonly Measured[] | undefined): Verdict {
  const what = `${target.what} / ${target.peer}`;
  const wanted = target.atMost !== undefined ? `≤ ${target.atMost.toFixed(2)}` : `≥ ${target.atLeast?.toFixed(2)}`;
  if (!productRuns || !peerRuns) return { what, wanted, measured: "–", verdict: "not measured" };
  const ratio = target.of(summarize(productRuns)) / target.of(summarize(peerRuns));
  const isMet = ratio <= (target.atMost ?? Number.POSITIVE_INFINITY) && ratio >= (target.atLeast ?? Number.NEGATIVE_INFINITY);
  return { what, wanted, measured: ratio.toFixed(2), verdict: isMet ? "met" : "missed" };
}

function judgeDelivery(productRuns: readonly Measured[] | undefined): Verdict {
  const what = "lost + doubled";
  if (!productRuns) return { what, wanted: "= 0", measured: "–", verdict: "not measured" };
  const { lost, doubled } = summarize(productRuns);
  return { what, wanted: "= 0", measured: `${lost} + ${doubled}`, verdict: lost + doubled === 0 ? "met" : "missed" };
}
