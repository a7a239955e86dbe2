// A round of Chinese poker: the deal, setting and declaring unseen, turning up, the clock, the antennas in the rows.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { alarms, expected } from "#core/derive";
import type { AnyGame } from "#core/game";
import { choosePrimary } from "#core/next-action";
import { type Stage, setupFor } from "#core/rehearse";
import { step } from "#core/step";
import { view } from "#core/view";
import { chinesePoker } from "#games/chinese-poker/game";
import {
  begin,
  cardsIn,
  deal,
  dealtTo,
  decisionMs,
  finish,
  type Hand,
  heldOf,
  pairOf,
  play,
  playOn,
  pointsOf,
  roundOf,
  rulesWith,
  say,
  seatsOf,
  settlementOf,
  turnUp,
} from "./chinese-poker-bed.ts";

const strong: Hand = { front: "Ac Td 6s", middle: "Qs Qd 8c 8d 3s", back: "Kh Jh 9h 4h 2h" };
const weak: Hand = { front: "Kc Qc Jc", middle: "Ah Ad 7c 6h 2d", back: "9c 9d 9s 5c 4d" };
const dragon = "As Kd Qh Js Tc 9h 8h 7s 6c 5d 4h 3s 2c";
const two = { 1: strong, 2: weak } as const;

/** Dealt, nobody has said anything. */
function dealt(hands: Readonly<Record<number, Hand>>, rules: Readonly<Record<string, unknown>> = {}, more: { game?: AnyGame } = {}): Stage {
  const on = begin({ hands, rules, ...more });
  deal(on, dealtTo(hands));
  return on;
}

const decisionsTold = (on: Stage): readonly unknown[] =>
  on.facts.flatMap((fact) => (fact.kind === "decision" ? [{ by: fact.by, how: fact.how, code: fact.code }] : []));
const reveals = (on: Stage) => on.openings().filter((one) => one.kind === "reveal");
const shown = (on: Stage, audience: "dealer" | "public") =>
  view(on.table, setupFor({ rules: rulesWith(), seats: [1, 2, 3] }), chinesePoker, audience);

describe("the deal", () => {
  it("brings thirteen cards one at a time to all four places, clockwise from the button's left, face down", () => {
    const on = begin({ hands: two, button: 1 });
    const places: string[] = [];
    for (const card of deck52) {
      const opening = on.openings().find((one) => one.kind === "card");
      expect(opening).toMatchObject({ face: "down", from: "shoe" });
      if (opening?.kind === "card") places.push(opening.to);
      on.card(card);
    }
    expect(places.slice(0, 5)).toEqual(["2/hand", "3/hand", "4/hand", "1/hand", "2/hand"]);
    for (let seat = 1; seat <= 4; seat++) expect(places.filter((place) => place === `${seat}/hand`)).toHaveLength(13);
    expect(on.table.felt.faces).toEqual({});
    expect(on.openings().some((one) => one.kind === "card")).toBe(false);
  });

  it("leaves the hands of empty places face down and out of the comparison", () => {
    const on = playOn({ hands: two });
    expect(Object.keys(on.table.felt.faces)).toHaveLength(26);
    expect(settlementOf(on).results.map(({ spot }) => spot)).toEqual(["1/2/vs", "2/1/vs"]);
  });
});

