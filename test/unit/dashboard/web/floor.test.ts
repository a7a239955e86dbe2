import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AffectedReport, SiteAlarm } from "#contract/site";
import { irregularities, irregularityCodes, priorityOf } from "#core/irregularity";
import "#i18n/floor";
import { catalogues, languages } from "#i18n/format";
import { alarmText } from "../../../../dashboard/web/floor/alarm-text.ts";
import { causesOf, shown } from "../../../../dashboard/web/floor/feed.ts";
import { lineOf } from "../../../../dashboard/web/floor/record-text.ts";
import { csvOf, seatsOf, totalOf } from "../../../../dashboard/web/floor/report.ts";
import { arrange, neighbour, pitsOf } from "../../../../dashboard/web/floor/wall.ts";

const base: SiteAlarm = {
  ...{ table: "a1", id: "halt-1", code: "wrongPlace", priority: 2, weight: 60, since: 1_000, device: null, place: "3/hand" },
  ...{ count: null, deck: null, clearedAt: null, ackedBy: null, ackedAt: null },
};

describe("the feed", () => {
  const alarmArbitrary = fc
    .record({
      table: fc.constantFrom("a1", "a2"),
      code: fc.constantFrom(...irregularityCodes),
      since: fc.integer({ min: 0, max: 50 }),
      ackedBy: fc.constantFrom(null, "Bo"),
      clearedAt: fc.constantFrom(null, 99),
      place: fc.constantFrom(null, "1/hand"),
    })
    .map(
      (one, i = 0): SiteAlarm => ({
        ...base,
        ...one,
        id: `halt-${one.since}-${i}`,
        priority: priorityOf(one.code),
        weight: irregularities[one.code].weight,
      }),
    );

  test("shows every alarm once, what nobody has seen before what somebody has, the graver before the lighter", () => {
    fc.assert(
      fc.property(fc.array(alarmArbitrary, { maxLength: 30 }), (list) => {
        const causes = causesOf(list);
        expect(causes.flatMap((cause) => cause.alarms)).toHaveLength(list.length);
        expect(new Set(causes.map(({ key }) => key)).size).toBe(causes.length);
        for (const [i, cause] of causes.entries()) {
          expect(cause.acked).toBe(cause.alarms.every(({ ackedBy }) => ackedBy !== null));
          if (!cause.acked) expect(cause.head.ackedBy).toBeNull();
          const next = causes[i + 1];
          if (next === undefined) continue;
          expect(Number(cause.acked)).toBeLessThanOrEqual(Number(next.acked));
          if (cause.acked === next.acked) expect(cause.head.weight).toBeGreaterThanOrEqual(next.head.weight);
        }
      }),
    );
  });

  test("is one line for a cause that comes again; another place is another cause", () => {
    const again = [1, 2, 3].map((n) => ({ ...base, id: `halt-${n}`, since: n * 1_000, ackedBy: n === 1 ? "Bo" : null }));
    const [cause, other] = causesOf([...again, { ...base, id: "halt-9", place: "4/hand" }]);
    expect(cause?.alarms.map(({ since }) => since)).toEqual([1_000]);
    expect(other?.alarms.map(({ since }) => since)).toEqual([1_000, 2_000, 3_000]);
    expect(other?.acked).toBe(false);
    expect(other?.head.since).toBe(3_000);
  });

  test("is filtered by weight and by table", () => {
    const causes = causesOf([base, { ...base, table: "a2", code: "red", priority: 1, weight: 100 }]);
    const codes = (filter: Parameters<typeof shown>[1]): readonly string[] => shown(causes, filter).map(({ head }) => head.code);
    expect(codes({ priority: 3, table: null })).toEqual(["red", "wrongPlace"]);
    expect(codes({ priority: 1, table: null })).toEqual(["red"]);
    expect(codes({ priority: 3, table: "a1" })).toEqual(["wrongPlace"]);
  });

  test("has a title, what was seen, what was expected and who comes for every irregularity and every other alarm, in every language", () => {
    const others = Object.keys(catalogues.en).flatMap((key) => (key.startsWith("alarm.") ? [key.slice("alarm.".length)] : []));
    for (const language of languages) {
      for (const code of [...irregularityCodes, ...others]) {
        const { title, seen, expected, who } = alarmText(language, { ...base, code, device: code.endsWith("Lost") ? "reader-1" : null });
        for (const text of [title, seen, expected, who]) {
          expect([code, text]).toEqual([code, expect.stringMatching(/^[^{}]{2,}$/)]);
          expect(text).not.toBe(code);
        }
        expect(`${seen} ${expected}`).toMatch(/^\p{Lu}?.+[.] .+[.]$/u);
      }
    }
  });
});

