// A table set up for a worked example: seats with their chips, cards as planned, everything else dealt from what is left. It is
// the engine that plays; the scene only gives it cards and carries out what the example says.

import { z } from "zod";
import { type Card, deck52, isCard } from "#core/card";
import type { Command } from "#core/event";
import { type Held, type Place, pile } from "#core/felt";
import type { Opening, Option } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import { palacePoker } from "./game.ts";
import type { Round } from "./round.ts";
import { playersMax, type Rules } from "./rules.ts";

/** A card as the examples write it. */
export const card = z.string().refine(isCard, "is no card: write rank and suit, for example Ts") as unknown as z.ZodType<Card>;

export type Turn = Extract<Opening, { kind: "decision" }>;
export type Made = Omit<Extract<Command, { kind: "decision" }>, "kind" | "by">;
/** What a seat does; null: the scene stops before it. */
export type Decide = (seat: number, turn: Turn) => Made | null;

export interface Scene {
  readonly on: Stage;
  /** The round as it stands, or as it was last seen. */
  round(): Round;
  settlement(): Settlement | null;
  over(): boolean;
  cardsAt(place: Place): readonly Card[];
  /** Deals, shuffles and turns hands up; asks for every decision, until one is left open or the hand is over. */
  play(decide: Decide): void;
}

export interface Plan {
  readonly rules: Rules;
  readonly seats: readonly number[];
  /** null: nobody has dealt before. */
  readonly dealer: number | null;
  readonly chips: (seat: number) => number;
  /** Cards by place, in the order they come there. */
  readonly cards: Readonly<Record<Place, readonly Card[]>>;
}

export const plenty = 1_000_000_000;

/** Examples count in chips of any value; what they do not look at is out of their way. */
export function widen(rules: Rules): Rules {
  return {
    ...rules,
    stack: { min: 1, max: 10 * plenty, step: 1 },
    bannerGroups: new Array<number>(playersMax).fill(1),
    decisionMs: null,
  };
}

export function setScene(plan: Plan): Scene {
  const { rules, seats, dealer } = plan;
  const carry = dealer === null ? null : { dealer: dealer - 1, chips: {} };
  const on = stage({ game: palacePoker, rules, seats, carry });
  const source = cardSource(on, plan);
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of seats) if (plan.chips(seat) > 0) on.command({ kind: "wager", spot: `${seat}/stack`, stake: plan.chips(seat) });
  on.command({ kind: "close" });
  let seen = on.table.played?.round as Round;
  const round = (): Round => {
    seen = (on.table.played?.round as Round | undefined) ?? seen;
    return seen;
  };
  const settlement = (): Settlement | null => on.table.played?.settlement ?? on.table.last?.settlement ?? null;
  return {
    on,
    round,
    settlement,
    over: () => settlement() !== null || round().ending !== null,
    cardsAt: source.cardsAt,
    play: (decide) => {
      for (let open = nextOf(on); open !== null; open = nextOf(on)) {
        if (open.kind === "card") source.give(open.to);
        else if (open.kind === "shuffle") source.shuffle(open.piles);
        else if (open.kind === "reveal") on.command({ kind: "reveal", place: open.place });
        else {
          const made = decide(Number.parseInt(open.by, 10), open);
          if (made === null || !on.command({ kind: "decision", by: open.by, ...made }).ok) return;
        }
        round();
      }
    },
  };
}

type Next = Extract<Opening, { kind: "card" | "shuffle" | "reveal" | "decision" }>;

function nextOf(on: Stage): Next | null {
  for (const opening of on.openings()) {
    if (opening.kind === "card" || opening.kind === "shuffle" || opening.kind === "reveal") return opening;
    if (opening.kind === "decision" && opening.early !== true) return opening;
  }
  return null;
}

/** Planned cards where they belong; elsewhere those nobody planned, the shuffled ones last. */
function cardSource(on: Stage, plan: Plan) {
  const planned = new Set(Object.values(plan.cards).flat());
  const pool: Card[] = deck52.filter((card) => !planned.has(card));
  const given: Record<Place, number> = {};
  const known = new Map<Held, Card>();
  const cardsAt = (place: Place): readonly Card[] => pile(on.table.felt, place).flatMap((held) => known.get(held) ?? []);
  return {
    cardsAt,
    give: (to: Place): void => {
      const n = given[to] ?? 0;
      const card = plan.cards[to]?.[n] ?? pool.shift();
      if (card === undefined) throw new Error(`no card is left for ${to}`);
      given[to] = n + 1;
      on.card(card);
      const dealt = on.facts.findLast((fact) => fact.kind === "card");
      if (dealt !== undefined) known.set(dealt.held, card);
    },
    shuffle: (piles: readonly Place[]): void => {
      pool.push(...piles.flatMap(cardsAt).filter((card) => !planned.has(card)));
      on.command({ kind: "shuffle" });
    },
  };
}

export function optionOf(turn: Turn, code: string): Option | undefined {
  return turn.options.find((option) => option.code === code);
}

/** Takes an option that leaves no choice of amount, or the least of it. */
export function least(turn: Turn, code: string, amount?: number): Made {
  const bounds = optionOf(turn, code)?.amount;
  return { code, ...(bounds !== undefined && { amount: amount ?? bounds.min }) };
}

/** How many soldiers have to go. */
export function mustDiscard(turn: Turn): number {
  return optionOf(turn, "keepAll") === undefined ? (optionOf(turn, "discard")?.cards?.min ?? 0) : 0;
}

export function isKeep(turn: Turn): boolean {
  return optionOf(turn, "stay") === undefined && optionOf(turn, "discard") !== undefined;
}

/** Keeps as many soldiers as the rules allow, or with `drop` lets the last so many go. */
export function keepSoldiers(scene: Scene, turn: Turn, drop = mustDiscard(turn)): Made {
  const from = optionOf(turn, "discard")?.cards?.from ?? "";
  return drop === 0 ? { code: "keepAll" } : { code: "discard", cards: pile(scene.on.table.felt, from).slice(-drop) };
}

export function potOf(round: Round): number {
  return Object.values(round.paid).reduce((sum, amount) => sum + amount, 0);
}

/** Chips paid out of pots, by seat. */
export function payoutsOf(settlement: Settlement | null): Record<string, number> | null {
  if (settlement === null) return null;
  const paid: Record<string, number> = {};
  for (const { from, to, amount } of settlement.transfers) {
    if (!from.startsWith("pot/")) continue;
    const seat = to.replace("seat/", "");
    paid[seat] = (paid[seat] ?? 0) + amount;
  }
  return paid;
}
