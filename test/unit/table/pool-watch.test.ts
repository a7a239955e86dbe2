import { describe, expect, it } from "vitest";
import type { MeterMessage } from "#contract/meter";
import type { Awaited } from "#core/table";
import type { Input } from "#table/engine";
import { createPoolWatch } from "#table/pool-watch";
import { realTime } from "#table/time";
import { meterOf } from "../../e2e/sign-fixtures.ts";

const terms = { stake: 50, prizes: [{ hand: "royal-flush", percent: 100 }], split: "equal shares" } as const;

function bed(awaited: readonly Awaited[] = []) {
  const told: Input[] = [];
  let now = 1_000_000;
  const watch = createPoolWatch({
    name: "royal",
    table: "a7",
    journal: "t",
    currency: "EUR",
    terms,
    // The house's clock is set while the pool is listened to: nothing follows from that.
    clock: () => now * 3,
    time: { ...realTime, now: () => now },
    awaited: () => awaited,
    emit: (inputs) => told.push(...inputs),
  });
  const links = () => told.flatMap((one) => (one.kind === "link" ? [[one.status, one.why]] : []));
  /** Time goes by, a second at a time, and the watch looks at each. */
  const wait = (ms: number): void => {
    for (const end = now + ms; now < end; ) {
      now += 500;
      watch.look();
    }
  };
  return { watch, told, links, wait, hear: (message: MeterMessage) => watch.hear(Buffer.from(JSON.stringify(message))) };
}

const live = (change: Partial<MeterMessage> = {}): MeterMessage => ({ ...meterOf(100), ttl: 6_000, ...change });

describe("the table's progressive", () => {
  it("is away until it is heard, there while it speaks, and away again within its time to live", () => {
    const { hear, links, wait } = bed();
    wait(7_500);
    expect(links()).toEqual([["down", "silent"]]);
    hear(live());
    wait(5_000);
    hear(live({ n: 2 }));
    wait(5_000);
    expect(links().slice(1)).toEqual([["up", undefined]]);
    wait(2_500);
    expect(links().slice(2)).toEqual([["stale", "silent"]]);
  });

  it("is away as long as it would not pay what the pack promises, or does not know the table", () => {
    const strange: readonly Partial<MeterMessage>[] = [
      { tables: ["a8"] },
      { currency: { code: "RON", minorDigits: 2 } },
      { terms: null },
      { terms: { ...terms, prizes: [{ hand: "royal-flush", percent: 10 }] } },
      { terms: { ...terms, stake: 100, prizes: [...terms.prizes] } },
      { terms: { ...terms, split: "in payment order", prizes: [...terms.prizes] } },
    ];
    for (const change of strange) {
      const { hear, links } = bed();
      hear(live(change));
      expect(links()).toEqual([["down", "otherRules"]]);
      hear(live({ n: 2 }));
      expect(links().slice(1)).toEqual([["up", undefined]]);
    }
  });

  it("hears nothing of another pool, of another form, or of the past", () => {
    const { watch, hear } = bed();
    watch.hear(Buffer.from("{"));
    hear({ ...live(), pool: "other" });
    expect(watch.now()).toBe(null);
    hear(live({ n: 9 }));
    hear(live({ n: 8, levels: [] as never }));
    hear(live({ n: 8 }));
    expect(watch.now()?.n).toBe(9);
  });

  it("brings the award of a hit that waits: of this table, of this journal and of that round, once it is decided", () => {
    const hit: Awaited = { round: 1, seat: 4, hand: "royal-flush", since: 0, award: null };
    const awards = (on: ReturnType<typeof bed>) => on.told.filter(({ kind }) => kind === "award");
    const won = meterOf(100, "won").awards[0];
    if (won === undefined) throw new Error("the fixture has no award");
    const strange = [
      { status: "pending" },
      { table: "a8" },
      { journal: "u" },
      { round: 2 },
      { seat: 5 },
      { hand: "straight-flush" },
    ] as const;
    const on = bed([hit]);
    for (const change of strange) on.hear(live({ awards: [{ ...won, ...change }] }));
    expect(awards(on)).toEqual([]);
    on.hear(live({ awards: [won] }));
    expect(awards(on)).toMatchObject([{ kind: "award", pool: "royal", id: "1", of: 1, seat: 4, amount: 18_743_250 }]);
    const refused = bed([hit]);
    refused.hear(live({ awards: [{ ...won, status: "refused" }] }));
    expect(awards(refused)).toMatchObject([{ amount: null }]);
    const paid = bed([{ ...hit, award: { id: "1", amount: 1, at: 0 } }]);
    paid.hear(live({ awards: [won] }));
    expect(awards(paid)).toEqual([]);
  });
});
