// A deck's life at the table: out of quarantine only after a good count and a signature; its ledger is never lost by laying it aside. And a
// card that no shoe has read: read again by the antennas, or entered with the floor's approval, in every game.

import { describe, expect, it } from "vitest";
import { games } from "#games/index";
import { type BedOptions, type ByteBed, byteBed, uidOf } from "./byte-bed.ts";

const entry = games.find(({ game }) => game.id === "caribbean-stud") as (typeof games)[number];
const ended = (bed: ByteBed): number => bed.facts.filter(({ kind }) => kind === "roundEnded").length;
const stateOf = (bed: ByteBed, deck: string): string | undefined => bed.view().care?.decks.find((one) => one.deck === deck)?.state;
const lifeActs = (bed: ByteBed) => bed.view().expected.flatMap((one) => (one.kind === "deckAct" ? [`${one.act} ${one.deck}`] : []));

function pass(bed: ByteBed, uids: readonly string[]): void {
  for (const uid of uids) {
    bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
    bed.act("shoe", { kind: "tag", antenna: 0, uid, present: false });
  }
}

/** The house's deck lacks a card, is counted short by the shuffler and lies in quarantine. */
function quarantined(options: Partial<BedOptions> = {}): { bed: ByteBed; missing: string } {
  const bed = byteBed({ entry, countedBy: "shuffler", ...options });
  bed.until((one) => one.table.played === null && ended(one) === 2);
  const missing = bed.stub.shift() as string;
  bed.until((one) => one.table.quarantine.length > 0);
  return { bed, missing };
}

const recount = (bed: ByteBed, uids: readonly string[]): void => {
  expect(bed.command({ kind: "deckAct", deck: "red", act: "recount", reason: "" }, "floor")).toEqual({ ok: true });
  expect(bed.view().scan).toMatchObject({ of: "red" });
  pass(bed, uids);
  bed.confirm("scanned");
};
const all = (bed: ByteBed): readonly string[] => [...bed.stub, ...bed.laid.map(({ uid }) => uid)];

describe("a deck in quarantine", () => {
  it("is not dealt, not released before it was counted again, and not by a dealer", () => {
    const { bed } = quarantined();
    expect(stateOf(bed, "red")).toBe("quarantined");
    expect(bed.table.deck).toBeNull();
    expect(bed.command({ kind: "deck", deck: "red" })).toMatchObject({ ok: false, why: "quarantined" });
    const release = { kind: "deckAct", deck: "red", act: "release", reason: "found the card" } as const;
    expect(bed.command(release, "floor")).toMatchObject({ ok: false, why: "recountFirst" });
    expect(bed.command({ ...release, act: "recount" }, "dealer")).toMatchObject({ ok: false, why: "role" });
  });

  it("that is counted again and still short stays; found whole, it is released by a signature and dealt again", () => {
    const { bed, missing } = quarantined();
    recount(bed, all(bed));
    expect(bed.view().care?.quarantine).toMatchObject([{ deck: "red", code: "cardMissing", count: 1 }]);
    expect(bed.command({ kind: "deckAct", deck: "red", act: "release", reason: "" }, "floor")).toMatchObject({ why: "recountFirst" });
    recount(bed, [...all(bed), missing]);
    expect(bed.view().care?.quarantine[0]?.recounted).toBeDefined();
    expect(bed.command({ kind: "deckAct", deck: "red", act: "release", reason: " " }, "floor")).toMatchObject({ why: "reasonNeeded" });
    expect(bed.command({ kind: "deckAct", deck: "red", act: "release", reason: "it lay in the rack" }, "floor")).toEqual({ ok: true });
    expect(stateOf(bed, "red")).toBe("resting");
    expect(bed.view().alarms.map(({ id }) => id)).not.toContain("deck-red");
    expect(bed.facts.findLast(({ kind }) => kind === "deckAct")).toMatchObject({
      act: "release",
      signed: [{ name: "floor", role: "floor" }],
      reason: "it lay in the rack",
    });
    bed.stub = [...bed.stub, missing];
    expect(bed.command({ kind: "deck", deck: "red" })).toEqual({ ok: true });
    const before = ended(bed);
    bed.until((one) => ended(one) > before);
    expect(bed.table.quarantine).toEqual([]);
  });

  it("with a card twice, or one of another deck, is not whole", () => {
    const { bed, missing } = quarantined();
    recount(bed, [...all(bed), missing, missing]);
    expect(bed.table.quarantine).toMatchObject([{ code: "cardDoubled" }]);
    recount(bed, [...all(bed), uidOf("As", "BB")]);
    expect(bed.table.quarantine).toMatchObject([{ code: "otherDeck" }]);
    expect(bed.table.quarantine[0]?.recounted).toBeUndefined();
  });

  it("is still the one that is counted after the program has died in mid-count", () => {
    const { bed, missing } = quarantined();
    bed.command({ kind: "deckAct", deck: "red", act: "recount", reason: "" }, "floor");
    pass(bed, all(bed).slice(0, 20));
    bed.restart();
    pass(bed, [...all(bed).slice(20), missing]);
    bed.confirm("scanned");
    expect(bed.table.quarantine[0]?.recounted).toBeDefined();
  });

  it("may be counted again while another deck is in play, and the table goes on with that one", () => {
    const { bed, missing } = quarantined();
    const red = [...all(bed), missing];
    bed.command({ kind: "deck", deck: "blue" });
    recount(bed, red);
    expect(bed.table.quarantine[0]?.recounted).toBeDefined();
    bed.stub = red.map((uid) => uid.replace("E00401AA", "E00401BB"));
    bed.laid = [];
    const before = ended(bed);
    bed.until((one) => ended(one) > before);
    expect(bed.codes().filter((code) => code === "otherDeck")).toEqual([]);
  });

  it("is retired, then destroyed, and never dealt again", () => {
    const { bed } = quarantined();
    expect(lifeActs(bed)).toContain("retire red");
    expect(bed.command({ kind: "deckAct", deck: "red", act: "destroy", reason: "cut" }, "floor")).toMatchObject({ why: "notNow" });
    bed.command({ kind: "deckAct", deck: "red", act: "retire", reason: "a card is lost" }, "floor");
    expect(stateOf(bed, "red")).toBe("retired");
    expect(bed.command({ kind: "deck", deck: "red" })).toMatchObject({ ok: false, why: "deckGone" });
    bed.command({ kind: "deckAct", deck: "red", act: "destroy", reason: "cut through" }, "floor");
    expect(bed.view().care?.decks.find(({ deck }) => deck === "red")).toMatchObject({ state: "destroyed", by: ["floor"] });
    expect(lifeActs(bed).filter((one) => one.endsWith(" red"))).toEqual([]);
  });
});

