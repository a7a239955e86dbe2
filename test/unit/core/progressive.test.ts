import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Role } from "#core/operator";
import {
  type LevelState,
  type Meter,
  type MeterCommand,
  type MeterEvent,
  type MeterFact,
  microsInMinor,
  type PoolSetup,
  shownValue,
  startMeter,
  type Winner,
} from "#core/progressive";
import { statementOf } from "#core/progressive-statement";
import { stepMeter } from "#core/progressive-step";

const pool: PoolSetup = {
  id: "royal",
  stake: 50,
  tables: ["a7", "a8", "a9"],
  levels: [{ id: "major", base: 1_000_000, ceiling: 50_000_000, ratePpm: 710_001, reservePpm: 40_000 }],
  prizes: [
    { hand: "royal-flush", level: "major", percent: 100 },
    { hand: "straight-flush", level: "major", percent: 10 },
    { hand: "four-of-a-kind", level: "major", fixed: 50_000 },
  ],
  split: "equal shares",
  awardRoles: ["floor", "surveillance"],
  adjustRoles: ["manager", "surveillance"],
};
const people: Readonly<Record<string, Role>> = { Ada: "floor", Bo: "surveillance", Cy: "manager", Di: "floor", Eve: "dealer" };

/** A pool with a memory of its facts. */
function bed(setup: PoolSetup = pool) {
  let meter: Meter = startMeter(setup);
  const facts: MeterFact[] = [];
  let at = 0;
  let commands = 0;
  const take = (event: MeterEvent) => {
    const stepped = stepMeter(setup, meter, event);
    meter = stepped.meter;
    facts.push(...stepped.facts);
    return stepped.reply;
  };
  return {
    facts,
    take,
    get meter() {
      return meter;
    },
    kinds: () => facts.map(({ kind }) => kind),
    lock: (table: string, round: number, seats: readonly number[], counted: number | null = seats.length) =>
      take({ kind: "locked", at: ++at, table, journal: "j", round, seats, counted }),
    settle: (table: string, round: number, stakes: readonly number[], won: readonly Winner[] = []) =>
      take({ kind: "settled", at: ++at, table, journal: "j", round, stakes, won }),
    correct: (table: string, round: number, revision: number, won: readonly Winner[]) =>
      take({ kind: "corrected", at: ++at, table, journal: "j", round, revision, won }),
    play(table: string, round: number, stakes: readonly number[], won: readonly Winner[] = []) {
      this.lock(table, round, stakes);
      this.settle(table, round, stakes, won);
    },
    ask: (name: string, command: MeterCommand, id = `c${++commands}`) =>
      take({ kind: "command", at: ++at, id, by: { name, role: people[name] ?? "dealer" }, command }),
  };
}

const value = (meter: Meter): number => meter.levels.major?.value ?? 0;

