// Worked examples of Chinese poker, played through the engine. The format is described in the example files.

import { z } from "zod";
import { type Card, deck52, isCard } from "#core/card";
import type { ExampleRunner } from "#core/example";
import { clockwise, type Place, pile } from "#core/felt";
import type { Opening } from "#core/opening";
import { type Policy, type Rehearsal, rehearse, type Stage, stage } from "#core/rehearse";
import type { Settlement, SpotResult } from "#core/settlement";
import type { Table } from "#core/table";
import { chinesePoker } from "./game.ts";
import { type Carry, handOf, handSize, placeCount, type Segment, segmentSizes, segments } from "./round.ts";
import type { Rules } from "./rules.ts";
import { faultOf, foulErrors } from "./setting.ts";
import { foulCodes } from "./settle.ts";

const card = z.string().refine(isCard, "is no card: write rank and suit, for example Ts") as unknown as z.ZodType<Card>;
const cards = z.array(card).readonly();
const rows = { front: cards, middle: cards, back: cards };
/** `cards` are those of a declared automatic win, the rows those of a set hand; a hand ruled foul needs neither. */
const player = z
  .looseObject({
    seat: z.int(),
    status: z.enum(["set", "foul", "auto"]).optional(),
    cards: cards.optional(),
    front: cards.optional(),
    middle: cards.optional(),
    back: cards.optional(),
  })
  .superRefine((one, context) => {
    if (one.status === "foul" || one.cards !== undefined) return;
    const missing = segments.find((segment) => one[segment] === undefined);
    if (missing !== undefined) context.addIssue({ code: "custom", path: [missing], message: "missing" });
  });

const pointsExample = z.looseObject({ buttonSeat: z.int().default(placeCount), players: z.array(player) });
const moneyExample = z.looseObject({
  unit: z.int().positive(),
  stacks: z.record(z.string(), z.int().positive()),
  buttonSeat: z.int(),
  pairPoints: z.array(z.looseObject({ a: z.int(), b: z.int(), pointsToA: z.int() })),
});
const settingExample = z.looseObject(rows);
const misdealExample = z.looseObject({
  exposedInOneHand: z.int().nonnegative().default(0),
  wrongCount: z.boolean().default(false),
  deliveredWrong: z.boolean().default(false),
  someoneHasSet: z.boolean().default(false),
});

type Player = z.infer<typeof player>;
type Rows = Readonly<Record<Segment, readonly Card[]>>;

/** A stack that no limit of an example reaches. */
const plenty = 1_000_000;

/** The carry that puts the button where settlement begins left of `button`, with these stacks on the table. */
function seatedWith(stacks: Readonly<Record<string, number>>, button: number): Carry {
  const seats = Object.keys(stacks).map(Number);
  const behind = [...seats].sort((a, b) => ((button - a + placeCount) % placeCount) - ((button - b + placeCount) % placeCount));
  const purses = Object.fromEntries(Object.entries(stacks).map(([seat, stack]) => [seat, { stack, mayBuyShort: false }]));
  return { button: (behind[0] ?? 1) - 1, seats, purses };
}

/** An example's table: open, without a clock, and with every player's chips down already. */
function tableRules(rules: Rules, more: Partial<Rules> = {}): Rules {
  return { ...rules, suspended: false, unit: 1, stackStep: 1, stackMax: null, decisionMs: null, scoring: "cards", ...more };
}

/** Hands for the four places: those given, and the rest of the deck for the empty ones. */
function dealt(given: Readonly<Record<number, readonly Card[]>>): Record<Place, readonly Card[]> {
  const used = new Set(Object.values(given).flat());
  const rest = deck52.filter((card) => !used.has(card));
  const hands: Record<Place, readonly Card[]> = {};
  for (let seat = 1; seat <= placeCount; seat++) hands[handOf(seat)] = given[seat] ?? rest.splice(0, handSize);
  return hands;
}

