// Palace Poker turn by turn: the actions, battles, captures, and the fifteen rules of running the table (README.md).

import { describe, expect, it } from "vitest";
import { pile } from "#core/felt";
import { palacePoker } from "#games/palace-poker/game";
import type { Round } from "#games/palace-poker/round";
import type { Scene } from "#games/palace-poker/scene";
import { rankCounted } from "#games/palace-poker/verdict";
import { amountOf, attempt, cardsOf, decisionMs, decisions, inPot, nets, run, setTable, toAct } from "./palace-poker-bed.ts";

/** Three players; seat 1 beats seat 2, seat 2 beats seat 3, whatever is excluded. */
const three = {
  1: { banner: "Ah", palace: "As Ad Kd", soldiers: "2h 3h 4h 5h 7h 8h" },
  2: { banner: "Qc", palace: "Qs Qd 9d", soldiers: "2c 3c 4c 5c 7c 8c" },
  3: { banner: "Js", palace: "9h 8d 6d", soldiers: "2s 3s 4s 5s 7s 8s" },
} as const;

const marks = (scene: Scene, seat: number): string[] =>
  palacePoker.marks(scene.on.table.played?.round as Round).flatMap((one) => (one.seat === seat ? [one.mark.code] : []));
const outs = (scene: Scene): Record<number, string> =>
  Object.fromEntries(Object.entries(scene.round().out).map(([seat, why]) => [seat, why.code]));

describe("a turn", () => {
  it("is an action: Buy, Discard, Bet, Stay or Fold", () => {
    const scene = setTable({ hands: three });
    expect(toAct(scene)).toBe("1: bet buy fold stay");
    run(scene, "1 buy", "1 keep");
    expect(toAct(scene)).toBe("2: bet buy fold stay");
    run(scene, "2 stay", "3 stay");
    expect(toAct(scene)).toBe("1: bet buy discard fold stay");
    run(scene, "1 discard");
    expect(scene.cardsAt("1/soldiers")).toEqual([]);
    expect(scene.cardsAt("discard")).toEqual(["2h"]);
  });

  it("of Buy costs a small bet; the new card may go at once", () => {
    const scene = setTable({ hands: three });
    expect(amountOf(scene, "buy")).toBe("2-2");
    run(scene, "1 buy");
    expect(toAct(scene)).toBe("1: discard keepAll");
    run(scene, "1 drop 1");
    expect(inPot(scene)[1]).toBe(2);
    expect(scene.cardsAt("discard")).toEqual(["2h"]);
  });

  it("never ends with more than five soldiers", () => {
    const scene = setTable({ hands: three });
    for (let n = 0; n < 5; n++) run(scene, "1 buy", "1 keep", "2 stay", "3 stay");
    run(scene, "1 buy");
    expect(toAct(scene)).toBe("1: discard");
    expect(attempt(scene, "1 drop 0").ok).toBe(false);
    run(scene, "1 drop 1");
    expect(scene.cardsAt("1/soldiers")).toEqual(["2h", "3h", "4h", "5h", "7h"]);
  });

  it("costs for a Discard what the house says", () => {
    const scene = setTable({ hands: three, rules: { discardCost: "smallBet" } });
    run(scene, "1 buy", "1 keep", "2 stay", "3 stay");
    expect(amountOf(scene, "discard")).toBe("2-2");
    run(scene, "1 discard");
    expect(inPot(scene)[1]).toBe(4);
  });

  it("of Bet names a player whose banner has another suit", () => {
    const hands = { ...three, 4: { banner: "Kh", palace: "2d 3d 5d" } };
    const scene = setTable({ hands });
    expect(decisions(scene)[0]?.options.find(({ code }) => code === "bet")?.targets).toEqual(["2/banner", "3/banner"]);
    expect(attempt(scene, "1 bet 4")).toMatchObject({ ok: false, why: "target" });
    expect(attempt(scene, "1 bet 1")).toMatchObject({ ok: false, why: "target" });
    run(scene, "1 bet 2");
    expect(toAct(scene)).toBe("2: call fold raise");
  });
});

