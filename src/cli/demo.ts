// pitwire demo (npm start): a whole table without hardware. The devices are emulated and speak real bytes over real lines; the
// table, the journal, the broker and the pages are the real ones.

import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import type { TableFace } from "#dashboard/table-face";
import { nextMove } from "#sim/dealer";
import { deckCsv, type Felt, feltDevices, feltWiring, layFelt } from "#sim/felt";
import { parseConfig, type TableConfig } from "#table/config";
import { parseDeck, writeDecks } from "#table/deck-store";
import type { RunningTable } from "#table/open-table";
import { hashPin } from "#table/pin";
import { BadFile } from "#table/problems";
import { readServiceKey } from "#table/service-key";
import type { Command } from "./command.ts";
import { untilStopped } from "./lifecycle.ts";
import { serveTable } from "./serve-table.ts";

const places = [1, 2, 3, 4, 5, 6, 7];
const floorPin = "2468";
const deckName = "red-1";
/** How long an emulated dealer thinks before each move, and takes over a card, at pace 1. */
const thinkMs = 700;
const cardMs = 220;

export const demo: Command = {
  usage: "pitwire demo [--port N] [--mqtt-port N] [--folder DIR] [--pty] [--pace N] [--manual] [--language en|it|ro]",
  about: "run an emulated table: no hardware needed",
  options: {
    port: { type: "string", default: "8080" },
    "mqtt-port": { type: "string", default: "1883" },
    folder: { type: "string", default: "var/demo" },
    pty: { type: "boolean", default: false },
    pace: { type: "string", default: "1" },
    manual: { type: "boolean", default: false },
    language: { type: "string", default: "en" },
  },
  run: async (_words, options, out) => {
    const folder = resolve(String(options.folder));
    const pace = readNumber("pace", options.pace, 0.01, 1000);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const felt = await layFelt({
      file: join(folder, "felt.json"),
      where: (device) => (options.pty === true ? `pty:${join(folder, `tty-${device}`)}` : "tcp://127.0.0.1:0"),
      seats: places,
      random: Math.random,
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      cardMs: cardMs / pace,
    });
    const config = await demoConfig(folder, felt, options);
    registerDeck(config.folder);
    const dealer = { auto: options.manual !== true };
    const served = await serveTable(config, { log: out }, () => controls(felt, dealer));
    banner(served.url, served.table, out);
    const dealing = runDealer(served.table, felt, dealer, pace);
    await untilStopped(served, out);
    dealing.stop();
    await felt.close();
    return 0;
  },
};

function readNumber(name: string, value: unknown, min: number, max: number): number {
  const number = Number(value);
  if (!(number >= min && number <= max)) throw new BadFile("demo", [`--${name} is "${value}"; it may be ${min} to ${max}`]);
  return number;
}

async function demoConfig(folder: string, felt: Felt, options: Readonly<Record<string, unknown>>): Promise<TableConfig> {
  const wiring = feltWiring(places);
  const text = stringify({
    version: 1,
    site: "demo",
    table: "a7",
    pack: "high-card-flush/florida",
    places,
    folder,
    language: options.language,
    chips: [100, 500, 2500, 10_000],
    http: { port: readNumber("port", options.port, 0, 65_535) },
    mqtt: { embedded: { port: readNumber("mqtt-port", options["mqtt-port"], 0, 65_535) } },
    devices: feltDevices.map((id) => ({ id, driver: "tablelink", link: felt.lines[id].address, wire: "dedicated", ...wiring[id] })),
    operators: [{ name: "A. Rossi", role: "floor", pin: await hashPin(floorPin) }],
  });
  return parseConfig(join(folder, "demo.yaml"), text);
}

function registerDeck(folder: string): void {
  if (existsSync(join(folder, "decks.sealed"))) return;
  const key = readServiceKey(folder);
  writeDecks(folder, key, new Map([[deckName, parseDeck(deckCsv(1), new Map())]]), (bytes) => randomBytes(bytes));
}

function banner(url: string, table: RunningTable, out: (line: string) => void): void {
  out(`
  Pitwire ${table.config.table}: ${table.config.pack.title}, emulated (no hardware)

    console   ${url}/console      the dealer's screen: take over, press red, pull a cable
    sign      ${url}/sign         beside the table
    facts     mosquitto_sub -p ${table.brokerPort} -q 1 -t '${table.topics.fact}'
    floor     PIN ${floorPin} clears a red light
    journal   ${join(table.config.folder, "journal.sqlite")}

  Ctrl-C stops. Killed in mid-round it goes on with the same round.
`);
}

function controls(felt: Felt, dealer: { auto: boolean }): TableFace["demo"] {
  const cut = new Set<string>();
  return {
    state: () => ({ auto: dealer.auto, red: felt.red, cut: [...cut], devices: feltDevices }),
    act: (request) => {
      if (request.do === "auto") dealer.auto = request.on;
      else if (request.do === "red") felt.light("red", request.on);
      else pull(felt, cut, request.device, request.on);
    },
  };
}

function pull(felt: Felt, cut: Set<string>, name: string, out: boolean): void {
  const device = feltDevices.find((one) => one === name);
  if (device === undefined || cut.has(device) === out) return;
  if (out) {
    cut.add(device);
    felt.lines[device].cut();
  } else {
    cut.delete(device);
    void felt.lines[device].restore();
  }
}

/** One move at a time, after a moment's thought, for as long as nobody has taken over. */
function runDealer(table: RunningTable, felt: Felt, dealer: { auto: boolean }, pace: number): { stop(): void } {
  let stopped = false;
  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms / pace));
  const count = (place: string): number => table.loop.table.felt.piles[place]?.length ?? 0;
  felt.settleCarried(count);

  async function move(): Promise<void> {
    const view = table.view("dealer");
    // At a table that a person runs, the emulated hands still deal: a person has no emulated cards.
    const next = nextMove(view, { players: places.length, shuffled: felt.shuffled });
    if (view.waiting.length > 0 || next === null) return wait(thinkMs / 4);
    if (next.kind === "deal") {
      const before = count(next.to);
      return felt.deal(
        next.to,
        () => count(next.to) > before || table.loop.table.halt !== null || table.loop.table.played?.settlement != null,
      );
    }
    if (!dealer.auto && next.kind === "command") return wait(thinkMs / 4);
    if (next.kind === "shuffle") {
      felt.clear();
      felt.shuffle();
      return wait(thinkMs);
    }
    await table.loop.command(randomUUID(), { name: "emulated dealer", role: "dealer" }, next.command);
    await wait(next.command.kind === "wager" ? thinkMs / 3 : thinkMs);
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
