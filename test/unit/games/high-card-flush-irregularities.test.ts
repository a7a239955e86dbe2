// What goes wrong at a High Card Flush table, and what follows.

import { describe, expect, it } from "vitest";
import { type IrregularityCode, irregularities, irregularityCodes } from "#core/irregularity";
import type { Stage } from "#core/rehearse";
import { highCardFlush } from "#games/high-card-flush/game";
import type { Round } from "#games/high-card-flush/round";
import { schema } from "#games/high-card-flush/rules";
import { makeBed } from "../core/bed.ts";
import {
  act,
  begin,
  deal,
  decide,
  endsOf,
  handAt,
  type Play,
  payOut,
  play,
  playOn,
  roundOf,
  rulesWith,
  settlementOf,
  turnOf,
  turnUp,
} from "./high-card-flush-bed.ts";
import { faultsIn } from "./high-card-flush-rounds.ts";

const three: Play = {
  rules: { decisionMs: 20_000, rake: { method: "all", charge: { perSeat: 1 } } },
  designated: { seat: 4, cards: "Qs Ts 3s 8c 6c 5d 2d", funds: 1000 },
  seats: {
    1: { cards: "As 9s 7s 5s 2s Kc 6h", ante: 10, flush: 5, act: 20 },
    2: { cards: "8h 5h 3h Kd Td 7c 4c", ante: 10, straightFlush: 5, act: "fold" },
    3: { cards: "Ah Jh 7h 2h Ks 9c 4d", ante: 10, act: 30 },
  },
};
const allBack = {
  "1/ante": "returned 0",
  "1/flush": "returned 0",
  "2/ante": "returned 0",
  "2/straightFlush": "returned 0",
  "3/ante": "returned 0",
};

function called(on: Stage): void {
  on.command({ kind: "confirm", code: "misdeal", reason: "a card too many" });
}

function dealt(given: Play = three): Stage {
  const on = begin(given);
  deal(on, given);
  return on;
}

function judge(round: Partial<Round>, code: IrregularityCode, rules: Record<string, unknown> = {}, place?: string) {
  const whole = { ...roundOf(dealt()), ...round };
  const { felt } = dealt().table;
  return highCardFlush.judge(whole, { code, ...(place && { place }) }, felt, rulesWith(rules));
}

describe("a misdeal", () => {
  it.each([
    ["after the first card", 1],
    ["in mid-deal", 17],
    ["after the last card", 28],
  ])("%s returns every wager, takes no rake, and is dealt again with the same bets", (_when, cards) => {
    const on = begin(three);
    deal(on, three, cards);
    called(on);
    expect(settlementOf(on)).toMatchObject({ outcome: "void", why: { code: "called" }, order: [3, 2, 1], hands: [] });
    expect(endsOf(settlementOf(on))).toEqual(allBack);
    expect(settlementOf(on).transfers.every(({ from, to }) => to === `seat/${Number.parseInt(from, 10)}`)).toBe(true);
    payOut(on);
    on.command({ kind: "confirm", code: "redeal" });
    expect(roundOf(on)).toMatchObject({
      designated: 4,
      funds: 1000,
      stakes: { "1/ante": 10, "1/flush": 5, "2/straightFlush": 5, "3/ante": 10 },
    });
  });

  it("gives a folder his stakes back, and a raiser all of his Raise", () => {
    const on = dealt();
    act(on, 1, 20);
    act(on, 2, "fold");
    act(on, 3, 30);
    turnUp(on, 2);
    called(on);
    expect(endsOf(settlementOf(on))).toEqual({ ...allBack, "1/raise": "returned 0", "3/raise": "returned 0" });
    const given = {
      ...three,
      seats: { ...three.seats, 2: { cards: "8h 5h 3h Kd Td 7c 4c", ante: 10, straightFlush: 5, act: "fold" } },
    } as const;
    expect(faultsIn(settlementOf(on), given)).toEqual([]);
  });

  it("while bets are open returns what lies there, also a bonus without its Ante", () => {
    const on = playOn(three);
    payOut(on);
    on.command({ kind: "confirm", code: "openRound" });
    on.command({ kind: "decision", by: "1/seat", code: "bank", amount: 50 });
    on.command({ kind: "wager", spot: "2/flush", stake: 5 });
    on.command({ kind: "wager", spot: "3/ante", stake: 10 });
    called(on);
    expect(endsOf(settlementOf(on))).toEqual({ "2/flush": "returned 0", "3/ante": "returned 0" });
    expect(settlementOf(on).order).toEqual([3, 2]);
  });

  it("leaves the bank where it was", () => {
    const on = playOn(three);
    payOut(on);
    const before = on.table.carry;
    on.command({ kind: "confirm", code: "openRound" });
    on.command({ kind: "decision", by: "1/seat", code: "bank", amount: 50 });
    called(on);
    expect([before, on.table.carry]).toEqual([{ designated: 4 }, { designated: 4 }]);
  });
});

