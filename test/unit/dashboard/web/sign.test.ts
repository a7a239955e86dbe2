import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pagesOf } from "../../../../dashboard/web/sign/paging.ts";
import { litRows, paidAt, seatLines } from "../../../../dashboard/web/sign/results.ts";
import { chooseScene, handBeside } from "../../../../dashboard/web/sign/scene.ts";
import { pageMs, shiftAt, shiftMs, turnAt } from "../../../../dashboard/web/sign/turning.ts";
import { about, type Scene, scenes, viewOf } from "../../../e2e/pages-fixtures.ts";

const see = (scene: Scene) => viewOf(scene, "public");

describe("a sign's scene", () => {
  test.each([
    ["closed", "closed"],
    ["idle", "paytable"],
    ["bets", "paytable"],
    ["deal", "paytable"],
    ["decide", "paytable"],
    ["reveal", "paytable"],
    ["revealed", "reveal"],
    ["settle", "reveal"],
    ["after", "paytable"],
    ["red", "void"],
    ["redBetween", "suspended"],
    ["floor", "suspended"],
    ["check", "suspended"],
    ["void", "void"],
    ["scan", "closed"],
  ] as const)("in %s is %s", (scene, wanted) => {
    expect(chooseScene(see(scene), true)).toBe(wanted);
  });

  test("is NOT VALID whatever the table does, once its value is too old or of another pack", () => {
    for (const scene of scenes) expect(chooseScene(see(scene), false)).toBe("notValid");
  });
});

test("beside the bank stands the hand being paid, else the one turned up last", () => {
  expect(handBeside(see("settle"), "4/hand")).toBe(7);
  expect(handBeside(see("revealed"), "2/hand")).toBe(2);
  expect(handBeside(see("revealed"), null)).toBe(7);
  expect(handBeside(see("bets"), null)).toBeNull();
});

describe("paytables", () => {
  const table = (id: string, columns: number) => ({ id, columns: Array.from({ length: columns }, () => "pays"), rows: [] });
  const ids = (...tables: ReturnType<typeof table>[]) => pagesOf(tables).map((page) => page.map(({ id }) => id));

  test("stand side by side as far as they fit, the others on the next page", () => {
    expect(ids(table("straightFlush", 1), table("flush", 1))).toEqual([["straightFlush", "flush"]]);
    expect(ids(table("points", 1), table("bonus", 3), table("automatic", 1))).toEqual([["points", "automatic"], ["bonus"]]);
    expect(ids(table("bet", 3))).toEqual([["bet"]]);
    expect(ids()).toEqual([]);
  });

  test("are all shown, each once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }), (columns) => {
        const tables = columns.map((count, i) => table(String(i), count));
        expect(
          pagesOf(tables)
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).toEqual(tables.map(({ id }) => id));
        for (const page of pagesOf(tables)) expect(page.length).toBeGreaterThan(0);
      }),
    );
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
