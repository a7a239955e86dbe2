// Every card is compared with what was expected.

import { describe, expect, it } from "vitest";
import { deadline } from "#core/derive";
import { view } from "#core/view";
import { highCardFlush } from "#games/high-card-flush/game";
import { makeBed } from "./bed.ts";

const counts = (bed: ReturnType<typeof makeBed>) => ["1/hand", "2/hand", "3/hand"].map((place) => bed.table.felt.piles[place]?.length ?? 0);

describe("the deal", () => {
  it("goes one card at a time, clockwise from the button's left, the designated player last", () => {
    const bed = makeBed();
    bed.dealt();
    const order: string[] = [];
    for (let i = 0; i < 21; i++) {
      order.push(bed.openings().find((opening) => opening.kind === "card")?.to ?? "");
      bed.draw();
    }
    expect(order.slice(0, 6)).toEqual(["1/hand", "2/hand", "3/hand", "1/hand", "2/hand", "3/hand"]);
    expect(counts(bed)).toEqual([7, 7, 7]);
    expect(bed.openings().some((opening) => opening.kind === "card")).toBe(false);
  });

  it("goes a hand at a time where a shuffler deals packets", () => {
    const bed = makeBed({ dealPacket: 7 });
    bed.dealt();
    bed.draw(8);
    expect(counts(bed)).toEqual([7, 1, 0]);
  });

  it("nothing that lies wrong is waited for any more once the round is void", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(4);
    bed.seen(1, "2/hand");
    expect(deadline(bed.table, bed.setup, highCardFlush)).toBe(bed.table.at + 700);
    bed.command({ kind: "confirm", code: "misdeal", reason: "called" }, "floor");
    expect(bed.table.played?.settlement?.outcome).toBe("void");
    expect(bed.table.astray).toHaveLength(1);
    // A moment that has come and stays due would have the table write rows without end.
    expect(deadline(bed.table, bed.setup, highCardFlush)).toBeNull();
  });

  it("two cards at once are one too many where the last card went, not one too few where the next is due", () => {
    const bed = makeBed({}, { dealtBy: "antennas" });
    bed.dealt();
    for (const seat of [1, 2, 3]) bed.seen(seat, `${seat}/hand`);
    bed.seen(4, "3/hand");
    bed.wait(700);
    expect(bed.facts.flatMap((fact) => (fact.kind === "irregularity" ? [fact.irregularity] : []))).toEqual([
      { code: "wrongCount", place: "3/hand", device: "seats" },
    ]);
  });

  it("a card while bets are open is a misdeal", () => {
    const bed = makeBed();
    bed.command({ kind: "seat", seat: 1, sitting: true });
    bed.command({ kind: "seat", seat: 2, sitting: true });
    bed.command({ kind: "confirm", code: "openRound" });
    bed.draw();
    expect(bed.codes()).toEqual(["cardBeforeClose"]);
    expect(bed.facts.some((fact) => fact.kind === "settled" && fact.settlement.outcome === "void")).toBe(true);
  });

  it("a card between rounds is told, and changes nothing", () => {
    const bed = makeBed();
    bed.draw();
    expect(bed.codes()).toEqual(["cardBeforeClose"]);
    expect(bed.table.played).toBeNull();
  });

  it("an eighth card is a misdeal", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(22);
    expect(bed.codes()).toEqual(["extraCard"]);
    expect(bed.table.played?.settlement?.outcome).toBe("void");
  });

  it("a card that passes twice stops the table until the dealer has compared the felt", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(4);
    bed.event({ kind: "held", at: bed.table.at + 1, device: "shoe", held: 4, present: true });
    expect(bed.codes()).toEqual(["duplicate"]);
    expect(bed.table.halt?.answers).toEqual([]);
    expect(bed.openings().some((opening) => opening.kind === "card")).toBe(false);
    expect(bed.command({ kind: "confirm", code: "same" })).toEqual({ ok: true });
    bed.draw(17);
    expect(counts(bed)).toEqual([7, 7, 7]);
  });

  it("an unread card is passed again, and takes the place it was dealt to", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(4);
    bed.reading("shoe", { kind: "unreadable", code: "crc" });
    bed.draw(1);
    expect(counts(bed)).toEqual([2, 1, 1]);
    bed.command({ kind: "confirm", code: "same" });
    expect(counts(bed)).toEqual([2, 2, 1]);
  });

  it("what differs from the screen is for the floor, who may go on or void", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(4);
    bed.reading("shoe", { kind: "unreadable", code: "crc" });
    expect(bed.command({ kind: "confirm", code: "different" })).toMatchObject({ ok: false, why: "reasonNeeded" });
    bed.command({ kind: "confirm", code: "different", reason: "seat 2 has two" });
    expect(bed.command({ kind: "confirm", code: "goOn", reason: "ok" })).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ kind: "confirm", code: "void", reason: "two cards" }, "floor")).toEqual({ ok: true });
    expect(bed.table.played?.settlement?.outcome).toBe("void");
  });

  for (const why of ["foreign", "otherDeck"] as const) {
    it(`a ${why} card voids the round`, () => {
      const bed = makeBed();
      bed.dealt();
      bed.draw(3);
      bed.event({ kind: "stray", at: bed.table.at + 1, device: "shoe", why });
      expect(bed.codes()).toEqual([why]);
      expect(bed.table.played?.settlement?.outcome).toBe("void");
    });
  }

  it("a card seen for long enough at a wrong seat stops the table for the floor; one that slides past does not", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(3);
    bed.seen(1, "2/hand");
    bed.seen(1, "2/hand", false);
    bed.seen(1, "1/hand");
    bed.wait(2000);
    expect(bed.codes()).toEqual([]);
    bed.seen(3, "2/hand");
    bed.wait(699);
    expect(bed.codes()).toEqual([]);
    bed.wait(1);
    expect(bed.codes()).toEqual(["wrongPlace"]);
    expect(bed.table.halt?.answers).toEqual(["goOn", "void"]);
    bed.seen(3, "2/hand", false);
    bed.command({ kind: "confirm", code: "goOn", reason: "moved back" }, "floor");
    bed.wait(2000);
    expect(bed.table.halt).toBeNull();
  });

  it("a card that still lies wrong after the floor said go on counts again", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(3);
    bed.seen(3, "2/hand");
    bed.wait(700);
    bed.command({ kind: "confirm", code: "goOn", reason: "looked" }, "floor");
    bed.wait(700);
    expect(bed.codes()).toEqual(["wrongPlace", "wrongPlace"]);
  });

  it("a card under an antenna that never passed the shoe is for the floor", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(3);
    bed.seen(40, "1/hand");
    bed.wait(700);
    expect(bed.codes()).toEqual(["notFromShoe"]);
  });

  it("nobody is paid while a card that an antenna sees at a wrong place waits to be judged", () => {
    /** A whole round, up to the moment where nothing is left to be done but to settle; `stray` lies there meanwhile. */
    const upToPayment = (stray: boolean) => {
      const bed = makeBed();
      bed.dealt();
      bed.draw(21);
      for (const by of ["1/hand", "2/hand"]) bed.command({ kind: "decision", by, code: "raise", amount: 10 });
      if (stray) bed.seen(40, "1/hand");
      for (let reveal = bed.openings().find((one) => one.kind === "reveal"); reveal?.kind === "reveal"; ) {
        bed.command({ kind: "reveal", place: reveal.place });
        reveal = bed.openings().find((one) => one.kind === "reveal");
      }
      return bed;
    };
    expect(upToPayment(false).table.played?.settlement?.outcome).toBe("settled");
    const left = upToPayment(true);
    expect(left.table.played?.settlement).toBeNull();
    left.wait(700);
    expect(left.codes()).toEqual(["notFromShoe"]);
    expect(left.table.played?.settlement).toBeNull();
    const taken = upToPayment(true);
    taken.seen(40, "1/hand", false);
    expect(taken.codes()).toEqual([]);
    expect(taken.table.played?.settlement?.outcome).toBe("settled");
  });

  it("readings lost by the shoe in mid-deal, or its restart, want the dealer's eyes", () => {
    for (const loss of [
      { kind: "fault", code: "lostEvents", cleared: false, count: 2 },
      { kind: "hello", restarted: true },
    ] as const) {
      const bed = makeBed();
      bed.dealt();
      bed.draw(3);
      bed.reading("shoe", loss);
      expect(bed.codes()).toEqual(["lostReadings"]);
      expect(bed.table.halt?.answers).toEqual([]);
    }
  });

  it("a card spared as the unread one is judged at once when another card brings a heavier halt", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(3);
    bed.reading("shoe", { kind: "fault", code: "lostEvents", cleared: false, count: 2 });
    for (const held of [40, 41]) bed.seen(held, "1/hand");
    bed.wait(701);
    expect(bed.table.halt?.irregularity.code).toBe("notFromShoe");
    expect(bed.table.astray.map(({ judged }) => judged)).toEqual([true, true]);
    // A moment that has come and stays due would have the table write rows without end.
    expect(deadline(bed.table, bed.setup, highCardFlush)).toBeNull();
  });

  it("an exposed card: the designated player's, or two, void the round; one of a player's is played on", () => {
    const exposed = (place: string, count: number) => {
      const bed = makeBed();
      bed.dealt();
      bed.draw(6);
      expect(bed.command({ kind: "report", code: "exposed", place, count })).toEqual({ ok: true });
      return bed.table.played?.settlement?.outcome ?? null;
    };
    expect(exposed("1/hand", 1)).toBeNull();
    expect(exposed("1/hand", 2)).toBe("void");
    expect(exposed("3/hand", 1)).toBe("void");
  });
});

