// From the chips to the first turn: who deals, the ante, the banners with their set-aside cards, the palace cards.

import { rankIndex, type Suit } from "#core/card";
import { clockwise, type Felt, type Held, type Place, pile } from "#core/felt";
import type { Accepted } from "#core/game";
import type { Bounds } from "#core/money";
import type { Expectation, Opening } from "#core/opening";
import {
  aliveOf,
  bannerPlace,
  cardsOut,
  chipsOf,
  discardAll,
  drawOf,
  end,
  endingOf,
  type Phase,
  palacePlace,
  palaceSize,
  pay,
  type Round,
  setAside,
  stackOf,
  strayPile,
  suitAt,
} from "./round.ts";
import { anteOf, type Rules } from "./rules.ts";

type DealPhase = Extract<Phase, { kind: "stacks" | "draw" | "drawn" | "banners" | "mix" | "palace" }>;

/** Seats whose chips cover the whole ante, and whose hand is not dead. */
function ableToPlay(round: Round, rules: Rules): readonly number[] {
  return round.seats.filter((seat) => chipsOf(round, seat) > 0 && chipsOf(round, seat) >= anteOf(rules) && round.out[seat] === undefined);
}

export function expectDeal(round: Round, phase: DealPhase, felt: Felt, rules: Rules): Expectation {
  switch (phase.kind) {
    case "stacks":
      return takeStacks(round, rules);
    case "draw":
      return drawCards(phase, felt);
    case "drawn":
      return [{ kind: "shuffle", piles: [...round.players.map(drawOf), strayPile] }];
    case "banners":
      return turnBanner(round, felt);
    case "mix":
      return [{ kind: "shuffle", piles: [setAside, strayPile] }];
    case "palace": {
      const to = nextPalace(round, felt);
      return to === null ? [] : [{ kind: "card", to, face: "down", from: "shoe" }];
    }
  }
}

function takeStacks(round: Round, rules: Rules): Expectation {
  const openings: Opening[] = round.seats
    .filter((seat) => round.out[seat] === undefined)
    .map((seat) => {
      const placed = chipsOf(round, seat);
      return { kind: "wager", spot: stackOf(seat), stake: stackBounds(round, seat, rules), placed, required: true };
    });
  return [...openings, { kind: "close", blocked: ableToPlay(round, rules).length < 2 ? "twoStacks" : null }];
}

/** Chips of the hand before lie there and may be added to; whoever takes all of them off buys in anew, or sits out. */
function stackBounds(round: Round, seat: number, rules: Rules): Bounds {
  const { min, max, step } = rules.stack;
  const least = chipsOf(round, seat) > 0 ? (round.carried[seat] ?? min) : min;
  return { min: least, max: Math.max(max, least), step };
}

/** A card each, from the lowest seat on. Should the deck run out, the cards turned so far are shuffled and the tied draw anew. */
function drawCards(phase: Extract<Phase, { kind: "draw" }>, felt: Felt): Expectation {
  const seat = phase.contenders.find((one) => !phase.drawn.includes(one));
  if (seat === undefined) return [];
  if (felt.left <= 0)
    return [{ kind: "shuffle", piles: [...Object.keys(felt.piles).filter((place) => place.endsWith("/draw")), strayPile] }];
  return [{ kind: "card", to: drawOf(seat), face: "up", from: "shoe" }];
}

/** A card at a time to the first player without a banner. Should the deck run out, the cards set aside are shuffled. */
function turnBanner(round: Round, felt: Felt): Expectation {
  const seat = aliveOf(round).find((one) => pile(felt, bannerPlace(one)).length === 0);
  if (seat === undefined) return [];
  if (felt.left <= 0) return [{ kind: "shuffle", piles: [setAside, strayPile] }];
  return [{ kind: "card", to: bannerPlace(seat), face: "up", from: "shoe" }];
}

/** One at a time from the dealer's left. */
function nextPalace(round: Round, felt: Felt): Place | null {
  for (let due = 1; due <= palaceSize; due++) {
    const seat = aliveOf(round).find((one) => pile(felt, palacePlace(one)).length < due);
    if (seat !== undefined) return palacePlace(seat);
  }
  return null;
}

/** Bets are closed: the button passes to the left, or is drawn for. */
export function closeStacks(round: Round, rules: Rules): Round {
  const able = ableToPlay(round, rules);
  if (round.before !== null) return startBanners(round, clockwise(able, round.before)[0] as number, able, rules);
  if (rules.firstDealer === "lowest seat") return startBanners(round, Math.min(...able), able, rules);
  return { ...round, players: able, phase: { kind: "draw", contenders: able, drawn: [] }, dealTo: able.length };
}

function startBanners(round: Round, dealer: number, players: readonly number[], rules: Rules): Round {
  const order = clockwise(players, dealer);
  const seated: Round = { ...round, dealer, turn: dealer, players: order, phase: { kind: "banners" } };
  const anted = aliveOf(seated).reduce((now, seat) => pay(now, seat, anteOf(rules)), seated);
  return { ...anted, dealTo: aliveOf(seated).length };
}