describe("stakes", () => {
  test("each adds its millionths, and the fraction of a cent is kept until it makes one (R20)", () => {
    const on = bed();
    for (let round = 1; round <= 1000; round++) on.play("a7", round, [1, 4]);
    // 2,000 stakes of 50 cents at 71.0001 %: 71,000.1 cents.
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor + 71_000_100_000);
    expect(shownValue(on.meter, "major")).toBe(1_071_000);
    expect(on.meter.levels.major?.reserve).toBe(2_000 * 50 * 40_000);
  });

  test("locked before the first card, and as many as the dealer counts: else none of the round can win (R31)", () => {
    const on = bed();
    on.lock("a7", 1, [1, 2, 3], 2);
    expect(on.facts.at(-1)).toMatchObject({ kind: "strange", why: "miscounted", table: "a7", round: 1, count: 2 });
    on.settle("a7", 1, [1, 2, 3], [{ seat: 1, hand: "royal-flush" }]);
    expect(on.facts.at(-1)).toMatchObject({ kind: "strange", why: "notLocked", count: 3 });
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor);
    expect(on.meter.entries).toEqual([]);
  });

  test("counted again and right, they are locked after all", () => {
    const on = bed();
    on.lock("a7", 1, [1, 2, 3], 2);
    on.lock("a7", 1, [1, 2, 3], 3);
    on.settle("a7", 1, [1, 2, 3]);
    expect(on.kinds()).toEqual(["strange", "locked", "grown"]);
  });

  test("closed again, the close before it taken back, lock those that lie there now; the close before it told again changes nothing", () => {
    const on = bed();
    on.lock("a7", 1, [], null);
    on.lock("a7", 1, [1, 3]);
    const { tables } = on.meter;
    on.take({ kind: "locked", at: 1, table: "a7", journal: "j", round: 1, seats: [], counted: null });
    on.take({ kind: "locked", at: 2, table: "a7", journal: "j", round: 1, seats: [1, 3], counted: 2 });
    expect(on.meter.tables).toEqual(tables);
    on.settle("a7", 1, [1, 3], [{ seat: 3, hand: "royal-flush" }]);
    expect(on.kinds()).toEqual(["locked", "locked", "grown", "hit"]);
  });

  test("of a round that was never settled are told when the next ones are locked", () => {
    const on = bed();
    on.lock("a7", 1, [1]);
    on.lock("a7", 2, [2]);
    expect(on.facts).toMatchObject([{ kind: "locked" }, { kind: "strange", why: "alreadyLocked", round: 1 }, { kind: "locked", round: 2 }]);
  });

  test("one that was registered after the deal adds nothing and wins nothing", () => {
    const on = bed();
    on.lock("a7", 1, [1]);
    on.settle("a7", 1, [1, 2], [{ seat: 2, hand: "royal-flush" }]);
    expect(on.kinds()).toEqual(["locked", "strange", "grown"]);
    expect(on.meter.levels.major?.stakes).toBe(1);
  });

  test("of a void round leave the meter as it was (R24)", () => {
    const on = bed();
    on.lock("a7", 1, [1, 2]);
    on.take({ kind: "void", at: 5, table: "a7", journal: "j", round: 1 });
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor);
    on.settle("a7", 1, [1, 2]);
    expect(on.kinds()).toEqual(["locked", "released"]);
  });

  test("told again after a lost connection count once", () => {
    const on = bed();
    on.play("a7", 1, [1, 2]);
    const then = on.meter;
    on.play("a7", 1, [1, 2]);
    expect({ ...on.meter, at: then.at }).toEqual(then);
  });

  test("of a table with a new journal count, though its rounds begin at 1 again", () => {
    const on = bed();
    on.play("a7", 1, [1]);
    on.take({ kind: "locked", at: 9, table: "a7", journal: "new", round: 1, seats: [1], counted: null });
    on.take({ kind: "settled", at: 9, table: "a7", journal: "new", round: 1, stakes: [1], won: [] });
    expect(on.meter.levels.major?.stakes).toBe(2);
  });

  test("past the ceiling they fill the reserve, and what went over is told (R21, R32)", () => {
    const on = bed({ ...pool, levels: [{ id: "major", base: 1000, ceiling: 1010, ratePpm: 500_000, reservePpm: 0 }] });
    on.play("a7", 1, [1]);
    expect(on.meter.levels.major).toMatchObject({ value: 1010 * microsInMinor, overflow: 15 * microsInMinor, reserve: 15 * microsInMinor });
  });

  test("of a table that the pool does not know are told, and count nothing", () => {
    const on = bed();
    on.play("z9", 1, [1]);
    expect(on.facts).toMatchObject([
      { kind: "strange", why: "unknownTable", table: "z9" },
      { kind: "strange", why: "unknownTable", table: "z9" },
    ]);
  });
});

