// Random rounds of seven-card stud through the engine, compared turn by turn and chip by chip with the slow reference. Also what a
// soak calls, with any count.

import { isDeepStrictEqual } from "node:util";
import { type Card, deck52 } from "#core/card";
import type { Opening, Option } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { type Rules, schema } from "#games/stud-hi-lo-8/rules";
import { type SlowDeed, type SlowHolder, type SlowSeat, type SlowStreet, slowPayouts, slowTurn } from "../../reference/stud-hi-lo-8.ts";
import { pick, type Random, randomFrom, shuffled } from "./random.ts";

type Decision = Extract<Opening, { kind: "decision" }>;

export function randomRules(random: Random): Rules {
  const given: Record<string, unknown> = { ante: pick(random, [1, 1, 2, 5]), smallBet: pick(random, [4, 5, 10]) };
  const maybe = (name: string, values: readonly unknown[], often = 0.3) => {
    if (random() < often) given[name] = pick(random, values);
  };
  given.bigBet = (given.smallBet as number) * pick(random, [1, 2, 2]);
  given.bringIn = pick(random, [1, 2, 3, given.smallBet as number]);
  given.betting = pick(random, ["fixed", "fixed", "fixed", "spread", "pot"]);
  maybe("maxRaises", [0, 1, 2, 4]);
  maybe("unlimitedHeadsUp", [true], 0.5);
  maybe("halfBetRule", [false]);
  maybe("openPairDoubleBet", [true], 0.5);
  maybe("suitOrderLowToHigh", [["s", "h", "d", "c"]]);
  maybe("aceHighForBringIn", [false]);
  maybe("low", ["none"]);
  maybe("lowQualifier", [5, 7, 9, 13]);
  maybe("oddChip", ["card-by-suit"]);
  maybe("oddChipBetweenHalves", ["low"]);
  maybe("burns", [true], 0.5);
  if (given.burns === true) maybe("reuseBurns", [true], 0.5);
  maybe("communityRiverBetting", [true]);
  maybe("concedeUnseen", [false]);
  return schema.parse(given);
}

/** How players play: now and then, or hardly ever, somebody folds. */
export interface RandomRound {
  readonly rules: Rules;
  readonly seats: readonly number[];
  readonly stacks: Readonly<Record<number, number>>;
  readonly foldsIn: number;
  readonly seed: number;
}

export function randomRound(random: Random): RandomRound {
  const rules = randomRules(random);
  const players = pick(random, [2, 2, 3, 4, 5, 6, 7, 8, 8]);
  const seats = [...shuffled(random, [1, 2, 3, 4, 5, 6, 7, 8])].slice(0, players).sort((a, b) => a - b);
  // Where bets grow with the pot every stack is counted: the reference counts chips one by one.
  const often = rules.betting === "pot" ? 1 : pick(random, [0, 0.8, 0.8, 1]);
  const counted = seats.filter(() => random() < often);
  const deep = pick(random, [2, 8, 30]) * rules.bigBet;
  const stacks = Object.fromEntries(counted.map((seat) => [seat, 1 + Math.floor(random() * deep)]));
  return { rules, seats, stacks, foldsIn: pick(random, [5, 12, 40, 1000]), seed: Math.floor(random() * 2 ** 31) };
}

interface Log {
  street: number;
  deeds: SlowDeed[];
  readonly out: Map<number, SlowHolder["state"]>;
  outNow: Set<number>;
  readonly put: Map<number, number>;
  readonly cards: Map<string, Card[]>;
  readonly up: Map<number, Card[]>;
  /** Chips of seats where they are known. */
  readonly chips: Map<number, number>;
  begun: readonly SlowSeat[];
}

export interface Compared {
  readonly on: Stage;
  readonly settlement: Settlement;
  readonly tags: readonly string[];
}

