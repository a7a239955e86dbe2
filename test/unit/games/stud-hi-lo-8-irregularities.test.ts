// What goes wrong at a stud table: every row of the rule dossier, and the codes that devices raise.

import { describe, expect, it } from "vitest";
import { type IrregularityCode, irregularityCodes } from "#core/irregularity";
import { type Stage, stage } from "#core/rehearse";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { schema } from "#games/stud-hi-lo-8/rules";
import { doorsOf, drive, type Table, table } from "./stud-hi-lo-8-bed.ts";

const report = (t: Table, seat: number, count = 1) => t.on.command({ kind: "report", code: "exposed", place: `${seat}/hand`, count });
const consequence = (t: Table) => t.on.facts.findLast((fact) => fact.kind === "irregularity")?.consequence;
const voided = { kind: "void" };
const goOn = { kind: "goOn" };
const floor = { kind: "floor", answers: ["goOn", "void"] };

/** Two players have acted behind the forced bet. */
function acted(seats = [1, 2, 3, 4]): Table {
  const t = table(doorsOf(...seats));
  t.go([1, "bringIn"], [2, "call"], [3, "call"]);
  return t;
}

/** One player has. */
function hardlyActed(): Table {
  const t = table(doorsOf(1, 2, 3, 4));
  t.go([1, "bringIn"], [2, "call"]);
  return t;
}

describe("a card exposed on the deal", () => {
  it("is a misdeal if it is the first or second off the deck", () => {
    for (const [cards, seat] of [
      [1, 1],
      [2, 2],
    ] as const) {
      const t = table(doorsOf(1, 2, 3));
      t.dealCards(cards);
      report(t, seat);
      expect([consequence(t), t.settlement().outcome]).toEqual([voided, "void"]);
      expect(t.received()).toEqual({ 1: 1, 2: 1, 3: 1 });
      expect(t.on.openings().some((one) => one.kind === "confirm" && one.code === "paid")).toBe(true);
    }
  });

  it("otherwise is turned up for good, and that player's third card is dealt down instead", () => {
    const t = table({ 1: "9c 8c Kd", 2: "9d 8d 7s", 3: "2c 8h Ac" });
    t.dealCards(3);
    report(t, 3);
    expect([consequence(t), t.on.openings()[0]]).toEqual([goOn, { kind: "reveal", place: "3/hand", cards: [expect.any(Number)] }]);
    t.on.command({ kind: "reveal", place: "3/hand" });
    expect(t.on.table.played?.revealed).toBe(false);
    t.deal();
    const faces = t.on.table.felt.piles["3/hand"]?.map((held) => t.on.table.felt.faces[held] ?? null);
    expect(faces).toEqual(["2c", null, null]);
    // It stands for the door card: the deuce brings it in.
    expect(t.turn()).toBe(3);
    expect(studHiLo8.marks(t.round())).toContainEqual({ seat: 3, mark: { code: "exposedCard" } });
    t.stay();
    t.deal();
    expect(t.on.table.felt.piles["3/hand"]?.map((held) => t.on.table.felt.faces[held] ?? null)).toHaveLength(4);
  });

  it("leads the board of its hand on later streets", () => {
    const t = table({ 1: "9c 8c Kd 2d", 2: "9d 8d 7s 3s", 3: "Ac 8h 2c As" });
    t.dealCards(3);
    report(t, 3);
    t.on.command({ kind: "reveal", place: "3/hand" });
    t.deal();
    expect(t.turn()).toBe(2);
    t.stay();
    t.deal();
    expect(t.turn()).toBe(3);
  });

  it("both down cards of one player: the ante goes back and the hand is dead", () => {
    const t = table(doorsOf(1, 2, 3, 4));
    t.dealCards(3);
    report(t, 3);
    t.on.command({ kind: "reveal", place: "3/hand" });
    t.dealCards(4);
    report(t, 3);
    expect(consequence(t)).toEqual({ kind: "dead", place: "3/hand" });
    t.toShowdown();
    t.showAll();
    expect(t.settlement().transfers[0]).toEqual({ from: "3/ante", to: "seat/3", amount: 1, why: { code: "anteBack" } });
    expect(t.settlement().results[0]).toMatchObject({ seat: 3, spot: "3/ante", outcome: "returned", net: 0 });
    expect(t.settlement().results.some(({ seat, spot }) => seat === 3 && spot.startsWith("pot/"))).toBe(false);
  });

  it("both at once, too; but not of the first two seats, whose first card came off the deck first", () => {
    const both = (seat: number) => {
      const t = table(doorsOf(1, 2, 3));
      t.dealCards(3 + seat);
      report(t, seat, 2);
      return consequence(t);
    };
    expect([both(1), both(2), both(3)]).toEqual([voided, voided, { kind: "dead", place: "3/hand" }]);
  });

  it("cards of two players are a misdeal", () => {
    const t = table(doorsOf(1, 2, 3, 4));
    t.dealCards(3);
    report(t, 3);
    t.on.command({ kind: "reveal", place: "3/hand" });
    t.dealCards(1);
    report(t, 4);
    expect(consequence(t)).toEqual(voided);
  });

  it("reported late is the floor's: no card is turned up on a guess", () => {
    const t = table(doorsOf(1, 2, 3));
    t.dealCards(6);
    report(t, 3);
    expect([consequence(t), t.round().exposed]).toEqual([goOn, { 3: [expect.any(Number)] }]);
    const late = table(doorsOf(1, 2, 3));
    late.dealCards(6);
    report(late, 2);
    expect([consequence(late), late.round().exposed]).toEqual([floor, {}]);
    const whole = table(doorsOf(1, 2, 3));
    whole.dealCards(9);
    report(whole, 2);
    expect(consequence(whole)).toEqual(floor);
  });

  it("after two players have acted changes nothing", () => {
    const t = acted();
    report(t, 1);
    expect([consequence(t), t.turn()]).toEqual([goOn, 4]);
    const before = hardlyActed();
    report(before, 1);
    expect(consequence(before)).toEqual(floor);
  });

  it("is always a misdeal where the house plays so", () => {
    const t = table(doorsOf(1, 2, 3), { exposedDown: "misdeal" });
    t.dealCards(3);
    report(t, 3);
    expect(consequence(t)).toEqual(voided);
  });
});

