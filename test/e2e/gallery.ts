// Every kind of screen that a game's table can show, with all its seats taken: views of random play, one of each kind, the fullest.

import type { About } from "#contract/console";
import type { View } from "#core/view";
import type { GameEntry } from "#games/index";
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
  const { phase, stop, expected, settlement } = view;
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
  return [phase, stop === null ? "" : `${stop.kind}-${stop.answers.length}`, ...next, lines].join(" ");
}

/** The more lies on the felt and is said of it, the harder it is to fit. */
function fullness({ seats, places, pots, settlement }: View): number {
  return JSON.stringify([seats, places, pots, settlement?.results, settlement?.transfers]).length;
}

export function exhibitsOf(entry: GameEntry): readonly Exhibit[] {
  const places = Math.min(entry.game.players.max, seatsMost);
  const seats = Array.from({ length: places }, (_, i) => i + 1);
  const world = { entry, rules: entry.schema.parse({}), seats, players: places, dealtBy: "shoe" } as const;
  const found = new Map<string, View>();
  for (let seed = 1; seed <= seeds; seed++) {
    const { outcomes } = invent(world, seed, { moves: 500, mistakes: seed % 2 === 0 ? 0.03 : 0, rounds: 3 });
    for (const { views } of outcomes) {
      const [view] = JSON.parse(views) as [View];
      const kind = kindOf(view);
      const known = found.get(kind);
      if (known === undefined || fullness(view) > fullness(known)) found.set(kind, view);
    }
  }
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
