// Caribbean Stud with the house's progressive: no stake without it, stakes counted before the first card, a hit that waits for its award
// while everything else is paid and play goes on.

import { describe, expect, it } from "vitest";
import { alarms } from "#core/derive";
import { type Meter, type MeterFact, type PoolSetup, startMeter } from "#core/progressive";
import { statementOf } from "#core/progressive-statement";
import { stepMeter } from "#core/progressive-step";
import { type Stage, setupFor, stage } from "#core/rehearse";
import { view } from "#core/view";
import { caribbeanStud } from "#games/caribbean-stud/game";
import type { KeptFact } from "#site/history";
import { noStakes, takeFact } from "#site/stakes";
import { panelFace } from "#table/panel-keys";
import { deal, decide, netOf, payOut, rulesWith, settlementOf, turnUp } from "./caribbean-stud-bed.ts";

const dealer = "9d 9c 7c 7s 4s";
const hands = { "1/hand": "As Ks Qs Js Ts", "3/hand": "8c 8d 8s 5h 2h", "dealer/hand": dealer };
const rules = rulesWith({ meter: "pool" });
const devices = [{ id: "royal", roles: ["progressive"], required: false, holds: "thisDeck" }] as const;
const script = { game: caribbeanStud, rules, seats: [1, 3], carry: null, pool: "royal", devices } as const;
const setup = setupFor(script);

function poolOf(id: string): PoolSetup {
  return {
    id,
    stake: 50,
    tables: ["t1"],
    levels: [{ id: "major", base: 1_000_000, ceiling: null, ratePpm: 710_001, reservePpm: 0 }],
    prizes: [{ hand: "royal-flush", level: "major", percent: 100 }],
    split: "equal shares",
    awardRoles: ["floor", "surveillance"],
    adjustRoles: ["manager", "surveillance"],
  };
}

function link(on: Stage, status: "up" | "stale"): void {
  on.event({ kind: "link", at: on.table.at + 1, device: "royal", status, ...(status === "stale" && { why: "silent" }) });
}

/** A round with bets open; the progressive answers. */
function open(): Stage {
  const on = stage(script);
  link(on, "up");
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of [1, 3]) on.command({ kind: "wager", spot: `${seat}/ante`, stake: 100 });
  return on;
}

function bet(on: Stage, ...seats: readonly number[]): void {
  for (const seat of seats) on.command({ kind: "wager", spot: `${seat}/jackpot`, stake: 50 });
}

/** Seat 1 has a royal, seat 3 trips; both have a jackpot stake. */
function hit(): Stage {
  const on = open();
  bet(on, 1, 3);
  on.command({ kind: "close" });
  on.command({ kind: "count", cards: 2 });
  deal(on, { hands });
  decide(on, { hands });
  turnUp(on);
  return on;
}

/** The pool after all that the table has told. */
function followed(on: Stage): { readonly pool: PoolSetup; readonly meter: Meter; readonly facts: readonly MeterFact[] } {
  const pool = poolOf("royal");
  let meter = startMeter(pool);
  let stakes = noStakes;
  const facts: MeterFact[] = [];
  for (const fact of on.facts) {
    const { n, at, round } = fact;
    const next = takeFact(stakes, { table: "t1", journal: "j", n, at, round, fact: fact as unknown as KeptFact["fact"] });
    stakes = next.stakes;
    if (next.event === undefined) continue;
    const stepped = stepMeter(pool, meter, next.event);
    meter = stepped.meter;
    facts.push(...stepped.facts);
  }
  return { pool, meter, facts };
}

const told = (on: Stage, kind: string) => on.facts.filter((fact) => fact.kind === kind);