describe("a battle", () => {
  it("puts the loser out; the winner takes his banner and soldiers", () => {
    const scene = run(setTable({ hands: three }), "1 stay", "2 buy", "2 keep", "3 stay", "1 bet 2", "2 call");
    expect(inPot(scene)).toMatchObject({ 1: 2, 2: 6 });
    expect(outs(scene)).toEqual({ 2: "lostBattle" });
    expect(toAct(scene)).toBe("1: discard keepAll");
    expect(scene.cardsAt("1/soldiers")).toEqual(["Qc", "2c"]);
    expect(scene.cardsAt("2/palace")).toEqual([]);
    expect(pile(scene.on.table.felt, "discard")).toHaveLength(3);
    run(scene, "1 keep");
    expect(toAct(scene)).toBe("3: bet buy fold stay");
  });

  it("answered by a fold gives the attacker the face-up cards; nobody sees the palace", () => {
    const scene = run(setTable({ hands: three }), "1 bet 3", "3 fold");
    expect(inPot(scene)).toEqual({ 1: 2, 2: 0, 3: 0 });
    expect(scene.cardsAt("1/soldiers")).toEqual(["Js"]);
    expect(scene.on.facts.some((fact) => fact.kind === "answered")).toBe(false);
  });

  it("raised and given up gives the defender the attacker's face-up cards", () => {
    const scene = run(setTable({ hands: three }), "1 bet 2", "2 raise", "1 fold");
    expect(inPot(scene)).toMatchObject({ 1: 2, 2: 6 });
    expect(scene.round().last).toMatchObject({ winner: 2, decidedBy: "fold", judge: null });
    expect(toAct(scene)).toBe("2: discard keepAll");
    expect(scene.cardsAt("2/soldiers")).toEqual(["Ah"]);
  });

  it("goes on raise by raise; who calls last examines", () => {
    const scene = run(setTable({ hands: three }), "1 bet 2", "2 raise", "1 raise", "2 raise");
    expect(inPot(scene)).toMatchObject({ 1: 10, 2: 14 });
    run(scene, "1 call");
    expect(inPot(scene)).toMatchObject({ 1: 14, 2: 14 });
    expect(scene.round().last).toMatchObject({ winner: 1, judge: 1 });
  });

  it("ends with as many raises as the house allows", () => {
    const scene = run(setTable({ hands: three, rules: { maxRaises: 2 } }), "1 bet 2", "2 raise", "1 raise");
    expect(toAct(scene)).toBe("2: call fold");
  });

  it("with equal hands is won by more cards of one's own banner suit", () => {
    const hands = {
      1: { banner: "7h", palace: "Ah Kc Qs" },
      2: { banner: "7d", palace: "Ad Kd Qc" },
      3: { banner: "9c", palace: "2s 3s 5s" },
    };
    const scene = run(setTable({ hands }), "1 bet 2", "2 call");
    expect(scene.round().last).toMatchObject({ winner: 2, decidedBy: "own-suit-count" });
    expect(outs(scene)).toEqual({ 1: "lostBySuit" });
    expect(marks(scene, 2)).toEqual(["wonBySuit"]);
    const counted = { tieBreak: "own-suit-count over counted cards" };
    expect(outs(run(setTable({ hands, rules: counted }), "1 bet 2", "2 call"))).toEqual({ 1: "lostBySuit" });
    expect(outs(run(setTable({ hands, rules: { tieBreak: "none", ante: 1 } }), "1 bet 2", "2 call"))).toEqual({
      1: "doubleTie",
      2: "doubleTie",
    });
  });

  it("tied in every respect puts both out while others are alive", () => {
    const hands = {
      1: { banner: "7h", palace: "Ah Kc Qs" },
      2: { banner: "7d", palace: "Ad Ks Qc" },
      3: { banner: "9c", palace: "2s 3s 5s" },
      4: { banner: "9s", palace: "2c 3c 5c" },
    };
    const scene = run(setTable({ hands }), "1 bet 2", "2 call");
    expect(outs(scene)).toEqual({ 1: "doubleTie", 2: "doubleTie" });
    expect(pile(scene.on.table.felt, "discard")).toHaveLength(8);
    expect(toAct(scene)).toBe("3: bet buy fold stay");
  });

  it("tied in every respect between the last two splits the pot", () => {
    const hands = { 1: { banner: "7h", palace: "Ah Kc Qs" }, 2: { banner: "7d", palace: "Ad Ks Qc" } };
    const scene = run(setTable({ hands, rules: { ante: 1 } }), "1 buy", "1 drop 1", "2 bet 1", "1 call");
    expect(scene.settlement()).toMatchObject({ outcome: "settled", why: { code: "battleTie" }, order: [1, 2] });
    expect(nets(scene)).toEqual({ 1: -1, 2: 1 });
  });

  it("tells the table who won and by what, and no card", () => {
    const scene = run(setTable({ hands: three }), "1 bet 2", "2 call");
    const answered = scene.on.facts.find((fact) => fact.kind === "answered");
    expect(answered?.value).toEqual({ winner: "attacker", decidedBy: "hand" });
    const palaces = ["As", "Ad", "Kd", "Qs", "Qd", "9d"];
    expect(palaces.filter((card) => JSON.stringify([scene.on.facts, scene.on.table]).includes(`"${card}"`))).toEqual([]);
    expect(marks(scene, 1)).toContain("wonBattle");
  });
});

