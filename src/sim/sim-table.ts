// One simulated table: its felt, its people, its machine, and the process that runs on it, dies and starts again.

import type { AnyGame } from "#core/game";
import type { Setup, Table, Watch } from "#core/table";
import { type GameEntry, games } from "#games/index";
import { type Custodian, publicKeyOf } from "#table/custody";
import { type Edition, makeEdition } from "#table/edition";
import type { Engine } from "#table/engine";
import type { OpenedJournal } from "#table/journal";
import type { Vault } from "#table/vault";
import { type Broker, createBroker } from "./broker.ts";
import type { Chance } from "./chance.ts";
import { createDirector, type Director, type Machine } from "./director.ts";
import { createDisk, type Disk } from "./disk.ts";
import { Laws } from "./laws.ts";
import { type Habits, People } from "./people.ts";
import { type Process, type ProcessOptions, startProcess } from "./process.ts";
import { createTableTop, deviceNames, type TableTop } from "./table-top.ts";
import type { Lifetime, VirtualTime } from "./virtual-time.ts";
import { blindMs } from "./wire.ts";

/** What all tables of a story share. */
export interface World {
  readonly time: VirtualTime;
  /** Somebody waits for promises. */
  readonly stir: () => void;
  readonly count: (list: "faults" | "mistakes", name: string) => void;
  readonly broken: (table: string, law: string, what: string) => void;
  readonly log: ((table: string, who: string, what: string) => void) | null;
}

/** Faults that are planted in the program, to see whether the laws find them. */
export interface Spoil {
  readonly game?: (game: AnyGame) => AnyGame;
  readonly engine?: (engine: Engine, vault: Vault) => Engine;
  readonly disk?: (disk: Disk) => Disk;
}

export interface SimTableOptions {
  readonly world: World;
  readonly rounds: number;
  /** Null: chance chooses. */
  readonly game: string | null;
  readonly number: number;
  readonly chance: Chance;
  readonly spoil: Spoil;
}

/** How a table is: how many sit there, how fast they are, how much goes wrong. */
interface Mood {
  readonly seats: readonly number[];
  readonly habits: Habits;
  /** Faults of machines for each thing that people do, 0 to 1. */
  readonly faults: number;
  readonly countedBy: Watch["countedBy"];
  /** Antennas under the dealer's hand and the discard rack too. */
  readonly everywhere: boolean;
}

/** A Monday in November 2026. */
const beginsAt = 1_795_985_000_000;
/** Without the end of a round for so long a table has come to a standstill. */
const stuckAfterMs = 1_800_000;
/** The last round has so long to end, and its facts to be heard, once nothing goes wrong any more. */
const calmMaxMs = 120_000;
const calmMinMs = 1_500;
const idleMs = 50;
const deckNames = Array.from({ length: 15 }, (_, i) => `deck ${i + 1}`);
const pack = { id: "sim", hash: "0".repeat(64) } as const;

export class SimTable {
  readonly laws: Laws;
  isOver = false;
  readonly #options: SimTableOptions;
  readonly #name: string;
  readonly #game: AnyGame;
  readonly #mood: Mood;
  readonly #top: TableTop;
  readonly #setup: Setup<unknown>;
  readonly #edition: Edition;
  readonly #disk: Disk;
  readonly #broker: Broker;
  readonly #people: People;
  readonly #director: Director;
  readonly #machine: Machine = { wallOffset: 0, slowMs: 0, trouble: null, splits: false };
  readonly #custodians: readonly Custodian[];
  readonly #about: ProcessOptions["about"];
  #process: Process | null = null;
  #life: Lifetime | null = null;
  #calmSince: number | null = null;
  #roundsBefore = -1;
  #roundEndedAt = 0;

  constructor(options: SimTableOptions) {
    const { world, chance, spoil, number } = options;
    const { time } = world;
    this.#options = options;
    const entry = games.find(({ game }) => game.id === options.game) ?? chance.pick(games);
    this.#game = spoil.game?.(entry.game) ?? entry.game;
    this.#name = `${entry.game.id}-${number}`;
    this.#mood = moodFor(entry, chance);
    this.#top = this.#layTableTop(entry);
    this.#setup = setupFor(entry, this.#name, this.#mood, this.#top, chance);
    this.#edition = editionOf(this.#game, this.#setup);
    this.#about = aboutOf(entry, this.#name);
    this.#custodians = chance.hits(0.03) ? someCustodians(chance) : [];
    const disk = this.#makeDisk();
    this.#disk = spoil.disk?.(disk) ?? disk;
    this.laws = new Laws({
      game: this.#game,
      setup: this.#setup,
      disk,
      factTopic: `pitwire/v1/sim/${this.#name}/fact`,
      differences: (table) => this.#differences(table),
      broken: (law, what) => world.broken(this.#name, law, what),
    });
    this.#broker = this.#makeBroker();
    this.#people = this.#seatPeople();
    this.#director = createDirector({
      time,
      chance: chance.branch("director"),
      top: this.#top,
      broker: this.#broker,
      machine: this.#machine,
      kill: () => this.#kill(),
      start: () => this.#start(),
      close: (done) => this.#close(done),
      struck: (fault) => {
        world.count("faults", fault);
        this.#tell("fault", () => fault);
      },
    });
    this.#top.light("mains", true);
    this.#top.light("green", true);
    this.#start();
    time.after(1, () => this.#live());
  }

