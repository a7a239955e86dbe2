// Random rounds of Palace Poker through the engine, compared decision by decision with the slow reference. Also what a soak
// calls, with any count.

import { isDeepStrictEqual } from "node:util";
import { type Card, deck52 } from "#core/card";
import { type Held, pile } from "#core/felt";
import type { Opening } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { palacePoker } from "#games/palace-poker/game";
import type { Carry, Round } from "#games/palace-poker/round";
import { anteOf, discardCostOf, type Rules, schema } from "#games/palace-poker/rules";
import { type SlowDeed, type SlowRules, type SlowTable, slowBanners, slowDealer, slowTable } from "../../reference/palace-poker.ts";

export type Random = () => number;
type Decision = Extract<Opening, { kind: "decision" }>;

/** Numbers in [0, 1) from a seed; the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keyed = items.map((item) => [random(), item] as const);
  return keyed.sort((a, b) => a[0] - b[0]).map(([, item]) => item);
}

export interface RandomRound {
  readonly rules: Rules;
  readonly seats: readonly number[];
  readonly chips: Readonly<Record<number, number>>;
  readonly carry: Carry | null;
  readonly seed: number;
}

export function randomRules(random: Random): Rules {
  const given: Record<string, unknown> = { smallBet: pick(random, [2, 2, 5, 10]), decisionMs: 20_000 };
  const maybe = (name: string, values: readonly unknown[]) => {
    if (random() < 0.3) given[name] = pick(random, values);
  };
  given.bigBet = (given.smallBet as number) * pick(random, [1, 2, 2, 3]);
  maybe("limit", ["no-limit"]);
  maybe("ante", [0, 1, 7]);
  maybe("maxSoldiers", [0, 2, 5]);
  maybe("traitorRule", ["opponent-banner-rank", "none"]);
  maybe("tieBreak", ["own-suit-count over counted cards", "none"]);
  maybe("capturedBannerBecomesSoldier", [false]);
  maybe("discardCost", ["smallBet", 1]);
  maybe("callAmount", ["attacker's formula"]);
  maybe("limitRaise", ["two-small-without-soldiers"]);
  maybe("maxRaises", [0, 1, 3]);
  maybe("showdownExclusions", [true]);
  maybe("attackNeedsFullAmount", [false]);
  maybe("defenderMayCallAllIn", [false]);
  maybe("wheel", [false]);
  maybe("bannerGroups", [
    [4, 4, 2],
    [3, 3, 4],
    [1, 4, 4, 1],
  ]);
  return schema.parse(given);
}

export function randomRound(random: Random): RandomRound {
  const rules = randomRules(random);
  const count = pick(random, [2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 10]);
  const seats = shuffled(random, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    .slice(0, count)
    .sort((a, b) => a - b);
  const rich = pick(random, [2, 4, 8, 8, 20]) * rules.smallBet;
  const chips = Object.fromEntries(seats.map((seat) => [seat, anteOf(rules) + 1 + Math.floor(random() * rich)]));
  const carry = random() < 0.7 ? { dealer: pick(random, [0, ...seats]), chips: {} } : null;
  return { rules, seats, chips, carry, seed: Math.floor(random() * 2 ** 32) };
}

export function slowRules(rules: Rules): SlowRules {
  return {
    smallBet: rules.smallBet,
    bigBet: rules.bigBet,
    noLimit: rules.limit === "no-limit",
    ante: anteOf(rules),
    maxSoldiers: rules.maxSoldiers,
    traitors: ({ "opponent-banner-suit": "suit", "opponent-banner-rank": "rank", none: "none" } as const)[rules.traitorRule],
    tieBreak: rules.tieBreak === "none" ? "none" : rules.tieBreak.endsWith("counted cards") ? "counted" : "all",
    bannerCaptured: rules.capturedBannerBecomesSoldier,
    discardCost: discardCostOf(rules),
    callByAttacker: rules.callAmount === "attacker's formula",
    twoSmallWithoutSoldiers: rules.limitRaise === "two-small-without-soldiers",
    maxRaises: rules.maxRaises === "unlimited" ? Number.POSITIVE_INFINITY : rules.maxRaises,
    showdownExclusions: rules.showdownExclusions,
    attackShort: !rules.attackNeedsFullAmount,
    callShort: rules.defenderMayCallAllIn,
    wheel: rules.wheel,
  };
}

export interface PlayOptions {
  /** Gives each player his palace cards in the other order. */
  readonly turnedPalaces?: true;
  /** Stops at the first of these; the round is then not compared. */
  readonly before?: (on: Stage, random: Random) => boolean;
  readonly compare?: boolean;
  /** Another game than the real one, for what the real one never says. */
  readonly game?: typeof palacePoker;
}