describe("a wrong count that the dealer reports", () => {
  const reported = (place: string, count: number, drawn = 14) => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(drawn);
    const reply = bed.command({ kind: "report", code: "wrongCount", place, count });
    return { reply, codes: bed.codes(), settlement: bed.table.played?.settlement ?? null };
  };

  it("is judged by the game, as one that a reader sees: a shoe does not know which hand a card went to", () => {
    const { reply, codes, settlement } = reported("1/hand", 6);
    expect(reply).toEqual({ ok: true });
    expect(codes).toEqual(["wrongCount"]);
    expect(settlement).toMatchObject({ outcome: "void", why: { code: "wrongCount" } });
    expect(reported("2/hand", 0).settlement?.outcome).toBe("void");
  });

  it("is refused where the place holds what was said, no card at all, or nobody's hand", () => {
    expect(reported("1/hand", 5)).toEqual({
      reply: { ok: false, why: "countAgrees", params: { place: "1/hand" } },
      codes: [],
      settlement: null,
    });
    expect(reported("9/hand", 6).reply).toEqual({ ok: false, why: "notThere", params: { place: "9/hand" } });
    expect(reported("discard", 1).reply).toEqual({ ok: false, why: "notThere", params: { place: "discard" } });
  });
});

describe("a lost device", () => {
  it("pauses the deal, says which, and play goes on when it is back", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(5);
    bed.link("shoe", "down");
    const paused = view(bed.table, bed.setup, highCardFlush, "dealer");
    expect(paused.waiting).toMatchObject([{ device: "shoe", why: "hungUp" }]);
    expect(paused.expected.some((opening) => opening.kind === "card")).toBe(false);
    bed.link("shoe", "up");
    bed.draw(16);
    expect(counts(bed)).toEqual([7, 7, 7]);
    expect(bed.codes()).toEqual([]);
  });

  it("keeps bets from being closed", () => {
    const bed = makeBed();
    bed.link("shoe", "down");
    bed.command({ kind: "seat", seat: 1, sitting: true });
    bed.command({ kind: "seat", seat: 2, sitting: true });
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "device" });
  });
});

