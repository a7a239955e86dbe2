// A stud table for tests: hands are given by seat, the engine deals and asks.

import { type Card, deck52 } from "#core/card";
import type { Opening } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import type { Reply } from "#core/table";
import { studHiLo8 } from "#games/stud-hi-lo-8/game";
import { handOf, type Round } from "#games/stud-hi-lo-8/round";
import { type Rules, schema } from "#games/stud-hi-lo-8/rules";

export type Hands = Readonly<Record<number, string>>;
export type Decision = Extract<Opening, { kind: "decision" }>;

export interface Table {
  readonly on: Stage;
  readonly rules: Rules;
  /** Deals as long as a card is expected and nothing else has to happen first. */
  deal(): void;
  /** Deals so many cards. */
  dealCards(count: number): void;
  /** The seat whose turn it is; null if it is nobody's. */
  turn(): number | null;
  /** What a seat may do: codes, with their least and most. */
  choices(seat?: number): Readonly<Record<string, readonly [number, number] | null>>;
  act(seat: number, code: string, amount?: number): Reply;
  /** Acts for whoever's turn it is: "check", "call" … one after the other. */
  go(...acts: readonly (readonly [number, string, number?])[]): void;
  /** Calls or checks for everybody until the street is over, dealing nothing. */
  stay(): void;
  /** Calls, checks and deals to the showdown. */
  toShowdown(): void;
  /** The burn cards go back into the stub. */
  shuffle(): void;
  show(seat: number): Reply;
  muck(seat: number): Reply;
  /** Turns up whoever is next until the round is settled. */
  showAll(): readonly number[];
  round(): Round;
  settlement(): Settlement;
  received(): Readonly<Record<number, number>>;
}

const split = (text: string): Card[] => text.split(" ").filter((one) => one !== "") as Card[];

/** Seats and hands; antes are in. Cards that no hand names come from the rest of the deck. */
export function table(hands: Hands, over: Readonly<Record<string, unknown>> = {}, stacks: Readonly<Record<number, number>> = {}): Table {
  const rules = schema.parse(over);
  const seats = Object.keys(hands).map(Number);
  const on = stage({ game: studHiLo8, rules, seats, carry: null });
  on.command({ kind: "confirm", code: "openRound" });
  for (const [seat, stack] of Object.entries(stacks)) on.command({ kind: "wager", spot: `${seat}/stack`, stake: stack });
  for (const opening of on.openings()) {
    if (opening.kind === "wager" && opening.required) on.command({ kind: "wager", spot: opening.spot, stake: opening.stake.min });
  }
  on.command({ kind: "close" });
  return drive(on, rules, hands);
}

export function drive(on: Stage, rules: Rules, hands: Hands): Table {
  const left = new Map(Object.entries(hands).map(([seat, cards]) => [handOf(Number(seat)), split(cards)]));
  const named = new Set([...left.values()].flat());
  const rest = deck52.filter((card) => !named.has(card));
  const burnt: Card[] = [];
  const decisions = (): readonly Decision[] => on.openings().filter((one): one is Decision => one.kind === "decision");
  const waiting = (): Decision | undefined => decisions().find((one) => one.early !== true);
  const expectsCard = (): Extract<Opening, { kind: "card" }> | undefined => on.openings().find((one) => one.kind === "card");
  const round = (): Round => on.table.played?.round as Round;
  const settlement = (): Settlement => {
    const settled = on.table.played?.settlement ?? on.table.last?.settlement;
    if (settled === undefined || settled === null) throw new Error(`not settled: ${JSON.stringify(on.openings())}`);
    return settled;
  };
  const me: Table = {
    on,
    rules,
    deal: () => me.dealCards(52),
    dealCards: (count) => {
      for (let n = 0; n < count; n++) {
        const opening = expectsCard();
        if (opening === undefined) return;
        const card = (left.get(opening.to)?.shift() ?? rest.shift()) as Card;
        if (opening.to === "burn") burnt.push(card);
        on.card(card);
      }
    },
    turn: () => {
      const decision = waiting();
      return decision === undefined ? null : Number.parseInt(decision.by, 10);
    },
    choices: (seat) => {
      const decision = seat === undefined ? waiting() : decisions().find(({ by }) => by === handOf(seat));
      return Object.fromEntries((decision?.options ?? []).map(({ code, amount }) => [code, amount ? [amount.min, amount.max] : null]));
    },
    act: (seat, code, amount) => {
      const options = decisions().find(({ by }) => by === handOf(seat))?.options;
      const only = options?.find((one) => one.code === code)?.amount?.min;
      const given = amount ?? only;
      return on.command({ kind: "decision", by: handOf(seat), code, ...(given !== undefined && { amount: given }) });
    },
    go: (...acts) => {
      for (const [seat, code, amount] of acts) {
        me.deal();
        const reply = me.act(seat, code, amount);
        if (!reply.ok) throw new Error(`${seat} ${code} ${amount}: ${JSON.stringify(reply)} of ${JSON.stringify(waiting())}`);
      }
    },
    stay: () => {
      for (let decision = waiting(); decision !== undefined; decision = waiting()) {
        const code = ["call", "check", "bringIn", "playOn"].find((one) => decision?.options.some((option) => option.code === one));
        if (code === undefined) return;
        me.act(Number.parseInt(decision.by, 10), code);
      }
    },
    toShowdown: () => {
      while (on.table.played?.settlement === null && (expectsCard() !== undefined || me.turn() !== null)) {
        me.deal();
        me.stay();
        if (waiting()?.options.some(({ code }) => code === "muck") && expectsCard() === undefined) return;
      }
    },
    shuffle: () => {
      on.command({ kind: "shuffle" });
      rest.push(...burnt.splice(0));
    },
    show: (seat) => on.command({ kind: "reveal", place: handOf(seat) }),
    muck: (seat) => on.command({ kind: "decision", by: handOf(seat), code: "muck" }),
    showAll: () => {
      const order: number[] = [];
      for (;;) {
        const next = on.openings().find((one) => one.kind === "reveal");
        if (next === undefined) return order;
        order.push(Number.parseInt(next.place, 10));
        on.command({ kind: "reveal", place: next.place });
      }
    },
    round,
    settlement,
    received: () => {
      const sums: Record<number, number> = {};
      for (const { to, amount } of settlement().transfers) {
        if (to.startsWith("seat/")) sums[Number(to.slice(5))] = (sums[Number(to.slice(5))] ?? 0) + amount;
      }
      return sums;
    },
  };
  return me;
}

/** Four different, unpaired up cards for each of eight seats, the lower seat the lower cards. */
export const doors: Hands = {
  1: "2c 7d 3d",
  2: "2d 7h 5d",
  3: "2h 7s 6d",
  4: "2s 8c 9d",
  5: "3c 8d Td",
  6: "3h 8h Jd",
  7: "3s 8s Qd",
  8: "4c 9c Kd",
};

export function doorsOf(...seats: readonly number[]): Hands {
  return Object.fromEntries(seats.map((seat) => [seat, doors[seat] ?? ""]));
}
