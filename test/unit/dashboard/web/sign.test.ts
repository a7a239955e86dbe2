import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languages } from "#i18n/format";
import { readAddress } from "../../../../dashboard/web/sign/address.ts";
import { composePages } from "../../../../dashboard/web/sign/compose.ts";
import { litRows, paidAt, seatLines } from "../../../../dashboard/web/sign/results.ts";
import { chooseScene, handBeside } from "../../../../dashboard/web/sign/scene.ts";
import { fold, stripMax, tickerPages } from "../../../../dashboard/web/sign/strip.ts";
import { isWithin, pageMs, shiftAt, shiftMs, turnAt } from "../../../../dashboard/web/sign/turning.ts";
import { forgottenMs, judge, lostMaxMs, silentMaxMs } from "../../../../dashboard/web/sign/validity.ts";
import { about, type Scene, scenes, viewOf } from "../../../e2e/pages-fixtures.ts";

const see = (scene: Scene) => viewOf(scene, "public");

describe("a sign's scene", () => {
  test.each([
    ["closed", "closed"],
    ["idle", "board"],
    ["bets", "board"],
    ["deal", "board"],
    ["decide", "board"],
    ["reveal", "board"],
    ["revealed", "reveal"],
    ["settle", "reveal"],
    ["after", "board"],
    ["red", "void"],
    ["redBetween", "suspended"],
    ["floor", "suspended"],
    ["check", "suspended"],
    ["void", "void"],
    ["scan", "closed"],
  ] as const)("in %s is %s", (scene, wanted) => {
    expect(chooseScene(see(scene), "live")).toBe(wanted);
  });

  test("is NOT VALID whatever the table does, when it cannot be vouched for; old, it shows rules and no hand", () => {
    for (const scene of scenes) expect(chooseScene(see(scene), "notValid")).toBe("notValid");
    for (const scene of scenes) expect(chooseScene(see(scene), "stale")).toBe("board");
  });
});

test("beside the bank stands the hand being paid, else the one turned up last", () => {
  expect(handBeside(see("settle"), "4/hand")).toBe(7);
  expect(handBeside(see("revealed"), "2/hand")).toBe(2);
  expect(handBeside(see("revealed"), null)).toBe(7);
  expect(handBeside(see("bets"), null)).toBeNull();
});

describe("paytables", () => {
  const table = (id: string, columns: number, rows = 4) => ({
    id,
    columns: Array.from({ length: columns }, () => "pays"),
    rows: Array.from({ length: rows }, () => ({ hand: { code: id }, cells: [] })),
  });
  const composed = (...paytables: ReturnType<typeof table>[]) => composePages({ paytables, limits: [], rules: [] }, () => 0).play;
  const ids = (...tables: ReturnType<typeof table>[]) =>
    composed(...tables).map((page) => (page.kind === "tables" ? page.bands.map((band) => band.map(({ id }) => id)) : []));

  test("stand side by side and above each other as far as they fit, the others on the next page", () => {
    expect(ids(table("straightFlush", 1), table("flush", 1))).toEqual([[["straightFlush", "flush"]]]);
    expect(ids(table("points", 1), table("bonus", 3), table("automatic", 1))).toEqual([[["points", "automatic"], ["bonus"]]]);
    expect(ids(table("bet", 3, 10), table("bonus", 3))).toEqual([[["bet"]], [["bonus"]]]);
    expect(ids()).toEqual([]);
  });

  test("are all shown, each once, and so is every rule", () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 10 })), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(120), { maxLength: 14 }), (tables, letters) => {
        const paytables = tables.map(([columns, rows], i) => table(String(i), columns, rows));
        const rules = letters.map((count, i) => ({ code: String(i), params: { count } }));
        const pages = composePages({ paytables, rules, limits: [{ spot: "ante", min: 1, max: 2 }] }, ({ params }) => Number(params?.count));
        const all = [...pages.play, ...pages.house];
        expect(all.flatMap((page) => (page.kind === "tables" ? page.bands.flat().map(({ id }) => id) : [])).sort()).toEqual(
          paytables.map(({ id }) => id).sort(),
        );
        expect(all.flatMap((page) => (page.kind === "house" ? page.rules : []))).toEqual(rules);
        expect(pages.play.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a picture", () => {
  const heard = { about: "a", view: "a", beat: "a", silentMs: 100, lostMs: 0, ageMs: 100 };

  test("is live only while the table speaks, and of one pack", () => {
    expect(judge(heard)).toBe("live");
    expect(judge({ ...heard, silentMs: silentMaxMs + 1 })).toBe("stale");
    expect(judge({ ...heard, lostMs: lostMaxMs + 1 })).toBe("stale");
    expect(lostMaxMs).toBeLessThan(1000);
    for (const part of ["about", "view", "beat"] as const) expect([part, judge({ ...heard, [part]: "b" })]).toEqual([part, "notValid"]);
    expect(judge({ ...heard, about: null })).toBe("notValid");
    expect(judge({ ...heard, silentMs: Number.POSITIVE_INFINITY, ageMs: forgottenMs + 1 })).toBe("notValid");
  });
});

