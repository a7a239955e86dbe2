// Whoever has to decide has his time, whatever the table stands still for meanwhile.

import { describe, expect, it } from "vitest";
import { makeBed } from "./bed.ts";

const decisionMs = 20_000;

/** Two players who have to decide, and have thought for ten of their twenty seconds. */
function thinking() {
  const bed = makeBed({ decisionMs });
  bed.dealt();
  bed.draw(21);
  expect(bed.openings().filter(({ kind }) => kind === "decision")).not.toEqual([]);
  bed.wait(decisionMs / 2);
  return bed;
}

const timedOut = (bed: ReturnType<typeof makeBed>): boolean => bed.facts.some((fact) => fact.kind === "decision" && fact.how === "timeout");

/** They have the rest of their time, and no more. */
function expectTheRest(bed: ReturnType<typeof makeBed>): void {
  bed.wait(1);
  expect(timedOut(bed)).toBe(false);
  bed.wait(decisionMs / 2 - 100);
  expect(timedOut(bed)).toBe(false);
  bed.wait(200);
  expect(timedOut(bed)).toBe(true);
}

describe("time to decide", () => {
  it("stands still in a halt", () => {
    const bed = thinking();
    bed.reading("shoe", { kind: "fault", code: "lostEvents", cleared: false, count: 1 });
    expect(bed.table.halt).not.toBeNull();
    bed.wait(120_000);
    expect(bed.command({ kind: "confirm", code: "same" })).toEqual({ ok: true });
    expectTheRest(bed);
  });

  it("stands still until the floor has decided what the dealer could not", () => {
    const bed = thinking();
    bed.reading("shoe", { kind: "fault", code: "lostEvents", cleared: false, count: 1 });
    bed.wait(60_000);
    bed.command({ kind: "confirm", code: "different", reason: "a card lies at 3" });
    bed.wait(60_000);
    expect(bed.command({ kind: "confirm", code: "goOn", reason: "moved back" }, "floor")).toEqual({ ok: true });
    expectTheRest(bed);
  });

  it("stands still while the program is away, and until the felt has been compared", () => {
    const bed = thinking();
    bed.event({ kind: "started", at: bed.table.at + 60_000, cause: "crash", away: 60_000 });
    for (const device of ["shoe", "seats", "shuffler"]) bed.link(device, "up");
    bed.light("mains", "on");
    bed.light("green", "on");
    bed.wait(30_000);
    bed.command({ kind: "confirm", code: "same" });
    expect(bed.table.halt).toBeNull();
    expectTheRest(bed);
  });

  it("is counted once when the program dies in a halt", () => {
    const bed = thinking();
    bed.reading("shoe", { kind: "fault", code: "lostEvents", cleared: false, count: 1 });
    bed.wait(10_000);
    bed.event({ kind: "started", at: bed.table.at + 60_000, cause: "crash", away: 60_000 });
    for (const device of ["shoe", "seats", "shuffler"]) bed.link(device, "up");
    bed.light("mains", "on");
    bed.light("green", "on");
    bed.command({ kind: "confirm", code: "same" });
    expect(bed.table.halt).toBeNull();
    expectTheRest(bed);
  });

  it("goes on as before when the machine's clock is set", () => {
    const bed = thinking();
    bed.event({ kind: "clock", at: bed.table.at + 3_600_000, jump: 3_600_000, skipped: 3_600_000 });
    expectTheRest(bed);
  });

  it("is not prolonged by a setting that the table's own time did not follow", () => {
    const bed = thinking();
    bed.event({ kind: "clock", at: bed.table.at, jump: 1_800_000 });
    expectTheRest(bed);
  });
});

describe("a card that its antenna has yet to see", () => {
  it("has its time when the machine's clock is set", () => {
    const bed = makeBed({}, { watch: { covered: { "1/hand": "seats" }, seenWithinMs: 5000, countedBy: "hand", countEvery: 5 } });
    bed.dealt();
    bed.draw();
    expect(bed.table.unseen).toHaveLength(1);
    bed.event({ kind: "clock", at: bed.table.at + 3_600_000, jump: 3_600_000, skipped: 3_600_000 });
    bed.wait(100);
    expect(bed.codes()).toEqual([]);
    bed.wait(5000);
    expect(bed.codes()).toEqual(["notSeen"]);
  });
});
