// A settlement that has to be settled anew. What was paid stays on record; the next revision holds the difference to it, and what of
// the revision before was still to be done is done by the new one.

import type { Minor } from "./money.ts";
import type { Account, Reason, Settlement, SpotResult, Transfer } from "./settlement.ts";

/** What was done under earlier revisions. */
export interface Revised {
  /** The round reckoned as a whole, as the latest revision has it. */
  readonly whole: Settlement;
  /** Transfers carried out. */
  readonly moved: readonly Transfer[];
  /** By seat and spot, what has come of it so far. */
  readonly realized: Readonly<Record<string, Minor>>;
  /** The same where amounts are not tracked. */
  readonly judged: Readonly<Record<string, SpotResult>>;
}

/** How far a settlement has been carried out: `served` seats of its order. */
export interface Served {
  readonly settlement: Settlement;
  readonly served: number;
}

export interface Progress extends Served {
  readonly revised: Revised | null;
}

export interface Revision {
  /** What is to be done now. */
  readonly settlement: Settlement;
  readonly revised: Revised;
  /** Transfers of the revision before that were never carried out. */
  readonly unpaid: readonly Transfer[];
}

const corrected: Reason = { code: "corrected" };

/** The reckoning of a round as a whole, whatever revisions it took. */
export function wholeOf({ settlement, revised }: Progress): Settlement {
  return revised?.whole ?? settlement;
}

/** The same from a record: all revisions in their order, each as far as it was carried out before the next took its place. */
export function wholeOfAll(revisions: readonly Served[]): Settlement | null {
  const last = revisions.at(-1)?.settlement ?? null;
  if (last === null || revisions.length === 1) return last;
  const done = revisions.slice(0, -1).map(carriedOut);
  return {
    ...last,
    order: [...new Set(revisions.flatMap(({ settlement }) => settlement.order))],
    transfers: [...done, last].flatMap(({ transfers }) => transfers),
    results: [...done, last].map(({ results }) => results).reduce(joined),
  };
}

/** A wager that was paid and paid again has one result: what came of it in all. */
function joined(done: readonly SpotResult[], later: readonly SpotResult[]): readonly SpotResult[] {
  const isSame = (a: SpotResult, b: SpotResult): boolean => a.seat === b.seat && a.spot === b.spot;
  const together = later.map((one): SpotResult => {
    const before = done.filter((other) => isSame(one, other));
    if (before.length === 0 || one.untracked) return one;
    const net = before.reduce((sum, other) => sum + other.net, one.net);
    return { ...one, net, outcome: net > 0 ? "win" : net < 0 ? "lose" : "push" };
  });
  return [...done.filter((one) => !later.some((other) => isSame(one, other))), ...together];
}

/** What of a settlement was done, and which seats wait for the rest. */
function carriedOut({ settlement, served }: Served) {
  const waiting = new Set(settlement.order.slice(served));
  const isDone = (seats: readonly number[]): boolean => seats.length === 0 || seats.some((seat) => !waiting.has(seat));
  return {
    waiting,
    transfers: settlement.transfers.filter(({ from, to }) => isDone([...seatsIn(from), ...seatsIn(to)])),
    results: settlement.results.filter(({ seat, spot }) => isDone([seat, ...seatsIn(spot)])),
  };
}

/** The next revision: `whole` is the round settled anew, from the first chip on. */
export function revise(progress: Progress, whole: Settlement): Revision {
  const { settlement } = progress;
  const revision = (settlement.revision ?? 1) + 1;
  const done = carriedOut(progress);
  const { waiting } = done;
  const moved = [...(progress.revised?.moved ?? []), ...done.transfers];
  const realized = { ...progress.revised?.realized };
  const judged = { ...progress.revised?.judged };
  for (const result of done.results) {
    const { seat, spot, net } = result;
    realized[keyOf(seat, spot)] = (realized[keyOf(seat, spot)] ?? 0) + net;
    if (result.untracked) judged[keyOf(seat, spot)] = result;
  }
  const results = resultsLeft(whole, realized, judged);
  return {
    settlement: {
      outcome: "settled",
      revision,
      why: { code: "correction", params: { revision } },
      order: orderLeft(whole, results, waiting),
      transfers: difference(moved, whole.transfers),
      results,
      hands: whole.hands,
    },
    revised: { whole: { ...whole, revision }, moved, realized, judged },
    unpaid: settlement.transfers.filter((one) => !done.transfers.includes(one)),
  };
}