  #tell(who: string, what: () => string): void {
    this.#options.world.log?.(this.#name, who, what());
  }

  #layTableTop({ game }: GameEntry): TableTop {
    const { world, chance } = this.#options;
    const { seats, everywhere, countedBy } = this.#mood;
    return createTableTop({
      seats,
      everywhere,
      underPack: countedBy === "antennas",
      handsOnly: game.id === carriedGame,
      deckNames,
      counts: countedBy === "shuffler",
      time: world.time,
      chance: chance.branch("top"),
      stir: world.stir,
    });
  }

  #makeDisk(): Disk {
    const chance = this.#options.chance.branch("disk");
    return createDisk(this.#options.number.toString(16).padStart(16, "0"), {
      commitMs: () => (this.#machine.slowMs > 0 ? this.#machine.slowMs : 1),
      splits: (rows) => (this.#machine.splits && rows > 1 ? chance.between(1, rows) : rows),
      trouble: () => this.#machine.trouble,
    });
  }

  #makeBroker(): Broker {
    const chance = this.#options.chance.branch("broker");
    return createBroker({
      time: this.#options.world.time,
      travelMs: () => 1,
      arrives: () => chance.hits(0.5),
      taken: (topic, payload) => {
        if (topic.endsWith("/fact")) this.#tell("fact", () => payload.slice(payload.indexOf('"fact":') + 7, -1));
        this.laws.heard(topic, payload);
      },
    });
  }

  #seatPeople(): People {
    const { world, chance } = this.#options;
    return new People({
      game: this.#game,
      setup: this.#setup,
      top: this.#top,
      chance: chance.branch("people"),
      habits: this.#mood.habits,
      deckNames,
      now: world.time.now,
      erred: (what) => {
        world.count("mistakes", what);
        this.#tell("mistake", () => what);
      },
      tell: (who, what) => this.#tell(who, what),
    });
  }

  /** What readers have not told yet nobody can know: lost bytes, and cards whose antenna still has its time to see them. */
  #differences(table: Table): readonly string[] {
    const now = this.#options.world.time.now();
    const { wires, blindUntil } = this.#top;
    const isBlind =
      now < blindUntil || deviceNames.some((id) => now < wires[id].struckAt + blindMs) || table.unseen.some(({ judged }) => !judged);
    return isBlind || this.#process === null ? [] : this.#top.differences(table, this.#process.vault);
  }

  #start(): void {
    if (this.#process !== null || this.isOver) return;
    const { world, chance } = this.#options;
    const life = world.time.lifetime();
    this.#life = life;
    this.#process = startProcess({
      life,
      wall: () => beginsAt + world.time.now() + this.#machine.wallOffset,
      game: this.#game,
      setup: this.#setup,
      edition: this.#edition,
      pack,
      about: this.#about,
      disk: this.#disk,
      broker: this.#broker,
      top: this.#top,
      chance: chance.branch(`life ${this.#disk.rows}`),
      custodians: this.#custodians,
      opened: (opened) => this.#watchJournal(opened),
      watched: (engine, vault) => this.#watchEngine(engine, vault, life),
      restored: (table) => this.laws.restored(table),
    });
    this.#tell("program", () => "starts");
    world.stir();
  }

  /** Shows the laws all that is written. */
  #watchJournal(opened: OpenedJournal): OpenedJournal {
    const { journal } = opened;
    const append = journal.append.bind(journal);
    journal.append = (row) => {
      this.laws.written(row);
      return append(row);
    };
    return opened;
  }

  /** Shows the laws all that goes through the engine. */
  #watchEngine(real: Engine, vault: Vault, life: Lifetime): Engine {
    const engine = this.#options.spoil.engine?.(real, vault) ?? real;
    return {
      get table() {
        return engine.table;
      },
      take: (input) => {
        // Promises of a process that is gone may still come to an end: nothing comes of them.
        if (life.isOver) return [];
        const before = engine.table;
        const records = engine.take(input);
        this.laws.recordedAll(before, records);
        return records;
      },
      replay: (told) => engine.replay(told),
      snapshot: () => engine.snapshot(),
      mayShow: engine.mayShow,
    };
  }

  /** The process is gone from one moment to the next; a transaction under way was committed or not. */
  #kill(): void {
    if (this.#life === null) return;
    this.#life.end();
    this.#life = null;
    this.#process = null;
    this.#tell("program", () => "is gone");
    this.#broker.drop();
    for (const id of deviceNames) this.#top.wires[id].abandon();
    this.#disk.crash(this.#options.chance.hits(0.5));
    this.laws.died();
  }

  #close(done: () => void): void {
    const [mine, life] = [this.#process, this.#life];
    if (mine === null || !mine.isOpen) return;
    void mine.close().then(() => {
      // It may have been killed while it waited for the disk.
      if (this.#life !== life) return;
      this.#kill();
      done();
    });
    this.#options.world.stir();
  }

  /** Somebody does the next thing, and now and then something goes wrong. */
  #live(): void {
    if (this.isOver) return;
    const isCalm = this.#calmSince !== null;
    if (!isCalm && this.#options.chance.hits(this.#mood.faults)) this.#director.strike();
    const process = this.#process;
    // Once the rounds are played nobody opens another one.
    const mayAct = process?.isOpen === true && !(isCalm && process.loop.decided.played === null);
    this.#options.world.time.after(mayAct ? this.#people.act(process) : idleMs, () => this.#live());
  }

  /** Looks whether the rounds are played, or nothing happens any more. */
  look(): void {
    if (this.isOver) return;
    if (this.#calmSince !== null) return this.#comeToRest(this.#calmSince);
    const now = this.#options.world.time.now();
    const rounds = this.laws.settled + this.laws.void;
    if (rounds >= this.#options.rounds) {
      this.#calmSince = now;
      this.#people.takeCare();
      this.#director.mend();
    } else if (rounds !== this.#roundsBefore) {
      this.#roundsBefore = rounds;
      this.#roundEndedAt = now;
    } else if (now - this.#roundEndedAt > stuckAfterMs) {
      // A house that has put every deck aside plays no more.
      this.isOver = (this.#process?.loop.table.quarantine.length ?? 0) >= deckNames.length;
      if (!this.isOver) this.#stuck(`no round has ended for ${stuckAfterMs / 60_000} minutes`);
    }
  }

  #comeToRest(since: number): void {
    const now = this.#options.world.time.now();
    const loop = this.#process?.isOpen === true ? this.#process.loop : null;
    const isAtRest = loop !== null && loop.decided === loop.table && loop.decided.played === null && this.laws.isUpToDate;
    if (isAtRest && now - since > calmMinMs) {
      this.#life?.end();
      this.isOver = true;
    } else if (now - since > calmMaxMs) this.#stuck("the last round does not end, or its facts are not heard");
  }

  #stuck(what: string): void {
    this.#options.world.broken(this.#name, "standstill", what);
  }
}

