// What a table says of itself stands retained, as it is now.

import { expect, it, onTestFinished } from "vitest";
import type { SignAbout } from "#contract/sign";
import { setupFor, stage } from "#core/rehearse";
import type { Quarantined, Table } from "#core/table";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { createBroker } from "#sim/broker";
import { createVirtualTime } from "#sim/virtual-time";
import { createAnnouncer } from "#table/announcer";
import { openJournal } from "#table/journal";
import { rulesWith } from "../games/caribbean-stud-bed.ts";
import { edition, makeJournalPath } from "./journal-bed.ts";

const game = caribbeanStud;
const script = { game, rules: rulesWith({}), seats: [1, 2], carry: null } as const;
const about: SignAbout = {
  ...{ site: "s1", table: "t1", game: game.id, title: "Five Card", software: "0", language: "en", timeZone: "UTC", meters: [] },
  pack: { id: "p", hash: "ab" },
  currency: { code: "EUR", minorDigits: 2 },
  notice: { limits: [], paytables: [], rules: [] },
};

it("tells an alarm again when another count says otherwise, and not when nothing has changed", async () => {
  const { journal } = await openJournal(makeJournalPath(), { edition, create: true });
  onTestFinished(() => journal.close());
  const time = createVirtualTime();
  const told: unknown[] = [];
  const taken = (topic: string, payload: string): void => {
    if (topic.includes("/alarm/")) told.push(payload === "" ? null : JSON.parse(payload).alarm.count);
  };
  const broker = createBroker({ time, travelMs: () => 1, arrives: () => true, taken });
  let table: Table = stage(script).table;
  const announcer = createAnnouncer({
    ...{ site: "s1", setup: setupFor(script), game, journal, about, time },
    publisher: broker.connect(time.lifetime(), { topic: "", payload: "" }),
    outbox: { add: () => {}, stop: () => {} },
    clock: () => time.now(),
    table: () => table,
  });
  /** Another second, with these decks in quarantine. */
  const pass = (...quarantine: readonly Quarantined[]): void => {
    const until = time.now() + 1_000;
    table = { ...table, quarantine };
    announcer.committed?.([], table);
    while (time.now() < until) time.step();
  };
  const failed = { deck: "red-1", code: "cardMissing", count: 1, since: 5, by: "reader", rounds: [] } as const;
  pass();
  pass(failed);
  pass(failed);
  pass({ ...failed, count: 3 });
  pass({ ...failed, count: 3, recounted: 9 });
  pass();
  expect(told).toEqual([1, 3, null]);
  await announcer.stop();
});
