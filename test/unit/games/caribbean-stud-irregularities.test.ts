// What goes wrong at a Caribbean Stud table: every row of the rules, first as the game judges it, then at the table.

import { describe, expect, it } from "vitest";
import type { Card } from "#core/card";
import { emptyFelt } from "#core/felt";
import type { Irregularity, IrregularityCode } from "#core/irregularity";
import { caribbeanStud } from "#games/caribbean-stud/game";
import {
  begin,
  cardsOf,
  deal,
  decide,
  type Play,
  payOut,
  resultAt,
  roundOf,
  rulesWith,
  settlementOf,
  turnUp,
} from "./caribbean-stud-bed.ts";

const three: Play = {
  hands: { "1/hand": "8c 8d 5s 3h 2h", "2/hand": "Tc Td Th 6s 6c", "3/hand": "Kh Qs 8s 5d 3c", "dealer/hand": "Ad Kc 4h 3s 2c" },
};
const staked: Play = { ...three, jackpot: [1, 2] };

function judged(
  given: Play,
  irregularity: Irregularity,
  rules: Record<string, unknown> = {},
  turned: readonly string[] = [],
  dead: readonly string[] = [],
) {
  const on = begin(given);
  deal(on, given);
  return caribbeanStud.judge({ ...roundOf(on), turned, dead }, irregularity, emptyFelt, rulesWith(rules));
}

const floor = { kind: "floor", answers: ["goOn", "void"] };

describe("the game's judgement", () => {
  const at = (code: IrregularityCode, place?: string): Irregularity => ({ code, ...(place !== undefined && { place }) });

  it("of a wrong count: the player's hand alone is dead, the dealer's is a misdeal that spares the jackpot", () => {
    expect(judged(three, at("wrongCount", "2/hand"))).toEqual({ kind: "dead", place: "2/hand" });
    expect(judged(three, at("extraCard", "2/hand"))).toEqual({ kind: "dead", place: "2/hand" });
    expect(judged(three, at("wrongCount", "dealer/hand"))).toEqual({ kind: "void" });
    expect(judged(staked, at("wrongCount", "dealer/hand"))).toEqual({ kind: "dead", place: "dealer/hand" });
    expect(judged(staked, at("wrongCount", "2/hand"), { wrongCountPlayer: "misdeal" })).toEqual({ kind: "dead", place: "dealer/hand" });
    expect(judged(three, at("wrongCount", "2/hand"), { wrongCountPlayer: "misdeal" })).toEqual({ kind: "void" });
    expect(judged(three, at("wrongCount", "6/hand"))).toEqual(floor);
    expect(judged(three, at("extraCard"))).toEqual({ kind: "check" });
    for (const place of ["2/hand", "dealer/hand"])
      expect(judged(staked, at("wrongCount", place), {}, [], [place])).toEqual({ kind: "goOn" });
  });

  it("of an exposed card: the hole card voids the round, a player's is for the floor, as the pack chooses", () => {
    const hole = (exposedHole?: string) => judged(three, at("exposed", "dealer/hand"), exposedHole ? { exposedHole } : {});
    expect([hole(), hole("floor"), hole("play on")]).toEqual([{ kind: "void" }, floor, { kind: "goOn" }]);
    expect(judged(three, at("exposed", "dealer/hand"), {}, ["dealer/hand"])).toEqual({ kind: "goOn" });
    const own = (exposedPlayerCard?: string) => judged(three, at("exposed", "1/hand"), exposedPlayerCard ? { exposedPlayerCard } : {});
    expect([own(), own("play on"), own("dead")]).toEqual([floor, { kind: "goOn" }, { kind: "dead", place: "1/hand" }]);
    expect(judged(three, at("exposed", "1/hand"), {}, ["1/hand"])).toEqual({ kind: "goOn" });
    expect(judged(three, at("exposed", "discard"))).toEqual(floor);
  });

  it("of a light: red voids the round to its end, or where the pack says so until a hand is open; no light is then for the floor", () => {
    const decide = { kind: "floor", answers: ["settle", "void"] };
    for (const code of ["red", "dark", "sensorLost"] as const) {
      expect(judged(three, at(code))).toEqual({ kind: "void" });
      expect(judged(three, at(code), { redAfterReveal: "floor" }, ["dealer/hand"])).toEqual(decide);
    }
    expect(judged(three, at("red"), {}, ["dealer/hand"])).toEqual({ kind: "void" });
    expect(judged(three, at("dark"), {}, ["dealer/hand"])).toEqual(decide);
  });

  it("of all others, and where a pack says otherwise", () => {
    const kinds: Record<string, unknown> = { void: { kind: "void" }, check: { kind: "check" }, floor };
    const table: Record<string, string> = {
      cardBeforeClose: "void",
      foreign: "void",
      otherDeck: "void",
      called: "void",
      unreadable: "check",
      duplicate: "check",
      oldRound: "check",
      lostReadings: "check",
      restarted: "check",
      wrongPlace: "floor",
      notFromShoe: "floor",
    };
    for (const [code, kind] of Object.entries(table)) expect([code, judged(three, at(code as never))]).toEqual([code, kinds[kind]]);
    expect(judged(three, at("foreign"), { irregularities: { foreign: "floor" } })).toEqual(floor);
    expect(() => rulesWith({ irregularities: { red: "goOn" } })).toThrow();
  });
});

