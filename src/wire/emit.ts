// Makes readings of the values in a frame.

import { type Card, deck52, isCard, rankOf, suitOf } from "#core/card";
import type { LampState, Sequenced } from "#core/device";
import { type Cursor, type Get, makeConditions, makeExtent, type Names } from "./cursor.ts";
import type { Emit, RecordsSpec, Value } from "./profile.ts";

/** Longest text in a reading. */
const maxTextLength = 64;
const maxTagDigits = 32;
const minTagDigits = 8;
const lampStates: readonly string[] = ["on", "off", "flashing"] satisfies readonly LampState[];

/**
 * What a rule has found: readings for the table, and tags seen lying there. The lists are used again for every frame: an entry beyond their
 * count is an old one.
 */
export interface Findings {
  readonly readings: Sequenced[];
  count: number;
  /** In pairs: an antenna and the tag that lies on it. */
  readonly antennas: number[];
  readonly uids: string[];
  tags: number;
}

export function noFindings(): Findings {
  return { readings: [], count: 0, antennas: [], uids: [], tags: 0 };
}

function found(findings: Findings, reading: Sequenced): true {
  findings.readings[findings.count++] = reading;
  return true;
}

/** Adds what the frame under the cursor says; false when one of its values is not there or makes no sense. */
export type Say = (findings: Findings) => boolean;

/** The parts of "shoe.{code}": texts, and names in braces at the odd places. */
export function partsOf(template: string): readonly string[] {
  return template.split(/\{([A-Za-z][A-Za-z0-9]*)\}/);
}

/** Names that a reading's template uses. */
export function namesIn(template: Value): readonly string[] {
  return typeof template === "string" ? partsOf(template).filter((_, i) => i % 2 === 1) : [];
}

/** A value that may be given by fields: "{uid}", "{rank}{suit}", 3. */
export function makeTemplate(names: Names, template: Value): Get {
  if (typeof template !== "string") return () => template;
  const parts = partsOf(template);
  if (parts.length === 1) return () => template;
  const gets = parts.map((part, i): Get => (i % 2 === 1 ? (names.get(part) ?? (() => undefined)) : () => part));
  const [only, more] = valuesOf(names, template);
  if (only !== undefined && more === undefined) return only;
  return () => {
    let text = "";
    for (const get of gets) {
      const value = get();
      if (value === undefined) return undefined;
      text += String(value);
    }
    return text;
  };
}

/** The values of a template that is nothing but values; none where it says more. */
function valuesOf(names: Names, template: Value): readonly Get[] {
  const parts = typeof template === "string" ? partsOf(template) : [];
  if (parts.some((part, i) => i % 2 === 0 && part !== "")) return [];
  return parts.filter((_, i) => i % 2 === 1).map((name) => names.get(name) ?? (() => undefined));
}

export function makeEmit(names: Names, emits: readonly Emit[]): Say {
  const says = emits.map((emit) => makeOne(names, emit));
  const [only] = says;
  if (only !== undefined && says.length === 1) return only;
  return (findings) => says.every((say) => say(findings));
}

function makeOne(names: Names, emit: Emit): Say {
  const of = (template: Value): Get => makeTemplate(names, template);
  switch (emit.kind) {
    case "card":
      return sayCard(cardOf(names, emit.card));
    case "tag":
      return sayTag(of(emit.uid), of(emit.antenna), emit.present === undefined ? null : of(emit.present));
    case "light":
      return sayLight(emit.lamp, of(emit.state));
    case "count":
      return sayOf(of(emit.cards), isCount, (cards) => ({ kind: "count", cards: Number(cards) }));
    case "button":
      return sayButton(of(emit.key), of(emit.down));
    case "unreadable":
      return sayOf(of(emit.code), isText, (code) => ({ kind: "unreadable", code: String(code) }));
    case "verdict":
      return sayOf(of(emit.outcome), isText, (outcome) => ({ kind: "verdict", outcome: String(outcome) }));
    case "fault":
      return sayFault(of(emit.code), of(emit.cleared));
    case "hello":
      return sayOf(of(emit.restarted), isTruth, (restarted) => ({ kind: "hello", restarted: isTrue(restarted) }));
  }
}

function sayOf(get: Get, fits: (value: Value | undefined) => value is Value, make: (value: Value) => Sequenced): Say {
  return (findings) => {
    const value = get();
    if (!fits(value)) return false;
    return found(findings, make(value));
  };
}