describe("an exposed seventh card", () => {
  const seventh = (over: Record<string, unknown> = {}) => {
    const t = table({ 1: "2c 2d As Ad 5s 6s", 2: "3c 3d Ks Qs 7d 8d", 3: "4c 4d Kc Jc 9d Td" }, over);
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    t.dealCards(2);
    report(t, 2);
    t.on.command({ kind: "reveal", place: "2/hand" });
    t.deal();
    return t;
  };

  it("is not replaced; its player may declare himself all-in for the last round", () => {
    const t = seventh();
    expect(consequence(t)).toEqual(goOn);
    const shown = t.on.table.felt.piles["2/hand"]?.at(-1) ?? 0;
    expect(t.on.table.felt.faces[shown]).toBeDefined();
    expect([t.turn(), t.choices()]).toEqual([2, { declareAllIn: null, playOn: null }]);
    t.go([2, "declareAllIn"], [1, "bet"], [3, "call"]);
    expect(t.round().betting.acted).toEqual([1, 3]);
    t.showAll();
    const pots = t.settlement().results.filter(({ spot }) => spot === "pot/2");
    expect(pots.map(({ seat }) => seat)).toEqual([1, 3]);
  });

  it("or plays on", () => {
    const t = seventh();
    t.go([2, "playOn"], [1, "bet"]);
    expect(t.turn()).toBe(2);
    const late = seventh({ decisionMs: 5000 });
    late.on.event({ kind: "deadline", at: late.on.table.at + 5000 });
    expect(late.turn()).toBe(1);
  });

  it("gives no such choice where the house plays on, or once there has been a bet", () => {
    expect(seventh({ exposedRiver: "play on" }).turn()).toBe(1);
    const t = seventh();
    t.go([2, "playOn"], [1, "bet"]);
    report(t, 3);
    expect(t.turn()).toBe(2);
    t.go([2, "call"]);
    expect(Object.keys(t.choices())).toContain("call");
  });
});

