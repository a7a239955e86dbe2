// Every card that a reader sees is compared with what was expected. A card that left the shoe can't be refused, only judged.

import { expectedOfGame } from "./derive.ts";
import type { Event } from "./event.ts";
import { type Held, type Place, pile, placeOf, put, seatOf } from "./felt.ts";
import { raise } from "./irregular.ts";
import type { Irregularity } from "./irregularity.ts";
import type { Opening } from "./opening.ts";
import { accept } from "./round.ts";
import type { Astray, Table } from "./table.ts";
import { inPlay, sourceOf, type Turn, tell } from "./turn.ts";

type HeldEvent = Extract<Event, { kind: "held" }>;
type StrayEvent = Extract<Event, { kind: "stray" }>;
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
  if (!scan.seen.includes(event.held)) turn.table = { ...turn.table, scan: { ...scan, seen: [...scan.seen, event.held] } };
}

function cardOpenings(turn: Turn): readonly CardOpening[] {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  return expectation === "settle" ? [] : expectation.filter((opening) => opening.kind === "card");
}

/** Puts a card where it was expected and tells the game. */
function deal(turn: Turn, event: HeldEvent, opening: CardOpening): void {
  const { held, commitment } = event;
  const { felt, up } = turn.table;
  tell(turn, { kind: "card", held, to: opening.to, source: sourceOf(event), ...(commitment && { commitment }) });
  turn.table = {
    ...turn.table,
    felt: { ...put(felt, [held], opening.to), left: felt.left - 1 },
    up: opening.face === "up" ? [...up, held] : up,
  };
  accept(turn, { kind: "card", held, to: opening.to });
}

/** Keeps a card that nobody expected apart from the hands: for good, or until a halt is cleared. */
function layApart(turn: Turn, event: HeldEvent, to: "aside" | "drawn"): void {
  const { held, commitment } = event;
  tell(turn, { kind: "card", held, to, source: sourceOf(event), ...(commitment && { commitment }) });
  const { felt } = turn.table;
  turn.table = { ...turn.table, felt: { ...put(felt, [held], to), left: felt.left - 1 } };
}

function cardAtShoe(turn: Turn, event: HeldEvent): void {
  const source = sourceOf(event);
  if (turn.setup.dealtBy !== "shoe") return;
  if (!inPlay(turn)) return raise(turn, { code: "cardBeforeClose", device: event.device }, source);
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

/** The felt is as it should be: cards drawn while the table was halted take the places they were dealt to, in order. */
export function takeDrawnCards(turn: Turn): void {
  const drawn = pile(turn.table.felt, "drawn");
  for (const [i, held] of drawn.entries()) {
    const opening = cardOpenings(turn)[0];
    if (opening === undefined) return raise(turn, { code: "extraCard", count: drawn.length - i });
    const { felt, up } = turn.table;
    tell(turn, { kind: "card", held, to: opening.to, source: { device: "console" } });
    turn.table = { ...turn.table, felt: put(felt, [held], opening.to), up: opening.face === "up" ? [...up, held] : up };
    accept(turn, { kind: "card", held, to: opening.to });
  }
}

function cardSeen(turn: Turn, event: HeldEvent, place: Place): void {
  const { held, present } = event;
  tell(turn, { kind: "seen", held, place, present, source: sourceOf(event) });
  const others = turn.table.astray.filter((stray) => stray.held !== held || stray.place !== place);
  turn.table = { ...turn.table, astray: others };
  if (!present || !inPlay(turn) || agrees(place, placeOf(turn.table.felt, held))) return;
  const stray: Astray = { held, place, device: event.device, since: turn.table.at, judged: false };
  turn.table = { ...turn.table, astray: [...others, stray] };
  dealFromAntennas(turn, event);
}

/**
 * Whether an antenna's place and the felt's say the same: a seat's hand antenna covers all its piles (rows, captures), and a card out
 * of play may lie anywhere until it is picked up.
 */
function agrees(seen: Place, lies: Place | null): boolean {
  if (lies === null || lies === seen) return lies === seen;
  if (lies === "discard" || lies === "aside" || lies.startsWith("aside/")) return true;
  return seen.endsWith("/hand") && seatOf(seen) !== null && seatOf(seen) === seatOf(lies);
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
    turn.table = { ...turn.table, astray: turn.table.astray.filter((other) => other !== stray) };
    deal(turn, stray.held === event.held ? event : { ...stripCommitment(event), held: stray.held, device: stray.device }, opening);
  }
}

