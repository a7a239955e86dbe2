// Whole tables without hardware, for `demo` and `training`. The devices are emulated and speak real bytes over real lines; the table,
// the journal, the broker and the pages are the real ones.

import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import type { Held, Place } from "#core/felt";
import type { TableFace } from "#dashboard/table-face";
import { games } from "#games/index";
import { type DealerHabits, nextMove } from "#sim/dealer";
import { type Felt, layFelt, newlyMet } from "#sim/felt";
import { layOut } from "#sim/lay-out";
import { deckCsv, type FeltReader } from "#sim/reader";
import { parseConfig, type TableConfig } from "#table/config";
import { parseDeck, writeDecks } from "#table/deck-store";
import type { RunningTable } from "#table/open-table";
import { type Pack, readPack } from "#table/pack";
import { hashPin } from "#table/pin";
import { BadFile } from "#table/problems";
import { readServiceKey } from "#table/service-key";
import { chooseReader, feltParts, type LightsName } from "./felt-parts.ts";
import { type ServedTable, serveTable } from "./serve-table.ts";

/** The pack that each game's emulated table plays by, and its name. */
export const tables: Readonly<Record<string, { readonly pack: string; readonly table: string }>> = {
  "high-card-flush": { pack: "high-card-flush/florida", table: "a7" },
  "caribbean-stud": { pack: "caribbean-stud/sheet-high", table: "a8" },
  "stud-hi-lo-8": { pack: "stud-hi-lo-8/card-room", table: "a9" },
  "chinese-poker": { pack: "chinese-poker/mandarin", table: "b1" },
  "palace-poker": { pack: "palace-poker/standard", table: "b2" },
};
export const placesMax = 7;
export const floorPin = "2468";
export const dealers = [
  { name: "J. Cole", pin: "1357" },
  // Whose badge says what an EM4100 tag on a wedge does.
  { name: "L. Bianchi", pin: "8642", badge: "0013110988", language: "it" },
  { name: "E. Popescu", pin: "9753", language: "ro" },
] as const;
const deckName = "red-1";
/** How long an emulated dealer thinks before each move, and takes over a card, at pace 1. */
const thinkMs = 700;
const cardMs = 220;

export interface DemoOptions {
  readonly folder: string;
  readonly port: number;
  readonly mqttPort: number;
  /** Where signs may connect by WebSocket; absent: nowhere. */
  readonly wsPort?: number;
  readonly pace: number;
  readonly pty: boolean;
  readonly manual: boolean;
  readonly language: string;
  /** How many places are in use at most, what sees the cards, what the lamps; all places and tablelink where nothing is said. */
  readonly seats?: number;
  readonly reader?: FeltReader;
  readonly lights?: LightsName;
  /** Nothing here counts, and the screens say so. */
  readonly training?: true;
  /** The house's own numbers, in place of the usual ones. */
  readonly pack?: string;
}

export function readNumber(name: string, value: unknown, min: number, max: number, command = "demo"): number {
  const number = Number(value);
  if (!(number >= min && number <= max)) throw new BadFile(command, [`--${name} is "${value}"; it may be ${min} to ${max}`]);
  return number;
}

export interface Emulated {
  readonly served: ServedTable;
  close(): Promise<void>;
}

