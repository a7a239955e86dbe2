// Random numbers that are the same on every machine, from a seed.

export type Random = () => number;

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

export function shuffled<T>(random: Random, items: readonly T[]): readonly T[] {
  const keyed = items.map((item) => [random(), item] as const);
  return keyed.sort((a, b) => a[0] - b[0]).map(([, item]) => item);
}
