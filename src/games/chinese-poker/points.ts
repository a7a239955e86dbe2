// What each pair of players owes one another in points, once their hands lie open. Every pair sums to zero.

import { type Felt, facesAt } from "#core/felt";
import type { HandCategory, RankedHand } from "#core/hand";
import { automaticOf } from "./patterns.ts";
import { aliveOf, declaredOf, pairOf, pairsOf, type Round, rowOf, type Segment, segments } from "./round.ts";
import type { Pattern, Rules } from "./rules.ts";
import { type FoulError, faultOfRows, rankRows, type Setting } from "./setting.ts";

/** How a hand stands in the comparison. */
export type Standing =
  | { readonly kind: "set"; readonly values: readonly number[]; readonly bonuses: readonly number[]; readonly rows: readonly RankedHand[] }
  | { readonly kind: "automatic"; readonly pattern: Pattern; readonly points: number }
  | { readonly kind: "foul"; readonly error: FoulError | "NO_PATTERN" | "TIME_UP" | "RULED" }
  /** Opened, but nobody told the table which card lies in which row. */
  | { readonly kind: "called" };

/** A segment from the first player's side. */
export type Compared = 1 | 0 | -1;

export type PairKind = "segments" | "scoop" | "super" | "foul" | "foulSuper" | "bothFoul" | "automatic" | "bothAutomatic" | "called";

export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly kind: PairKind;
  /** What b owes a. */
  readonly points: number;
  /** Front, middle, back; null where a foul or an automatic win settles it, or the players called it. */
  readonly compared: readonly Compared[] | null;
}

/** Every hand in play, clockwise from the button's left. */
export type Standings = ReadonlyMap<number, Standing>;

/** How a hand stands, or null while its cards are not open. */
export function standingOf(round: Round, felt: Felt, seat: number, rules: Rules): Standing | null {
  const said = round.said[seat];
  if (said === undefined || !round.turned.includes(seat)) return null;
  if (round.fouled.includes(seat)) return { kind: "foul", error: "RULED" };
  if (said.code === "declare") {
    const cards = facesAt(felt, declaredOf(seat));
    if (cards === null) return null;
    const automatic = automaticOf(cards, rules);
    return automatic === null ? { kind: "foul", error: "NO_PATTERN" } : { kind: "automatic", ...automatic };
  }
  if (said.code === "timeUp" && !round.settings[seat]) return { kind: "foul", error: "TIME_UP" };
  if (said.code === "set" && rules.scoring === "called") return { kind: "called" };
  const [front, middle, back] = segments.map((segment) => facesAt(felt, rowOf(seat, segment)));
  return front && middle && back ? standingOfSetting({ front, middle, back }, rules) : null;
}

function standingOfSetting(setting: Setting, rules: Rules): Standing {
  const rows = rankRows(setting);
  const error = faultOfRows(rows, rules.backMayTieMiddle);
  if (rows === null || error !== null) return { kind: "foul", error: error ?? "SEGMENT_SIZE" };
  const bonuses = rows.map(({ category }, i) => bonusOf(segments[i] as Segment, category, rules));
  return { kind: "set", values: rows.map(({ value }) => value), bonuses, rows };
}

/** A royal flush is a straight flush, unless the house gives it a bonus of its own. */
function bonusOf(segment: Segment, category: HandCategory, rules: Rules): number {
  const table = rules.bonus[segment];
  return table[category] ?? (category === "royal-flush" ? table["straight-flush"] : undefined) ?? 0;
}

/** How all hands in play stand, or null while one of them is not open. */
export function standingsOf(round: Round, felt: Felt, rules: Rules): Standings | null {
  const standings = new Map<number, Standing>();
  for (const seat of aliveOf(round)) {
    const standing = standingOf(round, felt, seat, rules);
    if (standing === null) return null;
    standings.set(seat, standing);
  }
  return standings;
}

