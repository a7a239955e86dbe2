// Random stories at the vault's outer edge: people who make mistakes, cards that go astray, lamps, links and restarts. A story
// is first made up, move by move, looking at what the table shows; then it is a list of inputs that can be told again, with the
// hidden cards changed.

import { createHash } from "node:crypto";
import { type Card, deck52 } from "#core/card";
import type { Reading } from "#core/device";
import type { Command } from "#core/event";
import type { Opening } from "#core/opening";
import type { Setup, Table } from "#core/table";
import { emptyTable } from "#core/table";
import { type View, view } from "#core/view";
import type { GameEntry } from "#games/index";
import { type Antennas, createEngine, type Engine, type Input, type Recorded } from "#table/engine";
import { createVault, type EraKey, type Vault } from "#table/vault";

export interface World {
  readonly entry: GameEntry;
  readonly rules: unknown;
  /** Places of the table; `players` of them are taken. */
  readonly seats: readonly number[];
  readonly players: number;
  readonly dealtBy: "shoe" | "antennas";
}

/** One thing that happens: an input, or the program dies and starts again. */
export type Beat = Input | { readonly kind: "restart" };

/** Everything that leaves the table after one beat. */
export interface Outcome {
  /** Events, facts and replies: what the journal, the topics and the pages are made of. */
  readonly records: readonly string[];
  readonly sealedLengths: readonly number[];
  /** What the two audiences see; now and then where `looks` says so. */
  readonly views: string;
  /** What a snapshot holds, and so everything that lamps, panels, alarms, metrics and signs are derived from. */
  readonly state: string;
  /** A technician's dump of the readers' frames so far; now and then. */
  readonly dump: string | null;
  /** What went wrong, in the words of a log: the story ends there. */
  readonly error: string | null;
}

export interface Telling {
  readonly beats: readonly Beat[];
  readonly outcomes: readonly Outcome[];
  readonly table: Table;
  /** Every face that the rules opened, in any round. */
  readonly opened: ReadonlySet<Card>;
  readonly settled: number;
  readonly voided: number;
  readonly records: readonly Recorded[];
}

export const deckName = "story";
const shoe = "shoe";
const seatsDevice = "seats";
const shuffler = "shuffler";
const devices = [shoe, seatsDevice, shuffler];

/** A stream of numbers in [0, 1) that a seed determines (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

export const uidOf = (card: Card): string => `E00401AA000000${deck52.indexOf(card).toString(16).toUpperCase().padStart(2, "0")}`;
const cardOf = (uid: string): Card | undefined => deck52.find((card) => uidOf(card) === uid);

export function setupOf(world: World): Setup<unknown> {
  const roles = { [shoe]: ["shoe"], [seatsDevice]: ["antennas"], [shuffler]: ["shuffler"] } as const;
  return {
    table: "story",
    places: world.seats,
    dealtBy: world.dealtBy,
    devices: devices.map((id) => ({ id, roles: roles[id as keyof typeof roles], required: true, holds: "thisDeck" })),
    decks: [deckName],
    rules: world.rules,
    astrayAfterMs: 700,
    darkAfterMs: 1500,
  };
}

export function antennasOf(world: World): Antennas {
  return {
    [shoe]: { 0: "shoe" },
    [seatsDevice]: { ...Object.fromEntries(world.seats.map((seat) => [seat, `${seat}/hand`])), 99: "dealer/hand" },
  };
}

/** A table whose vault draws its random bytes from a fixed source. */
interface Machine {
  readonly engine: Engine;
  /** Dies and starts again from what was recorded. */
  restart(): void;
  take(input: Input): readonly Recorded[];
}

function build(world: World, { spoil = (vault) => vault, meddle = (engine) => engine }: TellOptions): Machine {
  const random = fixedBytes();
  const setup = setupOf(world);
  const history: Recorded[] = [];
  const fresh = (): Engine => {
    const decks = new Map([[deckName, new Map(deck52.map((card) => [uidOf(card), card]))]]);
    const vault = spoil(createVault({ decks, serviceKey: new Uint8Array(32).fill(7), journal: "0123456789abcdef", random }));
    return meddle(createEngine({ game: world.entry.game, setup, vault, antennas: antennasOf(world), table: emptyTable }), vault);
  };
  let engine = fresh();
  return {
    get engine() {
      return engine;
    },
    restart: () => {
      const again = fresh();
      const keys = new Map<number, EraKey>();
      for (const { key, dropKey } of history) {
        if (key !== undefined) keys.set(key.era, key);
        if (dropKey !== undefined) keys.delete(dropKey);
      }
      const keyOf = (era: number): EraKey | undefined => keys.get(era);
      for (const { event, facts, sealed } of history) again.replay({ event, facts: JSON.stringify(facts), sealed, keyOf, setup });
      engine = again;
    },
    take: (input) => {
      const records = engine.take(input);
      history.push(...records);
      return records;
    },
  };
}