/** Cards over antennas, in the order given: "1 As" is the ace of spades at seat 1, "d" the dealer, "…" a pause. */
function lay(on: ReturnType<typeof begin>, text: string): void {
  for (const word of text.split(" ")) {
    const [owner = "", card = ""] = word.split(":");
    if (owner === "…") on.event({ kind: "deadline", at: on.table.at + 1000 });
    else on.card(card as Card, owner === "d" ? "dealer/hand" : `${owner}/hand`);
  }
}

/** Five rounds over antennas; `except` names what is dealt instead of "round/owner". */
function layAll(on: ReturnType<typeof begin>, given: Play, except: Record<string, string> = {}): void {
  const places = Object.keys(given.hands);
  for (let n = 0; n < 5; n++) {
    for (const place of places) {
      const owner = place === "dealer/hand" ? "d" : (place[0] as string);
      const usual = `${owner}:${cardsOf(given.hands[place] ?? "")[n]}`;
      const laid = except[`${n + 1}/${owner}`] ?? usual;
      if (laid !== "") lay(on, laid);
    }
  }
}

function outcomes(on: ReturnType<typeof begin>) {
  return settlementOf(on).results.map(({ spot, outcome }) => `${spot} ${outcome}`);
}

const betting: Play = { ...staked, dealtBy: "antennas" };

describe("a player's wrong count, at the table", () => {
  it("kills a hand with a card too many after the deal; the others play on", () => {
    const on = begin(betting);
    layAll(on, betting);
    lay(on, "2:As …");
    expect(roundOf(on).dead).toEqual(["2/hand"]);
    decide(on, betting);
    turnUp(on);
    expect(outcomes(on)).toEqual([
      "3/ante lose",
      "3/bet lose",
      "2/ante returned",
      "2/reserve returned",
      "2/jackpot returned",
      "1/ante win",
      "1/bet win",
      "1/jackpot lose",
    ]);
  });

  it("kills a hand that the deal went past, and takes the cards dealt after it", () => {
    const on = begin(betting);
    layAll(on, betting, { "5/2": "", "5/d": "d:2c …" });
    expect(roundOf(on).dead).toEqual(["2/hand"]);
    decide(on, betting);
    turnUp(on);
    expect(resultAt(settlementOf(on), "2/ante").outcome).toBe("returned");
    expect(resultAt(settlementOf(on), "1/ante").outcome).toBe("win");
  });

  it("kills the hand that got two cards at once, not the one that waits, and lets its later cards come", () => {
    const on = begin(betting);
    layAll(on, betting, { "2/2": "2:Td 2:As …", "4/2": "2:6s …" });
    expect(roundOf(on).dead).toEqual(["2/hand"]);
    expect(on.openings().some((one) => one.kind === "decision")).toBe(true);
    decide(on, betting);
    turnUp(on);
    // The sixth card at the dead hand has to be judged first; then the round goes on without it.
    on.event({ kind: "deadline", at: on.table.at + 1000 });
    expect(on.facts.some((fact) => fact.kind === "irregularity" && fact.irregularity.code === "extraCard")).toBe(true);
    expect(resultAt(settlementOf(on), "3/ante").outcome).toBe("lose");
    expect(resultAt(settlementOf(on), "2/ante").outcome).toBe("returned");
  });

  it("ends the round at once when it was the only hand", () => {
    const alone: Play = { hands: { "1/hand": "8c 8d 5s 3h 2h", "dealer/hand": "Ad Kc 4h 3s 2c" }, dealtBy: "antennas" };
    const on = begin(alone);
    layAll(on, alone);
    lay(on, "1:As …");
    expect(outcomes(on)).toEqual(["1/ante returned", "1/reserve returned"]);
  });
});

