// A round was settled anew after its stakes had been counted: its hits are reckoned once more, from the levels as they stood then. What
// nobody has confirmed yet is withdrawn and frozen anew; what two people have confirmed stands, and the difference waits as an adjustment for
// two others. So the value goes down with an award or a signature only, and each step is on record.

import type { Minor } from "./money.ts";
import {
  type Entry,
  type MeterEvent,
  type Micro,
  microsInMinor,
  type RoundOf,
  returnedBy,
  returning,
  type SettledRound,
  type Winner,
} from "./progressive.ts";
import { addEntry, award, type Draft, levelOf, replace, setTable, takeBack, tell } from "./progressive-draft.ts";
import { type Hit, hitsOf } from "./progressive-shares.ts";
import { recalledMax } from "./round.ts";

/** Rounds that a table can correct, and one more: what is told again after a restart is known. */
const roundsKept = recalledMax + 1;

interface Revised extends RoundOf {
  readonly revision: number;
}

/** The round can be corrected from here on. */
export function rememberRound(draft: Draft, table: string, settled: SettledRound): void {
  const others = roundsAt(draft, table).filter(({ journal, round }) => journal !== settled.journal || round !== settled.round);
  setTable(draft, table, { settled: [...others, settled].sort((a, b) => a.round - b.round).slice(-roundsKept) });
}

function roundsAt(draft: Draft, table: string): readonly SettledRound[] {
  return draft.meter.tables[table]?.settled ?? [];
}

export function correct(draft: Draft, { table, journal, round, revision, won: told }: Extract<MeterEvent, { kind: "corrected" }>): void {
  if (draft.meter.tables[table] === undefined) return tell(draft, { kind: "strange", why: "unknownTable", table, round });
  const settled = roundsAt(draft, table).find((one) => one.journal === journal && one.round === round);
  if (settled === undefined) return tell(draft, { kind: "strange", why: "unknownRound", table, round });
  const won = told.filter(({ seat }) => settled.stakes.includes(seat));
  if (sameWinners(won, settled.won)) return rememberRound(draft, table, { ...settled, revision });
  tell(draft, { kind: "corrected", table, round, revision, won });
  const made = draft.meter.entries.filter(({ id }) => settled.entries.includes(id));
  const due = hitsOf(draft.setup, settled.levels, won).filter((hit) => !made.some((one) => one.status === "refused" && isFor(one, hit)));
  const of = { table, journal, round, revision };
  const news = draft.setup.levels.flatMap(({ id }) => settleLevel(draft, of, id, made.filter(at(id)), due.filter(at(id))));
  rememberRound(draft, table, { ...settled, revision, won, entries: [...settled.entries, ...news.map((entry) => entry.id)] });
}

function at(id: string): (one: { readonly level: string }) => boolean {
  return ({ level }) => level === id;
}

function sameWinners(some: readonly Winner[], others: readonly Winner[]): boolean {
  const text = (won: readonly Winner[]): string => won.map(({ seat, hand }) => `${seat} ${hand}`).join();
  return text(some) === text(others);
}

/** An award that two people have refused stays refused: its hand wins nothing, whatever is settled anew. */
function isFor({ level, won }: Entry, hit: Hit): boolean {
  return level === hit.level && won?.seat === hit.winner.seat && won.hand === hit.winner.hand;
}

/** One level: from what its entries of this round have made of it to what they should have. */
function settleLevel(draft: Draft, of: Revised, level: string, made: readonly Entry[], due: readonly Hit[]) {
  const confirmed = made.filter(({ status }) => status === "confirmed");
  const waits = made.filter(({ status }) => status === "pending");
  const stays = waits.filter((entry) =>
    due.some((hit) => isFor(entry, hit) && hit.amount === entry.amount && hit.reseed === entry.won?.reseed),
  );
  const gone = waits.filter((entry) => !stays.includes(entry));
  const standing = [...confirmed, ...stays];
  const withdrawn = [...made.filter(({ status }) => status === "withdrawn"), ...withdraw(draft, gone)];
  const reseedLeft = sumOf(withdrawn, (entry) => (entry.won?.reseed ?? 0) - returnedBy(entry).reseed);
  const fresh = due.flatMap((hit) => {
    const had = standing.filter((entry) => isFor(entry, hit)).reduce((sum, { amount }) => sum + amount, 0);
    return hit.amount > had ? [{ ...hit, amount: hit.amount - had }] : [];
  });
  // What has been taken out of the level in all, and what should have been: the difference is to be put in.
  const out = sumOf(standing, netOf) - reseedLeft + sumOf(fresh, ({ amount }) => amount * microsInMinor);
  const excess = out - sumOf(due, ({ amount, reseed }) => amount * microsInMinor - reseed);
  const reseeded = sumOf(standing, ({ won }) => won?.reseed ?? 0) + reseedLeft;
  // What the level begins anew with goes in at once, as after any hit.
  const reseed = fresh.length === 0 ? 0 : Math.max(0, Math.min(excess, sumOf(due, (hit) => hit.reseed) - reseeded));
  const { table, journal, round } = of;
  const atOnce = Math.max(
    0,
    fresh.findIndex((hit) => hit.reseed > 0),
  );
  const awards = fresh.map((hit, i) => award(draft, { table, journal, round }, { ...hit, reseed: i === atOnce ? reseed : 0 }));
  return excess === reseed ? awards : [...awards, proposeRest(draft, of, level, (excess - reseed) / microsInMinor)];
}

function sumOf<Of>(all: readonly Of[], amount: (one: Of) => number): number {
  return all.reduce((sum, one) => sum + amount(one), 0);
}

/** What an entry has taken out of its level; negative: put in. */
function netOf({ kind, amount, won }: Entry): Micro {
  return kind === "award" ? amount * microsInMinor - (won?.reseed ?? 0) : -amount * microsInMinor;
}

/**
 * Takes back what waits. Of what was put in after an award no more goes out again than the awards bring in, so that the value does not go
 * down by this; the rest stays in the level.
 */
function withdraw(draft: Draft, gone: readonly Entry[]): readonly Entry[] {
  let room = sumOf(gone, ({ kind, amount }) => (kind === "award" ? amount * microsInMinor : 0));
  return gone.map((entry) => {
    const withdrawn: Entry = { ...returning(entry, room), status: "withdrawn" };
    room -= returnedBy(withdrawn).reseed;
    if (entry.kind === "award") takeBack(draft, withdrawn);
    replace(draft, withdrawn);
    tell(draft, { kind: "withdrawn", entry: withdrawn, value: levelOf(draft, entry.level).value });
    return withdrawn;
  });
}

/** Nobody has signed it: it waits for two people like any other. */
function proposeRest(draft: Draft, of: Revised, level: string, amount: Minor): Entry {
  const entry = addEntry(draft, { kind: "adjustment", level, amount, of, signed: [] });
  tell(draft, { kind: "proposed", entry });
  return entry;
}
