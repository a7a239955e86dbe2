// Decks: read from lines a person wrote, kept sealed.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deck52 } from "#core/card";
import { type Decks, parseDeck, readDecks, writeDecks } from "#table/deck-store";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pitwire-decks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = new Uint8Array(32).fill(7);
/** Random bytes that are another run of numbers each time. */
function counting(): (bytes: number) => Uint8Array {
  let n = 0;
  return (bytes) => Uint8Array.from({ length: bytes }, () => n++ % 251);
}

const tagOf = (i: number, deck = "E00401"): string => `${deck}${i.toString(16).padStart(4, "0").toUpperCase()}`;
const lines = deck52.map((card, i) => `${card},${tagOf(i)}`);
const csv = (changed: Readonly<Record<number, string>> = {}): string => lines.map((line, i) => changed[i] ?? line).join("\n");
const none: Decks = new Map();

describe("a deck's lines", () => {
  it("are a card and its tag, with a head or without, in any of the usual manners of writing", () => {
    const plain = parseDeck(csv(), none);
    expect(plain.size).toBe(52);
    expect(plain.get(tagOf(0))).toBe("2c");
    const others = [
      `card,uid\n${csv()}`,
      `Card;Tag\r\n${csv().replaceAll(",", ";").replaceAll("\n", "\r\n")}\r\n\r\n`,
      csv()
        .replaceAll(",", "\t")
        .toLowerCase()
        .replaceAll(/^./gm, (rank) => rank.toUpperCase()),
      `\uFEFF${csv().replaceAll(",", " , ")}`,
    ];
    for (const text of others) expect(parseDeck(text, none)).toEqual(plain);
  });

  const second = deck52.map((card, i) => `${card},${tagOf(100 + i)}`);
  const even = "Every card of a deck has one tag, or every card has two. Of these cards";

  it("may give every card two tags", () => {
    const deck = parseDeck([...lines, ...second].join("\n"), none);
    expect([deck.size, deck.get(tagOf(100))]).toEqual([104, "2c"]);
  });

  const rows: readonly (readonly [string, string, string])[] = [
    ["no card", csv({ 3: `1x,${tagOf(3)}` }), 'line 4: "1x" is not a card. Write rank and suit, for example Ts or 9h.'],
    ["a head that is not at the head", csv({ 3: "card,uid" }), 'line 4: "card" is not a card. Write rank and suit, for example Ts or 9h.'],
    ["a ten in two digits", csv({ 3: `10s,${tagOf(3)}` }), 'line 4: "10s" is not a card. Write rank and suit, for example Ts or 9h.'],
    ["no tag", csv({ 0: "2c" }), "line 1: the tag of 2c must be 4 to 16 bytes in hex."],
    ["half a byte", csv({ 0: "2c,E0040100F" }), "line 1: the tag of 2c must be 4 to 16 bytes in hex."],
    ["a tag that is no hex", csv({ 0: "2c,E004010X" }), "line 1: the tag of 2c must be 4 to 16 bytes in hex."],
    ["a tag too short", csv({ 0: "2c,E00401" }), "line 1: the tag of 2c must be 4 to 16 bytes in hex."],
    ["a tag too long", csv({ 0: `2c,${"E0".repeat(17)}` }), "line 1: the tag of 2c must be 4 to 16 bytes in hex."],
    ["a tag twice", csv({ 5: `7c,${tagOf(1).toLowerCase()}` }), "line 6: the tag of 7c already belongs to 3c."],
    ["a card left out", csv({ 51: "" }), "The deck is not complete. Missing: As"],
    ["several left out", csv({ 0: "", 12: "" }), "The deck is not complete. Missing: 2c Ac"],
    ["two tags of one card", [...lines, second[0]].join("\n"), `${even} there are two tags, of the others one: 2c`],
    ["a second tag left out", [...lines, ...second.slice(2)].join("\n"), `${even} the second tag is missing: 2c 3c`],
    ["three tags of one card", [...lines, ...second, `As,${tagOf(900)}`].join("\n"), "A card has one tag or two. More have: As"],
    [
      "tags of two lengths",
      csv({ 12: `Ac,${tagOf(12)}FF`, 51: `As,${tagOf(51).slice(2)}` }),
      `All cards of a deck have tags of one length (here ${tagOf(0).length / 2} bytes), or a card is known face down. Others: Ac As`,
    ],
    ["nothing", "", `The deck is not complete. Missing: ${deck52.join(" ")}`],
  ];
  it.each(rows)("with %s are refused by line", (_row, text, sentence) => {
    expect(() => parseDeck(text, none)).toThrow(new Error(sentence));
  });

  it("never give a tag away in what is said of them", () => {
    for (const [, text] of rows) {
      try {
        parseDeck(text, none);
      } catch (error) {
        expect((error as Error).message).not.toMatch(/E0/i);
      }
    }
  });

  it("may not use a tag of another deck", () => {
    const red = parseDeck(csv(), none);
    const blue = csv({ 7: `9c,${tagOf(20)}` }).replaceAll(/E00401(?!0014)/g, "E00402");
    expect(() => parseDeck(blue, new Map([["red-1", red]]))).toThrow('line 8: the tag of 9c already belongs to a card of deck "red-1".');
  });
});

