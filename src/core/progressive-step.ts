// What happens to a progressive: stakes are locked, rounds are settled or void, links come and go, people sign.

import { never } from "./assert.ts";
import {
  type Growth,
  type Meter,
  type MeterEvent,
  type MeterFact,
  type MeterReply,
  microsInMinor,
  type PoolSetup,
  type TableState,
} from "./progressive.ts";
import { correct, rememberRound } from "./progressive-correct.ts";
import { award, type Draft, levelOf, setLevel, setTable, tell } from "./progressive-draft.ts";
import { hitsOf } from "./progressive-shares.ts";
import { command } from "./progressive-sign.ts";

export interface SteppedMeter {
  readonly meter: Meter;
  readonly facts: readonly MeterFact[];
  readonly reply?: MeterReply;
}

/** One event. Total: what makes no sense becomes a `strange` fact or a refusal, and changes no value. Facts are numbered without gaps. */
export function stepMeter(setup: PoolSetup, meter: Meter, event: MeterEvent): SteppedMeter {
  const draft: Draft = { setup, meter: { ...meter, at: Math.max(meter.at, event.at) }, facts: [] };
  if (!isKnown(meter, event)) happen(draft, event);
  return { meter: draft.meter, facts: draft.facts, ...(draft.reply && { reply: draft.reply }) };
}

function happen(draft: Draft, event: MeterEvent): void {
  switch (event.kind) {
    case "locked":
      return lock(draft, event);
    case "settled":
      return settle(draft, event);
    case "void":
      return release(draft, event);
    case "corrected":
      return correct(draft, event);
    case "link":
      return link(draft, event);
    case "command":
      return command(draft, event);
    default:
      never(event);
  }
}

/** Whether an event of a table's round says nothing new: after a restart the last rounds are looked at once more. */
export function isKnown({ tables }: Meter, event: MeterEvent): boolean {
  const now = tables["table" in event ? event.table : ""];
  if (now === undefined) return false;
  switch (event.kind) {
    case "locked":
      // Later than the lock that stands, it is another one: bets were closed again after the close had been taken back.
      return isOver(now, event.journal, event.round) || (now.locked?.round === event.round && event.at <= now.locked.at);
    case "settled":
    case "void":
      return isOver(now, event.journal, event.round);
    case "corrected":
      return now.settled.some((one) => one.journal === event.journal && one.round === event.round && event.revision <= one.revision);
    default:
      return false;
  }
}

function isOver({ lastRounds }: TableState, journal: string, round: number): boolean {
  return round <= (lastRounds[journal] ?? 0);
}

function lock(draft: Draft, { at, table, round, seats, counted }: Extract<MeterEvent, { kind: "locked" }>): void {
  const now = draft.meter.tables[table];
  if (now === undefined) return tell(draft, { kind: "strange", why: "unknownTable", table, round });
  if (now.locked !== null && now.locked.round !== round)
    tell(draft, { kind: "strange", why: "alreadyLocked", table, round: now.locked.round });
  // 58 Pa. 670a.10: the stakes accepted must be those counted, before the first card. Until then no stake of the round can win.
  if (counted !== null && counted !== seats.length) {
    if (at <= (now.miscountedAt ?? Number.NEGATIVE_INFINITY)) return;
    setTable(draft, table, { locked: null, miscountedAt: at });
    return tell(draft, { kind: "strange", why: "miscounted", table, round, count: counted });
  }
  setTable(draft, table, { locked: { round, at, seats } });
  tell(draft, { kind: "locked", table, round, seats });
}

function release(draft: Draft, { table, journal, round }: Extract<MeterEvent, { kind: "void" }>): void {
  const now = draft.meter.tables[table];
  if (now === undefined) return tell(draft, { kind: "strange", why: "unknownTable", table, round });
  setTable(draft, table, { locked: null, lastRounds: { ...now.lastRounds, [journal]: round } });
  tell(draft, { kind: "released", table, round });
}

function settle(draft: Draft, event: Extract<MeterEvent, { kind: "settled" }>): void {
  const { table, journal, round } = event;
  const now = draft.meter.tables[table];
  if (now === undefined) return tell(draft, { kind: "strange", why: "unknownTable", table, round });
  const locked = now.locked?.round === round ? now.locked.seats : [];
  setTable(draft, table, { locked: null, lastRounds: { ...now.lastRounds, [journal]: round } });
  const stakes = event.stakes.filter((seat) => locked.includes(seat));
  if (stakes.length < event.stakes.length)
    tell(draft, { kind: "strange", why: "notLocked", table, round, count: event.stakes.length - stakes.length });
  if (stakes.length > 0) grow(draft, table, round, stakes.length);
  const won = event.won.filter(({ seat }) => stakes.includes(seat));
  const levels = Object.fromEntries(Object.entries(draft.meter.levels).map(([id, { value }]) => [id, value]));
  const entries = hitsOf(draft.setup, levels, won).map((hit) => award(draft, { table, journal, round }, hit).id);
  rememberRound(draft, table, { journal, round, revision: 1, stakes, won, levels, entries });
  for (const { hand } of won)
    if (!draft.setup.prizes.some((prize) => prize.hand === hand)) tell(draft, { kind: "strange", why: "unknownHand", table, round });
}

/** Each stake adds its millionths; past the ceiling they go to the reserve. */
function grow(draft: Draft, table: string, round: number, stakes: number): void {
  const levels = draft.setup.levels.map(({ id, ceiling, ratePpm, reservePpm }): Growth => {
    const level = levelOf(draft, id);
    const share = stakes * draft.setup.stake * ratePpm;
    const room = ceiling === null ? share : Math.max(ceiling * microsInMinor - level.value, 0);
    const added = Math.min(share, room);
    const toReserve = stakes * draft.setup.stake * reservePpm + (share - added);
    const value = level.value + added;
    setLevel(draft, id, {
      value,
      contributed: level.contributed + added,
      overflow: level.overflow + (share - added),
      reserve: level.reserve + toReserve,
      reserved: level.reserved + toReserve,
      stakes: level.stakes + stakes,
    });
    return { level: id, added, toReserve, value };
  });
  tell(draft, { kind: "grown", table, round, stakes, levels });
}

function link(draft: Draft, { table, online }: Extract<MeterEvent, { kind: "link" }>): void {
  const now = draft.meter.tables[table];
  if (now === undefined) return tell(draft, { kind: "strange", why: "unknownTable", table, round: 0 });
  if (now.online === online) return;
  setTable(draft, table, { online });
  tell(draft, { kind: "link", table, online });
}