describe("setting and declaring", () => {
  const three = {
    1: { declared: dragon },
    2: { front: "Ah Kh Jc", middle: "Qs Qd 8s 8c 5c", back: "7c 7d 7h 3d 3h" },
    3: { late: "" },
  } as const;
  const hands: Readonly<Record<number, Hand>> = { ...three, 3: { late: dealtTo({ 1: three[1], 2: three[2] })["3/hand"]?.join(" ") ?? "" } };

  it("is open to all at once, and nothing of what was said shows before the last is in", () => {
    const codes = ["set", "declare"] as const;
    const seen = codes.map((code) => {
      const on = dealt(hands);
      say(on, 1, code);
      say(on, 2, "set");
      expect(decisionsTold(on)).toEqual([
        { by: "1/hand", how: "said", code: undefined },
        { by: "2/hand", how: "said", code: undefined },
      ]);
      const told = JSON.stringify([on.facts, on.openings(), shown(on, "dealer"), shown(on, "public")]);
      expect(reveals(on).map((one) => one.kind === "reveal" && one.blocked)).toEqual(["notAllSet", "notAllSet", "notAllSet"]);
      expect(on.command({ kind: "reveal", place: "2/hand" })).toEqual({ ok: false, why: "notAllSet" });
      return told;
    });
    expect(seen[0]).toBe(seen[1]);
  });

  it("is told when the last is in, whoever that is", () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      const on = dealt(hands);
      for (const seat of order) say(on, seat, seat === 1 ? "declare" : seat === 2 ? "set" : "timeUp");
      expect(decisionsTold(on).slice(3)).toEqual([
        { by: "1/hand", how: "said", code: "declare" },
        { by: "2/hand", how: "said", code: "set" },
        { by: "3/hand", how: "said", code: "timeUp" },
      ]);
      expect(shown(on, "public").seats.map(({ marks }) => marks.map(({ code }) => code))).toEqual([
        ["handDeclared"],
        ["handSet"],
        ["button", "handTimeUp"],
      ]);
      expect(decisionsTold(on)).toHaveLength(6);
      finish(on, hands);
      // Told once, not again with every hand that is turned up.
      expect(decisionsTold(on)).toHaveLength(6);
    }
  });

  it("offers a declaration to every hand and points none out", () => {
    const options = (on: Stage) => on.openings().flatMap((one) => (one.kind === "decision" ? [one.options] : []));
    expect(options(dealt(hands))).toEqual(
      options(dealt({ ...hands, 1: { declared: cardsIn(strong).join(" ") } as Hand, 2: weak, 3: { late: "" } })),
    );
    const dragonSet: Hand = { front: "4h 3s 2c", middle: "9h 8h 7s 6c 5d", back: "As Kd Qh Js Tc" };
    const on = playOn({ hands: { 1: dragonSet, 2: three[2] } });
    const names = view(on.table, setupFor({ rules: rulesWith(), seats: [1, 2] }), chinesePoker, "dealer").seats[0]?.places;
    expect(names?.filter(({ name }) => name !== null).map(({ name }) => name?.params?.hand)).toEqual(["high-card", "straight", "straight"]);
    expect(JSON.stringify(on.facts)).not.toContain("dragon");
    expect(pairOf(settlementOf(on), 1, 2).why.code).not.toBe("pairAutomatic");
  });

  it("can't be changed, and nothing can be declared once the last is in", () => {
    const on = dealt(two);
    say(on, 1, "set");
    expect(say(on, 1, "declare")).toMatchObject({ ok: false, why: "notTheirTurn" });
    say(on, 2, "set");
    expect(say(on, 2, "declare")).toMatchObject({ ok: false, why: "notTheirTurn" });
  });

  it("turns declared hands up first", () => {
    const on = dealt(hands);
    for (const seat of [1, 2, 3]) say(on, seat, seat === 1 ? "declare" : seat === 2 ? "set" : "timeUp");
    expect(reveals(on)).toMatchObject([
      { place: "1/hand", rows: [["1/declared", 13]], said: { code: "declare" } },
      { place: "2/hand", blocked: "automaticFirst" },
      { place: "3/hand", blocked: "automaticFirst" },
    ]);
    expect(turnUp(on, 2, hands[2] as Hand)).toEqual({ ok: false, why: "automaticFirst" });
    expect(turnUp(on, 1, hands[1] as Hand)).toEqual({ ok: true });
    expect(view(on.table, setupFor({ rules: rulesWith(), seats: [1] }), chinesePoker, "public").seats[0]?.places.at(-1)).toMatchObject({
      place: "1/declared",
      name: { code: "dragon" },
    });
    expect(turnUp(on, 3, hands[3] as Hand)).toEqual({ ok: true });
    expect(turnUp(on, 2, hands[2] as Hand)).toEqual({ ok: true });
    expect(settlementOf(on).order).toEqual([1, 2, 3]);
  });

  it("takes rows of any size, of the hand's own cards only", () => {
    const on = dealt(two);
    say(on, 1, "set");
    say(on, 2, "set");
    const rows = (front: string, middle: string, back: string) => ({
      "1/front": heldOf(front),
      "1/middle": heldOf(middle),
      "1/back": heldOf(back),
    });
    const turn = (given: Record<string, readonly number[]>) => on.command({ kind: "reveal", place: "1/hand", rows: given });
    expect(turn(rows("Ac Td 6s", "Qs Qd 8c 8d 3s", "Kh Jh 9h 4h"))).toMatchObject({ ok: false, why: "rows" });
    expect(turn(rows("Ac Td 6s", "Qs Qd 8c 8d 3s", "Kh Jh 9h 4h 4h"))).toMatchObject({ ok: false, why: "rows" });
    expect(turn(rows("Ac Td 6s", "Qs Qd 8c 8d 3s", "Kh Jh 9h 4h Kc"))).toMatchObject({ ok: false, why: "rows" });
    expect(turn(rows("Ac Td", "Qs Qd 8c 8d 3s 6s", "Kh Jh 9h 4h 2h"))).toEqual({ ok: true });
    turnUp(on, 2, weak);
    expect(settlementOf(on).hands.find(({ place }) => place === "1/hand")).toEqual({ place: "1/hand", name: { code: "foulSegmentSize" } });
    expect(pointsOf(settlementOf(on), 2, 1)).toBe(6);
  });
});

