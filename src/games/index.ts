// The games of this house: one line each.

import type { z } from "zod";
import type { ExampleRunner } from "#core/example";
import type { AnyGame } from "#core/game";
import { examples as caribbeanStudExamples } from "./caribbean-stud/examples.ts";
import { caribbeanStud } from "./caribbean-stud/game.ts";
import { schema as caribbeanStudSchema } from "./caribbean-stud/rules.ts";
import { examples as chinesePokerExamples } from "./chinese-poker/examples.ts";
import { chinesePoker } from "./chinese-poker/game.ts";
import { schema as chinesePokerSchema } from "./chinese-poker/rules.ts";
import { examples as highCardFlushExamples } from "./high-card-flush/examples.ts";
import { highCardFlush } from "./high-card-flush/game.ts";
import { schema as highCardFlushSchema } from "./high-card-flush/rules.ts";
import { examples as palacePokerExamples } from "./palace-poker/examples.ts";
import { palacePoker } from "./palace-poker/game.ts";
import { schema as palacePokerSchema } from "./palace-poker/rules.ts";
import { examples as studHiLo8Examples } from "./stud-hi-lo-8/examples.ts";
import { studHiLo8 } from "./stud-hi-lo-8/game.ts";
import { schema as studHiLo8Schema } from "./stud-hi-lo-8/rules.ts";

export interface GameEntry {
  readonly game: AnyGame;
  /** Of the rules in a pack; fills in the recommended defaults. */
  readonly schema: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: the runner takes the rules its own schema makes
  readonly examples: ExampleRunner<any>;
}

export const games: readonly GameEntry[] = [
  { game: caribbeanStud, schema: caribbeanStudSchema, examples: caribbeanStudExamples },
  { game: chinesePoker, schema: chinesePokerSchema, examples: chinesePokerExamples },
  { game: highCardFlush, schema: highCardFlushSchema, examples: highCardFlushExamples },
  { game: palacePoker, schema: palacePokerSchema, examples: palacePokerExamples },
  { game: studHiLo8, schema: studHiLo8Schema, examples: studHiLo8Examples },
];

export function findGame(id: string): GameEntry | null {
  return games.find((entry) => entry.game.id === id) ?? null;
}