function fixedBytes(): (count: number) => Uint8Array {
  let n = 0;
  return (count) => {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count; at += 32) createHash("sha256").update(String(n++)).digest().copy(bytes, at);
    return Uint8Array.from(bytes);
  };
}

/** Commitments are the one thing that may differ between twins: they are replaced by their length. */
function written(record: Recorded): string {
  const { event, facts, reply, key } = record;
  return JSON.stringify({ event, facts, reply, key: key?.wrapped.length }, (name, value) =>
    name === "commitment" ? String(value).length : value,
  );
}

/** A way to spoil the vault, so that the laws can be seen to fail. */
export type Spoil = (vault: Vault) => Vault;
/** The same for what stands behind it. */
export type Meddle = (engine: Engine, vault: Vault) => Engine;

export interface TellOptions {
  /** Where the program dies and is replayed from its journal, without a word. */
  readonly cuts?: ReadonlySet<number>;
  readonly spoil?: Spoil;
  readonly meddle?: Meddle;
  /** The audiences look after every so many beats (1); a technician when a round has ended, and now and then. */
  readonly looks?: number;
  /** What leaves the table is not written down: only records are wanted. */
  readonly quiet?: true;
  /** A fault of the program is part of the story: what it says leaves the table, too. */
  readonly mayFail?: true;
}

/** Tells a story from its beats. */
export function tell(world: World, beats: readonly Beat[], options: TellOptions = {}): Telling {
  return run(world, (at) => beats[at] ?? null, options);
}

/** Makes a story up: `moves` beats, mistakes included at the given rate. */
export function invent(
  world: World,
  seed: number,
  options: TellOptions & {
    readonly moves: number;
    readonly mistakes: number;
    readonly rounds?: number;
    /** Decisions that nobody takes while there is another; "beginEarly": the table is full before it plays. */
    readonly never?: readonly string[];
  },
): Telling {
  const random = numbers(seed);
  const author = createAuthor(world, random, options.mistakes, options.never ?? []);
  return run(
    world,
    (at, table, shown) => {
      const enough = at >= options.moves || (options.rounds !== undefined && table.rounds >= options.rounds && table.played === null);
      return enough ? null : author(table, shown());
    },
    options,
  );
}

function run(world: World, next: (at: number, table: Table, shown: () => View) => Beat | null, options: TellOptions): Telling {
  const { game } = world.entry;
  const { cuts, looks = 1 } = options;
  const setup = setupOf(world);
  const machine = build(world, options);
  const told: { beats: Beat[]; outcomes: Outcome[]; records: Recorded[] } = { beats: [], outcomes: [], records: [] };
  const frames: Parameters<Engine["mayShow"]>[0][] = [];
  const opened = new Set<Card>();
  let settled = 0;
  let voided = 0;
  for (let at = 0; ; at++) {
    if (cuts?.has(at)) machine.restart();
    const beat = next(at, machine.engine.table, () => view(machine.engine.table, setup, game, "dealer"));
    if (beat === null) break;
    told.beats.push(beat);
    if (beat.kind === "reading") frames.push({ at: beat.at, bytes: Buffer.from(JSON.stringify(beat.reading)), readings: [beat.reading] });
    let records: readonly Recorded[] = [];
    let error: string | null = null;
    try {
      if (beat.kind === "restart") machine.restart();
      const started = { kind: "started", at: machine.engine.table.at + 5, cause: "crash", away: 5 } as const;
      records = machine.take(beat.kind === "restart" ? started : beat);
    } catch (caught) {
      if (options.mayFail !== true) throw caught;
      error = String(caught);
    }
    told.records.push(...records);
    for (const { facts } of records) {
      for (const fact of facts) {
        if (fact.kind === "shown") for (const { card } of fact.cards) opened.add(card);
        if (fact.kind === "settled" && fact.settlement.revision === undefined) fact.settlement.outcome === "settled" ? settled++ : voided++;
      }
    }
    if (options.quiet === true) continue;
    const { engine } = machine;
    told.outcomes.push({
      records: records.map(written),
      sealedLengths: records.flatMap(({ sealed }) => sealed.map(({ length }) => length)),
      views: at % looks === 0 ? JSON.stringify([view(engine.table, setup, game, "dealer"), view(engine.table, setup, game, "public")]) : "",
      state: engine.snapshot(),
      dump: at % 100 === 0 || hasEnded(records) ? dumpOf(frames, engine) : null,
      error,
    });
    if (error !== null) break;
  }
  return { ...told, table: machine.engine.table, opened, settled, voided };
}

