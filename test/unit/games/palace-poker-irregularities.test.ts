// What goes wrong at a Palace Poker table, and what it means (README.md, "Irregularities").

import { describe, expect, it } from "vitest";
import type { Card } from "#core/card";
import { emptyFelt, pile } from "#core/felt";
import type { IrregularityCode } from "#core/irregularity";
import { stage } from "#core/rehearse";
import { palacePoker } from "#games/palace-poker/game";
import type { Round } from "#games/palace-poker/round";
import type { Scene } from "#games/palace-poker/scene";
import { attempt, nets, rulesWith, run, setTable, toAct } from "./palace-poker-bed.ts";

const hands = {
  1: { banner: "Ah", palace: "As Ad Kd" },
  2: { banner: "Qc", palace: "Qs Qd 9d" },
  3: { banner: "Js", palace: "9h 8d 6d" },
} as const;

const expose = (scene: Scene, place: string): void => {
  scene.on.command({ kind: "report", code: "exposed", place, count: 1 });
};

const die = (scene: Scene, place: string): Round =>
  palacePoker.accept(scene.round(), { kind: "dead", place, why: "exposed" }, scene.on.table.felt, rulesWith()).round;

function judged(code: IrregularityCode, scene: Scene, over: Record<string, unknown> = {}, place?: string): string {
  const irregularity = { code, ...(place !== undefined && { place }) };
  const { kind } = palacePoker.judge(scene.round(), irregularity, emptyFelt, rulesWith(over));
  return kind;
}

describe("in the deal", () => {
  it("an exposed palace card is a misdeal: the antes go back, and the same chips may be dealt again", () => {
    const scene = setTable({ hands, rules: { ante: 3 } });
    expose(scene, "2/palace");
    const { settlement } = scene.on.table.played ?? {};
    expect(settlement).toMatchObject({ outcome: "void", why: { code: "exposed" }, order: [1, 2, 3] });
    expect(nets(scene)).toEqual({ 1: 0, 2: 0, 3: 0 });
    for (const seat of [1, 2, 3]) scene.on.command({ kind: "confirm", code: "paid", seat });
    expect(scene.on.command({ kind: "confirm", code: "redeal" }).ok).toBe(true);
    expect(scene.on.command({ kind: "close" }).ok).toBe(true);
    expect(scene.round()).toMatchObject({ dealer: 3, paid: { 1: 3, 2: 3, 3: 3 } });
  });

  it("a wrong palace count is one too, and a card too many before anybody has acted", () => {
    const scene = setTable({ hands });
    expect(judged("wrongCount", scene, {}, "2/palace")).toBe("void");
    scene.on.card("2c" as Card);
    expect(scene.settlement()).toMatchObject({ outcome: "void", why: { code: "extraCard" } });
  });

  it("a wrong palace count that the dealer reports gives everything back; once somebody has acted it is for the floor", () => {
    const told = { kind: "report", code: "wrongCount", place: "2/palace", count: 4 } as const;
    const scene = setTable({ hands, rules: { ante: 3 } });
    expect(scene.on.command(told)).toEqual({ ok: true });
    expect(scene.settlement()).toMatchObject({ outcome: "void", why: { code: "wrongCount" } });
    expect(nets(scene)).toEqual({ 1: 0, 2: 0, 3: 0 });
    const later = run(setTable({ hands }), "1 stay");
    later.on.command(told);
    expect(later.on.table.halt?.answers).toEqual(["goOn", "void"]);
  });

  it("an exposed banner is none: it lies open anyway", () => {
    const scene = setTable({ hands });
    expose(scene, "2/banner");
    expect(toAct(scene)).toMatch(/^1:/);
  });

  it("the shuffler's red light voids the hand, also once somebody has acted: no palace has been opened", () => {
    const scene = setTable({ hands });
    for (const code of ["red", "dark", "sensorLost"] as const) expect(judged(code, scene)).toBe("void");
    run(scene, "1 stay");
    for (const code of ["red", "dark", "sensorLost"] as const) expect(judged(code, scene)).toBe("void");
  });
});

describe("once somebody has acted", () => {
  it("an exposed palace card is for the floor, or as the house says", () => {
    const scene = run(setTable({ hands }), "1 stay");
    expect(judged("exposed", scene, {}, "2/palace")).toBe("floor");
    expect(judged("exposed", scene, { exposedPalace: "play on" }, "2/palace")).toBe("goOn");
    expect(judged("exposed", scene, { exposedPalace: "misdeal" }, "2/palace")).toBe("void");
    expect(judged("exposed", scene, {}, "2/soldiers")).toBe("goOn");
    // The first battle is an action, answered or not.
    expect(judged("exposed", run(setTable({ hands }), "1 bet 2"), {}, "2/palace")).toBe("floor");
  });

  it("a card drawn for nobody lies aside and goes into the next shuffle", () => {
    const scene = run(setTable({ hands }), "1 stay");
    scene.on.card("2c" as Card);
    expect(pile(scene.on.table.felt, "aside")).toHaveLength(1);
    expect(scene.on.table.halt).not.toBeNull();
    scene.on.command({ kind: "confirm", code: "goOn", reason: "put back" });
    expect(toAct(scene)).toMatch(/^2:/);
  });

  it("a void hand gives every chip back", () => {
    const scene = run(setTable({ hands, rules: { ante: 1 } }), "1 bet 2", "2 raise", "1 call", "1 keep", "3 buy");
    scene.on.command({ kind: "confirm", code: "misdeal", reason: "fouled deck" });
    const { settlement } = scene.on.table.played ?? {};
    expect(settlement).toMatchObject({ outcome: "void", why: { code: "called" } });
    expect(nets(scene)).toEqual({ 1: 0, 2: 0, 3: 0 });
    expect(settlement?.results.filter(({ spot }) => spot.endsWith("/bet")).map(({ seat, stake }) => [seat, stake])).toEqual([
      [1, 7],
      [2, 7],
      [3, 3],
    ]);
  });
});

