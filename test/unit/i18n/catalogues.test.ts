import { describe, expect, test } from "vitest";
import { irregularityCodes } from "#core/irregularity";
import { catalogues, type Key, languages, placeholders } from "#i18n/format";
import "#i18n/floor";
import type { Message, Plural } from "#i18n/message";

const { en } = catalogues;
const keys = Object.keys(en) as Key[];
const forms = (message: Message): readonly string[] => (typeof message === "string" ? [message] : Object.values(message as Plural));
const texts = languages.flatMap((language) =>
  keys.flatMap((key) => forms(catalogues[language][key]).map((text) => ({ language, key, text }))),
);
const under = (...prefixes: string[]): typeof texts => texts.filter(({ key }) => prefixes.some((prefix) => key.startsWith(prefix)));
/** A figure of the usual length in place of each parameter. */
const filled = (text: string): string => text.replace(/\{(?:amount|paid|due)\}/g, "75").replace(/\{\w+\}/g, "7");

describe.each(languages)("the %s catalogue", (language) => {
  test("has the same keys as the English one", () => {
    expect(Object.keys(catalogues[language]).sort()).toEqual([...keys].sort());
  });

  test("has the same placeholders as the English one", () => {
    const own = keys.map((key) => [key, [...placeholders(catalogues[language][key])].sort()]);
    expect(own).toEqual(keys.map((key) => [key, [...placeholders(en[key])].sort()]));
  });

  test("has every plural form of its language, and no other", () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const key of keys) {
      const message = catalogues[language][key];
      if (typeof message !== "string") expect([key, Object.keys(message).sort()]).toEqual([key, wanted]);
      else expect([key, typeof en[key]]).toEqual([key, "string"]);
    }
  });
});

describe("texts", () => {
  const tooLong = (list: typeof texts, letters: number, measure = (text: string): number => filled(text).length): string[] =>
    list.filter(({ text }) => measure(text) > letters).map(({ language, key, text }) => `${language} ${key}: ${text} (${measure(text)})`);

  test("keep to their word budget", () => {
    const longestLine = (text: string): number =>
      Math.max(
        ...filled(text)
          .split("\n")
          .map((line) => line.length),
      );
    const keyLines = under("key.", "blocked.", "option.").filter(({ key }) => !["key.thenSeat", "key.tookToo", "key.deck"].includes(key));
    expect(tooLong(under("action."), 6)).toEqual([]);
    expect(tooLong(under("seat."), 10)).toEqual([]);
    expect(tooLong(keyLines, 12, longestLine)).toEqual([]);
    expect(tooLong(keyLines, 2, (text) => text.split("\n").length)).toEqual([]);
    expect(
      tooLong(
        under("steps.", "irregularity.").filter(({ key }) => /\.(step)?\d$/.test(key)),
        34,
      ),
    ).toEqual([]);
    expect(
      tooLong(
        under("irregularity.").filter(({ key }) => key.endsWith(".title")),
        22,
      ),
    ).toEqual([]);
    expect(
      tooLong(
        under("alarm.", "journal.", "broker.").filter(({ key }) => !key.endsWith(".do")),
        22,
      ),
    ).toEqual([]);
    expect(tooLong(under("reason.flushLength", "reason.straightFlushLength", "sign.phase.", "paytable."), 22)).toEqual([]);
    expect(tooLong(under("reason.rule"), 66)).toEqual([]);
    expect(tooLong(under("why."), 22)).toEqual([]);
    expect(
      tooLong(
        under("irregularity.").filter(({ key }) => key.endsWith(".who")),
        24,
      ),
    ).toEqual([]);
  });

  test("hold none of the words that blame or frighten", () => {
    const forbidden = /\berror|\binvalid|\bfail|\berrore|\beroare|\bfallit|\beșu|!/i;
    expect(texts.filter(({ text }) => forbidden.test(text)).map(({ language, key }) => `${language} ${key}`)).toEqual([]);
    const polite = /\bplease\b|\bprego\b|\bper favore\b|vă rugăm/i;
    expect(texts.filter(({ key, text }) => polite.test(text) && !key.startsWith("sign.")).map(({ key }) => key)).toEqual([]);
  });

  test("write ș and ț with a comma, and typographic apostrophes", () => {
    expect(texts.filter(({ text }) => /[şţŞŢ'"]/.test(text)).map(({ language, key }) => `${language} ${key}`)).toEqual([]);
  });

  test("never call a push pari, nor a straight flush scala reale alone", () => {
    expect(texts.filter(({ language, text }) => language === "it" && /\bpari\b|scala reale(?! massima)/i.test(text))).toEqual([]);
  });

  test("leave the words printed on the felt as printed", () => {
    for (const key of keys.filter((one) => one.startsWith("wager."))) {
      for (const language of languages) expect(catalogues[language][key]).toBe(en[key]);
    }
  });

  test("fill every step of every irregularity", () => {
    for (const code of irregularityCodes) {
      for (const { text } of under(`irregularity.${code}.`)) expect(text.trim()).not.toBe("");
    }
    expect(under("irregularity.").length).toBe(irregularityCodes.length * 6 * 3);
  });
});