export interface Played {
  readonly on: Stage;
  readonly settlement: Settlement;
  readonly decisions: number;
  readonly shuffles: number;
}

/**
 * Plays one round to its settlement, with its reference beside it.
 * @throws Error with what differs
 */
export function playRandom(round: RandomRound, options: PlayOptions = {}): Played {
  const random = randomFrom(round.seed);
  const { rules, seats, chips, carry } = round;
  const on = stage({ game: options.game ?? palacePoker, rules, seats, carry });
  const dealer = createDealer(on, random, options.turnedPalaces === true);
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of seats) on.command({ kind: "wager", spot: `${seat}/stack`, stake: chips[seat] as number });
  on.command({ kind: "close" });
  let slow: SlowTable | null = null;
  let decisions = 0;
  for (let steps = 0; on.table.played?.settlement === null; steps++) {
    if (steps > 20_000) throw new Error("the round does not end");
    const openings = on.openings();
    const due = openings.find((one) => one.kind === "card" || one.kind === "shuffle" || one.kind === "reveal");
    if (options.before?.(on, random) === true) continue;
    if (due?.kind === "card") dealer.give(due.to);
    else if (due?.kind === "shuffle") dealer.shuffle(due.piles);
    else if (due?.kind === "reveal") on.command({ kind: "reveal", place: due.place });
    else {
      if (options.compare !== false) slow ??= begin(on, round, dealer);
      decisions++;
      decide(on, openings, random, slow, dealer);
    }
  }
  const settlement = on.table.played?.settlement ?? on.table.last?.settlement;
  if (settlement === undefined) throw new Error("the round ended without a settlement");
  if (slow !== null) compareEnd(on, round, slow, settlement);
  return { on, settlement, decisions, shuffles: dealer.shuffles() };
}

export function roundOf(on: Stage): Round {
  if (on.table.played === null) throw new Error("no round is played");
  return on.table.played.round as Round;
}

type Dealer = ReturnType<typeof createDealer>;

/** Holds the deck, and knows which card every handle is. */
function createDealer(on: Stage, random: Random, turned: boolean) {
  const kind = random();
  let deck = arranged(random, deck52, kind);
  const faces = new Map<Held, Card>();
  const turnedUp: Card[] = [];
  const drawn: Card[] = [];
  const waiting = new Map<string, Card[]>();
  let shuffles = 0;
  const cardsAt = (place: string): Card[] => pile(on.table.felt, place).map((held) => faces.get(held) as Card);

  function palaceCard(to: string): Card {
    if (!turned) return deck.shift() as Card;
    const { players } = roundOf(on);
    if (!waiting.has(to)) {
      const n = players.length;
      const at = players.indexOf(Number.parseInt(to, 10));
      waiting.set(
        to,
        [2, 1, 0].map((i) => deck[i * n + at] as Card),
      );
      if (waiting.size === n) deck = deck.slice(3 * n);
    }
    return waiting.get(to)?.shift() as Card;
  }

  return {
    cardsAt,
    turnedUp,
    drawn,
    faces,
    shuffles: () => shuffles,
    give: (to: string): void => {
      const card = to.endsWith("/palace") ? palaceCard(to) : (deck.shift() as Card);
      if (to.endsWith("/banner")) turnedUp.push(card);
      if (to.endsWith("/draw")) drawn.push(card);
      on.card(card);
      const dealt = on.facts.findLast((fact) => fact.kind === "card");
      if (dealt !== undefined) faces.set(dealt.held, card);
    },
    shuffle: (piles: readonly string[]): void => {
      const back = piles.flatMap(cardsAt);
      const ranOut = deck.length === 0;
      if (ranOut) shuffles++;
      deck = arranged(random, [...deck, ...back], random() < 0.7 ? kind : 0);
      if (!on.command({ kind: "shuffle" }).ok) throw new Error("a shuffle was refused");
    },
  };
}

/** Half of the decks come suit by suit or rank by rank, so that banners repeat and hands tie. */
function arranged(random: Random, cards: readonly Card[], kind: number): Card[] {
  const deck = shuffled(random, cards);
  if (kind < 0.5) return deck;
  const by = kind < 0.75 ? 0 : 1;
  return deck.sort((a, b) => a.charCodeAt(by) - b.charCodeAt(by));
}

