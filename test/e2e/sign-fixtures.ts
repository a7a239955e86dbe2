// Every pack's table at every moment that a sign can be looked at: rounds played by the real engine, from a seed.

import type { MeterMessage } from "#contract/meter";
import type { SignAbout } from "#contract/sign";
import type { View } from "#core/view";
import { listPacks, type Pack, readPack } from "#table/pack";
import { invent } from "../laws/story.ts";

export const moments = ["closed", "bets", "deal", "reveal", "settle", "after", "suspended", "void"] as const;
export type Moment = (typeof moments)[number];

export const packs: readonly string[] = listPacks();
const site = "riverside";

export function packOf(name: string): Pack {
  return readPack(name, ".");
}

export function aboutOf({ id, entry, title, rules, hash }: Pack): SignAbout {
  const stake = (rules as { progressiveStake?: number | null }).progressiveStake;
  return {
    site,
    table: "a7",
    game: entry.game.id,
    title,
    pack: { id, hash },
    software: "0.1.0",
    language: "en",
    currency: { code: "EUR", minorDigits: 2 },
    timeZone: "Europe/Rome",
    notice: entry.game.notice(rules),
    meters: typeof stake === "number" ? ["royal"] : [],
  };
}

/** Public views of two rounds, each with the moment that it stands for; the richest of its kind. */
export function momentsOf({ entry, rules }: Pack, seed = 1): Readonly<Record<Moment, View>> {
  const { max } = entry.game.players;
  const seats = Array.from({ length: Math.min(max, 7) }, (_, i) => i + 1);
  for (let tried = 0; tried < 40; tried++) {
    const world = { entry, rules, seats, players: seats.length, dealtBy: "shoe" } as const;
    const told = invent(world, seed + tried, { moves: 6000, mistakes: 0, rounds: 2, never: ["fold", "waive", "away", "short"] });
    const views = told.outcomes.map(({ views: text }) => (JSON.parse(text) as [View, View])[1]);
    const found = pick(views);
    if (found !== null) return found;
  }
  throw new Error(`${entry.game.id}: no story with every moment`);
}

function pick(views: readonly View[]): Readonly<Record<Moment, View>> | null {
  const cards = (view: View): number =>
    [...view.places, ...view.seats.flatMap(({ places }) => places)].flatMap((place) => place.cards).filter((card) => card !== null).length;
  const richest = (wanted: (view: View) => boolean): View | undefined =>
    views
      .filter(wanted)
      .reduce<View | undefined>((best, view) => (best === undefined || cards(view) >= cards(best) ? view : best), undefined);
  const of = (...phases: string[]) =>
    richest(({ phase, rounds }) => phases.includes(phase) && rounds > 0) ?? richest(({ phase }) => phases.includes(phase));
  const closed = views.find(({ phase }) => phase === "closed");
  const after = views.findLast(({ phase, last }) => phase === "idle" && last?.settlement.outcome === "settled");
  const [bets, deal, reveal, settle] = [of("bets"), of("decide", "deal"), of("reveal"), of("settle")];
  if (closed === undefined || after === undefined || bets === undefined || deal === undefined || settle === undefined) return null;
  const red = { kind: "latch", code: "red", since: deal.at, device: "shuffler", answers: [] } as const;
  return {
    closed,
    bets,
    deal,
    reveal: reveal ?? settle,
    settle,
    after,
    suspended: { ...after, stop: red },
    void: { ...deal, stop: { ...red, kind: "void" } },
  };
}

/** A progressive at a value; `hit`: with an award in this state. */
export function meterOf(value: number, hit: "pending" | "won" | null = null, at = Date.UTC(2026, 10, 29, 20, 47, 8)): MeterMessage {
  return {
    schema: 1,
    journal: "meters",
    n: 1,
    at,
    ttl: 15_000,
    pool: "royal",
    currency: { code: "EUR", minorDigits: 2 },
    tables: ["a7", "a8"],
    terms: { stake: 50, prizes: [{ hand: "royal-flush", percent: 100 }], split: "equal shares" },
    levels: [{ level: "royal-flush", value, base: 1_000_000, ceiling: null }],
    awards:
      hit === null
        ? []
        : [
            {
              id: "1",
              level: "royal-flush",
              table: "a7",
              journal: "t",
              round: 1,
              seat: 4,
              hand: "royal-flush",
              amount: 18_743_250,
              status: hit,
              at,
            },
          ],
  };
}