describe("a hit", () => {
  test("freezes its value, waits for two people, and starts the level anew; other tables play on (R23, R25, R32)", () => {
    const on = bed();
    on.play("a7", 1, [1, 2]);
    on.play("a8", 1, [3], [{ seat: 3, hand: "royal-flush" }]);
    const [entry] = on.meter.entries;
    expect(entry).toMatchObject({ kind: "award", status: "pending", amount: 1_000_106, won: { table: "a8", seat: 3, round: 1 } });
    // 106.50015 cents were added: half a cent and a bit stay, on top of the new base.
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor + 500_150);
    on.play("a9", 1, [1]);
    expect(on.meter.entries[0]).toEqual(entry);
  });

  test("is paid when two different people in two roles have signed (R29)", () => {
    const on = bed();
    on.play("a8", 1, [3], [{ seat: 3, hand: "royal-flush" }]);
    const entry = "royal-1";
    expect(on.ask("Eve", { kind: "confirm", entry })).toEqual({ ok: false, why: "role" });
    expect(on.ask("Ada", { kind: "confirm", entry })).toEqual({ ok: true });
    expect(on.ask("Ada", { kind: "confirm", entry })).toEqual({ ok: false, why: "samePerson" });
    expect(on.ask("Di", { kind: "confirm", entry })).toEqual({ ok: false, why: "sameRole" });
    expect(on.meter.entries[0]?.status).toBe("pending");
    expect(on.ask("Bo", { kind: "confirm", entry })).toEqual({ ok: true });
    expect(on.meter.entries[0]).toMatchObject({ status: "confirmed", signed: [{ name: "Ada" }, { name: "Bo" }] });
    expect(on.ask("Bo", { kind: "confirm", entry })).toEqual({ ok: false, why: "decided" });
  });

  test("that two people refuse goes back, and its reseed out again", () => {
    const on = bed();
    on.play("a8", 1, [3], [{ seat: 3, hand: "royal-flush" }]);
    on.play("a7", 1, [1]);
    expect(on.ask("Ada", { kind: "refuse", entry: "royal-1", reason: " " })).toEqual({ ok: false, why: "reason" });
    on.ask("Ada", { kind: "refuse", entry: "royal-1", reason: "foreign card" });
    on.ask("Bo", { kind: "refuse", entry: "royal-1", reason: "foreign card" });
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor + 2 * 50 * 710_001);
    expect(on.meter.levels.major).toMatchObject({ hits: 0, awarded: 0, reseeded: 0 });
  });

  test.each(["royal-1", "royal-2"])("%s of two that shared the level, refused, leaves it at its base or above", (entry) => {
    const on = bed();
    on.play(
      "a8",
      1,
      [1, 2],
      [
        { seat: 1, hand: "royal-flush" },
        { seat: 2, hand: "royal-flush" },
      ],
    );
    const after = value(on.meter);
    for (const name of ["Ada", "Bo"] as const) on.ask(name, { kind: "refuse", entry, reason: "foreign card" });
    expect(on.meter.entries.find(({ id }) => id === entry)?.status).toBe("refused");
    // What goes back takes the place of what was put in: below its base it does not stand, and nothing is there twice.
    const back = (on.meter.entries[0]?.amount ?? 0) * microsInMinor;
    expect(value(on.meter)).toBe(entry === "royal-1" ? after + back : 1_000_000 * microsInMinor);
    const { value: now, contributed, awarded, reseeded, adjusted } = on.meter.levels.major as LevelState;
    expect(now).toBe(1_000_000 * microsInMinor + contributed - awarded + reseeded + adjusted);
  });

  test("where the second person sees it otherwise the first has to be convinced", () => {
    const on = bed();
    on.play("a8", 1, [3], [{ seat: 3, hand: "royal-flush" }]);
    on.ask("Ada", { kind: "confirm", entry: "royal-1" });
    on.ask("Bo", { kind: "refuse", entry: "royal-1", reason: "not seen" });
    expect(on.meter.entries[0]).toMatchObject({ status: "pending", signed: [{ name: "Bo", verdict: "refuse" }] });
    on.ask("Bo", { kind: "confirm", entry: "royal-1" });
    expect(on.meter.entries[0]?.status).toBe("pending");
    on.ask("Ada", { kind: "confirm", entry: "royal-1" });
    expect(on.meter.entries[0]?.status).toBe("confirmed");
  });

  test("at two tables at once: one order, the second wins the new base (R26)", () => {
    const on = bed();
    on.lock("a7", 1, [1]);
    on.lock("a8", 1, [2]);
    on.settle("a7", 1, [1], [{ seat: 1, hand: "royal-flush" }]);
    on.settle("a8", 1, [2], [{ seat: 2, hand: "royal-flush" }]);
    expect(on.meter.entries.map(({ id, amount }) => [id, amount])).toEqual([
      ["royal-1", 1_000_035],
      ["royal-2", 1_000_036],
    ]);
  });

  test("twice in one round: equal shares, the odd cent stays (R33)", () => {
    const on = bed({ ...pool, levels: [{ id: "major", base: 1001, ceiling: null, ratePpm: 0, reservePpm: 0 }] });
    on.play(
      "a7",
      1,
      [2, 5],
      [
        { seat: 5, hand: "royal-flush" },
        { seat: 2, hand: "royal-flush" },
      ],
    );
    expect(on.meter.entries.map(({ amount, won }) => [won?.seat, amount])).toEqual([
      [5, 500],
      [2, 500],
    ]);
    expect(shownValue(on.meter, "major")).toBe(1001);
    expect(on.meter.levels.major?.reseeded).toBe(1000 * microsInMinor);
  });

  test("twice in one round, in payment order: the second gets what the level begins with", () => {
    const levels = [{ id: "major", base: 1000, ceiling: null, ratePpm: 1_000_000, reservePpm: 0 }];
    const on = bed({ ...pool, split: "in payment order", levels });
    on.play(
      "a7",
      1,
      [2, 5],
      [
        { seat: 5, hand: "royal-flush" },
        { seat: 2, hand: "royal-flush" },
      ],
    );
    expect(on.meter.entries.map(({ amount }) => amount)).toEqual([1100, 1000]);
  });

  test("of a part leaves the rest, of a fixed prize no more than there is", () => {
    const on = bed();
    on.play(
      "a7",
      1,
      [1, 2],
      [
        { seat: 1, hand: "straight-flush" },
        { seat: 2, hand: "four-of-a-kind" },
      ],
    );
    expect(on.meter.entries.map(({ amount }) => amount)).toEqual([100_007, 50_000]);
    const poor = bed({ ...pool, levels: [{ id: "major", base: 300, ceiling: null, ratePpm: 0, reservePpm: 0 }] });
    poor.play("a7", 1, [2], [{ seat: 2, hand: "four-of-a-kind" }]);
    expect(poor.meter.entries.map(({ amount }) => amount)).toEqual([300]);
  });

  test("the next base comes from the reserve as far as that goes", () => {
    const on = bed({ ...pool, levels: [{ id: "major", base: 1000, ceiling: null, ratePpm: 0, reservePpm: 1_000_000 }] });
    on.play("a7", 1, [1, 2], [{ seat: 1, hand: "royal-flush" }]);
    expect(on.meter.levels.major).toMatchObject({
      reserve: 0,
      reseeded: 1000 * microsInMinor,
      reseededFromReserve: 100 * microsInMinor,
    });
  });
});