/** Seats that an account or a spot names: "seat/3", "3/ante"; both of "1/3/vs". */
function seatsIn(account: Account): readonly number[] {
  const [owner = "", other = ""] = account.split("/");
  const seats = [owner === "seat" ? other : owner, ...(isNumber(owner) ? [other] : [])];
  return seats.filter(isNumber).map(Number);
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function keyOf(seat: number, spot: string): string {
  return `${seat} ${spot}`;
}

/** A wager that was paid becomes what its player still gets or owes; one that was not stands as it is. */
function resultsLeft(whole: Settlement, realized: Revised["realized"], judged: Revised["judged"]): readonly SpotResult[] {
  const left: SpotResult[] = [];
  const due = new Map<string, SpotResult>();
  for (const result of whole.results) {
    const key = keyOf(result.seat, result.spot);
    const before = judged[key];
    if (realized[key] === undefined) left.push(result);
    else if (before !== undefined && result.untracked) left.push(...judgedAnew(before, result));
    else due.set(key, { ...result, net: (due.get(key)?.net ?? 0) + result.net });
  }
  for (const [key, paid] of Object.entries(realized)) {
    const [seat = "", spot = ""] = key.split(" ");
    const { net, stake, why } = due.get(key) ?? { net: 0, stake: 0, why: corrected };
    if (net === paid) continue;
    left.push({ seat: Number(seat), spot, stake, outcome: net > paid ? "win" : "lose", net: net - paid, why });
  }
  const place = ({ seat, spot }: SpotResult): number => whole.results.findIndex((one) => one.seat === seat && one.spot === spot);
  return left.sort((a, b) => place(a) - place(b));
}

const insteadOf = {
  win: "insteadOfPay",
  "win-partial": "insteadOfPay",
  lose: "insteadOfTake",
  push: "insteadOfPush",
  returned: "insteadOfPush",
} as const;

/** Where nobody knows how much lay there, the line says what should have been done, and what was done instead. */
function judgedAnew(before: SpotResult, now: SpotResult): readonly SpotResult[] {
  if (before.outcome === now.outcome && String(before.odds) === String(now.odds)) return [];
  const [n, m] = before.odds ?? [];
  return [{ ...now, why: { code: insteadOf[before.outcome], ...(n !== undefined && m !== undefined && { params: { n, m } }) } }];
}

/** Who has to give back comes first: nobody is paid with chips that still lie elsewhere. Then the order of the settlement. */
function orderLeft(whole: Settlement, results: readonly SpotResult[], waiting: ReadonlySet<number>): readonly number[] {
  const owed = new Map<number, Minor>();
  for (const { seat, net } of results) if (!waiting.has(seat)) owed.set(seat, (owed.get(seat) ?? 0) + net);
  const givers = [...owed].filter(([, net]) => net < 0).map(([seat]) => seat);
  const served = whole.order.filter((seat) => waiting.has(seat) || owed.has(seat));
  return [...new Set([...givers, ...served, ...owed.keys()])];
}

/**
 * What leads from transfers made to transfers due: zero in sum, and together with those made the same balances. A spot that chips only
 * pass through (they left it long ago) is left out.
 */
export function difference(made: readonly Transfer[], due: readonly Transfer[]): readonly Transfer[] {
  const [restMade, restDue] = strike(made, due);
  const straight = passThrough(nettedByPair(restMade, restDue));
  return [...straight.filter(({ from }) => from.startsWith("seat/")), ...straight.filter(({ from }) => !from.startsWith("seat/"))];
}

/** Leaves out what is the same on both sides, reasons included where possible. */
function strike(made: readonly Transfer[], due: readonly Transfer[]): readonly [readonly Transfer[], readonly Transfer[]] {
  const left = [...made];
  let open = due;
  for (const same of [sameTransfer, sameMove]) {
    open = open.filter((one) => {
      const at = left.findIndex((other) => same(one, other));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  }
  return [left, open];
}

function sameMove(a: Transfer, b: Transfer): boolean {
  return a.from === b.from && a.to === b.to && a.amount === b.amount;
}

function sameTransfer(a: Transfer, b: Transfer): boolean {
  return sameMove(a, b) && JSON.stringify(a.why) === JSON.stringify(b.why);
}

function nettedByPair(made: readonly Transfer[], due: readonly Transfer[]): readonly Transfer[] {
  const pairs = new Map<string, { back: Minor; readonly open: Transfer[]; readonly from: Account; readonly to: Account }>();
  const pairOf = ({ from, to }: Transfer) => {
    const key = `${from} ${to}`;
    const pair = pairs.get(key) ?? { back: 0, open: [], from, to };
    pairs.set(key, pair);
    return pair;
  };
  for (const one of made) pairOf(one).back += one.amount;
  for (const one of due) pairOf(one).open.push(one);
  return [...pairs.values()].flatMap(({ back, open, from, to }): readonly Transfer[] => {
    if (back === 0) return open;
    const more = open.reduce((sum, { amount }) => sum + amount, 0) - back;
    if (more === 0) return [];
    return more > 0
      ? [{ from, to, amount: more, why: open[0]?.why ?? corrected }]
      : [{ from: to, to: from, amount: -more, why: corrected }];
  });
}

function passThrough(transfers: readonly Transfer[]): readonly Transfer[] {
  let left = transfers;
  for (;;) {
    const into = left.find(({ to }) => isSpot(to) && left.some(({ from }) => from === to));
    const out = into && left.find(({ from }) => from === into.to);
    if (into === undefined || out === undefined) return left;
    const amount = Math.min(into.amount, out.amount);
    const why = out.why.code === corrected.code ? into.why : out.why;
    left = left.flatMap((one): readonly Transfer[] => {
      const rest = one === into || one === out ? { ...one, amount: one.amount - amount } : one;
      const kept = rest.amount > 0 ? [rest] : [];
      return one === into && into.from !== out.to ? [{ from: into.from, to: out.to, amount, why }, ...kept] : kept;
    });
  }
}

function isSpot(account: Account): boolean {
  return isNumber(account.split("/")[0] ?? "");
}
