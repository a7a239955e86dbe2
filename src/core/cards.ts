// Every card that a reader sees is compared with what was expected. A card that left the shoe can't be refused, only judged.

import { expectedOfGame } from "./derive.ts";
import type { Event } from "./event.ts";
import { type Place, pile, placeOf, put } from "./felt.ts";
import { raise } from "./irregular.ts";
import type { Irregularity } from "./irregularity.ts";
import type { Opening } from "./opening.ts";
import { accept } from "./round.ts";
import type { Astray } from "./table.ts";
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
  if (scan === null || !event.present) return;
  tell(turn, { kind: "scanned", source: sourceOf(event), held: event.held });
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

/** Keeps a card that nobody expected, apart from the hands. */
function layAside(turn: Turn, event: HeldEvent): void {
  const { held, commitment } = event;
  tell(turn, { kind: "card", held, to: "aside", source: sourceOf(event), ...(commitment && { commitment }) });
  const { felt } = turn.table;
  turn.table = { ...turn.table, felt: { ...put(felt, [held], "aside"), left: felt.left - 1 } };
}

function cardAtShoe(turn: Turn, event: HeldEvent): void {
  const source = sourceOf(event);
  if (turn.setup.dealtBy !== "shoe") return;
  if (!inPlay(turn)) return raise(turn, { code: "cardBeforeClose", device: event.device }, source);
  const lies = placeOf(turn.table.felt, event.held);
  if (lies !== null) return raise(turn, { code: "duplicate", place: lies, device: event.device }, source);
  const opening = cardOpenings(turn)[0];
  if (opening !== undefined) return deal(turn, event, opening);
  layAside(turn, event);
  // While the table is halted the dealer may pass an unread card again: it waits aside until the halt is cleared.
  if (turn.table.halt !== null) return;
  const code = turn.table.played?.betsClosed ? "extraCard" : "cardBeforeClose";
  raise(turn, { code, device: event.device }, source);
}

/** The dealer has compared the felt: the card passed again after it was unread goes where it belonged. */
export function takeRereadCard(turn: Turn): void {
  const [held, ...more] = turn.table.felt.piles.aside ?? [];
  const opening = cardOpenings(turn)[0];
  if (held === undefined || opening === undefined) return;
  const { felt, up } = turn.table;
  turn.table = { ...turn.table, felt: put(felt, [held], opening.to), up: opening.face === "up" ? [...up, held] : up };
  tell(turn, { kind: "card", held, to: opening.to, source: { device: "console" } });
  accept(turn, { kind: "card", held, to: opening.to });
  if (more.length > 0) raise(turn, { code: "extraCard", count: more.length });
}

function cardSeen(turn: Turn, event: HeldEvent, place: Place): void {
  const { held, present } = event;
  tell(turn, { kind: "seen", held, place, present, source: sourceOf(event) });
  const others = turn.table.astray.filter((stray) => stray.held !== held || stray.place !== place);
  turn.table = { ...turn.table, astray: others };
  if (!present || !inPlay(turn) || placeOf(turn.table.felt, held) === place) return;
  const stray: Astray = { held, place, device: event.device, since: turn.table.at, judged: false };
  turn.table = { ...turn.table, astray: [...others, stray] };
  if (turn.setup.dealtBy === "antennas") dealFromAntennas(turn, event);
}

/** Where antennas deal: takes every card seen at a place that expects one, as long as that goes on. */
function dealFromAntennas(turn: Turn, event: HeldEvent): void {
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
    if (stray.judged || turn.table.at < stray.since + astrayAfterMs || !inPlay(turn)) continue;
    const lies = placeOf(turn.table.felt, stray.held);
    turn.table = {
      ...turn.table,
      astray: turn.table.astray.flatMap((other) => (other !== stray ? [other] : lies === stray.place ? [] : [{ ...other, judged: true }])),
    };
    if (lies === stray.place) continue;
    raise(turn, { ...astrayIrregularity(turn, stray, lies), device: stray.device });
  }
}

function astrayIrregularity(turn: Turn, stray: Astray, lies: Place | null): Pick<Irregularity, "code" | "place"> {
  const { place } = stray;
  if (lies !== null) return { code: "wrongPlace", place };
  if (turn.setup.dealtBy === "shoe") return { code: "notFromShoe", place };
  if (!turn.table.played?.betsClosed) return { code: "cardBeforeClose", place };
  const missed = cardOpenings(turn)[0]?.to;
  if (missed === undefined) return { code: "extraCard", place };
  // A hand in the deal got its next card while another one is still short: the deal went past it.
  return pile(turn.table.felt, place).length > 0 ? { code: "wrongCount", place: missed } : { code: "wrongPlace", place };
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
