// Worked examples of how a hand ends: the rows of the ending, the showdown, passive rounds, side pots.

import { z } from "zod";
import { type Card, deck52, type Suit, suitOf, suits } from "#core/card";
import { clockwise, type Place, pile } from "#core/felt";
import { potsOf } from "./pots.ts";
import { aliveOf, bannerPlace, chipsOf, paidBy, palacePlace, palaceSize, type Round, soldiersPlace } from "./round.ts";
import { playersMax, type Rules } from "./rules.ts";
import {
  card,
  isKeep,
  keepSoldiers,
  least,
  type Made,
  optionOf,
  payoutsOf,
  plenty,
  type Scene,
  setScene,
  type Turn,
  widen,
} from "./scene.ts";

const seat = z.int().positive();
const money = z.int().nonnegative();

const endExample = z.looseObject({ pot: money, alive: z.record(z.string(), card), dealerSeat: seat });
const showdownExample = z.looseObject({ pot: money, dealerSeat: seat, hands: z.record(z.string(), z.array(card).min(palaceSize + 1)) });
const action = z.enum(["buy", "discard", "bet", "stay", "fold"]);
type Action = z.infer<typeof action>;
const passiveExample = z.looseObject({ alive: z.array(seat), actions: z.array(z.tuple([seat, action], seat)) });
const sidePotsExample = z.looseObject({ contributions: z.record(z.string(), money), rankOrder: z.array(seat) });

const ascending = (seats: readonly number[]): number[] => [...seats].sort((a, b) => a - b);
const seatsOf = (record: Readonly<Record<string, unknown>>): number[] => ascending(Object.keys(record).map(Number));

/** A seat that is in the hand but not in the example: it folds. Nobody is needed where the dealer's seat is one of `seats`. */
function strangerOf(seats: readonly number[], dealer: number): number {
  if (!seats.includes(dealer)) return dealer;
  return Array.from({ length: seats.length + 1 }, (_, i) => i + 1).find((one) => !seats.includes(one)) as number;
}

/** One more player is attacked and folds; that action done, the rows of the ending are tested. */
export function end(input: unknown, pack: Rules): unknown {
  const { pot, alive, dealerSeat } = endExample.parse(input);
  const seats = seatsOf(alive);
  if (seats.length === playersMax) return { expect: { over: false, payouts: null } };
  const stranger = strangerOf(seats, dealerSeat);
  const attacker = clockwise(seats, dealerSeat)[0] as number;
  const ante = Math.floor((pot - 1) / (seats.length + 1));
  const rules: Rules = { ...widen(pack), limit: "limit", ante, smallBet: pot - ante * (seats.length + 1) };
  const held = Object.values(alive);
  const banner = deck52.find((one) => suitOf(one) !== suitOf(alive[attacker] as Card) && !held.includes(one)) as Card;
  const cards: Record<Place, readonly Card[]> = { [bannerPlace(stranger)]: [banner] };
  for (const one of seats) cards[bannerPlace(one)] = [alive[one] as Card];
  const scene = setScene({ rules, seats: ascending([...seats, stranger]), dealer: dealerSeat, chips: () => plenty, cards });
  scene.play((now, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn);
    if (scene.round().out[stranger] !== undefined) return null;
    if (optionOf(turn, "stay") === undefined) return { code: "fold" };
    return now === attacker ? { ...least(turn, "bet"), target: bannerPlace(stranger) } : { code: "stay" };
  });
  return { expect: { over: scene.over(), payouts: payoutsOf(scene.settlement()) } };
}