describe("a wrong count", () => {
  const toSeventh = (over: Record<string, unknown>) => {
    const t = table(doorsOf(1, 2, 3), over);
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    t.dealCards(1);
    return t;
  };

  it("a hand passed by on seventh street is dead, its chips stay in the pot", () => {
    const t = toSeventh({});
    expect(t.on.openings().slice(0, 2)).toMatchObject([
      { kind: "card", to: "2/hand" },
      { kind: "decision", by: "2/hand", early: true, options: [{ code: "passedBy" }] },
    ]);
    t.act(2, "passedBy");
    expect(t.round().out).toEqual({ 2: "dead" });
    t.toShowdown();
    t.showAll();
    expect(t.settlement().results).toContainEqual(
      expect.objectContaining({ seat: 2, net: -3, why: { code: "deadHand", params: { pot: 1 } } }),
    );
  });

  it("may be ruled live if only the seventh card is missing", () => {
    const live = { shortHandAtShowdown: "missing-seventh-live" };
    const t = toSeventh(live);
    t.act(2, "passedBy");
    expect(t.round()).toMatchObject({ out: {}, short: [2] });
    t.toShowdown();
    expect(t.showAll()).toContain(2);
    const early = table(doorsOf(1, 2, 3), live);
    early.deal();
    early.stay();
    early.dealCards(1);
    early.act(2, "passedBy");
    expect(early.round().out).toEqual({ 2: "dead" });
  });

  it("is not offered on third street", () => {
    const t = table(doorsOf(1, 2, 3));
    t.dealCards(4);
    expect(t.on.openings().some((one) => one.kind === "decision")).toBe(false);
  });
});

describe("what antennas see", () => {
  const dealt = () => {
    const rules = schema.parse({});
    const on = stage({ game: studHiLo8, rules, seats: [1, 2, 3, 4], carry: null, dealtBy: "antennas" });
    on.command({ kind: "confirm", code: "openRound" });
    for (const seat of [1, 2, 3, 4]) on.command({ kind: "wager", spot: `${seat}/ante`, stake: 1 });
    on.command({ kind: "close" });
    const t = drive(on, rules, doorsOf(1, 2, 3, 4));
    const place = () => {
      for (
        let next = on.openings().find((one) => one.kind === "card");
        next?.kind === "card";
        next = on.openings().find((one) => one.kind === "card")
      ) {
        on.card(deck.shift() as never, next.to);
      }
    };
    const deck = "2c 2d 2h 2s 3c 3d 3h 3s Ac Kd Qh Js 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s".split(" ");
    const wait = () => on.event({ kind: "deadline", at: on.table.at + 5000 });
    return { t, on, place, wait };
  };
  const found = (on: Stage) => on.facts.findLast((fact) => fact.kind === "irregularity")?.irregularity.code;

  it("an extra card in a hand fouls it once the deal stands", () => {
    const { t, on, place, wait } = dealt();
    place();
    t.go([4, "bringIn"], [1, "call"], [2, "call"]);
    on.card("9c", "2/hand");
    wait();
    expect(t.round().out).toEqual({ 2: "dead" });
  });

  it("before that it is the floor's", () => {
    const { t, on, place, wait } = dealt();
    place();
    on.card("9c", "2/hand");
    wait();
    expect(consequence(t)).toEqual(floor);
  });

  it("an empty seat dealt in is a misdeal; on a later street the deal stands", () => {
    const early = dealt();
    early.on.card("2c", "1/hand");
    early.on.card("9c", "6/hand");
    early.wait();
    expect([found(early.on), consequence(early.t)]).toEqual(["emptySeat", voided]);
    expect(early.t.received()).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    const late = dealt();
    late.place();
    late.t.stay();
    late.on.card("9c", "6/hand");
    late.wait();
    // It may be a card that a live hand lacks: the dealer compares, and where all lies as it should the deal stands.
    expect([found(late.on), consequence(late.t)]).toEqual(["emptySeat", { kind: "check" }]);
    expect(late.on.command({ kind: "confirm", code: "same" })).toEqual({ ok: true });
    expect([late.on.table.halt, late.t.round().out]).toEqual([null, {}]);
  });

  it("a hand that the deal passed by is dead on a later street, and the round goes on", () => {
    const { t, on, place, wait } = dealt();
    place();
    t.stay();
    on.card("9c", "1/hand");
    on.card("9d", "3/hand");
    wait();
    expect([consequence(t), t.round().out]).toEqual([{ kind: "dead", place: "2/hand" }, { 2: "dead" }]);
  });
});

