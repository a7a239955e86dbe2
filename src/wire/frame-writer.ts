// Frames that say a given thing in a profile's bytes: its rules read backwards.

import type { Reading, Sequenced } from "#core/device";
import { makeFrameBuilder, type Want, type WantedRecord } from "./frame-builder.ts";
import type { Emit, Profile, RecordsSpec, RuleSpec, Value } from "./profile.ts";
import type { Parameters } from "./send.ts";
import { unify } from "./unify.ts";
import type { Bound, Fields } from "./write-field.ts";

export interface TagHere {
  readonly antenna: number;
  readonly uid: string;
}

export interface FrameWriter {
  /** A frame that says this and nothing else; null when the device has no words for it. `number`: the frame's, where it has one. */
  say(reading: Reading, number: number): Uint8Array | null;
  /** Frames that answer a question with these tags; null when the device can't. `rest`: tags that did not fit, to be asked for. */
  answer(
    ask: string,
    tags: readonly TagHere[],
    parameters: Parameters,
  ): { readonly frames: readonly Uint8Array[]; readonly rest: readonly TagHere[] } | null;
  /** Whether an answer to this question tells of tags. */
  tells(ask: string, sweep: boolean): boolean;
  /** A frame that says that a tag lies there; null when only an answer says so. */
  sight(tag: TagHere): Uint8Array | null;
}

/** More tags than that do not go into one frame. */
const recordsMost = 16;

export function makeFrameWriter(profile: Profile): FrameWriter {
  const { reader, build } = makeFrameBuilder(profile);
  const { fields } = profile;

  function says(whole: Uint8Array | null, wanted: readonly Sequenced[], tags: readonly TagHere[]): boolean {
    const { readings: told, count, antennas, uids, tags: seen } = reader.findings;
    const readings = told.slice(0, count);
    return (
      whole !== null &&
      JSON.stringify(sorted(readings)) === JSON.stringify(sorted(wanted)) &&
      JSON.stringify(antennas.slice(0, seen).map((antenna, i) => `${antenna} ${uids[i]}`)) ===
        JSON.stringify(tags.map((tag) => `${tag.antenna} ${tag.uid}`))
    );
  }

  function numbered(bound: Bound, number: number): Bound {
    return profile.sequence === undefined ? bound : new Map<string, Value>([[profile.sequence.field, number], ...bound]);
  }

  /** One frame for some tags by one rule, each in a record or the only one in the frame. */
  function tagFrame(rule: RuleSpec, tags: readonly TagHere[], parameters: Parameters): Uint8Array | null {
    const want = wantOf(rule, tags, parameters);
    const whole = want === null ? null : build(want);
    return says(whole, [], tags) ? whole : null;
  }

  function wantOf(rule: RuleSpec, tags: readonly TagHere[], parameters: Parameters): Want | null {
    if (rule.records !== undefined) {
      const records = recordsFor(rule.records, fields, tags, parameters);
      const bound = records === null ? null : commonTo(records, fields);
      return records === null || bound === null ? null : { rule, bound, records, parameters };
    }
    const [tag, more] = tags;
    if (more !== undefined) return null;
    if (tag === undefined) return { rule, bound: new Map(), records: [], parameters };
    const [emit] = rule.emit;
    const bound = emit === undefined ? null : unify(emit, readingOf(tag), fields, parameters);
    return bound === null ? null : { rule, bound, records: [], parameters };
  }

  const sights = profile.rules.filter(({ emit, records }) => records === undefined && emit.some(isSighting));
  const unasked = profile.rules.filter((rule) => sees(rule) && rule.answers === undefined && rule.continues === undefined);

  function firstFrame(rules: readonly RuleSpec[], tags: readonly TagHere[], parameters: Parameters): Uint8Array | null {
    for (const rule of rules) {
      const whole = tagFrame(rule, tags, parameters);
      if (whole !== null) return whole;
    }
    return null;
  }

  /** One frame a tag, and one that ends the answer where there is such a frame. */
  function oneByOne(last: readonly RuleSpec[], tags: readonly TagHere[], parameters: Parameters): readonly Uint8Array[] | null {
    const frames = tags.map((tag) => firstFrame(sights, [tag], parameters));
    const end = firstFrame(last, [], parameters);
    const isEnded = tags.length > 0 && end === null && sights.some(({ answers }) => answers !== undefined);
    const all = end === null || (tags.length > 0 && sights.every(({ answers }) => answers !== undefined)) ? frames : [...frames, end];
    return all.includes(null) || (end === null && !isEnded) ? null : (all as Uint8Array[]);
  }

  return {
    say(reading, number) {
      for (const rule of profile.rules) {
        const [emit, ...others] = rule.emit;
        if (emit === undefined || others.length > 0 || rule.records !== undefined) continue;
        const bound = unify(emit, reading, fields, {});
        const whole = bound === null ? null : build({ rule, bound: numbered(bound, number), records: [], parameters: {} });
        if (says(whole, [reading], [])) return whole;
      }
      return null;
    },
    sight: (tag) => firstFrame(unasked, [tag], {}),
    tells: (ask, sweep) => sweep || profile.rules.some((rule) => sees(rule) && (rule.answers === ask || rule.continues === ask)),
    answer(ask, tags, parameters) {
      const last = profile.rules.filter(({ answers }) => answers === ask);
      const more = profile.rules.filter(({ continues }) => continues === ask);
      for (let count = Math.min(tags.length, recordsMost); count >= Math.min(tags.length, 1); count--) {
        const going = count === tags.length ? last : more;
        const listed = going.filter(({ records }) => records !== undefined);
        const empty = going.filter(({ records }) => records === undefined);
        const whole = firstFrame(count === 0 ? [...empty, ...listed] : listed, tags.slice(0, count), parameters);
        if (whole !== null) return { frames: [whole], rest: tags.slice(count) };
      }
      const frames = oneByOne(last, tags, parameters);
      return frames === null ? null : { frames, rest: [] };
    },
  };
}