/** Lays a table out and opens it: emulated devices, a real table, journal, broker and pages. */
export async function emulate(game: string, options: DemoOptions, out: (line: string) => void): Promise<Emulated> {
  const entry = games.find((one) => one.game.id === game);
  const usual = tables[game];
  const choice = usual && {
    ...usual,
    ...(options.pack !== undefined && { pack: options.pack }),
    ...(options.training && { table: `t-${usual.table}` }),
  };
  if (entry === undefined || choice === undefined)
    throw new BadFile("demo", [`--game is "${game}"; it may be ${Object.keys(tables).join(", ")} or all`]);
  const { folder, pace, pty, seats = placesMax, reader = chooseReader("tablelink"), lights = "tablelink" } = options;
  const pack = readPack(choice.pack, folder);
  // As many places as hands may be dealt: the sign says how many.
  const most = entry.game.most?.(pack.rules) ?? entry.game.players.max;
  const places = Array.from({ length: Math.min(most, seats) }, (_, i) => i + 1);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const felt = await layFelt({
    file: join(folder, "felt.json"),
    where: (device) => (pty ? `pty:${join(folder, `tty-${device}`)}` : "tcp://127.0.0.1:0"),
    seats: places,
    random: Math.random,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    cardMs: cardMs / pace,
    ...feltParts({ reader, lights, pty }, places.length),
  });
  try {
    return await openOver(felt, await demoConfig(choice, pack, places, felt, options), { ...options, places: places.length, reader }, out);
  } catch (error) {
    // Its lines would keep a program alive that has no table.
    await felt.close();
    throw error;
  }
}

async function openOver(
  felt: Felt,
  config: TableConfig,
  options: DemoOptions & { readonly places: number; readonly reader: FeltReader },
  out: (line: string) => void,
): Promise<Emulated> {
  const { reader, pace, places } = options;
  registerDeck(config.folder, reader);
  const dealer = { auto: !options.manual };
  const served = await serveTable(config, { log: out }, () => controls(felt, dealer), options.training === true);
  banner(served, out);
  const dealing = runDealer(served.table, felt, dealer, { pace, players: places, clearMs: reader.hands?.clearMs ?? 0 });
  return {
    served,
    close: async () => {
      dealing.stop();
      await served.close();
      await felt.close();
    },
  };
}

async function demoConfig(
  choice: { pack: string; table: string },
  pack: Pack,
  places: readonly number[],
  felt: Felt,
  options: DemoOptions,
): Promise<TableConfig> {
  const text = stringify({
    version: 1,
    site: options.training ? "training" : "demo",
    ...choice,
    places,
    folder: options.folder,
    language: options.language,
    chips: [100, 500, 2500, 10_000],
    http: { port: options.port },
    mqtt: { embedded: { port: options.mqttPort, websocketPort: options.wsPort ?? null } },
    devices: felt.devices,
    // The emulated seats have an antenna under the hand alone; Palace's other piles lie beside it.
    ...(choice.table === tables["palace-poker"]?.table && { seenWithinMs: null }),
    operators: [
      { name: "A. Rossi", role: "floor", pin: await hashPin(floorPin) },
      ...(await Promise.all(
        dealers.map(async (one) => ({
          ...one,
          role: "dealer",
          pin: await hashPin(one.pin),
          ...("badge" in one && { badge: await hashPin(one.badge) }),
        })),
      )),
    ],
  });
  return parseConfig(join(options.folder, "demo.yaml"), text, pack);
}

function registerDeck(folder: string, { tagBytes }: FeltReader): void {
  if (existsSync(join(folder, "decks.sealed"))) return;
  const key = readServiceKey(folder);
  writeDecks(folder, key, new Map([[deckName, parseDeck(deckCsv(1, tagBytes), new Map())]]), (bytes) => randomBytes(bytes));
}

/** The same sign, which knows only the broker. */
function signByBroker(url: string, { websocketPort, config }: RunningTable): string {
  if (websocketPort === null) return "";
  return `              ${url}/sign?broker=ws://127.0.0.1:${websocketPort}&table=${config.site}/${config.table}\n`;
}

function banner({ url, table }: ServedTable, out: (line: string) => void): void {
  out(`
  Pitwire ${table.config.table}: ${table.config.pack.title}, emulated (no hardware)

    console   ${url}/console      the dealer's screen: take over, press red, pull a cable
    sign      ${url}/sign         beside the table
${signByBroker(url, table)}    facts     mosquitto_sub -p ${table.brokerPort} -q 1 -t '${table.topics.fact}'
    journal   ${join(table.config.folder, "journal.sqlite")}
`);
}

