// The only way out of the table towards a screen. A view holds opened cards and nothing that a face-down card could change.

import { countDue } from "./count-due.ts";
import { type DeckNow, decksNow } from "./deck-state.ts";
import type { LampSign } from "./derive.ts";
import { type Alarm, alarms, cardsAt, expected, firstCount, lampSign, nextToServe, waiting } from "./derive.ts";
import type { DeviceId } from "./device.ts";
import type { Millis } from "./event.ts";
import { facesAt, type Held, type Place, seatOf } from "./felt.ts";
import type { AnyGame, Pot } from "./game.ts";
import { isAway } from "./jackpot-state.ts";
import { isManual } from "./manual-state.ts";
import type { Minor } from "./money.ts";
import type { Opening } from "./opening.ts";
import type { Reason, Settlement } from "./settlement.ts";
import { isLocked } from "./sign-on-lock.ts";
import type { Awaited, Call, LastRound, Played, Proposal, Quarantined, Scan, Setup, SignedOn, Signing, Table } from "./table.ts";

/** `dealer`: the console beside the table. `public`: signs and everybody else. */
export type Audience = "dealer" | "public";

export type Phase = "closed" | "idle" | "bets" | "deal" | "decide" | "reveal" | "settle" | "scan";

export interface PlaceView {
  readonly place: Place;
  /** null: face down. */
  readonly cards: readonly (string | null)[];
  /** Their handles, to choose cards by. */
  readonly held: readonly Held[];
  /** What an open hand is called. */
  readonly name: Reason | null;
}

export interface SeatView {
  readonly seat: number;
  readonly sitting: boolean;
  /** Has a wager on the felt, or cards. */
  readonly playing: boolean;
  /** `untracked`: something lies there, and nobody has told how much. */
  readonly wagers: readonly { readonly spot: string; readonly stake: Minor; readonly untracked?: true }[];
  readonly places: readonly PlaceView[];
  readonly marks: readonly Reason[];
}

/** Why the table stands still, in the order of gravity: a latch, a halt, a void round being paid back. */
export interface StopView {
  readonly kind: "latch" | "halt" | "void";
  readonly code: string;
  readonly since: Millis;
  readonly device?: DeviceId;
  readonly place?: Place;
  /** Answers open to the floor; empty: the dealer compares the felt with the screen. */
  readonly answers: readonly string[];
}

export interface View {
  readonly audience: Audience;
  readonly n: number;
  readonly at: Millis;
  readonly phase: Phase;
  readonly round: number | null;
  readonly rounds: number;
  readonly deck: string | null;
  readonly deal: { readonly dealt: number; readonly of: number } | null;
  readonly next: { readonly card: Place } | null;
  readonly seats: readonly SeatView[];
  /** The dealer's hand, the board and other places that belong to no seat. */
  readonly places: readonly PlaceView[];
  /** Which part of the play it is, in the game's own words. */
  readonly stage: Reason | null;
  /** For the dealer; empty in the public view. */
  readonly pots: readonly Pot[];
  readonly stop: StopView | null;
  readonly waiting: readonly {
    readonly device: DeviceId;
    readonly since: Millis;
    readonly why: string | null;
    readonly detail: string | null;
  }[];
  readonly lamps: readonly { readonly device: DeviceId; readonly sign: LampSign }[];
  readonly settlement: (Settlement & { readonly served: number }) | null;
  readonly last: LastRound | null;
  /** `of`: a deck in quarantine that is counted again. */
  readonly scan: { readonly distinct: number; readonly strays: number; readonly of?: string } | null;
  /** The house's progressive that this table feeds: whether it takes stakes now; `awaited`: for the dealer. Null: there is none. */
  readonly progressive: { readonly pool: string; readonly online: boolean; readonly awaited: readonly Awaited[] } | null;
  /** A correction that waits for its second person; for the dealer. */
  readonly proposal: Proposal | null;
  /** Cards are entered at the console. */
  readonly manual: boolean;
  /** How the deck stands; null in the public view. */
  readonly care: {
    /** A count is due before the next round, and whether one was wrong already. */
    readonly due: boolean;
    readonly again: boolean;
    /** Rounds since the last good count. */
    readonly rounds: number;
    readonly quarantine: readonly Quarantined[];
    readonly decks: readonly DeckNow[];
    /** What waits for its second signature. */
    readonly signing: Signing | null;
  } | null;
  readonly alarms: readonly Alarm[];
  /** For the dealer; null in the public view. */
  readonly dealer: SignedOn | null;
  readonly call: Call | null;
  /** Until when no PIN is taken; null: one may be tried. */
  readonly lockedUntil: Millis | null;
  /** For the dealer; empty in the public view. */
  readonly expected: readonly Opening[];
}