describe("a wrong number of cards", () => {
  it.each([
    ["eight at a player's place", "1/hand"],
    ["eight at the bank's place", "4/hand"],
  ])("%s: the round is void, though the sheet says dead hand", (_row, place) => {
    const antennas: Play = { ...three, dealtBy: "antennas" };
    const on = begin(antennas);
    deal(on, antennas);
    on.card("2c", place);
    on.event({ kind: "deadline", at: on.table.at + 1000 });
    expect(settlementOf(on)).toMatchObject({ outcome: "void", why: { code: "extraCard" } });
    expect(endsOf(settlementOf(on))).toEqual(allBack);
  });

  it("a hand that was passed over", () => {
    const antennas: Play = { ...three, dealtBy: "antennas" };
    const on = begin(antennas);
    deal(on, antennas, 4);
    on.card("9h", "1/hand");
    on.card("6d", "3/hand");
    on.event({ kind: "deadline", at: on.table.at + 1000 });
    expect(settlementOf(on)).toMatchObject({ outcome: "void", why: { code: "wrongCount" } });
  });

  it("kills that hand alone where the house reads the sheet so: its wagers go back, the others play on", () => {
    const on = dealt({ ...three, rules: { irregularities: { wrongCount: "dead" } } });
    on.command({ kind: "report", code: "wrongCount", place: "1/hand", count: 8 });
    expect([on.table.halt, turnOf(on)]).toEqual([null, 2]);
    act(on, 2, "fold");
    act(on, 3, 30);
    turnUp(on);
    expect(endsOf(settlementOf(on))).toMatchObject({ "1/ante": "returned 0", "1/flush": "returned 0", "3/ante": "win 10" });
  });

  it("is never softened to anything but what the pack names", () => {
    expect(judge({}, "wrongCount")).toEqual({ kind: "void" });
    expect(judge({}, "wrongCount", { irregularities: { wrongCount: "floor" } })).toEqual({ kind: "floor", answers: ["goOn", "void"] });
  });
});

describe("a card exposed", () => {
  const exposed = (on: Stage, place: string, count: number): string | null => {
    on.command({ kind: "report", code: "exposed", place, count });
    return on.table.played?.settlement?.outcome ?? null;
  };

  it("of a player is played on, the bank's or a second one is a misdeal", () => {
    expect(exposed(dealt(), "1/hand", 1)).toBeNull();
    expect(exposed(dealt(), "4/hand", 1)).toBe("void");
    expect(exposed(dealt(), "1/hand", 2)).toBe("void");
  });

  it("counts with those that were reported before, at whatever place", () => {
    const on = dealt();
    expect(exposed(on, "1/hand", 1)).toBeNull();
    expect(exposed(on, "3/hand", 1)).toBe("void");
  });

  it("is judged as long as somebody has yet to act, and no longer", () => {
    const on = dealt();
    act(on, 1, 10);
    act(on, 2, "fold");
    expect(exposed(on, "3/hand", 1)).toBeNull();
    act(on, 3, 10);
    expect(turnOf(on)).toBeNull();
    expect(exposed(on, "4/hand", 2)).toBeNull();
    turnUp(on);
    expect(settlementOf(on).outcome).toBe("settled");
  });

  it("follows the house's choice", () => {
    const with2 = (exposedCard: string): Stage => dealt({ ...three, rules: { exposedCard } });
    expect(exposed(with2("play on"), "4/hand", 3)).toBeNull();
    expect(exposed(with2("misdeal"), "1/hand", 1)).toBe("void");
  });
});

