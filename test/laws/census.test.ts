// A deck that lacks a card, has one twice or has one of another deck is found within one round where antennas see the pack, within five
// where it is counted, and the report names the rounds.

import { describe, expect, it } from "vitest";
import { games } from "#games/index";
import { type BedOptions, type ByteBed, byteBed, uidOf } from "./byte-bed.ts";

const entries = games.map((entry) => [entry.game.id, entry] as const);
const roundsEnded = (bed: ByteBed): number => bed.facts.filter((fact) => fact.kind === "roundEnded").length;
const playRounds = (bed: ByteBed, count: number): void => bed.until((one) => roundsEnded(one) >= count || one.table.quarantine.length > 0);

/** What is done to the deck, by name. */
const harms: Readonly<Record<string, (bed: ByteBed) => void>> = {
  "a card removed": (bed) => bed.remove(bed.stub[0] ?? (bed.laid[0]?.uid as string)),
  "a card of another deck in place of one": (bed) => {
    bed.remove(bed.stub[0] ?? (bed.laid[0]?.uid as string));
    bed.stub.unshift(uidOf("Ah", "BB"));
  },
  "a card of another deck added": (bed) => void bed.stub.unshift(uidOf("Ah", "BB")),
};

describe.each(entries)("%s", (_id, entry) => {
  const whole = (options: Partial<BedOptions> = {}) => byteBed({ entry, ...options });

  it.each(["antennas", "shuffler", "reader"] as const)("with a whole deck counted by %s nothing is found in seven rounds", (countedBy) => {
    const bed = whole({ countedBy });
    bed.until((one) => {
      if (one.view().care?.due && countedBy === "reader") one.pass();
      // A round in which no card was dealt puts no deck at stake.
      return roundsEnded(one) >= 7 && one.facts.some((fact) => fact.kind === "counted");
    });
    expect(roundsEnded(bed)).toBeGreaterThanOrEqual(7);
    expect(bed.table.quarantine).toEqual([]);
    expect(bed.facts.filter((fact) => fact.kind === "counted" && !fact.good)).toEqual([]);
    expect(bed.facts.filter((fact) => fact.kind === "counted").length).toBeGreaterThan(0);
  });

  it.each(Object.entries(harms))("antennas find %s before the next round, and the report names it", (_what, harm) => {
    const bed = whole({ countedBy: "antennas" });
    playRounds(bed, 2);
    bed.until((one) => one.table.played !== null);
    bed.until((one) => one.table.played === null);
    const before = roundsEnded(bed);
    harm(bed);
    // The dealer picks up, mixes and asks for a round: refused, and once more.
    bed.until((one) => one.table.quarantine.length > 0 || roundsEnded(one) > before);
    expect(roundsEnded(bed)).toBe(before);
    const [failed] = bed.table.quarantine;
    expect(failed).toMatchObject({ deck: "red", by: "antennas", count: 1, rounds: [{ round: before }] });
    expect(bed.codes()).toContain(failed?.code);
    expect(bed.view().alarms.map(({ id, code, count }) => ({ id, code, count }))).toContainEqual({
      id: "deck-red",
      code: failed?.code,
      count: 1,
    });
    expect(bed.command({ kind: "deck", deck: "red" })).toMatchObject({ ok: false, why: "quarantined" });
  });
});

/** The next card is there twice: two cards whose tags say one number. */
const clone = (bed: ByteBed): void => {
  const [twin = ""] = bed.stub.slice(-1);
  bed.stub.unshift(twin);
};

