// A Chinese poker table for tests: hands are given, the engine plays.

import { type Card, deck52 } from "#core/card";
import { type Held, type Place, pile } from "#core/felt";
import type { AnyGame } from "#core/game";
import { type Stage, stage } from "#core/rehearse";
import type { Settlement, SpotResult } from "#core/settlement";
import { chinesePoker } from "#games/chinese-poker/game";
import { type Carry, handOf, type Round } from "#games/chinese-poker/round";
import { type Rules, schema } from "#games/chinese-poker/rules";

export interface Hand {
  readonly front?: string;
  readonly middle?: string;
  readonly back?: string;
  /** A pile that is declared, or left by a player whose time is up. */
  readonly declared?: string;
  readonly late?: string;
}

export interface Play {
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly hands: Readonly<Record<number, Hand>>;
  /** 1,000,000 for everybody if not given. */
  readonly stacks?: Readonly<Record<number, number>>;
  readonly button?: number;
  readonly game?: AnyGame;
  readonly dealtBy?: "shoe" | "antennas";
}

export const decisionMs = 60_000;

export function rulesWith(over: Readonly<Record<string, unknown>> = {}): Rules {
  return schema.parse(over);
}

export function cardsOf(text: string): readonly Card[] {
  return text.split(" ").filter((card) => card !== "") as unknown as readonly Card[];
}

export function cardsIn({ front = "", middle = "", back = "", declared = "", late = "" }: Hand): readonly Card[] {
  return cardsOf([front, middle, back, declared, late].join(" "));
}

export function seatsOf(play: Pick<Play, "hands">): readonly number[] {
  return Object.keys(play.hands)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Chips down and the button on a player, as after a round before. */
export function carryOf(stacks: Readonly<Record<number, number>>, button: number): Carry {
  const seats = Object.keys(stacks).map(Number);
  return {
    button: button - 1,
    seats,
    purses: Object.fromEntries(seats.map((seat) => [seat, { stack: stacks[seat] ?? 0, mayBuyShort: true }])),
  };
}

export function stacksOf(play: Pick<Play, "hands" | "stacks">): Readonly<Record<number, number>> {
  return play.stacks ?? Object.fromEntries(seatsOf(play).map((seat) => [seat, 1_000_000]));
}

/** Bets closed; the button on `button` or the last seat. */
export function begin(play: Play): Stage {
  const seats = seatsOf(play);
  const on = stage({
    game: play.game ?? chinesePoker,
    rules: rulesWith(play.rules),
    seats,
    carry: carryOf(stacksOf(play), play.button ?? (seats.at(-1) as number)),
    dealtBy: play.dealtBy ?? "shoe",
  });
  on.command({ kind: "confirm", code: "openRound" });
  on.command({ kind: "close" });
  return on;
}

/** The four hands, filled up with the rest of the deck. */
export function dealtTo(hands: Readonly<Record<number, Hand>>): Readonly<Record<Place, readonly Card[]>> {
  const given = Object.values(hands).flatMap(cardsIn);
  const used = new Set(given);
  if (used.size !== given.length) throw new Error(`a card comes twice in ${given.join(" ")}`);
  const rest = deck52.filter((card) => !used.has(card));
  return Object.fromEntries(
    [1, 2, 3, 4].map((seat) => {
      const own = hands[seat] === undefined ? [] : [...cardsIn(hands[seat] as Hand)];
      return [handOf(seat), [...own, ...rest.splice(0, 13 - own.length)]];
    }),
  );
}

export function deal(on: Stage, hands: Readonly<Record<Place, readonly Card[]>>): void {
  for (let n = 0; n < 52; n++) {
    const opening = on.openings().find((one) => one.kind === "card");
    if (opening === undefined) return;
    const next = hands[opening.to]?.[pile(on.table.felt, opening.to).length];
    if (next === undefined) return;
    on.card(next);
  }
}

const deck: readonly string[] = deck52;

/** Handles at a stage are places in the deck. */
export function heldOf(text: string): readonly Held[] {
  return cardsOf(text).map((card) => deck.indexOf(card) + 1);
}

export function say(on: Stage, seat: number, code: "set" | "declare" | "timeUp") {
  return on.command({ kind: "decision", by: handOf(seat), code });
}

export function rowsOf(seat: number, { front = "", middle = "", back = "" }: Hand): Readonly<Record<Place, readonly Held[]>> {
  return { [`${seat}/front`]: heldOf(front), [`${seat}/middle`]: heldOf(middle), [`${seat}/back`]: heldOf(back) };
}

export function turnUp(on: Stage, seat: number, hand: Hand) {
  const opening = on.openings().find((one) => one.kind === "reveal" && one.place === handOf(seat));
  const rows = opening?.kind === "reveal" && opening.rows?.length === 3 ? { rows: rowsOf(seat, hand) } : {};
  return on.command({ kind: "reveal", place: handOf(seat), ...rows });
}

/** Everybody says what his hand is, then all are turned up, declared hands first. */
export function finish(on: Stage, hands: Readonly<Record<number, Hand>>): void {
  const seats = Object.keys(hands).map(Number);
  for (const seat of seats) {
    const hand = hands[seat] as Hand;
    say(on, seat, hand.declared ? "declare" : hand.late ? "timeUp" : "set");
  }
  for (let steps = 0; steps < 8; steps++) {
    const opening = on.openings().find((one) => one.kind === "reveal" && one.blocked === undefined);
    if (opening?.kind !== "reveal") return;
    const seat = Number.parseInt(opening.place, 10);
    turnUp(on, seat, hands[seat] as Hand);
  }
}

export function playOn(play: Play): Stage {
  const on = begin(play);
  deal(on, dealtTo(play.hands));
  finish(on, play.hands);
  return on;
}

export function settlementOf(on: Stage): Settlement {
  const settlement = on.table.played?.settlement ?? on.table.last?.settlement;
  if (settlement === undefined || settlement === null) throw new Error("the round has not been settled");
  return settlement;
}

export function play(given: Play): Settlement {
  return settlementOf(playOn(given));
}

export function roundOf(on: Stage): Round {
  if (on.table.played === null) throw new Error("no round is being played");
  return on.table.played.round as Round;
}

/** Pays every seat, so that the table carries on. */
export function payOut(on: Stage): void {
  for (const seat of settlementOf(on).order) on.command({ kind: "confirm", code: "paid", seat });
}

export function pairOf(settlement: Settlement, a: number, b: number): SpotResult {
  const result = settlement.results.find((one) => one.spot === `${a}/${b}/vs`);
  if (result === undefined) throw new Error(`no result of ${a} against ${b}`);
  return result;
}

/** Points a gets from b. */
export function pointsOf(settlement: Settlement, a: number, b: number): number {
  return pairOf(settlement, a, b).why.params?.points as number;
}

export function netOf(settlement: Settlement, seat: number): number {
  return settlement.results.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.net, 0);
}