const hasEnded = (records: readonly Recorded[]): boolean => records.some(({ facts }) => facts.some(({ kind }) => kind === "roundEnded"));

/** What a technician's dump holds of frames: whole, or their length. */
function dumpOf(frames: readonly Parameters<Engine["mayShow"]>[0][], engine: Engine): string {
  return frames.map((frame) => (engine.mayShow(frame) ? Buffer.from(frame.bytes).toString() : `# ${frame.bytes.length}`)).join("\n");
}

/** The author sees what a person at the table sees, and holds the physical deck. */
function createAuthor(world: World, random: () => number, mistakes: number, never: readonly string[]): (table: Table, shown: View) => Beat {
  let stub: string[] = [];
  /** Cards dealt since they were collected, by the handles that they get when nothing goes wrong. */
  let dealt: (string | undefined)[] = [];
  let seq = 0;
  let id = 0;
  /** What lies over antennas, "seat uid". */
  const lying = new Set<string>();
  const queue: Beat[] = [];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const boss = { name: "boss", role: "manager" } as const;

  const reading = (table: Table, device: string, what: Reading): Beat => ({
    kind: "reading",
    at: table.at + 1 + Math.floor(random() * 40),
    device,
    reading: { ...what, seq: seq++ },
  });
  const command = (table: Table, asked: Command): Beat => ({
    kind: "command",
    at: table.at + 1,
    id: `c${id++}-story`,
    by: boss,
    command: asked,
  });

  function collect(): void {
    stub = shuffled(deck52.map(uidOf), random);
    dealt = [undefined];
  }
  collect();

  /** What lies elsewhere stays there. */
  function shuffle(table: Table, piles: readonly string[]): void {
    const gone = piles.flatMap((place) => table.felt.piles[place] ?? []);
    stub = shuffled([...stub, ...gone.flatMap((held) => dealt[held] ?? [])], random);
  }

  function tag(table: Table, device: string, antenna: number, uid: string, present: boolean): Beat {
    if (device === seatsDevice) present ? lying.add(`${antenna} ${uid}`) : lying.delete(`${antenna} ${uid}`);
    return reading(table, device, { kind: "tag", antenna, uid, present });
  }

  function dealTo(table: Table, place: string): Beat {
    const uid = stub.pop();
    if (uid === undefined) {
      collect();
      return reading(table, shoe, { kind: "noise", bytes: 3 });
    }
    dealt.push(uid);
    const seat = place.startsWith("dealer") ? 99 : Number.parseInt(place, 10);
    if (world.dealtBy === "antennas") return tag(table, seatsDevice, seat, uid, true);
    if (random() < 0.7 && !Number.isNaN(seat)) {
      queue.push(tag(table, seatsDevice, seat, uid, true));
    }
    return tag(table, shoe, 0, uid, true);
  }

  function mistake(table: Table): Beat {
    const uid = pick(deck52.map(uidOf));
    const other = pick(deck52);
    const places = table.played === null ? ["1/hand"] : Object.keys(table.felt.piles);
    return pick<() => Beat>([
      () => tag(table, shoe, 0, uid, true),
      () => tag(table, seatsDevice, pick(world.seats), uid, random() < 0.7),
      () => tag(table, seatsDevice, pick([77, 1]), "E0FF000000000001", true),
      () => reading(table, shoe, { kind: "unreadable", code: "crc" }),
      () => reading(table, pick(devices), { kind: "fault", code: "lostEvents", cleared: false, count: 2 }),
      () => reading(table, pick(devices), { kind: "hello", restarted: true }),
      () => reading(table, shuffler, { kind: "light", lamp: "red", state: pick(["on", "off", "flashing"] as const) }),
      () => reading(table, shuffler, { kind: "light", lamp: "green", state: pick(["on", "off"] as const) }),
      () => ({ kind: "link", at: table.at + 1, device: pick(devices), status: pick(["down", "stale"] as const), why: "hungUp" }),
      () => ({ kind: "restart" }),
      () => ({ kind: "deadline", at: table.at + 2000 }),
      () => ({ kind: "clock", at: table.at, jump: -500 }),
      () => command(table, { kind: "card", to: pick(["1/hand", "dealer/hand"]), card: other }),
      () => command(table, { kind: "confirm", code: "misdeal", reason: "called" }),
      () => command(table, { kind: "report", code: "exposed", place: pick([...places, "1/hand"]), count: 1 + Math.floor(random() * 2) }),
      () => command(table, { kind: "report", code: "wrongCount", place: pick([...places, "1/hand"]), count: Math.floor(random() * 9) }),
      () => command(table, { kind: "wager", spot: "1/ante", stake: Math.floor(random() * 1000) }),
      () => command(table, { kind: "decision", by: `${pick(world.seats)}/hand`, code: pick(["fold", "raise", "bet"]), amount: 7 }),
      () => command(table, { kind: "reveal", place: `${pick(world.seats)}/hand` }),
    ])();
  }

  return (table, shown) => {
    const waiting = queue.shift();
    if (waiting !== undefined) return "at" in waiting ? { ...waiting, at: Math.max(waiting.at, table.at) } : waiting;
    for (const { device } of shown.waiting) return { kind: "link", at: table.at + 1, device, status: "up" };
    if (random() < mistakes) return mistake(table);
    if (shown.lamps.some(({ sign }) => sign !== "green")) return settleLamps(table);
    return act(table, shown);
  };

  function settleLamps(table: Table): Beat {
    queue.push(
      reading(table, shuffler, { kind: "light", lamp: "mains", state: "on" }),
      reading(table, shuffler, { kind: "light", lamp: "red", state: "off" }),
    );
    return reading(table, shuffler, { kind: "light", lamp: "green", state: "on" });
  }

  function act(table: Table, shown: View): Beat {
    const possible = shown.expected.filter((opening) => useful(opening, table) && !isTooEarly(opening, table, shown));
    const opening = possible.length === 0 ? undefined : pick(possible);
    if (opening === undefined) return { kind: "deadline", at: table.at + 100 };
    if (opening.kind === "card") return dealTo(table, opening.to);
    if (opening.kind === "confirm" && (opening.code === "openRound" || opening.code === "redeal")) {
      // The cards are picked up before they are shuffled.
      for (const lies of [...lying]) {
        const [antenna, uid] = lies.split(" ") as [string, string];
        queue.push(tag(table, seatsDevice, Number(antenna), uid, false));
      }
      const first = queue.shift();
      if (first !== undefined) return first;
      collect();
    }
    return command(table, answerTo(opening, table));
  }

  /** Where a full table is wanted: seats are taken before a round is opened, and every spot has its wager before bets are closed. */
  function isTooEarly(opening: Opening, table: Table, shown: View): boolean {
    if (!never.includes("beginEarly")) return false;
    if (opening.kind === "close") return shown.expected.some((one) => one.kind === "wager" && one.placed === 0);
    return opening.kind === "confirm" && opening.code === "openRound" && table.seated.length < world.players;
  }

  function useful(opening: Opening, table: Table): boolean {
    if (opening.kind === "close") return opening.blocked === null;
    if (opening.kind === "seat") return opening.sitting && table.seated.length < world.players;
    if (["deck", "deckAct", "report", "ask"].includes(opening.kind)) return false;
    if (opening.kind === "wager") return opening.placed === 0;
    if (opening.kind === "correct") return random() < 0.15;
    if (opening.kind === "reveal") return opening.blocked === undefined;
    if (opening.kind === "decision" && never.length > 0 && opening.options.every(({ code }) => never.includes(code))) return false;
    if (opening.kind === "decision") return opening.early !== true || random() < 0.05;
    if (opening.kind === "undo") return random() < 0.04;
    if (opening.kind === "signOn" || opening.kind === "signOff") return random() < 0.02;
    if (opening.kind !== "confirm") return true;
    if (["callFloor", "coming", "endCall"].includes(opening.code)) return random() < 0.05;
    return opening.blocked === undefined && !["misdeal", "scan", "closeTable", "different", "enter"].includes(opening.code);
  }

  function answerTo(opening: Opening, table: Table): Command {
    switch (opening.kind) {
      case "wager":
        return { kind: "wager", spot: opening.spot, stake: amountIn(opening.stake) };
      case "close":
        return { kind: "close" };
      case "decision":
        return decide(opening, table);
      case "reveal":
        return { kind: "reveal", place: opening.place, ...(opening.rows && { rows: rowsOf(opening.place, opening.rows, table) }) };
      case "seat":
        return { kind: "seat", seat: opening.seat, sitting: opening.sitting };
      case "undo":
        return { kind: "undo", from: opening.from };
      case "signOn":
      case "signOff":
        return { kind: opening.kind };
      case "correct":
        return {
          kind: "correct",
          round: opening.round,
          cards: namedAnew(opening.hands.flatMap(({ cards }) => cards)),
          reason: "looked at",
        };
      case "confirm":
        return { kind: "confirm", code: opening.code, reason: "looked at", ...(opening.seat !== undefined && { seat: opening.seat }) };
      default:
        if (opening.kind === "shuffle") shuffle(table, opening.piles);
        return { kind: "shuffle" };
    }
  }

  /** One card or two that turned out to be others; some of them impossibly. */
  function namedAnew(open: readonly (readonly [number, Card])[]): { held: number; card: Card }[] {
    const [one, two] = shuffled(open, random);
    if (one === undefined) return [];
    if (two !== undefined && random() < 0.5)
      return [
        { held: one[0], card: two[1] },
        { held: two[0], card: one[1] },
      ];
    return [{ held: one[0], card: pick(deck52) }];
  }

  function amountIn({ min, max, step }: { min: number; max: number; step: number }): number {
    const most = Math.min(40, Math.floor((max - min) / step));
    return min + Math.floor(random() * (most + 1)) * step;
  }

  function decide(opening: Extract<Opening, { kind: "decision" }>, table: Table): Command {
    const liked = opening.options.filter((one) => !never.includes(one.code));
    const option = pick(liked.length > 0 ? liked : opening.options);
    const cards = option.cards && shuffled(table.felt.piles[option.cards.from] ?? [], random);
    const count =
      option.cards && option.cards.min + Math.floor(random() * (Math.min(option.cards.max, cards?.length ?? 0) - option.cards.min + 1));
    return {
      kind: "decision",
      by: opening.by,
      code: option.code,
      ...(option.amount && { amount: amountIn(option.amount) }),
      ...(option.targets && { target: pick(option.targets) }),
      ...(cards && { cards: cards.slice(0, count) }),
    };
  }

  function rowsOf(place: string, rows: readonly (readonly [string, number])[], table: Table): Record<string, number[]> {
    const cards = shuffled(table.felt.piles[place] ?? [], random);
    return Object.fromEntries(rows.map(([row, count]) => [row, cards.splice(0, count)]));
  }
}

/** The same story with the cards exchanged: `exchange` maps a card to the one that lies in its place. */
export function exchanged(beats: readonly Beat[], exchange: (card: Card, at: number) => Card): readonly Beat[] {
  return beats.map((beat, at) => {
    if (beat.kind === "command" && beat.command.kind === "card" && beat.command.card !== undefined) return beat;
    if (beat.kind !== "reading" || beat.reading.kind !== "tag") return beat;
    const card = cardOf(beat.reading.uid);
    return card === undefined ? beat : { ...beat, reading: { ...beat.reading, uid: uidOf(exchange(card, at)) } };
  });
}

/** A table for a game: as many places as it has, at most seven, of which a number that the seed chooses are taken. */
export function worldFor(entry: GameEntry, seed: number): World {
  const random = numbers(seed * 31 + 5);
  const { min, max } = entry.game.players;
  const places = Math.max(2, Math.min(max, 7));
  const players = Math.max(2, min) + Math.floor(random() * (places - Math.max(2, min) + 1));
  return {
    entry,
    rules: entry.schema.parse({}),
    seats: Array.from({ length: places }, (_, i) => i + 1),
    players,
    dealtBy: random() < 0.75 ? "shoe" : "antennas",
  };
}