function sayCard(get: () => Card | undefined): Say {
  return (findings) => {
    const card = get();
    if (card === undefined) return false;
    return found(findings, { kind: "card", card });
  };
}

/** All cards, by rank and suit; a digit may be a number. */
const cards = new Map<Value, Map<Value, Card>>();
for (const card of deck52)
  for (const rank of [rankOf(card), Number(rankOf(card))]) cards.set(rank, (cards.get(rank) ?? new Map()).set(suitOf(card), card));

/** The card that a template names; its commonest form, "{rank}{suit}", without making a text. */
function cardOf(names: Names, template: string): () => Card | undefined {
  const [rank, suit, more] = valuesOf(names, template);
  if (rank !== undefined && suit !== undefined && more === undefined)
    return () => {
      const [first, second] = [rank(), suit()];
      return first === undefined || second === undefined ? undefined : cards.get(first)?.get(second);
    };
  const get = makeTemplate(names, template);
  return () => {
    const card = get();
    return typeof card === "string" && isCard(card) ? card : undefined;
  };
}

function sayTag(uidOf: Get, antennaOf: Get, presentOf: Get | null): Say {
  return (findings) => {
    const uid = uidOf();
    const antenna = antennaOf();
    if (typeof uid !== "string" || uid.length < minTagDigits || uid.length > maxTagDigits || !isCount(antenna)) return false;
    if (presentOf === null) {
      findings.uids[findings.tags] = uid;
      findings.antennas[findings.tags++] = Number(antenna);
      return true;
    }
    const present = presentOf();
    if (!isTruth(present)) return false;
    return found(findings, { kind: "tag", uid, antenna: Number(antenna), present: isTrue(present) });
  };
}

function sayLight(lamp: "red" | "green" | "mains", get: Get): Say {
  return sayOf(get, isLampState, (state) => ({ kind: "light", lamp, state: state as LampState }));
}

function sayButton(keyOf: Get, downOf: Get): Say {
  return (findings) => {
    const key = keyOf();
    const down = downOf();
    if (!isCount(key) || !isTruth(down)) return false;
    return found(findings, { kind: "button", key: Number(key), down: isTrue(down) });
  };
}

function sayFault(codeOf: Get, clearedOf: Get): Say {
  return (findings) => {
    const code = codeOf();
    const cleared = clearedOf();
    if (!isText(code) || !isTruth(cleared)) return false;
    return found(findings, { kind: "fault", code: String(code), cleared: isTrue(cleared) });
  };
}

function isText(value: Value | undefined): value is Value {
  return value !== undefined && String(value).length <= maxTextLength;
}

function isCount(value: Value | undefined): value is Value {
  return value !== undefined && value !== "" && typeof value !== "boolean" && Number.isInteger(Number(value)) && Number(value) >= 0;
}

function isLampState(value: Value | undefined): value is Value {
  return typeof value === "string" && lampStates.includes(value);
}

/** Yes or no, also as the bit that stands for it. */
function isTruth(value: Value | undefined): value is Value {
  return typeof value === "boolean" || value === 0 || value === 1;
}

function isTrue(value: Value): boolean {
  return value === true || value === 1;
}

/** Says what each record of a frame says. Records that are unknown, too many or too short make the whole frame senseless. */
export function makeRecords(cursor: Cursor, names: Names, records: RecordsSpec, recordNames: Names): Say {
  const fromOf = makeExtent(cursor, names, records.from);
  const toOf = makeExtent(cursor, names, records.to);
  const countOf = records.count === undefined ? null : makeExtent(cursor, names, records.count);
  const kinds = records.kinds.map(({ when, size, emit }) => ({
    fits: makeConditions(cursor, recordNames, when),
    sizeOf: makeExtent(cursor, recordNames, size),
    say: makeEmit(recordNames, emit),
  }));
  return (findings) => {
    const { start, end } = cursor;
    const limit = start + toOf();
    let at = start + fromOf();
    let count = 0;
    const most = countOf === null ? Number.POSITIVE_INFINITY : countOf();
    cursor.limit = limit;
    while (at < limit && count < most) {
      cursor.base = at;
      let kind: (typeof kinds)[number] | undefined;
      for (const one of kinds) {
        if (!one.fits()) continue;
        kind = one;
        break;
      }
      const size = kind?.sizeOf() ?? 0;
      if (kind === undefined || !(size > 0) || at + size > limit || !kind.say(findings)) break;
      at += size;
      count++;
    }
    cursor.base = start;
    cursor.limit = end;
    return at === limit && (countOf === null || count === most);
  };
}
