// What follows from a table: never stored, never sent as an event.

import { expectedOfCorrections } from "./correctable.ts";
import { countDue, mayCountByHand } from "./count-due.ts";
import { canRead, expectedOfDecks } from "./deck-state.ts";
import type { DeviceId } from "./device.ts";
import type { Millis } from "./event.ts";
import { expectOf } from "./expect.ts";
import type { Held } from "./felt.ts";
import { facesAt, seatOf, stub } from "./felt.ts";
import type { AnyGame } from "./game.ts";
import { type Irregularity, irregularities, ofTheDeal, priorityOf, reportable } from "./irregularity.ts";
import { awardToPay, stakesToCount, withoutPool } from "./jackpot-state.ts";
import { facesDue, isManual } from "./manual-state.ts";
import type { ConfirmCode, Expectation, Opening } from "./opening.ts";
import type { Role } from "./operator.ts";
import { rowsSeen } from "./rows.ts";
import { needsDealer } from "./sign-on.ts";
import { isLocked, lockedMs } from "./sign-on-lock.ts";
import type { Astray, DeviceRole, DeviceSetup, Lamps, Played, Setup, Table, Watch } from "./table.ts";
import { seenUnread, unreadCard } from "./unread.ts";

/** Handles that the rules have turned up and whose faces the vault still has to bring. */
export function opens(table: Table): readonly Held[] {
  return table.up.filter((held) => table.felt.faces[held] === undefined);
}

export function devicesWith(setup: Setup<unknown>, role: DeviceRole): readonly DeviceSetup[] {
  return setup.devices.filter((device) => device.roles.includes(role));
}

/** Required devices that do not answer: the table waits for them, by name. */
export function waiting(table: Table, setup: Setup<unknown>): readonly DeviceId[] {
  return lost(table, setup)
    .filter((device) => !isManual(table, setup) || !isReader(device))
    .map((device) => device.id);
}

function lost(table: Table, setup: Setup<unknown>): readonly DeviceSetup[] {
  return setup.devices.filter((device) => device.required && table.links[device.id]?.status !== "up");
}

/** A device that reads cards and nothing else: by hand the table does without it. */
function isReader({ roles }: DeviceSetup): boolean {
  return roles.length > 0 && roles.every((role) => role === "shoe" || role === "antennas");
}

/** What a shuffler's sensor says of its lamps. */
export type LampSign = "red" | "green" | "dark" | "unknown";

export function lampSign(lamps: Lamps | undefined, at: Millis, darkAfterMs: Millis): LampSign {
  if (lamps === undefined) return "unknown";
  if (lamps.red !== "off") return "red";
  if (lamps.mains === "off") return "dark";
  if (lamps.green !== "off") return "green";
  return lamps.darkSince !== null && at - lamps.darkSince >= darkAfterMs ? "dark" : "green";
}

/** Why no round may be opened now, as a code; null when nothing stands in the way. */
export function blocked(table: Table, setup: Setup<unknown>, game: AnyGame): string | null {
  if (table.latch !== null) return "latched";
  if (waiting(table, setup).length > 0) return "device";
  for (const shuffler of devicesWith(setup, "shuffler")) {
    if (lampSign(table.lamps[shuffler.id], table.at, setup.darkAfterMs) !== "green") return "shuffler";
  }
  if (table.deck === null) return "deck";
  if (countDue(table, setup)) return "count";
  if (game.notice(setup.rules).suspended === true) return "suspended";
  if (table.seated.length < (game.fewest?.(setup.rules) ?? game.players.min)) return "seats";
  return null;
}

function confirm(code: ConfirmCode, role: Role, more: { reason?: true; seat?: number; blocked?: string | null } = {}): Opening {
  const { blocked: why, ...rest } = more;
  return { kind: "confirm", code, role, ...rest, ...(why ? { blocked: why } : {}) };
}