function compare(a: readonly number[], b: readonly number[]): readonly Compared[] {
  return a.map((value, i) => Math.sign(value - (b[i] as number)) as Compared);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Whether a player wins all three segments from another; a foul counts as scooped, an automatic win never. */
function scoops(own: Standing, other: Standing): boolean {
  if (own.kind !== "set") return false;
  if (other.kind === "foul") return true;
  return other.kind === "set" && own.values.every((value, i) => value > (other.values[i] as number));
}

/** The super bonus wants every opponent scooped, and enough of them. */
function isSuper(seat: number, standings: Standings, rules: Rules): boolean {
  const own = standings.get(seat);
  if (own === undefined || standings.size - 1 < rules.superBonusOpponents) return false;
  for (const [other, standing] of standings) if (other !== seat && !scoops(own, standing)) return false;
  return true;
}

/**
 * Pairs whose points the players have to say, where the table can't read the rows: all without an automatic win, and with one,
 * if a foul would pay it otherwise.
 */
export function pairsToCall(round: Round, standings: Standings, rules: Rules): readonly (readonly [number, number])[] {
  return pairsOf(aliveOf(round)).filter((pair) => {
    const kinds = pair.map((seat) => standings.get(seat)?.kind);
    return !kinds.includes("automatic") || (kinds.includes("called") && rules.autoVersusFoul !== "auto");
  });
}

/** The dealer's order: pairs with an automatic winner first, then the others, each clockwise from the button's left. */
export function settledPairs(round: Round, standings: Standings, rules: Rules): readonly Pair[] {
  const automatic: Pair[] = [];
  const others: Pair[] = [];
  for (const [a, b] of pairsOf([...standings.keys()])) {
    const pair = pairOfSeats(a, b, round, standings, rules);
    (pair.kind === "automatic" || pair.kind === "bothAutomatic" ? automatic : others).push(pair);
  }
  return automatic.length === 0 ? others : [...automatic, ...others];
}

function pairOfSeats(a: number, b: number, round: Round, standings: Standings, rules: Rules): Pair {
  const [one, other] = [standings.get(a) as Standing, standings.get(b) as Standing];
  const pair = (kind: PairKind, points: number, compared: Pair["compared"] = null): Pair => ({ a, b, kind, points, compared });
  const called = rules.scoring === "called" ? round.called[pairOf(a, b)] : undefined;
  if (one.kind === "automatic" && other.kind === "automatic") return automaticPair(one, other, pair);
  if (one.kind === "automatic") return pair("automatic", called ?? againstAutomatic(one, other, rules));
  if (other.kind === "automatic") return pair("automatic", called ?? -againstAutomatic(other, one, rules));
  if (one.kind === "called" || other.kind === "called" || called !== undefined) return pair("called", called ?? 0);
  if (one.kind === "foul" && other.kind === "foul") return pair("bothFoul", 0);
  if (one.kind === "foul") return foulPair(b, other as SetHand, -1, standings, rules, pair);
  if (other.kind === "foul") return foulPair(a, one, 1, standings, rules, pair);
  return comparedPair([a, one], [b, other], standings, rules, pair);
}

type SetHand = Extract<Standing, { kind: "set" }>;
type Automatic = Extract<Standing, { kind: "automatic" }>;
type MakePair = (kind: PairKind, points: number, compared?: Pair["compared"]) => Pair;

/** Two automatic wins push, but a dragon collects from every other. */
function automaticPair(one: Automatic, other: Automatic, pair: MakePair): Pair {
  if ((one.pattern === "dragon") === (other.pattern === "dragon")) return pair("bothAutomatic", 0);
  return one.pattern === "dragon" ? pair("automatic", one.points) : pair("automatic", -other.points);
}

function againstAutomatic(own: Automatic, other: Standing, rules: Rules): number {
  if (other.kind !== "foul" || rules.autoVersusFoul === "auto") return own.points;
  return rules.autoVersusFoul === "foul" ? rules.foul : Math.max(own.points, rules.foul);
}

/** A foul pays the foul, or the super bonus, and every bonus of the set hand; its own bonuses are void. */
function foulPair(winner: number, hand: SetHand, sign: 1 | -1, standings: Standings, rules: Rules, pair: MakePair): Pair {
  const wholly = isSuper(winner, standings, rules);
  return pair(wholly ? "foulSuper" : "foul", sign * ((wholly ? rules.superBonus : rules.foul) + sum(hand.bonuses)));
}

function comparedPair(
  [a, one]: readonly [number, SetHand],
  [b, other]: readonly [number, SetHand],
  standings: Standings,
  rules: Rules,
  pair: MakePair,
): Pair {
  const compared = compare(one.values, other.values);
  const earned = (hand: SetHand, won: Compared): number =>
    hand.bonuses.reduce((total, bonus, i) => (!rules.bonusRequiresSegmentWin || compared[i] === won ? total + bonus : total), 0);
  const bonuses = earned(one, 1) - earned(other, -1);
  const scooped = compared.every((won) => won === compared[0]) ? (compared[0] as Compared) : 0;
  if (scooped === 0) return pair("segments", sum(compared) * rules.segmentPoint + bonuses, compared);
  const wholly = isSuper(scooped === 1 ? a : b, standings, rules);
  return pair(wholly ? "super" : "scoop", scooped * (wholly ? rules.superBonus : rules.scoop) + bonuses, compared);
}
