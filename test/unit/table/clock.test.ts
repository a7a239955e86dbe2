// The machine's clock is set, forwards and backwards; the table's time goes on, and what was going on lasts as long as before.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findGame, type GameEntry } from "#games/index";
import { createClock } from "#table/table-loop";
import { loopFor, openFor, restoreFor } from "../../laws/recorded-shift.ts";
import { worldFor } from "../../laws/story.ts";
import { makeJournalPath } from "./journal-bed.ts";

/** A machine whose clock can be set. */
function machine() {
  let wall = 1_800_000_000_000;
  let passed = 0;
  const clock = createClock(
    () => wall,
    0,
    () => passed,
  );
  return {
    clock,
    wait: (ms: number) => {
      wall += ms;
      passed += ms;
    },
    set: (ms: number) => {
      wall += ms;
    },
    wall: () => wall,
  };
}

describe("a table's clock", () => {
  it("never runs backwards, never stands still, and agrees with the machine's again", () => {
    const step = fc.record({
      waits: fc.integer({ min: 10, max: 60_000 }),
      set: fc.oneof(fc.constant(0), fc.integer({ min: -3_600_000, max: 3_600_000 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { clock, wait, set, wall } = machine();
        let before = clock();
        for (const one of steps) {
          set(one.set);
          wait(one.waits);
          const now = clock();
          expect(now - before).toBeGreaterThanOrEqual(Math.floor(one.waits * 0.9) - 1);
          expect(now).toBeGreaterThanOrEqual(wall());
          before = now;
        }
        for (let hour = 0; hour < 1200; hour++) {
          wait(3_600_000);
          clock();
        }
        expect(clock()).toBe(wall());
      }),
      { numRuns: 100 },
    );
  });

  it("tells a setting once, and a drift of a few milliseconds never", () => {
    const { clock, wait, set } = machine();
    wait(1000);
    set(20);
    clock();
    expect(clock.jumped()).toBeNull();
    set(3_600_000);
    wait(5);
    clock();
    expect(clock.jumped()).toEqual({ jump: 3_600_000, skipped: 3_600_000 });
    expect(clock.jumped()).toBeNull();
  });

  it("leaps only as far as the machine's is ahead of it", () => {
    const { clock, wait, set } = machine();
    clock();
    set(-3_600_000);
    wait(5);
    clock();
    expect(clock.jumped()).toEqual({ jump: -3_600_000 });
    // Still behind the time that the table has kept.
    const before = clock();
    set(1_800_000);
    expect(clock()).toBe(before);
    expect(clock.jumped()).toEqual({ jump: 1_800_000 });
    set(1_860_000);
    expect(clock() - before).toBeGreaterThan(59_000);
    expect(clock.jumped()?.skipped).toBe(clock() - before);
  });
});

describe("a table whose clock is set", () => {
  it("says so before anything that comes after", async () => {
    const world = worldFor(findGame("high-card-flush") as GameEntry, 1);
    const opened = await openFor(makeJournalPath(), world);
    const { engine } = restoreFor(opened, world);
    let jump = 0;
    const clock = Object.assign(() => engine.table.at + jump, {
      jumped: () => {
        const found = jump === 0 ? null : { jump, skipped: jump };
        jump = 0;
        return found;
      },
    });
    const loop = loopFor(world, opened.journal, engine, 0, clock);
    const told: string[] = [];
    loop.listen({
      committed: (records) => told.push(...records.flatMap(({ record }) => record.facts.map((fact) => JSON.stringify(fact)))),
    });
    loop.take([{ kind: "started", at: 1_800_000_000_000, cause: "first", away: 0 }]);
    jump = 3_600_000;
    loop.take([{ kind: "stopped", at: engine.table.at + jump }]);
    await opened.journal.flush();
    loop.stop();
    await opened.journal.close();
    expect(told.map((fact) => JSON.parse(fact).kind)).toEqual(["started", "clock", "stopped"]);
    expect(JSON.parse(told[1] as string).jump).toBe(3_600_000);
  });
});