describe("a table's link", () => {
  test("is on record when it is lost and when it is back, each once (R27)", () => {
    const on = bed();
    expect(on.meter.tables.a7?.online).toBe(false);
    on.take({ kind: "link", at: 1, table: "a7", online: true });
    expect(on.meter.tables.a7?.online).toBe(true);
    on.take({ kind: "link", at: 2, table: "a7", online: false });
    on.take({ kind: "link", at: 3, table: "a7", online: false });
    expect(on.meter.tables.a7?.online).toBe(false);
    expect(on.kinds()).toEqual(["link", "link"]);
  });
});

describe("an adjustment", () => {
  test("needs a reason and two people, and is not in the meter before", () => {
    const on = bed();
    expect(on.ask("Ada", { kind: "adjust", level: "major", amount: 5, reason: "test" })).toEqual({ ok: false, why: "role" });
    expect(on.ask("Cy", { kind: "adjust", level: "minor", amount: 5, reason: "test" })).toEqual({ ok: false, why: "level" });
    expect(on.ask("Cy", { kind: "adjust", level: "major", amount: 0.5, reason: "test" })).toEqual({ ok: false, why: "amount" });
    expect(on.ask("Cy", { kind: "adjust", level: "major", amount: 5, reason: "" })).toEqual({ ok: false, why: "reason" });
    on.ask("Cy", { kind: "adjust", level: "major", amount: -200, reason: "counted twice on 3 May" });
    expect(shownValue(on.meter, "major")).toBe(1_000_000);
    on.ask("Bo", { kind: "confirm", entry: "royal-1" });
    expect(shownValue(on.meter, "major")).toBe(999_800);
  });

  test("that would leave less than nothing is refused", () => {
    const on = bed();
    on.ask("Cy", { kind: "adjust", level: "major", amount: -1_000_001, reason: "typing error" });
    expect(on.ask("Bo", { kind: "confirm", entry: "royal-1" })).toEqual({ ok: false, why: "belowZero" });
    expect(shownValue(on.meter, "major")).toBe(1_000_000);
  });

  test("sent twice acts once", () => {
    const on = bed();
    on.ask("Cy", { kind: "adjust", level: "major", amount: 7, reason: "fault" }, "same");
    on.ask("Cy", { kind: "adjust", level: "major", amount: 7, reason: "fault" }, "same");
    expect(on.meter.entries).toHaveLength(1);
  });
});

