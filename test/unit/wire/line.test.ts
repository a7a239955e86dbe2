import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLines, freshLine, type LineCut, sealLine, unsealLine, xorOf } from "#wire/line";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Lines as strings, skipped bytes as numbers, in order. */
function cutAll(chunks: readonly Uint8Array[], maxBytes: number): { readonly told: readonly (string | number)[]; readonly cut: LineCut } {
  const told: (string | number)[] = [];
  let cut = freshLine;
  const tell = (one: string | number): number => told.push(one);
  for (const chunk of chunks) cut = cutLines(cut, chunk, maxBytes, tell, tell);
  return { told, cut };
}

describe("cutting lines", () => {
  it("ends a line at LF and at CR LF, wherever a chunk ends", () => {
    expect(cutAll([bytesOf("one\ntwo\r\n\nthr"), bytesOf("ee\r"), bytesOf("\nrest")], 20)).toEqual({
      told: ["one", "two", "", "three"],
      cut: { partial: "rest", skipped: 0 },
    });
  });

  it("skips a line that is too long, and reads the next one", () => {
    expect(cutAll([bytesOf(`${"x".repeat(11)}\nnext\n`)], 10).told).toEqual([11, "next"]);
    expect(cutAll([bytesOf(`${"x".repeat(10)}\n`)], 10).told).toEqual(["x".repeat(10)]);
  });

  it("tells of an endless line while it goes on, and keeps none of it", () => {
    const { told, cut } = cutAll(
      Array.from({ length: 100 }, () => bytesOf("x".repeat(100))),
      512,
    );
    expect(told).toEqual([4096, 4096]);
    expect(cut).toEqual({ partial: "", skipped: 10_000 });
  });

  it("gives the same lines however the bytes are cut", () => {
    const text = fc.array(fc.constantFrom("a", "bc", "\r", "\n", "\r\n", "x".repeat(30), "y".repeat(5000)), { maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 10 }), (parts, places) => {
        const bytes = bytesOf(parts.join(""));
        const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const chunks = borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
        expect(cutAll(chunks, 64)).toEqual(cutAll([bytes], 64));
      }),
    );
  });

  it("gives back every byte as one character", () => {
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13);
    expect((cutAll([every, bytesOf("\n")], 512).told[0] as string).length).toBe(254);
  });
});

describe("the checksum of a line", () => {
  it("is the XOR of the text, two digits", () => {
    expect(xorOf("A")).toBe(0x41);
    // The example of the NMEA 0183 sentence that every GPS manual prints.
    expect(sealLine("GPGLL,5300.97914,N,00259.98174,E,125926,A")).toBe("GPGLL,5300.97914,N,00259.98174,E,125926,A*28");
  });

  it("opens what it sealed, in capitals or not", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unsealLine(sealLine(ascii(text)), true)).toBe(ascii(text));
      }),
    );
    expect(unsealLine("{}*06", true)).toBe("{}");
    expect(unsealLine("j*6A", true)).toBe("j");
    expect(unsealLine("j*6a", true)).toBe("j");
  });

  it("refuses any change of one byte", () => {
    const sealed = sealLine('{"t":"tag","seq":41,"ant":3}');
    const change = fc.tuple(fc.nat(sealed.length - 4), fc.integer({ min: 1, max: 127 }));
    fc.assert(
      fc.property(change, ([at, xor]) => {
        const changed = sealed.slice(0, at) + String.fromCharCode(sealed.charCodeAt(at) ^ xor) + sealed.slice(at + 1);
        expect(unsealLine(changed, false)).toBeNull();
      }),
    );
  });

  it("takes a line without a sum unless one is required", () => {
    expect(unsealLine('{"a":1}', false)).toBe('{"a":1}');
    expect(unsealLine('{"a":1}', true)).toBeNull();
    expect(unsealLine("", true)).toBeNull();
    expect(unsealLine("{}*0G", false)).toBeNull();
  });
});

function ascii(text: string): string {
  return [...text].filter((character) => character.charCodeAt(0) < 128).join("");
}
