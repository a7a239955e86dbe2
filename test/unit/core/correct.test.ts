// A wrong card found after payment: the round is settled anew on record, the difference is collected and paid.

import { describe, expect, it } from "vitest";
import { type Card, deck52 } from "#core/card";
import { asks, expected } from "#core/derive";
import type { Command, Event } from "#core/event";
import type { FactBody } from "#core/fact";
import type { Held } from "#core/felt";
import type { AnyGame } from "#core/game";
import type { Opening } from "#core/opening";
import type { Operator, Role } from "#core/operator";
import { type Rehearsal, rehearse, type Script, setupFor } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { step } from "#core/step";
import type { Reply, Setup, Table } from "#core/table";
import { view } from "#core/view";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { schema as caribbeanRules } from "#games/caribbean-stud/rules";

const hands: Record<string, readonly Card[]> = {
  "1/hand": ["Ah", "Ad", "7c", "5s", "3d"],
  "2/hand": ["Kh", "Kd", "9c", "4s", "2d"],
  "dealer/hand": ["Qh", "Qd", "8c", "6s", "2c"],
};

/** Two players, Ante 100 and a jackpot stake each; both bet, the dealer has a pair of queens. */
function played(over: Record<string, unknown> = {}): Rehearsal {
  const rules = caribbeanRules.parse({ meter: { base: 1000, contribution: 10 }, ...over });
  const script: Script = {
    game: caribbeanStud as AnyGame,
    rules,
    seats: [1, 2],
    carry: null,
    hands,
    policy: (openings) => {
      const wager = openings.find((one) => one.kind === "wager" && one.placed === 0);
      if (wager?.kind === "wager") return { kind: "wager", spot: wager.spot, stake: wager.spot.endsWith("ante") ? 100 : wager.stake.min };
      const decision = openings.find((one) => one.kind === "decision");
      if (decision?.kind === "decision") return { kind: "decision", by: decision.by, code: "bet", amount: 200 };
      const reveal = openings.find((one) => one.kind === "reveal");
      if (reveal?.kind === "reveal") return { kind: "reveal", place: reveal.place };
      return openings.some((one) => one.kind === "close") ? { kind: "close" } : null;
    },
  };
  return rehearse(script);
}

const moves: readonly string[] = ["card", "wager", "decision", "close", "reveal", "confirm"];

/** The table after the rehearsal, driven on. */
function driven(over: Record<string, unknown> = {}, more: Partial<Setup<unknown>> = {}) {
  const start = played(over);
  const setup = {
    ...setupFor({ rules: caribbeanRules.parse({ meter: { base: 1000, contribution: 10 }, ...over }), seats: [1, 2] }),
    ...more,
  };
  let table: Table = start.table;
  const facts: (FactBody & { round: number })[] = [];
  let id = 0;
  const command = (asked: Parameters<typeof send>[0], role: Role = "floor", name: string = role): Reply => send(asked, { name, role });
  function send(command: Command, by: Operator): Reply {
    return event({ kind: "command", at: table.at + 1, id: `x${id++}`, by, command }) ?? { ok: true };
  }
  function event(one: Event): Reply | undefined {
    const stepped = step(caribbeanStud as AnyGame, setup, table, one);
    table = stepped.table;
    facts.push(...stepped.facts);
    const missing = table.up.filter((held) => table.felt.faces[held] === undefined);
    const ask = asks(table, setup, caribbeanStud as AnyGame)[0];
    if (missing.length > 0) event({ kind: "opened", at: table.at, faces: missing.map((held) => [held, deck52[held - 1] as Card, ""]) });
    else if (ask !== undefined) event({ kind: "answered", at: table.at, ask: ask.id, value: null });
    return stepped.reply;
  }
  const openings = () => expected(table, setup, caribbeanStud as AnyGame);
  /** One round more: both fold their Antes. */
  function playNext(): void {
    let held = 0;
    command({ kind: "confirm", code: "openRound" }, "dealer");
    for (let opening: Opening | undefined; table.played !== null; ) {
      opening = openings().find(
        (one) => moves.includes(one.kind) && (one.kind !== "wager" || (one.placed === 0 && one.spot.endsWith("/ante"))),
      );
      if (opening?.kind === "card") event({ kind: "held", at: table.at + 1, device: "shoe", held: ++held, present: true });
      else if (opening?.kind === "wager") command({ kind: "wager", spot: opening.spot, stake: opening.stake.min }, "dealer");
      else if (opening?.kind === "decision") command({ kind: "decision", by: opening.by, code: "fold" }, "dealer");
      else if (opening?.kind === "close") command({ kind: "close" }, "dealer");
      else if (opening?.kind === "reveal") command({ kind: "reveal", place: opening.place }, "dealer");
      else if (opening?.kind === "confirm" && opening.seat !== undefined)
        command({ kind: "confirm", code: "paid", seat: opening.seat }, "dealer");
      else throw new Error(`nothing leads on from ${JSON.stringify(openings())}`);
    }
  }
  return {
    wait: (ms: number) => event({ kind: "deadline", at: table.at + ms }),
    playNext,
    get table() {
      return table;
    },
    facts,
    command,
    openings,
    rounds: () => openings().flatMap((one) => (one.kind === "correct" ? [one.round] : [])),
    shown: (audience: "dealer" | "public") => view(table, setup, caribbeanStud as AnyGame, audience),
    payAll: () => {
      for (;;) {
        const paid = openings().find((one) => one.kind === "confirm" && one.code === "paid");
        if (paid?.kind !== "confirm" || paid.seat === undefined) return;
        send({ kind: "confirm", code: "paid", seat: paid.seat }, { name: "dealer", role: "dealer" });
      }
    },
    settlements: () => [start.settlement as Settlement, ...facts.flatMap((fact) => (fact.kind === "settled" ? [fact.settlement] : []))],
  };
}

