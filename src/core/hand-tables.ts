// Five and seven cards, given as integers, to their place among the 7,462 classes of five-card hands: for the loops that
// judge millions of hands. A card is one key; the sum of a hand's keys says which ranks it holds how often (upper 23 bits)
// and whether five share a suit (lower 9). The tables of a hand size (some 250 KB) are filled at the first hand of that
// size, because a table in play never needs them.

import { assert } from "./assert.ts";
import { counts } from "./hand-ranks.ts";
import { valueOfFlush, valueOfRanks } from "./hand-value.ts";

/** Classes of five-card hands that a showdown can tell apart. */
export const classCount = 7462;

// Any two different choices of five, or of seven, with no rank more than four times, have different sums: each key is the
// smallest that keeps it so.
const rankKeys = [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181] as const;
const largestSum = 4 * 1479181 + 3 * 636345;
const suitKeys = [0, 1, 8, 57] as const;
const suitBits = 9;
const suitMask = 511;

const keys = new Int32Array(52);
const clubDiamondBits = new Int32Array(52);
const heartSpadeBits = new Int32Array(52);
for (let card = 0; card < 52; card++) {
  const suit = Math.trunc(card / 13);
  const rank = card % 13;
  keys[card] = ((rankKeys[rank] as number) << suitBits) | (suitKeys[suit] as number);
  const bit = 1 << (rank + 16 * (suit & 1));
  if (suit < 2) clubDiamondBits[card] = bit;
  else heartSpadeBits[card] = bit;
}

// A row is all sums that agree in the bits above `rowBits`; rows lie interleaved in one array, each shifted so that none
// of its sums meets another row's ("row displacement"), which keeps the array small enough for the processor's cache.
const rowBits = 9;
const rowMask = 511;
const rowCount = (largestSum >>> rowBits) + 1;

const noFlush = -1;
const unfilled = 4;

const flushClasses = new Uint16Array(8192);
const flushSuit5 = new Int8Array(512).fill(unfilled);
const rowShift5 = new Int32Array(rowCount);
const classes5 = new Uint16Array(1 << 14);
const flushSuit7 = new Int8Array(512).fill(unfilled);
const rowShift7 = new Int32Array(rowCount);
const classes7 = new Uint16Array(1 << 17);

/**
 * Class of five different cards, 0 (7-5-4-3-2) … 7461 (royal flush); equal for hands that tie. Cards are 0 … 51 as
 * `cardIndex` numbers them; nothing is checked.
 */
export function high5(a: number, b: number, c: number, d: number, e: number): number {
  const sum = ((keys[a] as number) + (keys[b] as number) + (keys[c] as number) + (keys[d] as number) + (keys[e] as number)) | 0;
  const suit = flushSuit5[sum & suitMask] as number;
  if (suit !== noFlush) return flush5(suit, a, b, c, d, e);
  const ranks = sum >>> suitBits;
  return classes5[ranks + (rowShift5[ranks >>> rowBits] as number)] as number;
}

function flush5(suit: number, a: number, b: number, c: number, d: number, e: number): number {
  if (suit === unfilled) {
    fill(5, flushSuit5, rowShift5, classes5);
    return high5(a, b, c, d, e);
  }
  const bits = suit < 2 ? clubDiamondBits : heartSpadeBits;
  const both = (bits[a] as number) | (bits[b] as number) | (bits[c] as number) | (bits[d] as number) | (bits[e] as number);
  return flushClasses[(both >>> ((suit & 1) << 4)) & 8191] as number;
}

/** Class of the best five of seven different cards, numbered as `high5` does; cards 0 … 51, nothing is checked. */
export function high7(a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  const four = (keys[a] as number) + (keys[b] as number) + (keys[c] as number) + (keys[d] as number);
  const sum = (four + (keys[e] as number) + (keys[f] as number) + (keys[g] as number)) | 0;
  const suit = flushSuit7[sum & suitMask] as number;
  if (suit !== noFlush) return flush7(suit, a, b, c, d, e, f, g);
  const ranks = sum >>> suitBits;
  return classes7[ranks + (rowShift7[ranks >>> rowBits] as number)] as number;
}

function flush7(suit: number, a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  if (suit === unfilled) {
    fill(7, flushSuit7, rowShift7, classes7);
    return high7(a, b, c, d, e, f, g);
  }
  const bits = suit < 2 ? clubDiamondBits : heartSpadeBits;
  const four = (bits[a] as number) | (bits[b] as number) | (bits[c] as number) | (bits[d] as number);
  const both = four | (bits[e] as number) | (bits[f] as number) | (bits[g] as number);
  return flushClasses[(both >>> ((suit & 1) << 4)) & 8191] as number;
}

let values: Int32Array | null = null;

/** The value (hand-value.ts) of every class, ascending: a class is its place in this list. */
export function classValues(): Int32Array {
  values ??= listClasses();
  return values;
}

/** Class of a value of five or more cards. */
export function classOfValue(value: number): number {
  const sorted = classValues();
  let low = 0;
  let high = classCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  assert(sorted[low] === value, `value ${value} belongs to no five-card hand`);
  return low;
}

function listClasses(): Int32Array {
  const distinct = new Set(choicesOf(5).values);
  for (let mask = 0; mask < 8192; mask++) if (counts[mask] === 5) distinct.add(valueOfFlush(mask));
  return Int32Array.from(distinct).sort();
}

interface Choices {
  readonly sums: Int32Array;
  readonly values: Int32Array;
}

