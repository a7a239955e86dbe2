// The games of this house: one line each.

import type { z } from "zod";
import type { ExampleRunner } from "#core/example";
import type { AnyGame } from "#core/game";
import { examples as highCardFlushExamples } from "./high-card-flush/examples.ts";
import { highCardFlush } from "./high-card-flush/game.ts";
import { schema as highCardFlushSchema } from "./high-card-flush/rules.ts";

export interface GameEntry {
  readonly game: AnyGame;
  /** Of the rules in a pack; fills in the recommended defaults. */
  readonly schema: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: the runner takes the rules its own schema makes
  readonly examples: ExampleRunner<any>;
}

export const games: readonly GameEntry[] = [{ game: highCardFlush, schema: highCardFlushSchema, examples: highCardFlushExamples }];

export function findGame(id: string): GameEntry | null {
  return games.find((entry) => entry.game.id === id) ?? null;
}
