// Who deals, who is called, and what can be taken back.

import { describe, expect, it } from "vitest";
import { alarms, deadline } from "#core/derive";
import type { Event } from "#core/event";
import { lockedMs, wrongMax } from "#core/sign-on-lock";
import { highCardFlush } from "#games/high-card-flush/game";
import { makeBed } from "./bed.ts";

const kinds = (openings: readonly { readonly kind: string }[]): ReadonlySet<string> => new Set(openings.map(({ kind }) => kind));

/** Somebody known shows a PIN or a badge and deals from then on. */
function signs(bed: ReturnType<typeof makeBed>, name: string, language?: string) {
  const by = { name, role: "dealer", ...(language !== undefined && { language }) } as const;
  return bed.event({ kind: "command", at: bed.table.at + 1, id: `sign-${name}-${bed.table.n}`, by, command: { kind: "signOn" } });
}

describe("a table where dealers sign on", () => {
  it("does nothing before one has", () => {
    const bed = makeBed({}, { signOn: true });
    expect(bed.table.open).toBe(false);
    // Those who answer for the table may still say what becomes of a deck.
    expect([...kinds(bed.openings())]).toEqual(["deckAct", "signOn"]);
    expect(bed.command({ kind: "confirm", code: "openTable" })).toMatchObject({ ok: false, why: "signOnFirst" });
    expect(bed.command({ kind: "seat", seat: 1, sitting: true })).toMatchObject({ ok: false, why: "signOnFirst" });
    expect(signs(bed, "Ana", "ro")).toEqual({ ok: true });
    expect(bed.table.dealer).toMatchObject({ name: "Ana", language: "ro" });
    expect(bed.command({ kind: "confirm", code: "openTable" })).toEqual({ ok: true });
  });

  it("changes hands in one step, on record, in the middle of a round too", () => {
    const bed = makeBed({}, { signOn: true });
    signs(bed, "Ana");
    bed.command({ kind: "confirm", code: "openTable" });
    bed.dealt();
    signs(bed, "Luca");
    expect(bed.facts.filter(({ kind }) => kind === "dealer")).toMatchObject([
      { name: "Ana", before: null },
      { name: "Luca", before: "Ana" },
    ]);
    expect(bed.table.undo).toBeNull();
    expect(bed.command({ kind: "signOff" })).toMatchObject({ ok: false, why: "betweenRounds" });
  });

  it("is left by signing off between two rounds", () => {
    const bed = makeBed({}, { signOn: true });
    signs(bed, "Ana");
    expect(bed.command({ kind: "signOff" })).toEqual({ ok: true });
    expect(bed.table.dealer).toBeNull();
    // Those who answer for the table may still say what becomes of a deck.
    expect([...kinds(bed.openings())]).toEqual(["deckAct", "signOn"]);
  });
});

describe("attempts", () => {
  const wrong = (at: number): Event => ({ kind: "attempt", at, how: "pin", by: null });

  it("are all told; five wrong ones within a minute lock for a minute and raise an alarm", () => {
    const bed = makeBed();
    const start = bed.table.at;
    for (let i = 1; i < wrongMax; i++) bed.event(wrong(start + i));
    bed.event({ kind: "attempt", at: start + 5, how: "badge", by: { name: "Ana", role: "dealer" }, device: "wedge" });
    expect(alarms(bed.table, bed.setup)).toEqual([]);
    bed.event(wrong(start + 10));
    expect(bed.facts.filter(({ kind }) => kind === "attempt").length).toBe(wrongMax + 1);
    expect(bed.facts.find((fact) => fact.kind === "attempt" && fact.by !== null)).toMatchObject({
      by: "Ana",
      how: "badge",
      device: "wedge",
    });
    expect(bed.facts.at(-1)).toMatchObject({ kind: "locked", until: start + 10 + lockedMs });
    expect(alarms(bed.table, bed.setup)).toMatchObject([{ code: "pinLocked", since: start + 10 }]);
    expect(deadline(bed.table, bed.setup, highCardFlush)).toBe(start + 10 + lockedMs);
    bed.event(wrong(start + 20));
    expect(bed.facts.filter(({ kind }) => kind === "locked").length).toBe(1);
    bed.event({ kind: "deadline", at: start + 10 + lockedMs });
    expect(alarms(bed.table, bed.setup)).toEqual([]);
  });

  it("count only within a minute", () => {
    const bed = makeBed();
    for (let i = 0; i < 2 * wrongMax; i++) bed.event(wrong(bed.table.at + lockedMs / (wrongMax - 1)));
    expect(bed.facts.some(({ kind }) => kind === "locked")).toBe(false);
  });
});