describe("hands", () => {
  const named = (cards: string, wheel: boolean): string => {
    const { category, ranks } = rankCounted(cardsOf(cards), wheel);
    return `${category} ${ranks}`;
  };

  it("of a house without the wheel take A-2-3-4-5 for ace high", () => {
    expect(named("As 2d 3c 4h 5s", true)).toBe("straight 5432A");
    expect(named("As 2d 3c 4h 5s", false)).toBe("high-card A5432");
    expect(named("As 2s 3s 4s 5s", false)).toBe("flush A5432");
    expect(named("As 2s 3s 4s 5s 6d", false)).toBe("flush A5432");
    expect(named("As 2d 3c 4h 5s 5d Ac", false)).toBe("two-pair AA554");
    expect(named("As 2d 3c 4h 5s 6s", false)).toBe("straight 65432");
    expect(rankCounted(cardsOf("As 2d 3c 4h 5s"), false).value).toBeLessThan(rankCounted(cardsOf("As 6d 3c 4h 5s"), false).value);
    expect(rankCounted(cardsOf("As 2d 3c 4h 5s"), false).value).toBeGreaterThan(rankCounted(cardsOf("As 5d 4c 3h"), false).value);
  });

  it("without a card are below everything, and a missing kicker is below any card", () => {
    expect(rankCounted([], true).value).toBeLessThan(rankCounted(cardsOf("2c"), true).value);
    expect(rankCounted(cardsOf("Ks Kc"), true).value).toBeLessThan(rankCounted(cardsOf("Kd Kh 2c"), true).value);
    expect(rankCounted(cardsOf("2s 2c"), true).value).toBeGreaterThan(rankCounted(cardsOf("Ad Kh Qc Js 9s"), true).value);
  });
});

describe("rule 1, checks", () => {
  it("a fold that leaves two equal banners splits the pot even if both had just passed", () => {
    const hands = { 1: { banner: "Ah" }, 2: { banner: "Kh" }, 3: { banner: "Js" } };
    const scene = run(setTable({ hands, rules: { ante: 1 } }), "1 stay", "2 stay", "3 fold");
    expect(scene.settlement()?.why).toEqual({ code: "equalBanners" });
    expect(nets(scene)).toEqual({ 1: 1, 2: 0, 3: -1 });
  });

  it("a last player is paid before banners are compared", () => {
    const scene = run(setTable({ hands: three, rules: { ante: 1 } }), "1 fold", "2 fold");
    expect(scene.settlement()).toMatchObject({ why: { code: "lastStanding" }, order: [3] });
    expect(nets(scene)).toEqual({ 1: -1, 2: -1, 3: 2 });
  });

  it("a battle with its captures and discards is one action", () => {
    const hands = { 1: { banner: "Ah", palace: "As Ad Kd" }, 2: { banner: "Qc" }, 3: { banner: "2h" }, 4: { banner: "2s" } };
    const scene = run(setTable({ hands }), "1 bet 4", "4 fold");
    // Hearts, clubs and hearts are left: the choice comes first, nothing has ended.
    expect(toAct(scene)).toBe("1: discard keepAll");
    run(scene, "1 keep", "2 fold");
    expect(scene.settlement()?.why).toEqual({ code: "equalBanners" });
  });

  it("when the hand is over, the winner of its last battle is asked for nothing", () => {
    const scene = run(setTable({ hands: { 1: three[1], 2: three[2] } }), "1 bet 2", "2 call");
    expect(scene.settlement()?.why).toEqual({ code: "lastStanding" });
    expect(nets(scene)).toEqual({ 1: 2, 2: -2 });
  });
});