describe("before two players have acted behind the forced bet, and after", () => {
  const early = hardlyActed();
  const late = acted();
  const judged = (t: Table, code: IrregularityCode, place?: string, over: Record<string, unknown> = {}) =>
    studHiLo8.judge(t.round(), { code, ...(place !== undefined && { place }) }, t.on.table.felt, schema.parse(over));
  const dead = { kind: "dead", place: "2/hand" };
  const check = { kind: "check" };
  const floorOrDead = { kind: "floor", answers: ["goOn", "dead", "void"] };

  const rows: readonly (readonly [IrregularityCode, string | undefined, unknown, unknown])[] = [
    ["wrongCount", "2/hand", voided, dead],
    ["wrongCount", "burn", voided, floor],
    ["called", undefined, voided, floor],
    ["extraCard", "2/hand", floor, dead],
    ["extraCard", undefined, floor, floor],
    ["exposed", "9/hand", goOn, goOn],
    ["wrongPlace", "2/hand", floor, floor],
    ["notFromShoe", "2/hand", floor, floor],
    ["cardBeforeClose", undefined, voided, voided],
    ["foreign", "2/hand", voided, voided],
    ["otherDeck", undefined, voided, voided],
    ["unreadable", undefined, check, check],
    ["duplicate", "2/hand", check, check],
    ["oldRound", undefined, check, check],
    ["lostReadings", undefined, check, check],
    ["restarted", undefined, check, check],
    ["sortMode", undefined, voided, voided],
    ["foreignBack", "2/hand", voided, voided],
    ["dealtOnRed", undefined, floor, floor],
    ["cardDoubled", undefined, floor, floor],
    ["deckLong", undefined, floor, floor],
    ["cardMissing", undefined, floor, floor],
    ["deckShort", undefined, floor, floor],
    ["twoPlaces", "2/hand", floor, floor],
    ["misread", "2/hand", floor, floor],
    ["shufflerFault", undefined, floor, floor],
    ["clearedEarly", "2/hand", floorOrDead, floorOrDead],
    ["flawed", "2/hand", floor, floor],
    ["wrongHand", "2/hand", floor, floor],
    ["offTable", "2/hand", floorOrDead, floorOrDead],
    ["talked", "2/hand", floorOrDead, floorOrDead],
    ["talked", undefined, floor, floor],
    ["notSeen", "2/hand", check, check],
    ["wrongOrder", undefined, voided, goOn],
    ["skippedSeat", "2/hand", voided, goOn],
    ["emptySeat", "6/hand", voided, check],
    ["boxed", undefined, floor, goOn],
    ["mixedHand", "2/hand", { kind: "foul", place: "2/hand" }, { kind: "foul", place: "2/hand" }],
    ["mixedHand", "9/hand", floor, floor],
    ["red", undefined, voided, voided],
    ["dark", undefined, voided, voided],
    ["sensorLost", undefined, voided, voided],
  ];

  for (const [code, place, before, after] of rows) {
    it(`${code}${place === undefined ? "" : ` at ${place}`}`, () => {
      expect([judged(early, code, place), judged(late, code, place)]).toEqual([before, after]);
    });
  }

  it("every code has a row", () => {
    expect(irregularityCodes.filter((code) => !rows.some(([one]) => one === code))).toEqual([]);
  });

  it.each([
    ["dealt out of order, or from a wrong start", { kind: "report", code: "wrongOrder", count: 1 }],
    ["an eligible player skipped", { kind: "report", code: "skippedSeat", place: "2/hand", count: 1 }],
    ["two boxed cards", { kind: "report", code: "boxed", count: 2 }],
  ] as const)("%s: reported before, every ante goes back and the round is dealt anew; after, the deal stands", (_what, told) => {
    const before = hardlyActed();
    expect(before.on.command(told)).toEqual({ ok: true });
    expect([before.settlement().outcome, before.received()]).toEqual(["void", { 1: 3, 2: 3, 3: 1, 4: 1 }]);
    for (const seat of before.settlement().order) before.on.command({ kind: "confirm", code: "paid", seat });
    expect(before.on.command({ kind: "confirm", code: "redeal" })).toEqual({ ok: true });
    const after = acted();
    expect(after.on.command(told)).toEqual({ ok: true });
    expect([consequence(after), after.turn()]).toEqual([goOn, 4]);
  });

  it("open cards mixed or turned down: the hand is out and its chips stay, whenever it is reported", () => {
    for (const t of [hardlyActed(), acted()]) {
      t.on.command({ kind: "report", code: "mixedHand", place: "2/hand", count: 1 });
      expect([consequence(t), t.round().out]).toEqual([{ kind: "foul", place: "2/hand" }, { 2: "dead" }]);
      t.toShowdown();
      t.showAll();
      expect(t.received()[2]).toBeUndefined();
      expect(t.settlement().results).toContainEqual(
        expect.objectContaining({ seat: 2, net: -3, why: { code: "deadHand", params: { pot: 1 } } }),
      );
    }
  });

  it("two boxed cards are a misdeal before the deal stands", () => {
    const boxed = (t: Table) => studHiLo8.judge(t.round(), { code: "boxed", count: 2 }, t.on.table.felt, t.rules);
    expect([boxed(early), boxed(late)]).toEqual([voided, goOn]);
  });

  it("two extra cards are a misdeal before, the floor's after", () => {
    const extra = (t: Table) => {
      const felt = { ...t.on.table.felt, piles: { ...t.on.table.felt.piles, aside: [51, 52] } };
      return studHiLo8.judge(t.round(), { code: "extraCard" }, felt, t.rules);
    };
    expect([extra(early), extra(late)]).toEqual([voided, floor]);
  });

  it("a card too many from the shoe is put aside; the floor goes on, a second one ends the deal", () => {
    const t = table(doorsOf(1, 2, 3));
    t.deal();
    t.on.card("Ah");
    expect(consequence(t)).toEqual(floor);
    t.on.command({ kind: "confirm", code: "goOn", reason: "put back" });
    expect(t.turn()).toBe(1);
    t.on.card("Ad");
    expect(consequence(t)).toEqual(voided);
  });

  it("a hand that is out is not fouled any more", () => {
    const t = acted();
    t.go([4, "fold"]);
    expect(judged(t, "wrongCount", "4/hand")).toEqual(floor);
    expect(judged(t, "extraCard", "4/hand")).toEqual(floor);
  });

  it("a pack may judge otherwise, but lights are never softened", () => {
    expect(judged(early, "wrongCount", "2/hand", { irregularities: { wrongCount: "floor" } })).toEqual(floor);
    expect(judged(late, "notSeen", undefined, { irregularities: { notSeen: "floor" } })).toEqual(floor);
    expect(schema.safeParse({ irregularities: { red: "goOn" } }).success).toBe(false);
  });

  it("a red light once a hand has been shown kills it, or is the floor's where the pack says so", () => {
    for (const redAfterReveal of ["dead", "floor"] as const) {
      const t = table(doorsOf(1, 2), { redAfterReveal });
      t.toShowdown();
      const first = t.on.openings().find((one) => one.kind === "reveal");
      if (first?.kind === "reveal") t.on.command({ kind: "reveal", place: first.place });
      expect(studHiLo8.judge(t.round(), { code: "red" }, t.on.table.felt, t.rules)).toEqual(
        redAfterReveal === "dead" ? { kind: "void" } : { kind: "floor", answers: ["settle", "void"] },
      );
    }
  });

  it("a missing seventh card, where it may be ruled live, is the floor's", () => {
    const t = table(doorsOf(1, 2, 3), { shortHandAtShowdown: "missing-seventh-live" });
    for (let street = 3; street < 7; street++) {
      t.deal();
      t.stay();
    }
    t.dealCards(1);
    const judge = (place: string) => studHiLo8.judge(t.round(), { code: "wrongCount", place }, t.on.table.felt, t.rules);
    expect([judge("2/hand"), judge("1/hand")]).toEqual([floor, { kind: "dead", place: "1/hand" }]);
  });
});
