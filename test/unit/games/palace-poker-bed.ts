// A Palace Poker table for tests: cards are given, players act by a script, the engine plays.

import type { Card } from "#core/card";
import type { Command } from "#core/event";
import { pile } from "#core/felt";
import type { Opening } from "#core/opening";
import type { Reply } from "#core/table";
import { type Rules, schema } from "#games/palace-poker/rules";
import { plenty, type Scene, setScene, widen } from "#games/palace-poker/scene";

export interface Hand {
  readonly banner: string;
  /** "Ah Kc Qs" */
  readonly palace?: string;
  /** What he draws, in this order. */
  readonly soldiers?: string;
  readonly chips?: number;
}

export interface Setting {
  readonly rules?: Readonly<Record<string, unknown>>;
  /** By seat. */
  readonly hands: Readonly<Record<number, Hand>>;
  readonly dealer?: number;
}

export const decisionMs = 20_000;

export function cardsOf(text: string): readonly Card[] {
  return (text.match(/\S+/g) ?? []) as unknown as readonly Card[];
}

export function rulesWith(over: Readonly<Record<string, unknown>> = {}): Rules {
  return { ...widen(schema.parse({ ante: 0, ...over })), decisionMs };
}

/** The last seat deals unless said otherwise, so that the lowest one acts first. Without an ante: what is paid is what is bet. */
export function setTable({ rules, hands, dealer }: Setting): Scene {
  const seats = Object.keys(hands).map(Number);
  const cards: Record<string, readonly Card[]> = {};
  for (const seat of seats) {
    const { banner, palace = "", soldiers = "" } = hands[seat] as Hand;
    cards[`${seat}/banner`] = cardsOf(banner);
    cards[`${seat}/palace`] = cardsOf(palace);
    cards[`${seat}/soldiers`] = cardsOf(soldiers);
  }
  const chips = (seat: number): number => hands[seat]?.chips ?? plenty;
  const scene = setScene({ rules: rulesWith(rules), seats, dealer: dealer ?? (seats.at(-1) as number), chips, cards });
  scene.play(() => null);
  return scene;
}

export function decisions(scene: Scene): readonly Extract<Opening, { kind: "decision" }>[] {
  return scene.on.openings().filter((opening) => opening.kind === "decision");
}

/** Who is to act, and what he may do: "2: call fold raise". */
export function toAct(scene: Scene): string {
  const turn = decisions(scene).find((one) => one.early !== true);
  if (turn === undefined) return "nobody";
  const codes = turn.options.map(({ code }) => code).sort();
  return `${Number.parseInt(turn.by, 10)}: ${codes.join(" ")}`;
}

/** Bounds of an option of whoever is to act: "4-30", or null where it is not open. */
export function amountOf(scene: Scene, code: string): string | null {
  const option = decisions(scene)
    .find((one) => one.early !== true)
    ?.options.find((one) => one.code === code);
  return option?.amount === undefined ? null : `${option.amount.min}-${option.amount.max}`;
}

/**
 * Lets players act: "1 stay", "2 buy", "2 drop 1" (the last so many soldiers), "2 keep", "1 bet 3", "1 bet 3 for 12",
 * "3 raise 8", "3 timeout". Between two deeds cards are dealt and piles are shuffled.
 */
export function run(scene: Scene, ...deeds: readonly string[]): Scene {
  for (const deed of deeds) {
    const reply = attempt(scene, deed);
    if (!reply.ok) throw new Error(`"${deed}" was refused: ${reply.why}`);
  }
  return scene;
}

export function attempt(scene: Scene, deed: string): Reply {
  const [seat = "", verb = "", ...more] = deed.split(" ");
  if (verb === "timeout") {
    scene.on.event({ kind: "deadline", at: scene.on.table.at + decisionMs + 1 });
    scene.play(() => null);
    return { ok: true };
  }
  const reply = scene.on.command(commandOf(scene, seat, verb, more));
  scene.play(() => null);
  return reply;
}

function commandOf(scene: Scene, seat: string, verb: string, more: readonly string[]): Command {
  const turn = decisions(scene).find((one) => one.by.startsWith(`${seat}/`));
  const by = turn?.by ?? `${seat}/seat`;
  const code = verb === "drop" ? "discard" : verb === "keep" ? "keepAll" : verb;
  const option = turn?.options.find((one) => one.code === code);
  const soldiers = pile(scene.on.table.felt, `${seat}/soldiers`);
  const target = code === "bet" ? `${more[0]}/banner` : undefined;
  const named = code === "bet" ? more[2] : code === "raise" ? more[0] : undefined;
  const amount = named === undefined ? option?.amount?.min : Number(named);
  return {
    kind: "decision",
    by,
    code,
    ...(amount !== undefined && { amount }),
    ...(target !== undefined && { target }),
    ...(code === "discard" && { cards: soldiers.slice(soldiers.length - Number(more[0] ?? 1)) }),
  };
}

/** What each seat has put into the pot. */
export function inPot(scene: Scene): Readonly<Record<number, number>> {
  return scene.round().paid;
}

/** Net win of every seat. */
export function nets(scene: Scene): Readonly<Record<number, number>> {
  const settlement = scene.settlement();
  const net: Record<number, number> = {};
  for (const result of settlement?.results ?? []) net[result.seat] = (net[result.seat] ?? 0) + result.net;
  return net;
}