/** The cards of a place in three rows, in the order they were dealt there. */
function laidOut(table: Table, opening: Extract<Opening, { kind: "reveal" }>, sizes: readonly number[]): Record<Place, readonly number[]> {
  const lying = pile(table.felt, opening.place);
  let from = 0;
  return Object.fromEntries(
    (opening.rows ?? []).map(([row], i) => {
      const to = from + (sizes[i] ?? 0);
      const cut = lying.slice(from, to);
      from = to;
      return [row, cut];
    }),
  );
}

interface Deed {
  readonly code: "set" | "declare" | "timeUp";
  readonly sizes: readonly number[];
}

/** Closes the bets, sets or declares, calls the points of pairs and turns every hand up. */
function policy(deed: (seat: number) => Deed, pointsOf: (a: number, b: number) => number = () => 0): Policy {
  return (openings, table) => {
    for (const opening of openings) {
      if (opening.kind === "close" && opening.blocked === null) return { kind: "close" };
      if (opening.kind === "decision" && opening.by.endsWith("/hand")) {
        return { kind: "decision", by: opening.by, code: deed(Number.parseInt(opening.by, 10)).code };
      }
      if (opening.kind === "decision") return calledPoints(opening.by, pointsOf);
      if (opening.kind === "reveal" && opening.blocked === undefined) return turnUp(opening, table, deed);
    }
    return null;
  };
}

function calledPoints(by: Place, pointsOf: (a: number, b: number) => number) {
  const [a = 0, b = 0] = [by.split("/")[0], by.split("/")[2]].map(Number);
  const points = pointsOf(a, b);
  if (points === 0) return { kind: "decision", by, code: "tie" } as const;
  return { kind: "decision", by, code: points > 0 ? "wins" : "loses", amount: Math.abs(points) } as const;
}

function turnUp(opening: Extract<Opening, { kind: "reveal" }>, table: Table, deed: (seat: number) => Deed) {
  const { place } = opening;
  const { code, sizes } = deed(Number.parseInt(place, 10));
  // Any other hand is turned up as it lies.
  if (code !== "set" || opening.rows === undefined) return { kind: "reveal", place } as const;
  return { kind: "reveal", place, rows: laidOut(table, opening, sizes) } as const;
}

function handed(one: Player, rules: Rules): { readonly hand: readonly Card[] | undefined; readonly deed: Deed } {
  const { status, front, middle, back } = one;
  const set = front === undefined || middle === undefined || back === undefined ? null : { front, middle, back };
  const hand = one.cards ?? (set === null ? undefined : segments.flatMap((segment) => set[segment]));
  if (status === "auto" || (set === null && status !== "foul")) return { hand, deed: { code: "declare", sizes: [] } };
  // Foul, though the rows are in order or nobody laid any: the time was up.
  const late = status === "foul" && (set === null || faultOf(set, rules.backMayTieMiddle) === null);
  if (late || set === null) return { hand, deed: { code: "timeUp", sizes: [] } };
  return { hand, deed: { code: "set", sizes: segments.map((segment) => set[segment].length) } };
}

function play(players: readonly Player[], buttonSeat: number, rules: Rules): Rehearsal {
  const given = new Map(players.map((one) => [one.seat, handed(one, rules)] as const));
  const late = [...given.values()].some(({ deed }) => deed.code === "timeUp");
  const stacks = Object.fromEntries(players.map(({ seat }) => [seat, plenty]));
  return rehearse({
    game: chinesePoker,
    rules: late ? { ...rules, timeoutSet: "foul" } : rules,
    seats: players.map(({ seat }) => seat).sort((a, b) => a - b),
    carry: seatedWith(stacks, buttonSeat),
    hands: dealt(Object.fromEntries([...given].flatMap(([seat, { hand }]) => (hand === undefined ? [] : [[seat, hand] as const])))),
    policy: policy((seat) => given.get(seat)?.deed ?? { code: "set", sizes: [] }),
  });
}

/** The results of the pairs, each from the side of `a`. */
function pairResults(settlement: Settlement): readonly { readonly a: number; readonly b: number; readonly result: SpotResult }[] {
  return settlement.results.flatMap((result) => {
    const [a, b, name] = result.spot.split("/");
    return name === "vs" ? [{ a: Number(a), b: Number(b), result }] : [];
  });
}