function stripCommitment(event: HeldEvent): HeldEvent {
  const { commitment: _, seq: __, ...rest } = event;
  return rest;
}

/** Judges cards that an antenna has seen long enough where they were not dealt. */
export function judgeAstray(turn: Turn): void {
  const { astrayAfterMs } = turn.setup;
  for (const stray of turn.table.astray) {
    if (!isStillAstray(turn, stray) || turn.table.at < stray.since + astrayAfterMs || !inPlay(turn)) continue;
    const lies = placeOf(turn.table.felt, stray.held);
    turn.table = {
      ...turn.table,
      astray: turn.table.astray.flatMap((other) =>
        other !== stray ? [other] : agrees(stray.place, lies) ? [] : [{ ...other, judged: true }],
      ),
    };
    if (agrees(stray.place, lies) || isLaidOut(turn, stray, lies)) continue;
    raise(turn, { ...astrayIrregularity(turn, stray, lies), device: stray.device });
    // A hand that died of it is out of the deal: cards dealt past it may now be those that are waited for.
    const { held, place, device } = stray;
    dealFromAntennas(turn, { kind: "held", at: turn.table.at, device, held, place, present: true });
  }
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

/** The cards at these places: where an antenna sees a card, else where it was dealt. */
export function lyingAt(table: Table, places: readonly Place[]): readonly Held[] {
  return Object.entries(table.felt.piles).flatMap(([place, cards]) =>
    cards.filter((held) => {
      const seen = table.astray.filter((stray) => stray.held === held);
      return seen.length > 0 ? seen.some((stray) => places.includes(stray.place)) : places.includes(place);
    }),
  );
}

/** How the antennas see a hand laid out in rows; a single row takes the whole hand. */
export function rowsSeen(
  table: Table,
  place: Place,
  rows: readonly (readonly [Place, number])[],
): Readonly<Record<Place, readonly Held[]>> {
  const [only, ...more] = rows.map(([row]) => row);
  if (only !== undefined && more.length === 0) return { [only]: lyingAt(table, [place, only]) };
  return Object.fromEntries(rows.map(([row]) => [row, table.astray.filter((stray) => stray.place === row).map(({ held }) => held)]));
}

function astrayIrregularity(turn: Turn, stray: Astray, lies: Place | null): Pick<Irregularity, "code" | "place"> {
  const { place } = stray;
  if (lies !== null) return { code: "wrongPlace", place };
  if (turn.setup.dealtBy === "shoe") return { code: "notFromShoe", place };
  if (!turn.table.played?.betsClosed) return { code: "cardBeforeClose", place };
  const missed = cardOpenings(turn)[0]?.to;
  if (missed === undefined) return { code: "extraCard", place };
  const cards = pile(turn.table.felt, place).length;
  if (cards === 0) return { code: "wrongPlace", place };
  // One hand alone is ahead of the one that waits: it got two cards at once. Otherwise the deal went past a hand that is short.
  const alone = turn.table.astray.every((other) => other.place === place);
  return { code: "wrongCount", place: alone && cards > pile(turn.table.felt, missed).length ? place : missed };
}

/** After a halt the antennas are asked again: a card that still lies wrong counts anew. */
export function rearmAstray(turn: Turn): void {
  turn.table = { ...turn.table, astray: turn.table.astray.map((stray) => ({ ...stray, judged: false, since: turn.table.at })) };
}

/** A tag that is no card of the deck in play. */
export function strayRead(turn: Turn, event: StrayEvent): void {
  const { scan } = turn.table;
  if (scan !== null) {
    tell(turn, { kind: "scanned", source: sourceOf(event), stray: event.why });
    turn.table = { ...turn.table, scan: { ...scan, strays: scan.strays + 1 } };
    return;
  }
  raise(turn, { code: event.why, device: event.device, ...(event.place && { place: event.place }) }, sourceOf(event));
}
