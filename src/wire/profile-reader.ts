// A profile made ready to read frames: its rules as functions that look at one cursor.

import { addFields, bytesMeeting, type Cursor, commonNames, makeConditions, makeCursor, type Names } from "./cursor.ts";
import { type Cutter, makeCutter } from "./cutter.ts";
import { type Findings, makeEmit, makeRecords, noFindings, type Say } from "./emit.ts";
import type { Profile, RecordsSpec, RuleSpec } from "./profile.ts";
import { makeSeal, type Seal } from "./seal.ts";
import type { Parameters } from "./send.ts";

export interface Rule {
  readonly spec: RuleSpec;
  /** For answers to a question, or for what is told instead of one. */
  readonly isAnswer: boolean;
  /** Its conditions, without those that the telling byte has answered. */
  readonly fits: () => boolean;
  readonly say: Say;
}

export interface ProfileReader {
  readonly cutter: Cutter;
  readonly seal: Seal | null;
  readonly cursor: Cursor;
  readonly names: Names;
  /** The names that hold in a record: the frame's, and its own. */
  recordNames(records: RecordsSpec): Names;
  /** What the last rule said. */
  readonly findings: Findings;
  /** Puts the cursor on a frame. */
  point(bytes: Uint8Array, start: number, end: number, parameters: Parameters): void;
  /** The first rule that holds for the frame under the cursor; `isMute` are those for answers that hold and say nothing as things stand. */
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
  const rulesFor = makeRulesFor(cursor, names, profile.rules);
  const findings = noFindings();
  const forget = (): void => {
    findings.count = 0;
    findings.tags = 0;
  };
  return {
    cutter: makeCutter(profile.frame),
    seal: profile.checksum === undefined ? null : makeSeal(profile.checksum),
    cursor,
    names,
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
      for (const rule of rulesFor()) {
        if (!rule.fits()) continue;
        if ((rule.isAnswer && isMute(state, rule.spec)) || rule.say(findings)) return rule;
        forget();
      }
      return null;
    },
  };
}

/** The rules that may hold for the frame under the cursor, by the byte that tells most of them apart. */
function makeRulesFor(cursor: Cursor, names: Names, specs: readonly RuleSpec[]): () => readonly Rule[] {
  const sorted = placesAsked(names, specs).map((at) => sortRules(names, specs, at));
  const longest = ({ byByte }: SortedRules): number => Math.max(...byByte.map((some) => some.length));
  const best = sorted.sort((a, b) => longest(a) - longest(b))[0];
  const made = new Map(
    specs.map((spec): [RuleSpec, Rule] => [
      spec,
      {
        spec,
        isAnswer: isAnswer(spec),
        fits: makeConditions(cursor, names, spec.when, best?.at ?? null),
        say: makeSay(cursor, names, spec),
      },
    ]),
  );
  const rulesOf = (some: readonly RuleSpec[]): readonly Rule[] => some.map((spec) => made.get(spec) as Rule);
  if (best === undefined) {
    const all = rulesOf(specs);
    return () => all;
  }
  const { at } = best;
  const byByte = best.byByte.map(rulesOf);
  const tooShort = rulesOf(best.tooShort);
  return () => (cursor.start + at < cursor.end ? (byByte[cursor.bytes[cursor.start + at] as number] as readonly Rule[]) : tooShort);
}

function isAnswer({ answers, continues, fails }: RuleSpec): boolean {
  return (answers ?? continues ?? fails) !== undefined;
}

interface SortedRules {
  readonly at: number;
  /** Those that may hold for a frame with this byte there, and for one that has none. */
  readonly byByte: readonly (readonly RuleSpec[])[];
  readonly tooShort: readonly RuleSpec[];
}

function sortRules(names: Names, specs: readonly RuleSpec[], at: number): SortedRules {
  const asking = specs.map((spec) => ({
    spec,
    meeting: Object.entries(spec.when).flatMap(([name, condition]) => {
      const { byte } = names.get(name) ?? {};
      return byte?.at === at ? [bytesMeeting(byte, condition)] : [];
    }),
  }));
  return {
    at,
    byByte: Array.from({ length: 256 }, (_, byte) =>
      asking.flatMap(({ spec, meeting }) => (meeting.every((holds) => holds[byte] === true) ? [spec] : [])),
    ),
    tooShort: asking.flatMap(({ spec, meeting }) => (meeting.length === 0 ? [spec] : [])),
  };
}

/** Where the bytes lie that rules ask for. */
function placesAsked(names: Names, specs: readonly RuleSpec[]): readonly number[] {
  const asked = specs.flatMap(({ when }) => Object.keys(when).flatMap((name) => names.get(name)?.byte?.at ?? []));
  return [...new Set(asked)];
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
