// Texts and figures in three languages, for the server, the command line and the pages. Pure: no DOM, no node module.

import type { Irregularity, IrregularityCode } from "#core/irregularity";
import type { Minor } from "#core/money";
import type { Reason } from "#core/settlement";
import { type Key as CommonKey, en } from "./en.ts";
import type { enFloor } from "./en-floor.ts";
import { it } from "./it.ts";
import type { Message } from "./message.ts";
import { ro } from "./ro.ts";

export const languages = ["en", "it", "ro"] as const;
export type Language = (typeof languages)[number];

/** All texts there are. Those that one page alone needs are not in what every page loads: it brings them (`floor.ts`). */
type Texts = typeof en & typeof enFloor;
export type Key = CommonKey | keyof typeof enFloor;
const texts: Readonly<Record<Language, Record<string, Message>>> = { en: { ...en }, it: { ...it }, ro: { ...ro } };
export const catalogues = texts as Readonly<Record<Language, Readonly<Record<Key, Message>>>>;

/** Adds the texts of a page. */
export function learn(more: Readonly<Record<Language, Readonly<Record<string, Message>>>>): void {
  for (const language of languages) Object.assign(texts[language], more[language]);
}

export type Params = Readonly<Record<string, string | number>>;
export interface Currency {
  /** ISO 4217; any other text is taken for chips and printed without a symbol. */
  readonly code: string;
  readonly minorDigits: number;
}

type FormOf<M> = M extends string ? M : M extends { readonly [Form in keyof M]: infer F } ? F : never;
type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<K extends Key> = NamesIn<FormOf<Texts[K]>>;
/** The parameters a key wants: none, or one object. */
export type Given<K extends Key> = [NamesOf<K>] extends [never] ? [] : [params: Readonly<Record<NamesOf<K>, string | number>>];

/** Whether a text that came from outside names a language of ours. */
export function isLanguage(text: string | null | undefined): text is Language {
  return (languages as readonly (string | null | undefined)[]).includes(text);
}

/** Whether the catalogues know this irregularity. */
export function isIrregularity(code: string): code is IrregularityCode {
  return `irregularity.${code}.title` in en;
}

/** The text of a key. Its placeholders are checked by the compiler; `count` chooses the plural form. */
export function say<K extends Key>(language: Language, key: K, ...[params]: Given<K>): string {
  return fill(language, catalogues[language][key], (params ?? {}) as Params);
}

/** The text of a key made at run time, or null where the catalogue has none. */
export function find(language: Language, key: string, params: Params = {}): string | null {
  const message = (catalogues[language] as Readonly<Record<string, Message>>)[key];
  return message === undefined ? null : fill(language, message, params);
}

/** Names of the placeholders of a message, in all its forms. */
export function placeholders(message: Message): ReadonlySet<string> {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return new Set(forms.flatMap((form: string) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)));
}

function fill(language: Language, message: Message, params: Params): string {
  const text = typeof message === "string" ? message : (message[formOf(language, Number(params.count))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function formOf(language: Language, count: number): "one" | "few" | "many" | "other" {
  return pluralRules(language).select(count) as "one" | "few" | "many" | "other";
}

function remember<T>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}

const pluralRules = remember((language) => new Intl.PluralRules(language));

const numberFormat = remember((key) => {
  const [language = "en", digits = "0", currency] = key.split("|");
  return new Intl.NumberFormat(language, {
    useGrouping: "always",
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
    ...(currency && { style: "currency" as const, currency, currencyDisplay: "narrowSymbol" as const }),
  });
});

const clockFormat = remember((key) => {
  const [language = "en", precision = "minutes", timeZone] = key.split("|");
  return new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    ...(precision === "seconds" && { second: "2-digit" as const }),
    hourCycle: "h23",
    ...(timeZone && { timeZone }),
  });
});

