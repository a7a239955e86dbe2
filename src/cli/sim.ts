// pitwire sim: whole tables in simulated time, with all that can go wrong. One seed tells one story; what must hold is checked at every step.

import { games } from "#games/index";
import { type Breach, tellStory } from "#sim/story";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

const seedMax = 2 ** 31 - 1;
const roundsMax = 1_000_000;
const tablesMax = 100;

export const sim: Command = {
  usage: "pitwire sim [--seed N] [--rounds N] [--tables N] [--game NAME] [--quiet]",
  about: "play whole tables in simulated time, with people, machines and lines that fail; one seed, one story",
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "10" },
    tables: { type: "string", default: "1" },
    game: { type: "string" },
    quiet: { type: "boolean", default: false },
  },
  run: async (words, options, out) => {
    if (words.length > 0) throw new BadFile("sim", [`nobody knows what "${words.join(" ")}" is. Write: ${sim.usage}`]);
    const whole = (name: string, least: number, most: number): number => {
      const number = Number(options[name]);
      if (!Number.isInteger(number) || number < least || number > most)
        throw new BadFile("sim", [`--${name} is "${options[name]}"; it may be a whole number from ${least} to ${most}`]);
      return number;
    };
    const game = options.game === undefined ? undefined : String(options.game);
    const ids = games.map((entry) => entry.game.id);
    if (game !== undefined && !ids.includes(game)) throw new BadFile("sim", [`--game is "${game}"; it may be ${ids.join(", ")}`]);
    const seed = whole("seed", 0, seedMax);
    const told = await tellStory({
      seed,
      rounds: whole("rounds", 1, roundsMax),
      tables: whole("tables", 1, tablesMax),
      ...(game !== undefined && { game }),
      ...(options.quiet !== true && { log: out }),
    });
    const { rounds, faults, mistakes, breaches } = told;
    const list = (counts: ReadonlyMap<string, number>): string =>
      [...counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, count]) => `${name} ${count}`)
        .join(", ") || "none";
    out(
      `seed ${seed}: ${rounds.settled} rounds settled, ${rounds.void} void, ${rounds.corrected} corrections; ${told.events} events, ${told.facts} facts; ${Math.round(told.simulatedMs / 1000)} s of simulated time`,
    );
    out(`faults: ${list(faults)}`);
    out(`mistakes: ${list(mistakes)}`);
    for (const breach of breaches) out(sentence(breach));
    out(breaches.length === 0 ? "every law held" : `told again with --seed ${seed}`);
    return breaches.length === 0 ? 0 : 1;
  },
};

function sentence({ table, law, what, at }: Breach): string {
  return `BROKEN at ${at} ms, ${table}, ${law}: ${what}`;
}
