// The games of this house: one line each.

import type { z } from "zod";
import type { AnyGame } from "#core/game";
import { caribbeanStud } from "./caribbean-stud/game.ts";
import { schema as caribbeanStudSchema } from "./caribbean-stud/rules.ts";
import { chinesePoker } from "./chinese-poker/game.ts";
import { schema as chinesePokerSchema } from "./chinese-poker/rules.ts";
import { highCardFlush } from "./high-card-flush/game.ts";
import { schema as highCardFlushSchema } from "./high-card-flush/rules.ts";
import { palacePoker } from "./palace-poker/game.ts";
import { schema as palacePokerSchema } from "./palace-poker/rules.ts";
import { studHiLo8 } from "./stud-hi-lo-8/game.ts";
import { schema as studHiLo8Schema } from "./stud-hi-lo-8/rules.ts";

export interface GameEntry {
  readonly game: AnyGame;
  /** Of the rules in a pack; fills in the recommended defaults. */
  readonly schema: z.ZodType;
}

export const games: readonly GameEntry[] = [
  { game: caribbeanStud, schema: caribbeanStudSchema },
  { game: chinesePoker, schema: chinesePokerSchema },
  { game: highCardFlush, schema: highCardFlushSchema },
  { game: palacePoker, schema: palacePokerSchema },
  { game: studHiLo8, schema: studHiLo8Schema },
];

export function findGame(id: string): GameEntry | null {
  return games.find((entry) => entry.game.id === id) ?? null;
}
