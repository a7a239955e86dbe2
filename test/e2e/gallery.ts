// Every kind of screen that a game's table can show, with all its seats taken: views of random play, one of each kind, the fullest.

import type { About } from "#contract/console";
import { deck52 } from "#core/card";
import { ofKind } from "#core/next-action";
import type { View } from "#core/view";
import type { GameEntry } from "#games/index";
import { byteBed } from "../laws/byte-bed.ts";
import { invent } from "../laws/story.ts";
import { about as plain } from "./pages-fixtures.ts";

export interface Exhibit {
  readonly name: string;
  readonly view: View;
}

/** Most seats of any felt we know; a game that takes fewer players has fewer. */
const seatsMost = 10;
const seeds = 4;

/** What makes two screens of a kind: the phase, why it stands still, and what may happen next. */
function kindOf(view: View): string {
  const { phase, stop, expected, settlement, manual } = view;
  const openings = expected.map((opening) => {
    switch (opening.kind) {
      case "confirm":
        return `${opening.code}${opening.blocked === undefined ? "" : "-blocked"}`;
      case "decision":
        return opening.early
          ? "early"
          : `decide-${Math.min(6, opening.options.length)}${opening.options.some(({ cards }) => cards) ? "-cards" : ""}`;
      case "close":
        return `close${opening.blocked === null ? "" : "-blocked"}`;
      case "reveal":
        return `reveal${opening.rows && opening.rows.length > 1 ? "-rows" : ""}`;
      case "undo":
      case "signOn":
      case "signOff":
      case "seat":
        return "";
      default:
        return opening.kind;
    }
  });
  const seat = settlement?.order[settlement.served];
  const lines = settlement?.results.filter((result) => result.seat === seat).length ?? 0;
  const always = new Set(["", "callFloor", "coming", "endCall", "ask"]);
  const next = [...new Set(openings.filter((one) => !always.has(one)))].sort();
  const still = stop === null ? "" : `${stop.kind}-${stop.answers.length}`;
  return [phase, manual ? "by-hand" : "", still, ...next, lines].join(" ");
}

/** The more lies on the felt and is said of it, the harder it is to fit. */
function fullness({ seats, places, pots, settlement }: View): number {
  return JSON.stringify([seats, places, pots, settlement?.results, settlement?.transfers]).length;
}

/** A round at a table without a reader: cards are counted in, and typed where they lie open. */
function viewsByHand(entry: GameEntry, places: number): readonly View[] {
  if (entry.game.needsReader === true) return [];
  const bed = byteBed({ entry, places, players: places, dealtBy: "console", countedBy: "hand" });
  const views: View[] = [];
  const left = [...deck52];
  const settled = (): boolean => bed.facts.some((fact) => fact.kind === "roundEnded" && fact.outcome === "settled");
  bed.until(() => {
    const view = bed.view();
    const [faces] = ofKind(view, "faces");
    const [card] = ofKind(view, "card");
    if (faces !== undefined || card !== undefined) views.push(view);
    if (faces !== undefined) bed.command({ kind: "faces", place: faces.place, cards: left.splice(0, faces.count) });
    else if (card !== undefined) bed.command({ kind: "card", to: card.to, all: (view.deal?.dealt ?? 0) > 3 });
    return settled();
  });
  return views;
}

export function exhibitsOf(entry: GameEntry): readonly Exhibit[] {
  const places = Math.min(entry.game.players.max, seatsMost);
  const seats = Array.from({ length: places }, (_, i) => i + 1);
  const world = { entry, rules: entry.schema.parse({}), seats, players: places, dealtBy: "shoe" } as const;
  const found = new Map<string, View>();
  const note = (view: View): void => {
    const kind = kindOf(view);
    const known = found.get(kind);
    if (known === undefined || fullness(view) > fullness(known)) found.set(kind, view);
  };
  for (let seed = 1; seed <= seeds; seed++) {
    const { outcomes } = invent(world, seed, { moves: 500, mistakes: seed % 2 === 0 ? 0.03 : 0, rounds: 3 });
    for (const { views } of outcomes) note((JSON.parse(views) as [View])[0]);
  }
  for (const view of viewsByHand(entry, places)) note(view);
  return [...found]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([kind, view], i) => ({ name: `${String(i).padStart(2, "0")} ${kind}`, view }));
}

export function aboutOf(entry: GameEntry): About {
  const { game } = entry;
  return {
    ...plain,
    game: game.id,
    title: game.id.replace(/-/g, " "),
    notice: game.notice(entry.schema.parse({})),
    upcards: game.upcards ?? [],
    decks: ["story"],
    // Random play is in small figures; as cents they would have decimals that no felt has.
    currency: { code: "EUR", minorDigits: 0 },
    chips: [1, 5, 25, 100, 500],
  };
}