describe("without its progressive", () => {
  it("takes no jackpot stake, and plays on", () => {
    const on = stage(script);
    on.command({ kind: "confirm", code: "openRound" });
    on.command({ kind: "wager", spot: "1/ante", stake: 100 });
    expect(on.command({ kind: "wager", spot: "1/jackpot", stake: 50 })).toEqual({ ok: false, why: "jackpotAway" });
    expect(on.command({ kind: "close" })).toEqual({ ok: true });
    expect(on.openings().some(({ kind }) => kind === "card")).toBe(true);
    expect(view(on.table, setup, caribbeanStud, "public").progressive).toEqual({ pool: "royal", online: false, awaited: [] });
  });

  it("lost while bets are open, closes no bets over a stake that can't be counted: it is taken back, or the link returns", () => {
    const on = open();
    bet(on, 1);
    link(on, "stale");
    expect(on.command({ kind: "close" })).toEqual({ ok: false, why: "jackpotAway" });
    expect(alarms(on.table, setup)).toMatchObject([{ code: "poolLost", device: "royal" }]);
    expect(on.command({ kind: "wager", spot: "1/jackpot", stake: 0 })).toEqual({ ok: true });
    expect(on.command({ kind: "close" })).toEqual({ ok: true });
    const other = open();
    bet(other, 1);
    link(other, "stale");
    link(other, "up");
    expect(other.command({ kind: "close" })).toEqual({ ok: true });
    expect(alarms(other.table, setup)).toEqual([]);
  });

  it("lost after the stakes were locked, plays the round to its end: they are in", () => {
    const on = open();
    bet(on, 3);
    on.command({ kind: "close" });
    link(on, "stale");
    on.command({ kind: "count", cards: 1 });
    deal(on, { hands });
    decide(on, { hands });
    turnUp(on);
    expect(netOf(settlementOf(on), "3/jackpot")).toBe(150);
  });

  it("does not place the stakes of a void round again", () => {
    const on = open();
    bet(on, 1);
    on.command({ kind: "close" });
    on.command({ kind: "confirm", code: "misdeal", reason: "x" });
    payOut(on);
    link(on, "stale");
    on.command({ kind: "confirm", code: "redeal" });
    expect(on.table.played?.round).toMatchObject({ stakes: { "1/ante": 100, "3/ante": 100 } });
    expect(on.table.played?.round).not.toHaveProperty(["stakes", "1/jackpot"]);
  });
});

describe("jackpot stakes", () => {
  it("are counted before the first card: until the count is what was accepted, no card is due", () => {
    const on = open();
    bet(on, 1, 3);
    on.command({ kind: "close" });
    expect(told(on, "betsClosed")).toMatchObject([{ toCount: 2 }]);
    expect(on.openings().filter(({ kind }) => kind === "card" || kind === "count")).toEqual([{ kind: "count", place: "jackpot" }]);
    expect(on.command({ kind: "count", cards: 1 })).toEqual({ ok: false, why: "stakesDiffer" });
    expect(on.openings().some(({ kind }) => kind === "card")).toBe(false);
    expect(on.command({ kind: "count", cards: 2 })).toEqual({ ok: true });
    expect(told(on, "stakesCounted")).toMatchObject([
      { count: 1, good: false },
      { count: 2, good: true },
    ]);
    expect(on.openings().some(({ kind }) => kind === "card")).toBe(true);
  });

  it("that were entered wrongly are put right by taking the close back", () => {
    const on = open();
    bet(on, 1, 3);
    on.command({ kind: "close" });
    on.command({ kind: "count", cards: 1 });
    const undo = on.openings().find((opening) => opening.kind === "undo");
    expect(undo?.kind === "undo" && on.command({ kind: "undo", from: undo.from })).toEqual({ ok: true });
    on.command({ kind: "wager", spot: "3/jackpot", stake: 0 });
    on.command({ kind: "close" });
    expect(on.command({ kind: "count", cards: 1 })).toEqual({ ok: true });
  });

  it("placed after a close that was taken back are in: they feed the pool and win it", () => {
    const on = open();
    on.command({ kind: "close" });
    const undo = on.openings().find((opening) => opening.kind === "undo");
    expect(undo?.kind === "undo" && on.command({ kind: "undo", from: undo.from })).toEqual({ ok: true });
    bet(on, 1);
    on.command({ kind: "close" });
    on.command({ kind: "count", cards: 1 });
    deal(on, { hands });
    decide(on, { hands });
    turnUp(on);
    const { meter, facts } = followed(on);
    expect(facts.map(({ kind }) => kind)).toEqual(["locked", "locked", "grown", "hit"]);
    expect(meter.entries).toMatchObject([{ kind: "award", status: "pending", won: { seat: 1, hand: "royal-flush" } }]);
  });

  it("are counted on a button panel too, blind: a key for each number that there can be", () => {
    const on = open();
    bet(on, 3);
    on.command({ kind: "close" });
    const { keys, actions } = panelFace(view(on.table, setup, caribbeanStud, "dealer"), "en", String);
    const counts = keys.filter(({ label }) => label.join(" ") === "Jackpot wagers");
    expect(counts.map(({ notes, rank }) => [...notes, rank])).toEqual([
      ["1", "choice"],
      ["2", "choice"],
    ]);
    const [one, two] = counts.map(({ key }) => actions.get(key)?.command);
    expect(two === undefined || on.command(two)).toEqual({ ok: false, why: "stakesDiffer" });
    expect(one === undefined || on.command(one)).toEqual({ ok: true });
  });

  it("need no count where there are none", () => {
    const on = open();
    on.command({ kind: "close" });
    expect(told(on, "betsClosed")[0]).not.toHaveProperty("toCount");
    expect(on.openings().some(({ kind }) => kind === "card")).toBe(true);
  });
});