const paramOf = ({ why }: SpotResult, name: string): number | undefined => why.params?.[name] as number | undefined;

function points(input: unknown, pack: Rules): unknown {
  const { players, buttonSeat } = pointsExample.parse(input);
  const played = play(players, buttonSeat, tableRules(pack));
  if (played.settlement === null) return { refused: played.refused.map(({ reply }) => reply) };
  const results = pairResults(played.settlement);
  const pairs = results
    .filter(({ a, b }) => a < b)
    .sort((x, y) => x.a - y.a || x.b - y.b)
    .map(({ a, b, result }) => {
      const compared = segments.map((segment) => paramOf(result, segment));
      return { a, b, segments: compared.includes(undefined) ? null : compared, pointsToA: paramOf(result, "points") };
    });
  const total = (seat: number): number =>
    results.filter(({ a }) => a === seat).reduce((sum, { result }) => sum + (paramOf(result, "points") ?? 0), 0);
  return { expect: { pairs, points: Object.fromEntries(players.map(({ seat }) => [seat, total(seat)])) } };
}

/** A card of every rank. */
const dragon: readonly Card[] = deck52.filter((one) => one.endsWith("c"));

type PairPoints = z.infer<typeof moneyExample>["pairPoints"][number];

/**
 * Who has won automatically, in a list that stands neither by seat numbers nor in the order of the button: whose pairs stand before the others',
 * for those are settled first.
 */
function settledFirst(pairs: readonly PairPoints[], seats: readonly number[], button: number): number | null {
  const follows = (order: readonly number[]) => (list: readonly PairPoints[]) => {
    const ranks = list.map(({ a, b }) => {
      const [one, other] = [order.indexOf(a), order.indexOf(b)];
      return Math.min(one, other) * order.length + Math.max(one, other);
    });
    return ranks.every((rank, i) => i === 0 || (ranks[i - 1] ?? 0) <= rank);
  };
  const inOrder = follows(clockwise(seats, button));
  if (inOrder(pairs) || follows([...seats].sort((a, b) => a - b))(pairs)) return null;
  const leads = (seat: number): boolean => {
    const own = pairs.filter(({ a, b }) => a === seat || b === seat);
    return own.every((pair, i) => pair === pairs[i]) && inOrder(own) && inOrder(pairs.slice(own.length));
  };
  return seats.find(leads) ?? null;
}

/** Points without cards: the players call them, as they do at a table that cannot read the rows. */
function money(input: unknown, pack: Rules): unknown {
  const { unit, stacks, buttonSeat, pairPoints } = moneyExample.parse(input);
  const seats = Object.keys(stacks).map(Number);
  const owed = (a: number, b: number): number =>
    pairPoints.reduce(
      (sum, pair) => sum + (pair.a === a && pair.b === b ? pair.pointsToA : pair.a === b && pair.b === a ? -pair.pointsToA : 0),
      0,
    );
  const first = settledFirst(pairPoints, seats, buttonSeat);
  const played = rehearse({
    game: chinesePoker,
    // Whatever the automatic win is worth, the example says what is owed for it.
    rules: tableRules(pack, { unit, scoring: "called", ...(first !== null && { autoVersusFoul: "larger" as const }) }),
    seats,
    carry: seatedWith(stacks, buttonSeat),
    hands: dealt(first === null ? {} : { [first]: dragon }),
    policy: policy((seat) => ({ code: seat === first ? "declare" : "set", sizes: [] }), owed),
  });
  if (played.settlement === null) return { refused: played.refused.map(({ reply }) => reply) };
  const results = pairResults(played.settlement);
  const net = (seat: number): number => results.filter(({ a }) => a === seat).reduce((sum, { result }) => sum + result.net, 0);
  const transfers = results.filter(({ result }) => (paramOf(result, "points") ?? 0) > 0).map(({ a, b, result }) => [b, a, result.net]);
  return { expect: { net: Object.fromEntries(seats.map((seat) => [seat, net(seat)])), transfers } };
}