describe("the store", () => {
  const decks: Decks = new Map([
    ["red-1", parseDeck(csv(), none)],
    ["blue-2", parseDeck(csv().replaceAll("E00401", "E00402"), none)],
  ]);

  it("is empty before the first deck", () => {
    expect(readDecks(folder, key)).toEqual(new Map());
  });

  it("gives back what was written", () => {
    writeDecks(folder, key, decks, counting());
    expect(readDecks(folder, key)).toEqual(decks);
    writeDecks(folder, key, new Map([["red-1", decks.get("red-1") ?? new Map()]]), counting());
    expect([...readDecks(folder, key).keys()]).toEqual(["red-1"]);
  });

  it("is one sealed file that only its owner reads", () => {
    writeDecks(folder, key, decks, counting());
    expect(readdirSync(folder)).toEqual(["decks.sealed"]);
    const path = join(folder, "decks.sealed");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(path);
    for (const secret of ["red-1", tagOf(0), "2c"]) expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes(Buffer.from(tagOf(0), "hex"))).toBe(false);
  });

  it("keeps its mode over a file that a crash has left behind", () => {
    writeFileSync(join(folder, "decks.sealed.new"), "half a file", { mode: 0o644 });
    writeDecks(folder, key, decks, counting());
    expect(statSync(join(folder, "decks.sealed")).mode & 0o777).toBe(0o600);
    expect(readDecks(folder, key)).toEqual(decks);
  });

  it("is sealed anew each time", () => {
    const random = counting();
    writeDecks(folder, key, decks, random);
    const first = readFileSync(join(folder, "decks.sealed"));
    writeDecks(folder, key, decks, random);
    expect(readFileSync(join(folder, "decks.sealed")).equals(first)).toBe(false);
  });

  it("does not open with another key, nor with a byte changed or missing, and says what to do", () => {
    writeDecks(folder, key, decks, counting());
    const path = join(folder, "decks.sealed");
    const sentence = `The decks in ${path} do not open with this service key. Restore the key they were registered under, or register the decks again.`;
    expect(() => readDecks(folder, new Uint8Array(32).fill(8))).toThrow(new Error(sentence));
    const whole = readFileSync(path);
    for (const damaged of [whole.subarray(0, -1), Buffer.from(whole).fill(0, 40, 41), Buffer.alloc(0), whole.subarray(0, 10)]) {
      writeFileSync(path, damaged);
      expect(() => readDecks(folder, key)).toThrow(new Error(sentence));
    }
  });
});