const heldOf = (table: Table, card: string): Held =>
  Number(
    Object.entries(table.recalled.at(-1)?.felt.faces ?? table.felt.faces)
      .concat(Object.entries(table.felt.faces))
      .find(([, face]) => face === card)?.[0],
  );
const correction = (table: Table, was: Card, is: Card, round = 1) =>
  ({ kind: "correct", round, cards: [{ held: heldOf(table, was), card: is }], reason: "tag on the wrong card" }) as const;

/** What every account has won or lost by all revisions. */
const ledger = (settlements: readonly Settlement[]) =>
  Object.fromEntries([...balances(settlements.flatMap(({ transfers }) => transfers))].filter(([, amount]) => amount !== 0).sort());

describe("a wrong card found after payment", () => {
  it("is settled anew: the difference is a new revision, zero in sum, on record with who approved and why", () => {
    const on = driven();
    on.payAll();
    expect(on.rounds()).toEqual([1]);
    // Seat 1 had A-A, it was A-8: the hand lost.
    expect(on.command(correction(on.table, "Ad", "8d"))).toEqual({ ok: true });
    const corrected = on.facts.find((fact) => fact.kind === "corrected");
    expect(corrected).toMatchObject({
      round: 1,
      revision: 2,
      cards: [{ place: "1/hand", was: "Ad", is: "8d" }],
      approved: [{ name: "floor", role: "floor" }],
      reason: "tag on the wrong card",
      unpaid: [],
    });
    const [first, second] = on.settlements().slice(0, 2) as [Settlement, Settlement];
    expect(second).toMatchObject({ revision: 2, order: [1], why: { code: "correction", params: { revision: 2 } } });
    // Ante 100 and Bet 200 had come back with as much again.
    expect(second.results.map(({ spot, net }) => [spot, net])).toEqual([
      ["1/ante", -200],
      ["1/bet", -400],
    ]);
    expect([...balances(second.transfers).values()].reduce((sum, one) => sum + one, 0)).toBe(0);
    expect(balances(second.transfers).get("seat/1")).toBe(-600);
    expect(first.revision).toBeUndefined();
    on.payAll();
    expect(on.table.played).toBeNull();
    expect(on.facts.filter((fact) => fact.kind === "roundEnded")).toHaveLength(1);
  });

  it("the console works it through like any settlement; everybody else sees what the round is now", () => {
    const on = driven();
    on.payAll();
    on.command(correction(on.table, "Ad", "8d"));
    const dealer = on.shown("dealer");
    expect(dealer).toMatchObject({ phase: "settle", round: 1, settlement: { revision: 2, order: [1], served: 0 } });
    expect(dealer.expected[0]).toMatchObject({ kind: "confirm", code: "paid", seat: 1 });
    expect(dealer.seats[0]?.places[0]?.cards).toEqual(["Ah", "8d", "7c", "5s", "3d"]);
    const sign = on.shown("public");
    expect(sign.settlement?.results.filter(({ seat }) => seat === 1).map(({ outcome }) => outcome)).toEqual(["lose", "lose", "lose"]);
    expect(sign.settlement?.transfers).toEqual([]);
    on.payAll();
    expect(on.shown("public").last?.shown["1/hand"]).toEqual(["Ah", "8d", "7c", "5s", "3d"]);
    expect(on.shown("public").last?.settlement.revision).toBe(2);
  });

  it("is corrected again, and back: the ledger of all revisions is that of the last one", () => {
    const on = driven();
    on.payAll();
    const [before] = on.settlements();
    on.command(correction(on.table, "Ad", "8d"));
    on.payAll();
    on.command(correction(on.table, "8d", "Ad"));
    on.payAll();
    expect(on.settlements().map(({ revision }) => revision)).toEqual([undefined, 2, 3]);
    expect(ledger(on.settlements())).toEqual(ledger([before as Settlement]));
  });

  it("found while seats are still being paid: who was served gives back, the others are paid as it now stands", () => {
    const on = driven();
    const [first] = on.settlements();
    expect(first?.order).toEqual([2, 1]);
    on.command({ kind: "confirm", code: "paid", seat: 2 }, "dealer");
    // The dealer's pair of queens was queen and king: no pair, not qualified with a king high.
    on.command(correction(on.table, "Qd", "Kc"));
    const revision = on.settlements().at(-1);
    expect(revision?.order).toEqual([2, 1]);
    expect(revision?.results.map(({ spot, net }) => [spot, net])).toEqual([
      ["2/bet", -200],
      ["1/ante", 100],
      ["1/bet", 0],
      ["1/jackpot", -50],
    ]);
    const unpaid = on.facts.flatMap((fact) => (fact.kind === "corrected" ? fact.unpaid : []));
    expect(new Set(unpaid.map(({ from, to }) => (from.includes("1") ? from : to)))).toEqual(
      new Set(["seat/1", "1/ante", "1/bet", "1/jackpot"]),
    );
    on.payAll();
    expect(on.table.played).toBeNull();
    expect(on.facts.filter((fact) => fact.kind === "roundEnded")).toHaveLength(1);
  });

  it("the meter that the next round begins with is counted anew; bets that lie already stay", () => {
    const on = driven();
    on.payAll();
    const meter = (on.table.carry as { meter: number }).meter;
    on.command({ kind: "confirm", code: "openRound" }, "dealer");
    on.command({ kind: "wager", spot: "1/ante", stake: 150 }, "dealer");
    // Seat 2 had a royal flush, and nobody saw it.
    const cards = (["Kh", "Kd", "9c", "4s", "2d"] as const).map((was, i) => ({
      held: heldOf(on.table, was),
      card: (["Ts", "Js", "Qs", "Ks", "As"] as const)[i] as Card,
    }));
    expect(on.command({ kind: "correct", round: 1, cards, reason: "tags of another deck" })).toEqual({ ok: true });
    expect(on.shown("dealer").round).toBe(1);
    on.payAll();
    expect(on.shown("dealer")).toMatchObject({ round: 2, phase: "bets" });
    expect((on.table.carry as { meter: number }).meter).toBe(1000);
    expect(meter).toBe(1020);
    expect(on.table.played?.round).toMatchObject({ meter: 1000, stakes: { "1/ante": 150 } });
  });

  it("takes no time from those who bet", () => {
    const on = driven({ betsMs: 20_000 });
    const timesUp = () => on.facts.some((fact) => fact.kind === "betsClosed" && fact.how === "timeout");
    on.payAll();
    on.command({ kind: "confirm", code: "openRound" }, "dealer");
    on.command({ kind: "wager", spot: "1/ante", stake: 150 }, "dealer");
    on.wait(10_000);
    on.command(correction(on.table, "Ad", "8d"));
    on.wait(60_000);
    on.payAll();
    on.wait(19_000);
    expect(on.shown("dealer")).toMatchObject({ round: 2, phase: "bets" });
    expect(timesUp()).toBe(false);
    on.wait(1_000);
    expect(timesUp()).toBe(true);
  });

  it("is off when its round is recalled no more", () => {
    const on = driven({}, { corrections: ["floor", "surveillance"] });
    on.payAll();
    on.command(correction(on.table, "Ad", "8d"));
    expect(on.shown("dealer").proposal).not.toBeNull();
    for (let round = 0; round < 2; round++) on.playNext();
    expect(on.table.recalled.map(({ played }) => played.number)).toEqual([2, 3]);
    expect(on.shown("dealer").proposal).toBeNull();
  });

  it("waits for the end of a deal; the two rounds settled last can be corrected, no older one", () => {
    const on = driven();
    on.payAll();
    on.command({ kind: "confirm", code: "openRound" }, "dealer");
    on.command({ kind: "wager", spot: "1/ante", stake: 100 }, "dealer");
    on.command({ kind: "close" }, "dealer");
    expect(on.rounds()).toEqual([]);
    expect(on.command(correction(on.table, "Ad", "8d"))).toEqual({ ok: false, why: "roundUnderway" });
    expect(on.command(correction(on.table, "Ad", "8d", 7))).toEqual({ ok: false, why: "notRecalled", params: { round: 7 } });
  });
});

