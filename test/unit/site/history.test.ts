import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type History, openHistory } from "#site/history";
import { Pace } from "#site/pace";

let folder: string;
let history: History;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pitwire-history-"));
  history = openHistory(join(folder, "history.sqlite"));
});
afterEach(() => {
  history.close();
  rmSync(folder, { recursive: true, force: true });
});

const of = { table: "a7", journal: "j1" };
const lost = {
  ...of,
  id: "link-reader-1",
  code: "deviceLost",
  priority: 2,
  weight: 72,
  device: "reader-1",
  place: null,
  count: null,
  deck: null,
};

describe("an alarm", () => {
  test("that comes again under the same name is another one: what somebody saw of the first is not of the second", () => {
    history.raise({ ...lost, since: 1_000 });
    expect(history.acknowledge({ ...of, id: lost.id, since: 1_000 }, "Bo", 1_500)).toBe(true);
    history.clear("a7", lost.id, 2_000);
    expect(history.standing()).toEqual([]);
    history.raise({ ...lost, since: 9_000 });
    expect(history.standing()).toMatchObject([{ since: 9_000, ackedBy: null, clearedAt: null }]);
    expect(history.acknowledge({ ...of, id: lost.id, since: 1_000 }, "Ada", 9_500)).toBe(false);
    expect(history.alarms(null, 10).map(({ since, ackedBy }) => [since, ackedBy])).toEqual([
      [9_000, null],
      [1_000, "Bo"],
    ]);
    expect(history.alarms("b1", 10)).toEqual([]);
  });

  test("that is told twice stays one, and ends the one before it whose end nobody told", () => {
    for (const since of [1_000, 1_000, 5_000]) history.raise({ ...lost, since });
    expect(history.standing().map(({ since, clearedAt }) => [since, clearedAt])).toEqual([
      [1_000, 5_000],
      [5_000, null],
    ]);
  });
});

test("an alarm about a deck that is counted again says what the last count says, to whoever had seen the first", () => {
  const deck = { ...lost, id: "deck-red-1", code: "cardMissing", device: null, deck: "red-1", since: 1_000 };
  history.raise({ ...deck, count: 1 });
  history.acknowledge({ ...of, id: deck.id, since: 1_000 }, "Bo", 1_500);
  history.raise({ ...deck, count: 3 });
  expect(history.standing()).toMatchObject([{ code: "cardMissing", count: 3, ackedBy: "Bo", clearedAt: null }]);
});

describe("what lies behind an alarm", () => {
  const rounds = [{ round: 2, openedAt: 2_000, outcome: "settled", seats: [{ seat: 1, staked: 500, net: -500, back: 500 }] }];
  beforeEach(() => {
    const facts = [
      { at: 1_000, round: 1, fact: { kind: "roundOpened" } },
      { at: 1_500, round: 1, fact: { kind: "counted", deck: "red-1", cards: 52, good: true } },
      { at: 1_600, round: 1, fact: { kind: "link", device: "shoe", status: "down", why: "closed" } },
      { at: 1_700, round: 1, fact: { kind: "link", device: "shoe", status: "up" } },
      { at: 2_000, round: 2, fact: { kind: "roundOpened" } },
      { at: 2_500, round: 2, fact: { kind: "counted", deck: "red-1", cards: 51, good: false } },
      { at: 2_600, round: 2, fact: { kind: "quarantined", deck: "red-1", code: "cardMissing", count: 1, rounds } },
      { at: 3_000, round: 3, fact: { kind: "roundOpened" } },
    ];
    history.add(facts.map((one, i) => ({ ...of, n: i + 1, ...one })));
  });

  test("is the round that was open then, or the one before", () => {
    expect([500, 1_000, 1_999, 2_600, 9_000].map((at) => history.roundAt(of, at))).toEqual([0, 1, 1, 2, 3]);
  });

  test("is the report that was told with it, from the last good count on", () => {
    expect(history.report(of, 2_600)).toEqual({
      ...{ code: "cardMissing", at: 2_600, n: 7, deck: "red-1", device: null, count: 1, rounds },
      lastGood: { at: 1_500, round: 1 },
    });
    expect(history.report(of, 2_500)).toBeNull();
    expect(history.report({ ...of, journal: "j2" }, 2_600)).toBeNull();
  });

  test("is how each device stands, and how many rounds there were", () => {
    expect(history.devices(of)).toMatchObject([{ device: "shoe", status: "up", since: 1_700, why: null }]);
    expect(history.pace("a7", 1_500)).toEqual({ rounds: 2, first: 2_000, last: 3_000 });
  });
});

test("what is usual is the middle half of the last ones, once there are enough", () => {
  const pace = new Pace();
  for (const ms of [900, 100, 500, 200, 400, 300, 600]) pace.took("stud", "deal", ms);
  expect(pace.usual("stud", "deal")).toBeNull();
  pace.took("stud", "deal", 700);
  expect(pace.usual("stud", "deal")).toEqual([300, 600]);
  for (let i = 0; i < 100; i++) pace.took("stud", "deal", 50);
  expect(pace.usual("stud", "deal")).toEqual([50, 50]);
  expect(pace.usual("stud", "bets")).toBeNull();
});
