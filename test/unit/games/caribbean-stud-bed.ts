// A Caribbean Stud table for tests: hands are given, the engine plays.

import type { Card } from "#core/card";
import { type Place, pile } from "#core/felt";
import { type Stage, stage } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { caribbeanStud } from "#games/caribbean-stud/game";
import type { Round } from "#games/caribbean-stud/round";
import { ownMeter, type Rules, schema } from "#games/caribbean-stud/rules";

export type Choice = "bet" | "fold" | "timeout" | "away";

export interface Play {
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly meter?: number;
  readonly ante?: number;
  /** Seats with a jackpot stake. */
  readonly jackpot?: readonly number[];
  /** "1/hand": "As Ks …"; "dealer/hand". */
  readonly hands: Readonly<Record<Place, string>>;
  readonly acts?: Readonly<Record<number, Choice>>;
  readonly dealtBy?: "shoe" | "antennas";
}

export const decisionMs = 20_000;

export function rulesWith(over: Readonly<Record<string, unknown>> = {}): Rules {
  return schema.parse({ ante: { min: 1, max: 1_000_000, step: 1 }, seats: 7, decisionMs, ...over });
}

export function cardsOf(text: string): readonly Card[] {
  return text.split(" ").filter((card) => card !== "") as unknown as readonly Card[];
}

export function seatsOf(play: Play): readonly number[] {
  const seats = Object.keys(play.hands).filter((place) => place !== "dealer/hand");
  return seats.map((place) => Number.parseInt(place, 10)).sort((a, b) => a - b);
}

/** Bets placed, and closed. */
export function begin(play: Play): Stage {
  const { ante = 100, jackpot = [], dealtBy = "shoe" } = play;
  const rules = rulesWith(play.rules);
  const carry = { meter: play.meter ?? ownMeter(rules).base };
  const on = stage({ game: caribbeanStud, rules, seats: seatsOf(play), carry, dealtBy });
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of seatsOf(play)) {
    on.command({ kind: "wager", spot: `${seat}/ante`, stake: ante });
    if (jackpot.includes(seat)) on.command({ kind: "wager", spot: `${seat}/jackpot`, stake: rules.progressiveStake ?? 0 });
  }
  on.command({ kind: "close" });
  return on;
}

/** Deals as long as a card is expected at a hand that has one left. */
export function deal(on: Stage, play: Pick<Play, "hands">): void {
  for (;;) {
    const opening = on.openings().find((one) => one.kind === "card");
    const next = opening === undefined ? undefined : cardsOf(play.hands[opening.to] ?? "")[pile(on.table.felt, opening.to).length];
    if (next === undefined) return;
    on.card(next);
  }
}

export function decisionAt(on: Stage, seat: number) {
  const opening = on.openings().find((one) => one.kind === "decision" && one.by === `${seat}/hand`);
  return opening?.kind === "decision" ? opening : undefined;
}

export function choose(on: Stage, seat: number, code: string) {
  const option = decisionAt(on, seat)?.options.find((one) => one.code === code);
  return on.command({ kind: "decision", by: `${seat}/hand`, code, ...(option?.amount && { amount: option.amount.min }) });
}

/** Those who speak, then those whose time runs out. */
export function decide(on: Stage, play: Play): void {
  for (const seat of seatsOf(play)) {
    const act = play.acts?.[seat] ?? "bet";
    if (act !== "timeout" && decisionAt(on, seat) !== undefined) choose(on, seat, act);
  }
  const left = on.openings().find((one) => one.kind === "decision" && one.withinMs !== undefined);
  if (left !== undefined) on.event({ kind: "deadline", at: on.table.at + decisionMs });
}

export function turnUp(on: Stage): void {
  for (let steps = 0; steps < 20; steps++) {
    const opening = on.openings().find((one) => one.kind === "reveal");
    if (opening?.kind !== "reveal") return;
    on.command({ kind: "reveal", place: opening.place });
  }
}

export function roundOf(on: Stage): Round {
  return on.table.played?.round as Round;
}

export function settlementOf(on: Stage): Settlement {
  const settlement = on.table.played?.settlement ?? on.table.last?.settlement;
  if (settlement === undefined || settlement === null) throw new Error("the round has not been settled");
  return settlement;
}

export function playOn(play: Play): Stage {
  const on = begin(play);
  deal(on, play);
  decide(on, play);
  turnUp(on);
  return on;
}

export function play(given: Play): Settlement {
  return settlementOf(playOn(given));
}

/** Pays every seat, so that the table carries on. */
export function payOut(on: Stage): void {
  for (const seat of settlementOf(on).order) on.command({ kind: "confirm", code: "paid", seat });
}

export function resultAt(settlement: Settlement, spot: string) {
  const result = settlement.results.find((one) => one.spot === spot);
  if (result === undefined) throw new Error(`no result for ${spot}`);
  return result;
}

export function netOf(settlement: Settlement, spot: string): number {
  return settlement.results.filter((one) => one.spot === spot).reduce((sum, one) => sum + one.net, 0);
}

/** What the meter gains by the transfers. */
export function meterMove(settlement: Settlement): number {
  return balances(settlement.transfers).get("meter/royal") ?? 0;
}
