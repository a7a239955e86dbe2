// A played round as a hand history in PHH notation (phh.ts says which part of it): only cards that were opened, "??" for the others.

import type { Card } from "#core/card";
import type { Fact } from "#core/fact";
import { type Held, seatOf } from "#core/felt";
import { parsePhh, playPhh } from "./phh.ts";
import { board, type Round } from "./round.ts";
import type { Rules } from "./rules.ts";

/** A round that was settled, as it stood then. */
export interface SettledRound {
  readonly number: number;
  readonly round: Round;
  readonly rules: Rules;
  /** Everything that was told of it, in order. */
  readonly facts: readonly Fact[];
  readonly table: string;
}

export type Written = { readonly phh: string } | { readonly why: string };

/** Writes a round, or says why the notation has no words for it. What is written, the engine plays again to the same chips. */
export function writePhh(settled: SettledRound): Written {
  const { round, rules, facts } = settled;
  const lacking = noWordsFor(round, rules);
  if (lacking !== null) return { why: lacking };
  const actions = actionsOf(facts, round);
  if (typeof actions === "string") return { why: actions };
  const list = (values: readonly (number | string)[]): string =>
    `[${values.map((one) => (typeof one === "string" ? `'${one}'` : one)).join(", ")}]`;
  const { dealt, stacks, after } = round;
  const phh = [
    `variant = '${rules.low === "none" ? "F7S" : "F7S/8"}'`,
    "ante_trimming_status = false",
    `antes = ${list(dealt.map(() => rules.ante))}`,
    `bring_in = ${rules.bringIn}`,
    `small_bet = ${rules.smallBet}`,
    `big_bet = ${rules.bigBet}`,
    `starting_stacks = ${list(dealt.map((seat) => stacks[seat] ?? 0))}`,
    `actions = ${list(actions)}`,
    `finishing_stacks = ${list(dealt.map((seat) => after?.[seat] ?? 0))}`,
    `seats = ${list(dealt)}`,
    `table = '${settled.table}'`,
    `hand = ${settled.number}`,
    "",
  ].join("\n");
  const trouble = differs(phh);
  return trouble === null ? { phh } : { why: trouble };
}

function noWordsFor(round: Round, rules: Rules): string | null {
  if (rules.betting !== "fixed") return `the betting is ${rules.betting}, not fixed limit`;
  if (rules.rake.method !== "none") return "a rake is taken from the pots";
  if (round.dealt.some((seat) => round.stacks[seat] === undefined)) return "not every stack was counted";
  if (round.after === null) return "the stacks after it are not known";
  return null;
}

/** Where playing it again goes another way: a rule of the house that the notation does not carry. */
function differs(phh: string): string | null {
  const hand = parsePhh(phh);
  const { finishingStacks, problem } = playPhh(hand);
  if (problem !== null) return `under the notation's own rules ${problem}`;
  return String(finishingStacks) === String(hand.finishingStacks) ? null : "under the notation's own rules other chips would be paid";
}

interface Step {
  readonly n: number;
  /** A player's own action: the first one opens the betting. */
  readonly opens?: true;
  readonly text: () => string;
}

/** The actions in order; a sentence where one has no word. */
function actionsOf(facts: readonly Fact[], { dealt, out }: Round): readonly string[] | string {
  const player = (place: string): string => `p${dealt.indexOf(seatOf(place) ?? 0) + 1}`;
  const faces = facesTold(facts);
  const text = (cards: readonly Held[]): string => cards.map((held) => faces.get(held) ?? "??").join("");
  const hands = new Map<string, Held[]>();
  /** Cards dealt since the last action, by place. */
  const lying = new Map<string, Held[]>();
  const steps: Step[] = [];
  const flush = (n: number): void => {
    for (const [place, cards] of inOrder(lying, dealt))
      steps.push({ n, text: () => (place === board ? `d db ${text(cards)}` : `d dh ${player(place)} ${text(cards)}`) });
    lying.clear();
  };
  for (const fact of facts) {
    if (fact.kind === "card" && (fact.to === board || fact.to.endsWith("/hand"))) {
      for (const pile of [lying, hands]) pile.set(fact.to, [...(pile.get(fact.to) ?? []), fact.held]);
    } else if (fact.kind === "revealed") {
      flush(fact.n);
      steps.push({ n: fact.n, text: () => `${player(fact.place)} sm ${text(hands.get(fact.place) ?? [])}` });
    } else if (fact.kind === "decision") {
      const first = !steps.some(({ opens }) => opens);
      const word = wordOf(fact, first ? "pb" : out[seatOf(fact.by) ?? 0] === "folded" ? "f" : "cc");
      if (word === null) return `"${fact.code}" has no word in the notation`;
      if (word === "") continue;
      flush(fact.n);
      steps.push({ n: fact.n, opens: true, text: () => `${player(fact.by)} ${word}` });
    } else if (fact.kind === "takenBack") {
      steps.splice(0, steps.length, ...steps.filter(({ n }) => n < fact.from || n > fact.to));
    } else if (fact.kind === "irregularity" && fact.consequence.kind === "dead") return "a hand died in it";
  }
  return steps.map((step) => step.text());
}

/** Third street by player, every other street as it was dealt: the first to the dealer's left first. */
function inOrder(lying: ReadonlyMap<string, Held[]>, dealt: readonly number[]): readonly (readonly [string, Held[]])[] {
  const place = (one: string): number => (one === board ? dealt.length : dealt.indexOf(seatOf(one) ?? 0));
  return [...lying].sort(([a], [b]) => place(a) - place(b));
}

function facesTold(facts: readonly Fact[]): ReadonlyMap<Held, Card> {
  const faces = new Map<Held, Card>();
  for (const fact of facts) {
    if (fact.kind === "shown") for (const { held, card } of fact.cards) faces.set(held, card);
    if (fact.kind === "corrected") for (const { held, is } of fact.cards) faces.set(held, is);
  }
  return faces;
}

/** Null: there is no word; empty: nothing happened that a history tells. `late`: what stands for a player whose time is up. */
function wordOf({ code, amount }: Extract<Fact, { kind: "decision" }>, late: string): string | null {
  switch (code) {
    case "bringIn":
      return "pb";
    case "complete":
    case "bet":
    case "raise":
      return `cbr ${amount ?? 0}`;
    case "call":
    case "check":
      return "cc";
    case "fold":
      return "f";
    case "muck":
      return "sm";
    case "timeout":
      return late;
    case "playOn":
      return "";
    default:
      return null;
  }
}
