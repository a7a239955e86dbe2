// Red is a dead hand.

import { describe, expect, it } from "vitest";
import type { Bed } from "./bed.ts";
import { makeBed } from "./bed.ts";

const outcome = (bed: Bed) => bed.table.played?.settlement?.outcome ?? null;
const unlatch = { kind: "confirm", code: "unlatch", reason: "counted" } as const;

function toReveal(bed: Bed): void {
  bed.dealt();
  bed.draw(21);
  for (const seat of [1, 2]) bed.command({ kind: "decision", by: `${seat}/hand`, code: "raise", amount: 10 });
}

/** The moments of a round before it is settled. */
const moments: readonly (readonly [string, (bed: Bed) => void])[] = [
  [
    "while the bank is offered",
    (bed) => {
      bed.command({ kind: "seat", seat: 1, sitting: true });
      bed.command({ kind: "seat", seat: 2, sitting: true });
      bed.command({ kind: "confirm", code: "openRound" });
    },
  ],
  ["before the first card", (bed) => bed.dealt()],
  [
    "in mid-deal",
    (bed) => {
      bed.dealt();
      bed.draw(8);
    },
  ],
  [
    "after the last card",
    (bed) => {
      bed.dealt();
      bed.draw(21);
    },
  ],
  [
    "after a fold",
    (bed) => {
      bed.dealt();
      bed.draw(21);
      bed.command({ kind: "decision", by: "1/hand", code: "fold" });
    },
  ],
  ["before the reveal", toReveal],
  [
    "between two reveals",
    (bed) => {
      toReveal(bed);
      bed.command({ kind: "reveal", place: "3/hand" });
    },
  ],
];

describe("a red light", () => {
  for (const state of ["on", "flashing"] as const) {
    for (const [when, lead] of moments) {
      it(`kills the round ${when} (${state}), and every wager goes back`, () => {
        const bed = makeBed();
        lead(bed);
        bed.light("red", state);
        const stakes = bed.table.played?.settlement?.results ?? [];
        expect(bed.facts.some((fact) => fact.kind === "settled" && fact.settlement.outcome === "void")).toBe(true);
        expect(stakes.every((result) => result.outcome === "returned" && result.net === 0)).toBe(true);
        expect(bed.table.latch?.code).toBe("red");
      });
    }
  }

  it("shows no further card", () => {
    const bed = makeBed();
    toReveal(bed);
    bed.light("red", "on");
    expect(bed.command({ kind: "reveal", place: "3/hand" })).toMatchObject({ ok: false });
    expect(Object.keys(bed.table.felt.faces)).toEqual([]);
  });

  it("latches: green alone does not open the table, nor does a dealer, nor a supervisor without a reason", () => {
    const bed = makeBed();
    toReveal(bed);
    bed.light("red", "on");
    bed.light("red", "off");
    bed.light("green", "on");
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "latched" });
    expect(bed.command(unlatch, "dealer")).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ ...unlatch, reason: "" }, "floor")).toMatchObject({ ok: false, why: "reasonNeeded" });
    expect(bed.command(unlatch, "floor")).toEqual({ ok: true });
    expect(bed.facts.at(-1)).toMatchObject({ kind: "unlatched", by: "floor", reason: "counted" });
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: true });
  });

  it("survives a restart", () => {
    const bed = makeBed();
    toReveal(bed);
    bed.light("red", "on");
    bed.event({ kind: "started", at: bed.table.at + 5000, cause: "crash", away: 5000 });
    expect(bed.table.latch?.code).toBe("red");
  });

  it("still shining after it was unlatched keeps the next round from opening", () => {
    const bed = makeBed();
    bed.dealt();
    bed.light("red", "on");
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    bed.command(unlatch, "floor");
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "shuffler" });
  });

  it("of a shuffler that holds the other deck blocks the next round only", () => {
    const bed = makeBed({}, { devices: [{ id: "shuffler", roles: ["shuffler"], required: true, holds: "otherDeck" }] });
    toReveal(bed);
    bed.light("red", "on");
    expect(outcome(bed)).toBeNull();
    for (const place of ["3/hand", "2/hand", "1/hand"]) bed.command({ kind: "reveal", place });
    expect(outcome(bed)).toBe("settled");
    for (const seat of [2, 1]) bed.command({ kind: "confirm", code: "paid", seat });
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "latched" });
  });

  it("after the settlement changes nothing of the round", () => {
    const bed = makeBed();
    toReveal(bed);
    for (const place of ["3/hand", "2/hand", "1/hand"]) bed.command({ kind: "reveal", place });
    const { settlement } = bed.table.played ?? {};
    bed.light("red", "on");
    expect(bed.table.played?.settlement).toEqual(settlement);
    expect(bed.table.latch?.code).toBe("red");
  });

  it("once hands are open the floor decides, where the pack says so", () => {
    const bed = makeBed({ redAfterReveal: "floor" });
    toReveal(bed);
    bed.command({ kind: "reveal", place: "3/hand" });
    bed.light("red", "on");
    expect(outcome(bed)).toBeNull();
    expect(bed.command({ kind: "reveal", place: "2/hand" })).toMatchObject({ ok: false });
    expect(bed.command({ kind: "confirm", code: "settle", reason: "hands were open" }, "dealer")).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ kind: "confirm", code: "settle", reason: "hands were open" }, "floor")).toEqual({ ok: true });
    for (const place of ["2/hand", "1/hand"]) bed.command({ kind: "reveal", place });
    expect(outcome(bed)).toBe("settled");
  });
});

