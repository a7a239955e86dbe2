import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { highCardFlush } from "#games/high-card-flush/game";
import { schema } from "#games/high-card-flush/rules";
import { en, reasonCodes } from "#i18n/en";
import {
  amount,
  blockedLabel,
  chips,
  clock,
  deviceName,
  duration,
  exactParts,
  irregularityText,
  languages,
  linkText,
  odds,
  percent,
  placeName,
  reason,
  refusal,
  say,
  wagerName,
} from "#i18n/format";
import { refusalCodes } from "#i18n/message";

const eur = { code: "EUR", minorDigits: 2 };
const ron = { code: "RON", minorDigits: 2 };
const space = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

describe("money", () => {
  test.each([
    ["en", eur, "€1,240.50", "€15"],
    ["it", eur, "1.240,50 €", "15 €"],
    ["ro", eur, "1.240,50 €", "15 €"],
    ["it", ron, "1.240,50 lei", "15 lei"],
    ["ro", ron, "1.240,50 lei", "15 lei"],
    ["en", ron, "1,240.50 lei", "15 lei"],
  ] as const)("in %s, %o", (language, currency, broken, whole) => {
    expect(space(amount(language, 124_050, currency))).toBe(broken);
    expect(space(amount(language, 1_500, currency))).toBe(whole);
  });

  test("as chips has no symbol, and decimals only where a stake has them", () => {
    expect(chips("en", 34_000, eur)).toBe("340");
    expect(chips("en", 50, eur)).toBe("0.50");
    expect(chips("it", 124_000, eur)).toBe("1.240");
    expect(chips("en", -2_500, eur)).toBe("−25");
    expect(amount("en", 1_240, { code: "chips", minorDigits: 0 })).toBe("1,240");
  });

  test("never loses a minor unit on its way to the screen", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(...languages), (minor, language) => {
        const [whole = "", cents = "00"] = chips(language, minor, eur).split(language === "en" ? "." : ",");
        expect(Number(whole.replace(/\D/g, "")) * 100 + Number(cents)).toBe(minor);
      }),
    );
  });
});

test("odds, percent and time", () => {
  expect(odds("en", [6, 1], "console")).toBe("6 : 1");
  expect(languages.map((language) => odds(language, [1000, 1], "sign"))).toEqual(["1,000 to 1", "1.000 a 1", "1.000 la 1"]);
  expect(space(percent("ro", 100))).toBe("100 %");
  expect(percent("it", 7.5)).toBe("7,5%");
  expect(clock("en", 0, "minutes", "UTC")).toBe("00:00");
  expect(clock("it", 78_428_000, "seconds", "UTC")).toBe("21:47:08");
  expect([duration(72_000), duration(3_672_000), duration(-5)]).toEqual(["01:12", "1:01:12", "00:00"]);
});

test("plurals follow each language", () => {
  expect([1, 2].map((count) => say("it", "seat.cards", { count }))).toEqual(["1 carta", "2 carte"]);
  expect([1, 2, 20].map((count) => say("ro", "seat.cards", { count }))).toEqual(["1 carte", "2 cărți", "20 de cărți"]);
});

test("places, wagers and devices are named", () => {
  expect(placeName("it", "3/hand")).toBe("posto 3");
  expect(placeName("en", "dealer/hand")).toBe("dealer");
  expect(wagerName("ro", "3/straightFlush")).toBe("Straight Flush");
  expect([wagerName("it", "pot/1"), wagerName("it", "3/4/vs"), wagerName("it", "3/neverHeardOf")]).toEqual([
    "Pot 1",
    "posto 4",
    "neverHeardOf",
  ]);
  expect(deviceName("reader-1")).toBe("Reader 1");
});

describe("reasons", () => {
  test("name hands with their ranks", () => {
    const hand = { code: "flushOf", params: { length: 4, ranks: "AJ72" } };
    expect(languages.map((language) => reason(language, hand))).toEqual([
      "4-card flush, ace high",
      "Colore di 4 all’asso",
      "Culoare de 4 la as",
    ]);
    expect(reason("it", { code: "flushOf", params: { length: 3, top: "8" } })).toBe("Colore di 3 all’8");
    expect(reason("en", { code: "flushOf", params: { length: 7 } })).toBe("7-card flush");
  });

  test("carry money in the house's form", () => {
    expect(reason("en", { code: "overCap", params: { cap: 2_500, length: 4 } }, (minor) => chips("en", minor, eur))).toBe("over 25");
    expect(reason("en", { code: "ruleRakeAll", params: { percent: 2.5 } })).toBe("House rake: 2.5% of the wagers, every seat");
  });

  test("of a void round read as the irregularity", () => {
    expect(reason("en", { code: "red" })).toBe("Shuffler shows red");
  });
});

