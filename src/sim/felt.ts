// An emulated table top: cards with tags, a shoe, antennas under the seats, a shuffler with lamps. It speaks the same bytes as
// the real devices, over real lines. Like a real table top it outlives the program: where its cards lie is on disk.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Card, deck52 } from "#core/card";
import type { Uid } from "#core/device";
import type { Place } from "#core/felt";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { type ServedEmulator, serveEmulator } from "./serve.ts";

type Line = ServedEmulator<TablelinkAction>;

interface Lie {
  /** Top card last. */
  readonly stub: Uid[];
  readonly places: Record<Place, Uid[]>;
  /** A card between the shoe and its place. */
  carried: { readonly uid: Uid; readonly to: Place } | null;
}

export interface Felt {
  readonly lines: Readonly<Record<FeltDevice, Line>>;
  readonly shuffled: boolean;
  /** Draws the top card over the shoe's reader and, once the table has it, lays it down. */
  deal(to: Place, taken: () => boolean): Promise<void>;
  /** Lays down or takes back the card that was on its way when the program died. */
  settleCarried(dealtAt: (place: Place) => number): void;
  shuffle(): void;
  clear(): void;
  light(lamp: "red" | "green", on: boolean): void;
  readonly red: boolean;
  close(): Promise<void>;
}

export const feltDevices = ["shoe", "seats", "shuffler"] as const;
export type FeltDevice = (typeof feltDevices)[number];

export interface FeltOptions {
  /** File that holds where the cards lie. */
  readonly file: string;
  /** Where each device's line is served: `tcp://127.0.0.1:0` or `pty:PATH`. */
  readonly where: (device: FeltDevice) => string;
  readonly seats: readonly number[];
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds that a hand takes over one card. */
  readonly cardMs: number;
}

const greenPort = 1;
const redPort = 2;
const mainsPort = 3;
/** How often to look whether the table has taken a card. */
const lookEveryMs = 5;
const takenWithinMs = 2000;

/** The tag of a card in the emulated deck: 8 bytes, as an ISO 15693 tag has. */
export function tagOf(card: Card, deck: number): Uid {
  return `E004010${deck.toString(16).toUpperCase()}0000${deck52.indexOf(card).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The emulated deck as lines `card,uid`, ready to be registered. */
export function deckCsv(deck: number): string {
  return deck52.map((card) => `${card},${tagOf(card, deck)}`).join("\n");
}

/** Inputs and antennas of the emulated devices, for a configuration. */
export function feltWiring(seats: readonly number[]) {
  return {
    shoe: { antennas: { 0: "shoe" } },
    seats: { antennas: Object.fromEntries(seats.map((seat) => [seat, `${seat}/hand`])) },
    shuffler: { options: { inputs: { [greenPort]: { lamp: "green" }, [redPort]: { lamp: "red" }, [mainsPort]: { lamp: "mains" } } } },
  };
}

export async function layFelt(options: FeltOptions): Promise<Felt> {
  const { file, where, seats, random, wait, cardMs } = options;
  const lie = readLie(file);
  const serve = (device: FeltDevice): Promise<Line> =>
    serveEmulator(tablelinkEmulator, { id: device, readers: device === "seats" ? seats.length : 1 }, where(device));
  const lines = { shoe: await serve("shoe"), seats: await serve("seats"), shuffler: await serve("shuffler") };
  const boot = Math.floor(random() * 1e9);
  for (const line of Object.values(lines)) for (let i = 0; i < boot % 7; i++) line.act({ kind: "reboot" });
  let red = false;
  let fresh = Object.keys(lie.places).length === 0;

  function save(): void {
    writeFileSync(`${file}.new`, JSON.stringify(lie), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  function seen(place: Place, uid: Uid, present: boolean): void {
    const seat = Number.parseInt(place, 10);
    if (!Number.isNaN(seat)) lines.seats.act({ kind: "tag", antenna: seat, uid, present });
  }

  function layDown(uid: Uid, to: Place): void {
    lie.carried = null;
    lie.places[to] = [...(lie.places[to] ?? []), uid];
    save();
    seen(to, uid, true);
  }

  function light(lamp: "red" | "green", on: boolean): void {
    if (lamp === "red") red = on;
    lines.shuffler.act({ kind: "input", port: lamp === "red" ? redPort : greenPort, level: on ? 1 : 0 });
  }

  lines.shuffler.act({ kind: "input", port: mainsPort, level: 1 });
  light("green", true);
  light("red", false);
  for (const place in lie.places) for (const uid of lie.places[place] ?? []) seen(place, uid, true);

  return {
    lines,
    get shuffled() {
      return fresh;
    },
    get red() {
      return red;
    },
    light,
    deal: async (to, taken) => {
      const uid = lie.stub.pop();
      if (uid === undefined) throw new Error("the emulated shoe is empty");
      fresh = false;
      lie.carried = { uid, to };
      save();
      lines.shoe.act({ kind: "tag", antenna: 0, uid, present: true });
      for (let waited = 0; !taken() && waited < takenWithinMs; waited += lookEveryMs) await wait(lookEveryMs);
      lines.shoe.act({ kind: "tag", antenna: 0, uid, present: false });
      layDown(uid, to);
      await wait(cardMs);
    },
    settleCarried: (dealtAt) => {
      const { carried } = lie;
      if (carried === null) return;
      const { uid, to } = carried;
      if (dealtAt(to) > (lie.places[to]?.length ?? 0)) layDown(uid, to);
      else {
        lie.stub.push(uid);
        lie.carried = null;
        save();
      }
    },
    shuffle: () => {
      for (let i = lie.stub.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [lie.stub[i], lie.stub[j]] = [lie.stub[j] as Uid, lie.stub[i] as Uid];
      }
      fresh = true;
      save();
    },
    clear: () => {
      for (const place in lie.places) {
        for (const uid of lie.places[place] ?? []) {
          seen(place, uid, false);
          lie.stub.push(uid);
        }
        delete lie.places[place];
      }
      save();
    },
    close: async () => {
      await Promise.all(Object.values(lines).map((line) => line.close()));
    },
  };
}

function readLie(file: string): Lie {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Lie;
  return { stub: deck52.map((card) => tagOf(card, 1)), places: {}, carried: null };
}
