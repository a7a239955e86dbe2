// What goes wrong at a Chinese poker table: the sheet's misdeals, lights, cards that nobody expected.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { type Consequence, type Irregularity, irregularityCodes } from "#core/irregularity";
import type { Stage } from "#core/rehearse";
import { judge } from "#games/chinese-poker/judge";
import { begin, deal, dealtTo, finish, type Hand, roundOf, rulesWith, say, settlementOf, turnUp } from "./chinese-poker-bed.ts";

const one: Hand = { front: "Ac Td 6s", middle: "Qs Qd 8c 8d 3s", back: "Kh Jh 9h 4h 2h" };
const two: Hand = { front: "Kc Qc Jc", middle: "Ah Ad 7c 6h 2d", back: "9c 9d 9s 5c 4d" };
const hands = { 1: one, 2: two } as const;
type Moment = "deal" | "dealt" | "set" | "turned";

function at(moment: Moment, rules: Readonly<Record<string, unknown>> = {}): Stage {
  const on = begin({ hands, rules });
  if (moment === "deal") {
    for (const card of deck52.slice(0, 30)) on.card(card);
    return on;
  }
  deal(on, dealtTo(hands));
  if (moment === "dealt") return on;
  say(on, 1, "set");
  if (moment === "set") return on;
  say(on, 2, "set");
  turnUp(on, 1, one);
  return on;
}

const outcome = (on: Stage): string | null => on.table.played?.settlement?.outcome ?? null;
const expose = (on: Stage, place: string, count: number) => on.command({ kind: "report", code: "exposed", place, count });
/** Every card of a hand is seen at another place. */
function deliver(on: Stage, from: string, place: string): void {
  for (const held of on.table.felt.piles[from] ?? [])
    on.event({ kind: "held", at: on.table.at + 1, device: "seats", held, place, present: true });
  on.event({ kind: "deadline", at: on.table.at + 5000 });
}

describe("misdeals of the sheet", () => {
  it.each(["deal", "dealt", "set"] as const)("five exposed cards of a hand, four are not: %s", (moment) => {
    const four = at(moment);
    expose(four, "1/hand", 4);
    expect(outcome(four)).toBeNull();
    const five = at(moment);
    expose(five, "1/hand", 5);
    expect(outcome(five)).toBe("void");
    expect(settlementOf(five).why).toEqual({ code: "exposed" });
  });

  it("five of a hand at an empty place too, by the house's own number", () => {
    const on = at("dealt", { exposedCards: 3 });
    expose(on, "4/hand", 2);
    expect(outcome(on)).toBeNull();
    expose(on, "4/hand", 3);
    expect(outcome(on)).toBe("void");
  });

  it("no hand is exposed that has been turned up", () => {
    const on = at("turned");
    expose(on, "1/back", 5);
    expect(outcome(on)).toBeNull();
    expose(on, "2/hand", 5);
    expect(outcome(on)).toBe("void");
  });

  it("a wrong number of cards, in the hand of an empty place too", () => {
    const on = begin({ hands, dealtBy: "antennas" });
    const order = ["1/hand", "2/hand", "3/hand", "4/hand"];
    for (const [n, card] of deck52.entries()) {
      const place = order[n % 4] as string;
      // Seat 3 is passed by in the last round of cards.
      if (n !== 50) on.card(card as Card, place);
    }
    on.event({ kind: "deadline", at: on.table.at + 5000 });
    expect(outcome(on)).toBe("void");
    expect(settlementOf(on).why.code).toBe("wrongCount");
  });

  it("hands at the wrong players, until somebody has set", () => {
    const early = at("dealt");
    deliver(early, "1/hand", "2/hand");
    expect(outcome(early)).toBe("void");
    const late = at("set");
    late.command({ kind: "report", code: "wrongHand", place: "1/hand", count: 1 });
    expect(late.facts.at(-1)).toMatchObject({ kind: "irregularity", consequence: { kind: "goOn" } });
    expect([late.table.halt, outcome(late)]).toEqual([null, null]);
  });

  it("a hand, or a card of one, that is moved to another once somebody has set is never paid as it was dealt", () => {
    const swapped = at("set");
    deliver(swapped, "1/hand", "2/hand");
    expect(swapped.table.halt).toMatchObject({ irregularity: { code: "wrongHand" }, answers: ["goOn", "void"] });
    for (const said of ["set", "timeUp"] as const) {
      const on = at("set");
      const [moved] = on.table.felt.piles["1/hand"] ?? [];
      on.event({ kind: "held", at: on.table.at + 1, device: "seats", held: moved as number, place: "2/hand", present: true });
      on.event({ kind: "deadline", at: on.table.at + 5000 });
      expect(on.table.halt).toMatchObject({ irregularity: { code: "wrongPlace", place: "2/hand" }, answers: ["goOn", "void"] });
      // As long as it lies there, nothing the floor says takes the round to its end but the word that it is void.
      on.command({ kind: "confirm", code: "goOn", reason: "looked at" });
      say(on, 2, said);
      on.event({ kind: "deadline", at: on.table.at + 5000 });
      expect(on.table.halt).toMatchObject({ irregularity: { code: "wrongPlace" } });
      expect(outcome(on)).toBeNull();
    }
  });

  it("has been declared is as good as set", () => {
    const on = begin({ hands });
    deal(on, dealtTo(hands));
    say(on, 2, "declare");
    on.command({ kind: "report", code: "wrongHand", place: "1/hand", count: 1 });
    expect([on.table.halt, outcome(on)]).toEqual([null, null]);
  });
});

