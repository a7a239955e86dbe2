// One seed, one story: whole tables in a time that is simulated, with all that can go wrong, and what must hold at every step of it.

import { chanceOf } from "./chance.ts";
import { SimTable, type Spoil } from "./sim-table.ts";
import { createVirtualTime } from "./virtual-time.ts";

export interface StoryOptions {
  readonly seed: number;
  /** Rounds that each table plays. */
  readonly rounds: number;
  readonly tables?: number;
  /** Only this game; absent: the seed chooses. */
  readonly game?: string;
  /** A line of the story. */
  readonly log?: (line: string) => void;
  /** Faults that are planted to see whether the laws find them. */
  readonly spoil?: Spoil;
}

export interface Breach {
  readonly table: string;
  readonly law: string;
  readonly what: string;
  /** Simulated milliseconds since the story began. */
  readonly at: number;
}

export interface Told {
  readonly rounds: { readonly settled: number; readonly void: number; readonly corrected: number };
  readonly events: number;
  readonly facts: number;
  /** Facts that the subscribers were sent, some of them twice. */
  readonly heard: number;
  /** What went wrong, by name. */
  readonly faults: ReadonlyMap<string, number>;
  readonly mistakes: ReadonlyMap<string, number>;
  readonly breaches: readonly Breach[];
  readonly simulatedMs: number;
}

/** Turns in which promises that somebody waits for come to an end. */
const turnsMax = 24;

/** Tells a story, up to its end or to the first breach of a law. The same options tell the same one. */
export async function tellStory({ seed, rounds, tables: count = 1, game, log, spoil = {} }: StoryOptions): Promise<Told> {
  const chance = chanceOf(seed);
  const time = createVirtualTime();
  const faults = new Map<string, number>();
  const mistakes = new Map<string, number>();
  const breaches: Breach[] = [];
  let turns = 1;
  const broken = (table: string, law: string, what: string): void => {
    breaches.push({ table, law, what, at: Math.floor(time.now()) });
    log?.(`${clockOf(time.now())} ${table} BROKEN ${law}: ${what}`);
  };
  const world = {
    time,
    stir: () => {
      turns = turnsMax;
    },
    count: (list: "faults" | "mistakes", name: string) => {
      const counts = list === "faults" ? faults : mistakes;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    broken,
    log: log === undefined ? null : (table: string, who: string, what: string) => log(`${clockOf(time.now())} ${table} ${who}: ${what}`),
  };
  const tables = Array.from({ length: count }, (_, i) => {
    return new SimTable({ world, rounds, game: game ?? null, number: i + 1, chance: chance.branch(`table ${i}`), spoil });
  });
  while (breaches.length === 0 && tables.some((table) => !table.isOver)) {
    try {
      if (!time.step()) break;
      for (turns = Math.max(turns, 1); turns > 0; turns--) await Promise.resolve();
      for (const table of tables) table.look();
    } catch (error) {
      broken("program", "crash", (error as Error).stack ?? String(error));
    }
  }
  const sum = (of: (table: SimTable) => number): number => tables.reduce((all, table) => all + of(table), 0);
  return {
    rounds: {
      settled: sum(({ laws }) => laws.settled),
      void: sum(({ laws }) => laws.void),
      corrected: sum(({ laws }) => laws.corrected),
    },
    events: sum(({ laws }) => laws.events),
    facts: sum(({ laws }) => laws.facts),
    heard: sum(({ laws }) => laws.heardFacts),
    faults,
    mistakes,
    breaches,
    simulatedMs: Math.floor(time.now()),
  };
}

/** Simulated time for a line: hours, minutes, seconds, thousandths. */
function clockOf(ms: number): string {
  const whole = Math.floor(ms);
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(whole / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(whole % 1000).padStart(3, "0")}`;
}
