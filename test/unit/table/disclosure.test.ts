import { describe, expect, it } from "vitest";
import type { Card } from "#core/card";
import type { Sequenced } from "#core/device";
import { createDisclosure } from "#table/disclosure";

const deck = new Map<string, Card>([
  ["E004010000000001", "As"],
  ["E004010000000002", "Kd"],
]);
const other = "E004010000000099";

function room() {
  const decks = new Map([
    ["red", deck],
    ["blue", new Map<string, Card>([[other, "As"]])],
  ]);
  return createDisclosure(decks, () => "red");
}

const tag = (uid: string): Sequenced => ({ kind: "tag", uid, antenna: 1, present: true });
const frame = (at: number, readings: readonly Sequenced[], text = "") => ({ at, readings, bytes: new TextEncoder().encode(text) });
const ace = tag("E004010000000001");
const king = tag("E004010000000002");

/** A round in which the ace was turned up and the king was not. */
function played() {
  const disclosure = room();
  disclosure.met(1, "As", 100);
  disclosure.met(2, "Kd", 110);
  disclosure.turnedUp([1]);
  return disclosure;
}

describe("what a technician may see of a reader's frames", () => {
  it("nothing while the round is open, then those whose cards were turned up", () => {
    const disclosure = played();
    expect(disclosure.mayShow(frame(120, [ace]))).toBe(false);
    disclosure.concluded(500);
    disclosure.begun();
    expect(disclosure.mayShow(frame(120, [ace]))).toBe(true);
    expect(disclosure.mayShow(frame(120, [king]))).toBe(false);
    expect(disclosure.mayShow(frame(120, [ace, king]))).toBe(false);
  });

  it("nothing from before the card was met, or after its round: where it lies then is the next round's", () => {
    const disclosure = played();
    disclosure.concluded(500);
    disclosure.begun();
    expect(disclosure.mayShow(frame(90, [ace]))).toBe(false);
    expect(disclosure.mayShow(frame(500, [ace]))).toBe(false);
    disclosure.met(1, "As", 700);
    disclosure.concluded(900);
    disclosure.begun();
    expect(disclosure.mayShow(frame(750, [ace]))).toBe(false);
  });

  it("a card that went into a shuffle is another card afterwards", () => {
    const disclosure = played();
    disclosure.met(3, "Kd", 115);
    disclosure.forgotten([1]);
    disclosure.met(4, "As", 300);
    disclosure.concluded(500);
    disclosure.begun();
    expect(disclosure.mayShow(frame(105, [ace]))).toBe(true);
    expect(disclosure.mayShow(frame(310, [ace]))).toBe(false);
  });

  it.each<[string, readonly Sequenced[]]>([
    ["no reading", []],
    ["alive", [{ kind: "alive" }]],
    ["noise", [{ kind: "noise", bytes: 20 }, ace]],
    ["a fault", [ace, { kind: "fault", code: "badLine", cleared: false }]],
    ["an unread card", [{ kind: "unreadable", code: "uid.1" }]],
    ["a foreign tag", [tag("E0FFFFFFFFFFFFFF")]],
    ["a tag of another deck", [tag(other)]],
  ])("never a frame with %s", (_, readings) => {
    const disclosure = played();
    disclosure.concluded(500);
    disclosure.begun();
    expect(disclosure.mayShow(frame(120, readings))).toBe(false);
  });

  it.each(["E004010000000002", "e004010000000002", "02000000000104e0", other])("nor one in whose bytes %s stands besides", (uid) => {
    const disclosure = played();
    disclosure.concluded(500);
    disclosure.begun();
    expect(disclosure.mayShow(frame(120, [ace], `E004010000000001 ${uid}`))).toBe(false);
    expect(disclosure.mayShow({ ...frame(120, [ace]), bytes: Buffer.from(uid, "hex") })).toBe(false);
    expect(disclosure.mayShow(frame(120, [ace], "E004010000000001"))).toBe(true);
  });
});