export function view(table: Table, setup: Setup<unknown>, game: AnyGame, audience: Audience): View {
  const openings = expected(table, setup, game);
  const { played } = table;
  const dealer = audience === "dealer";
  return {
    audience,
    n: table.n,
    at: table.at,
    phase: phaseOf(table, openings),
    round: played?.number ?? null,
    rounds: table.rounds,
    deck: dealer ? table.deck : null,
    deal: dealOf(table, setup, game),
    next: nextCard(openings),
    seats: seatsOf(table, setup, game, dealer),
    places: Object.keys(table.felt.piles)
      .filter((place) => seatOf(place) === null)
      .map((place) => placeView(table, setup, game, place)),
    stage: played === null ? null : (game.stage?.(played.round) ?? null),
    pots: played === null || !dealer ? [] : (game.pots?.(played.round) ?? []),
    stop: stopOf(table),
    waiting: waiting(table, setup).map((device) => ({
      device,
      since: table.links[device]?.since ?? table.startedAt,
      why: table.links[device]?.why ?? null,
      detail: dealer ? (table.links[device]?.detail ?? null) : null,
    })),
    lamps: setup.devices
      .filter((device) => device.roles.includes("shuffler"))
      .map(({ id }) => ({
        device: id,
        sign: table.links[id]?.status === "up" ? lampSign(table.lamps[id], table.at, setup.darkAfterMs) : "unknown",
      })),
    settlement: played === null ? null : settlementOf(played, dealer),
    last: table.last === null ? null : { ...table.last, settlement: forAudience(table.last.settlement, dealer) },
    scan: table.scan === null ? null : scanOf(table.scan, dealer),
    dealer: dealer ? table.dealer : null,
    call: dealer ? table.call : null,
    lockedUntil: dealer && isLocked(table.lock, table.at) ? table.lock.until : null,
    progressive:
      setup.pool === undefined ? null : { pool: setup.pool, online: !isAway(table, setup), awaited: dealer ? table.awaited : [] },
    proposal: dealer ? table.proposal : null,
    manual: isManual(table, setup),
    care: dealer
      ? {
          due: countDue(table, setup),
          again: table.count.wrong !== null,
          rounds: table.count.rounds.length,
          quarantine: table.quarantine,
          decks: decksNow(table, setup),
          signing: table.signing,
        }
      : null,
    // A person who counts again counts blind: of a first wrong count only surveillance hears how it was off.
    alarms: dealer ? alarms(table, setup).filter(({ id }) => id !== firstCount(table)) : [],
    expected: dealer ? openings : [],
  };
}

function scanOf({ seen, strays, of }: Scan, dealer: boolean): View["scan"] {
  return { distinct: seen.length, strays, ...(dealer && of !== undefined && { of }) };
}

/** The dealer carries out a correction; everybody else sees what the round is now. */
function settlementOf({ settlement, served, revised }: Played<unknown>, dealer: boolean): View["settlement"] {
  if (settlement === null) return null;
  return { ...forAudience(dealer ? settlement : (revised?.whole ?? settlement), dealer), served };
}