/** Every choice of so many ranks, none more than four times: the sum of its keys and its value without flushes. */
function choicesOf(cards: 5 | 7): Choices {
  const size = cards === 5 ? 6175 : 49205;
  const sums = new Int32Array(size);
  const values = new Int32Array(size);
  let found = 0;
  function choose(rank: number, left: number, sum: number, any: number, two: number, three: number, four: number): void {
    if (left === 0) {
      sums[found] = sum;
      values[found++] = valueOfRanks(any, two, three, four);
      return;
    }
    if (rank < 0) return;
    const bit = 1 << rank;
    const key = rankKeys[rank] as number;
    choose(rank - 1, left, sum, any, two, three, four);
    choose(rank - 1, left - 1, sum + key, any | bit, two, three, four);
    if (left > 1) choose(rank - 1, left - 2, sum + 2 * key, any | bit, two | bit, three, four);
    if (left > 2) choose(rank - 1, left - 3, sum + 3 * key, any | bit, two | bit, three | bit, four);
    if (left > 3) choose(rank - 1, left - 4, sum + 4 * key, any | bit, two | bit, three | bit, four | bit);
  }
  choose(12, cards, 0, 0, 0, 0, 0);
  return { sums, values };
}

function fill(cards: 5 | 7, flushSuit: Int8Array, rowShift: Int32Array, classes: Uint16Array): void {
  for (let mask = 0; mask < 8192; mask++) if ((counts[mask] as number) >= 5) flushClasses[mask] = classOfValue(valueOfFlush(mask));
  const { sums, values } = choicesOf(cards);
  const ofSum = Uint16Array.from(values, classOfValue);
  placeRows(sums, ofSum, rowShift, classes);
  flushSuit.fill(noFlush);
  for (let suit = 0; suit < 4; suit++) markFlushes(cards, suit, flushSuit);
}

function markFlushes(cards: 5 | 7, suit: number, flushSuit: Int8Array): void {
  const others = suitKeys.filter((_, other) => other !== suit);
  const own = suitKeys[suit] as number;
  flushSuit[cards * own] = suit;
  if (cards === 5) return;
  for (const one of others) {
    flushSuit[6 * own + one] = suit;
    for (const two of others) flushSuit[5 * own + one + two] = suit;
  }
}

interface Rows {
  /** Row r is columns[starts[r]] … columns[starts[r + 1] - 1]. */
  readonly starts: Int32Array;
  readonly columns: Uint16Array;
  readonly classes: Uint16Array;
  /** Row numbers, the fullest first. */
  readonly fullestFirst: Int32Array;
}

function rowsOf(sums: Int32Array, ofSum: Uint16Array): Rows {
  const starts = new Int32Array(rowCount + 1);
  for (let i = 0; i < sums.length; i++) {
    const next = ((sums[i] as number) >>> rowBits) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  const rows: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    if (starts[row + 1] !== 0) rows.push(((starts[row + 1] as number) << 16) | row);
    starts[row + 1] = (starts[row + 1] as number) + (starts[row] as number);
  }
  const fullestFirst = Int32Array.from(rows)
    .sort()
    .reverse()
    .map((sized) => sized & 0xffff);
  const ends = starts.slice();
  const columns = new Uint16Array(sums.length);
  const classes = new Uint16Array(sums.length);
  for (let i = 0; i < sums.length; i++) {
    const row = (sums[i] as number) >>> rowBits;
    const at = ends[row] as number;
    ends[row] = at + 1;
    columns[at] = (sums[i] as number) & rowMask;
    classes[at] = ofSum[i] as number;
  }
  return { starts, columns, classes, fullestFirst };
}

/** Shifts each row, the fullest first, to the first place where all its columns are free. */
function placeRows(sums: Int32Array, ofSum: Uint16Array, rowShift: Int32Array, table: Uint16Array): void {
  const { starts, columns, classes, fullestFirst } = rowsOf(sums, ofSum);
  const taken = new Int32Array((table.length >>> 5) + 32);
  let firstFree = 0;
  let searchFrom = 0;
  let lastSize = 0;
  for (const row of fullestFirst) {
    const start = starts[row] as number;
    const end = starts[row + 1] as number;
    // Rows of one size are mostly of one shape: where the last didn't fit, this one won't.
    if (end - start !== lastSize) searchFrom = firstFree;
    lastSize = end - start;
    const shift = firstFit(taken, columns, start, end, searchFrom);
    for (let i = start; i < end; i++) {
      const at = (columns[i] as number) + shift;
      assert(at < table.length, "the hand tables outgrew their array");
      taken[at >>> 5] = (taken[at >>> 5] as number) | (1 << (at & 31));
      table[at] = classes[i] as number;
    }
    rowShift[row] = shift - (row << rowBits);
    searchFrom = shift >>> 5;
    while (taken[firstFree] === -1) firstFree++;
  }
}

/** The smallest shift, from word `from` of the bitmap on, at which none of the columns is taken; 32 shifts are tried at a time. */
function firstFit(taken: Int32Array, columns: Uint16Array, start: number, end: number, from: number): number {
  for (let word = from; ; word++) {
    let blocked = 0;
    for (let i = start; i < end && blocked !== -1; i++) {
      const at = (columns[i] as number) + (word << 5);
      const low = (taken[at >>> 5] as number) >>> (at & 31);
      blocked |= low | (((taken[(at >>> 5) + 1] as number) << 1) << (31 - (at & 31)));
    }
    if (blocked !== -1) return (word << 5) + 31 - Math.clz32(~blocked & (blocked + 1));
  }
}
