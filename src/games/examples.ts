// Who plays each game's worked examples: one line each. Apart from the games, so that a table does not load them.

import type { ExampleRunner } from "#core/example";
import { examples as caribbeanStudExamples } from "./caribbean-stud/examples.ts";
import { examples as chinesePokerExamples } from "./chinese-poker/examples.ts";
import { examples as highCardFlushExamples } from "./high-card-flush/examples.ts";
import { examples as palacePokerExamples } from "./palace-poker/examples.ts";
import { examples as studHiLo8Examples } from "./stud-hi-lo-8/examples.ts";

// biome-ignore lint/suspicious/noExplicitAny: a runner takes the rules that its own game's schema makes
export const examplesOf: Readonly<Record<string, ExampleRunner<any>>> = {
  "caribbean-stud": caribbeanStudExamples,
  "chinese-poker": chinesePokerExamples,
  "high-card-flush": highCardFlushExamples,
  "palace-poker": palacePokerExamples,
  "stud-hi-lo-8": studHiLo8Examples,
};