/** Players' money is nobody's business but theirs and the house's: the public view names results, not amounts. */
function forAudience(settlement: Settlement, dealer: boolean): Settlement {
  if (dealer) return settlement;
  return { ...settlement, transfers: [], results: settlement.results.map((result) => ({ ...result, stake: 0, net: 0 })) };
}

export function phaseOf(table: Table, openings: readonly Opening[]): Phase {
  const { played } = table;
  if (table.scan !== null) return "scan";
  if (played === null) return table.open ? "idle" : "closed";
  if (played.settlement !== null) return "settle";
  if (!played.betsClosed) return "bets";
  // Where a hand may be turned up or given up, it is the showdown, not a turn.
  if (openings.some((opening) => opening.kind === "reveal" && opening.blocked === undefined)) return "reveal";
  if (openings.some((opening) => opening.kind === "decision" && opening.early !== true)) return "decide";
  return played.revealed ? "reveal" : "deal";
}

function dealOf(table: Table, setup: Setup<unknown>, game: AnyGame): View["deal"] {
  const { played } = table;
  if (played === null || !played.betsClosed) return null;
  const dealt = Object.entries(table.felt.piles).reduce((sum, [place, cards]) => sum + (isAside(place) ? 0 : cards.length), 0);
  return { dealt, of: game.dealSize(played.round, setup.rules) };
}

/** Cards nobody holds: what the table put apart ("aside"), and what a game does ("aside/banners"). */
function isAside(place: Place): boolean {
  return place === "drawn" || place === "aside" || place.startsWith("aside/");
}

function nextCard(openings: readonly Opening[]): View["next"] {
  const card = openings.find((opening) => opening.kind === "card");
  return card === undefined ? null : { card: card.to };
}

function placeView(table: Table, setup: Setup<unknown>, game: AnyGame, place: Place): PlaceView {
  const faces = facesAt(table.felt, place);
  const name = faces === null || faces.length === 0 ? null : game.nameHand(faces, place, setup.rules);
  return { place, cards: cardsAt(table, place), held: table.felt.piles[place] ?? [], name };
}

function seatsOf(table: Table, setup: Setup<unknown>, game: AnyGame, dealer: boolean): readonly SeatView[] {
  const { played } = table;
  const stakes = played === null ? {} : game.stakes(played.round);
  const marks = played === null ? [] : game.marks(played.round);
  return setup.places.map((seat) => {
    const wagers = Object.entries(stakes).flatMap(([spot, stake]) => {
      if (seatOf(spot) !== seat || stake === 0) return [];
      return game.untracked?.(spot, setup.rules) === true ? [{ spot, stake: 0, untracked: true as const }] : [{ spot, stake }];
    });
    const places = Object.keys(table.felt.piles)
      .filter((place) => seatOf(place) === seat)
      .map((place) => placeView(table, setup, game, place));
    return {
      seat,
      sitting: table.seated.includes(seat),
      playing: wagers.length > 0 || places.some((place) => place.cards.length > 0),
      wagers: dealer ? wagers : [],
      places,
      marks: marks.filter((one) => one.seat === seat).map(({ mark }) => (dealer ? mark : { code: mark.code })),
    };
  });
}

export function stopOf(table: Table): StopView | null {
  const { latch, halt, played } = table;
  if (latch !== null)
    return {
      kind: "latch",
      code: latch.dealt === undefined ? latch.code : "dealtOnRed",
      since: latch.since,
      device: latch.device,
      answers: halt?.answers ?? [],
    };
  if (halt !== null) {
    const { code, device, place } = halt.irregularity;
    return { kind: "halt", code, since: halt.since, answers: halt.answers, ...(device && { device }), ...(place && { place }) };
  }
  if (played?.voidedBy && played.settlement !== null && nextToServe(played) !== null) {
    const { code, device, place } = played.voidedBy;
    return { kind: "void", code, since: played.concludedAt ?? table.at, answers: [], ...(device && { device }), ...(place && { place }) };
  }
  return null;
}