describe("the clock", () => {
  const late: Hand = { late: dragon };

  it("has the engine set a legal hand that declares nothing", () => {
    const on = dealt({ 1: late, 2: weak }, { decisionMs });
    say(on, 2, "set");
    on.event({ kind: "deadline", at: on.table.at + decisionMs - 10 });
    expect(roundOf(on).said[1]).toBeUndefined();
    on.event({ kind: "deadline", at: on.table.at + 10 });
    expect(decisionsTold(on).slice(2)).toEqual([
      { by: "1/hand", how: "timeout", code: "timeUp" },
      { by: "2/hand", how: "said", code: "set" },
    ]);
    for (const seat of [1, 2]) turnUp(on, seat, seat === 1 ? late : weak);
    const { hands } = settlementOf(on);
    expect(hands.filter(({ place }) => place.startsWith("1/")).map(({ place, name }) => [place, name.params?.ranks])).toEqual([
      ["1/front", "432"],
      ["1/middle", "98765"],
      ["1/back", "AKQJT"],
    ]);
    expect(pairOf(settlementOf(on), 1, 2).why.code).toBe("pairSegments");
  });

  it("asks for the setting only when everybody is in", () => {
    const on = dealt({ 1: late, 2: weak });
    say(on, 1, "timeUp");
    expect(on.facts.some(({ kind }) => kind === "answered")).toBe(false);
    say(on, 2, "set");
    expect(on.facts.filter(({ kind }) => kind === "answered")).toHaveLength(1);
    expect(on.table.felt.faces).toEqual({});
  });

  it("sets the same hand in whatever order the cards lie", () => {
    const order = dragon.split(" ").reverse() as unknown as Card[];
    const one = play({ hands: { 1: late, 2: weak } });
    const other = play({ hands: { 1: { late: order.join(" ") }, 2: weak } });
    expect(other).toEqual(one);
  });

  it("fouls the hand where the house says so", () => {
    const settlement = play({ hands: { 1: late, 2: weak }, rules: { timeoutSet: "foul" } });
    expect(settlement.hands.find(({ place }) => place === "1/hand")?.name.code).toBe("foulTimeUp");
    expect(pointsOf(settlement, 2, 1)).toBe(6);
  });

  it("is off by default: only the floor calls time", () => {
    const on = dealt(two);
    on.event({ kind: "deadline", at: on.table.at + 86_400_000 });
    expect(on.openings().filter((one) => one.kind === "decision")).toHaveLength(2);
  });

  it("takes an answer of the vault that makes no sense for no setting", () => {
    for (const answer of [null, [0, 1, 2], [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "x"]) {
      const game: AnyGame = { ...chinesePoker, answers: { strongestSetting: () => answer } };
      const settlement = play({ hands: { 1: late, 2: weak }, game });
      expect(settlement.hands.find(({ place }) => place === "1/hand")?.name.code).toBe("foulTimeUp");
    }
  });
});

describe("antennas in the rows", () => {
  const see = (on: Stage, text: string, place: string, present = true): void => {
    for (const held of heldOf(text)) on.event({ kind: "held", at: on.table.at + 1, device: "rows", held, place, present });
  };
  const lay = (on: Stage, seat: number, hand: Hand): void => {
    for (const row of ["front", "middle", "back"] as const) see(on, hand[row] ?? "", `${seat}/${row}`);
  };

  it("say which card lies in which row", () => {
    const on = dealt(two);
    lay(on, 1, strong);
    lay(on, 2, weak);
    on.event({ kind: "deadline", at: on.table.at + 5000 });
    expect(on.facts.some(({ kind }) => kind === "irregularity")).toBe(false);
    say(on, 1, "set");
    say(on, 2, "set");
    for (const seat of [1, 2]) expect(on.command({ kind: "reveal", place: `${seat}/hand` })).toEqual({ ok: true });
    expect(settlementOf(on).results).toEqual(play({ hands: two }).results);
  });

  it("follow a card that is moved, and wait for one that is missing", () => {
    const on = dealt(two);
    lay(on, 1, { ...strong, front: "Ac Td", middle: "Qs Qd 8c 8d 3s 6s" });
    say(on, 1, "set");
    say(on, 2, "set");
    see(on, "6s", "1/middle", false);
    expect(on.command({ kind: "reveal", place: "1/hand" })).toMatchObject({ ok: false, why: "rowsMissing", params: { count: 1 } });
    see(on, "6s", "1/front");
    expect(on.command({ kind: "reveal", place: "1/hand" })).toEqual({ ok: true });
    turnUp(on, 2, weak);
    expect(settlementOf(on).results).toEqual(play({ hands: two }).results);
  });

  it("that see a part of a hand leave the rest to the dealer: nothing is taken as it was dealt", () => {
    const on = dealt(two);
    lay(on, 1, { front: strong.front as string, middle: "Qs Qd 8c" });
    const before = reveals(on)[0];
    say(on, 1, "set");
    say(on, 2, "set");
    // Nothing of it shows before everybody is in.
    expect(before).not.toHaveProperty("seen");
    const [first, second] = reveals(on);
    expect(first?.seen).toEqual({
      rows: { "1/front": heldOf(strong.front as string), "1/middle": heldOf("Qs Qd 8c"), "1/back": [] },
      missing: 7,
    });
    expect(second).not.toHaveProperty("seen");
    expect(choosePrimary(shown(on, "dealer"))).toMatchObject({ kind: "reveal", opening: { place: "1/hand" }, blocked: "rows" });
    expect(on.command({ kind: "reveal", place: "1/hand" })).toMatchObject({ ok: false, why: "rowsMissing" });
    // What the dealer lays out on the screen stands.
    expect(turnUp(on, 1, strong)).toEqual({ ok: true });
    turnUp(on, 2, weak);
    expect(settlementOf(on).results).toEqual(play({ hands: two }).results);
  });

  it("and have seen nothing miss the whole hand, where the table has antennas in its rows", () => {
    const on = dealt(two);
    say(on, 1, "set");
    say(on, 2, "set");
    const setup = setupFor({ rules: rulesWith(), seats: [1, 2] });
    const watch = {
      covered: { "1/front": "rows", "1/middle": "rows", "1/back": "rows" },
      seenWithinMs: null,
      countedBy: "reader",
      countEvery: 0,
    };
    const watched = { ...setup, watch: watch as NonNullable<typeof setup.watch> };
    expect(expected(on.table, watched, chinesePoker).find(({ kind }) => kind === "reveal")).toMatchObject({ seen: { missing: 13 } });
    const { reply } = step(chinesePoker, watched, on.table, {
      kind: "command",
      at: on.table.at + 1,
      id: "x",
      by: { name: "d", role: "dealer" },
      command: { kind: "reveal", place: "1/hand" },
    });
    expect(reply).toMatchObject({ ok: false, why: "rowsMissing", params: { count: 13 } });
  });

  it("let a player take up his cards during the deal", () => {
    const on = begin({ hands: two });
    for (const card of deck52.slice(0, 20)) on.card(card);
    const [first] = on.table.felt.piles["1/hand"] ?? [];
    on.event({ kind: "held", at: on.table.at + 1, device: "rows", held: first as number, place: "1/back", present: true });
    on.event({ kind: "deadline", at: on.table.at + 5000 });
    expect(on.table.halt).toBeNull();
    expect(on.table.played?.settlement).toBeNull();
    expect(alarms(on.table, setupFor({ rules: rulesWith(), seats: [1, 2] }))).toEqual([]);
  });

  it("find a card of another hand", () => {
    const on = dealt(two);
    see(on, "Kc", "1/front");
    on.event({ kind: "deadline", at: on.table.at + 5000 });
    expect(on.facts.flatMap((fact) => (fact.kind === "irregularity" ? [fact.irregularity.code] : []))).toEqual(["wrongPlace"]);
  });

  it("let hands that were delivered wrong and set already be played where they lie", () => {
    const on = dealt(two);
    say(on, 1, "set");
    // Each has the other's cards, and has laid them out.
    lay(on, 1, weak);
    lay(on, 2, strong);
    on.event({ kind: "deadline", at: on.table.at + 5000 });
    say(on, 2, "set");
    for (const seat of [1, 2]) expect(on.command({ kind: "reveal", place: `${seat}/hand` })).toEqual({ ok: true });
    expect(pointsOf(settlementOf(on), 2, 1)).toBe(pointsOf(play({ hands: two }), 1, 2));
  });
});

describe("points called by the players", () => {
  it("are entered for each pair where the table can't read the rows", () => {
    const hands = { 1: strong, 2: weak, 3: { front: "Kd Jd 3c", middle: "5d 5h 5s 7d 7h", back: "As Ks 8s 7s 4s" } } as const;
    const on = playOn({ hands, rules: { scoring: "called" } });
    expect(reveals(on)).toEqual([]);
    const pairs = on.openings().flatMap((one) => (one.kind === "decision" ? [one.by] : []));
    expect(pairs).toEqual(["1/points/2", "1/points/3", "2/points/3"]);
    on.command({ kind: "decision", by: "1/points/2", code: "wins", amount: 6 });
    on.command({ kind: "decision", by: "2/points/3", code: "tie" });
    expect(on.table.played?.settlement).toBeNull();
    on.command({ kind: "decision", by: "1/points/3", code: "loses", amount: 11 });
    const settlement = settlementOf(on);
    expect([pointsOf(settlement, 1, 2), pointsOf(settlement, 3, 1), pointsOf(settlement, 2, 3)]).toEqual([6, 11, 0]);
    expect(settlement.results.map(({ why }) => why.code)).toEqual(Array.from({ length: 6 }, () => "pairCalled"));
  });

  it("are not asked where an automatic win decides, unless a foul would pay it otherwise", () => {
    const hands = { 1: { declared: dragon }, 2: weak } as const;
    expect(pointsOf(play({ hands, rules: { scoring: "called" } }), 1, 2)).toBe(13);
    const on = playOn({ hands, rules: { scoring: "called", autoVersusFoul: "foul" } });
    on.command({ kind: "decision", by: "1/points/2", code: "wins", amount: 6 });
    expect(pairOf(settlementOf(on), 1, 2).why).toEqual({ code: "pairAutomatic", params: { against: 2, points: 6 } });
  });

  it("never name an opened pile a pattern that nobody declared", () => {
    const on = playOn({
      hands: { 1: { front: "4h 3s 2c", middle: "9h 8h 7s 6c 5d", back: "As Kd Qh Js Tc" }, 2: weak },
      rules: { scoring: "called" },
    });
    const [seat] = view(on.table, setupFor({ rules: rulesWith(), seats: [1] }), chinesePoker, "dealer").seats;
    expect(seat?.places).toMatchObject([{ place: "1/hand", name: null }]);
  });
});

describe("a hand that dies", () => {
  /** A house where an exposed card kills the hand: this game's own rules never do. */
  const deadly: AnyGame = { ...chinesePoker, judge: (_round, { place }) => ({ kind: "dead", place: place ?? "1/hand" }) };
  const hands = { 1: strong, 2: weak, 3: { front: "Kd Jd 3c", middle: "5d 5h 5s 7d 7h", back: "As Ks 8s 7s 4s" } } as const;

  const kill = (on: Stage, seat: number): void => {
    const place = [`${seat}/hand`, `${seat}/front`].find((one) => (on.table.felt.piles[one] ?? []).length > 0);
    if (place !== undefined) on.command({ kind: "report", code: "exposed", place, count: 1 });
  };

  it("at any moment still lets the round end, and its chips stay", () => {
    for (const seat of [1, 2, 3]) {
      for (let moment = 1; moment <= 58; moment++) {
        const on = begin({ hands, game: deadly });
        const all = dealtTo(hands);
        let steps = 0;
        const tick = (): void => void (++steps === moment && kill(on, seat));
        while (on.openings().some((one) => one.kind === "card")) {
          const opening = on.openings().find((one) => one.kind === "card");
          const next = opening && all[opening.to]?.[(on.table.felt.piles[opening.to] ?? []).length];
          on.card(next as Card);
          tick();
        }
        for (const one of seatsOf({ hands })) {
          say(on, one, "set");
          tick();
        }
        for (const one of seatsOf({ hands })) {
          turnUp(on, one, hands[one as 1]);
          tick();
        }
        const settlement = settlementOf(on);
        expect(settlement.outcome).toBe("settled");
        const dead = settlement.results.filter((result) => result.seat === seat);
        if (roundOf(on).dead.length > 0) expect(dead).toMatchObject([{ spot: `${seat}/stack`, outcome: "returned", net: 0 }]);
      }
    }
  });

  it("leaves nothing to compare when only one is left", () => {
    const on = begin({ hands: two, game: deadly });
    for (const card of deck52.slice(0, 8)) on.card(card);
    kill(on, 2);
    const settlement = settlementOf(on);
    expect(settlement.results.map(({ seat, outcome, why }) => [seat, outcome, why.code])).toEqual([
      [1, "returned", "noOpponent"],
      [2, "returned", "deadHand"],
    ]);
    expect(settlement.transfers.map(({ from, to }) => [from, to])).toEqual([
      ["1/stack", "seat/1"],
      ["2/stack", "seat/2"],
    ]);
  });
});

describe("a suspended game", () => {
  it("can't be opened, and the sign says so", () => {
    const on = begin({ hands: two, rules: { suspended: true } });
    expect(on.table.played).toBeNull();
    expect(on.refused[0]?.reply).toEqual({ ok: false, why: "suspended" });
    const rules = rulesWith({ suspended: true });
    const setup = setupFor({ rules, seats: [1, 2] });
    expect(expected(on.table, setup, chinesePoker)).toContainEqual({
      kind: "confirm",
      code: "openRound",
      role: "dealer",
      blocked: "suspended",
    });
    expect(chinesePoker.notice(rules)).toEqual({ suspended: true, limits: [], paytables: [], rules: [{ code: "ruleSuspended" }] });
  });
});