describe("two cards with one tag number under antennas that see the pack", () => {
  it.each(entries)("%s: are found in the round in which one of them is dealt, and no round follows", (_id, entry) => {
    const bed = byteBed({ entry, countedBy: "antennas" });
    playRounds(bed, 2);
    bed.until((one) => one.view().expected.some(({ kind }) => kind === "card"));
    const before = roundsEnded(bed);
    clone(bed);
    // People take their time, and the antenna under the pack has its own.
    for (let moves = 0; moves < 20 && bed.table.halt === null; moves++) {
      bed.move();
      bed.wait(1100);
    }
    expect(bed.codes().slice(-1)).toEqual(["twoPlaces"]);
    expect(roundsEnded(bed)).toBe(before);
    bed.confirm("void");
    bed.until((one) => one.table.played === null && one.view().expected.some(({ kind }) => kind === "deck"));
    // To the antennas the pack is whole again.
    bed.until((one) => one.view().expected.some((one) => one.kind === "confirm" && one.code === "openRound"));
    expect(bed.view().care).toMatchObject({ due: true });
    expect(bed.confirm("openRound")).toMatchObject({ ok: false, why: "count" });
    for (const _ of [1, 2]) bed.pass();
    const rounds = [expect.objectContaining({ round: before + 1, outcome: "void" })];
    expect(bed.table.quarantine).toEqual([expect.objectContaining({ code: "cardDoubled", count: 1, by: "reader", rounds })]);
  });

  it("are no suspicion where the antenna is slow to say that a card has gone", () => {
    const [, entry] = entries[0] as (typeof entries)[number];
    const bed = byteBed({ entry, countedBy: "antennas" });
    bed.until((one) => one.view().phase === "deal");
    for (const _ of [1, 2, 3]) {
      const uid = bed.stub.pop() as string;
      const to = bed.view().expected.flatMap((one) => (one.kind === "card" ? [one.to] : []))[0] as string;
      bed.slow(uid, to, 3000);
    }
    expect(bed.codes()).toEqual([]);
    expect(bed.facts.filter((fact) => fact.kind === "seen" && fact.place === "stub").length).toBe(6);
    bed.until((one) => roundsEnded(one) === 2);
    expect(bed.table.quarantine).toEqual([]);
    expect(bed.codes()).toEqual([]);
  });
});