describe("no light, or no sensor", () => {
  const losses: readonly (readonly [string, string, (bed: Bed) => void])[] = [
    ["mains lost", "dark", (bed) => bed.light("mains", "off")],
    [
      "all lamps dark for a while",
      "dark",
      (bed) => {
        bed.light("green", "off");
        bed.wait(1500);
      },
    ],
    ["sensor silent", "sensorLost", (bed) => bed.link("shuffler", "stale")],
    ["sensor's cable pulled", "sensorLost", (bed) => bed.link("shuffler", "down")],
    [
      "sensor lost readings",
      "sensorLost",
      (bed) => bed.reading("shuffler", { kind: "fault", code: "lostEvents", cleared: false, count: 1 }),
    ],
    [
      "sensor's inputs contradict each other",
      "sensorLost",
      (bed) => bed.reading("shuffler", { kind: "fault", code: "sensorStuck.lit", cleared: false }),
    ],
    ["sensor restarted", "sensorLost", (bed) => bed.reading("shuffler", { kind: "hello", restarted: true })],
  ];
  for (const [what, code, lose] of losses) {
    it(`${what}: counts as red until the first hand is revealed`, () => {
      const bed = makeBed();
      toReveal(bed);
      lose(bed);
      expect(outcome(bed)).toBe("void");
      expect(bed.table.latch?.code).toBe(code);
      expect(bed.codes()).toEqual([code]);
    });

    it(`${what}: after that the floor decides between settling and voiding, on record`, () => {
      for (const answer of ["settle", "void"] as const) {
        const bed = makeBed();
        toReveal(bed);
        bed.command({ kind: "reveal", place: "3/hand" });
        lose(bed);
        expect(bed.table.halt?.answers).toEqual(["settle", "void"]);
        expect(outcome(bed)).toBeNull();
        expect(bed.command({ kind: "confirm", code: answer, reason: "seen on camera" }, "floor")).toEqual({ ok: true });
        expect(bed.facts.find((fact) => fact.kind === "resumed")).toMatchObject({ answer, by: "floor", reason: "seen on camera" });
        if (answer === "settle") for (const place of ["2/hand", "1/hand"]) bed.command({ kind: "reveal", place });
        expect(outcome(bed)).toBe(answer === "settle" ? "settled" : "void");
      }
    });
  }

  it("a short moment without light between green and green means nothing", () => {
    const bed = makeBed();
    toReveal(bed);
    bed.light("green", "off");
    bed.wait(900);
    bed.light("green", "on");
    bed.wait(3000);
    expect(outcome(bed)).toBeNull();
    expect(bed.codes()).toEqual([]);
  });

  it("between rounds it only keeps the next one from opening, and latches nothing", () => {
    const bed = makeBed();
    bed.command({ kind: "seat", seat: 1, sitting: true });
    bed.command({ kind: "seat", seat: 2, sitting: true });
    bed.link("shuffler", "down");
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: false, why: "device" });
    expect(bed.table.latch).toBeNull();
    bed.link("shuffler", "up");
    expect(bed.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: true });
  });
});