describe("a hit", () => {
  it("is pending: its stake is taken, fixed prizes and everything else are paid at once", () => {
    const on = hit();
    const settled = settlementOf(on);
    expect(settled.results.find(({ spot }) => spot === "1/jackpot")).toMatchObject({
      pending: true,
      net: -50,
      why: { code: "jackpotPending" },
    });
    expect(netOf(settled, "3/jackpot")).toBe(150);
    expect(settled.transfers.some(({ from, to }) => `${from} ${to}`.includes("meter"))).toBe(false);
    expect(on.table.awaited).toMatchObject([{ round: 1, seat: 1, hand: "royal-flush", award: null }]);
    payOut(on);
    expect(on.command({ kind: "confirm", code: "openRound" })).toEqual({ ok: true });
    expect(alarms(on.table, setup)).toMatchObject([{ id: "jackpot-1-1", code: "jackpotPending", place: "1/jackpot" }]);
  });

  it("is paid what two people have confirmed, once, by the floor, whatever is played by then", () => {
    const on = hit();
    payOut(on);
    const award = { kind: "award", pool: "royal", id: "royal-1", of: 1, seat: 1, amount: 18_743_250 } as const;
    for (const at of [on.table.at + 1, on.table.at + 2]) on.event({ ...award, at });
    on.event({ ...award, id: "royal-2", seat: 3, at: on.table.at + 3 });
    expect(told(on, "awarded")).toMatchObject([{ award: "royal-1", of: 1, round: 1, seat: 1, hand: "royal-flush", amount: 18_743_250 }]);
    expect(alarms(on.table, setup)).toMatchObject([{ id: "jackpot-1-1", code: "jackpotToPay" }]);
    on.command({ kind: "confirm", code: "openRound" });
    expect(on.openings()).toContainEqual({ kind: "confirm", code: "awardPaid", role: "floor", seat: 1 });
    on.command({ kind: "confirm", code: "awardPaid", seat: 1 });
    expect(told(on, "awardPaid")).toMatchObject([
      { award: "royal-1", of: 1, round: 1, transfer: { from: "meter/royal", to: "seat/1", amount: 18_743_250 } },
    ]);
    expect([on.table.awaited, alarms(on.table, setup)]).toEqual([[], []]);
    on.event({ ...award, at: on.table.at + 1 });
    expect(told(on, "awarded")).toHaveLength(1);
  });

  it("that is refused is no prize, and waits no longer", () => {
    const on = hit();
    on.event({ kind: "award", at: on.table.at + 1, pool: "royal", id: "royal-1", of: 1, seat: 1, amount: null });
    expect(told(on, "awarded")).toMatchObject([{ amount: null }]);
    expect(on.table.awaited).toEqual([]);
  });

  it("is on no sign before its award, and its amount never from the table", () => {
    const on = hit();
    const shown = view(on.table, setup, caribbeanStud, "public");
    expect(shown.progressive).toEqual({ pool: "royal", online: true, awaited: [] });
    expect(shown.settlement?.results.find(({ spot }) => spot === "1/jackpot")).toMatchObject({ pending: true, stake: 0, net: 0 });
  });

  it("that a correction brings to light or takes away waits, or waits no more; what was decided is not asked for again", () => {
    const on = hit();
    payOut(on);
    const [seat1 = [], seat3 = []] = [1, 3].map((seat) => on.table.recalled[0]?.felt.piles[`${seat}/hand`] ?? []);
    const correct = (cards: readonly { held: number; card: string }[]) =>
      on.command({ kind: "correct", round: 1, cards: cards as never, reason: "misread" });
    on.event({ kind: "award", at: on.table.at + 1, pool: "royal", id: "royal-1", of: 1, seat: 1, amount: 100 });
    on.command({ kind: "confirm", code: "awardPaid", seat: 1 });
    expect(correct([{ held: seat3[0] ?? 0, card: "Tc" }])).toEqual({ ok: true });
    payOut(on);
    expect(on.table.awaited).toEqual([]);
    expect(correct([{ held: seat1[0] ?? 0, card: "2c" }])).toEqual({ ok: true });
    payOut(on);
    expect(on.table.awaited).toEqual([]);
    expect(correct([{ held: seat1[0] ?? 0, card: "As" }])).toEqual({ ok: true });
    expect(on.table.awaited).toEqual([]);
    expect(told(on, "corrected").map((fact) => "won" in fact && fact.won)).toEqual([
      [{ seat: 1, hand: "royal-flush" }],
      [],
      [{ seat: 1, hand: "royal-flush" }],
    ]);
  });

  it("that a correction moves to another seat is moved at the pool too: what the table tells makes the meter, and the statement balances", () => {
    const on = hit();
    payOut(on);
    const cardsOf = (seat: number) => on.table.recalled[0]?.felt.piles[`${seat}/hand`] ?? [];
    const [seat1, seat3] = [cardsOf(1), cardsOf(3)];
    // The two hands were taken for one another: each card is named as what it was.
    const names = (cards: string): readonly string[] => cards.split(" ");
    const cards = [
      ...seat1.map((held, i) => ({ held, card: names(hands["3/hand"])[i] })),
      ...seat3.map((held, i) => ({ held, card: names(hands["1/hand"])[i] })),
    ];
    expect(on.command({ kind: "correct", round: 1, cards: cards as never, reason: "hands mixed up" })).toEqual({ ok: true });
    payOut(on);
    expect(on.table.awaited).toMatchObject([{ round: 1, seat: 3, hand: "royal-flush", award: null }]);

    const { pool, meter, facts } = followed(on);
    const [first, second, ...more] = meter.entries;
    expect(more).toEqual([]);
    expect([first, second]).toMatchObject([
      { status: "withdrawn", won: { seat: 1 } },
      { status: "pending", won: { seat: 3 } },
    ]);
    expect(second?.amount).toBe(first?.amount);
    expect(facts.filter(({ kind }) => kind === "strange")).toEqual([]);
    const [line] = statementOf(pool, facts, 0, meter.at + 1);
    expect(line).toMatchObject({ closing: meter.levels.major?.value, hits: 1, awards: (second?.amount ?? 0) * 1_000_000, stakes: 2 });
  });
});

describe("the rules of a pool", () => {
  it("say what the pool must be, and print neither base nor contribution of their own", () => {
    expect(caribbeanStud.progressive?.(rules)).toEqual({
      stake: 50,
      prizes: [{ hand: "royal-flush", percent: 100 }],
      split: "equal shares",
    });
    expect(caribbeanStud.progressive?.(rulesWith({}))).toBe(null);
    const all = caribbeanStud.progressive?.(rulesWith({ meter: "pool", fixedPrizesFromMeter: true }));
    expect(all?.prizes.slice(0, 2)).toEqual([
      { hand: "royal-flush", percent: 100 },
      { hand: "straight-flush", fixed: 125_000 },
    ]);
    expect(caribbeanStud.notice(rules).rules.map(({ code }) => code)).not.toContain("ruleMeterBase");
    expect(() => rulesWith({ meter: "pool", progressiveStake: null })).toThrow("no stake goes to the pool");
  });
});