function controls(felt: Felt, dealer: { auto: boolean }): TableFace["demo"] {
  const cut = new Set<string>();
  return {
    state: () => ({ auto: dealer.auto, red: felt.red, cut: [...cut], devices: felt.devices.map(({ id }) => id) }),
    act: (request) => {
      if (request.do === "auto") dealer.auto = request.on;
      else if (request.do === "red") felt.light("red", request.on);
      else pull(felt, cut, request.device, request.on);
    },
  };
}

function pull(felt: Felt, cut: Set<string>, device: string, out: boolean): void {
  if (cut.has(device) === out || felt.devices.every(({ id }) => id !== device)) return;
  if (out) cut.add(device);
  else cut.delete(device);
  felt.cable(device, out);
}

/** One move at a time, after a moment's thought, for as long as nobody has taken over. */
function runDealer(
  table: RunningTable,
  felt: Felt,
  dealer: { auto: boolean },
  how: { pace: number; players: number; clearMs: number },
): { stop(): void } {
  let stopped = false;
  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms / how.pace));
  const refuses = (): boolean => ["failing", "full"].includes(table.journal.status().state);
  const lying = (place: Place): readonly Held[] => table.loop.table.felt.piles[place] ?? [];
  const isBare = (): boolean => Object.values(table.loop.table.felt.piles).every((pile) => pile.length === 0);
  felt.settleCarried(table.loop.table.felt);

  async function move(): Promise<void> {
    // "Play no further", the screen says.
    if (refuses()) return wait(thinkMs);
    const habits: DealerHabits = {
      players: how.players,
      shuffled: felt.shuffled,
      layOut: (held, rows) => layOut(held, rows, felt.faces, Math.random),
    };
    const view = table.view("dealer");
    // A person has no emulated cards to shuffle, however many seats he fills.
    if (!dealer.auto && view.phase === "idle" && !felt.shuffled) {
      felt.shuffle("all");
      return wait(thinkMs);
    }
    const next = nextMove(view, habits);
    if (view.waiting.length > 0 || next === null) return wait(thinkMs / 4);
    // At a table that a person runs, emulated hands still deal and shuffle: a person has no emulated cards. Who opens a round at
    // once after the last one leaves them no time to shuffle before it: then they do it before its first card.
    const isUnmixed = next.kind === "deal" && !felt.shuffled && isBare();
    if (next.kind === "shuffle" || isUnmixed) {
      felt.shuffle("all");
      // However fast the emulated hands are, a reader needs its time to see that the cards are gone.
      return wait(Math.max(thinkMs, how.clearMs * how.pace));
    }
    // A person who says that piles are mixed has not mixed the emulated ones: what lies nowhere for the table goes back into the shoe.
    if (next.kind === "deal" && felt.left === 0) felt.shuffle({ except: Object.values(table.loop.table.felt.piles).flat() });
    if (next.kind === "deal") return deal(next.to);
    if (!dealer.auto && next.kind === "command") return wait(thinkMs / 4);
    if (next.kind === "reshuffle") felt.shuffle(next.piles.flatMap(lying));
    const asked = next.kind === "command" ? next.command : ({ kind: "shuffle" } as const);
    await table.loop.command(randomUUID(), { name: "emulated dealer", role: "dealer" }, asked);
    await wait(asked.kind === "wager" ? thinkMs / 3 : thinkMs);
  }

  function deal(to: Place): Promise<void> {
    const before = table.loop.table.felt;
    return felt.deal(to, () => {
      const { halt, played, felt: now } = table.loop.table;
      const isOver = halt !== null || played === null || played.settlement !== null;
      return newlyMet(before, now) ?? (isOver ? "stopped" : refuses() ? "later" : null);
    });
  }

  void (async () => {
    while (!stopped) await move();
  })();
  return {
    stop: () => {
      stopped = true;
    },
  };
}
