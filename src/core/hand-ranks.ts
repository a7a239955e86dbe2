// What a set of different ranks is worth, looked up by its 13-bit mask (bit 0 the deuce … bit 12 the ace).
// Ranks are written as nibbles, 2 … 14 (ace), so that a row of them compares as one integer and reads back without a table.

const masks = 8192;

/** How many ranks a mask holds. */
export const counts = new Uint8Array(masks);

/** The five highest ranks as nibbles, highest first (bits 19–16); a rank that is not there is nibble 0, below any card. */
export const packed = new Int32Array(masks);

/** The best straight as nibbles ("5432A" for the wheel, the lowest), 0 without one. */
export const straights = new Int32Array(masks);

/** A mask's place among all 8,192, the longer first, then the ranks from the top: the order of flushes of any length. */
const flushOrder = new Uint16Array(masks);

/** The inverse of `flushOrder`. */
export const flushMasks = new Uint16Array(masks);

/** Longest run of at least three ranks: length << 4 | nibble of its top rank; 0 without one. The ace is high only. */
const runsAceHigh = new Uint8Array(masks);

/** The same with the ace high in A-K-Q and low in A-2-3 (never both: no wrap). */
const runsAceBoth = new Uint8Array(masks);

/** Five different ranks out of thirteen. */
export const lowCount = 1287;

/** The best ace-to-five low's place among the 1,287, 0 the wheel; `lowCount` with fewer than five ranks. Straights don't count against it. */
const lows = new Uint16Array(masks);

/** The ranks of each low as a mask with the ace at the bottom (bit 0 the ace, bit 12 the king). */
export const lowMasks = new Uint16Array(lowCount);

/** Highest bit's position; the mask must not be empty. */
export function topOf(mask: number): number {
  return 31 - Math.clz32(mask);
}

/** The best low of a mask of ranks, 0 … 1286 (`lowsUpTo` says which of them qualify); 1287 with fewer than five ranks. */
export function lowOfMask(mask: number): number {
  return lows[mask] as number;
}

/** The value of `longestFlush` from one mask of ranks a suit. */
export function flushOfMasks(clubs: number, diamonds: number, hearts: number, spades: number): number {
  const minor = Math.max(flushOrder[clubs] as number, flushOrder[diamonds] as number);
  return Math.max(minor, flushOrder[hearts] as number, flushOrder[spades] as number);
}

/** The value of `longestStraightFlush` from one mask of ranks a suit: length × 16 + nibble of the top rank (2 … 14). */
export function straightFlushOfMasks(clubs: number, diamonds: number, hearts: number, spades: number, aceLow: boolean): number {
  const runs = aceLow ? runsAceBoth : runsAceHigh;
  const minor = Math.max(runs[clubs] as number, runs[diamonds] as number);
  return Math.max(minor, runs[hearts] as number, runs[spades] as number);
}

const fiveRanks = [0x65432, 0x76543, 0x87654, 0x98765, 0xa9876, 0xba987, 0xcba98, 0xdcba9, 0xedcba];

function bestStraight(mask: number): number {
  const lowest = mask & (mask >>> 1) & (mask >>> 2) & (mask >>> 3) & (mask >>> 4);
  if (lowest !== 0) return fiveRanks[topOf(lowest)] as number;
  return (mask & 0b1_0000_0000_1111) === 0b1_0000_0000_1111 ? 0x5432e : 0;
}

function fillRanks(): void {
  for (let mask = 1; mask < masks; mask++) {
    const top = topOf(mask);
    const rest = mask ^ (1 << top);
    counts[mask] = (counts[rest] as number) + 1;
    packed[mask] = ((top + 2) << 16) | ((packed[rest] as number) >>> 4);
    straights[mask] = bestStraight(mask);
  }
}

function fillFlushes(): void {
  const next = [0, 1, 14, 92, 378, 1093, 2380, 4096, 5812, 7099, 7814, 8100, 8178, 8191]; // running sums of the binomials of 13
  for (let mask = 0; mask < masks; mask++) {
    const count = counts[mask] as number;
    const order = next[count] as number;
    next[count] = order + 1;
    flushOrder[mask] = order;
    flushMasks[order] = mask;
  }
}

function fillRuns(): void {
  const ending = new Uint8Array(masks); // length of the run that ends at the top rank
  for (let mask = 1; mask < masks; mask++) {
    const top = topOf(mask);
    const rest = mask ^ (1 << top);
    const length = top > 0 && rest >>> (top - 1) === 1 ? (ending[rest] as number) + 1 : 1;
    ending[mask] = length;
    const run = length < 3 ? 0 : (length << 4) | (top + 2);
    runsAceHigh[mask] = Math.max(run, runsAceHigh[rest] as number);
    const fromDeuce = topOf(~mask & (mask + 1));
    const fromAce = mask >>> 12 === 0 || fromDeuce < 2 || fromDeuce > 11 ? 0 : ((fromDeuce + 1) << 4) | (fromDeuce + 1);
    runsAceBoth[mask] = Math.max(fromAce, runsAceHigh[mask] as number);
  }
}

function fillLows(): void {
  let found = 0;
  for (let aceLow = 0; aceLow < masks; aceLow++) {
    const mask = (aceLow >>> 1) | ((aceLow & 1) << 12);
    const count = counts[mask] as number;
    if (count < 5) lows[mask] = lowCount;
    if (count === 5) {
      lowMasks[found] = aceLow;
      lows[mask] = found++;
    }
    if (count > 5) {
      const rest = aceLow ^ (1 << topOf(aceLow));
      lows[mask] = lows[(rest >>> 1) | ((rest & 1) << 12)] as number;
    }
  }
}

fillRanks();
fillFlushes();
fillRuns();
fillLows();
