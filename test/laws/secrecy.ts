// The four laws of secrecy (src/README.md) over one story each; test/laws/secrecy.test.ts tells some stories, test/soak/secrecy.test.ts
// tens of thousands.

import { type Card, deck52 } from "#core/card";
import {
  type Beat,
  exchanged,
  invent,
  numbers,
  type Outcome,
  shuffled,
  type Telling,
  type TellOptions,
  tell,
  type World,
} from "./story.ts";

export interface Story {
  readonly world: World;
  readonly seed: number;
  readonly telling: Telling;
}

export interface StoryOptions extends TellOptions {
  readonly moves: number;
  readonly mistakes: number;
  readonly rounds?: number;
}

/** What a law says of a story: what leaks, in words, or null; and whether it could have said anything. */
export interface Verdict {
  readonly leak: string | null;
  /** Cards that stayed hidden were exchanged, probed or dealt at all. */
  readonly bites: boolean;
}

export function storyOf(world: World, seed: number, options: StoryOptions): Story {
  return { world, seed, telling: invent(world, seed, options) };
}

/** Exchanges the cards that were never opened among themselves. */
function exchangeHidden(opened: ReadonlySet<Card>, random: () => number): (card: Card) => Card {
  const hidden = deck52.filter((card) => !opened.has(card));
  const mixed = shuffled(hidden, random);
  const map = new Map(hidden.map((card, i) => [card, mixed[i] as Card]));
  return (card) => map.get(card) ?? card;
}

/** Twin: exchange the cards that were never opened, with their tags, and everything that leaves the table stays the same. */
export function twin({ world, seed, telling }: Story, options: TellOptions = {}): Verdict {
  const exchange = exchangeHidden(telling.opened, numbers(seed + 1_000_000));
  const other = tell(world, exchanged(telling.beats, exchange), options);
  return { leak: firstDifference(telling, other), bites: deck52.some((card) => exchange(card) !== card) };
}

/** Fresh: the same with another exchange in each round, so nothing ties a card to where it lay before; and no commitment comes twice. */
export function fresh({ world, seed, telling }: Story, options: TellOptions = {}): Verdict {
  const exchanges = [1, 2, 3, 4, 5].map((round) => exchangeHidden(telling.opened, numbers(seed * 7 + round)));
  const roundAt = roundsByBeat(telling);
  const beats = exchanged(telling.beats, (card, at) => exchanges[Math.min(roundAt[at] ?? 0, 4)]?.(card) ?? card);
  const leak = firstDifference(telling, tell(world, beats, options)) ?? repeatedCommitment(telling);
  return { leak, bites: (roundAt.at(-1) ?? 0) > 0 };
}

const probedCards = 4;

/** Probe: a command that names a card gets the same answer whichever hidden card it names. */
export function probe({ world, seed, telling }: Story, options: TellOptions = {}): Verdict {
  const beats = telling.beats.slice(0, Math.floor(numbers(seed)() * telling.beats.length));
  const told = tell(world, beats, options);
  // What facts have named, lying open or put right by the floor, may be named in an answer. That they name nothing hidden is the twin's to say.
  const named = JSON.stringify(told.records.map(({ facts }) => facts));
  const probed = shuffled(
    deck52.filter((card) => !named.includes(`"${card}"`)),
    numbers(seed + 2_000_000),
  ).slice(0, probedCards);
  const places = [...new Set(["1/hand", ...Object.keys(told.table.felt.piles)])];
  const by = { name: "p", role: "manager" } as const;
  const probes = (card: Card): readonly Beat[] =>
    places.flatMap((to, i) =>
      [{ kind: "card", to, card } as const, { kind: "faces", place: to, cards: [card] } as const].map(
        (command, k) => ({ kind: "command", at: told.table.at + 1, id: `probe-${i}-${k}`, by, command }) as const,
      ),
    );
  const answers = probed.map((card) => {
    const { outcomes } = tell(world, [...beats, ...probes(card)], options);
    return JSON.stringify(outcomes.slice(beats.length)).replace(new RegExp(`\\b${card}\\b`, "g"), "??");
  });
  const differing = answers.findIndex((answer) => answer !== answers[0]);
  return {
    leak:
      differing < 0
        ? null
        : `${probed[differing]} is answered otherwise than ${probed[0]}: ${around(answers[0] ?? "", answers[differing] ?? "")}`,
    bites: told.table.played !== null,
  };
}

/** Shape: every sealed record has one length. */
export function shape({ telling }: Story): Verdict {
  const lengths = new Set(telling.outcomes.flatMap(({ sealedLengths }) => sealedLengths));
  return { leak: lengths.size > 1 ? `sealed records of ${[...lengths].join(", ")} bytes` : null, bites: lengths.size > 0 };
}

const channels: readonly (keyof Outcome)[] = ["records", "sealedLengths", "state", "views", "dump", "error"];

/** The first beat at which two tellings differ, leaving out what follows a declared answer. */
function firstDifference(one: Telling, other: Telling): string | null {
  for (const [at, outcome] of one.outcomes.entries()) {
    const twinned = other.outcomes[at];
    if (twinned === undefined) return `beat ${at}: the twin has ended`;
    for (const channel of channels) {
      if (outcome[channel] === twinned[channel]) continue;
      const [mine, its] = [JSON.stringify(outcome[channel]), JSON.stringify(twinned[channel])];
      if (mine === its) continue;
      const differing = outcome.records.findIndex((record, i) => record !== twinned.records[i]);
      const declared = differing >= 0 && outcome.records[differing]?.startsWith('{"event":{"kind":"answered"');
      return declared ? null : `beat ${at}, ${channel}: ${around(mine, its)}`;
    }
  }
  return null;
}

/** The place where two texts part. */
function around(mine: string, its: string): string {
  let at = 0;
  while (at < mine.length && mine[at] === its[at]) at++;
  const cut = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `…${cut(mine)}…\nand …${cut(its)}…`;
}

function repeatedCommitment({ records }: Telling): string | null {
  const seen = new Set<string>();
  for (const { event } of records) {
    if (event.kind !== "held" || event.commitment === undefined) continue;
    if (seen.has(event.commitment)) return `commitment ${event.commitment} comes twice: it says that two cards are the same`;
    seen.add(event.commitment);
  }
  return null;
}

/** The round in which each beat falls, by the facts it brought. */
function roundsByBeat(story: Telling): readonly number[] {
  let round = 0;
  return story.outcomes.map(({ records }) => {
    const before = round;
    for (const record of records) if (record.includes('"kind":"roundOpened"')) round++;
    return before;
  });
}