/** A shuffle is done. */
export function shuffled(round: Round, felt: Felt, rules: Rules): Round {
  const { phase } = round;
  switch (phase.kind) {
    case "draw":
      return { ...round, phase: { ...phase, drawn: [] }, dealTo: phase.contenders.length };
    case "drawn":
      return startBanners(round, round.dealer as number, round.players, rules);
    case "mix":
      return { ...round, phase: { kind: "palace" }, dealTo: aliveOf(round).length * (palaceSize + 1) };
    case "buying":
      return { ...round, dealTo: cardsOut(felt) + 1 };
    default:
      return round;
  }
}

/** Cards the rules turned up are known: a draw may be decided, a banner may have to be set aside. */
export function opened(round: Round, felt: Felt, rules: Rules): Accepted<Round> {
  const { phase } = round;
  if (phase.kind === "draw") return { round: judgeDraw(round, phase, felt) };
  if (phase.kind !== "banners") return { round };
  const clashing = clashingBanner(round, felt, rules);
  if (clashing !== null) return { round, moves: [{ cards: pile(felt, bannerPlace(clashing)), to: setAside }] };
  return { round: bannersIfDone(round, felt) };
}

export function cardDrawn(round: Round, phase: Extract<Phase, { kind: "draw" }>, seat: number): Round {
  return { ...round, phase: { ...phase, drawn: [...phase.drawn, seat] } };
}

function judgeDraw(round: Round, phase: Extract<Phase, { kind: "draw" }>, felt: Felt): Round {
  const { contenders, drawn } = phase;
  if (contenders.length === 1) return { ...round, dealer: contenders[0] as number, phase: { kind: "drawn" } };
  const ranks = contenders.map((seat) => (drawn.includes(seat) ? rankDrawn(felt, seat) : null));
  if (ranks.includes(null)) return round;
  const highest = Math.max(...(ranks as number[]));
  const best = contenders.filter((_, i) => ranks[i] === highest);
  if (best.length === 1) return { ...round, dealer: best[0] as number, phase: { kind: "drawn" } };
  return { ...round, phase: { kind: "draw", contenders: best, drawn: [] }, dealTo: cardsOut(felt) + best.length };
}

function rankDrawn(felt: Felt, seat: number): number | null {
  const card = felt.faces[pile(felt, drawOf(seat)).at(-1) as Held];
  return card === undefined ? null : rankIndex(card);
}

/** A seat whose banner repeats a suit of its group; always the one dealt last, the others have been looked at. */
function clashingBanner(round: Round, felt: Felt, rules: Rules): number | null {
  let first = 0;
  for (const size of rules.bannerGroups) {
    const group = round.players.slice(first, first + size).filter((seat) => round.out[seat] === undefined);
    const suits = group.map((seat) => suitAt(felt, seat));
    const clashing = group.find((_, i) => suits[i] !== null && suits.indexOf(suits[i] as Suit) < i);
    if (clashing !== undefined) return clashing;
    first += size;
  }
  return null;
}

function bannersIfDone(round: Round, felt: Felt): Round {
  return aliveOf(round).every((seat) => suitAt(felt, seat) !== null) ? { ...round, phase: { kind: "mix" } } : round;
}

/** The palace cards lie: the first turn is to the left of the dealer. */
export function palaceIfDone(round: Round, felt: Felt): Round {
  if (nextPalace(round, felt) !== null) return round;
  const ending = endingOf(round, felt);
  if (ending !== null) return end(round, ending);
  return { ...round, turn: aliveOf(round)[0] as number, phase: { kind: "turn" } };
}

/** A hand dies in the deal: its cards go back, the others are dealt to the end. */
export function dieInDeal(round: Round, seat: number, felt: Felt): Accepted<Round> {
  const { phase } = round;
  if (phase.kind === "stacks") return { round };
  const alive = aliveOf(round);
  if (alive.length < 2) return { round: end(round, round.dealer === null || alive.length === 0 ? "nobody" : "lastStanding") };
  switch (phase.kind) {
    case "draw": {
      const contenders = phase.contenders.filter((one) => one !== seat);
      const left: typeof phase = contenders.length > 0 ? { ...phase, contenders } : { kind: "draw", contenders: alive, drawn: [] };
      return { round: judgeDraw({ ...round, phase: left }, left, felt) };
    }
    case "banners":
    case "mix": {
      const smaller = { ...round, dealTo: alive.length };
      return { round: bannersIfDone(smaller, felt), moves: [{ cards: pile(felt, bannerPlace(seat)), to: setAside }] };
    }
    case "palace": {
      const missing = palaceSize - pile(felt, palacePlace(seat)).length;
      return { round: palaceIfDone({ ...round, dealTo: round.dealTo - missing }, felt), moves: discardAll(felt, seat) };
    }
    default:
      return { round };
  }
}
