// Texts that were made of the same bytes before. A tag that lies on an antenna is read many times a second: its text is made once, and whoever
// looks it up finds the very same one.

/** So many texts are remembered, of so many bytes at most: a pack of cards and more. The oldest makes room. */
const slots = 512;
const longest = 32;

type MakeText = (bytes: Uint8Array, from: number, to: number) => string | undefined;

/** The same function, which remembers what it made last. What it makes must hang on the bytes alone. */
export function remembering(make: MakeText): MakeText {
  const texts = new Array<string | undefined>(slots).fill(undefined);
  const sizes = new Uint8Array(slots);
  let keys: Uint8Array | null = null;
  return (bytes, from, to) => {
    const size = to - from;
    if (size === 0 || size > longest) return make(bytes, from, to);
    keys ??= new Uint8Array(slots * longest);
    const slot = slotOf(bytes, from, to);
    const key = slot * longest;
    if (sizes[slot] === size && isSame(keys, key, bytes, from, size)) return texts[slot];
    sizes[slot] = size;
    for (let i = 0; i < size; i++) keys[key + i] = bytes[from + i] as number;
    texts[slot] = make(bytes, from, to);
    return texts[slot];
  };
}

/** By Fowler, Noll and Vo: tags that differ in their last byte alone never meet in a slot. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash & (slots - 1);
}

function isSame(keys: Uint8Array, key: number, bytes: Uint8Array, from: number, size: number): boolean {
  for (let i = 0; i < size; i++) if (keys[key + i] !== bytes[from + i]) return false;
  return true;
}