/** The reference begins where the cards lie: banners and dealer are checked first. */
function begin(on: Stage, round: RandomRound, dealer: Dealer): SlowTable {
  const { players, dealer: button } = roundOf(on);
  const palaces = Object.fromEntries(players.map((seat) => [seat, dealer.cardsAt(`${seat}/palace`)]));
  const { banners } = slowBanners(dealer.turnedUp, players, round.rules.bannerGroups);
  for (const seat of players) same(`banner of seat ${seat}`, dealer.cardsAt(`${seat}/banner`), [banners[seat] as Card]);
  if (round.carry === null && new Set(dealer.drawn).size === dealer.drawn.length)
    same("dealer", button, slowDealer(dealer.drawn, round.seats));
  same("order", players, orderFrom(round.seats, button as number));
  return slowTable(slowRules(round.rules), players, { chips: round.chips, banners, palaces });
}

function orderFrom(seats: readonly number[], button: number): readonly number[] {
  const at = seats.indexOf(button);
  return [...seats.slice(at + 1), ...seats.slice(0, at + 1)];
}

function same(what: string, engine: unknown, reference: unknown): void {
  if (isDeepStrictEqual(engine, reference)) return;
  throw new Error(`${what}: the engine says ${JSON.stringify(engine)}, the reference ${JSON.stringify(reference)}`);
}

/** An opening in the reference's words. */
function inWords(opening: Decision): readonly string[] {
  const keeps = opening.options.some(({ code }) => code === "keepAll");
  if (keeps || (opening.options.length === 1 && opening.options[0]?.code === "discard")) {
    const cards = opening.options.find(({ code }) => code === "discard")?.cards;
    return [`drop ${keeps ? 0 : cards?.min}-${cards?.max}`];
  }
  const words = opening.options.map(({ code, amount, targets, cards }) => {
    if (cards !== undefined) return `${code} ${cards.min}-${cards.max} for ${amount?.min ?? 0}`;
    if (targets !== undefined) {
      const seats = targets.map((place) => Number.parseInt(place, 10)).sort((a, b) => a - b);
      return `${code} ${amount?.min}-${amount?.max} at ${seats.join()}`;
    }
    if (code === "raise") return `${code} ${amount?.min}-${amount?.max}`;
    return amount === undefined ? code : `${code} ${amount.min}`;
  });
  return words.sort();
}

function decide(on: Stage, openings: readonly Opening[], random: Random, slow: SlowTable | null, dealer: Dealer): void {
  const decisions = openings.filter((one): one is Decision => one.kind === "decision");
  const early = decisions.filter((one) => one.early === true);
  if (early.length > 0 && random() < 0.01) {
    const { by } = pick(random, early);
    on.command({ kind: "decision", by, code: "foldAhead" });
    slow?.does({ seat: Number.parseInt(by, 10), does: "foldAhead" });
    return;
  }
  const opening = decisions.find((one) => one.early !== true);
  if (opening === undefined) throw new Error("nothing is expected");
  const seat = Number.parseInt(opening.by, 10);
  if (slow !== null) {
    const asks = slow.asks();
    same("who acts", seat, asks?.seat ?? null);
    same(`options of seat ${seat}`, inWords(opening), asks?.options);
  }
  const deed = random() < 0.03 ? timeOut(on, opening, dealer) : choose(on, opening, random, dealer);
  if (slow === null || deed === null) return;
  // A Buy is complete for the reference once its card lies there.
  if (deed.does === "buy") slow.does({ ...deed, card: drawFor(on, seat, dealer) });
  else slow.does(deed);
}

function drawFor(on: Stage, seat: number, dealer: Dealer): string {
  for (;;) {
    const opening = on.openings().find((one) => one.kind === "card" || one.kind === "shuffle");
    if (opening?.kind === "shuffle") dealer.shuffle(opening.piles);
    else if (opening?.kind === "card") {
      dealer.give(opening.to);
      return dealer.cardsAt(`${seat}/soldiers`).at(-1) as string;
    } else throw new Error("no card is due after a Buy");
  }
}

/** The clock decides. */
function timeOut(on: Stage, opening: Decision, dealer: Dealer): SlowDeed {
  const { by, options } = opening;
  const seat = Number.parseInt(by, 10);
  const codes = options.map(({ code }) => code);
  const soldiers = dealer.cardsAt(`${seat}/soldiers`);
  const max = maxOf(options);
  on.event({ kind: "deadline", at: on.table.at + 20_001 });
  if (codes.includes("stay")) return { seat, does: "stay" };
  if (codes.includes("fold")) return { seat, does: "fold" };
  return { seat, does: "drop", gone: soldiers.slice(max) };
}

function maxOf(options: Decision["options"]): number {
  const cards = options.find(({ code }) => code === "discard")?.cards;
  if (cards === undefined || options.some(({ code }) => code === "keepAll")) return Number.POSITIVE_INFINITY;
  return cards.max - cards.min;
}

const weights: Readonly<Record<string, number>> = {
  stay: 3,
  buy: 3,
  bet: 3,
  call: 4,
  raise: 3,
  fold: 0.6,
  discard: 1,
  keepAll: 2,
};