describe("an address", () => {
  test("names languages, the sign, hours and the broker; what it does not understand it leaves", () => {
    expect(readAddress("?lang=it,xx,ro&name=wall-a7&dim=22:30-09:00&broker=ws://10.1.2.3:9001&table=riverside/a7")).toEqual({
      languages: ["it", "ro"],
      name: "wall-a7",
      dim: { from: 1350, to: 540 },
      broker: { url: "ws://10.1.2.3:9001", site: "riverside", table: "a7" },
    });
    expect(readAddress("?name=a/b&dim=late&broker=http://x&table=a7")).toEqual({ languages: [], name: null, dim: null, broker: null });
  });

  test("dims over midnight", () => {
    const { dim } = readAddress("?dim=22:30-09:00");
    if (dim === null) throw new Error("no hours");
    expect([1349, 1350, 0, 539, 540].map((minutes) => isWithin(dim, minutes))).toEqual([false, true, true, true, false]);
  });
});

describe("a strip", () => {
  test("has pages of at most sixty letters, in which no word is lost", () => {
    for (const language of languages) {
      const pages = tickerPages(about.notice, language, String);
      for (const page of pages) expect(page.length, page).toBeLessThanOrEqual(stripMax);
      for (const odds of ["1", "200", "1,000", "1.000"].slice(0, 2)) expect(pages.join(" ")).toContain(odds);
    }
    const words = fc.array(
      fc.string({ minLength: 1, maxLength: 20 }).map((word) => word.replaceAll(" ", "-")),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(fc.property(words, (line) => fold(line.join(" ")).join(" ") === line.join(" ")));
  });
});

describe("results", () => {
  const settled = see("after").last?.settlement ?? null;

  test("say how each seat ended, never for how much", () => {
    expect(
      seatLines(settled, settled?.hands.filter(({ place }) => place !== "3/hand") ?? []).map(({ seat, result }) => [seat, result?.outcome]),
    ).toEqual([
      [1, "lose"],
      [2, "lose"],
      [4, "win"],
      [5, "lose"],
      [6, "win"],
      [7, "win"],
    ]);
    expect(JSON.stringify(see("after").last)).not.toMatch(/"amount":[1-9]/);
  });

  test("light the rows that were paid and no other", () => {
    const [straightFlush, flush] = about.notice.paytables;
    expect([...litRows(straightFlush as NonNullable<typeof straightFlush>, settled)]).toEqual([4]);
    expect([...litRows(flush as NonNullable<typeof flush>, settled)]).toEqual([1, 2]);
    expect([...litRows(flush as NonNullable<typeof flush>, null)]).toEqual([]);
  });

  test("name the odds a hand was paid at", () => {
    expect(paidAt(settled, 7)).toEqual([
      { spot: "7/ante", odds: [1, 1] },
      { spot: "7/raise", odds: [1, 1] },
      { spot: "7/flush", odds: [50, 1] },
    ]);
    expect(paidAt(settled, 2)).toEqual([]);
  });
});

describe("turning", () => {
  test("brings every page in every language", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3 }), fc.nat(1_000_000), (pages, languages, from) => {
        const seen = new Set<string>();
        for (let i = 0; i < pages * languages; i++) {
          const { page, language } = turnAt((from + i) * pageMs, pages, languages);
          seen.add(`${page}/${language}`);
        }
        expect(seen.size).toBe(pages * languages);
      }),
    );
  });

  test("moves the picture by four pixels, to every corner, every three minutes", () => {
    const places = Array.from({ length: 5 }, (_, i) => shiftAt(i * shiftMs + 1));
    expect(new Set(places.map(({ x, y }) => `${x}/${y}`)).size).toBe(5);
    for (const { x, y } of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(4);
    expect(shiftAt(shiftMs - 1)).toEqual(shiftAt(0));
  });
});
