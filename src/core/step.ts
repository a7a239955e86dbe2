// The whole controller of a table, as one pure function: an event turns the table into the next table and numbered facts.
// Total: it never throws on input. What a person asked and may not have is refused; what a device reported and should not
// have happened becomes an irregularity, and the game says what that means.

import { never } from "./assert.ts";
import { awaitsJudgement, cardRead, judgeAstray, judgeUnseen, strayRead } from "./cards.ts";
import { takeCount } from "./census.ts";
import { carryOut } from "./command.ts";
import { deckSize } from "./count-due.ts";
import { expectedOfGame, timeIsUpAt } from "./derive.ts";
import type { Event } from "./event.ts";
import type { Fact } from "./fact.ts";
import { placeOf } from "./felt.ts";
import type { AnyGame } from "./game.ts";
import { raise } from "./irregular.ts";
import { takeAward } from "./jackpot.ts";
import { deviceRead, judgeDark, linkChanged } from "./lights.ts";
import { accept, closeBets, moveClocks, openRound, settleIfDue, tellDecision } from "./round.ts";
import { tried } from "./sign-on.ts";
import type { Reply, Setup, Table } from "./table.ts";
import { tableWith } from "./table-with.ts";
import { amend, inPlay, type Turn, tell } from "./turn.ts";
import { keepUndo } from "./undo.ts";

export interface Stepped {
  readonly table: Table;
  readonly facts: readonly Fact[];
  /** Present for a command: carried out or refused, and why. */
  readonly reply?: Reply;
}

/** One event. Facts are numbered from `table.n` + 1 without gaps. */
export function step(game: AnyGame, setup: Setup<unknown>, table: Table, event: Event): Stepped {
  const turn: Turn = { game, setup, table: tableWith(table, { at: Math.max(table.at, event.at) }), facts: [] };
  happen(turn, event);
  judgeAstray(turn);
  judgeUnseen(turn);
  judgeDark(turn);
  timeOut(turn);
  // A card seen where it was not dealt has its time to be moved, and an antenna its time to see one; until it is judged nobody is paid.
  if (!awaitsJudgement(turn)) settleIfDue(turn);
  keepUndo(turn, table, event);
  return { table: turn.table, facts: turn.facts, ...(turn.reply && { reply: turn.reply }) };
}

function happen(turn: Turn, event: Event): void {
  switch (event.kind) {
    case "held":
      return cardRead(turn, event);
    case "stray":
      return strayRead(turn, event);
    case "reading":
      return deviceRead(turn, event);
    case "opened":
      return openFaces(turn, event);
    case "answered":
      tell(turn, { kind: "answered", ask: event.ask, value: event.value });
      return accept(turn, { kind: "answered", id: event.ask, answer: event.value });
    case "link":
      return linkChanged(turn, event);
    case "command":
      return carryOut(turn, event);
    case "award":
      return takeAward(turn, event);
    case "attempt":
      return tried(turn, event);
    case "started":
      return started(turn, event);
    case "stopped":
      return tell(turn, { kind: "stopped" });
    case "clock":
      return clockStepped(turn, event);
    case "unsealed":
      return tell(turn, { kind: "unsealed", of: event.of, by: event.by, reason: event.reason });
    case "exported":
      return tell(turn, { kind: "deckExported", deck: event.deck, by: event.by, reason: event.reason });
    case "census":
      return countedByAntennas(turn, event);
    case "deadline":
      return;
    default:
      never(event);
  }
}

function openFaces(turn: Turn, event: Extract<Event, { kind: "opened" }>): void {
  const wanted = event.faces.filter(([held]) => turn.table.up.includes(held));
  const cards = wanted.map(([held, card, salt]) => ({ held, card, salt, place: placeOf(turn.table.felt, held) }));
  const faces = { ...turn.table.felt.faces, ...Object.fromEntries(wanted.map(([held, card]) => [held, card])) };
  amend(turn, { felt: { ...turn.table.felt, faces } });
  tell(turn, { kind: "shown", cards });
  for (const { card, place } of cards)
    if (Object.values(faces).filter((face) => face === card).length > 1) raise(turn, { code: "misread", ...(place !== null && { place }) });
  if (turn.table.up.every((held) => turn.table.felt.faces[held] !== undefined)) accept(turn, { kind: "opened" });
}

/** The whole pack lies over antennas: a round opens only when all of it is there. */
function countedByAntennas(turn: Turn, { cards, twice, strays }: Extract<Event, { kind: "census" }>): void {
  const { opening } = turn.table;
  if (opening === null) return;
  amend(turn, { opening: null });
  if (takeCount(turn, { by: "antennas", cards, twice, strays }, deckSize) !== "good") return;
  openRound(turn, opening.again ? turn.table.again : null);
}

/** After a start nothing is known of the devices; a round in play goes on once the dealer has compared the felt. */
function started(turn: Turn, event: Extract<Event, { kind: "started" }>): void {
  amend(turn, { startedAt: turn.table.at, links: {}, lamps: {}, opening: null });
  tell(turn, { kind: "started", cause: event.cause, away: event.away });
  // A halt that stands has its own beginning: its end moves them.
  if (turn.table.halt === null) moveClocks(turn, event.away);
  if (inPlay(turn)) raise(turn, { code: "restarted" });
}

/** The clock was set. What had been going on for a while has been going on no longer, and no shorter, than before. */
function clockStepped(turn: Turn, { jump, skipped }: Extract<Event, { kind: "clock" }>): void {
  tell(turn, { kind: "clock", jump });
  if (skipped === undefined) return;
  const { astray, unseen, lamps, halt } = turn.table;
  const later = (since: number | null): number | null => (since === null ? null : since + skipped);
  amend(turn, {
    astray: astray.map((one) => ({ ...one, since: one.since + skipped })),
    unseen: unseen.map((one) => ({ ...one, since: one.since + skipped })),
    lamps: Object.fromEntries(Object.entries(lamps).map(([id, one]) => [id, { ...one, darkSince: later(one.darkSince) }])),
    halt: halt === null ? null : { ...halt, since: halt.since + skipped },
  });
  moveClocks(turn, skipped);
}

/** Decides for those whose time is up, and closes bets. Time stands still while the table is halted (`moveClocks`). */
function timeOut(turn: Turn): void {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  if (expectation === "settle") return;
  for (const opening of expectation) {
    const moment = timeIsUpAt(turn.table, turn.setup, opening);
    if (moment === null || turn.table.at < moment) continue;
    if (opening.kind === "close") return closeBets(turn, "timeout");
    if (opening.kind !== "decision") continue;
    const made = { kind: "decision", by: opening.by, code: "timeout", how: "timeout" } as const;
    tellDecision(turn, made, opening.hidden === true);
    accept(turn, made);
  }
}
