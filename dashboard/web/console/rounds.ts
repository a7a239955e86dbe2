// Looking back: the last ten rounds, or any by its number, as the journal tells them. Cards that nobody turned up stay backs.

import { signal } from "@preact/signals";
import type { RecalledRound, RoundLine } from "#contract/console";
import type { Minor } from "#core/money";
import { seatOf } from "../shared/seat-of.ts";
import { panel } from "./state.ts";

export const lines = signal<readonly RoundLine[] | null>(null);
/** The round that is looked at; "none": there is no such round; null: it is being fetched. */
export const recalled = signal<RecalledRound | "none" | null>(null);
/** The number that is being typed; null: none is. */
export const typed = signal<string | null>(null);

const linesShown = 10;
const digitsMost = 7;
const askWithinMs = 3000;

/** Opens the panel with the newest round. */
export async function openRounds(): Promise<void> {
  lines.value = null;
  recalled.value = null;
  typed.value = null;
  panel.value = { kind: "rounds" };
  const answer = await ask<{ readonly rounds: readonly RoundLine[] }>(`/api/rounds?last=${linesShown}`);
  lines.value = answer?.rounds ?? [];
  const [newest] = lines.value;
  if (newest === undefined) recalled.value = "none";
  else await recall(newest.round);
}

export async function recall(round: number): Promise<void> {
  typed.value = null;
  recalled.value = null;
  recalled.value = (await ask<RecalledRound>(`/api/rounds/${round}`)) ?? "none";
}

export function typeNumber(digits: string): void {
  typed.value = digits.replace(/^0+/, "").slice(0, digitsMost);
}

async function ask<Message>(path: string): Promise<Message | null> {
  try {
    const reply = await fetch(path, { signal: AbortSignal.timeout(askWithinMs) });
    return reply.ok ? ((await reply.json()) as Message) : null;
  } catch {
    return null;
  }
}

/** What the panel draws of a round: a row for each hand, the dealer's and the board's last. */
export interface RecalledRow {
  /** "3", "dealer", "board". */
  readonly owner: string;
  readonly hands: readonly { readonly place: string; readonly cards: readonly (string | null)[] }[];
  readonly stake: Minor;
  /** Decisions in their order, by code. */
  readonly decisions: readonly string[];
  /** What it won or lost; null where nothing was settled. */
  readonly net: Minor | null;
}

/** Piles that say nothing of a hand. */
const besides = new Set(["discard", "burn", "aside", "shoe", "draw", "stub"]);

export function rowsOf({ places, wagers, decisions, settlement }: RecalledRound): readonly RecalledRow[] {
  const ownerOf = (place: string): string => place.split("/")[0] ?? place;
  const owners = [...places.map(({ place }) => place), ...wagers.map(({ spot }) => spot)].map(ownerOf).filter((one) => !besides.has(one));
  const order = (owner: string): number => seatOf(owner) ?? (owner === "dealer" ? 100 : 101);
  return [...new Set(owners)]
    .sort((a, b) => order(a) - order(b))
    .map((owner) => {
      const seat = seatOf(owner);
      const results = seat === null ? [] : (settlement?.results ?? []).filter((result) => result.seat === seat);
      return {
        owner,
        hands: places.filter(({ place }) => ownerOf(place) === owner),
        stake: wagers.filter(({ spot }) => ownerOf(spot) === owner).reduce((sum, { stake }) => sum + stake, 0),
        decisions: decisions.flatMap(({ by, code }) => (ownerOf(by) === owner && code !== null ? [code] : [])),
        net: results.length === 0 ? null : results.reduce((sum, { net }) => sum + net, 0),
      };
    });
}