const hands = ["royal-flush", "straight-flush", "four-of-a-kind", "flush"] as const;
const royalOf = (seat: number): Winner => ({ seat, hand: "royal-flush" });
const amounts = (meter: Meter) => meter.entries.map(({ kind, amount, status, won }) => [kind, won?.seat, amount, status]);

describe("a round settled anew after it was paid", () => {
  test("unmakes a hit that nobody has confirmed: it goes back, and its reseed out again, on record", () => {
    const on = bed();
    on.play("a7", 1, [1, 2], [royalOf(1)]);
    on.play("a8", 1, [3]);
    on.correct("a7", 1, 2, []);
    expect(on.facts.slice(-2)).toMatchObject([
      { kind: "corrected", table: "a7", round: 1, revision: 2, won: [] },
      { kind: "withdrawn", entry: { id: "royal-1", status: "withdrawn" } },
    ]);
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor + 3 * 50 * 710_001);
    expect(on.meter.levels.major).toMatchObject({ hits: 0, awarded: 0, reseeded: 0 });
    expect(on.ask("Ada", { kind: "confirm", entry: "royal-1" })).toEqual({ ok: false, why: "decided" });
  });

  test("leaves what two people have confirmed, and the difference waits for two others", () => {
    const on = bed();
    on.play("a7", 1, [1], [royalOf(1)]);
    for (const name of ["Ada", "Bo"]) on.ask(name, { kind: "confirm", entry: "royal-1" });
    on.correct("a7", 1, 2, []);
    // 1,000,035 were paid and 1,000,000 put in: 35 are missing from the level.
    expect(on.meter.entries[1]).toMatchObject({
      kind: "adjustment",
      amount: 35,
      signed: [],
      status: "pending",
      of: { table: "a7", round: 1 },
    });
    expect(shownValue(on.meter, "major")).toBe(1_000_000);
    expect(on.ask("Ada", { kind: "confirm", entry: "royal-2" })).toEqual({ ok: false, why: "role" });
    for (const name of ["Cy", "Bo"]) expect(on.ask(name, { kind: "confirm", entry: "royal-2" })).toEqual({ ok: true });
    expect(shownValue(on.meter, "major")).toBe(1_000_035);
  });

  test("makes a hit: frozen at what the level held then, whatever was added since", () => {
    const on = bed();
    on.play("a7", 1, [1]);
    on.play("a8", 1, [2, 3]);
    on.correct("a7", 1, 2, [royalOf(1)]);
    expect(on.meter.entries).toMatchObject([{ amount: 1_000_035, status: "pending", won: { table: "a7", round: 1, seat: 1 } }]);
    expect(value(on.meter)).toBe(1_000_000 * microsInMinor + 3 * 50 * 710_001 - 35 * microsInMinor);
  });

  test("pays no more than the level still holds, and tells what is missing", () => {
    const on = bed();
    for (let round = 1; round <= 1000; round++) on.play("a8", round, [1, 2, 3]);
    on.play("a7", 1, [1]);
    on.play("a9", 1, [2], [royalOf(2)]);
    on.correct("a7", 1, 2, [royalOf(1)]);
    expect(on.facts.slice(-2)).toMatchObject([{ kind: "strange", why: "short", count: 106_536 - 1 }, { kind: "hit" }]);
    expect(on.meter.entries.map(({ amount }) => amount)).toEqual([1_106_571, 1_000_000]);
  });

  test("shares anew: the one who waits waits for the new share, the one who was paid gets the rest", () => {
    const on = bed();
    on.play("a7", 1, [1, 2], [royalOf(2), royalOf(1)]);
    expect(amounts(on.meter)).toEqual([
      ["award", 2, 500_035, "pending"],
      ["award", 1, 500_035, "pending"],
    ]);
    for (const name of ["Ada", "Bo"]) on.ask(name, { kind: "confirm", entry: "royal-1" });
    on.correct("a7", 1, 2, [royalOf(2)]);
    expect(amounts(on.meter)).toEqual([
      ["award", 2, 500_035, "confirmed"],
      ["award", 1, 500_035, "withdrawn"],
      ["award", 2, 500_036, "pending"],
    ]);
    expect(shownValue(on.meter, "major")).toBe(1_000_000);
  });

  test("is told twice and acts once; a stake that never counted wins nothing; a round long gone is told as strange", () => {
    const on = bed();
    for (let round = 1; round <= 4; round++) on.play("a7", round, [1]);
    on.correct("a7", 4, 2, [royalOf(1), royalOf(5)]);
    on.correct("a7", 4, 2, [royalOf(1), royalOf(5)]);
    expect(on.meter.entries).toHaveLength(1);
    on.correct("a7", 1, 2, [royalOf(1)]);
    expect(on.facts.at(-1)).toMatchObject({ kind: "strange", why: "unknownRound", table: "a7", round: 1 });
  });

  test("and again: back to what it was, nobody is paid twice", () => {
    const on = bed();
    on.play("a7", 1, [1], [royalOf(1)]);
    for (const name of ["Ada", "Bo"]) on.ask(name, { kind: "confirm", entry: "royal-1" });
    on.correct("a7", 1, 2, []);
    on.correct("a7", 1, 3, [royalOf(1)]);
    expect(on.meter.entries.map(({ kind, status }) => [kind, status])).toEqual([
      ["award", "confirmed"],
      ["adjustment", "withdrawn"],
    ]);
    expect(shownValue(on.meter, "major")).toBe(1_000_000);
  });

  test("signed to the end, leaves the meter and pays the players as if it had been settled so at first", () => {
    const won = fc
      .uniqueArray(fc.integer({ min: 1, max: 3 }))
      .chain((seats) => fc.tuple(...seats.map((seat) => fc.record({ seat: fc.constant(seat), hand: fc.constantFrom(...hands) }))));
    fc.assert(
      fc.property(
        anySetup,
        won,
        fc.array(won, { minLength: 1, maxLength: 3 }),
        won,
        fc.array(fc.boolean(), { maxLength: 9 }),
        (parts, before, revisions, first, signed) => {
          const setup = poolOf({ ...parts, over: null });
          const sign = (on: ReturnType<typeof bed>, which: (i: number) => boolean): void => {
            for (const [i, { id, kind, status }] of on.meter.entries.entries())
              if (status === "pending" && which(i))
                for (const name of kind === "award" ? ["Ada", "Bo"] : ["Cy", "Bo"]) on.ask(name, { kind: "confirm", entry: id });
          };
          const story = (won: readonly Winner[], later: readonly (readonly Winner[])[]) => {
            const on = bed(setup);
            on.play("a8", 1, [1, 2, 3], before);
            on.play("a7", 1, [1, 2, 3], won);
            on.play("a9", 1, [1, 2]);
            for (const [i, again] of later.entries()) {
              sign(on, (k) => signed[k] === true);
              on.correct("a7", 1, i + 2, again);
            }
            sign(on, () => true);
            return on;
          };
          const [corrected, straight] = [story(first, revisions), story(revisions.at(-1) ?? [], [])];
          // Where the level could not bear an award because a wrong one had been paid from it, that is told, and the rest stays in it.
          const isShort = corrected.facts.some((fact) => fact.kind === "strange" && fact.why === "short");
          if (isShort) expect(value(corrected.meter)).toBeGreaterThanOrEqual(value(straight.meter));
          else expect(value(corrected.meter)).toBe(value(straight.meter));
          if (isShort) return;
          // Who was confirmed before keeps it, and the rest gets what is due; nobody gets less.
          const paid = (on: ReturnType<typeof bed>, seat: number, hand: string): number =>
            on.meter.entries
              .filter(({ won, status }) => status === "confirmed" && won?.table === "a7" && won.seat === seat && won.hand === hand)
              .reduce((sum, { amount }) => sum + amount, 0);
          for (const { seat, hand } of revisions.at(-1) ?? [])
            expect(paid(corrected, seat, hand)).toBeGreaterThanOrEqual(paid(straight, seat, hand));
        },
      ),
    );
  });
});

const anyEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("play" as const),
      table: fc.constantFrom("a7", "a8", "a9", "z9"),
      seats: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      hands: fc.array(fc.constantFrom(...hands), { maxLength: 3 }),
      isVoid: fc.boolean(),
      again: fc.boolean(),
      miscounted: fc.boolean(),
      reclosed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("sign" as const),
      by: fc.constantFrom(...Object.keys(people)),
      verdict: fc.constantFrom("confirm" as const, "refuse" as const),
      entry: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("adjust" as const),
      by: fc.constantFrom(...Object.keys(people)),
      amount: fc.integer({ min: -3_000_000, max: 3_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("correct" as const),
      table: fc.constantFrom("a7", "a8", "z9"),
      ago: fc.integer({ min: 0, max: 3 }),
      won: fc.array(fc.record({ seat: fc.integer({ min: 1, max: 7 }), hand: fc.constantFrom(...hands) }), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("link" as const), table: fc.constantFrom("a7", "z9"), online: fc.boolean() }) },
);
const anySetup = fc.record({
  split: fc.constantFrom("equal shares" as const, "in payment order" as const),
  base: fc.integer({ min: 0, max: 2_000_000 }),
  over: fc.option(fc.integer({ min: 0, max: 5000 })),
  ratePpm: fc.integer({ min: 0, max: 900_000 }),
  reservePpm: fc.integer({ min: 0, max: 100_000 }),
});

