import { expect, it } from "vitest";
import type { Table } from "#core/table";
import { highCardFlush } from "#games/high-card-flush/game";
import { createVirtualTime } from "#sim/virtual-time";
import { type AnnouncerOptions, createAnnouncer, stateTtlMs } from "#table/announcer";
import type { Journal } from "#table/journal";
import { makeBed } from "../core/bed.ts";

/** An announcer of a table to act on, whose disk has what the test says, and every status that it retained. */
function makeAnnouncer() {
  const bed = makeBed();
  const time = createVirtualTime();
  const statuses: (readonly [string, string | null])[] = [];
  let onDisk: Table = bed.table;
  let connect = (): void => {};
  const announcer = createAnnouncer({
    site: "s1",
    setup: bed.setup,
    game: highCardFlush,
    journal: { id: "j1" } as Journal,
    publisher: {
      connected: true,
      onConnected: (listener) => {
        connect = listener;
      },
      publish: () => {},
      retain: (topic, payload) => {
        if (!topic.endsWith("/status")) return;
        const { status, why } = JSON.parse(payload);
        statuses.push([status, why]);
      },
      beat: () => {},
      close: async () => {},
    },
    outbox: { add: () => {}, stop: () => {} },
    about: { pack: { id: "p", hash: "h" }, notice: null } as unknown as AnnouncerOptions["about"],
    clock: time.now,
    table: () => onDisk,
    time,
  });
  connect();
  return {
    bed,
    announcer,
    statuses,
    connect: () => connect(),
    commit: (table: Table) => {
      onDisk = table;
      announcer.committed?.([], table);
    },
    pass: (ms: number) => {
      const until = time.now() + ms;
      while (time.now() < until) time.step();
    },
  };
}

it("a stop that overtook the disk stays told, whatever comes of what was written before it, until the disk has it and its end", () => {
  const { bed, announcer, statuses, connect, commit, pass } = makeAnnouncer();
  expect(statuses).toEqual([["online", null]]);
  bed.link("seats", "down");
  const before = bed.table;
  bed.light("red", "on");
  const stopped = bed.table;
  announcer.stopped?.("red", stopped.at, stopped.n);
  commit(before);
  pass(stateTtlMs);
  expect(statuses.splice(0)).toEqual([
    ["online", null],
    ["suspended", "red"],
  ]);
  connect();
  expect(statuses.splice(0)).toEqual([["suspended", "red"]]);
  commit(stopped);
  pass(stateTtlMs);
  expect(statuses).toEqual([]);
  bed.light("red", "off");
  bed.light("green", "on");
  bed.command({ kind: "confirm", code: "unlatch", reason: "seen" }, "floor");
  commit(bed.table);
  pass(stateTtlMs);
  expect(statuses).toEqual([["online", null]]);
});