function expectedBetweenRounds(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Opening[] {
  const why = blocked(table, setup, game);
  const openings: Opening[] = [confirm("openRound", "dealer", { blocked: why })];
  if (table.again !== null) openings.unshift(confirm("redeal", "dealer", { blocked: why }));
  if (mayCountByHand(table, setup)) openings.unshift({ kind: "count", place: "stub" });
  for (const seat of setup.places) openings.push({ kind: "seat", seat, sitting: !table.seated.includes(seat) });
  if (mayGoManual(table, setup, game)) openings.push(confirm("manual", "floor", { reason: true }));
  if (table.manual !== null) openings.push(confirm("readers", "dealer"));
  openings.push({ kind: "deck", blocked: null }, confirm("scan", "dealer"), confirm("closeTable", "dealer"));
  return openings;
}

/** A reader is lost: the floor may let the table go on by hand, unless the game asks of hidden cards what only a reader can answer. */
function mayGoManual(table: Table, setup: Setup<unknown>, game: AnyGame): boolean {
  return table.manual === null && game.needsReader !== true && lost(table, setup).some(isReader);
}

function expectedWhenHalted(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Opening[] {
  const answers = table.halt?.answers ?? [];
  const due = unreadCard(table, setup, game);
  const openings: Opening[] = [];
  if (seenUnread(table, due) !== null) openings.push(confirm("rescan", answers.length === 0 ? "dealer" : "floor"));
  if (due !== null && game.needsReader !== true && setup.dealtBy !== "console") openings.push(confirm("enter", "floor", { reason: true }));
  if (answers.length === 0) return [confirm("same", "dealer"), confirm("different", "dealer", { reason: true }), ...openings];
  return [...openings, ...answers.map((answer) => confirm(answer, "floor", { reason: true }))];
}

/** The seat to be paid next, or null when every seat has been served. */
export function nextToServe(played: Played<unknown>): number | null {
  return played.settlement?.order[played.served] ?? null;
}

/** What the game itself expects of the round in play, as long as nothing holds it up. */
export function expectedOfGame(table: Table, setup: Setup<unknown>, game: AnyGame): Expectation {
  const { played } = table;
  if (played === null || played.settlement !== null || table.halt !== null || opens(table).length > 0) return [];
  const expectation = expectOf(game, played.round as object, table.felt, setup.rules);
  if (setup.pool === undefined) return expectation;
  // Wagers for a progressive are counted before the first card; without a link to it none is taken.
  return stakesToCount(table, setup, game) === 0 ? withoutPool(table, setup, expectation) : [];
}

function expectedInRound(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Opening[] {
  const waits = waiting(table, setup).length > 0;
  const expectation = expectedOfGame(table, setup, game);
  const openings: Opening[] = [];
  for (const opening of expectation === "settle" ? [] : expectation) {
    if (opening.kind === "close" && waits && opening.blocked === null) openings.push({ ...opening, blocked: "device" });
    else if (opening.kind !== "card" || !waits) openings.push(withRowsSeen(opening, table, setup));
  }
  if (table.halt === null && stakesToCount(table, setup, game) > 0) openings.push({ kind: "count", place: "jackpot" });
  const faces = table.halt === null ? facesDue(table) : [];
  openings.unshift(...faces.map(({ place, held }) => ({ kind: "faces", place, count: held.length }) as const));
  if (mayGoManual(table, setup, game)) openings.push(confirm("manual", "floor", { reason: true }));
  openings.push({ kind: "report", codes: reportable, ofTheDeal }, confirm("misdeal", "floor", { reason: true }));
  return openings;
}

/** Adds what antennas see of rows that may be turned up now. Before, nothing tells how a hand is laid. */
function withRowsSeen(opening: Opening, table: Table, setup: Setup<unknown>): Opening {
  if (opening.kind !== "reveal" || opening.rows === undefined || opening.rows.length < 2 || opening.blocked !== undefined) return opening;
  const seen = rowsSeen(table, setup, opening.place, opening.rows);
  return seen === null ? opening : { ...opening, seen };
}

/** Everything that may happen next at this table, the game's openings and the table's own. */
export function expected(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Opening[] {
  const openings = [...expectedByPhase(table, setup, game), ...expectedAlways(table, setup)];
  if (!needsDealer(table, setup)) return openings;
  // Until somebody deals, only those act who answer for the table.
  return openings.filter((opening) => opening.kind === "signOn" || ("role" in opening && opening.role !== "dealer"));
}

/** What belongs to no phase: who deals, the last entry, the floor. */
function expectedAlways(table: Table, setup: Setup<unknown>): readonly Opening[] {
  const { undo, halt, scan, call, played, dealer } = table;
  const openings: Opening[] = [];
  if (undo !== null && halt === null && scan === null) openings.push({ kind: "undo", from: undo.from, entry: undo.entry });
  if (setup.signOn === true) openings.push({ kind: "signOn" });
  if (dealer !== null && played === null) openings.push({ kind: "signOff" });
  const due = awardToPay(table);
  if (due !== null) openings.push(confirm("awardPaid", "floor", { seat: due.seat }));
  openings.push(confirm("callFloor", "dealer"));
  if (call !== null && call.coming === null) openings.push(confirm("coming", "floor"));
  if (call !== null) openings.push(confirm("endCall", "dealer"));
  return openings;
}

function expectedByPhase(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Opening[] {
  const openings: Opening[] = [];
  if (table.latch !== null) openings.push(confirm("unlatch", "floor", { reason: true }));
  if (table.halt !== null) return [...expectedWhenHalted(table, setup, game), ...openings];
  if (table.scan !== null) {
    const byHand = table.scan.of !== undefined && !canRead(setup);
    return [...(byHand ? [{ kind: "count", place: "deck" } as const] : []), confirm("scanned", "dealer"), ...openings];
  }
  openings.push(...expectedOfCorrections(table, setup));
  if (table.played === null) {
    const decks = expectedOfDecks(table, setup);
    if (!table.open) return [confirm("openTable", "dealer"), confirm("scan", "dealer"), ...decks, ...openings];
    return [...expectedBetweenRounds(table, setup, game), ...decks, ...openings];
  }
  if (table.played.settlement !== null) {
    const seat = nextToServe(table.played);
    return [...(seat === null ? [] : [confirm("paid", "dealer", { seat })]), ...openings];
  }
  return [...expectedInRound(table, setup, game), ...openings];
}

/** Questions for the vault. */
export function asks(table: Table, setup: Setup<unknown>, game: AnyGame): readonly Extract<Opening, { kind: "ask" }>[] {
  const expectation = expectedOfGame(table, setup, game);
  if (expectation === "settle") return [];
  return expectation.filter((opening) => opening.kind === "ask");
}

/** The next moment at which something happens by itself, or null. The shell sends a `deadline` event then. */
export function deadline(table: Table, setup: Setup<unknown>, game: AnyGame): Millis | null {
  const moments: Millis[] = [];
  // Once a round is settled or void nothing lies wrong any more: cards are picked up.
  const inPlay = table.played?.settlement === null;
  const unread = seenUnread(table, unreadCard(table, setup, game));
  for (const stray of table.astray) if (!stray.judged && stray !== unread && inPlay) moments.push(judgedAt(stray, setup));
  const { watch } = setup;
  if (watch !== undefined && watch.seenWithinMs !== null && table.halt === null && inPlay)
    for (const one of table.unseen) if (!one.judged && isWatching(table, watch, one.place)) moments.push(one.since + watch.seenWithinMs);
  for (const shuffler of devicesWith(setup, "shuffler")) {
    const lamps = table.lamps[shuffler.id];
    if (lamps?.darkSince && !lamps.darkJudged) moments.push(lamps.darkSince + setup.darkAfterMs);
  }
  if (isLocked(table.lock, table.at)) moments.push(table.lock.until);
  const expectation = expectedOfGame(table, setup, game);
  if (expectation !== "settle") {
    for (const opening of expectation) {
      const moment = timeIsUpAt(table, setup, opening);
      if (moment !== null) moments.push(moment);
    }
  }
  return moments.length === 0 ? null : Math.min(...moments);
}

/**
 * When a card that an antenna sees where it was not dealt is judged. Antennas under a whole pack need longer to tell that a card has left it:
 * as long as others have to see one that has come.
 */
export function judgedAt({ since, place }: Astray, { astrayAfterMs, watch }: Setup<unknown>): Millis {
  return since + (place === stub ? Math.max(astrayAfterMs, watch?.seenWithinMs ?? 0) : astrayAfterMs);
}

/** When the time for a decision, or to bet, is up; null: no clock runs. Bets that can't be closed yet stay open until they can. */
export function timeIsUpAt(table: Table, setup: Setup<unknown>, opening: Opening): Millis | null {
  if ((opening.kind !== "decision" && opening.kind !== "close") || opening.withinMs === undefined) return null;
  if (opening.kind === "close" && (opening.blocked !== null || waiting(table, setup).length > 0)) return null;
  const since = table.played?.asked[opening.kind === "close" ? "close" : opening.by];
  return since === undefined ? null : since + opening.withinMs;
}

/** The place whose antenna covers this one: itself, or the hand of its seat. Null where nothing sees it. */
export function coverOf({ covered }: Watch, place: string): string | null {
  if (covered[place] !== undefined) return place;
  const seat = seatOf(place);
  return seat !== null && covered[`${seat}/hand`] !== undefined ? `${seat}/hand` : null;
}

/** Whether the antenna of a place answers. */
export function isWatching(table: Table, watch: Watch, place: string): boolean {
  const cover = coverOf(watch, place);
  return cover !== null && table.links[watch.covered[cover] as DeviceId]?.status === "up";
}

/** An alarm: something that needs a person. It stands as long as its cause does. */
export interface Alarm {
  /** Stable as long as it is the same trouble. */
  readonly id: string;
  readonly code: string;
  readonly priority: 1 | 2 | 3;
  /** 100 first … 1 last. */
  readonly weight: number;
  readonly since: Millis;
  readonly device?: DeviceId;
  readonly place?: string;
  readonly count?: number;
  readonly deck?: string;
}

const deviceLostWeight = 72;
const jackpotWeight = 64;
const poolLostWeight = 40;
const signLostWeight = 20;
const floorCalledWeight = 60;
const lockedWeight = 66;

/** An alarm about an irregularity: kind, place and count; never a face. */
function alarmOf(id: string, since: Millis, irregularity: Pick<Irregularity, "code" | "place" | "device" | "count" | "deck">): Alarm {
  const { code, place, device, count, deck } = irregularity;
  return {
    id,
    code,
    priority: priorityOf(code),
    weight: irregularities[code].weight,
    since,
    ...(place !== undefined && { place }),
    ...(device !== undefined && { device }),
    ...(count !== undefined && { count }),
    ...(deck !== undefined && { deck }),
  };
}

/** Id of the alarm about a count that was wrong and is made again; null: there is none. */
export function firstCount({ count }: Table): string | null {
  return count.wrong === null ? null : `count-${count.wrong.since}`;
}

/** What stands, the heaviest first. */
export function alarms(table: Table, setup: Setup<unknown>): readonly Alarm[] {
  const list: Alarm[] = [];
  const { latch, halt, played } = table;
  if (latch !== null) list.push(alarmOf(`latch-${latch.since}`, latch.since, latch));
  if (latch?.dealt !== undefined) list.push(alarmOf(`dealt-${latch.since}`, latch.since, { code: "dealtOnRed", device: latch.device }));
  if (halt !== null) list.push(alarmOf(`halt-${halt.since}`, halt.since, halt.irregularity));
  if (played?.voidedBy && played.settlement !== null && latch === null)
    list.push(alarmOf(`void-${played.number}`, played.concludedAt ?? table.at, played.voidedBy));
  if (table.call !== null)
    list.push({ id: `call-${table.call.since}`, code: "floorCalled", priority: 2, weight: floorCalledWeight, since: table.call.since });
  if (isLocked(table.lock, table.at))
    list.push({
      id: `locked-${table.lock.until}`,
      code: "pinLocked",
      priority: 2,
      weight: lockedWeight,
      since: table.lock.until - lockedMs,
    });
  const { wrong } = table.count;
  if (wrong !== null)
    list.push(alarmOf(firstCount(table) as string, wrong.since, { ...wrong, ...(table.deck !== null && { deck: table.deck }) }));
  for (const failed of table.quarantine) list.push(alarmOf(`deck-${failed.deck}`, failed.since, failed));
  for (const id of waiting(table, setup)) {
    const since = table.links[id]?.since ?? table.startedAt;
    list.push({ id: `link-${id}`, code: "deviceLost", priority: 2, weight: deviceLostWeight, since, device: id });
  }
  const lostOf = (role: DeviceRole, alarm: Pick<Alarm, "code" | "priority" | "weight">): void => {
    for (const { id } of devicesWith(setup, role)) {
      const link = table.links[id];
      if (link !== undefined && link.status !== "up") list.push({ id: `link-${id}`, ...alarm, since: link.since, device: id });
    }
  };
  lostOf("sign", { code: "signLost", priority: 3, weight: signLostWeight });
  lostOf("progressive", { code: "poolLost", priority: 2, weight: poolLostWeight });
  for (const { round, seat, since, award } of table.awaited) {
    const code = award === null ? "jackpotPending" : "jackpotToPay";
    list.push({
      id: `jackpot-${round}-${seat}`,
      code,
      priority: 2,
      weight: jackpotWeight,
      since: award?.at ?? since,
      place: `${seat}/jackpot`,
    });
  }
  return list.sort((one, other) => other.weight - one.weight);
}

/** The cards a screen may show at a place: opened faces, null for the others. */
export function cardsAt(table: Table, place: string): readonly (string | null)[] {
  return (table.felt.piles[place] ?? []).map((held) => table.felt.faces[held] ?? null);
}

/** Faces of whole hands that lie open, by place. */
export function openHands(table: Table): Readonly<Record<string, readonly string[]>> {
  const hands: Record<string, readonly string[]> = {};
  for (const place in table.felt.piles) {
    const faces = facesAt(table.felt, place);
    if (faces !== null && faces.length > 0) hands[place] = faces;
  }
  return hands;
}
