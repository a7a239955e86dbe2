// What a game expects, worked out once. An event asks several times over (is it expected, whose time is up, is it due to be settled, what
// comes next), mostly of the very same round and felt; values never change, so the answer for them does not either.

import type { Felt } from "./felt.ts";
import type { AnyGame } from "./game.ts";
import type { Expectation } from "./opening.ts";

interface Known {
  readonly game: AnyGame;
  readonly felt: Felt;
  readonly rules: unknown;
  readonly expectation: Expectation;
}

const lastOf = new WeakMap<object, Known>();

/** `game.expect(round, felt, rules)`; the answer for a round lives as long as the round does. */
export function expectOf(game: AnyGame, round: object, felt: Felt, rules: unknown): Expectation {
  const last = lastOf.get(round);
  if (last !== undefined && last.felt === felt && last.rules === rules && last.game === game) return last.expectation;
  const expectation = game.expect(round, felt, rules);
  lastOf.set(round, { game, felt, rules, expectation });
  return expectation;
}
