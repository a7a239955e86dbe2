// Every card that a reader sees is compared with what was expected. A card that left the shoe can't be refused, only judged.

import { coverOf, expectedOfGame, isWatching, judgedAt } from "./derive.ts";
import type { DeviceId } from "./device.ts";
import type { Event } from "./event.ts";
import type { Source } from "./fact.ts";
import { type Felt, type Held, isHand, type Place, pile, placeOf, put, seatOf, stub } from "./felt.ts";
import { raise } from "./irregular.ts";
import type { Irregularity } from "./irregularity.ts";
import { isManual, isTyped } from "./manual-state.ts";
import type { Opening } from "./opening.ts";
import { accept } from "./round.ts";
import type { Astray, Table } from "./table.ts";
import { amend, inPlay, sourceOf, type Turn, tell } from "./turn.ts";
import { covers, seenUnread, unreadCard } from "./unread.ts";

type HeldEvent = Extract<Event, { kind: "held" }>;
type StrayEvent = Extract<Event, { kind: "stray" }>;
/** The antenna under the discard rack. */
const discardRack: Place = "discard";

type CardOpening = Extract<Opening, { kind: "card" }>;

/** A card of the deck in play, at the shoe or over a seat's antenna. */
export function cardRead(turn: Turn, event: HeldEvent): void {
  if (turn.table.scan !== null) return scanned(turn, event);
  if (event.place === undefined) {
    if (event.present) cardAtShoe(turn, event);
  } else {
    cardSeen(turn, event, event.place);
  }
}

function scanned(turn: Turn, event: HeldEvent): void {
  const { scan } = turn.table;
  if (scan === null) return;
  tell(turn, { kind: "scanned", source: sourceOf(event), held: event.held, present: event.present });
  if (!scan.seen.includes(event.held)) amend(turn, { scan: { ...scan, seen: [...scan.seen, event.held] } });
  else if (event.present && event.place === undefined) amend(turn, { scan: { ...scan, twice: scan.twice + 1 } });
}

function cardOpenings(turn: Turn): readonly CardOpening[] {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  return expectation === "settle" ? [] : expectation.filter((opening) => opening.kind === "card");
}

/** Puts a card where it was expected and tells the game. */
export function deal(turn: Turn, event: HeldEvent, opening: CardOpening): void {
  const { held, commitment } = event;
  const { felt, up } = turn.table;
  tell(turn, { kind: "card", held, to: opening.to, source: sourceOf(event), ...(commitment && { commitment }) });
  amend(turn, { felt: { ...put(felt, [held], opening.to), left: felt.left - 1 }, up: opening.face === "up" ? [...up, held] : up });
  lookFor(turn, held, opening.to);
  accept(turn, { kind: "card", held, to: opening.to });
}

/** A card dealt to a place with an antenna has to be seen there. */
function lookFor(turn: Turn, held: Held, place: Place): void {
  const { watch } = turn.setup;
  if (watch === undefined || watch.seenWithinMs === null || isManual(turn.table, turn.setup) || coverOf(watch, place) === null) return;
  // Of a card that was entered no antenna can say that it is the one.
  if (isTyped(held)) return;
  if ((turn.table.seen[held] ?? []).some((seen) => agrees(turn, seen, place))) return;
  amend(turn, { unseen: [...turn.table.unseen, { held, place, since: turn.table.at, judged: false }] });
}

/** Judges cards that no antenna has seen where they were dealt, hand by hand. A lost antenna is no witness: its cards wait for it. */
export function judgeUnseen(turn: Turn): void {
  const { watch } = turn.setup;
  if (watch === undefined || watch.seenWithinMs === null || !inPlay(turn) || turn.table.halt !== null) return;
  const { at } = turn.table;
  const lost = turn.table.unseen.filter((one) => !one.judged && !isWatching(turn.table, watch, one.place));
  if (lost.length > 0) amend(turn, { unseen: turn.table.unseen.map((one) => (lost.includes(one) ? { ...one, since: at } : one)) });
  const limit = at - watch.seenWithinMs;
  const due = turn.table.unseen.filter((one) => !one.judged && one.since <= limit);
  const [first] = due;
  if (first === undefined) return;
  const here = due.filter(({ place }) => place === first.place);
  amend(turn, { unseen: turn.table.unseen.map((one) => (here.includes(one) ? { ...one, judged: true } : one)) });
  raise(turn, { code: "notSeen", place: first.place, count: here.length });
  judgeUnseen(turn);
}

