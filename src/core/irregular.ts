// An irregularity: told, judged by the game, and its consequence carried out.

import { never } from "./assert.ts";
import type { Source } from "./fact.ts";
import type { Consequence, FloorAnswer, Irregularity, IrregularityCode } from "./irregularity.ts";
import { demandCount } from "./ledger.ts";
import { accept, moveClocks, voidRound } from "./round.ts";
import type { DeckCount } from "./table.ts";
import { amend, inPlay, type Turn, tell } from "./turn.ts";

/** After these the deck is counted before another round is dealt from it. */
const castsDoubt: readonly IrregularityCode[] = [
  "foreign",
  "foreignBack",
  "otherDeck",
  "duplicate",
  "twoPlaces",
  "misread",
  "notFromShoe",
  "oldRound",
  "offTable",
  "flawed",
  "dealtOnRed",
];

/** What not every count refutes. */
const doubts: Partial<Record<IrregularityCode, DeckCount["doubt"]>> = {
  foreign: "stranger",
  foreignBack: "stranger",
  otherDeck: "stranger",
  duplicate: "twin",
  twoPlaces: "twin",
  notFromShoe: "twin",
};

/** Tells an irregularity and does what the game says it means. Outside a round nothing but the record follows. */
export function raise(turn: Turn, irregularity: Irregularity, source?: Source): void {
  const { played, felt } = turn.table;
  const consequence: Consequence =
    played !== null && inPlay(turn) ? turn.game.judge(played.round, irregularity, felt, turn.setup.rules) : { kind: "goOn" };
  tell(turn, { kind: "irregularity", irregularity, consequence, ...(source && { source }) });
  if (castsDoubt.includes(irregularity.code)) demandCount(turn, doubts[irregularity.code]);
  follow(turn, irregularity, consequence);
}

function follow(turn: Turn, irregularity: Irregularity, consequence: Consequence): void {
  switch (consequence.kind) {
    case "goOn":
      return;
    case "dead":
      accept(turn, { kind: "dead", place: consequence.place, why: irregularity.code });
      return;
    case "foul":
      accept(turn, { kind: "dead", place: consequence.place, why: irregularity.code, foul: true });
      return;
    case "void":
      voidRound(turn, irregularity);
      return;
    case "check":
      halt(turn, irregularity, []);
      return;
    case "floor":
      halt(turn, irregularity, consequence.answers);
      return;
    default:
      never(consequence);
  }
}

/** Stops the table. A halt for the floor is never weakened by a later one that the dealer could clear. */
export function halt(turn: Turn, irregularity: Irregularity, answers: readonly FloorAnswer[]): void {
  const standing = turn.table.halt;
  if (standing !== null && (answers.length === 0 || standing.answers.length > 0)) return;
  if (standing !== null) moveClocks(turn, turn.table.at - standing.since);
  amend(turn, { halt: { irregularity, since: turn.table.at, answers } });
}