/** The setting against any other hand: a foul shows in the settlement. */
function setValidation(input: unknown, pack: Rules): unknown {
  const set = wholeHand(settingExample.parse(input));
  const used = new Set(segments.flatMap((segment) => set[segment]));
  const other = deck52.filter((card) => !used.has(card)).slice(0, handSize);
  const against = { seat: 2, front: other.slice(0, 3), middle: other.slice(3, 8), back: other.slice(8) };
  const played = play(
    [
      { seat: 1, status: "set", ...set },
      { ...against, status: "set" },
    ],
    2,
    tableRules(pack),
  );
  if (played.settlement === null) return { refused: played.refused.map(({ reply }) => reply) };
  const code = played.settlement.hands.find(({ place }) => place === handOf(1))?.name.code ?? null;
  const error = foulErrors.find((one) => code === foulCodes[one]);
  return { expect: { legal: code === null, error: error ?? code } };
}

/** A setting of too few or too many cards still comes from a hand of thirteen: a card is added or kept where the sizes stay wrong. */
function wholeHand(set: Rows): Rows {
  const total = segments.reduce((sum, segment) => sum + set[segment].length, 0);
  if (total === handSize) return set;
  const used = new Set(segments.flatMap((segment) => set[segment]));
  const more = deck52.filter((card) => !used.has(card)).slice(0, Math.max(0, handSize - total));
  const tries = segments.map((at) => ({ ...set, [at]: [...set[at], ...more].slice(0, Math.max(0, set[at].length + handSize - total)) }));
  const wrong = (rows: Rows): boolean => segments.some((segment) => rows[segment].length !== segmentSizes[segment]);
  return tries.find((rows) => wrong(rows)) ?? set;
}

/** A deal in which something goes wrong, as the devices or the dealer would tell it. */
function misdeal(input: unknown, pack: Rules): unknown {
  const { exposedInOneHand, wrongCount, deliveredWrong, someoneHasSet } = misdealExample.parse(input);
  const rules = tableRules(pack);
  const seats = [1, 2, 3, 4];
  const carry = seatedWith(Object.fromEntries(seats.map((seat) => [seat, plenty])), 4);
  const short = wrongCount && !someoneHasSet;
  const on = stage({ game: chinesePoker, rules, seats, carry, ...(short && { dealtBy: "antennas" as const }) });
  on.command({ kind: "confirm", code: "openRound" });
  on.command({ kind: "close" });
  dealAll(on, short);
  if (someoneHasSet) on.command({ kind: "decision", by: handOf(2), code: "set" });
  if (exposedInOneHand > 0) on.command({ kind: "report", code: "exposed", place: handOf(1), count: exposedInOneHand });
  // Hands one and two lie in each other's place.
  if (deliveredWrong)
    for (const [seat, at] of [
      [1, 2],
      [2, 1],
    ] as const)
      deliver(on, handOf(seat), handOf(at));
  // Found out by a player who has his cards in hand already.
  if (wrongCount && someoneHasSet) on.command({ kind: "report", code: "wrongCount", place: handOf(3), count: handSize - 1 });
  on.event({ kind: "deadline", at: on.table.at + 10_000 });
  const settled = on.table.played?.settlement ?? on.table.last?.settlement ?? null;
  return { expect: { misdeal: settled?.outcome === "void" } };
}

/** The whole deal; `short`: seat 3 gets twelve cards and seat 4, where the deal goes past him, thirteen. */
function dealAll(on: Stage, short: boolean): void {
  for (let n = 0; n < deck52.length; n++) {
    const seat = (n % placeCount) + 1;
    if (short && seat === 3 && n >= deck52.length - placeCount) continue;
    on.card(deck52[n] as Card, ...(short ? [handOf(seat)] : []));
  }
}

function deliver(on: Stage, from: Place, at: Place): void {
  for (const held of pile(on.table.felt, from))
    on.event({ kind: "held", at: on.table.at + 1, device: "antennas", held, place: at, present: true });
}

export const examples: ExampleRunner<Rules> = { points, money, "set-validation": setValidation, misdeal };
