// Worked examples of Caribbean Stud, played through the engine. The format is described in the example files.

import { z } from "zod";
import { type Card, deck52, isCard, suits } from "#core/card";
import type { Command } from "#core/event";
import type { ExampleRunner } from "#core/example";
import { type Place, pile } from "#core/felt";
import { highOf } from "#core/hand";
import type { Minor } from "#core/money";
import type { Opening } from "#core/opening";
import { type Stage, stage } from "#core/rehearse";
import type { Settlement } from "#core/settlement";
import { caribbeanStud } from "./game.ts";
import { type Carry, dealerHand, handOf, handSize } from "./round.ts";
import type { Rules } from "./rules.ts";
import { nameOf } from "./settle.ts";

const card = z.string().refine(isCard, "is no card: write rank and suit, for example Ts") as unknown as z.ZodType<Card>;
const cards = z.array(card).length(handSize);
const money = z.int().nonnegative();

const settlementExample = z.looseObject({
  player: cards,
  dealer: cards,
  dealerUpcardIndex: z
    .int()
    .min(0)
    .max(handSize - 1)
    .default(handSize - 1),
  ante: z.int().positive(),
  action: z.enum(["bet", "fold", "timeout"]),
  progressive: z.boolean().default(false),
  jackpot: money.default(0),
  /** The player's chips beside the Ante, where an example speaks of them. */
  balance: money.optional(),
});
const splitExample = z.looseObject({ jackpot: money, winners: z.array(z.int().min(1).max(7)).min(1).max(suits.length) });
const countExample = z.looseObject({ cardCounts: z.record(z.string(), z.int().nonnegative()) });

type SettlementExample = z.infer<typeof settlementExample>;

const decisionMs = 60_000;

/** Examples count in cents at any table; the jackpot they name is the meter when the hands are judged. */
function widen(rules: Rules): Rules {
  const meter = { base: 0, contribution: 0 };
  return { ...rules, ante: { min: 1, max: 1_000_000_000, step: 1 }, seats: 7, decisionMs, meter };
}

interface Script {
  readonly rules: Rules;
  readonly meter: Minor;
  readonly hands: Readonly<Record<Place, readonly Card[]>>;
  readonly ante: Minor;
  readonly jackpot: boolean;
  readonly action: "bet" | "fold" | "timeout";
  /** Chips that an automatic Bet may come from where none are reserved. */
  readonly balance?: Minor | undefined;
}

/** A table with the bets closed; the hands are those of the script. */
function begin(script: Script): Stage {
  const seats = Object.keys(script.hands).flatMap((place) => (place === dealerHand ? [] : [Number.parseInt(place, 10)]));
  const carry: Carry = { meter: script.meter };
  const on = stage({ game: caribbeanStud, rules: script.rules, seats: seats.sort((a, b) => a - b), carry });
  on.command({ kind: "confirm", code: "openRound" });
  for (const seat of seats) {
    on.command({ kind: "wager", spot: `${seat}/ante`, stake: script.ante });
    if (script.jackpot && script.rules.progressiveStake !== null)
      on.command({ kind: "wager", spot: `${seat}/jackpot`, stake: script.rules.progressiveStake });
  }
  on.command({ kind: "close" });
  return on;
}

function deal(on: Stage, { hands }: Script): void {
  for (;;) {
    const opening = on.openings().find((one) => one.kind === "card");
    const next = opening === undefined ? undefined : hands[opening.to]?.[pile(on.table.felt, opening.to).length];
    if (next === undefined) return;
    on.card(next);
  }
}

/** Decides and turns up until the round is settled or nothing leads on. */
function finish(on: Stage, script: Script): Settlement | null {
  for (let steps = 0; steps < 200 && on.table.played !== null && on.table.played.settlement === null; steps++) {
    const opening = on.openings().find((one) => one.kind === "decision" || one.kind === "reveal");
    if (opening === undefined) break;
    if (opening.kind === "decision" && script.action === "timeout" && opening.withinMs !== undefined) {
      on.event({ kind: "deadline", at: on.table.at + opening.withinMs });
    } else if (!on.command(answerTo(opening, script)).ok) break;
  }
  return on.table.played?.settlement ?? on.table.last?.settlement ?? null;
}

function answerTo(opening: Extract<Opening, { kind: "decision" | "reveal" }>, { action, balance = 0 }: Script): Command {
  if (opening.kind === "reveal") return { kind: "reveal", place: opening.place };
  // Without a reserve an automatic Bet has to be covered by chips that are there.
  const cover = opening.options.find((one) => one.code === "cover");
  const code = action !== "timeout" ? action : cover?.amount !== undefined && cover.amount.min <= balance ? "cover" : "short";
  const option = opening.options.find((one) => one.code === code);
  return { kind: "decision", by: opening.by, code, ...(option?.amount && { amount: option.amount.min }) };
}