function weighed(random: Random, options: Decision["options"]): Decision["options"][number] {
  let at = random() * options.reduce((sum, { code }) => sum + (weights[code] ?? 1), 0);
  for (const option of options) {
    at -= weights[option.code] ?? 1;
    if (at < 0) return option;
  }
  return options[0] as Decision["options"][number];
}

function choose(on: Stage, opening: Decision, random: Random, dealer: Dealer): SlowDeed {
  const { by, options } = opening;
  const seat = Number.parseInt(by, 10);
  const option = weighed(random, options);
  const { code, amount, targets, cards } = option;
  const steps = amount === undefined ? 0 : random() < 0.7 ? Math.min(amount.max - amount.min, 9) : amount.max - amount.min;
  const stake = amount === undefined ? undefined : amount.min + Math.floor(random() * (steps + 1));
  const target = targets === undefined ? undefined : pick(random, targets);
  const many = cards === undefined ? 0 : cards.min + Math.floor(random() * (cards.max - cards.min + 1));
  const chosen = cards === undefined ? undefined : shuffled(random, pile(on.table.felt, cards.from)).slice(0, many);
  const gone = (chosen ?? []).map((held) => dealer.faces.get(held) as string);
  const keeps = !options.some((one) => one.code === "stay" || one.code === "fold");
  const reply = on.command({
    kind: "decision",
    by,
    code,
    ...(stake !== undefined && { amount: stake }),
    ...(target !== undefined && { target }),
    ...(chosen !== undefined && { cards: chosen }),
  });
  if (!reply.ok) throw new Error(`${code} of seat ${seat} was refused: ${reply.why}`);
  return {
    seat,
    does: keeps ? "drop" : (code as SlowDeed["does"]),
    ...(stake !== undefined && { amount: stake }),
    ...(target !== undefined && { target: Number.parseInt(target, 10) }),
    gone,
  };
}

const endings = { lastStanding: "last", equalBanners: "suits", battleTie: "tie", passiveRound: "showdown" } as const;

function compareEnd(on: Stage, round: RandomRound, slow: SlowTable, settlement: Settlement): void {
  const result = slow.result();
  same("ending", endings[settlement.why.code as keyof typeof endings], result?.how);
  const moved = balances(settlement.transfers);
  const chips = Object.fromEntries(round.seats.map((seat) => [seat, moved.get(`seat/${seat}`) ?? 0]));
  same("chips", chips, result?.chips);
  checkBooks(round, settlement);
  for (let next = on.openings()[0]; next?.kind === "confirm" && next.code === "paid"; next = on.openings()[0]) {
    on.command({ kind: "confirm", code: "paid", ...(next.seat !== undefined && { seat: next.seat }) });
  }
  const carried = on.table.carry as Carry;
  same("carried chips", carried.chips, chips);
}

/** The laws of the books: every spot and pot is empty, each seat's results add up to what it got, nothing came from nowhere. */
export function checkBooks(round: Pick<RandomRound, "seats" | "chips">, { transfers, results }: Settlement): void {
  const moved = balances(transfers);
  let sum = 0;
  for (const [account, amount] of moved) {
    sum += amount;
    if (account.startsWith("pot/")) same(`rest of ${account}`, amount, 0);
  }
  same("sum", sum, 0);
  if (transfers.some(({ amount }) => amount <= 0)) throw new Error("a transfer moves nothing");
  for (const seat of round.seats) {
    const own = results.filter((result) => result.seat === seat);
    const got = moved.get(`seat/${seat}`) ?? 0;
    same(
      `results of seat ${seat}`,
      own.reduce((total, { stake, net }) => total + stake + net, 0),
      got,
    );
    const spots = (moved.get(`${seat}/stack`) ?? 0) + (moved.get(`${seat}/bet`) ?? 0);
    same(`chips of seat ${seat} on the felt`, -spots, round.chips[seat]);
  }
}

/**
 * Plays `count` random rounds from a seed beside the reference.
 * @throws Error with the round that differs
 */
export function compareRounds(count: number, seed: number): Readonly<Record<string, number>> {
  const random = randomFrom(seed);
  const seen: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const round = randomRound(random);
    try {
      const { settlement, shuffles } = playRandom(round);
      seen[settlement.why.code] = (seen[settlement.why.code] ?? 0) + 1;
      if (shuffles > 0) seen.reshuffled = (seen.reshuffled ?? 0) + 1;
      if (settlement.transfers.some(({ to }) => to === "pot/2")) seen.sidePots = (seen.sidePots ?? 0) + 1;
    } catch (error) {
      throw new Error(`round ${n} of seed ${seed}: ${(error as Error).message}\n${JSON.stringify(round)}`);
    }
  }
  return seen;
}
