// Builds a frame by a rule and the values it is to say. What comes out is read again before it is used, so that an emulated device
// can't say anything that the driver would take for something else.

import { makeExtent } from "./cursor.ts";
import { bytesOfHex } from "./hex.ts";
import type { Profile, RecordsSpec, RuleSpec } from "./profile.ts";
import { makeReader, type ProfileReader } from "./profile-reader.ts";
import { singlesOf } from "./read-frames.ts";
import { escaped, lineEndOf, type Parameters, writeLength } from "./send.ts";
import { type Bound, settle, valuesMeeting, writeFields } from "./write-field.ts";

const mostLength = 512;
/** So many wishes that came to nothing are remembered. */
const unsayableMost = 1000;

export interface Want {
  readonly rule: RuleSpec;
  readonly bound: Bound;
  readonly records: readonly WantedRecord[];
  readonly parameters: Parameters;
}

/** A record of a frame, and what it is to say. */
export interface WantedRecord {
  readonly kind: RecordsSpec["kinds"][number];
  readonly bound: Bound;
}

export interface FrameBuilder {
  /** What read the last frame that was built, with its findings. */
  readonly reader: ProfileReader;
  /** The shortest frame that is read as what is wanted; null when there is none. */
  build(want: Want): Uint8Array | null;
}

export function makeFrameBuilder(profile: Profile): FrameBuilder {
  const reader = makeReader(profile);
  const singles = singlesOf(profile.frame);
  const isSingle = (first: number): boolean => singles?.[first] === 1;
  const { fields, frame } = profile;
  const lengths = new Map<string, number>();
  const unsayable = new Set<string>();
  const longest = Math.min(mostLength, reader.cutter.max);

  function build(want: Want): Uint8Array | null {
    const key = lengthKey(profile, want);
    const known = lengths.get(key);
    if (known !== undefined) return buildOf(known, want);
    const said = JSON.stringify([key, [...want.bound], want.records.map(({ bound }) => [...bound]), want.parameters]);
    if (unsayable.has(said)) return null;
    for (let length = 1; length <= longest; length++) {
      const bytes = buildOf(length, want);
      if (bytes === null) continue;
      lengths.set(key, length);
      return bytes;
    }
    if (unsayable.size < unsayableMost) unsayable.add(said);
    return null;
  }

  function buildOf(length: number, want: Want): Uint8Array | null {
    const bytes = new Uint8Array(length);
    writeEnds(bytes, profile);
    const { cursor, names } = reader;
    reader.point(bytes, 0, length, want.parameters);
    if (!writeFields(cursor, names, fields, new Map([...valuesMeeting(want.rule.when, fields), ...want.bound]))) return null;
    if (want.rule.records !== undefined && !writeRecords(reader, profile, want.rule.records, want.records)) return null;
    if (frame.kind === "length") {
      if (length < frame.at + frame.size) return null;
      writeLength(bytes, frame, frame.at);
    }
    if (reader.seal !== null && !isSingle(bytes[0] as number)) {
      const sealed = bytes.slice();
      reader.seal.write(sealed, false);
      if (sealed.length !== length) return null;
      return checked(closed(sealed, profile), want);
    }
    return checked(closed(bytes, profile), want);
  }

  /** The frame, if the driver would cut it out whole and the rule that was meant speaks for it. */
  function checked(whole: Uint8Array, { rule, parameters }: Want): Uint8Array | null {
    const { cutter, seal } = reader;
    cutter.skipping = false;
    if (cutter.cut(whole, 0, whole.length) !== whole.length) return null;
    const { frame: cut, start, end } = cutter;
    if (seal !== null && !isSingle(cut[start] as number) && !seal.isRight(cut, start, end)) return null;
    reader.point(cut, start, end, parameters);
    return reader.find(() => false, null)?.spec === rule ? whole : null;
  }

  return { reader, build };
}

/** The same key, the same length: it hangs on the rule and on how long each value is. */
function lengthKey(profile: Profile, { rule, bound, records }: Want): string {
  const sizes = [bound, ...records.map((one) => one.bound)].map((values) =>
    [...values].map(([name, value]) => `${name}${String(value).length}`),
  );
  return `${profile.rules.indexOf(rule)} ${sizes.join(" ")}`;
}

/** Writes records one after the other; false when they do not fill the room there is. */
function writeRecords(reader: ProfileReader, profile: Profile, spec: RecordsSpec, records: readonly WantedRecord[]): boolean {
  const { cursor, names } = reader;
  const { bytes, end } = cursor;
  if (spec.count !== undefined && !settle(cursor, names, profile.fields, spec.count, records.length)) return false;
  const recordNames = reader.recordNames(spec);
  const limit = makeExtent(cursor, names, spec.to)();
  let at = makeExtent(cursor, names, spec.from)();
  for (const { kind, bound } of records) {
    const values = new Map([...valuesMeeting(kind.when, spec.fields), ...bound]);
    const size = recordSize(reader, spec, kind, values, bytes, at, limit);
    if (size === null) return false;
    at += size;
  }
  cursor.base = 0;
  cursor.limit = end;
  return at === limit;

  function recordSize(
    { cursor: place }: ProfileReader,
    { fields }: RecordsSpec,
    kind: WantedRecord["kind"],
    values: Bound,
    into: Uint8Array,
    from: number,
    most: number,
  ): number | null {
    const sizeOf = makeExtent(cursor, recordNames, kind.size);
    for (let size = 1; from + size <= most; size++) {
      into.fill(0, from, from + size);
      place.base = from;
      place.limit = from + size;
      // What tells the size may hang on a value that is written, or on nothing but the size.
      if (!writeFields(place, recordNames, fields, values)) continue;
      if (sizeOf() === size) return size;
      settle(place, recordNames, fields, kind.size, size);
      if (writeFields(place, recordNames, fields, values) && sizeOf() === size) return size;
    }
    return null;
  }
}

/** Start and end bytes of a frame. */
function writeEnds(bytes: Uint8Array, { frame }: Profile): void {
  const put = (text: string | undefined, at: (size: number) => number): void => {
    const mark = bytesOfHex(text ?? "") ?? new Uint8Array(0);
    const place = at(mark.length);
    if (place >= 0 && place + mark.length <= bytes.length) bytes.set(mark, place);
  };
  if (frame.kind === "report" || frame.kind === "first") return;
  put(frame.kind === "enclosed" ? frame.start[0] : frame.start, () => 0);
  if (frame.kind === "enclosed") put(frame.end, (size) => bytes.length - frame.trailer - size);
  else if (frame.kind !== "delimited") put(frame.end, (size) => bytes.length - size);
}

/** A line gets its end, which is no part of the frame, and what may not stand in it is escaped. */
function closed(bytes: Uint8Array, { frame }: Profile): Uint8Array {
  if (frame.kind !== "delimited") return bytes;
  return escaped(Uint8Array.from([...bytes, ...lineEndOf(frame)]), frame);
}