const outcomes: Readonly<Record<string, string>> = {
  folded: "fold",
  dealerNotQualified: "dealer-not-qualified",
  tie: "tie",
  higher: "player-wins",
  lower: "dealer-wins",
  // A limit that cuts the Ante hides why it won.
  dealerQualifies: "player-wins",
  dealerHandNotQualified: "dealer-not-qualified",
};

function settlement(input: unknown, pack: Rules): unknown {
  const example = settlementExample.parse(input);
  const script: Script = {
    rules: widen(pack),
    meter: example.jackpot,
    hands: { [handOf(1)]: example.player, [dealerHand]: upcardLast(example) },
    ante: example.ante,
    jackpot: example.progressive,
    action: example.action,
    balance: example.balance,
  };
  const on = begin(script);
  deal(on, script);
  const settled = finish(on, script);
  if (settled === null) return { refused: on.refused.map(({ reply }) => reply) };
  const net = (name: string) => settled.results.filter(({ spot }) => spot === `1/${name}`).reduce((sum, result) => sum + result.net, 0);
  const ante = settled.results.find(({ spot }) => spot === "1/ante");
  const dealer = settled.hands.find(({ place }) => place === dealerHand)?.name;
  return {
    expect: {
      playerHand: nameOf(highOf(example.player), handOf(1), script.rules).params?.hand,
      dealerHand: dealer?.params?.hand,
      dealerQualifies: dealer?.code === "dealerQualifies",
      outcome: outcomes[ante?.why.code ?? ""] ?? outcomes[dealer?.code ?? ""],
      ante: net("ante"),
      bet: net("bet"),
      progressive: net("jackpot"),
      net: settled.results.reduce((sum, result) => sum + result.net, 0),
    },
  };
}

function upcardLast({ dealer, dealerUpcardIndex: up }: SettlementExample): readonly Card[] {
  return [...dealer.filter((_, i) => i !== up), ...dealer.slice(up, up + 1)];
}

/** Each winner holds a royal flush of another suit. */
function jackpotSplit(input: unknown, pack: Rules): unknown {
  const { jackpot, winners } = splitExample.parse(input);
  const royals = winners.map((seat, i) => [handOf(seat), [..."AKQJT"].map((rank) => `${rank}${suits[i]}` as Card)] as const);
  const others = deck52.filter((card) => !royals.some(([, royal]) => royal.includes(card)));
  const script: Script = {
    rules: widen(pack),
    meter: jackpot,
    hands: { ...Object.fromEntries(royals), [dealerHand]: others.slice(0, handSize) },
    ante: 100,
    jackpot: true,
    action: "bet",
  };
  const on = begin(script);
  deal(on, script);
  const settled = finish(on, script);
  const meter = settled?.transfers.filter(({ from }) => from.startsWith("meter/")) ?? [];
  const paidTo = (seat: number) => meter.filter(({ to }) => to === `seat/${seat}`).reduce((sum, { amount }) => sum + amount, 0);
  const paid = Object.fromEntries(winners.map((seat) => [seat, paidTo(seat)]));
  return { expect: { paid, meterKeeps: jackpot - meter.reduce((sum, { amount }) => sum + amount, 0) } };
}

function irregularity(input: unknown, pack: Rules): unknown {
  const { cardCounts } = countExample.parse(input);
  const seats = Object.keys(cardCounts).flatMap((owner) => (owner === "dealer" ? [] : [Number(owner)]));
  const places = [dealerHand, ...seats.map(handOf)];
  const hands = Object.fromEntries(places.map((place, i) => [place, deck52.slice(i * handSize, (i + 1) * handSize)]));
  const script: Script = { rules: widen(pack), meter: 0, hands, ante: 100, jackpot: true, action: "bet" };
  const on = begin(script);
  deal(on, script);
  for (const place of places) {
    const held = cardCounts[place.split("/")[0] ?? ""] ?? handSize;
    if (held !== handSize) on.command({ kind: "report", code: "wrongCount", place, count: held });
  }
  const settled = finish(on, script);
  const of = (name: string) => settled?.results.filter(({ spot }) => spot.endsWith(`/${name}`)) ?? [];
  const deadSeats = of("ante").filter(({ outcome }) => outcome === "returned");
  return {
    expect: {
      deadSeats: deadSeats.map(({ seat }) => seat).sort((a, b) => a - b),
      misdeal: settled?.outcome === "void" || settled?.why.code === "dealerMisdeal",
      progressiveStillJudged: of("jackpot").some(({ outcome }) => outcome !== "returned"),
    },
  };
}

export const examples: ExampleRunner<Rules> = { settlement, "jackpot-split": jackpotSplit, irregularity };