describe("where the house asks for two signatures", () => {
  const two = { deckSignatures: ["floor", "manager"] as const };

  it("nothing becomes of a deck before a second person has signed", () => {
    const bed = byteBed({ entry, countedBy: "shuffler", ...two });
    bed.command({ kind: "deckAct", deck: "blue", act: "retire", reason: "worn" }, "floor");
    expect(stateOf(bed, "blue")).toBe("registered");
    expect(bed.view().care?.signing).toMatchObject({ deck: "blue", act: "retire" });
    expect(bed.command({ kind: "confirm", code: "sign" }, "floor")).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ kind: "confirm", code: "sign" }, "manager")).toEqual({ ok: true });
    expect(bed.view().care?.decks.find(({ deck }) => deck === "blue")).toMatchObject({ state: "retired", by: ["floor", "manager"] });
  });

  it("nobody signs twice, and a signature can be withdrawn", () => {
    const bed = byteBed({ entry, countedBy: "shuffler", ...two });
    bed.command({ kind: "deckAct", deck: "blue", act: "retire", reason: "worn" }, "manager");
    expect(bed.command({ kind: "confirm", code: "sign" }, "manager")).toMatchObject({ ok: false, why: "otherPerson" });
    bed.command({ kind: "confirm", code: "unsign" }, "floor");
    expect(bed.view().care?.signing).toBeNull();
    expect(stateOf(bed, "blue")).toBe("registered");
  });

  it("a registered deck waits for its second signature before it is dealt", () => {
    const bed = byteBed({ entry, countedBy: "shuffler", ...two });
    expect(bed.command({ kind: "deckAct", deck: "green", act: "register", reason: "" }, "dealer")).toMatchObject({ why: "role" });
    expect(bed.command({ kind: "deckAct", deck: "green", act: "register", reason: "" }, "technician")).toEqual({ ok: true });
    expect(bed.command({ kind: "deck", deck: "green" })).toMatchObject({ ok: false, why: "unsigned" });
    bed.command({ kind: "confirm", code: "sign" }, "manager");
    expect(bed.command({ kind: "deck", deck: "green" })).toEqual({ ok: true });
    expect(stateOf(bed, "green")).toBe("inPlay");
    expect(stateOf(bed, "red")).toBe("resting");
    expect(bed.command({ kind: "deckAct", deck: "green", act: "register", reason: "" }, "technician")).toMatchObject({ why: "deckKnown" });
  });
});