describe("a player who does not act", () => {
  it("has folded when the time is up", () => {
    const on = dealt();
    act(on, 1, "timeout");
    expect(turnOf(on)).not.toBe(1);
    expect(roundOf(on).acts).toEqual({ 1: { code: "fold" } });
  });

  it("has all the time of the world where the house sets no clock", () => {
    const on = dealt({ ...three, rules: {} });
    on.event({ kind: "deadline", at: on.table.at + 10 ** 9 });
    expect(turnOf(on)).toBe(1);
  });

  it("folds where everybody folds: no hand is turned up", () => {
    const given: Play = { ...three, seats: { 1: { ...(three.seats[1] as NonNullable<Play["seats"][number]>), act: "timeout" } } };
    const settlement = play(given);
    expect(settlement.hands).toEqual([]);
    expect(endsOf(settlement)).toEqual({ "1/ante": "lose -10", "1/flush": "lose -5" });
  });
});

describe("players who tell each other their cards", () => {
  it("are the floor's: it may go on, rule that hand void, or void the round", () => {
    const told = (): Stage => {
      const on = dealt();
      on.command({ kind: "report", code: "talked", place: "1/hand", count: 1 });
      expect(on.table.halt?.answers).toEqual(["goOn", "dead", "void"]);
      return on;
    };
    const one = told();
    one.command({ kind: "confirm", code: "dead", reason: "spoke of his cards" });
    act(one, 2, "fold");
    act(one, 3, 30);
    turnUp(one);
    expect(endsOf(settlementOf(one))).toMatchObject({ "1/ante": "returned 0", "1/flush": "returned 0", "2/ante": "lose -10" });
    expect(endsOf(settlementOf(one))["3/raise"]).toBe("win 10");
    const all = told();
    all.command({ kind: "confirm", code: "void", reason: "the whole table knew" });
    expect([settlementOf(all).outcome, endsOf(settlementOf(all))]).toEqual(["void", allBack]);
    const none = told();
    none.command({ kind: "confirm", code: "goOn", reason: "a joke" });
    expect(turnOf(none)).toBe(1);
  });
});

describe("a light", () => {
  const toReveal = (rules: Record<string, unknown> = {}) => {
    const bed = makeBed({ funds: { min: 1, max: 1_000_000 }, ...rules });
    bed.dealt();
    bed.draw(21);
    for (const seat of [1, 2]) bed.command({ kind: "decision", by: handAt(seat), code: "raise", amount: 10 });
    return bed;
  };

  it("of red kills the round until it is settled", () => {
    const bed = toReveal();
    bed.command({ kind: "reveal", place: "3/hand" });
    bed.command({ kind: "reveal", place: "2/hand" });
    bed.light("red", "flashing");
    expect(bed.table.played?.settlement).toMatchObject({ outcome: "void", why: { code: "red" } });
    const late = toReveal();
    for (const place of ["3/hand", "2/hand", "1/hand"]) late.command({ kind: "reveal", place });
    late.light("red", "on");
    expect(late.table.played?.settlement).toMatchObject({ outcome: "settled" });
  });

  it("of red after the first reveal is the floor's, where the house says so", () => {
    const bed = toReveal({ redAfterReveal: "floor" });
    bed.command({ kind: "reveal", place: "3/hand" });
    bed.light("red", "on");
    expect(bed.table.halt?.answers).toEqual(["settle", "void"]);
    const before = toReveal({ redAfterReveal: "floor" });
    before.light("red", "on");
    expect(before.table.played?.settlement).toMatchObject({ outcome: "void" });
  });

  it.each(["dark", "sensorLost"] as const)("that is %s counts as red until the first hand is revealed, then the floor decides", (code) => {
    expect(judge({}, code)).toEqual({ kind: "void" });
    expect(judge({ turned: ["4/hand"] }, code)).toEqual({ kind: "floor", answers: ["settle", "void"] });
    expect(judge({ turned: ["4/hand"] }, code, { redAfterReveal: "floor" })).toEqual({ kind: "floor", answers: ["settle", "void"] });
  });

  it("cannot be softened by a pack", () => {
    for (const code of ["red", "dark", "sensorLost"]) expect(() => schema.parse({ irregularities: { [code]: "goOn" } })).toThrow();
  });
});

