// Chance that a seed determines: the same seed, the same story.

export interface Chance {
  /** 0 up to 1, without 1. */
  (): number;
  /** Whether something that happens with this probability happens now. */
  hits(probability: number): boolean;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  bytes(count: number): Uint8Array;
  /** A stream of its own: what draws from it changes nothing elsewhere. */
  branch(name: string): Chance;
}

/** mulberry32 */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const chance = (): number => next() / 2 ** 32;
  return Object.assign(chance, {
    hits: (probability: number) => probability > 0 && chance() < probability,
    between: (least: number, most: number) => least + Math.floor(chance() * (most - least + 1)),
    pick: <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item,
    shuffled: <Item>(items: readonly Item[]) => {
      const mixed = [...items];
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(chance() * (i + 1));
        [mixed[i], mixed[j]] = [mixed[j] as Item, mixed[i] as Item];
      }
      return mixed;
    },
    bytes: (count: number) => {
      const made = new Uint8Array(count);
      for (let at = 0; at < count; at += 4) {
        const drawn = next();
        for (let i = 0; i < 4 && at + i < count; i++) made[at + i] = (drawn >>> (8 * i)) & 255;
      }
      return made;
    },
    branch: (name: string) => chanceOf(mix(seed, name)),
  });
}

/** FNV-1a over the name, begun with the seed. */
function mix(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed | 0, 0x9e3779b1);
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