describe("rule 2, turn", () => {
  it("passes to the left of the attacker, whether he survived or not", () => {
    const hands = { ...three, 4: { banner: "9c", palace: "2d 3d 5d" } };
    expect(toAct(run(setTable({ hands }), "1 bet 3", "3 fold", "1 keep"))).toMatch(/^2:/);
    expect(toAct(run(setTable({ hands }), "1 stay", "2 bet 1", "1 call", "1 keep"))).toMatch(/^3:/);
    // Defending uses up nobody's turn: seat 3 has won and acts next.
    expect(
      toAct(
        run(
          setTable({ hands: { ...hands, 3: { banner: "Js", palace: "Jc Jd 6d" } } }),
          "1 stay",
          "2 stay",
          "3 stay",
          "4 bet 1",
          "1 call",
          "1 keep",
        ),
      ),
    ).toMatch(/^1:/);
  });
});

describe("rule 3, passive count", () => {
  it("counts Stay and Discard; Buy and Bet wipe all counts, the actor's too", () => {
    const scene = run(setTable({ hands: three }), "1 stay", "2 stay", "3 buy", "3 keep", "1 stay", "2 stay");
    expect(scene.over()).toBe(false);
    run(scene, "3 discard");
    expect(scene.settlement()?.why).toEqual({ code: "passiveRound" });
  });

  it("is wiped by a Bet answered by a fold; the discards after the capture do not count", () => {
    const scene = run(setTable({ hands: three }), "1 stay", "2 bet 3", "3 fold", "2 drop 1", "1 stay");
    expect(scene.over()).toBe(false);
    expect(scene.round().passed).toEqual([1]);
    run(scene, "2 stay");
    expect(scene.over()).toBe(true);
  });

  it("is completed by a fold", () => {
    const scene = run(setTable({ hands: three }), "1 stay", "2 stay", "3 fold");
    expect(scene.settlement()).toMatchObject({ why: { code: "passiveRound" }, order: [] });
  });
});

describe("rule 4, his banner", () => {
  it("stays what he was dealt; a captured one is a soldier and lends its suit to nobody", () => {
    const scene = run(setTable({ hands: three }), "1 bet 3", "3 fold", "1 keep", "2 stay");
    // Seat 1 holds a captured spade: it counts in the formula, and hearts still is his suit.
    expect(amountOf(scene, "bet")).toBe("4-4");
    expect(decisions(scene)[0]?.options.find(({ code }) => code === "bet")?.targets).toEqual(["2/banner"]);
  });

  it("captured is excluded by suit like any other card", () => {
    const hands = {
      1: { banner: "2h", palace: "Ks Kc 3d" },
      2: { banner: "5c", palace: "As Qs 7s" },
      3: { banner: "4d", palace: "Jh Jc 6s" },
    };
    const scene = run(setTable({ hands }), "1 bet 2", "2 fold", "1 keep", "3 bet 1", "1 call");
    // Against diamonds seat 1 counts 2h Ks Kc and the captured 5c.
    expect(scene.round().last).toMatchObject({ winner: 1, decidedBy: "hand" });
  });

  it("captured goes to the discards where the house does not make a soldier of it", () => {
    const scene = run(setTable({ hands: three, rules: { capturedBannerBecomesSoldier: false } }), "1 bet 3", "3 fold");
    expect(toAct(scene)).toMatch(/^2:/);
    expect(scene.cardsAt("1/soldiers")).toEqual([]);
    expect(pile(scene.on.table.felt, "discard")).toHaveLength(4);
  });
});

