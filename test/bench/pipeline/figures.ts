// From times of leaving and arriving to figures.

import type { Arrivals } from "./arrivals.ts";
import type { Fed } from "./feeder.ts";

/** From just before the write of a frame's last byte to the subscriber's callback, sorted; lost frames have none. */
export function latenciesUs({ first, leftAtNs }: Fed, arrivals: Arrivals): Float64Array {
  const latencies = [...leftAtNs].flatMap((left, i) => {
    const at = arrivals.at(first + i);
    return at === undefined ? [] : [Number(at - left) / 1000];
  });
  return Float64Array.from(latencies).sort();
}

/** The value below which `share` of the sorted values lie; NaN when there are none. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Frames that arrived, over the time from the first write to the last arrival. */
export function framesPerSecond({ first, leftAtNs }: Fed, arrivals: Arrivals): number {
  const startNs = leftAtNs[0] ?? 0n;
  const tookNs = [...leftAtNs.keys()].flatMap((i) => {
    const at = arrivals.at(first + i);
    return at === undefined ? [] : [Number(at - startNs)];
  });
  return tookNs.length / (tookNs.reduce((longest, took) => Math.max(longest, took), 0) / 1e9);
}
