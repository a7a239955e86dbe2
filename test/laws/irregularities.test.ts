// Every irregularity is produced at the devices, bytes and all, or at the console where only a person sees it, in every game where it can
// occur; each is told, stands in the alarm feed or is on record, and has its text. And the law above all: a round that is settled was
// settled by the cards that lie on the felt.

import { describe, expect, it } from "vitest";
import { seatOf } from "#core/felt";
import { irregularityCodes } from "#core/irregularity";
import { games } from "#games/index";
import { playBadly } from "./bad-play.ts";
import { type ByteBed, byteBed } from "./byte-bed.ts";
import { cannot, canOccur, inDeal, pointNames, points, producers } from "./irregularity-producers.ts";
import { occur } from "./irregularity-story.ts";

const cases = games.flatMap((entry) =>
  irregularityCodes.filter((code) => !cannot[code]?.includes(entry.game.id)).map((code) => [entry.game.id, code, entry] as const),
);

describe("every irregularity", () => {
  it.each(cases)("%s: %s is found, told and worded", (_id, code, entry) => {
    const { until = inDeal } = producers[code];
    expect(occur(entry, code, until)).toEqual([]);
  });

  // Each code at each point of a deal, in one game after the other; the soak does every game.
  it.each(pointNames)("is found at every point of a deal: %s", (point) => {
    const found = irregularityCodes.flatMap((code, i) => {
      const able = games.filter(({ game }) => canOccur(code, point, game.id));
      const entry = able[(i + pointNames.indexOf(point)) % able.length];
      return entry === undefined ? [] : occur(entry, code, points[point]).map((what) => `${entry.game.id} ${code}: ${what}`);
    });
    expect(found).toEqual([]);
  });

  it("has somebody or something that produces it", () => {
    expect(Object.keys(producers).sort()).toEqual([...irregularityCodes].sort());
  });
});

it("a card dealt under a red light stands in the feed and on the console until the floor clears the light", () => {
  const bed = byteBed({ entry: games[0] as (typeof games)[number] });
  bed.until(inDeal);
  bed.act("shuffler", { kind: "input", port: 2, level: 1 });
  const draw = (uid: string): void => bed.act("shoe", { kind: "tag", antenna: 0, uid, present: true });
  const [inHand, ...next] = bed.stub.slice(-3).reverse();
  // The card that was in the dealer's hand when the light turned red is on record, and accuses nobody.
  draw(inHand ?? "");
  expect(bed.codes()).toEqual(["red", "extraCard"]);
  expect(bed.view().stop).toMatchObject({ kind: "latch", code: "red" });
  bed.wait(1_100);
  for (const uid of next) draw(uid);
  expect(bed.codes()).toEqual(["red", "extraCard", "dealtOnRed", "dealtOnRed"]);
  expect(bed.last()).toMatchObject({ code: "dealtOnRed", device: "shuffler", count: 2 });
  expect(bed.view().alarms.map(({ code }) => code)).toEqual(["red", "dealtOnRed"]);
  expect(bed.view().stop).toMatchObject({ kind: "latch", code: "dealtOnRed" });
  bed.act("shuffler", { kind: "input", port: 2, level: 0 });
  bed.confirm("unlatch");
  expect(bed.view().alarms.map(({ code }) => code)).not.toContain("dealtOnRed");
});

describe("a card that an earlier round left lying is known for what it is when the program comes back", () => {
  const able = games.filter(({ game }) => !cannot.oldRound?.includes(game.id)).map((entry) => [entry.game.id, entry] as const);
  /** The cards are picked up but for one, and a round opens over it. */
  const overOne = (bed: ByteBed): void => {
    const left = bed.laid.find(({ to }) => /^\d/.test(to));
    bed.laid = bed.laid.filter((one) => one !== left);
    bed.until((one) => one.table.played !== null);
  };
  const afterOne = (bed: ByteBed): void =>
    bed.until((one) => one.table.played === null && one.laid.length > 0 && one.facts.some(({ kind }) => kind === "roundEnded"));

  it.each(able)("%s: in the middle of the next round", (_id, entry) => {
    const bed = byteBed({ entry, countedBy: "reader" });
    afterOne(bed);
    overOne(bed);
    expect(bed.codes()).toEqual(["oldRound"]);
    bed.confirm("same");
    bed.move();
    const { round } = bed.view();
    bed.restart();
    bed.wait(2000);
    expect(bed.codes().slice(1).sort()).toEqual(["oldRound", "restarted"]);
    expect(bed.view().round).toBe(round);
  });

  it.each(able)("%s: between two rounds", (_id, entry) => {
    const bed = byteBed({ entry, countedBy: "reader" });
    afterOne(bed);
    bed.restart();
    bed.wait(2000);
    expect(bed.codes()).toEqual([]);
    overOne(bed);
    expect(bed.codes()).toEqual(["oldRound"]);
  });

  it.each(able)("%s: and again after it came back between two rounds and died once more", (_id, entry) => {
    const bed = byteBed({ entry, countedBy: "reader" });
    afterOne(bed);
    bed.restart();
    bed.wait(2000);
    overOne(bed);
    bed.restart();
    bed.wait(2000);
    expect(new Set(bed.codes())).toEqual(new Set(["oldRound", "restarted"]));
  });
});

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (_id, entry) => {
  it("is not settled before every card was seen where it was dealt", () => {
    const bed = byteBed({ entry });
    const due = (): string => bed.view().next?.card ?? "";
    bed.until((one) => inDeal(one) && seatOf(due()) !== null);
    // The shoe reads a card that is laid nowhere, or is not there at all.
    bed.act("shoe", { kind: "tag", antenna: 0, uid: bed.stub.pop() ?? "", present: true });
    for (let moves = 0; moves < 600 && bed.table.halt === null; moves++) if (!bed.move()) bed.wait(100);
    expect(bed.codes()).toEqual(["notSeen"]);
    expect(bed.facts.map(({ kind }) => kind)).not.toContain("settled");
  });

  it("knows a card again that a reader has gone on seeing at another seat since an earlier round", () => {
    const bed = byteBed({ entry });
    const mayOpen = (one: ByteBed): boolean =>
      one.view().expected.some((opening) => opening.kind === "confirm" && opening.code === "openRound" && opening.blocked === undefined);
    bed.until((one) => one.facts.some(({ kind }) => kind === "roundEnded") && one.stub.length === 52 && mayOpen(one));
    const uid = bed.stub.at(-1) as string;
    // Where it is not dealt: nobody sits there, or the last one does.
    const seat = bed.setupPlaces.at(-1) as number;
    bed.act("seats", { kind: "tag", antenna: seat, uid, present: true });
    bed.confirm("openRound");
    expect(bed.codes()).toEqual(["oldRound"]);
    bed.until((one) => one.table.halt?.irregularity.code !== "oldRound" && one.believed(uid) !== null);
    bed.wait(2_000);
    expect(bed.codes().slice(1)).toEqual([expect.stringMatching(/^(twoPlaces|emptySeat)$/)]);
  });
});

describe("a settled round", () => {
  it.each(games.map((entry) => [entry.game.id, entry] as const))("%s: was settled by the cards that lie on the felt", (_id, entry) => {
    let settled = 0;
    for (let seed = 1; seed <= 6; seed++) settled += playBadly(entry, seed);
    expect(settled).toBeGreaterThan(1);
  });
});