describe("rule 5, cards of players who are out", () => {
  it("a fold in one's own turn gives nobody any card", () => {
    const scene = run(setTable({ hands: three }), "1 buy", "1 keep", "2 stay", "3 stay", "1 fold");
    expect(pile(scene.on.table.felt, "discard")).toHaveLength(5);
    expect(scene.cardsAt("2/soldiers")).toEqual([]);
  });

  it("lie face down: what lay open before is shown no more", () => {
    const scene = run(setTable({ hands: three }), "1 buy", "1 drop 1");
    const [held] = pile(scene.on.table.felt, "discard");
    expect(held).toBeDefined();
    expect(scene.on.table.felt.faces[held as number]).toBeUndefined();
    expect(scene.on.table.up).not.toContain(held);
  });
});

describe("rule 6, five soldiers", () => {
  const rich = { ...three, 2: { ...three[2], palace: "5d 7d 9d" } };
  const armed = ["1 buy", "1 keep", "2 buy", "2 keep", "3 stay"];
  const battle = [...armed, ...armed, ...armed, "1 bet 2", "2 call"];

  it("the winner chooses among own and captured cards together", () => {
    const scene = run(setTable({ hands: rich }), ...battle);
    expect(scene.cardsAt("1/soldiers")).toEqual(["2h", "3h", "4h", "Qc", "2c", "3c", "4c"]);
    expect(attempt(scene, "1 drop 1").ok).toBe(false);
    const own = pile(scene.on.table.felt, "1/soldiers").slice(0, 3);
    expect(scene.on.command({ kind: "decision", by: "1/soldiers", code: "discard", cards: own }).ok).toBe(true);
    expect(scene.cardsAt("1/soldiers")).toEqual(["Qc", "2c", "3c", "4c"]);
  });

  it("on time-out he keeps his own, then the banner, then the captured soldiers as they lay", () => {
    const scene = run(setTable({ hands: rich }), ...battle, "1 timeout");
    expect(scene.cardsAt("1/soldiers")).toEqual(["2h", "3h", "4h", "Qc", "2c"]);
    expect(toAct(scene)).toMatch(/^3:/);
  });
});

describe("rule 7, secrecy", () => {
  it("the ordinary showdown opens every palace, from the dealer's left", () => {
    const scene = run(setTable({ hands: three, dealer: 1 }), "2 stay", "3 stay", "1 stay");
    const revealed = scene.on.facts.flatMap((fact) => (fact.kind === "revealed" ? [fact.place] : []));
    expect(revealed).toEqual(["2/palace", "3/palace", "1/palace"]);
    expect(scene.settlement()?.hands.map(({ name }) => name.params)).toEqual([
      { hand: "three-of-a-kind", ranks: "QQQ9" },
      { hand: "high-card", ranks: "J986" },
      { hand: "three-of-a-kind", ranks: "AAAK" },
    ]);
  });
});

describe("rule 8, piles", () => {
  it("are judged before an action's own discards", () => {
    const hands = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seat) => [seat, { banner: `${"23456789TJ"[seat - 1]}${"cdhs"[seat % 4]}` }]),
    );
    const scene = setTable({ hands });
    for (const seat of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2]) run(scene, `${seat} buy`, `${seat} keep`);
    // Twelve cards are drawn: both piles are empty.
    expect(scene.on.table.felt.left).toBe(0);
    expect(toAct(scene)).toBe("3: bet discard fold stay");
    run(scene, "3 discard");
    expect(toAct(scene)).toBe("4: bet buy discard fold stay");
    run(scene, "4 buy");
    expect(scene.on.facts.filter((fact) => fact.kind === "shuffled").at(-1)).toMatchObject({ piles: ["discard", "aside"] });
    expect(scene.cardsAt("4/soldiers")).toHaveLength(2);
    expect(pile(scene.on.table.felt, "discard")).toEqual([]);
  });
});

