import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelKey } from "#core/device";
import { layKeys } from "#wire/panel-grid";

const key = (number: number, rank: PanelKey["rank"]): PanelKey => ({
  key: number,
  rank,
  label: [],
  notes: [],
  blocked: false,
  hold: false,
});
const show = (cells: readonly (PanelKey | null)[]): readonly (number | null)[] => cells.map((cell) => cell?.key ?? null);

describe("the keys of a panel", () => {
  const keys = [key(0, "next"), key(1, "choice"), key(2, "choice"), key(50, "aside"), key(51, "aside")];

  it("lie where they always lie", () => {
    expect(show(layKeys(keys, 5, 3))).toEqual([1, 2, null, null, 50, null, null, null, null, 51, null, null, null, null, 0]);
    expect(show(layKeys(keys, 3, 2))).toEqual([1, 2, 50, null, null, 0]);
    expect(show(layKeys(keys, 3, 1))).toEqual([1, 2, 0]);
    expect(show(layKeys(keys, 1, 1))).toEqual([0]);
  });

  it("lie nowhere twice, and next is the last whatever else there is", () => {
    const some = fc.array(fc.constantFrom<PanelKey["rank"]>("choice", "aside"), { maxLength: 40 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 }), (ranks, columns, rows) => {
        const all = [key(0, "next"), ...ranks.map((rank, i) => key(i + 1, rank))];
        const laid = show(layKeys(all, columns, rows));
        expect(laid).toHaveLength(columns * rows);
        expect(laid.at(-1)).toBe(0);
        const used = laid.filter((one) => one !== null);
        expect(new Set(used).size).toBe(used.length);
      }),
    );
  });
});