/** Keeps a card that nobody expected apart from the hands: for good, or until a halt is cleared. */
function layApart(turn: Turn, event: HeldEvent, to: "aside" | "drawn"): void {
  const { held, commitment } = event;
  tell(turn, { kind: "card", held, to, source: sourceOf(event), ...(commitment && { commitment }) });
  const { felt } = turn.table;
  amend(turn, { felt: { ...put(felt, [held], to), left: felt.left - 1 } });
}

function cardAtShoe(turn: Turn, event: HeldEvent): void {
  const source = sourceOf(event);
  if (turn.setup.dealtBy !== "shoe" || isManual(turn.table, turn.setup)) return;
  if (!inPlay(turn)) return dealtOutOfRound(turn, event.device, source);
  const lies = placeOf(turn.table.felt, event.held);
  if (lies !== null) return raise(turn, { code: "duplicate", place: lies, device: event.device }, source);
  const opening = cardOpenings(turn)[0];
  if (opening !== undefined) return deal(turn, event, opening);
  // A card drawn while the table is halted (an unread one passed again, or the next) waits until the halt is cleared.
  if (turn.table.halt !== null) return layApart(turn, event, "drawn");
  layApart(turn, event, "aside");
  const code = turn.table.played?.betsClosed ? "extraCard" : "cardBeforeClose";
  raise(turn, { code, device: event.device }, source);
}

/** A hand that has hold of a card when the light turns red draws it: nobody stops within less. */
const inMotionMs = 1_000;

/** No round is played: a card leaves the shoe too early, or somebody deals on under a red light over this deck. */
function dealtOutOfRound(turn: Turn, shoe: DeviceId, source: Source): void {
  const { latch, at } = turn.table;
  if (latch?.code === "red" && at - latch.since <= inMotionMs) return raise(turn, { code: "extraCard", device: shoe }, source);
  if (latch?.code !== "red" || !turn.setup.devices.some(({ id, holds }) => id === latch.device && holds === "thisDeck"))
    return raise(turn, { code: "cardBeforeClose", device: shoe }, source);
  const dealt = (latch.dealt ?? 0) + 1;
  amend(turn, { latch: { ...latch, dealt } });
  raise(turn, { code: "dealtOnRed", device: latch.device, count: dealt }, source);
}

/** The felt is as it should be: cards drawn while the table was halted take the places they were dealt to, in order. */
export function takeDrawnCards(turn: Turn): void {
  const drawn = pile(turn.table.felt, "drawn");
  for (const [i, held] of drawn.entries()) {
    const opening = cardOpenings(turn)[0];
    if (opening === undefined) return raise(turn, { code: "extraCard", count: drawn.length - i });
    const { felt, up } = turn.table;
    tell(turn, { kind: "card", held, to: opening.to, source: { device: "console" } });
    amend(turn, { felt: put(felt, [held], opening.to), up: opening.face === "up" ? [...up, held] : up });
    lookFor(turn, held, opening.to);
    accept(turn, { kind: "card", held, to: opening.to });
  }
}

function cardSeen(turn: Turn, event: HeldEvent, place: Place): void {
  const { held, present } = event;
  const { commitment } = event;
  tell(turn, { kind: "seen", held, place, present, source: sourceOf(event), ...(commitment && { commitment }) });
  const others = turn.table.astray.filter((stray) => stray.held !== held || stray.place !== place);
  amend(turn, { astray: others, seen: seenNow(turn.table.seen, event, place) });
  const isRight = agrees(turn, place, placeOf(turn.table.felt, held));
  if (present && isRight) amend(turn, { unseen: turn.table.unseen.filter((one) => one.held !== held) });
  // Cards entered at the console are unknown to antennas: there is nothing to compare.
  if (!present || !inPlay(turn) || isRight || isManual(turn.table, turn.setup) || isEntered(turn, held, place)) return;
  const stray: Astray = { held, place, device: event.device, since: turn.table.at, judged: false };
  amend(turn, { astray: [...others, stray] });
  dealFromAntennas(turn, event);
}

function seenNow(seen: Table["seen"], { held, present }: HeldEvent, place: Place): Table["seen"] {
  const others = (seen[held] ?? []).filter((one) => one !== place);
  return { ...seen, [held]: present ? [...others, place] : others };
}

/**
 * Whether an antenna's place and the felt's say the same: a seat's hand antenna covers all its piles (rows, captures), and a card out
 * of play may lie anywhere until it is picked up. A hand that is out may lie in the discard rack already. In the undealt pack lies all that
 * is in no hand.
 */
function agrees(turn: Turn, seen: Place, lies: Place | null): boolean {
  if (seen === stub) return lies === null || !(isHand(lies) || lies === "board");
  if (lies === null || lies === seen) return lies === seen;
  if (lies === "discard" || lies === "aside" || lies.startsWith("aside/")) return true;
  if (seen === discardRack) return turn.table.played !== null && (turn.game.out?.(turn.table.played.round) ?? []).includes(lies);
  return seen.endsWith("/hand") && seatOf(seen) !== null && seatOf(seen) === seatOf(lies);
}