describe("the wall", () => {
  const tables = (names: readonly string[]) => names.map((table) => ({ table }));
  const pit = (name: string, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

  test("groups tables by pit, each at its place", () => {
    const pits = pitsOf(tables(["a1", "a2", "b-1", "vip"]));
    expect(pits.map(({ name, tables: own }) => [name, own.length])).toEqual([
      ["A", 2],
      ["B", 1],
      ["VIP", 1],
    ]);
  });

  test("has room for forty tables on both screens, and for a whole house", () => {
    for (const [width, height] of [
      [1_380, 980],
      [950, 690],
    ] as const) {
      for (const pits of [[40], [10, 10, 10, 10], [12, 11, 12, 5], [4, 4, 4, 4, 4, 4, 4, 4, 4, 4]]) {
        const { columns, rows } = arrange(pits, width, height);
        expect(rows).toBe(pits.reduce((sum, count) => sum + Math.ceil(count / columns), 0));
        expect(height / rows).toBeGreaterThanOrEqual(60);
        expect(width / columns).toBeGreaterThanOrEqual(80);
      }
    }
    expect(arrange([12, 12, 12, 12, 12, 12], 1_310, 980).density).toBe("large");
  });

  test("is walked with arrows: to the neighbour, over pits, and not out of it", () => {
    const pits = [pit("a", 7), pit("b", 3)];
    const go = (from: string, ...keys: readonly string[]): string => keys.reduce((at, key) => neighbour(pits, 5, at, key), from);
    expect(go("a1", "ArrowRight", "ArrowDown")).toBe("a7");
    expect(go("a5", "ArrowDown")).toBe("a7");
    expect(go("a7", "ArrowDown", "ArrowUp")).toBe("a7");
    expect(go("a7", "ArrowRight")).toBe("b1");
    expect([go("a1", "ArrowUp"), go("a1", "ArrowLeft"), go("b3", "ArrowRight"), go("b3", "ArrowDown")]).toEqual(["a1", "a1", "b3", "b3"]);
  });
});

test("the report adds up by round, by seat and in the file", () => {
  const seats = (...lost: readonly number[]) => lost.map((net, i) => ({ seat: i + 1, staked: 1_000, net, back: Math.max(0, -net) }));
  const report: AffectedReport = {
    ...{ code: "cardMissing", at: 9_000, n: 40, deck: "red-1", device: null, count: 1, lastGood: null },
    rounds: [
      { round: 7, openedAt: 0, outcome: "settled", seats: seats(-1_000, 2_000) },
      { round: 8, openedAt: 1_000, outcome: "open", seats: seats(0, -1_050) },
    ],
  };
  expect(totalOf(report)).toEqual({ hands: 4, staked: 4_000, net: -50, back: 2_050 });
  expect(seatsOf(report).map(({ seat, net, back }) => [seat, net, back])).toEqual([
    [1, -1_000, 1_000],
    [2, 950, 1_050],
  ]);
  const lines = csvOf("a7", report, 2).trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[4]).toBe("a7,red-1,cardMissing,8,1970-01-01T00:00:01.000Z,open,2,10.00,-10.50,10.50");
});

test("what people do with decks has words, with those who signed", () => {
  const speech = { language: "en", currency: { code: "EUR", minorDigits: 2 }, timeZone: "UTC" } as const;
  const text = (kind: string, fact: object): string => lineOf({ n: 1, at: 0, fact: { kind, deck: "red-1", ...fact } }, speech).text;
  const [ada, bo] = [{ name: "Ada" }, { name: "Bo" }];
  expect(text("deckAct", { act: "release", signed: [ada, bo] })).toBe("Deck Red 1 back in play, signed by Ada, Bo");
  expect(text("deckProposed", { act: "destroy", by: ada })).toBe("Deck Red 1 waits for a second signature, after Ada");
  expect(text("deckExported", { by: [ada, bo] })).toBe("Tags of deck Red 1 taken out by Ada, Bo");
  expect(text("rescanned", { cards: 2, by: "Bo" })).toBe("Antennas asked again by Bo: 2 where they were due");
  expect(text("entered", { to: "3/hand", by: "Bo" })).toBe("A card to seat 3, entered by Bo, not named");
  expect(text("neverHeardOf", {})).toBe("NeverHeardOf");
});
