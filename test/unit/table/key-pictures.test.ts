import { describe, expect, it } from "vitest";
import { loadDrawing, unpackWoff } from "#table/key-pictures";

const ground = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#102030"/>';
const word = (text: string): string =>
  `${ground}<text x="48" y="60" font-size="40" fill="#fff" text-anchor="middle" font-family="Barlow Condensed" font-weight="600">${text}</text></svg>`;
const bright = (picture: Uint8Array): number => picture.reduce((sum, value) => sum + (value > 200 ? 1 : 0), 0);

describe("the picture of a key", () => {
  it("is three bytes a pixel", async () => {
    const draw = await loadDrawing();
    const picture = draw(`${ground}</svg>`, 72);
    expect(picture).toHaveLength(72 * 72 * 3);
    expect([...picture.subarray(0, 6)]).toEqual([0x10, 0x20, 0x30, 0x10, 0x20, 0x30]);
  });

  it("has its words, Romanian letters included, on a machine without fonts", async () => {
    const draw = await loadDrawing();
    expect(bright(draw(word("Fold"), 96))).toBeGreaterThan(500);
    for (const letter of ["ă", "ș", "ț", "î", "€"]) expect(bright(draw(word(letter), 96))).toBeGreaterThan(60);
    expect(draw(word("ș"), 96)).not.toEqual(draw(word("s"), 96));
  });

  it("needs a font that is one", () => {
    expect(() => unpackWoff(Buffer.from("no font at all"))).toThrow("no WOFF file");
  });
});