describe("the floor", () => {
  it("is called in any phase, called again, says that it comes, and the call ends", () => {
    const bed = makeBed();
    bed.dealt();
    expect(bed.command({ kind: "confirm", code: "callFloor" })).toEqual({ ok: true });
    const since = bed.table.at;
    expect(bed.command({ kind: "confirm", code: "callFloor" })).toEqual({ ok: true });
    expect(bed.table.call).toEqual({ by: "dealer", since, times: 2, coming: null });
    expect(alarms(bed.table, bed.setup)).toMatchObject([{ id: `call-${since}`, code: "floorCalled", priority: 2, since }]);
    expect(bed.command({ kind: "confirm", code: "coming" })).toMatchObject({ ok: false, why: "role" });
    expect(bed.command({ kind: "confirm", code: "coming" }, "floor")).toEqual({ ok: true });
    expect(bed.table.call?.coming).toBe("floor");
    expect(bed.command({ kind: "confirm", code: "endCall" })).toEqual({ ok: true });
    expect(bed.facts.slice(-4)).toMatchObject([
      { kind: "called", times: 1 },
      { kind: "called", times: 2 },
      { kind: "coming", by: "floor" },
      { kind: "callEnded" },
    ]);
  });

  it("is called while the table stands still", () => {
    const bed = makeBed();
    bed.dealt();
    bed.light("red", "on");
    expect(bed.command({ kind: "confirm", code: "callFloor" })).toEqual({ ok: true });
  });
});

describe("the last entry", () => {
  it("is taken back by name, and only that one", () => {
    const bed = makeBed();
    for (let seat = 1; seat <= 3; seat++) bed.command({ kind: "seat", seat, sitting: true });
    bed.command({ kind: "confirm", code: "openRound" });
    expect(bed.command({ kind: "undo", from: bed.table.n })).toMatchObject({ ok: false, why: "nothingToUndo" });
    bed.command({ kind: "decision", by: "1/seat", code: "waive" });
    const first = bed.table.undo?.from as number;
    bed.command({ kind: "decision", by: "2/seat", code: "waive" });
    expect(bed.command({ kind: "undo", from: first })).toMatchObject({ ok: false, why: "otherEntry" });
    const from = bed.table.undo?.from as number;
    expect(bed.command({ kind: "undo", from })).toEqual({ ok: true });
    expect(bed.facts.at(-1)).toMatchObject({ kind: "takenBack", from, to: from, entry: { kind: "decision", by: "2/seat" }, by: "dealer" });
    expect(bed.command({ kind: "undo", from })).toMatchObject({ ok: false, why: "nothingToUndo" });
  });

  it("stays once a card has followed", () => {
    const bed = makeBed();
    bed.dealt();
    expect(kinds(bed.openings()).has("undo")).toBe(true);
    bed.draw();
    expect(kinds(bed.openings()).has("undo")).toBe(false);
  });

  it("stays once anything has been stopped, and outlives what does not touch the round", () => {
    const bed = makeBed();
    bed.dealt();
    bed.link("seats", "down");
    bed.link("seats", "up");
    expect(bed.table.undo?.entry).toEqual({ kind: "close" });
    bed.light("red", "on");
    expect(bed.table.undo).toBeNull();
  });
});
