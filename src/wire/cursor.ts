// Values in a frame: where they lie, what their bytes are, whether a condition on them holds. What a profile says is made into
// functions once; they all look at the same cursor, so that reading a value allocates nothing but its text.

import { hexDigitOf, hexOf } from "./hex.ts";
import { remembering } from "./known-text.ts";
import type { Condition, Conditions, Extent, FieldSpec, FieldType, Value } from "./profile.ts";

/** The frame, or the record in it, that is being looked at. */
export interface Cursor {
  bytes: Uint8Array;
  /** The frame. */
  start: number;
  end: number;
  /** The fields of a record are counted from here, and lie before `limit`. */
  base: number;
  limit: number;
  /** Numbers from outside the frame: options, and the parameter of the question that it answers. */
  parameters: Readonly<Record<string, number>>;
}

/** A value of the frame under the cursor; undefined when it is not there. */
export interface Get {
  (): Value | undefined;
  /** Where one byte at a fixed place tells it: most do. */
  readonly byte?: OneByte;
}

export interface OneByte {
  readonly of: "frame" | "record";
  readonly at: number;
  /** By byte. */
  readonly values: readonly (Value | undefined)[];
}

export type Names = ReadonlyMap<string, Get>;

export function makeCursor(): Cursor {
  return { bytes: new Uint8Array(0), start: 0, end: 0, base: 0, limit: 0, parameters: {} };
}

/** The names every frame has, beside its fields. */
export function commonNames(cursor: Cursor, parameters: readonly string[]): Map<string, Get> {
  const names = new Map<string, Get>([["length", () => cursor.end - cursor.start]]);
  for (const name of parameters) names.set(name, () => cursor.parameters[name]);
  return names;
}

/** Adds the fields of a frame, or of a record in it, to `names`; each may use those before it in its place and size. */
export function addFields(
  cursor: Cursor,
  names: Map<string, Get>,
  fields: Readonly<Record<string, FieldSpec>>,
  of: "frame" | "record",
): void {
  for (const [name, field] of Object.entries(fields)) names.set(name, makeField(cursor, names, field, of));
}

/** The terms of "length-3": signs with numbers or names; null when the text is none. */
export function termsOf(extent: Extent): readonly { readonly sign: 1 | -1; readonly term: number | string }[] | null {
  if (typeof extent === "number") return [{ sign: 1, term: extent }];
  if (!/^[A-Za-z0-9]+(\s*[+-]\s*[A-Za-z0-9]+)*$/.test(extent)) return null;
  return [...`+${extent}`.matchAll(/([+-])\s*([A-Za-z0-9]+)/g)].map(([, sign, term = ""]) => ({
    sign: sign === "-" ? -1 : 1,
    term: /^\d+$/.test(term) ? Number(term) : term,
  }));
}

/** NaN when one of its names is not there. The commonest sums are made without a detour: each frame asks for several. */
export function makeExtent(cursor: Cursor, names: Names, extent: Extent): () => number {
  let fixed = 0;
  let isLength = false;
  const moving: { readonly sign: 1 | -1; readonly get: Get }[] = [];
  for (const { sign, term } of termsOf(extent) ?? []) {
    if (typeof term === "number") fixed += sign * term;
    else {
      isLength = sign === 1 && term === "length";
      moving.push({ sign, get: names.get(term) ?? (() => undefined) });
    }
  }
  const [first] = moving;
  if (first === undefined) return () => fixed;
  if (moving.length === 1 && isLength) return () => cursor.end - cursor.start + fixed;
  if (moving.length === 1) return () => first.sign * Number(first.get()) + fixed;
  return () => moving.reduce((sum, { sign, get }) => sum + sign * Number(get()), fixed);
}

/** Bytes of the types that always have the same number of them. */
export function sizeOfType(type: FieldType): number | null {
  switch (type) {
    case "u8":
    case "i8":
    case "char":
      return 1;
    case "u16le":
    case "u16be":
      return 2;
    case "u32le":
    case "u32be":
      return 4;
    default:
      return null;
  }
}

type Read = (bytes: Uint8Array, from: number, to: number) => Value | undefined;
type ReadText = (bytes: Uint8Array, from: number, to: number) => string | undefined;

const readers: Readonly<Record<FieldType, Read>> = {
  u8: (bytes, from) => bytes[from] as number,
  i8: (bytes, from) => ((bytes[from] as number) << 24) >> 24,
  u16le: (bytes, from) => (bytes[from] as number) | ((bytes[from + 1] as number) << 8),
  u16be: (bytes, from) => ((bytes[from] as number) << 8) | (bytes[from + 1] as number),
  u32le: (bytes, from) => numberOf(bytes, from + 3, -1, 4),
  u32be: (bytes, from) => numberOf(bytes, from, 1, 4),
  char: (bytes, from) => characters[bytes[from] as number],
  text: readText,
  hex: hexOf,
  hexDigits: readHexDigits,
  decimal: readDecimal,
  bcd: readBcd,
};

const characters: readonly string[] = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

function numberOf(bytes: Uint8Array, from: number, step: 1 | -1, size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + (bytes[from + i * step] as number);
  return value;
}

function readText(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at++) text += characters[bytes[at] as number];
  return text;
}

function readHexDigits(bytes: Uint8Array, from: number, to: number): string | undefined {
  for (let at = from; at < to; at++) if (hexDigitOf(bytes[at] as number) < 0) return undefined;
  return readText(bytes, from, to).toUpperCase();
}

