// The difference between what was paid and what was due: zero in sum, nothing twice, givers first.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference, revise } from "#core/revision";
import { balances, type Settlement, type SpotResult, type Transfer } from "#core/settlement";

const why = { code: "higher" };
const move = (from: string, to: string, amount: number, code = "higher"): Transfer => ({ from, to, amount, why: { code } });
const result = (seat: number, spot: string, net: number, stake = 100): SpotResult => {
  return { seat, spot, stake, outcome: net > 0 ? "win" : net < 0 ? "lose" : "push", net, why };
};
const settled = (order: readonly number[], transfers: readonly Transfer[], results: readonly SpotResult[]): Settlement => {
  return { outcome: "settled", why, order, transfers, results, hands: [] };
};

/** Seat 1 won its Ante, seat 2 lost. */
const first = settled(
  [2, 1],
  [move("2/ante", "house", 100, "lower"), move("house", "seat/1", 100), move("1/ante", "seat/1", 100)],
  [result(2, "2/ante", -100), result(1, "1/ante", 100)],
);
/** The other way round. */
const other = settled(
  [2, 1],
  [move("house", "seat/2", 100), move("2/ante", "seat/2", 100), move("1/ante", "house", 100, "lower")],
  [result(2, "2/ante", 100), result(1, "1/ante", -100)],
);

describe("a settlement settled anew", () => {
  it("after all were paid: who has to give back comes first, and spots that are empty by now are not named", () => {
    const { settlement, unpaid } = revise({ settlement: first, served: 2, revised: null }, other);
    expect(settlement.revision).toBe(2);
    expect(settlement.order).toEqual([1, 2]);
    expect(settlement.results.map(({ seat, spot, outcome, net }) => [seat, spot, outcome, net])).toEqual([
      [2, "2/ante", "win", 200],
      [1, "1/ante", "lose", -200],
    ]);
    expect(settlement.transfers.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ["seat/1", "house", 100],
      ["seat/1", "house", 100],
      ["house", "seat/2", 100],
      ["house", "seat/2", 100],
    ]);
    expect(unpaid).toEqual([]);
  });

  it("while one seat waits: the one that was served gives back or gets, the other is settled as if for the first time", () => {
    const { settlement, unpaid } = revise({ settlement: first, served: 1, revised: null }, other);
    expect(settlement.order).toEqual([2, 1]);
    expect(settlement.results.map(({ seat, net }) => [seat, net])).toEqual([
      [2, 200],
      [1, -100],
    ]);
    expect(unpaid).toEqual(first.transfers.slice(1));
    const seat1 = settlement.transfers.filter(({ from, to }) => `${from} ${to}`.includes("1"));
    expect(seat1).toEqual([move("1/ante", "house", 100, "lower")]);
  });

  it("before anybody was paid it is the new settlement itself", () => {
    const { settlement, unpaid } = revise({ settlement: first, served: 0, revised: null }, other);
    expect(settlement).toMatchObject({ order: [2, 1], results: other.results });
    expect(new Set(settlement.transfers)).toEqual(new Set(other.transfers));
    expect(unpaid).toEqual(first.transfers);
  });

  it("and back again: a third revision returns what the second moved", () => {
    const second = revise({ settlement: first, served: 2, revised: null }, other);
    const third = revise({ settlement: second.settlement, served: 2, revised: second.revised }, first);
    expect(third.settlement.revision).toBe(3);
    expect(third.settlement.results.map(({ seat, net }) => [seat, net])).toEqual([
      [2, -200],
      [1, 200],
    ]);
    const all = [...first.transfers, ...second.settlement.transfers, ...third.settlement.transfers];
    expect(net(all)).toEqual(net(first.transfers));
  });

  it("nothing changed: nobody is called, and the revision is on record", () => {
    const { settlement } = revise({ settlement: first, served: 2, revised: null }, first);
    expect(settlement).toMatchObject({ revision: 2, order: [], transfers: [], results: [] });
  });

  it("chips between two players that moved at the first seat are not paid once more at the second", () => {
    const pair = (points: number): Settlement =>
      settled(
        [1, 3],
        [points > 0 ? move("3/stack", "seat/1", points) : move("1/stack", "seat/3", -points)],
        [result(1, "1/3/vs", points, 0), result(3, "3/1/vs", -points, 0)],
      );
    const { settlement } = revise({ settlement: pair(60), served: 1, revised: null }, pair(-60));
    expect(settlement.results.map(({ seat, net }) => [seat, net])).toEqual([
      [1, -120],
      [3, 120],
    ]);
    expect(net([...pair(60).transfers, ...settlement.transfers])).toEqual(net(pair(-60).transfers));
  });

  it("a pot that went to the wrong player goes back into the pot and out again", () => {
    const pot = (winner: number): Settlement =>
      settled(
        [winner],
        [move("1/bet", "pot/1", 50), move("2/bet", "pot/1", 50), move("pot/1", `seat/${winner}`, 100)],
        [result(winner, "pot/1", 50, 50), result(3 - winner, "pot/1", -50, 50)],
      );
    const { settlement } = revise({ settlement: pot(1), served: 1, revised: null }, pot(2));
    expect(settlement.order).toEqual([1, 2]);
    expect(settlement.transfers.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ["seat/1", "pot/1", 100],
      ["pot/1", "seat/2", 100],
    ]);
  });
});

/** Balances, the empty ones left out. */
function net(transfers: readonly Transfer[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...balances(transfers)].filter(([, amount]) => amount !== 0).sort());
}

describe("the difference of two lists of transfers", () => {
  const account = fc.constantFrom("house", "seat/1", "seat/2", "1/ante", "2/ante", "pot/1", "meter/royal", "rake");
  const transfer = fc
    .tuple(account, account, fc.integer({ min: 1, max: 500 }), fc.constantFrom("higher", "lower"))
    .filter(([from, to]) => from !== to)
    .map(([from, to, amount, code]) => move(from, to, amount, code));
  const lists = fc.array(transfer, { maxLength: 12 });

  it("leads from the one to the other, in positive amounts between two accounts", () => {
    fc.assert(
      fc.property(lists, lists, (made, due) => {
        const left = difference(made, due);
        expect(net([...made, ...left])).toEqual(net(due));
        for (const { from, to, amount } of left) {
          expect(amount).toBeGreaterThan(0);
          expect(from).not.toBe(to);
        }
      }),
    );
  });

  it("of a list and itself, in any order, is nothing", () => {
    fc.assert(
      fc.property(lists, (made) => {
        expect(difference(made, [...made].reverse())).toEqual([]);
      }),
    );
  });
});
