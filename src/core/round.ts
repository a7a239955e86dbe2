// A round from its opening to its end: what the game accepts, what is turned up, how it is settled or void, who is served.

import { expectedOfGame, nextToServe, openHands, opens } from "./derive.ts";
import type { Millis } from "./event.ts";
import { expectOf } from "./expect.ts";
import { emptyFelt, type Held, type Place, pile, put } from "./felt.ts";
import type { Irregularity } from "./irregularity.ts";
import { awaitAwards } from "./jackpot.ts";
import { stakesIn } from "./jackpot-state.ts";
import { putAtStakeAnew, roundAtStake } from "./ledger.ts";
import { isTyped } from "./manual-state.ts";
import { within } from "./money.ts";
import type { Happening, Opening } from "./opening.ts";
import type { Settlement } from "./settlement.ts";
import type { LastRound, Played } from "./table.ts";
import { amend, change, inPlay, type Turn, tell } from "./turn.ts";

/** Settled rounds that may still be corrected. */
export const recalledMax = 2;

/** Where a game's moves lay cards face down. */
const faceDownPile: Place = "discard";

/** Opens the next round; with `again`, the bets of the void round before it are placed once more. */
export function openRound(turn: Turn, again: readonly Happening[] | null): void {
  const { game, setup, table } = turn;
  const number = table.rounds + 1;
  const round = game.open(setup.rules, table.seated, table.carry);
  const played: Played<unknown> = {
    number,
    openedAt: table.at,
    round,
    opening: [],
    betsClosed: false,
    revealed: false,
    settlement: null,
    concludedAt: null,
    served: 0,
    asked: {},
    voidedBy: null,
    revised: null,
  };
  amend(turn, {
    rounds: number,
    played,
    felt: emptyFelt,
    up: [],
    astray: [],
    seen: {},
    unseen: [],
    opening: null,
    typed: 0,
    again: null,
  });
  tell(turn, { kind: "roundOpened", seats: table.seated, redeal: again !== null });
  keepClocks(turn);
  for (const happening of again ?? []) placeAgain(turn, happening);
}

function placeAgain(turn: Turn, happening: Happening): void {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  if (expectation === "settle") return;
  if (happening.kind === "wager") {
    if (!expectation.some((opening) => opening.kind === "wager" && opening.spot === happening.spot && opening.blocked === undefined))
      return;
    tell(turn, { kind: "wager", spot: happening.spot, stake: happening.stake });
    accept(turn, happening);
  } else if (happening.kind === "decision") {
    if (!expectation.some((opening) => opening.kind === "decision" && opening.by === happening.by)) return;
    tellDecision(turn, happening, false);
    accept(turn, happening);
  }
}

/** Tells the game what happened and moves the cards it names. */
export function accept(turn: Turn, happening: Happening): void {
  const { played, felt } = turn.table;
  if (played === null) return;
  const before = unhidden(turn, happening);
  const accepted = turn.game.accept(played.round, happening, felt, turn.setup.rules);
  const moved = (accepted.moves ?? []).reduce((now, move) => put(now, move.cards, move.to), felt);
  const shut = new Set((accepted.moves ?? []).flatMap((move) => (move.to === faceDownPile ? move.cards : [])));
  const opening = played.betsClosed || !isOpeningBet(happening) ? played.opening : [...played.opening, happening];
  amend(turn, { felt: moved, played: { ...played, round: accepted.round, opening } });
  if (shut.size > 0) turnDown(turn, shut);
  for (const made of unhidden(turn, happening)) if (!before.some(({ by }) => by === made.by)) tellDecision(turn, made, false);
  keepClocks(turn);
}

/** Cards that lay open are no longer shown: what a pile hides, a screen does not remember. */
function turnDown(turn: Turn, shut: ReadonlySet<Held>): void {
  const { felt, up } = turn.table;
  const faces = Object.fromEntries(Object.entries(felt.faces).filter(([held]) => !shut.has(Number(held))));
  amend(turn, { felt: { ...felt, faces }, up: up.filter((held) => !shut.has(held)) });
}

/** Hidden decisions that the game no longer hides. Only a decision, or a hand that dies, can be the one that was waited for. */
function unhidden(turn: Turn, { kind }: Happening): readonly Extract<Happening, { kind: "decision" }>[] {
  const { played, felt } = turn.table;
  if (played === null || (kind !== "decision" && kind !== "dead")) return [];
  const expectation = expectOf(turn.game, played.round as object, felt, turn.setup.rules);
  if (expectation === "settle") return [];
  return expectation.flatMap((opening) =>
    opening.kind === "reveal" && opening.said !== undefined ? [{ kind: "decision", by: opening.place, ...opening.said } as const] : [],
  );
}

function isOpeningBet(happening: Happening): boolean {
  return happening.kind === "wager" || happening.kind === "decision";
}