/** Soldiers are bought, the pot is filled up with cards bought and let go; then everybody stays. */
export function showdown(input: unknown, pack: Rules): unknown {
  const { pot, dealerSeat, hands } = showdownExample.parse(input);
  const seats = seatsOf(hands);
  const all = seats.includes(dealerSeat) ? seats : ascending([...seats, dealerSeat]);
  const bought = Object.values(hands).reduce((sum, hand) => sum + hand.length - palaceSize - 1, 0);
  if (pot < bought) throw new Error(`a pot of ${pot} is smaller than its ${bought} soldiers cost`);
  const ante = Math.max(0, Math.floor((pot - bought) / all.length));
  let spare = pot - bought - ante * all.length;
  const cards: Record<Place, readonly Card[]> = {};
  const shown = pack.showdownExclusions ? hands : withUnlikeBanners(hands);
  for (const one of seats) {
    const [banner, ...rest] = shown[one] as [Card, ...Card[]];
    cards[bannerPlace(one)] = [banner];
    cards[palacePlace(one)] = rest.slice(0, palaceSize);
    cards[soldiersPlace(one)] = rest.slice(palaceSize);
  }
  const rules: Rules = { ...widen(pack), ante, smallBet: 1 };
  const scene = setScene({ rules, seats: all, dealer: dealerSeat, chips: () => plenty, cards });
  const wanted = (one: number): number => cards[soldiersPlace(one)]?.length ?? 0;
  scene.play((now, turn) => {
    const has = scene.cardsAt(soldiersPlace(now)).length;
    if (isKeep(turn)) return keepSoldiers(scene, turn, Math.max(0, has - wanted(now)));
    if (!seats.includes(now)) return { code: "fold" };
    if (has < wanted(now)) return least(turn, "buy");
    if (spare === 0) return { code: "stay" };
    spare--;
    return least(turn, "buy");
  });
  const settlement = scene.settlement();
  const winners = (settlement?.results ?? []).filter((result) => result.spot.startsWith("pot/") && result.outcome === "win");
  return { expect: { winners: ascending([...new Set(winners.map((result) => result.seat))]), payouts: payoutsOf(settlement) } };
}

/** Equal banners would end the hand before it is shown. Where they exclude nothing, any card of a hand may be its banner. */
function withUnlikeBanners(hands: Readonly<Record<string, readonly Card[]>>): Readonly<Record<string, readonly Card[]>> {
  const [banner] = Object.values(hands).map(([first]) => first);
  const isLike = (one: Card | undefined): boolean => one !== undefined && banner !== undefined && suitOf(one) === suitOf(banner);
  if (!Object.values(hands).every(([first]) => isLike(first))) return hands;
  const [seat, hand] = Object.entries(hands).find(([, held]) => !held.every(isLike)) ?? [];
  if (seat === undefined || hand === undefined) return hands;
  return { ...hands, [seat]: [...hand.filter((one) => !isLike(one)), ...hand.filter(isLike)] };
}

interface PassiveTurn {
  readonly who: number;
  readonly action: Action;
  readonly target?: number;
}

/**
 * What each seat does in its own turns. A bet is against the target it names, else against who folds right after it (that fold is the answer,
 * no turn of its own), else against a stranger: a seat that is in the hand but not in the example, and folds.
 */
function turnsOf({ alive, actions }: z.infer<typeof passiveExample>): readonly PassiveTurn[] {
  const strangers = Array.from({ length: playersMax }, (_, i) => i + 1).filter((one) => !alive.includes(one));
  const turns: PassiveTurn[] = [];
  for (const [i, [who, action, named]] of actions.entries()) {
    if (action === "fold" && turns.at(-1)?.target === who) continue;
    const [next, answer] = actions[i + 1] ?? [];
    const target = action !== "bet" ? undefined : (named ?? (answer === "fold" && next !== who ? next : strangers.shift()));
    turns.push({ who, action, ...(target !== undefined && { target }) });
  }
  return turns;
}

/** Soldiers for those who will discard are bought before, by everybody in turn, so that nobody has passed. */
export function passiveRound(input: unknown, pack: Rules): unknown {
  const example = passiveExample.parse(input);
  const { alive, actions } = example;
  const left = [...turnsOf(example)];
  const strangers = left.flatMap(({ target }) => (target === undefined || alive.includes(target) ? [] : [target]));
  const seats = ascending([...alive, ...strangers]);
  const first = actions[0]?.[0] ?? (alive[0] as number);
  const dealer = clockwise(alive, first).at(-1) === first ? (clockwise(alive, first).at(-2) as number) : first;
  const scene = setScene({ rules: widen(pack), seats, dealer, chips: () => plenty, cards: bannersFor(seats, left) });
  const rounds = Math.max(0, ...alive.map((one) => left.filter(({ who, action }) => who === one && action === "discard").length));
  let before = rounds * alive.length;
  scene.play((now, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn);
    if (optionOf(turn, "stay") === undefined) return { code: "fold" };
    if (strangers.includes(now)) return { code: "stay" };
    if (before > 0) {
      before--;
      return least(turn, "buy");
    }
    const { who, action, target } = left.shift() ?? {};
    return who !== now || action === undefined ? null : passiveAction(scene, turn, action, target);
  });
  return { expect: { over: scene.over() } };
}