/** Plays a story; after each event `check` sees the meter before and after it. */
function tellStory(
  setup: PoolSetup,
  story: readonly (typeof anyEvent extends fc.Arbitrary<infer One> ? One : never)[],
  check: (before: Meter, after: Meter, news: readonly MeterFact[]) => void,
) {
  const on = bed(setup);
  const rounds: Record<string, number> = {};
  let revision = 1;
  const watch = (act: () => void): void => {
    const [before, count] = [on.meter, on.facts.length];
    act();
    check(before, on.meter, on.facts.slice(count));
  };
  for (const one of story) {
    if (one.kind === "play") {
      const round = (rounds[one.table] ?? 0) + (one.again ? 0 : 1);
      rounds[one.table] = round;
      const won = one.hands.flatMap((hand, i) => (one.seats[i] === undefined ? [] : [{ seat: one.seats[i], hand }]));
      // A close that was taken back: fewer stakes lay there.
      if (one.reclosed) watch(() => on.lock(one.table, round, one.seats.slice(1), null));
      watch(() => on.lock(one.table, round, one.seats, one.seats.length + (one.miscounted ? 1 : 0)));
      watch(() =>
        one.isVoid ? on.take({ kind: "void", at: 0, table: one.table, journal: "j", round }) : on.settle(one.table, round, one.seats, won),
      );
    } else if (one.kind === "sign")
      watch(() =>
        on.ask(
          one.by,
          one.verdict === "confirm"
            ? { kind: "confirm", entry: `royal-${one.entry}` }
            : { kind: "refuse", entry: `royal-${one.entry}`, reason: "seen" },
        ),
      );
    else if (one.kind === "adjust") watch(() => on.ask(one.by, { kind: "adjust", level: "major", amount: one.amount, reason: "fault" }));
    else if (one.kind === "correct") watch(() => on.correct(one.table, (rounds[one.table] ?? 0) - one.ago, ++revision, one.won));
    else watch(() => on.take({ kind: "link", at: 0, table: one.table, online: one.online }));
  }
  return on;
}