/** Whether a rule says of a tag that it lies there. */
function sees({ emit, records }: RuleSpec): boolean {
  return emit.some(isSighting) || records?.kinds.some((kind) => kind.emit.some(isSighting)) === true;
}

function isSighting(emit: Emit): boolean {
  return emit.kind === "tag" && emit.present === undefined;
}

function readingOf({ antenna, uid }: TagHere): Reading {
  return { kind: "tag", antenna, uid, present: true };
}

function sorted(readings: readonly Sequenced[]): readonly unknown[] {
  return readings.map((reading) => Object.entries(reading).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function recordsFor(spec: RecordsSpec, fields: Fields, tags: readonly TagHere[], parameters: Parameters): readonly WantedRecord[] | null {
  const records: WantedRecord[] = [];
  for (const tag of tags) {
    const fits = spec.kinds.flatMap((kind): WantedRecord[] => {
      const [emit] = kind.emit;
      const bound = emit === undefined ? null : unify(emit, readingOf(tag), { ...fields, ...spec.fields }, parameters);
      return bound !== null && isRoomFor(spec.fields, bound) ? [{ kind, bound }] : [];
    });
    const [first] = fits;
    if (first === undefined) return null;
    records.push(first);
  }
  return records;
}

/** The values that records need of the frame's own fields; null when they need different ones. */
function commonTo(records: readonly WantedRecord[], fields: Fields): Bound | null {
  const common = new Map<string, Value>();
  for (const { kind, bound } of records) {
    for (const [name, value] of bound) {
      if (fields[name] === undefined || kind.when[name] !== undefined) continue;
      if (common.has(name) && common.get(name) !== value) return null;
      common.set(name, value);
    }
  }
  return common;
}

/** Whether values go into fields whose size is a number. */
function isRoomFor(fields: Fields, bound: Bound): boolean {
  return [...bound].every(([name, value]) => {
    const field = fields[name];
    return field?.type !== "hex" || typeof field.size !== "number" || String(value).length === 2 * field.size;
  });
}
