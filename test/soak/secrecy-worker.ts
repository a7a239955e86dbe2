// A process that puts stories to the four laws of secrecy: secrecy.test.ts runs as many as there are processors.

import { games } from "#games/index";
import { fresh, probe, shape, storyOf, twin } from "../laws/secrecy.ts";
import { worldFor } from "../laws/story.ts";

const laws = { twin, probe, fresh, shape } as const;
export type Law = keyof typeof laws;
export const lawNames: readonly Law[] = ["twin", "probe", "fresh", "shape"];
const looks = 20;

export interface Task {
  readonly game: string;
  readonly seed: number;
}

export interface Result extends Task {
  /** Laws that had cards to look at. */
  readonly bites: readonly Law[];
  /** What leaked, in words. */
  readonly leaks: readonly string[];
}

function judge({ game, seed }: Task): Result {
  const entry = games.find((one) => one.game.id === game);
  if (entry === undefined) throw new Error(`there is no game ${game}`);
  const story = storyOf(worldFor(entry, seed), seed, { moves: 220, mistakes: 0.05, rounds: 2, looks });
  const verdicts = lawNames.map((law) => ({ law, ...laws[law](story, { looks }) }));
  return {
    game,
    seed,
    bites: verdicts.filter(({ bites }) => bites).map(({ law }) => law),
    leaks: verdicts.flatMap(({ law, leak }) => (leak === null ? [] : [`story ${seed}, ${law}: ${leak}`])),
  };
}

process.on("message", (task: Task) => process.send?.(judge(task)));
