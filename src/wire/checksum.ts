// Checksums by parameter. Every one that a device of ours uses is a row of the same table: what is added up, and how it is written.

/** How a sum is made. `sumTwos`: the whole adds up to zero; `sumOnes`: the sum's complement. */
export type SumKind = "sum8" | "sumTwos" | "sumOnes" | "xor8" | "crc8" | "crc16" | "crc32";

/** The parameters of a cyclic sum, as catalogues of them name it. Ignored by the others. */
export interface CrcParameters {
  readonly poly: number;
  readonly init: number;
  readonly refIn: boolean;
  readonly refOut: boolean;
  readonly xorOut: number;
}

/** The sum of `bytes[from..to)`. */
export type Sum = (bytes: Uint8Array, from: number, to: number) => number;

/** Named sets of parameters, each with its check value of "123456789". */
export const knownCrcs = {
  /** FEIG, UHFReader18; 6F91. */
  mcrf4xx: { poly: 0x1021, init: 0xffff, refIn: true, refOut: true, xorOut: 0 },
  /** Modbus RTU; 4B37. */
  modbus: { poly: 0x8005, init: 0xffff, refIn: true, refOut: true, xorOut: 0 },
  /** ISO 15693 in the air; 906E. */
  x25: { poly: 0x1021, init: 0xffff, refIn: true, refOut: true, xorOut: 0xffff },
  /** RRHFOEM04; D64E. */
  genibus: { poly: 0x1021, init: 0xffff, refIn: false, refOut: false, xorOut: 0xffff },
  /** 29B1. */
  ccittFalse: { poly: 0x1021, init: 0xffff, refIn: false, refOut: false, xorOut: 0 },
  /** 31C3. */
  xmodem: { poly: 0x1021, init: 0, refIn: false, refOut: false, xorOut: 0 },
} as const satisfies Readonly<Record<string, CrcParameters>>;
export type KnownCrc = keyof typeof knownCrcs;

/** Bits of a sum. */
export function sumBits(kind: SumKind): 8 | 16 | 32 {
  if (kind === "crc16") return 16;
  return kind === "crc32" ? 32 : 8;
}

/** Makes the function that adds up. A cyclic sum works through a table that is made once. */
export function makeSum(kind: SumKind, crc: CrcParameters = knownCrcs.ccittFalse): Sum {
  switch (kind) {
    case "xor8":
      return xor8;
    case "sum8":
      return sum8;
    case "sumTwos":
      return (bytes, from, to) => -sum8(bytes, from, to) & 0xff;
    case "sumOnes":
      return (bytes, from, to) => ~sum8(bytes, from, to) & 0xff;
    case "crc8":
    case "crc16":
    case "crc32":
      return makeCrc(sumBits(kind), crc);
  }
}

function xor8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum ^= bytes[at] as number;
  return sum;
}

function sum8(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += bytes[at] as number;
  return sum & 0xff;
}

function makeCrc(bits: 8 | 16 | 32, { poly, init, refIn, refOut, xorOut }: CrcParameters): Sum {
  const mask = bits === 32 ? 0xffff_ffff : (1 << bits) - 1;
  const table = refIn ? reflectedTable(bits, poly) : plainTable(bits, poly, mask);
  const first = refIn ? reflect(init, bits) : init;
  const turn = refIn !== refOut;
  const finish = (sum: number): number => (((turn ? reflect(sum, bits) : sum) ^ xorOut) & mask) >>> 0;
  if (refIn)
    return (bytes, from, to) => {
      let sum = first;
      for (let at = from; at < to; at++) sum = (table[(sum ^ (bytes[at] as number)) & 0xff] as number) ^ (sum >>> 8);
      return finish(sum);
    };
  const shift = bits - 8;
  return (bytes, from, to) => {
    let sum = first;
    for (let at = from; at < to; at++) sum = ((table[((sum >>> shift) ^ (bytes[at] as number)) & 0xff] as number) ^ (sum << 8)) & mask;
    return finish(sum);
  };
}

function reflectedTable(bits: number, poly: number): Int32Array {
  const turned = reflect(poly, bits);
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ turned : sum >>> 1;
    return sum;
  });
}

function plainTable(bits: number, poly: number, mask: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) sum = ((sum >>> (bits - 1)) & 1) === 1 ? (sum << 1) ^ poly : sum << 1;
    return sum & mask;
  });
}

/** The lowest `bits` bits in the opposite order. */
function reflect(value: number, bits: number): number {
  let turned = 0;
  for (let bit = 0; bit < bits; bit++) if (((value >>> bit) & 1) === 1) turned |= 1 << (bits - 1 - bit);
  return turned >>> 0;
}