describe("who may correct, and what", () => {
  it("the floor, with a reason; a dealer alone may not", () => {
    const on = driven();
    on.payAll();
    expect(on.command(correction(on.table, "Ad", "8d"), "dealer")).toEqual({ ok: false, why: "role", params: { role: "floor" } });
    expect(on.command({ ...correction(on.table, "Ad", "8d"), reason: " " })).toEqual({ ok: false, why: "reasonNeeded" });
    expect(on.command(correction(on.table, "Ad", "8d"), "manager")).toEqual({ ok: true });
  });

  it("two people where the house says so: another person in the second role approves, or it is withdrawn", () => {
    const on = driven({}, { corrections: ["floor", "surveillance"] });
    on.payAll();
    expect(on.command(correction(on.table, "Ad", "8d"))).toEqual({ ok: true });
    expect(on.facts.at(-1)).toMatchObject({ kind: "correctionProposed", round: 1, cards: [{ was: "Ad", is: "8d" }] });
    expect(on.shown("dealer").proposal).toMatchObject({ round: 1, by: { name: "floor" } });
    expect(on.shown("public").proposal).toBeNull();
    expect(on.command({ kind: "confirm", code: "approve" })).toEqual({ ok: false, why: "role", params: { role: "surveillance" } });
    expect(on.command({ kind: "confirm", code: "approve" }, "manager", "floor")).toEqual({ ok: false, why: "otherPerson" });
    on.command({ kind: "confirm", code: "withdraw" });
    expect(on.facts.at(-1)).toMatchObject({ kind: "correctionWithdrawn", round: 1 });
    expect(on.command({ kind: "confirm", code: "approve" }, "surveillance")).toEqual({ ok: false, why: "notNow" });
    on.command(correction(on.table, "Ad", "8d"));
    expect(on.command({ kind: "confirm", code: "approve" }, "surveillance")).toEqual({ ok: true });
    expect(on.facts.find((fact) => fact.kind === "corrected")).toMatchObject({
      approved: [
        { name: "floor", role: "floor" },
        { name: "surveillance", role: "surveillance" },
      ],
    });
  });

  it("only cards that lie open, each once, as cards that lie nowhere else; a hidden one answers alike whatever it is called", () => {
    const on = driven();
    on.payAll();
    const named = (held: number, card: Card) => on.command({ kind: "correct", round: 1, cards: [{ held, card }], reason: "r" });
    for (const card of ["As", "2c", "Ad"] as const) expect(named(51, card)).toEqual({ ok: false, why: "notOpen" });
    const ace = heldOf(on.table, "Ad");
    expect(named(ace, "Ad")).toEqual({ ok: false, why: "sameCard" });
    expect(named(ace, "Kh")).toEqual({ ok: false, why: "cardTwice", params: { card: "Kh" } });
    const twice = [
      { held: ace, card: "8d" as const },
      { held: ace, card: "9d" as const },
    ];
    expect(on.command({ kind: "correct", round: 1, cards: twice, reason: "r" })).toEqual({ ok: false, why: "notOpen" });
    // Two cards that were taken for each other.
    const king = heldOf(on.table, "Kh");
    const swapped = [
      { held: ace, card: "Kh" as const },
      { held: king, card: "Ad" as const },
    ];
    expect(on.command({ kind: "correct", round: 1, cards: swapped, reason: "r" })).toEqual({ ok: true });
  });
});