describe("the dealer's wrong count, at the table", () => {
  it("gives Antes and Bets back, and judges the jackpot of hands of five cards", () => {
    const on = begin({ ...betting, rules: { meter: { base: 1000, contribution: 20 } } });
    layAll(on, betting);
    lay(on, "d:As …");
    expect(on.openings().flatMap((one) => (one.kind === "reveal" ? [one.place] : []))).toEqual(["2/hand", "1/hand"]);
    turnUp(on);
    expect(settlementOf(on)).toMatchObject({ outcome: "settled", why: { code: "dealerMisdeal" }, order: [3, 2, 1] });
    expect(outcomes(on)).toEqual([
      "3/ante returned",
      "3/reserve returned",
      "2/ante returned",
      "2/reserve returned",
      "2/jackpot win",
      "1/ante returned",
      "1/reserve returned",
      "1/jackpot lose",
    ]);
    payOut(on);
    expect(on.table.carry).toEqual({ meter: 1040 });
  });

  it("gives a stake back with a hand whose own count is wrong", () => {
    const on = begin(betting);
    layAll(on, betting);
    lay(on, "1:As d:Js …");
    turnUp(on);
    expect(resultAt(settlementOf(on), "1/jackpot").outcome).toBe("returned");
    expect(resultAt(settlementOf(on), "2/jackpot").net).toBe(2450);
  });

  it("found in the middle of the deal lets hands with a stake be dealt to five", () => {
    const on = begin(betting);
    layAll(on, betting, { "4/d": "", "5/1": "1:2h", "5/2": "2:6c …", "5/3": "", "5/d": "" });
    expect(roundOf(on).dead).toEqual(["dealer/hand"]);
    turnUp(on);
    expect(outcomes(on).filter((one) => one.includes("jackpot"))).toEqual(["2/jackpot win", "1/jackpot lose"]);
  });

  it("voids the round when nobody has a jackpot stake, and the same bets may be dealt again", () => {
    const on = begin({ ...three, dealtBy: "antennas" });
    layAll(on, three);
    lay(on, "d:As …");
    expect(settlementOf(on)).toMatchObject({ outcome: "void", why: { code: "extraCard" } });
    payOut(on);
    expect(on.command({ kind: "confirm", code: "redeal" })).toEqual({ ok: true });
  });

  it("found after all have acted gives Bets back too, and a folded Ante", () => {
    const given: Play = { ...betting, acts: { 1: "fold" } };
    const on = begin(given);
    layAll(on, given);
    decide(on, given);
    lay(on, "d:As …");
    turnUp(on);
    expect(outcomes(on)).toEqual([
      "3/ante returned",
      "3/bet returned",
      "2/ante returned",
      "2/bet returned",
      "2/jackpot win",
      "1/ante returned",
      "1/reserve returned",
      "1/jackpot lose",
    ]);
  });
});

describe("an exposed card, at the table", () => {
  it("of the dealer's four voids the round: every stake goes back, the jackpot's too", () => {
    const on = begin(staked);
    deal(on, staked);
    on.command({ kind: "report", code: "exposed", place: "dealer/hand", count: 1 });
    expect(settlementOf(on)).toMatchObject({ outcome: "void", why: { code: "exposed" } });
    expect(settlementOf(on).results.every(({ net, outcome }) => net === 0 && outcome === "returned")).toBe(true);
  });

  it("of a player halts the table for the floor", () => {
    const on = begin(staked);
    deal(on, staked);
    on.command({ kind: "report", code: "exposed", place: "2/hand", count: 1 });
    expect(on.openings()).toMatchObject([{ code: "goOn" }, { code: "void" }, { code: "callFloor" }]);
    on.command({ kind: "confirm", code: "goOn", reason: "no harm" });
    decide(on, staked);
    turnUp(on);
    expect(settlementOf(on).outcome).toBe("settled");
  });
});

describe("players who tell each other their cards, at the table", () => {
  const told = (code: "dead" | "void" | "goOn") => {
    const on = begin(staked);
    deal(on, staked);
    on.command({ kind: "report", code: "talked", place: "2/hand", count: 1 });
    expect(on.table.halt?.answers).toEqual(["goOn", "dead", "void"]);
    on.command({ kind: "confirm", code, reason: "spoke of his cards" });
    return on;
  };

  it("are for the management: one hand void gives back all its stakes, the jackpot's too, and the others play on", () => {
    const on = told("dead");
    decide(on, staked);
    turnUp(on);
    expect(outcomes(on).filter((one) => one.startsWith("2/"))).toEqual(["2/ante returned", "2/reserve returned", "2/jackpot returned"]);
    expect(resultAt(settlementOf(on), "1/bet").outcome).toBe("win");
    expect(resultAt(settlementOf(on), "3/bet").outcome).toBe("lose");
  });

  it("or the whole round, or nothing", () => {
    expect(settlementOf(told("void"))).toMatchObject({ outcome: "void", why: { code: "talked" } });
    const on = told("goOn");
    decide(on, staked);
    turnUp(on);
    expect(resultAt(settlementOf(on), "2/jackpot").outcome).toBe("win");
  });

  it("or what the pack says beforehand", () => {
    const on = begin({ ...staked, rules: { irregularities: { talked: "dead" } } });
    deal(on, staked);
    on.command({ kind: "report", code: "talked", place: "2/hand", count: 1 });
    expect([on.table.halt, roundOf(on).dead]).toEqual([null, ["2/hand"]]);
  });
});