/** Whether it must be the card, unread at the shoe, that was entered where this antenna looks: one stranger for each. */
function isEntered({ table }: Turn, held: Held, place: Place): boolean {
  const { felt, seen, typed } = table;
  if (typed === 0 || placeOf(felt, held) !== null) return false;
  const entered = Object.entries(felt.piles).flatMap(([lies, cards]) => (covers(place, lies) ? cards.filter(isTyped) : []));
  const others = Object.entries(seen).filter(
    ([other, places]) => Number(other) !== held && places.includes(place) && placeOf(felt, Number(other)) === null,
  );
  return others.length < entered.length;
}

/** Where antennas deal: takes every card seen at a place that expects one, as long as that goes on. */
function dealFromAntennas(turn: Turn, event: HeldEvent): void {
  if (turn.setup.dealtBy !== "antennas") return;
  for (;;) {
    const openings = cardOpenings(turn);
    const fits = turn.table.astray.flatMap((stray) => {
      const opening = openings.find((candidate) => candidate.to === stray.place);
      return opening !== undefined && placeOf(turn.table.felt, stray.held) === null ? [{ stray, opening }] : [];
    })[0];
    if (fits === undefined) return;
    const { stray, opening } = fits;
    amend(turn, { astray: turn.table.astray.filter((other) => other !== stray) });
    deal(turn, stray.held === event.held ? event : { ...stripCommitment(event), held: stray.held, device: stray.device }, opening);
  }
}

function stripCommitment(event: HeldEvent): HeldEvent {
  const { commitment: _, seq: __, ...rest } = event;
  return rest;
}

/** Judges cards that an antenna has seen long enough where they were not dealt. */
export function judgeAstray(turn: Turn): void {
  const unread = (): Astray | null => seenUnread(turn.table, unreadCard(turn.table, turn.setup, turn.game));
  let spared: Astray | null = null;
  for (const stray of turn.table.astray) {
    if (!isStillAstray(turn, stray) || turn.table.at < judgedAt(stray, turn.setup) || !inPlay(turn)) continue;
    // The table stands still for a card that was not read, and here it lies: whoever compares the felt has it taken.
    if (unread() === stray) {
      spared = stray;
      continue;
    }
    const lies = placeOf(turn.table.felt, stray.held);
    if (isEntered(turn, stray.held, stray.place)) {
      amend(turn, { astray: turn.table.astray.filter((other) => other !== stray) });
      continue;
    }
    amend(turn, {
      astray: turn.table.astray.flatMap((other) =>
        other !== stray ? [other] : agrees(turn, stray.place, lies) ? [] : [{ ...other, judged: true }],
      ),
    });
    if (agrees(turn, stray.place, lies) || isLaidOut(turn, stray, lies)) continue;
    const told = astrayIrregularity(turn, stray, lies);
    if (told.code === "wrongHand" || told.code === "clearedEarly") judgeTogether(turn, stray, lies);
    raise(turn, { ...told, device: stray.device });
    // A hand that died of it is out of the deal: cards dealt past it may now be those that are waited for.
    const { held, place, device } = stray;
    dealFromAntennas(turn, { kind: "held", at: turn.table.at, device, held, place, present: true });
  }
  // What another card led to may be a heavier halt, at which nobody takes the unread one.
  if (spared !== null && isStillAstray(turn, spared) && inPlay(turn) && unread() !== spared) judgeAstray(turn);
}

/**
 * Whether an antenna sees a card where it was not dealt, and the time in which it may be moved is not over; or one has not yet seen a card
 * that was dealt there.
 */
export function awaitsJudgement(turn: Turn): boolean {
  const { table, setup } = turn;
  const { watch } = setup;
  return (
    table.astray.some((stray) => !stray.judged && !agrees(turn, stray.place, placeOf(table.felt, stray.held))) ||
    (watch !== undefined && table.unseen.some((one) => !one.judged && isWatching(table, watch, one.place)))
  );
}

/** Cards of one hand that lie at one wrong place are one irregularity. */
function judgeTogether(turn: Turn, { place }: Astray, lies: Place | null): void {
  const hand = lies === null ? [] : pile(turn.table.felt, lies);
  amend(turn, {
    astray: turn.table.astray.map((other) => (other.place === place && hand.includes(other.held) ? { ...other, judged: true } : other)),
  });
}

/** What an earlier card's judgement has changed is no longer the same stray. */
function isStillAstray(turn: Turn, stray: Astray): boolean {
  return !stray.judged && turn.table.astray.includes(stray);
}