/** Plays a round; throws with the whole round where the engine and the reference disagree. */
export function compareRound(round: RandomRound): Compared {
  const random = randomFrom(round.seed);
  const on = stage({ game: studHiLo8, rules: round.rules, seats: round.seats, carry: null });
  const tags = new Set<string>();
  const log = takeAntes(on, round);
  let deck = [...shuffled(random, deck52)];
  const fail = (what: string, engine: unknown, slow: unknown): never => {
    throw new Error(
      `${what}: engine ${JSON.stringify(engine)}, reference ${JSON.stringify(slow)} in ${JSON.stringify(round)} at ${log.deeds.length} on street ${log.street}`,
    );
  };
  for (let steps = 0; steps < 2000 && on.table.played?.settlement === null; steps++) {
    const openings = on.openings();
    const decision = openings.find((one): one is Decision => one.kind === "decision" && one.early !== true);
    const card = openings.find((one) => one.kind === "card");
    const dealing = openings.some((one) => one.kind === "shuffle" || (one.kind === "reveal" && one.place === "burn"));
    if (isDealt(log) || (card === undefined && !dealing)) compareTurn(decision, log, round.rules, fail);
    if (card !== undefined) {
      const face = deck.pop() ?? fail("the deck ran out", null, null);
      deal(on, log, card, face);
      if (card.to === "board") tags.add("community");
    } else if (openings.some((one) => one.kind === "shuffle")) {
      const burnt = log.cards.get("burn") ?? [];
      deck = [...shuffled(random, [...deck, ...burnt])];
      log.cards.delete("burn");
      tags.add("reshuffled");
      on.command({ kind: "shuffle" });
    } else if (decision !== undefined) act(on, log, decision, random, round, tags);
    else turnUp(on, log, openings, tags);
    if (on.refused.length > 0) fail("refused", on.refused, openings);
  }
  const settlement = on.table.played?.settlement ?? fail("never ends", on.openings(), null);
  compareChips(settlement, log, round.rules, fail);
  for (const { why, spot } of settlement.results) tags.add(spot === "pot/1" || !spot.startsWith("pot/") ? why.code : "side pot");
  return { on, settlement, tags: [...tags] };
}

type Fail = (what: string, engine: unknown, slow: unknown) => never;

function takeAntes(on: Stage, { rules, seats, stacks }: RandomRound): Log {
  on.command({ kind: "confirm", code: "openRound" });
  const put = new Map<number, number>();
  for (const seat of seats) {
    const stack = stacks[seat];
    if (stack !== undefined) on.command({ kind: "wager", spot: `${seat}/stack`, stake: stack });
    const ante = Math.min(rules.ante, stack ?? rules.ante);
    on.command({ kind: "wager", spot: `${seat}/ante`, stake: ante });
    put.set(seat, ante);
  }
  on.command({ kind: "close" });
  const chips = new Map(Object.entries(stacks).map(([seat, stack]) => [Number(seat), stack - (put.get(Number(seat)) ?? 0)]));
  return { street: 3, deeds: [], out: new Map(), outNow: new Set(), put, cards: new Map(), up: new Map(), chips, begun: [] };
}

function inIt(log: Log): readonly number[] {
  return [...log.put.keys()].filter((seat) => !log.out.has(seat));
}

function isDealt(log: Log): boolean {
  return log.cards.has("board") || inIt(log).every((seat) => (log.cards.get(`${seat}/hand`)?.length ?? 0) === log.street);
}

function deal(on: Stage, log: Log, opening: Extract<Opening, { kind: "card" }>, face: Card): void {
  if (isDealt(log) && log.street < 7) {
    log.street++;
    for (const { seat, total } of log.deeds.filter((one, i) => log.deeds.findLastIndex((two) => two.seat === one.seat) === i)) {
      log.put.set(seat, (log.put.get(seat) ?? 0) + total);
      const chips = log.chips.get(seat);
      if (chips !== undefined) log.chips.set(seat, chips - total);
      if (log.deeds.some((one) => one.seat === seat && one.last)) log.chips.set(seat, 0);
    }
    log.deeds = [];
    log.outNow = new Set();
  }
  log.cards.set(opening.to, [...(log.cards.get(opening.to) ?? []), face]);
  const seat = Number.parseInt(opening.to, 10);
  if (opening.face === "up" && !Number.isNaN(seat)) log.up.set(seat, [...(log.up.get(seat) ?? []), face]);
  log.begun = inIt(log).map((one) => ({
    seat: one,
    state: "in",
    up: log.up.get(one) ?? [],
    chips: log.chips.get(one) ?? null,
    before: log.put.get(one) ?? 0,
  }));
  on.card(face);
}

function compareTurn(decision: Decision | undefined, log: Log, rules: Rules, fail: Fail): void {
  const showdown = decision?.options.some(({ code }) => code === "muck") === true;
  const noBetting = log.cards.has("board") && !rules.communityRiverBetting;
  const gone = [...log.put].filter(([seat]) => log.out.has(seat) && !log.outNow.has(seat)).reduce((sum, [, chips]) => sum + chips, 0);
  // Chips of those who left on earlier streets lie in the pot all the same.
  const seats = [...log.begun, { seat: 0, state: "folded" as const, up: [], chips: 0, before: gone }];
  const street: SlowStreet = { number: log.street, seats, deeds: log.deeds, out: new Set([...log.outNow, 0]), rules };
  const slow = noBetting ? null : slowTurn(street);
  const engine = decision === undefined || showdown ? null : described(decision);
  const wanted = slow === null ? null : { seat: slow.seat, opens: slow.opens, call: slow.opens ? 0 : slow.call, raise: slow.raise };
  if (!isDeepStrictEqual(engine, wanted)) fail("turn", engine, wanted);
}