describe("rule 9, needs", () => {
  it("Buy needs a whole small bet, Bet the whole formula, Discard a soldier", () => {
    const poor = { ...three, 1: { ...three[1], chips: 3 } };
    const scene = setTable({ hands: poor });
    expect(toAct(scene)).toBe("1: bet buy fold stay");
    run(scene, "1 buy", "1 keep", "2 stay", "3 stay");
    expect(toAct(scene)).toBe("1: discard fold stay");
  });

  it("an attacker short of the formula may bet all he has where the house says so", () => {
    const poor = { ...three, 1: { ...three[1], chips: 3 } };
    const scene = run(setTable({ hands: poor, rules: { attackNeedsFullAmount: false } }), "1 buy", "1 keep", "2 stay", "3 stay");
    expect(amountOf(scene, "bet")).toBe("1-1");
  });

  it("a player who cannot pay the whole ante is not dealt in and keeps his chips", () => {
    const hands = { ...three, 4: { banner: "2d", chips: 2 } };
    const scene = setTable({ hands, rules: { ante: 3 }, dealer: 3 });
    expect(scene.round().players).toEqual([1, 2, 3]);
    expect(pile(scene.on.table.felt, "4/banner")).toEqual([]);
    run(scene, "1 fold", "2 fold");
    expect(scene.settlement()?.results.filter(({ seat }) => seat === 4)).toEqual([
      { seat: 4, spot: "4/stack", stake: 2, outcome: "returned", net: 0, why: { code: "notDealtIn" } },
    ]);
  });
});

describe("rule 10, amounts", () => {
  it("a limit raise is exactly a big bet after all that is owed", () => {
    const scene = run(setTable({ hands: three, rules: { smallBet: 3, bigBet: 7 } }), "1 bet 2");
    expect(amountOf(scene, "call")).toBe("3-3");
    expect(amountOf(scene, "raise")).toBe("7-7");
  });

  it("two small bets for a raiser without soldiers, where the house says so", () => {
    const rules = { smallBet: 3, bigBet: 7, limitRaise: "two-small-without-soldiers" };
    const scene = run(setTable({ hands: three, rules }), "1 buy", "1 keep", "2 bet 1");
    expect(amountOf(scene, "raise")).toBe("7-7");
    run(scene, "1 raise");
    expect(amountOf(scene, "raise")).toBe("6-6");
  });

  it("without a limit a bet goes up to the stack and a raise is at least a big bet", () => {
    const hands = { ...three, 1: { ...three[1], chips: 50 }, 2: { ...three[2], chips: 90 } };
    const scene = setTable({ hands, rules: { limit: "no-limit" } });
    expect(amountOf(scene, "bet")).toBe("2-50");
    expect(attempt(scene, "1 bet 2 for 51")).toMatchObject({ ok: false, why: "amount" });
    run(scene, "1 bet 2 for 10");
    expect(amountOf(scene, "call")).toBe("10-10");
    expect(amountOf(scene, "raise")).toBe("4-80");
    expect(attempt(scene, "2 raise 3")).toMatchObject({ ok: false, why: "amount" });
  });

  it("a raise that cannot be made in full cannot be made", () => {
    const scene = run(setTable({ hands: { ...three, 2: { ...three[2], chips: 5 } } }), "1 bet 2");
    expect(toAct(scene)).toBe("2: call fold");
  });
});