function major(minor: Minor, { minorDigits }: Currency): { readonly value: number; readonly digits: number } {
  const unit = 10 ** minorDigits;
  return { value: minor / unit, digits: minor % unit === 0 ? 0 : minorDigits };
}

function withMinus(text: string): string {
  return text.replace("-", "−");
}

/** Money as chips: no symbol, decimals only where there are some. */
export function chips(language: Language, minor: Minor, currency: Currency): string {
  const { value, digits } = major(minor, currency);
  return withMinus(numberFormat(`${language}|${digits}`).format(value));
}

/** Money with its symbol: €1,240.50, 1.240,50 €, 1.240,50 lei; whole amounts without decimals. */
export function amount(language: Language, minor: Minor, currency: Currency): string {
  const { value, digits } = major(minor, currency);
  if (currency.code === "RON") return `${chips(language, minor, currency)} lei`;
  if (!/^[A-Z]{3}$/.test(currency.code)) return chips(language, minor, currency);
  return withMinus(numberFormat(`${language}|${digits}|${currency.code}`).format(value));
}

/** "€5 – €100", "5 – 100 €"; one amount where there is no choice. */
export function range(language: Language, min: Minor, max: Minor, currency: Currency): string {
  const [low, high] = [amount(language, min, currency), amount(language, max, currency)];
  if (min === max) return low;
  // A symbol that comes behind the figures is said once.
  const [, tail = ""] = /(\D+)$/.exec(high) ?? [];
  return `${tail !== "" && low.endsWith(tail) ? low.slice(0, -tail.length) : low} – ${high}`;
}

/** A meter's figure in three parts, always to the smallest unit: 187.432 is large, what stands before and behind it small. */
export function meterParts(language: Language, minor: Minor, currency: Currency) {
  const { minorDigits, code } = currency;
  const value = minor / 10 ** minorDigits;
  const symbol = /^[A-Z]{3}$/.test(code) && code !== "RON";
  const parts = numberFormat(symbol ? `${language}|${minorDigits}|${code}` : `${language}|${minorDigits}`).formatToParts(value);
  const isWhole = ({ type }: Intl.NumberFormatPart): boolean => type === "integer" || type === "group";
  const first = parts.findIndex(isWhole);
  const last = parts.findLastIndex(isWhole);
  const text = (some: readonly Intl.NumberFormatPart[]): string => some.map((part) => part.value).join("");
  return {
    head: text(parts.slice(0, first)),
    whole: text(parts.slice(first, last + 1)),
    tail: text(parts.slice(last + 1)) + (code === "RON" ? " lei" : ""),
  };
}

/** Millionths of the smallest unit as the money that can be paid, and the digits behind it that only a meter keeps. */
export function exactParts(language: Language, micros: number, currency: Currency) {
  const { head, whole, tail } = meterParts(language, Math.trunc(Math.abs(micros) / 1_000_000), currency);
  const [digits = ""] = /^\D?\d*/.exec(tail) ?? [];
  return {
    money: `${micros < 0 ? "−" : ""}${head}${whole}${digits}`,
    millionths: String(Math.abs(micros) % 1_000_000).padStart(6, "0"),
    unit: tail.slice(digits.length),
  };
}

/** Odds: 6 : 1 on the console, "6 to 1" on a sign. */
export function odds(language: Language, [n, m]: readonly [number, number], where: "console" | "sign"): string {
  return say(language, `odds.${where}`, { n: count(language, n), m: count(language, m) });
}

/** A plain number with its grouping. */
export function count(language: Language, value: number): string {
  return withMinus(numberFormat(`${language}|0`).format(value));
}

/** 7.5 → "7.5%", in Romanian "7,5 %". */
export function percent(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(value / 100);
}

/** 24-hour time of day: HH:MM, for records HH:MM:SS. Without a zone: that of the machine. */
export function clock(language: Language, at: number, precision: "minutes" | "seconds", timeZone = ""): string {
  return clockFormat(`${language}|${precision}|${timeZone}`).format(at);
}