describe("every irregularity", () => {
  const own: Readonly<Record<IrregularityCode, string>> = {
    red: "void",
    dark: "void",
    sensorLost: "void",
    cardBeforeClose: "void",
    extraCard: "void",
    wrongCount: "void",
    foreign: "void",
    otherDeck: "void",
    called: "void",
    duplicate: "check",
    unreadable: "check",
    oldRound: "check",
    lostReadings: "check",
    restarted: "check",
    wrongPlace: "floor",
    notFromShoe: "floor",
    exposed: "goOn",
    sortMode: "void",
    foreignBack: "void",
    dealtOnRed: "floor",
    cardDoubled: "floor",
    deckLong: "floor",
    cardMissing: "floor",
    deckShort: "floor",
    twoPlaces: "floor",
    misread: "floor",
    shufflerFault: "floor",
    clearedEarly: "floor",
    flawed: "floor",
    wrongHand: "floor",
    skippedSeat: "floor",
    wrongOrder: "floor",
    emptySeat: "floor",
    offTable: "floor",
    notSeen: "check",
    boxed: "floor",
    talked: "floor",
    mixedHand: "floor",
  };

  it("has a consequence", () => {
    for (const code of irregularityCodes) expect([code, judge({}, code, {}, "1/hand").kind]).toEqual([code, own[code]]);
  });

  it("has another where the pack names one, lights excepted", () => {
    for (const code of irregularityCodes) {
      for (const kind of irregularities[code].may) {
        if (kind === "foul") expect(() => schema.parse({ irregularities: { [code]: kind } })).toThrow();
        else expect(judge({}, code, { irregularities: { [code]: kind } }, "1/hand").kind).toBe(kind);
      }
    }
  });
});

describe("a hand that dies", () => {
  // No rule of this game kills a single hand, but a house's table may: the round must still come to its end.
  const kill = (round: Round, seat: number): Round =>
    highCardFlush.accept(round, { kind: "dead", place: handAt(seat), why: "foul" }, dealt().table.felt, rulesWith({})).round;

  it("gets its wagers back, a folded one nothing, and pays no rake", () => {
    const on = dealt();
    decide(on, three);
    const { rules = {} } = three;
    const round = kill(kill(roundOf(on), 1), 2);
    const openings = highCardFlush.expect(round, on.table.felt, rulesWith(rules));
    expect(openings).toEqual([{ kind: "reveal", place: "4/hand" }]);
    turnUp(on, 4);
    const settled = highCardFlush.settle({ ...round, turned: ["4/hand", "3/hand"] }, on.table.felt, rulesWith(rules));
    expect(endsOf(settled)).toEqual({
      "1/ante": "returned 0",
      "1/raise": "returned 0",
      "1/flush": "returned 0",
      "2/ante": "lose -10",
      "2/straightFlush": "lose -5",
      "3/ante": "win 10",
      "3/raise": "win 10",
    });
    expect(settled.results.filter(({ spot }) => spot.endsWith("/rake")).map(({ seat }) => seat)).toEqual([3, 4]);
    expect(faultsIn(settled, three)).toEqual([]);
  });

  it("before it has acted is passed over", () => {
    const on = dealt();
    const openings = highCardFlush.expect(kill(roundOf(on), 1), on.table.felt, rulesWith({}));
    expect(openings).toMatchObject([{ kind: "decision", by: "2/hand" }]);
  });

  it("as the bank's voids the round", () => {
    const on = dealt();
    act(on, 1, 20);
    const round = kill(roundOf(on), 4);
    expect(highCardFlush.expect(round, on.table.felt, rulesWith({}))).toBe("settle");
    const settled = highCardFlush.settle(round, on.table.felt, rulesWith({}));
    expect(settled).toMatchObject({ outcome: "void", why: { code: "deadHand" } });
    expect(endsOf(settled)).toEqual({ ...allBack, "1/raise": "returned 0" });
  });

  it("all of them: nothing is turned up", () => {
    const on = dealt();
    act(on, 1, 20);
    const round = [1, 2, 3].reduce(kill, roundOf(on));
    expect(highCardFlush.expect(round, on.table.felt, rulesWith({}))).toBe("settle");
    expect(endsOf(highCardFlush.settle(round, on.table.felt, rulesWith({})))).toEqual({ ...allBack, "1/raise": "returned 0" });
  });
});
