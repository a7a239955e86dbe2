// What is wrong with a profile beyond its form: names that nothing has, templates that say nothing, questions that no rule answers.

import { termsOf } from "./cursor.ts";
import { namesIn } from "./emit.ts";
import type { Emit, Extent, FieldSpec, Profile, RuleSpec, Value } from "./profile.ts";
import { parameterNames } from "./profile-reader.ts";
import { sendParts } from "./send.ts";

export interface Flaw {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Every flaw, each with its place in the profile. */
export function flawsOf(profile: Profile): readonly Flaw[] {
  const outside = ["length", ...parameterNames(profile)];
  const frameNames = [...outside, ...Object.keys(profile.fields)];
  return [
    ...fieldFlaws(["fields"], profile.fields, outside),
    ...profile.rules.flatMap((rule, i) => ruleFlaws(["rules", i], rule, frameNames, profile)),
    ...checksumFlaws(profile),
    ...escapeFlaws(profile),
    ...pollFlaws(profile),
    ...sendFlaws(profile),
    ...otherFlaws(profile),
  ];
}

function unknown(name: string, known: readonly string[]): string {
  return `there is no "${name}"; known are ${known.join(", ")}`;
}

function extentFlaws(path: readonly PropertyKey[], extent: Extent | undefined, known: readonly string[]): readonly Flaw[] {
  if (extent === undefined) return [];
  const terms = termsOf(extent);
  if (terms === null) return [{ path, text: `"${extent}" is no place: write a number, or a sum such as length-3` }];
  return terms.flatMap(({ term }) => (typeof term === "number" || known.includes(term) ? [] : [{ path, text: unknown(term, known) }]));
}

/** A field's place and size may use the fields before it. */
function fieldFlaws(
  path: readonly PropertyKey[],
  fields: Readonly<Record<string, FieldSpec>>,
  outside: readonly string[],
): readonly Flaw[] {
  const known = [...outside];
  return Object.entries(fields).flatMap(([name, { at, size, type }]) => {
    const flaws = [...extentFlaws([...path, name, "at"], at, known), ...extentFlaws([...path, name, "size"], size, known)];
    const needsSize = ["text", "hex", "hexDigits", "decimal", "bcd"].includes(type) && size === undefined;
    if (needsSize) flaws.push({ path: [...path, name], text: `a field of type ${type} needs a size` });
    if (outside.includes(name)) flaws.push({ path: [...path, name], text: `"${name}" has a meaning already: give the field another name` });
    known.push(name);
    return flaws;
  });
}

function ruleFlaws(path: readonly PropertyKey[], rule: RuleSpec, known: readonly string[], profile: Profile): readonly Flaw[] {
  const asks = profile.poll?.asks.map(({ name }) => name) ?? [];
  const askFlaws = (["answers", "continues", "fails"] as const).flatMap((key) => {
    const name = rule[key];
    return name === undefined || asks.includes(name)
      ? []
      : [{ path: [...path, key], text: unknown(name, asks.length > 0 ? asks : ["none"]) }];
  });
  return [...conditionFlaws(path, rule.when, known), ...emitFlaws(path, rule.emit, known), ...recordFlaws(path, rule, known), ...askFlaws];
}

function recordFlaws(path: readonly PropertyKey[], { records }: RuleSpec, known: readonly string[]): readonly Flaw[] {
  if (records === undefined) return [];
  const at = [...path, "records"];
  const names = [...known, ...Object.keys(records.fields)];
  return [
    ...extentFlaws([...at, "from"], records.from, known),
    ...extentFlaws([...at, "to"], records.to, known),
    ...extentFlaws([...at, "count"], records.count, known),
    ...fieldFlaws([...at, "fields"], records.fields, known),
    ...records.kinds.flatMap(({ when, size, emit }, i) => [
      ...conditionFlaws([...at, "kinds", i], when, names),
      ...extentFlaws([...at, "kinds", i, "size"], size, names),
      ...emitFlaws([...at, "kinds", i], emit, names),
    ]),
  ];
}

function conditionFlaws(path: readonly PropertyKey[], when: object, known: readonly string[]): readonly Flaw[] {
  return Object.keys(when).flatMap((name) => (known.includes(name) ? [] : [{ path: [...path, "when", name], text: unknown(name, known) }]));
}

function emitFlaws(path: readonly PropertyKey[], emits: readonly Emit[], known: readonly string[]): readonly Flaw[] {
  return emits.flatMap((emit) =>
    Object.entries(emit).flatMap(([key, template]) =>
      namesIn(template as Value).flatMap((name) =>
        known.includes(name) ? [] : [{ path: [...path, "emit"], text: `${key}: ${unknown(name, known)}` }],
      ),
    ),
  );
}

function checksumFlaws({ checksum = [] }: Profile): readonly Flaw[] {
  return checksum.flatMap((one, i) => {
    const path = checksum.length === 1 ? ["checksum"] : ["checksum", i];
    return (["at", "from", "to"] as const).flatMap((key) => extentFlaws([...path, key], one[key], ["length"]));
  });
}

/** A pair's first byte means something else than itself: it needs a pair of its own. */
function escapeFlaws({ frame }: Profile): readonly Flaw[] {
  if (frame.kind !== "delimited" || frame.escapes === undefined) return [];
  const pairs = Object.entries(frame.escapes).map(([pair, byte]) => [pair.trim().slice(0, 2).toUpperCase(), byte.toUpperCase()] as const);
  const firsts = [...new Set(pairs.map(([first]) => first))];
  return firsts
    .filter((first) => pairs.every(([, byte]) => byte !== first))
    .map((first) => ({ path: ["frame", "escapes"], text: `${first} begins a pair, and none stands for ${first} itself: add one` }));
}

function pollFlaws({ poll, options, rules, presence }: Profile): readonly Flaw[] {
  if (poll === undefined) return [];
  const flaws: Flaw[] = [];
  if (poll.each !== undefined && options[poll.each.option] === undefined)
    flaws.push({ path: ["poll", "each", poll.each.name], text: unknown(poll.each.option, Object.keys(options)) });
  for (const [i, { name, sweep }] of poll.asks.entries()) {
    if (!rules.some(({ answers }) => answers === name))
      flaws.push({ path: ["poll", "asks", i, "name"], text: `no rule answers "${name}": give the rule of its answer answers: ${name}` });
    if (sweep && presence === undefined)
      flaws.push({ path: ["poll", "asks", i, "sweep"], text: "a sweep needs presence: { misses: … }, to say when a tag is gone" });
  }
  return flaws;
}

function sendFlaws(profile: Profile): readonly Flaw[] {
  const { poll, commands, lights, acknowledge, checksum = [], options } = profile;
  const asked = parameterNames(profile);
  const given = Object.keys(options);
  const templates: readonly (readonly [readonly PropertyKey[], string | undefined, readonly string[]])[] = [
    ...(poll?.asks ?? []).flatMap(({ send, more }, i) => [
      [["poll", "asks", i, "send"], send, asked] as const,
      [["poll", "asks", i, "more"], more, asked] as const,
    ]),
    ...Object.entries(lights ?? {}).map(([sign, send]) => [["lights", sign], send, []] as const),
    ...Object.entries(commands).map(([name, send]) => [["commands", name], send, given] as const),
    [["acknowledge", "good"], acknowledge?.good, []],
    [["acknowledge", "bad"], acknowledge?.bad, []],
  ];
  return templates.flatMap(([path, template, known]) => {
    if (template === undefined) return [];
    const parts = sendParts(template);
    if (parts === null)
      return [{ path, text: `"${template}" can't be sent: write bytes (A0 04), text in single quotes, {len}, {sum} or {name}` }];
    const sums = parts.filter(({ kind }) => kind === "sum").length;
    const unknownNames = parts.flatMap((part): readonly Flaw[] =>
      part.kind === "parameter" && !known.includes(part.name) ? [{ path, text: unknown(part.name, ["len", "sum", ...known]) }] : [],
    );
    if (sums <= checksum.length) return unknownNames;
    const has = checksum.length === 0 ? "no checksum" : `${checksum.length}`;
    return [...unknownNames, { path, text: `${sums === 1 ? "{sum}" : `{sum} ${sums} times`}, but the profile has ${has}` }];
  });
}

function otherFlaws({ sequence, fields, rules, presence, poll, lights, readOnly }: Profile): readonly Flaw[] {
  const flaws: Flaw[] = [];
  if (sequence !== undefined && fields[sequence.field] === undefined)
    flaws.push({ path: ["sequence", "field"], text: unknown(sequence.field, Object.keys(fields)) });
  const sights = rules.some(({ emit, records }) =>
    [...emit, ...(records?.kinds.flatMap((kind) => kind.emit) ?? [])].some((one) => one.kind === "tag" && one.present === undefined),
  );
  if (sights && presence === undefined)
    flaws.push({
      path: ["rules"],
      text: "a tag without present is only a sighting: say when it is gone, for example presence: { absentAfterMs: 500 }",
    });
  if (presence !== undefined && "misses" in presence && poll?.asks.every(({ sweep }) => !sweep) !== false)
    flaws.push({
      path: ["presence", "misses"],
      text: "misses are counted in sweeps: mark a question with sweep: true, or write absentAfterMs",
    });
  if (lights !== undefined && readOnly)
    flaws.push({ path: ["lights"], text: "readOnly, and yet it is to show lights: take one of the two out" });
  return flaws;
}