/** What the game says, at a moment, under the rules. */
function judged(moment: Moment, irregularity: Irregularity, rules: Readonly<Record<string, unknown>> = {}): Consequence {
  const on = at(moment);
  return judge(roundOf(on), irregularity, on.table.felt, rulesWith(rules));
}

const toTheFloor = { kind: "floor", answers: ["goOn", "void"] };
const settleOrVoid = { kind: "floor", answers: ["settle", "void"] };

describe("cards shown or talked about", () => {
  it("cost a house's jackpot and nothing at this table: play goes on, on record", () => {
    const on = at("dealt");
    expect(on.command({ kind: "report", code: "talked", place: "1/hand", count: 1 })).toEqual({ ok: true });
    expect([on.table.halt, outcome(on)]).toEqual([null, null]);
    expect(on.facts.at(-1)).toMatchObject({ kind: "irregularity", irregularity: { code: "talked", place: "1/hand" } });
    finish(on, hands);
    expect(outcome(on)).toBe("settled");
  });
});

describe("lights", () => {
  it.each(["red", "dark", "sensorLost"] as const)("%s kills the round until a hand is open, then the floor decides", (code) => {
    for (const moment of ["deal", "dealt", "set"] as const) expect(judged(moment, { code })).toEqual({ kind: "void" });
    expect(judged("turned", { code }, { redAfterReveal: "floor" })).toEqual(settleOrVoid);
  });

  it("red is dead to the end unless the house says otherwise, the others are not", () => {
    expect(judged("turned", { code: "red" })).toEqual({ kind: "void" });
    expect(judged("turned", { code: "dark" })).toEqual(settleOrVoid);
  });
});

describe("other irregularities", () => {
  it.each([
    ["cardBeforeClose", { kind: "void" }, { kind: "void" }],
    ["extraCard", { kind: "void" }, { kind: "void" }],
    ["wrongCount", { kind: "void" }, { kind: "void" }],
    ["called", { kind: "void" }, { kind: "void" }],
    ["duplicate", { kind: "check" }, { kind: "check" }],
    ["unreadable", { kind: "check" }, { kind: "check" }],
    ["oldRound", { kind: "check" }, { kind: "check" }],
    ["lostReadings", { kind: "check" }, { kind: "check" }],
    ["restarted", { kind: "check" }, { kind: "check" }],
    ["notFromShoe", toTheFloor, toTheFloor],
    ["foreign", { kind: "void" }, settleOrVoid],
    ["otherDeck", { kind: "void" }, settleOrVoid],
  ] as const)("%s: %j, and %j once a hand is open", (code, before, after) => {
    expect(judged("dealt", { code })).toEqual(before);
    expect(judged("turned", { code })).toEqual(after);
  });

  it("have each a consequence", () => {
    for (const code of irregularityCodes) {
      for (const moment of ["deal", "dealt", "set", "turned"] as const) {
        expect(["goOn", "void", "floor", "check"]).toContain(judged(moment, { code, place: "1/hand", count: 1 }).kind);
      }
    }
  });

  it("are the house's choice where it makes one", () => {
    const irregularities = { wrongPlace: "floor", wrongCount: "check", called: "goOn", exposed: "void" } as const;
    expect(judged("dealt", { code: "wrongPlace" }, { irregularities })).toEqual(toTheFloor);
    expect(judged("dealt", { code: "wrongCount" }, { irregularities })).toEqual({ kind: "check" });
    expect(judged("dealt", { code: "called" }, { irregularities })).toEqual({ kind: "goOn" });
    expect(judged("dealt", { code: "exposed", place: "1/hand", count: 1 }, { irregularities })).toEqual({ kind: "void" });
  });

  it("that the floor lets pass leave the round to be played out", () => {
    const on = at("dealt", { irregularities: { wrongHand: "floor" } });
    deliver(on, "1/hand", "2/hand");
    expect(on.table.halt?.answers).toEqual(["goOn", "void"]);
    expect(say(on, 1, "set")).toMatchObject({ ok: false });
    // The hands are put right before play goes on.
    for (const held of on.table.felt.piles["1/hand"] ?? [])
      on.event({ kind: "held", at: on.table.at + 1, device: "seats", held, place: "2/hand", present: false });
    on.command({ kind: "confirm", code: "goOn", reason: "put right" });
    finish(on, hands);
    expect(outcome(on)).toBe("settled");
  });
});
