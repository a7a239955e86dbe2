// How fast one address may post: a bucket of tokens each. Refused commands and wrong PINs are records too, so a flood would fill the journal.

/** A burst, and so many a second after it: more than ten dealers tap behind one address. */
export const postsAtOnce = 200;
export const postsPerSecond = 100;
/** Addresses that are remembered: past it the one met first is forgotten, since nobody is refused for what others do. */
const addressesMax = 1_000;

/** Whether one more request of this address is taken. */
export type Rate = (address: string) => boolean;

/** `clock` in milliseconds, and never back. */
export function createRate(clock: () => number): Rate {
  const tokenMs = 1_000 / postsPerSecond;
  /** When the bucket of each address will be full again. */
  const fullAt = new Map<string, number>();
  return (address) => {
    const now = clock();
    const next = Math.max(fullAt.get(address) ?? now, now) + tokenMs;
    if (next - now > postsAtOnce * tokenMs) return false;
    fullAt.set(address, next);
    const [first = ""] = fullAt.keys();
    if (fullAt.size > addressesMax) fullAt.delete(first);
    return true;
  };
}