function passiveAction(scene: Scene, turn: Turn, action: Action, target: number | undefined): Made {
  if (action === "discard") {
    const from = optionOf(turn, "discard")?.cards?.from ?? "";
    return { ...least(turn, "discard"), cards: pile(scene.on.table.felt, from).slice(0, 1) };
  }
  return action === "bet" && target !== undefined ? { ...least(turn, "bet"), target: bannerPlace(target) } : least(turn, action);
}

/** Banners that never make those left equal, and never stand in the way of a bet: who goes out has another suit than all who fight with him. */
function bannersFor(seats: readonly number[], turns: readonly PassiveTurn[]): Record<Place, readonly Card[]> {
  const fights = turns.flatMap(({ who, target }) => (target === undefined ? [] : [[who, target] as const]));
  const goesOut = (one: number): boolean =>
    fights.some(([, target]) => target === one) || turns.some(({ who, action }) => who === one && action === "fold");
  const suit = new Map<number, Suit>();
  for (const one of seats) if (!goesOut(one)) suit.set(one, suit.size % 2 === 0 ? "d" : "h");
  for (const one of seats.filter(goesOut)) {
    const against = fights.filter((fight) => fight.includes(one)).flatMap((fight) => fight.map((other) => suit.get(other)));
    suit.set(one, (["c", "s", "h", "d"] as const).find((each) => !against.includes(each)) ?? "c");
  }
  const deck = [...deck52];
  return Object.fromEntries(
    seats.map((one) => [
      bannerPlace(one),
      deck.splice(
        deck.findIndex((each) => suitOf(each) === suit.get(one)),
        1,
      ),
    ]),
  );
}

/** Antes and bought cards make the contributions; then those who are out fold and the others show three of a kind, best first. */
export function sidePots(input: unknown, pack: Rules): unknown {
  const { contributions, rankOrder } = sidePotsExample.parse(input);
  const seats = seatsOf(contributions);
  const total = (one: number): number => contributions[String(one)] ?? 0;
  const ante = Math.min(...seats.map(total));
  const step = seats.map((one) => total(one) - ante).reduce(divisor, 0) || 1;
  const largest = Math.max(...rankOrder.map(total));
  const capped = (one: number): boolean => rankOrder.includes(one) && total(one) < largest;
  const rules: Rules = { ...widen(pack), ante, smallBet: step, showdownExclusions: false };
  const dealer = seats.at(-1) as number;
  const chips = (one: number): number => total(one) + (capped(one) ? 0 : 1);
  const scene = setScene({ rules, seats, dealer, chips, cards: sidePotHands(seats, rankOrder) });
  scene.play((now, turn) => {
    if (isKeep(turn)) return keepSoldiers(scene, turn, scene.cardsAt(soldiersPlace(now)).length);
    if (paidBy(scene.round(), now) < total(now)) return least(turn, "buy");
    // Nobody goes out before all is paid: the last one left would end the hand.
    const isFilled = seats.every((one) => paidBy(scene.round(), one) >= total(one));
    return { code: rankOrder.includes(now) || !isFilled ? "stay" : "fold" };
  });
  return { expect: { pots: potsSeen(scene.round()), payouts: payoutsOf(scene.settlement()) } };
}

function potsSeen(round: Round): unknown {
  const alive = aliveOf(round);
  const contributed = round.players.map((one) => [one, paidBy(round, one)] as const);
  const capped = round.ending === "lastStanding" ? [] : alive.filter((one) => chipsOf(round, one) === 0);
  return potsOf(contributed, alive, capped).map(({ amount, eligible }) => ({ amount, eligible: ascending(eligible) }));
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Three of a kind from the top for those who show; banners of low cards whose suits differ among the first two of them. */
function sidePotHands(seats: readonly number[], rankOrder: readonly number[]): Record<Place, readonly Card[]> {
  const cards: Record<Place, readonly Card[]> = {};
  const banners = deck52.filter((one) => one[0] === "2" || one[0] === "3" || one[0] === "4");
  const take = (suit: Suit): readonly Card[] =>
    banners.splice(
      Math.max(
        0,
        banners.findIndex((one) => suitOf(one) === suit),
      ),
      1,
    );
  rankOrder.forEach((one, i) => {
    const rank = "AKQJT98765".charAt(i);
    cards[palacePlace(one)] = (["c", "d", "h"] as const).map((suit) => `${rank}${suit}` as Card);
    cards[bannerPlace(one)] = take(suits[i % suits.length] as Suit);
  });
  for (const one of seats) cards[bannerPlace(one)] ??= take("s");
  return cards;
}