/** No more bets: the dealer said so, or the time was up. */
export function closeBets(turn: Turn, how?: "timeout"): void {
  const toCount = stakesIn(turn.table, turn.setup, turn.game);
  tell(turn, { kind: "betsClosed", ...(how && { how }), ...(toCount > 0 && { toCount }) });
  change(turn, { betsClosed: true });
  accept(turn, { kind: "closed" });
}

/** Time that passed while nobody could decide or bet counts for nobody. */
export function moveClocks(turn: Turn, by: Millis): void {
  const { played } = turn.table;
  if (played === null || by === 0) return;
  change(turn, { asked: Object.fromEntries(Object.entries(played.asked).map(([place, since]) => [place, since + by])) });
}

/** Remembers since when each decision has been open, and since when bets can be closed. In a halt nothing new is asked. */
export function keepClocks(turn: Turn): void {
  const { played, halt } = turn.table;
  if (played === null || halt !== null) return;
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  const asked: Record<Place, number> = {};
  if (expectation !== "settle") {
    for (const opening of expectation) {
      if (opening.kind === "decision" && opening.early !== true) asked[opening.by] = played.asked[opening.by] ?? turn.table.at;
      if (opening.kind !== "close" || opening.withinMs === undefined) continue;
      const since = played.asked.close ?? (opening.blocked === null ? turn.table.at : undefined);
      if (since !== undefined) asked.close = since;
    }
  }
  change(turn, { asked });
}

export function tellDecision(turn: Turn, made: Extract<Happening, { kind: "decision" }>, hidden: boolean): void {
  const { by, how, code, amount, target } = made;
  tell(turn, {
    kind: "decision",
    by,
    how,
    ...(hidden ? {} : { code, ...(amount !== undefined && { amount }), ...(target !== undefined && { target }) }),
  });
}

/** Turns the cards of a place up, all or some, or sets them out in rows and turns those up. */
export function reveal(turn: Turn, happening: Extract<Happening, { kind: "reveal" }>): void {
  const { place, cards, rows } = happening;
  tell(turn, { kind: "revealed", place });
  let { felt } = turn.table;
  for (const row in rows) felt = put(felt, rows[row] ?? [], row);
  const turned = rows === undefined ? (cards ?? pile(felt, place)) : Object.values(rows).flat();
  amend(turn, { felt, up: [...turn.table.up, ...turned] });
  if (cards === undefined) change(turn, { revealed: true });
  accept(turn, happening);
}

/** Takes piles off the felt for a shuffle: nothing ties a card to where it lay before. */
export function shuffle(turn: Turn, opening: Extract<Opening, { kind: "shuffle" }>): void {
  tell(turn, { kind: "shuffled", piles: opening.piles });
  const { felt, up } = turn.table;
  const gone = new Set(opening.piles.flatMap((place) => pile(felt, place)));
  const piles = Object.fromEntries(Object.entries(felt.piles).filter(([place]) => !opening.piles.includes(place)));
  const faces = Object.fromEntries(Object.entries(felt.faces).filter(([held]) => !gone.has(Number(held))));
  amend(turn, { felt: { piles, faces, left: felt.left + gone.size }, up: up.filter((held) => !gone.has(held)) });
  accept(turn, { kind: "shuffled" });
}

/** Settles as soon as the game has nothing left to ask and every card it turned up is known. A halted table never settles. */
export function settleIfDue(turn: Turn): void {
  const { played, halt } = turn.table;
  if (played === null || !inPlay(turn) || halt !== null || opens(turn.table).length > 0) return;
  if (expectOf(turn.game, played.round as object, turn.table.felt, turn.setup.rules) !== "settle") return;
  conclude(turn, turn.game.settle(played.round, turn.table.felt, turn.setup.rules));
}

/** The round is void: every stake goes back, except as the game says. */
export function voidRound(turn: Turn, irregularity: Irregularity): void {
  if (!inPlay(turn)) return;
  amend(turn, { halt: null });
  accept(turn, { kind: "void", why: irregularity.code });
  const played = turn.table.played as Played<unknown>;
  change(turn, { voidedBy: irregularity });
  amend(turn, { again: played.opening });
  conclude(turn, turn.game.settle(played.round, turn.table.felt, turn.setup.rules));
}

function conclude(turn: Turn, settlement: Settlement): void {
  change(turn, { settlement, concludedAt: turn.table.at, served: 0, asked: {} });
  tell(turn, { kind: "settled", settlement, ...byHand(turn) });
  awaitAwards(turn, settlement);
  endIfServed(turn);
}

/** The dealer has paid and taken at the seat whose turn it was. */
export function serve(turn: Turn, seat: number, by: string): void {
  const { played } = turn.table;
  if (played === null) return;
  tell(turn, { kind: "paid", seat, by });
  change(turn, { served: played.served + 1 });
  endIfServed(turn);
}

