// A process that plays random rounds beside their referee: games.test.ts runs as many as there are processors.

import { compareRounds as caribbeanStud } from "../unit/games/caribbean-stud-rounds.ts";
import { compareRounds as chinesePoker } from "../unit/games/chinese-poker-rounds.ts";
import { compareRounds as highCardFlush } from "../unit/games/high-card-flush-rounds.ts";
import { compareRounds as palacePoker } from "../unit/games/palace-poker-rounds.ts";
import { compareRounds as studHiLo8 } from "../unit/games/stud-hi-lo-8-rounds.ts";

const referees = { caribbeanStud, chinesePoker, highCardFlush, palacePoker, studHiLo8 };

export interface Task {
  readonly game: keyof typeof referees;
  readonly seed: number;
  readonly rounds: number;
}

process.on("message", (task: Task) => {
  referees[task.game](task.rounds, task.seed);
  process.send?.(task);
});