/** Time gone by: 01:12, from an hour on 1:01:12. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${two(minutes)}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** "3/hand" → seat 3, "dealer/hand" → dealer. */
export function placeName(language: Language, place: string): string {
  const owner = place.split("/")[0] ?? place;
  if (/^\d+$/.test(owner)) return say(language, "place.seat", { seat: owner });
  return find(language, `place.${owner}`) ?? owner;
}

/** "3/ante" → Ante, as printed on the felt; "pot/1" → Pot 1; "3/4/vs" → seat 4. */
export function wagerName(language: Language, spot: string): string {
  const [owner = "", ...names] = spot.split("/");
  const name = names.at(-1) ?? owner;
  if (name === "vs" && names[0] !== undefined) return placeName(language, names[0]);
  const printed = find(language, `wager.${name}`);
  const pile = find(language, `wager.${owner}`);
  return printed ?? (pile === null ? name : `${pile} ${name}`);
}

/** "3/front" → Front: one part of a hand that lies in several. */
export function pileName(language: Language, place: string): string {
  const name = place.split("/").at(-1) ?? place;
  return find(language, `pile.${name}`) ?? name;
}

/** What has changed of what runs at a table, in one line. */
export function changeText(
  language: Language,
  { part, name = "", before, after }: { part: string; name?: string; before: string | null; after: string | null },
): string {
  const none = say(language, "change.none");
  return find(language, `change.${part}`, { name, before: before ?? none, after: after ?? none }) ?? part;
}

export function optionName(language: Language, code: string): string {
  return find(language, `option.${code}`) ?? code;
}