describe("a deck that is laid aside", () => {
  it("keeps its rounds since the last good count, and its doubt", () => {
    const bed = byteBed({ entry, countedBy: "hand", players: 2 });
    bed.until((one) => one.table.played === null && ended(one) === 3);
    expect(bed.view().care).toMatchObject({ rounds: 3 });
    bed.command({ kind: "deck", deck: "red" });
    expect(bed.view().care).toMatchObject({ rounds: 3 });
    bed.command({ kind: "deck", deck: "blue" });
    expect(bed.view().care).toMatchObject({ rounds: 0 });
    bed.command({ kind: "deck", deck: "red" });
    expect(bed.view().care).toMatchObject({ rounds: 3 });
    bed.command({ kind: "deckAct", deck: "red", act: "retire", reason: "worn" }, "floor");
    expect(bed.facts.findLast(({ kind }) => kind === "deckAct")).toMatchObject({
      act: "retire",
      rounds: [1, 2, 3].map((round) => ({ round })),
    });
    expect(bed.table.deck).toBeNull();
  });
});

describe.each(games.map((one) => [one.game.id, one] as const))("%s: a card that the shoe did not read", (id, game) => {
  /** In mid-deal the next card leaves the shoe unread; `lie` lays it down or not. */
  function unread(): { bed: ByteBed; uid: string; to: string } {
    const bed = byteBed({ entry: game, everywhere: true });
    const due = (one: ByteBed): string | null => one.view().next?.card ?? null;
    bed.until((one) => (one.view().deal?.dealt ?? 0) >= 3 && /^\d+\//.test(due(one) ?? ""));
    const to = due(bed) as string;
    const uid = bed.stub.pop() as string;
    bed.act("shoe", { kind: "unread", antenna: 0 });
    return { bed, uid, to };
  }
  const has = (bed: ByteBed, code: string): boolean => bed.view().expected.some((one) => one.kind === "confirm" && one.code === code);

  it("is taken from the antenna that sees it where it is due, by one key", () => {
    const { bed, uid, to } = unread();
    expect(has(bed, "rescan")).toBe(false);
    bed.lay(uid, to);
    bed.wait(1500);
    expect(bed.view().stop?.code).toBe("unreadable");
    expect(has(bed, "rescan")).toBe(true);
    expect(bed.confirm("rescan")).toEqual({ ok: true });
    expect(bed.facts.findLast(({ kind }) => kind === "rescanned")).toMatchObject({ cards: 1 });
    expect(bed.differences()).toEqual([]);
    bed.confirm("same");
    bed.wait(1500);
    expect(bed.view().stop).toBeNull();
    expect(bed.differences()).toEqual([]);
  });

  it(
    id === "palace-poker" ? "is never entered by hand: hidden hands are compared" : "is entered by hand with the floor's approval only",
    () => {
      const { bed, to } = unread();
      expect(has(bed, "enter")).toBe(id !== "palace-poker");
      if (id === "palace-poker") return;
      const before = bed.table.felt.piles[to]?.length ?? 0;
      expect(bed.command({ kind: "confirm", code: "enter", reason: "tag is dead" }, "dealer")).toMatchObject({ why: "role" });
      expect(bed.command({ kind: "confirm", code: "enter", reason: "tag is dead" }, "floor")).toEqual({ ok: true });
      expect(bed.table.felt.piles[to]?.length).toBe(before + 1);
      expect(bed.facts.findLast(({ kind }) => kind === "entered")).toMatchObject({ to, by: "floor", reason: "tag is dead" });
      bed.confirm("same");
      bed.wait(6000);
      expect(bed.view().stop).toBeNull();
    },
  );

  it("entered by hand, is no stranger when an antenna can read it after all; a second one is", () => {
    if (id === "palace-poker") return;
    const { bed, uid, to } = unread();
    bed.command({ kind: "confirm", code: "enter", reason: "tag is dead" }, "floor");
    bed.confirm("same");
    bed.lay(uid, to);
    bed.wait(1500);
    expect(bed.view().stop).toBeNull();
    bed.lay(bed.stub.pop() as string, to);
    bed.wait(1500);
    expect(bed.view().stop).not.toBeNull();
  });
});