function readDecimal(bytes: Uint8Array, from: number, to: number): number | undefined {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return to > from ? value : undefined;
}

function readBcd(bytes: Uint8Array, from: number, to: number): number | undefined {
  let value = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >> 4 > 9 || (byte & 15) > 9) return undefined;
    value = value * 100 + (byte >> 4) * 10 + (byte & 15);
  }
  return value;
}

function makeField(cursor: Cursor, names: Names, field: FieldSpec, of: "frame" | "record"): Get {
  const { at, type, size } = field;
  const mean = makeMeaning(field);
  const oneSize = sizeOfType(type) ?? size ?? 1;
  if (typeof at === "number" && oneSize === 1) {
    const read = readers[type];
    return makeOneByte(cursor, { of, at, values: Array.from({ length: 256 }, (_, byte) => mean(read(everyByte, byte, byte + 1))) });
  }
  const read = isText(type) ? remembering(readers[type] as ReadText) : readers[type];
  const place = { at: makeExtent(cursor, names, at), size: makeExtent(cursor, names, oneSize) };
  const fixed = typeof at === "number" && typeof oneSize === "number" ? { at, size: oneSize } : null;
  const isFrame = of === "frame";
  const whole: Get = () => {
    const base = isFrame ? cursor.start : cursor.base;
    const from = base + (fixed === null ? place.at() : fixed.at);
    const to = from + (fixed === null ? place.size() : fixed.size);
    return from >= base && to >= from && to <= (isFrame ? cursor.end : cursor.limit) ? read(cursor.bytes, from, to) : undefined;
  };
  return field.bits === undefined && field.map === undefined ? whole : () => mean(whole());
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

function isText(type: FieldType): boolean {
  return type === "text" || type === "hex" || type === "hexDigits";
}

function makeOneByte(cursor: Cursor, byte: OneByte): Get {
  const { at, values } = byte;
  const get =
    byte.of === "frame"
      ? () => (cursor.start + at < cursor.end ? values[cursor.bytes[cursor.start + at] as number] : undefined)
      : () => (cursor.base + at < cursor.limit ? values[cursor.bytes[cursor.base + at] as number] : undefined);
  return Object.assign(get, { byte });
}

/** The highest and the lowest bit of "6-4" or "7". */
export function bitRange(bits: string): { readonly high: number; readonly low: number } {
  const [high = 0, low = high] = bits.split("-").map(Number);
  return { high, low };
}

/** What a value stands for: some of its bits, and what they are mapped to. */
function makeMeaning({ type, bits, map }: FieldSpec): (raw: Value | undefined) => Value | undefined {
  const { high, low } = bitRange(bits ?? "0");
  const mask = 2 ** (high - low + 1) - 1;
  const taken = (raw: Value | undefined): Value | undefined =>
    bits === undefined || raw === undefined ? raw : ((raw as number) >>> low) & mask;
  if (map === undefined) return taken;
  const isNumber = type !== "char" && !isText(type);
  const known = new Map<Value | undefined, Value>(Object.entries(map).map(([raw, value]) => [isNumber ? Number(raw) : raw, value]));
  return bits === undefined ? (raw) => known.get(raw) : (raw) => known.get(taken(raw));
}

/** Whether all conditions hold; `except`: those on the frame's byte there are looked after elsewhere. */
export function makeConditions(cursor: Cursor, names: Names, conditions: Conditions, except: number | null = null): () => boolean {
  const checks = Object.entries(conditions).flatMap(([name, condition]) => {
    const get: Get = names.get(name) ?? (() => undefined);
    return except !== null && get.byte?.of === "frame" && get.byte.at === except ? [] : [makeCondition(cursor, get, condition)];
  });
  const [first, second] = checks;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return () => {
    for (let i = 0; i < checks.length; i++) if (!(checks[i] as () => boolean)()) return false;
    return true;
  };
}

/** By byte, whether a condition on what it tells holds. */
export function bytesMeeting({ values }: OneByte, condition: Condition): readonly boolean[] {
  const holds = makeHolds(condition);
  return values.map((value) => value !== undefined && holds(value));
}

function makeCondition(cursor: Cursor, get: Get, condition: Condition): () => boolean {
  const { byte } = get;
  if (byte === undefined) {
    const holds = makeHolds(condition);
    return () => {
      const value = get();
      return value === condition || (value !== undefined && holds(value));
    };
  }
  const { at } = byte;
  const meeting = bytesMeeting(byte, condition);
  return byte.of === "frame"
    ? () => cursor.start + at < cursor.end && (meeting[cursor.bytes[cursor.start + at] as number] as boolean)
    : () => cursor.base + at < cursor.limit && (meeting[cursor.bytes[cursor.base + at] as number] as boolean);
}

function makeHolds(condition: Condition): (value: Value) => boolean {
  if (isList(condition)) {
    const texts = condition.map(String);
    return (value) => condition.includes(value) || texts.includes(String(value));
  }
  if (typeof condition === "object") {
    const { min, max } = condition;
    return (value) => typeof value === "number" && value >= min && value <= max;
  }
  // A digit is a number in YAML and text on the wire.
  const text = String(condition);
  return (value) => value === condition || (typeof value !== typeof condition && String(value) === text);
}

export function isList(condition: Condition): condition is readonly Value[] {
  return Array.isArray(condition);
}
