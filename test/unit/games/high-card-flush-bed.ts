// A High Card Flush table for tests: hands are given, the engine plays.

import type { Card } from "#core/card";
import type { Event } from "#core/event";
import { type Place, pile } from "#core/felt";
import { type Stage, stage } from "#core/rehearse";
import { balances, type Settlement } from "#core/settlement";
import { highCardFlush } from "#games/high-card-flush/game";
import type { Round } from "#games/high-card-flush/round";
import { type Rules, schema } from "#games/high-card-flush/rules";

export interface PlayedSeat {
  /** "As Ks …", seven of them. */
  readonly cards: string;
  readonly ante: number;
  readonly straightFlush?: number;
  readonly flush?: number;
  /** The Raise; "fold", or "timeout" where the pack has a clock. */
  readonly act: number | "fold" | "timeout";
}

export interface Play {
  readonly rules?: Readonly<Record<string, unknown>>;
  /** The bank's seat, cards and money in action. */
  readonly designated: { readonly seat: number; readonly cards: string; readonly funds: number };
  readonly seats: Readonly<Record<number, PlayedSeat>>;
  readonly dealtBy?: "shoe" | "antennas";
}

const any = { min: 1, max: 1_000_000_000, step: 1 };

/** The recommended rules with limits out of the way. */
export function rulesWith(over: Readonly<Record<string, unknown>> = {}): Rules {
  return schema.parse({ ante: any, straightFlush: any, flush: any, funds: any, ...over });
}

export function cardsOf(text: string): readonly Card[] {
  return text.split(" ") as unknown as readonly Card[];
}

export const handAt = (seat: number): Place => `${seat}/hand`;

function handsOf({ designated, seats }: Play): Readonly<Record<Place, readonly Card[]>> {
  const all = [...Object.entries(seats), [String(designated.seat), designated] as const];
  return Object.fromEntries(all.map(([seat, { cards }]) => [handAt(Number(seat)), cardsOf(cards)]));
}

/** Bank taken, bets placed and closed. */
export function begin(play: Play): Stage {
  const { designated, seats } = play;
  const places = [...Object.keys(seats).map(Number), designated.seat].sort((a, b) => a - b);
  const on = stage({ game: highCardFlush, rules: rulesWith(play.rules), seats: places, carry: null, dealtBy: play.dealtBy ?? "shoe" });
  on.command({ kind: "confirm", code: "openRound" });
  for (let seat = bankOffered(on); seat !== null && seat !== designated.seat; seat = bankOffered(on)) {
    on.command({ kind: "decision", by: `${seat}/seat`, code: "waive" });
  }
  on.command({ kind: "decision", by: `${designated.seat}/seat`, code: "bank", amount: designated.funds });
  for (const [seat, { ante, straightFlush = 0, flush = 0 }] of Object.entries(seats)) {
    for (const [name, stake] of Object.entries({ ante, straightFlush, flush })) {
      if (stake > 0) on.command({ kind: "wager", spot: `${seat}/${name}`, stake });
    }
  }
  on.command({ kind: "close" });
  return on;
}

/** The seat that is asked whether it takes the bank; null when none is. */
export function bankOffered(on: Stage): number | null {
  const asked = on.openings().find((opening) => opening.kind === "decision" && opening.by.endsWith("/seat"));
  return asked?.kind === "decision" ? Number.parseInt(asked.by, 10) : null;
}

/** Deals as long as a card is expected at a hand that has one left; `until` cards at most. */
export function deal(on: Stage, play: Play, until = 49): void {
  const hands = handsOf(play);
  for (let dealt = 0; dealt < until; dealt++) {
    const opening = on.openings().find((one) => one.kind === "card");
    const next = opening === undefined ? undefined : hands[opening.to]?.[pile(on.table.felt, opening.to).length];
    if (opening === undefined || next === undefined) return;
    on.card(next, play.dealtBy === "antennas" ? opening.to : undefined);
  }
}

/** The seat whose decision is due; null when none is. */
export function turnOf(on: Stage): number | null {
  const opening = on.openings().find((one) => one.kind === "decision");
  return opening?.kind === "decision" ? Number.parseInt(opening.by, 10) : null;
}

export function act(on: Stage, seat: number, how: PlayedSeat["act"]) {
  const by = handAt(seat);
  if (how === "fold") return on.command({ kind: "decision", by, code: "fold" });
  if (how !== "timeout") return on.command({ kind: "decision", by, code: "raise", amount: how });
  return on.event({ kind: "deadline", at: on.table.at + 1_000_000 });
}

export function decide(on: Stage, play: Play): void {
  for (let seat = turnOf(on); seat !== null; seat = turnOf(on)) {
    const before = seat;
    act(on, seat, play.seats[seat]?.act ?? "fold");
    if (turnOf(on) === before) return;
  }
}

/** Turns up what may be turned up; `most` hands. */
export function turnUp(on: Stage, most = 7): void {
  for (let turned = 0; turned < most; turned++) {
    const opening = on.openings().find((one) => one.kind === "reveal");
    if (opening?.kind !== "reveal") return;
    on.command({ kind: "reveal", place: opening.place });
  }
}

export function roundOf(on: Stage): Round {
  return on.table.played?.round as Round;
}

export function settlementOf(on: Stage): Settlement {
  const settlement = on.table.played?.settlement ?? on.table.last?.settlement ?? null;
  if (settlement === null) throw new Error("the round has not been settled");
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

/** How each wager ended: { "1/ante": "win 10" }. */
export function endsOf(settlement: Settlement): Readonly<Record<string, string>> {
  const wagers = settlement.results.filter(({ spot }) => !spot.endsWith("/rake"));
  return Object.fromEntries(wagers.map(({ spot, outcome, net }) => [spot, `${outcome} ${net}`]));
}

/** Why each wager ended so. */
export function whysOf(settlement: Settlement): Readonly<Record<string, string>> {
  return Object.fromEntries(settlement.results.map(({ spot, why }) => [spot, why.code]));
}

/** The designated player's money after the round. */
export function fundsAfter(play: Play, settlement: Settlement): number {
  return play.designated.funds + (balances(settlement.transfers).get("designated") ?? 0);
}

export function rakeOf(settlement: Settlement): Readonly<Record<string, number>> {
  return Object.fromEntries(
    settlement.transfers.filter(({ to }) => to === "rake").map(({ from, amount }) => [from.slice("seat/".length), amount]),
  );
}

/** A light of a shuffler. */
export function light(on: Stage, lamp: "red" | "green" | "mains", state: "on" | "off"): void {
  const event: Event = { kind: "reading", at: on.table.at + 1, device: "shuffler", reading: { kind: "light", lamp, state } };
  on.event(event);
}
