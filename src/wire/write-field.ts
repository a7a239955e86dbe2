// Puts values into frames: the inverse of reading them, for emulated devices.

import { bitRange, type Cursor, isList, makeExtent, type Names, sizeOfType, termsOf } from "./cursor.ts";
import { bytesOfHex } from "./hex.ts";
import type { Condition, Conditions, Extent, FieldSpec, Value } from "./profile.ts";

export type Fields = Readonly<Record<string, FieldSpec>>;
export type Bound = ReadonlyMap<string, Value>;

/** A value for each condition that meets it: the first one that may be. */
export function valuesMeeting(conditions: Conditions, fields: Fields): Bound {
  const known = Object.entries(conditions).filter(([name]) => fields[name] !== undefined);
  return new Map(known.map(([name, condition]) => [name, firstMeeting(condition)]));
}

function firstMeeting(condition: Condition): Value {
  if (isList(condition)) return condition[0] as Value;
  return typeof condition === "object" ? condition.min : condition;
}

/** Writes fields under the cursor, those first that others hang on; false when one has no room here or can't be such a value. */
export function writeFields(cursor: Cursor, names: Names, fields: Fields, bound: Bound): boolean {
  for (const [name, value] of bound) {
    const field = fields[name];
    if (field !== undefined && !writeSized(cursor, names, fields, field, value)) return false;
  }
  return true;
}

/** Writes a field, and before it the one that tells its size. */
function writeSized(cursor: Cursor, names: Names, fields: Fields, field: FieldSpec, value: Value): boolean {
  const raw = rawOf(field, value);
  const size = sizeFor(cursor, field, raw, names);
  if (raw === null || size === null) return false;
  if (field.size !== undefined && sizeOfType(field.type) === null && !settle(cursor, names, fields, field.size, size)) return false;
  const from = cursor.base + makeExtent(cursor, names, field.at)();
  const room = makeExtent(cursor, names, sizeOfType(field.type) ?? field.size ?? 1)();
  if (room !== size || !(from >= cursor.base && from + size <= cursor.limit)) return false;
  return writeRaw(cursor.bytes, from, size, field, raw);
}

/** Makes an extent come out as `wanted` by writing the field it names, where it names one. */
export function settle(cursor: Cursor, names: Names, fields: Fields, extent: Extent, wanted: number): boolean {
  const terms = termsOf(extent) ?? [];
  const named = terms.find(({ term }) => typeof term === "string" && fields[term] !== undefined);
  if (named === undefined) return true;
  const others = terms.filter((one) => one !== named);
  const rest = others.reduce((sum, { sign, term }) => sum + sign * Number(typeof term === "number" ? term : names.get(term)?.()), 0);
  const field = fields[named.term as string] as FieldSpec;
  return writeSized(cursor, names, fields, field, named.sign * (wanted - rest));
}

/** What stands in the bytes for a value; null when nothing does. */
function rawOf({ map, type }: FieldSpec, value: Value): Value | null {
  const isText = type === "char" || type === "text" || type === "hex" || type === "hexDigits";
  if (map !== undefined) {
    const raw = Object.keys(map).find((key) => String(map[key]) === String(value));
    if (raw === undefined) return null;
    return isText ? raw : Number(raw);
  }
  if (isText) return String(value);
  const number = Number(value);
  return Number.isInteger(number) ? number : null;
}

function sizeFor(cursor: Cursor, { type, size, bits }: FieldSpec, raw: Value | null, names: Names): number | null {
  if (raw === null) return null;
  const fixed = sizeOfType(type);
  if (fixed !== null || bits !== undefined) return fixed ?? 1;
  if (type === "text" || type === "hexDigits") return String(raw).length;
  if (type === "hex") return String(raw).length / 2;
  return makeExtent(cursor, names, size ?? 1)();
}

function writeRaw(bytes: Uint8Array, from: number, size: number, { type, bits }: FieldSpec, raw: Value): boolean {
  switch (type) {
    case "char":
    case "text":
    case "hexDigits":
      bytes.set(
        Uint8Array.from(String(raw), (one) => one.charCodeAt(0)),
        from,
      );
      return true;
    case "hex": {
      const value = bytesOfHex(String(raw));
      if (value !== null) bytes.set(value, from);
      return value !== null;
    }
    case "decimal":
      return writeDigits(bytes, from, size, Number(raw), (high, low) => [high + 48, low + 48]);
    case "bcd":
      return writeDigits(bytes, from, 2 * size, Number(raw), (high, low) => [high * 16 + low]);
    default:
      return writeNumber(bytes, from, size, type.endsWith("le"), bits, Number(raw));
  }
}

function writeDigits(bytes: Uint8Array, from: number, digits: number, value: number, write: (high: number, low: number) => number[]) {
  const text = String(value).padStart(digits, "0");
  if (text.length !== digits || value < 0) return false;
  if (digits === 1) bytes[from] = Number(text) + 48;
  else {
    const odd = digits % 2 === 1;
    if (odd) bytes[from] = Number(text[0]) + 48;
    let at = from + (odd ? 1 : 0);
    for (let i = odd ? 1 : 0; i < digits; i += 2) {
      for (const byte of write(Number(text[i]), Number(text[i + 1]))) bytes[at++] = byte;
    }
  }
  return true;
}

function writeNumber(bytes: Uint8Array, from: number, size: number, isLe: boolean, bits: string | undefined, value: number): boolean {
  const { high, low } = bits === undefined ? { high: 8 * size - 1, low: 0 } : bitRange(bits);
  const most = 2 ** (high - low + 1);
  if (value >= most || value < -most / 2) return false;
  const places = Array.from({ length: size }, (_, i) => (isLe ? from + i : from + size - 1 - i));
  const before = places.reduce((sum, place, i) => sum + (bytes[place] as number) * 256 ** i, 0);
  const others = before - (Math.floor(before / 2 ** low) % most) * 2 ** low;
  const whole = others + (value < 0 ? value + most : value) * 2 ** low;
  for (const [i, place] of places.entries()) bytes[place] = Math.floor(whole / 256 ** i) % 256;
  return true;
}