/** Its captures are carried by the players' hands, which no antenna follows. */
const carriedGame = "palace-poker";

function moodFor({ game, schema }: GameEntry, chance: Chance): Mood {
  const { players } = game;
  const seats = Array.from({ length: Math.max(2, Math.min(players.max, 7)) }, (_, i) => i + 1);
  const few = Math.max(players.min, game.fewest?.(schema.parse({})) ?? 1);
  const wildness = chance.pick([0, 0.2, 1, 1, 1, 3, 8]);
  return {
    seats,
    habits: {
      players: Math.min(seats.length, chance.pick([few, few, few + 1, few + 2])),
      thinkMs: chance.hits(0.05) ? chance.between(200, 900) : chance.between(2, 6),
      mistakes: 0.004 * wildness,
    },
    faults: 0.003 * wildness,
    countedBy: chance.pick(["shuffler", "shuffler", "antennas", "reader", "hand"] as const),
    everywhere: chance.hits(0.3),
  };
}

function setupFor(entry: GameEntry, table: string, mood: Mood, top: TableTop, chance: Chance): Setup<unknown> {
  const isCarried = entry.game.id === carriedGame;
  return {
    table,
    places: mood.seats,
    // Antennas deal only where each place has one.
    dealtBy: mood.everywhere && !isCarried && chance.hits(0.5) ? "antennas" : "shoe",
    devices: top.devices,
    decks: deckNames,
    rules: entry.schema.parse({}),
    ...(chance.hits(0.3) && { signOn: true as const }),
    astrayAfterMs: 700,
    darkAfterMs: 1500,
    ...(chance.hits(0.3) && { corrections: ["floor", "manager"] as const }),
    watch: { covered: top.covered, seenWithinMs: isCarried ? null : 5000, countedBy: mood.countedBy, countEvery: 5 },
  };
}

function editionOf({ id, edition }: AnyGame, setup: Setup<unknown>): Edition {
  return makeEdition({ software: "sim", game: id, edition, pack, title: id, site: "sim", currency: "EUR", setup });
}

function aboutOf({ game, schema }: GameEntry, table: string): ProcessOptions["about"] {
  return {
    site: "sim",
    table,
    game: game.id,
    title: game.id,
    pack,
    software: "sim",
    language: "en",
    currency: { code: "EUR", minorDigits: 2 },
    timeZone: "UTC",
    notice: game.notice(schema.parse({})),
    meters: [],
  };
}

function someCustodians(chance: Chance): readonly Custodian[] {
  return (["floor", "surveillance"] as const).map((role) => ({ name: role, role, publicKey: publicKeyOf(chance.bytes(32)) }));
}