/** An id of the configuration as a name: "reader-1" → Reader 1. */
export function deviceName(id: string): string {
  const words = id.replace(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type Money = (minor: Minor) => string;

const rank = /^[2-9TJQKA]$/;

/** "pair" and "KK973" as "pair of kings": the deciding rank first, the second pair of two third. */
function rankWords(language: Language, { hand, ranks }: Params): Params {
  if (typeof hand !== "string") return {};
  const [first = "", , third = ""] = typeof ranks === "string" ? ranks : "";
  const word = (key: string, one: string): string => find(language, key) ?? one;
  const [high, many] = [word(`high.${first}`, first), word(`many.${first}`, first)];
  const parts = { rank: word(`rank.${first}`, first), high, many, others: word(`many.${third}`, third) };
  return { named: (first === "" ? null : find(language, `named.${hand}`, parts)) ?? find(language, `hand.${hand}`) ?? hand };
}

/** Parameters as words: ranks, hands, places and money by their names. */
function words(language: Language, params: Params, money: Money): Params {
  const named: Record<string, string | number> = { ...params };
  for (const name of ["amount", "cap", "funds", "paid", "due"]) if (typeof params[name] === "number") named[name] = money(params[name]);
  Object.assign(named, rankWords(language, params));
  const high = String(params.high ?? (params.ranks === undefined ? (params.top ?? "") : String(params.ranks)[0]));
  if (rank.test(high)) named.high = find(language, `high.${high}`) ?? high;
  if (typeof params.top === "string" && rank.test(params.top)) named.top = find(language, `rank.${params.top}`) ?? params.top;
  if (typeof params.ranks === "string") named.ranks = [...params.ranks].map((one) => (one === "T" ? "10" : one)).join("-");
  if (typeof params.hand === "string") named.hand = find(language, `hand.${params.hand}`) ?? params.hand;
  if (typeof params.place === "string") named.place = placeName(language, params.place);
  if (typeof params.street === "number") named.street = find(language, `street.${params.street}`) ?? params.street;
  if (typeof params.percent === "number") named.percent = percent(language, params.percent);
  return named;
}

/**
 * A `Reason` in words. A reason with fewer parameters than its text wants takes the short text ("7-card flush" without the
 * ranks); an irregularity's code reads as its title. A code without a text comes back as it is: a law over all games finds it.
 */
export function reason(language: Language, { code, params = {} }: Reason, money: Money = String): string {
  const named = words(language, params, money);
  for (const key of [`reason.${code}`, `reason.${code}.short`]) {
    const message = (catalogues[language] as Readonly<Record<string, Message>>)[key];
    if (message !== undefined && [...placeholders(message)].every((name) => named[name] !== undefined))
      return fill(language, message, named);
  }
  return find(language, `irregularity.${code}.title`) ?? code;
}

const suitSigns: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "Td" → 10♦: a card in a sentence. */
export function cardText(card: string): string {
  const [rankLetter = "", suit = ""] = card;
  return `${rankLetter === "T" ? "10" : rankLetter}${suitSigns[suit] ?? suit}`;
}

/** Why a command was refused, as a sentence. `params` are those of the core's reply. */
export function refusal(language: Language, why: string, params: Params = {}, money: Money = String): string {
  const named: Record<string, string | number> = { ...params };
  for (const name of ["min", "max", "step"]) {
    if (typeof params[name] === "number" && why !== "tableFull" && why !== "cards")
      named[name] = params.unit === undefined ? money(params[name]) : count(language, params[name]);
  }
  if (params.max !== undefined) named.count = params.max;
  for (const name of ["by", "place"]) if (typeof params[name] === "string") named[name] = placeName(language, params[name]);
  if (typeof params.card === "string") named.card = cardText(params.card);
  if (typeof params.spot === "string") named.spot = `${wagerName(language, params.spot)}, ${placeName(language, params.spot)}`;
  if (typeof params.role === "string") named.role = find(language, `role.${params.role}`) ?? params.role;
  return find(language, `refusal.${why}`, named) ?? say(language, "refusal.other", { why });
}

/** What a blocked key shows in place of its label. */
export function blockedLabel(language: Language, why: string): string {
  return find(language, `blocked.${why}`) ?? say(language, "blocked.other");
}

export interface IrregularityText {
  readonly title: string;
  readonly what: string;
  /** What to do, the first thing first. */
  readonly steps: readonly string[];
  /** Who has to come. */
  readonly who: string;
}

/** What an irregularity is called, what was seen, what to do and who has to come. */
export function irregularityText(language: Language, irregularity: Omit<Irregularity, "reason">): IrregularityText {
  const { code, place, device, count: cards = 1, deck } = irregularity;
  const worded = (named: string): string =>
    say(language, `irregularity.${code}.what`, {
      place: place === undefined ? "" : placeName(language, place),
      device: named,
      deck: deck === undefined ? "" : deviceName(deck),
      count: count(language, cards),
    });
  const named = device === undefined ? "" : deviceName(device);
  const bare = worded("");
  // A shuffler that is called "shuffler" is named once.
  const what = bare.toLowerCase().includes(named.toLowerCase()) ? bare : worded(named);
  return {
    title: say(language, `irregularity.${code}.title`),
    what: what.replace(/ {2,}/g, " ").replace(/ ([.:])/g, "$1"),
    steps: ([1, 2, 3] as const).map((n) => say(language, `irregularity.${code}.step${n}`)),
    who: say(language, `irregularity.${code}.who`),
  };
}

/** What is wrong with a link, and the remedy. `why` is a code of the link machine; an unknown one reads "no answer". */
export function linkText(language: Language, why: string | null): { readonly title: string; readonly remedy: string } {
  const code = why !== null && find(language, `link.${why}.title`) !== null ? why : "other";
  return { title: find(language, `link.${code}.title`) ?? code, remedy: find(language, `link.${code}.do`) ?? "" };
}

/** The title of an alarm, as surveillance and the floor read it. */
export function alarmTitle(language: Language, code: string): string {
  return find(language, `irregularity.${code}.title`) ?? find(language, `alarm.${code}`) ?? code;
}