const poolOf = ({
  split,
  base,
  over,
  ratePpm,
  reservePpm,
}: {
  split: PoolSetup["split"];
  base: number;
  over: number | null;
  ratePpm: number;
  reservePpm: number;
}): PoolSetup => ({
  ...pool,
  split,
  levels: [{ id: "major", base, ceiling: over === null ? null : base + over, ratePpm, reservePpm }],
});

describe("laws", () => {
  test("the statement recomputed from the facts alone is the meter, to the millionth, cut into any periods (R24, R30)", () => {
    fc.assert(
      fc.property(anySetup, fc.array(anyEvent, { maxLength: 60 }), fc.nat({ max: 150 }), (parts, story, cut) => {
        const setup = poolOf(parts);
        const on = tellStory(setup, story, () => {});
        const end = on.meter.at + 1;
        const [whole] = statementOf(setup, on.facts, 0, end);
        expect(whole).toMatchObject({
          closing: value(on.meter),
          reserve: on.meter.levels.major?.reserve,
          hits: on.meter.levels.major?.hits,
        });
        const [first] = statementOf(setup, on.facts, 0, cut);
        const [second] = statementOf(setup, on.facts, cut, end);
        expect(second?.opening).toBe(first?.closing);
        expect(second?.closing ?? 0).toBe(value(on.meter));
      }),
    );
  });

  test("the value is never negative, and goes down only with an award or a signed correction (R24)", () => {
    fc.assert(
      fc.property(anySetup, fc.array(anyEvent, { maxLength: 60 }), (parts, story) => {
        tellStory(poolOf(parts), story, (before, after, news) => {
          expect(value(after)).toBeGreaterThanOrEqual(0);
          expect(after.levels.major?.reserve).toBeGreaterThanOrEqual(0);
          if (value(after) < value(before)) expect(news.some(({ kind }) => kind === "hit" || kind === "decided")).toBe(true);
        });
      }),
    );
  });

  test("facts are numbered without gaps; a story told twice ends the same", () => {
    fc.assert(
      fc.property(anySetup, fc.array(anyEvent, { maxLength: 40 }), (parts, story) => {
        const on = tellStory(poolOf(parts), story, () => {});
        expect(on.facts.map(({ n }) => n)).toEqual(on.facts.map((_, i) => i + 1));
        expect(tellStory(poolOf(parts), story, () => {}).meter).toEqual(on.meter);
      }),
    );
  });

  test("nothing is confirmed or refused but by two different people in two roles", () => {
    fc.assert(
      fc.property(anySetup, fc.array(anyEvent, { maxLength: 60 }), (parts, story) => {
        const on = tellStory(poolOf(parts), story, () => {});
        for (const fact of on.facts) {
          if (fact.kind !== "decided") continue;
          const { signed } = fact.entry;
          expect(new Set(signed.map(({ name }) => name)).size).toBe(2);
          expect(new Set(signed.map(({ role }) => role)).size).toBe(2);
        }
      }),
    );
  });
});