describe("every code", () => {
  it("has a meaning before and after the first action", () => {
    const before = setTable({ hands });
    const after = run(setTable({ hands }), "1 stay");
    const table = (
      [
        "cardBeforeClose",
        "extraCard",
        "wrongCount",
        "duplicate",
        "unreadable",
        "foreign",
        "otherDeck",
        "oldRound",
        "wrongPlace",
        "notFromShoe",
        "lostReadings",
        "restarted",
        "called",
      ] as const
    ).map((code) => `${code}: ${judged(code, before)} ${judged(code, after)}`);
    expect(table).toEqual([
      "cardBeforeClose: void void",
      "extraCard: void floor",
      "wrongCount: void floor",
      "duplicate: check check",
      "unreadable: check check",
      "foreign: void void",
      "otherDeck: void void",
      "oldRound: check check",
      "wrongPlace: floor floor",
      "notFromShoe: floor floor",
      "lostReadings: check check",
      "restarted: check check",
      "called: void void",
    ]);
  });

  it("may mean something else in a pack, but a light is never softened", () => {
    const scene = setTable({ hands });
    expect(judged("extraCard", scene, { irregularities: { extraCard: "floor" } })).toBe("floor");
    expect(() => rulesWith({ irregularities: { red: "goOn" } })).toThrow();
  });

  it("of a wrong declaration in a battle does not exist: the cards speak", () => {
    const scene = run(setTable({ hands }), "1 bet 2", "2 call");
    expect(scene.round().last).toMatchObject({ winner: 1, judge: 2 });
    expect(attempt(scene, "2 call").ok).toBe(false);
  });
});

describe("a hand that dies", () => {
  it("on its turn is out like a fold; its chips stay in the pot", () => {
    const round = die(setTable({ hands, rules: { ante: 1 } }), "1/palace");
    expect(round).toMatchObject({ turn: 2, out: { 1: { code: "deadHand" } }, paid: { 1: 1 } });
  });

  it("in a battle counts as its fold: the other takes the face-up cards", () => {
    const scene = run(setTable({ hands }), "1 bet 2");
    expect(die(scene, "2/soldiers")).toMatchObject({ phase: { kind: "keep", seat: 1 }, out: { 2: { code: "deadHand" } } });
    expect(die(scene, "1/palace")).toMatchObject({ phase: { kind: "keep", seat: 2 } });
    expect(die(scene, "3/palace")).toMatchObject({ phase: { kind: "battle" }, out: { 3: { code: "deadHand" } } });
  });

  it("between two actions may end the hand", () => {
    const scene = run(setTable({ hands }), "1 stay", "2 fold");
    expect(die(scene, "1/banner").ending).toBe("lastStanding");
    expect(die(run(setTable({ hands }), "1 stay", "2 stay"), "3/banner").ending).toBe("passiveRound");
  });

  it("twice, or at a place of nobody, changes nothing", () => {
    const scene = run(setTable({ hands }), "1 fold");
    for (const place of ["1/palace", "discard", "aside/banners", "9/palace"]) expect(die(scene, place)).toEqual(scene.round());
  });

  it("before the deal is not dealt in; with nobody left all chips go back", () => {
    const on = stage({ game: palacePoker, rules: rulesWith({ ante: 1 }), seats: [1, 2, 3], carry: null });
    on.command({ kind: "confirm", code: "openRound" });
    for (const seat of [1, 2, 3]) on.command({ kind: "wager", spot: `${seat}/stack`, stake: 10 });
    const told = (round: Round, place: string): Round =>
      palacePoker.accept(round, { kind: "dead", place, why: "exposed" }, emptyFelt, rulesWith({ ante: 1 })).round;
    const open = on.table.played?.round as Round;
    const one = told(open, "2/banner");
    const closed = palacePoker.accept(one, { kind: "closed" }, emptyFelt, rulesWith({ ante: 1 })).round;
    expect(closed.players).toEqual([1, 3]);
    const none = told(told(closed, "1/draw"), "3/draw");
    expect(palacePoker.expect(none, emptyFelt, rulesWith())).toBe("settle");
    const settlement = palacePoker.settle(none, emptyFelt, rulesWith());
    expect(settlement).toMatchObject({ outcome: "void", why: { code: "nobodyLeft" }, order: [] });
    expect(settlement.transfers.map(({ to, amount }) => [to, amount])).toEqual([
      ["seat/1", 10],
      ["seat/2", 10],
      ["seat/3", 10],
    ]);
  });

  it("at the showdown leaves the pot to the others", () => {
    const scene = run(setTable({ hands: { 1: hands[1], 2: hands[2] }, rules: { ante: 1 } }), "1 stay");
    const { felt } = scene.on.table;
    const rules = rulesWith({ ante: 1 });
    const told = (round: Round, happening: Parameters<typeof palacePoker.accept>[1]): Round =>
      palacePoker.accept(round, happening, felt, rules).round;
    const shown = told(scene.round(), { kind: "decision", by: "2/seat", code: "stay", how: "said" });
    expect(shown.phase.kind).toBe("showdown");
    const left = told(shown, { kind: "dead", place: "1/palace", why: "exposed" });
    expect(left.ending).toBe("lastStanding");
    expect(palacePoker.settle(left, felt, rules).order).toEqual([2]);
    expect(told(left, { kind: "dead", place: "2/palace", why: "exposed" })).toMatchObject({ ending: "lastStanding" });
  });
});
