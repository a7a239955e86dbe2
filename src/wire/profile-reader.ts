// A profile made ready to read frames: its rules as functions that look at one cursor.

import { addFields, type Cursor, commonNames, makeConditions, makeCursor, type Names } from "./cursor.ts";
import { type Cutter, makeCutter } from "./cutter.ts";
import { type Findings, makeEmit, makeRecords, type Say } from "./emit.ts";
import type { Profile, RecordsSpec, RuleSpec } from "./profile.ts";
import { makeSeal, type Seal } from "./seal.ts";
import type { Parameters } from "./send.ts";

export interface Rule {
  readonly spec: RuleSpec;
  readonly fits: () => boolean;
  readonly say: Say;
}

export interface ProfileReader {
  readonly cutter: Cutter;
  readonly seal: Seal | null;
  readonly cursor: Cursor;
  readonly names: Names;
  readonly rules: readonly Rule[];
  /** The names that hold in a record: the frame's, and its own. */
  recordNames(records: RecordsSpec): Names;
  /** What the last rule said. */
  readonly findings: Findings;
  /** Puts the cursor on a frame. */
  point(bytes: Uint8Array, start: number, end: number, parameters: Parameters): void;
  /** The first rule that holds for the frame under the cursor; `isMute` are rules that hold and say nothing as things stand. */
  find<State>(isMute: (state: State, rule: RuleSpec) => boolean, state: State): Rule | null;
}

/** Names that are known from outside the frames: options, and the parameter of the questions. */
export function parameterNames({ options, poll }: Profile): readonly string[] {
  return [...Object.keys(options), ...(poll?.each === undefined ? [] : [poll.each.name])];
}

export function makeReader(profile: Profile): ProfileReader {
  const cursor = makeCursor();
  const names = commonNames(cursor, parameterNames(profile));
  addFields(cursor, names, profile.fields, "frame");
  const rules = profile.rules.map((spec): Rule => ({ spec, fits: makeConditions(names, spec.when), say: makeSay(cursor, names, spec) }));
  const findings: Findings = { readings: [], antennas: [], uids: [] };
  const forget = (): void => {
    if (findings.readings.length > 0) findings.readings.length = 0;
    if (findings.uids.length === 0) return;
    findings.antennas.length = 0;
    findings.uids.length = 0;
  };
  return {
    cutter: makeCutter(profile.frame),
    seal: profile.checksum === undefined ? null : makeSeal(profile.checksum),
    cursor,
    names,
    rules,
    findings,
    recordNames: (records) => inRecord(cursor, names, records),
    point(bytes, start, end, parameters) {
      cursor.bytes = bytes;
      cursor.start = start;
      cursor.base = start;
      cursor.end = end;
      cursor.limit = end;
      cursor.parameters = parameters;
    },
    find(isMute, state) {
      forget();
      for (const rule of rules) {
        if (!rule.fits()) continue;
        if (isMute(state, rule.spec) || rule.say(findings)) return rule;
        forget();
      }
      return null;
    },
  };
}

function makeSay(cursor: Cursor, names: Names, { emit, records }: RuleSpec): Say {
  const frame = makeEmit(names, emit);
  if (records === undefined) return frame;
  const inRecords = makeRecords(cursor, names, records, inRecord(cursor, names, records));
  return (findings) => frame(findings) && inRecords(findings);
}

function inRecord(cursor: Cursor, names: Names, { fields }: RecordsSpec): Names {
  const recordNames = new Map(names);
  addFields(cursor, recordNames, fields, "record");
  return recordNames;
}