describe("without antennas under the pack", () => {
  const entry = games.find(({ game }) => game.id === "caribbean-stud") as (typeof games)[number];

  it("a counting shuffler finds a missing card after the round, and names what each seat lost since the last good count", () => {
    const bed = byteBed({ entry, countedBy: "shuffler" });
    playRounds(bed, 3);
    bed.until((one) => one.table.played === null);
    bed.stub.shift();
    bed.until((one) => one.table.quarantine.length > 0);
    const [failed] = bed.table.quarantine;
    expect(failed).toMatchObject({ code: "deckShort", count: 1, by: "shuffler" });
    const report = bed.facts.find((fact) => fact.kind === "quarantined");
    expect(report).toMatchObject({ deck: "red", code: "deckShort", rounds: failed?.rounds });
    const settled = bed.facts.flatMap((fact) => (fact.kind === "settled" ? [fact] : [])).at(-1);
    for (const seat of report?.kind === "quarantined" ? (report.rounds.at(-1)?.seats ?? []) : []) {
      const own = settled?.settlement.results.filter((result) => result.seat === seat.seat) ?? [];
      expect(seat.net).toBe(own.reduce((sum, { net }) => sum + net, 0));
      expect(seat.back).toBe(Math.max(0, -seat.net));
      expect(seat.staked).toBe(own.reduce((sum, { stake }) => sum + stake, 0));
    }
    expect(report?.kind === "quarantined" && report.rounds.length).toBe(1);
  });

  it.each([
    ["a card twice", (bed: ByteBed) => void bed.stub.unshift(bed.stub[0] as string), "deckLong"],
    ["a card of another deck added", harms["a card of another deck added"] as (bed: ByteBed) => void, "deckLong"],
  ])("a counting shuffler finds %s before the next round", (_what, harm, code) => {
    const bed = byteBed({ entry, countedBy: "shuffler" });
    playRounds(bed, 3);
    harm(bed);
    bed.until((one) => one.table.quarantine.length > 0);
    expect(bed.table.quarantine).toMatchObject([{ code, count: 1, by: "shuffler", rounds: [{ round: 3 }] }]);
  });

  it.each(["shuffler", "reader"] as const)(
    "another deck's card in place of one is found as it is dealt; with a %s too the deck must pass the reader",
    (countedBy) => {
      const bed = byteBed({ entry, countedBy });
      playRounds(bed, 3);
      bed.until((one) => one.view().expected.some(({ kind }) => kind === "card"));
      bed.stub[bed.stub.length - 1] = uidOf("7d", "BB");
      bed.until((one) => one.table.played === null);
      expect(bed.codes()[0]).toBe("otherDeck");
      // The machine counts 52, and of that it is no less another deck's card.
      bed.until((one) => one.facts.at(-1)?.kind === "counted" || countedBy === "reader");
      expect(bed.confirm("openRound")).toMatchObject({ ok: false, why: "count" });
      expect(bed.view().expected.some(({ kind }) => kind === "count")).toBe(false);
      for (const _ of [1, 2]) bed.pass();
      const [failed] = bed.table.quarantine;
      expect(failed).toMatchObject({ code: "otherDeck", count: 1, by: "reader" });
      expect(failed?.rounds.at(-1)).toMatchObject({ round: 4, outcome: "void" });
    },
  );

  it.each([
    ["a card too few", (bed: ByteBed) => void bed.stub.shift(), "cardMissing"],
    ["a card twice", (bed: ByteBed) => void bed.stub.unshift(bed.stub[0] as string), "cardDoubled"],
    ["a card of another deck", harms["a card of another deck in place of one"] as (bed: ByteBed) => void, "otherDeck"],
  ])("a deck that passes the reader after five rounds, with %s, fails in its second count", (_what, harm, code) => {
    const bed = byteBed({ entry, countedBy: "reader", players: 2 });
    // Few cards are dealt: the bottom of the pack is never seen in play.
    bed.until((one) => one.table.played === null && roundsEnded(one) === 5);
    expect(bed.view().care).toMatchObject({ due: true, rounds: 5 });
    expect(bed.confirm("openRound")).toMatchObject({ ok: false, why: "count" });
    harm(bed);
    bed.pass();
    expect(bed.view().care).toMatchObject({ due: true, again: true });
    expect(bed.table.quarantine).toEqual([]);
    bed.pass();
    expect(bed.table.quarantine).toMatchObject([{ code, count: 1, by: "reader", rounds: [1, 2, 3, 4, 5].map((round) => ({ round })) }]);
    expect(bed.table.deck).toBeNull();
  });

  it("a person counts the stub blind: a slip is counted again, a short deck leaves", () => {
    const bed = byteBed({ entry, countedBy: "hand", players: 2 });
    bed.until((one) => one.table.played === null && roundsEnded(one) === 5);
    expect(bed.view().expected).toContainEqual({ kind: "count", place: "stub" });
    expect(JSON.stringify(bed.view().expected)).not.toContain(String(bed.table.count.left));
    const left = bed.table.count.left as number;
    expect(bed.command({ kind: "count", cards: left - 2 })).toMatchObject({ ok: false, why: "countAgain" });
    // Surveillance hears how it was off; whoever counts again does not.
    expect(bed.alarms()).toMatchObject([{ code: "deckShort", count: 2 }]);
    expect(bed.view().alarms).toEqual([]);
    expect(bed.command({ kind: "count", cards: left })).toEqual({ ok: true });
    expect(bed.view().care).toMatchObject({ due: false, again: false, rounds: 0 });
    bed.until((one) => one.table.played === null && roundsEnded(one) === 10);
    const then = bed.table.count.left as number;
    bed.command({ kind: "count", cards: then - 1 });
    bed.command({ kind: "count", cards: then - 1 });
    expect(bed.table.quarantine).toMatchObject([{ code: "deckShort", count: 1, by: "hand" }]);
    expect(bed.table.quarantine[0]?.rounds.map(({ round }) => round)).toEqual([6, 7, 8, 9, 10]);
  });

  it("a person who counts one too many finds a card that is there twice", () => {
    const bed = byteBed({ entry, countedBy: "hand", players: 2 });
    bed.until((one) => one.table.played === null && roundsEnded(one) === 5);
    const left = bed.table.count.left as number;
    for (const _ of [1, 2]) bed.command({ kind: "count", cards: left + 1 });
    expect(bed.table.quarantine).toMatchObject([{ code: "deckLong", count: 1, by: "hand" }]);
    expect(bed.table.quarantine[0]?.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5]);
  });

  it("a red light lists the rounds it may have touched, this one with its stakes", () => {
    const bed = byteBed({ entry, countedBy: "reader" });
    playRounds(bed, 2);
    bed.until((one) => one.view().phase === "deal");
    bed.act("shuffler", { kind: "input", port: 2, level: 1 });
    const affected = bed.facts.find((fact) => fact.kind === "affected");
    expect(affected).toMatchObject({
      code: "red",
      device: "shuffler",
      rounds: [{ round: 1 }, { round: 2 }, { round: 3, outcome: "open" }],
    });
    expect(affected?.kind === "affected" && affected.rounds[2]?.seats.every(({ staked }) => staked > 0)).toBe(true);
  });
});