test("every refusal of the core has a sentence without a gap", () => {
  const params = {
    min: 5,
    max: 6,
    step: 1,
    round: 7,
    card: "Td",
    spot: "3/ante",
    by: "3/hand",
    place: "3/hand",
    seat: 3,
    role: "floor",
    deck: "red",
  };
  for (const language of languages) {
    for (const code of refusalCodes) expect(refusal(language, code, params)).toMatch(/^[^{}]+[.]$/);
  }
  expect(refusal("en", "amount", { min: 1, max: 100, step: 1, unit: "points" }, () => "money")).toBe("Between 1 and 100, in steps of 1.");
  expect(refusal("en", "cardTwice", { card: "Td" })).toBe("10♦ already lies open elsewhere.");
  expect(refusal("en", "tableFull", { max: 6 })).toBe("The game takes 6 players.");
  expect(refusal("en", "stake", { min: 1_000, max: 10_000, step: 500 }, (minor) => chips("en", minor, eur))).toBe(
    "Between 10 and 100, in steps of 5.",
  );
  expect(refusal("en", "neverHeardOf")).toBe("Not possible: neverHeardOf.");
  expect(blockedLabel("en", "neverHeardOf")).toBe("Not now");
});

test("an irregularity says what was seen, what to do and who comes", () => {
  const text = irregularityText("en", { code: "wrongPlace", place: "3/hand", device: "reader-3" });
  expect(text.what).toBe("At seat 3 lies a card that was dealt elsewhere.");
  expect(text.steps).toHaveLength(3);
  expect(irregularityText("en", { code: "red" }).what).toBe("The shuffler shows red.");
  expect(irregularityText("en", { code: "red", device: "s2" }).what).toBe("The shuffler S2 shows red.");
  // Called what it is, it is named once.
  expect(irregularityText("en", { code: "red", device: "shuffler" }).what).toBe("The shuffler shows red.");
  expect(irregularityText("ro", { code: "red", device: "shuffler" }).what).toBe("Shufflerul arată roșu.");
});

test("an unknown link trouble still has a remedy", () => {
  expect(linkText("en", "missing")).toEqual({ title: "cable out", remedy: "Plug it in." });
  expect(linkText("en", "neverHeardOf").remedy).toBe(en["link.other.do"]);
});

test("every code on the sign of High Card Flush has a text", () => {
  const packs = [
    {},
    { bonusContested: false, shortfall: "all-or-nothing", rake: { method: "all", charge: { perSeat: 100 } }, aggregateCap: { perHand: 1 } },
    { rake: { method: "players", charge: { ofStakes: 250 } }, aggregateCap: { perRound: 500 } },
    { rake: { method: "designated player", charge: { perSeat: 100 } } },
  ];
  for (const pack of packs) {
    const { rules, paytables } = highCardFlush.notice(schema.parse(pack));
    for (const language of languages) {
      for (const rule of rules) expect(reason(language, rule)).toMatch(/^\p{Lu}[^{}]{10,70}$/u);
      for (const { id, columns, rows } of paytables) {
        expect(en).toHaveProperty([`paytable.${id}`]);
        for (const column of columns) expect(en).toHaveProperty([`column.${column}`]);
        for (const { hand } of rows) expect(reasonCodes).toContain(hand.code);
      }
    }
  }
});

describe("an exact amount", () => {
  const euro = { code: "EUR", minorDigits: 2 };
  test("has the millionths behind the money that can be paid, in every language and below nothing", () => {
    expect(exactParts("en", 1_000_053_250_050, euro)).toEqual({ money: "€10,000.53", millionths: "250050", unit: "" });
    expect(exactParts("it", 1_000_053_250_050, euro)).toMatchObject({ money: "10.000,53", millionths: "250050", unit: "\u00a0€" });
    expect(exactParts("ro", -71, { code: "RON", minorDigits: 2 })).toEqual({ money: "−0,00", millionths: "000071", unit: " lei" });
    expect(exactParts("en", 5_000_001, { code: "JPY", minorDigits: 0 })).toEqual({ money: "¥5", millionths: "000001", unit: "" });
  });
});