describe("table procedures", () => {
  it("a restart in mid-round asks the dealer to compare the felt", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(5);
    bed.event({ kind: "started", at: bed.table.at + 100, cause: "crash", away: 100 });
    for (const device of ["shoe", "seats", "shuffler"]) bed.link(device, "up");
    expect(bed.table.halt?.irregularity.code).toBe("restarted");
    bed.command({ kind: "confirm", code: "same" });
    bed.draw(16);
    expect(counts(bed)).toEqual([7, 7, 7]);
  });

  it("redeals with the same bets after a misdeal", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(5);
    expect(bed.command({ kind: "confirm", code: "misdeal", reason: "boxed card" }, "floor")).toEqual({ ok: true });
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    expect(bed.table.played).toBeNull();
    expect(bed.command({ kind: "confirm", code: "redeal" })).toEqual({ ok: true });
    expect(bed.table.rounds).toBe(2);
    expect(highCardFlush.stakes(bed.table.played?.round as never)).toEqual({ "1/ante": 10, "2/ante": 10 });
    expect(bed.command({ kind: "close" })).toEqual({ ok: true });
  });

  it("the button stays after a void round, and moves on after a settled one", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(5);
    bed.command({ kind: "confirm", code: "misdeal", reason: "boxed card" }, "floor");
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    expect(bed.table.carry).toBeNull();
    bed.command({ kind: "confirm", code: "redeal" });
    bed.command({ kind: "close" });
    bed.draw(21);
    for (const seat of [1, 2]) bed.command({ kind: "decision", by: `${seat}/hand`, code: "fold" });
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    expect(bed.table.carry).toEqual({ designated: 3 });
    bed.command({ kind: "confirm", code: "openRound" });
    expect(bed.openings()).toContainEqual(expect.objectContaining({ kind: "decision", by: "1/seat" }));
  });

  it("seats and decks change between rounds only; the same command sent twice acts once", () => {
    const bed = makeBed({}, { decks: ["red", "blue"] });
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "deck" });
    expect(bed.command({ kind: "deck", deck: "green" })).toMatchObject({ ok: false, why: "noSuchDeck" });
    bed.command({ kind: "deck", deck: "blue" });
    const twice = {
      kind: "command",
      at: bed.table.at + 1,
      id: "the-same-id",
      by: { name: "d", role: "dealer" },
      command: { kind: "seat", seat: 1, sitting: true },
    } as const;
    expect(bed.event(twice)).toEqual({ ok: true });
    const { n } = bed.table;
    expect(bed.event(twice)).toEqual({ ok: true });
    expect(bed.table.n).toBe(n);
    bed.dealt();
    expect(bed.command({ kind: "seat", seat: 5, sitting: true })).toMatchObject({ ok: false, why: "betweenRounds" });
    expect(bed.command({ kind: "deck", deck: "red" })).toMatchObject({ ok: false, why: "betweenRounds" });
  });

  it("a halted table never settles", () => {
    const bed = makeBed();
    bed.dealt();
    bed.draw(21);
    for (const seat of [1, 2]) bed.command({ kind: "decision", by: `${seat}/hand`, code: "raise", amount: 10 });
    bed.command({ kind: "reveal", place: "3/hand" });
    bed.reading("shoe", { kind: "unreadable", code: "crc" });
    for (const place of ["2/hand", "1/hand"]) expect(bed.command({ kind: "reveal", place })).toMatchObject({ ok: false });
    expect(bed.table.played?.settlement).toBeNull();
  });

  it("counts a deck: every reading is a fact, distinct cards and strays are summed", () => {
    const bed = makeBed();
    bed.command({ kind: "confirm", code: "scan" });
    bed.draw(52);
    bed.event({ kind: "held", at: bed.table.at + 1, device: "shoe", seq: 53, held: 7, present: true });
    bed.event({ kind: "stray", at: bed.table.at + 1, device: "shoe", seq: 54, why: "foreign" });
    bed.command({ kind: "confirm", code: "scanned" });
    expect(bed.facts.filter((fact) => fact.kind === "scanned")).toHaveLength(54);
    expect(bed.facts.at(-1)).toMatchObject({ kind: "scan", on: false, distinct: 52, strays: 1 });
  });
});