export function endIfServed(turn: Turn): void {
  const { played, recalled, last, proposal } = turn.table;
  if (played === null || played.settlement === null || nextToServe(played) !== null) return;
  if (recalled.some(({ played: { number } }) => number === played.number)) return endCorrection(turn, played);
  const { settlement } = played;
  tell(turn, { kind: "roundEnded", outcome: settlement.outcome, ...byHand(turn) });
  roundAtStake(turn);
  const settled = settlement.outcome === "settled";
  const kept = settled ? [...recalled, { played, felt: turn.table.felt }].slice(-recalledMax) : recalled;
  amend(turn, {
    played: null,
    carry: settled ? turn.game.carry(played.round) : turn.table.carry,
    again: settled ? null : turn.table.again,
    last: lastOf(turn, played, last),
    recalled: kept,
    // A round that is recalled no more nobody can put right: what was proposed for it is off.
    proposal: kept.some((one) => one.played.number === proposal?.round) ? proposal : null,
    felt: emptyFelt,
    up: [],
    astray: [],
    seen: {},
    unseen: [],
    halt: null,
    // A deck that failed its count while it was played leaves now.
    deck: turn.table.quarantine.some(({ deck }) => deck === turn.table.deck) ? null : turn.table.deck,
  });
}

/** What screens go on showing. */
function lastOf({ table }: Turn, played: Played<unknown>, before: LastRound | null): LastRound | null {
  const { number, settlement, revised } = played;
  if (settlement === null || (before !== null && before.number > number)) return before;
  return { number, endedAt: table.at, settlement: revised?.whole ?? settlement, shown: openHands(table) };
}

/** A recalled round comes back onto the felt to be settled anew; a round whose bets are open waits meanwhile. */
export function bringBack(turn: Turn, number: number): void {
  const { played, felt, recalled } = turn.table;
  const back = recalled.find((one) => one.played.number === number);
  if (back === undefined || played?.number === number) return;
  const up = Object.keys(back.felt.faces).map(Number);
  amend(turn, { played: back.played, felt: back.felt, up, waitingRound: played === null ? null : { played, felt } });
}

/** The difference is paid: the round is put away as it now stands, and what waited goes on with what is carried on now. */
function endCorrection(turn: Turn, played: Played<unknown>): void {
  const { felt, recalled, waitingRound, carry, last } = turn.table;
  const newest = recalled.at(-1)?.played.number === played.number;
  amend(turn, {
    played: null,
    carry: newest ? turn.game.carry(played.round) : carry,
    last: lastOf(turn, played, last),
    recalled: recalled.map((one) => (one.played.number === played.number ? { played, felt } : one)),
    felt: emptyFelt,
    up: [],
    waitingRound: null,
  });
  putAtStakeAnew(turn, played);
  if (waitingRound === null) return;
  amend(turn, { ...waitingRound });
  // Who has yet to bet gets the whole time again, as after an entry that was taken back.
  const { asked } = waitingRound.played;
  change(turn, { asked: Object.fromEntries(Object.keys(asked).map((place) => [place, turn.table.at])) });
  if (JSON.stringify(turn.table.carry) !== JSON.stringify(carry)) openAgain(turn, waitingRound.played);
  keepClocks(turn);
}

/** The round whose bets are open, begun with other stacks or another meter: wagers that still fit stay, stacks are counted anew. */
function openAgain(turn: Turn, waiting: Played<unknown>): void {
  const { game, setup, table } = turn;
  const before = game.stakes(waiting.round);
  change(turn, { round: game.open(setup.rules, table.seated, table.carry), opening: [], asked: {} });
  for (const happening of waiting.opening) if (stillFits(turn, happening)) accept(turn, happening);
  const after = game.stakes((turn.table.played as Played<unknown>).round);
  for (const spot of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const stake = after[spot] ?? 0;
    if (stake !== (before[spot] ?? 0)) tell(turn, { kind: "wager", spot, stake });
  }
}

function stillFits(turn: Turn, happening: Happening): boolean {
  const expectation = expectedOfGame(turn.table, turn.setup, turn.game);
  if (expectation === "settle") return false;
  if (happening.kind === "decision") return expectation.some((one) => one.kind === "decision" && one.by === happening.by);
  if (happening.kind !== "wager" || happening.spot.endsWith("/stack")) return false;
  return expectation.some((one) => one.kind === "wager" && one.spot === happening.spot && within(one.stake, happening.stake));
}

/** A round with cards entered at the console is marked as such in every record, also when it is settled anew while another waits. */
export function byHand({ table: { played, recalled, felt, typed } }: Turn): { readonly dealtBy?: "console" } {
  const isBack = recalled.some((one) => one.played.number === played?.number);
  const isTypedIn = (!isBack && typed > 0) || Object.values(felt.piles).some((cards) => cards.some(isTyped));
  return isTypedIn ? { dealtBy: "console" } : {};
}