/** Whether the card lies in a row of its own hand, where it will be turned up. */
function isLaidOut(turn: Turn, stray: Astray, lies: Place | null): boolean {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  if (expectation === "settle") return false;
  return expectation.some(
    (opening) => opening.kind === "reveal" && opening.place === lies && opening.rows?.some(([row]) => row === stray.place) === true,
  );
}

function astrayIrregularity(turn: Turn, stray: Astray, lies: Place | null): Pick<Irregularity, "code" | "place" | "count"> {
  const { place } = stray;
  if (lies !== null) return strayOfHand(turn, stray, lies);
  if (turn.setup.dealtBy !== "antennas") return { code: isSwitched(turn, place) ? "misread" : "notFromShoe", place };
  if (!turn.table.played?.betsClosed) return { code: "cardBeforeClose", place };
  const missed = cardOpenings(turn)[0]?.to;
  if (missed === undefined) return { code: "extraCard", place };
  const cards = pile(turn.table.felt, place).length;
  if (cards === 0) return isIdle(turn, place) ? { code: "emptySeat", place } : { code: "skippedSeat", place: missed };
  // One hand alone is ahead of the one that waits, or got the last card too: it got two at once. Otherwise the deal went past a hand that is short.
  const alone = turn.table.astray.every((other) => other.place === place || other.place === stub);
  const isAhead = cards > pile(turn.table.felt, missed).length || placeOf(turn.table.felt, lastDealt(turn.table.felt)) === place;
  return { code: "wrongCount", place: alone && isAhead ? place : missed };
}

/** Handles are given in the order in which cards are met. */
function lastDealt({ piles }: Felt): Held {
  return Math.max(...Object.values(piles).flat());
}

/** A card that was dealt elsewhere. */
function strayOfHand(turn: Turn, { held, place }: Astray, lies: Place): Pick<Irregularity, "code" | "place" | "count"> {
  const { astray, felt, seen } = turn.table;
  const hand = pile(felt, lies);
  const together = hand.filter((one) => astray.some((other) => other.held === one && other.place === place)).length;
  if (place === discardRack) return { code: "clearedEarly", place: lies, count: together };
  if (place === stub) return strayOfPack(turn, held, lies);
  if ((seen[held] ?? []).some((other) => other !== stub && other !== place && seatOf(other) !== seatOf(place)))
    return { code: "twoPlaces", place, count: 1 };
  if (isIdle(turn, place)) return { code: "emptySeat", place };
  return hand.length > 1 && together === hand.length ? { code: "wrongHand", place, count: together } : { code: "wrongPlace", place };
}

/** A card of a hand that the pack's antenna sees too: it is there twice. Where its own antenna misses it, it was put back. */
function strayOfPack({ table, setup }: Turn, held: Held, lies: Place): Pick<Irregularity, "code" | "place" | "count"> {
  const isSeen = (table.seen[held] ?? []).some((other) => other !== stub);
  const isMissed = !isSeen && setup.watch !== undefined && isWatching(table, setup.watch, lies);
  return { code: isMissed ? "clearedEarly" : "twoPlaces", place: lies, count: 1 };
}

/** A seat that has neither cards nor a wager. */
function isIdle({ table, game }: Turn, place: Place): boolean {
  const seat = seatOf(place);
  if (seat === null || table.played === null) return false;
  const holds = Object.entries(table.felt.piles).some(([one, cards]) => seatOf(one) === seat && cards.length > 0);
  return !holds && !Object.entries(game.stakes(table.played.round)).some(([spot, stake]) => seatOf(spot) === seat && stake > 0);
}

/** An unknown card lies where one that was dealt is not seen: the two readers name different cards, or one was switched. */
function isSwitched({ table, setup }: Turn, place: Place): boolean {
  if (setup.watch === undefined || coverOf(setup.watch, place) === null) return false;
  return pile(table.felt, place).some((held) => (table.seen[held] ?? []).length === 0);
}

/** After a halt the antennas are asked again: a card that still lies wrong counts anew. */
export function rearmAstray(turn: Turn): void {
  amend(turn, { astray: turn.table.astray.map((stray) => ({ ...stray, judged: false, since: turn.table.at })) });
}

/** A tag that is no card of the deck in play. */
export function strayRead(turn: Turn, event: StrayEvent): void {
  const { scan } = turn.table;
  if (scan !== null) {
    tell(turn, { kind: "scanned", source: sourceOf(event), stray: event.why });
    amend(turn, { scan: { ...scan, strays: scan.strays + 1, why: [...scan.why, event.why] } });
    return;
  }
  raise(turn, { code: event.why, device: event.device, ...(event.place && { place: event.place }) }, sourceOf(event));
}