describe("rule 11, all-in", () => {
  it("a defender short of the call may call with what he has", () => {
    const hands = { ...three, 2: { ...three[2], chips: 5 } };
    const scene = run(setTable({ hands }), "1 stay", "2 buy", "2 keep", "3 stay", "1 bet 2");
    expect(amountOf(scene, "call")).toBe("3-3");
    run(scene, "2 call");
    expect(inPot(scene)).toMatchObject({ 1: 2, 2: 5 });
  });

  it("also with nothing; nobody raises against a player without chips", () => {
    const hands = { ...three, 3: { ...three[3], chips: 2 } };
    const scene = run(setTable({ hands }), "1 stay", "2 stay", "3 buy", "3 keep");
    expect(marks(scene, 3)).toEqual(["button", "allIn"]);
    run(scene, "1 bet 3");
    expect(toAct(scene)).toBe("3: call fold");
    expect(amountOf(scene, "call")).toBe("0-0");
    run(scene, "3 call");
    expect(outs(scene)).toEqual({ 3: "lostBattle" });
  });

  it("only folds where the house does not let him call short", () => {
    const hands = { ...three, 2: { ...three[2], chips: 1 } };
    expect(toAct(run(setTable({ hands, rules: { defenderMayCallAllIn: false } }), "1 bet 2"))).toBe("2: fold");
  });

  it("the part of a raise that the other cannot match goes back at once", () => {
    const hands = { ...three, 1: { ...three[1], chips: 3 } };
    const scene = run(setTable({ hands }), "1 bet 2", "2 raise");
    expect(inPot(scene)).toMatchObject({ 1: 2, 2: 3 });
    expect(marks(scene, 2)).toEqual(["defends", "giveBack"]);
    expect(amountOf(scene, "call")).toBe("1-1");
    expect(toAct(scene)).toBe("1: call fold");
  });

  it("so does the part of a no-limit bet above the formula; the formula never does", () => {
    const hands = { ...three, 2: { ...three[2], chips: 7 }, 3: { ...three[3], chips: 1 } };
    const more = run(setTable({ hands, rules: { limit: "no-limit" } }), "1 bet 2 for 40");
    // The formula of both is 2: seat 2 can match 5 of the 38 above it.
    expect(inPot(more)).toMatchObject({ 1: 7 });
    expect(amountOf(more, "call")).toBe("7-7");
    const less = run(setTable({ hands, rules: { limit: "no-limit" } }), "1 bet 3 for 40");
    expect(inPot(less)).toMatchObject({ 1: 2 });
    expect(amountOf(less, "call")).toBe("1-1");
  });

  it("without chips a player stays in: Stay, Discard, Fold, defend", () => {
    const hands = { ...three, 3: { ...three[3], chips: 2 } };
    const scene = run(setTable({ hands }), "1 stay", "2 stay", "3 buy", "3 keep", "1 stay", "2 buy", "2 keep");
    expect(toAct(scene)).toBe("3: discard fold stay");
  });
});

describe("rule 12, pots", () => {
  const all = {
    1: { banner: "Ah", palace: "As Ad Kd", chips: 4 },
    2: { banner: "Qc", palace: "Qs Qd 9d" },
    3: { banner: "Js", palace: "9h 8d 6d" },
  };

  it("a player without chips wins no more from anybody than he put in", () => {
    const buys = ["1 buy", "1 drop 1", "2 buy", "2 drop 1", "3 buy", "3 drop 1"];
    const scene = run(
      setTable({ hands: all }),
      ...buys,
      ...buys,
      "1 stay",
      "2 buy",
      "2 drop 1",
      "3 buy",
      "3 drop 1",
      "1 stay",
      "2 stay",
      "3 stay",
    );
    expect(nets(scene)).toEqual({ 1: 8, 2: -2, 3: -6 });
    expect(
      scene
        .settlement()
        ?.results.filter(({ seat }) => seat === 2)
        .map(({ spot, net }) => [spot, net]),
    ).toEqual([
      ["pot/1", -4],
      ["pot/2", 2],
      ["2/stack", 0],
    ]);
  });

  it("a last survivor takes the whole pot, all-in or not", () => {
    const scene = run(
      setTable({ hands: all }),
      "1 stay",
      "2 buy",
      "2 drop 1",
      "3 buy",
      "3 drop 1",
      "1 bet 2",
      "2 call",
      "1 keep",
      "3 bet 1",
      "1 call",
    );
    expect(scene.settlement()?.why).toEqual({ code: "lastStanding" });
    expect(nets(scene)).toEqual({ 1: 8, 2: -4, 3: -4 });
  });

  it("a pot with one eligible player is paid to him", () => {
    const hands = { 1: { ...all[1], chips: 2 }, 2: all[2] };
    const scene = run(setTable({ hands }), "1 buy", "1 drop 1", "2 buy", "2 drop 1", "1 stay", "2 buy", "2 drop 1", "1 stay", "2 stay");
    const own = scene.settlement()?.results.find(({ seat, spot }) => seat === 2 && spot === "pot/2");
    expect(own).toMatchObject({ stake: 2, net: 0, outcome: "win", why: { code: "onlyEligible" } });
    expect(nets(scene)).toEqual({ 1: 2, 2: -2 });
  });
});