describe("the rounds at stake should the deck turn out to be wrong", () => {
  const watch = { covered: {}, seenWithinMs: null, countedBy: "hand", countEvery: 5 } as const;
  const backs = (table: Table) => table.count.rounds.map(({ seats }) => seats.map(({ seat, net, back }) => [seat, net, back]).sort());

  it("count what had been paid before a correction", () => {
    // Before any card is put right seat 1 wins with aces and seat 2 with kings.
    const plain = driven({}, { watch });
    plain.payAll();
    const [[, [seat, net] = []] = []] = backs(plain.table);
    expect([seat, (net ?? 0) > 0]).toEqual([2, true]);

    const on = driven({}, { watch });
    const first = on.table.played?.settlement?.order[0] as number;
    on.command({ kind: "confirm", code: "paid", seat: first }, "dealer");
    const [was, is] = first === 1 ? (["Kd", "8d"] as const) : (["Ad", "8d"] as const);
    expect(on.command(correction(on.table, was, is))).toEqual({ ok: true });
    on.payAll();
    const [seats = []] = backs(on.table);
    expect(seats.map(([seat]) => seat)).toEqual([1, 2]);
    // Who was paid first is not forgotten; the other lost Ante, Bet and what he put in for the jackpot.
    expect(seats.find(([seat]) => seat === first)?.[1]).toBeGreaterThan(0);
    expect(seats.find(([seat]) => seat !== first)?.[2]).toBeGreaterThanOrEqual(300);
  });

  it("are put right with a correction after their end", () => {
    const on = driven({}, { watch });
    on.payAll();
    const before = backs(on.table);
    on.command(correction(on.table, "Ad", "8d"));
    on.payAll();
    expect(backs(on.table)).not.toEqual(before);
    expect(backs(on.table)[0]?.find(([seat]) => seat === 1)?.[2]).toBeGreaterThanOrEqual(300);
  });
});