function described({ by, options }: Decision) {
  const amountOf = (...codes: string[]) => options.find(({ code }) => codes.includes(code))?.amount;
  const raise = amountOf("complete", "bet", "raise");
  return {
    seat: Number.parseInt(by, 10),
    opens: options.some(({ code }) => code === "bringIn"),
    call: amountOf("call")?.min ?? 0,
    raise: raise === undefined ? null : [raise.min, raise.max],
  };
}

function act(on: Stage, log: Log, { by, options }: Decision, random: Random, round: RandomRound, tags: Set<string>): void {
  const seat = Number.parseInt(by, 10);
  const muck = options.find(({ code }) => code === "muck");
  if (muck !== undefined) {
    if (random() < 0.7) on.command({ kind: "reveal", place: by });
    else {
      log.out.set(seat, "conceded");
      on.command({ kind: "decision", by, code: "muck" });
    }
    return;
  }
  const option = choose(options, random, round.foldsIn);
  const amount = option.amount === undefined ? undefined : amountIn(option.amount, random);
  const before = log.deeds.findLast((one) => one.seat === seat)?.total ?? 0;
  const total = option.code === "call" ? before + (amount ?? 0) : Math.max(before, amount ?? before);
  // A seat that has no chips to open with has done nothing; the next one opens.
  const passes = option.code === "allIn" && total === 0 && log.street === 3 && log.deeds.length === 0;
  if (passes) {
    log.chips.set(seat, 0);
    log.begun = log.begun.map((one) => (one.seat === seat ? { ...one, chips: 0 } : one));
  } else log.deeds.push({ seat, total, last: option.code === "allIn" });
  if (option.code === "fold") {
    log.out.set(seat, "folded");
    log.outNow.add(seat);
  }
  tags.add(option.code);
  on.command({ kind: "decision", by, code: option.code, ...(amount !== undefined && { amount }) });
}

function choose(options: readonly Option[], random: Random, foldsIn: number): Option {
  const usable = options.filter(({ code }) => (code !== "fold" || random() * foldsIn < 2) && (code !== "allIn" || random() < 0.15));
  return pick(random, usable.length > 0 ? usable : options);
}

function amountIn({ min, max, step }: { min: number; max: number; step: number }, random: Random): number {
  const steps = Math.floor((max - min) / step);
  return pick(random, [min, min + steps * step, min + Math.floor(random() * (steps + 1)) * step]);
}

function turnUp(on: Stage, log: Log, openings: readonly Opening[], tags: Set<string>): void {
  const next = openings.find((one) => one.kind === "reveal");
  if (next === undefined) throw new Error(`nothing to do: ${JSON.stringify(openings)}`);
  if (next.place === "burn") {
    log.cards.set("board", [log.cards.get("burn")?.at(-1) as Card]);
    tags.add("last burn card");
  }
  on.command({ kind: "reveal", place: next.place });
}

function compareChips(settlement: Settlement, log: Log, rules: Rules, fail: Fail): void {
  const last = new Map(log.deeds.map(({ seat, total }) => [seat, total]));
  const holders = [...log.put].map(([seat, put]) => ({
    seat,
    state: log.out.get(seat) ?? ("in" as const),
    put: put + (last.get(seat) ?? 0),
    cards: log.cards.get(`${seat}/hand`) ?? [],
  }));
  const slow = slowPayouts(holders, log.cards.get("board")?.[0] ?? null, rules);
  const received = Object.fromEntries(
    holders.map(({ seat }) => [seat, settlement.transfers.reduce((sum, { to, amount }) => sum + (to === `seat/${seat}` ? amount : 0), 0)]),
  );
  if (!isDeepStrictEqual(received, slow)) fail("chips", received, slow);
}

/** Compares so many rounds; returns how often each thing was seen. */
export function compareRounds(count: number, seed: number): Readonly<Record<string, number>> {
  const random = randomFrom(seed);
  const seen: Record<string, number> = {};
  for (let n = 0; n < count; n++) for (const tag of compareRound(randomRound(random)).tags) seen[tag] = (seen[tag] ?? 0) + 1;
  return seen;
}