describe("rule 13, out of turn", () => {
  it("is refused", () => {
    const scene = setTable({ hands: three });
    expect(attempt(scene, "2 buy")).toMatchObject({ ok: false, why: "option" });
    expect(toAct(scene)).toMatch(/^1:/);
  });

  it("a spoken fold binds: it is carried out when his turn comes", () => {
    const scene = run(setTable({ hands: three }), "2 foldAhead");
    expect(marks(scene, 2)).toEqual(["foldsAhead"]);
    expect(toAct(scene)).toMatch(/^1:/);
    run(scene, "1 stay");
    expect(outs(scene)).toEqual({ 2: "folded" });
    expect(toAct(scene)).toMatch(/^3:/);
  });

  it("or as the defender's fold if he is attacked first", () => {
    const scene = run(setTable({ hands: three }), "3 foldAhead", "1 bet 3");
    expect(outs(scene)).toEqual({ 3: "folded" });
    expect(toAct(scene)).toBe("1: discard keepAll");
    expect(scene.cardsAt("1/soldiers")).toEqual(["Js"]);
  });

  it("several in a row are carried out one after the other, and the rows are tested after each", () => {
    const hands = { ...three, 4: { banner: "Th" } };
    const scene = run(setTable({ hands, rules: { ante: 1 } }), "2 foldAhead", "3 foldAhead", "1 stay");
    expect(outs(scene)).toEqual({ 2: "folded", 3: "folded" });
    expect(scene.settlement()?.why).toEqual({ code: "equalBanners" });
  });

  it("is not offered to those who fight", () => {
    const scene = run(setTable({ hands: three }), "1 bet 2");
    expect(decisions(scene).map(({ by, early }) => [by, early === true])).toEqual([
      ["2/seat", false],
      ["3/seat", true],
    ]);
  });
});

describe("rule 14, time-out", () => {
  it("stays in one's own turn, folds as a defender or when facing a raise", () => {
    const scene = run(setTable({ hands: three }), "1 timeout");
    expect(scene.round().passed).toEqual([1]);
    run(scene, "2 bet 3", "3 timeout");
    expect(outs(scene)).toEqual({ 3: "folded" });
    const raised = run(setTable({ hands: three }), "1 bet 2", "2 raise", "1 timeout");
    expect(outs(raised)).toEqual({ 1: "folded" });
  });

  it("gives each decision its own clock, also to the winner whose turn follows", () => {
    const scene = run(setTable({ hands: three }), "1 bet 3", "3 fold", "1 keep", "2 stay");
    run(scene, "1 stay");
    const hands = { ...three, 3: { banner: "Js", palace: "Jc Jd Jh" }, 4: { banner: "9c" } };
    const next = run(setTable({ hands }), "1 stay", "2 bet 3", "3 call");
    expect(toAct(next)).toBe("3: discard keepAll");
    next.on.event({ kind: "deadline", at: next.on.table.at + decisionMs - 1000 });
    run(next, "3 keep");
    next.on.event({ kind: "deadline", at: next.on.table.at + 5000 });
    expect(toAct(next)).toMatch(/^3: bet/);
    run(next, "3 timeout");
    expect(next.round().passed).toEqual([3]);
  });

  it("does not run for those who are not to act", () => {
    const scene = setTable({ hands: three });
    expect(scene.on.table.played?.asked).toEqual({ "1/seat": expect.any(Number) });
  });
});

describe("rule 15, the last two", () => {
  it("with different banners need not attack: if both pass, the ordinary showdown decides", () => {
    const hands = { 1: { banner: "Kh", palace: "Kc 3c 4c" }, 2: { banner: "9c", palace: "Qs Js Th" } };
    const scene = run(setTable({ hands, rules: { ante: 1 } }), "1 stay", "2 stay");
    expect(scene.settlement()).toMatchObject({ why: { code: "passiveRound" }, order: expect.any(Array) });
    // Clubs count here: no exclusion.
    expect(nets(scene)).toEqual({ 1: 1, 2: -1 });
  });
});

describe("three banners of one suit", () => {
  it("end the hand at once, split with the odd chips nearest the dealer's left", () => {
    const hands = { 1: { banner: "Kh" }, 4: { banner: "2s" }, 5: { banner: "4h" }, 9: { banner: "2h" } };
    const scene = run(setTable({ hands, rules: { ante: 2 }, dealer: 1 }), "4 fold");
    expect(scene.settlement()).toMatchObject({ why: { code: "equalBanners" }, order: [5, 9, 1] });
    expect(nets(scene)).toEqual({ 1: 0, 4: -2, 5: 1, 9: 1 });
  });
});
