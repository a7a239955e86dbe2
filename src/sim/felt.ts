// An emulated table top: cards with tags, a shoe, antennas under the seats, a shuffler with lamps. It speaks the same bytes as
// the real devices, over real lines. Like a real table top it outlives the program: where its cards lie is on disk.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Card, deck52 } from "#core/card";
import type { Uid } from "#core/device";
import { type Held, type Place, seatOf } from "#core/felt";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { type ServedEmulator, serveEmulator } from "./serve.ts";

type Line = ServedEmulator<TablelinkAction>;

interface Laid {
  readonly uid: Uid;
  readonly to: Place;
  /** What the table calls the card; null when it never said. */
  readonly held: Held | null;
}

interface Lie {
  /** Top card last. */
  stub: Uid[];
  laid: Laid[];
  /** A card between the shoe and its place. */
  carried: { readonly uid: Uid; readonly to: Place } | null;
  /** Shuffled, and nothing drawn since. */
  fresh: boolean;
}

export interface Felt {
  readonly lines: Readonly<Record<FeltDevice, Line>>;
  readonly shuffled: boolean;
  readonly red: boolean;
  /** Draws the top card over the shoe's reader and, once `taken` names it or says "stopped", lays it down. */
  deal(to: Place, taken: () => Held | "stopped" | null): Promise<void>;
  /** Lays down or takes back the card that was on its way when the program died; `last` is the card the table has last at a place. */
  settleCarried(dealtAt: (place: Place) => readonly Held[]): void;
  /** The faces of cards, as the people who hold them see them. */
  faces(held: readonly Held[]): readonly (Card | null)[];
  /** Puts some cards, or all of them, back and mixes them. */
  shuffle(held: readonly Held[] | "all"): void;
  light(lamp: "red" | "green", on: boolean): void;
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

const inputs = { green: 1, red: 2, mains: 3 } as const;
/** How often to look whether the table has taken a card, and for how long. */
const lookEveryMs = 5;
const takenWithinMs = 2000;

/** The tag of a card in the emulated deck: 8 bytes, as an ISO 15693 tag has. */
export function tagOf(card: Card, deck: number): Uid {
  return `E004010${deck.toString(16).toUpperCase()}0000${deck52.indexOf(card).toString(16).toUpperCase().padStart(4, "0")}`;
}

function cardOf(uid: Uid): Card | null {
  return deck52[Number.parseInt(uid.slice(-4), 16)] ?? null;
}

/** The emulated deck as lines `card,uid`, ready to be registered. */
export function deckCsv(deck: number): string {
  return deck52.map((card) => `${card},${tagOf(card, deck)}`).join("\n");
}

/** Inputs and antennas of the emulated devices, for a configuration. */
export function feltWiring(seats: readonly number[]) {
  const lamps = Object.fromEntries(Object.entries(inputs).map(([lamp, port]) => [port, { lamp }]));
  return {
    shoe: { antennas: { 0: "shoe" } },
    seats: { antennas: Object.fromEntries(seats.map((seat) => [seat, `${seat}/hand`])) },
    shuffler: { counts: true, options: { inputs: lamps } },
  };
}

export async function layFelt(options: FeltOptions): Promise<Felt> {
  const { file, where, seats, random, wait, cardMs } = options;
  const lie = readLie(file);
  const serve = (device: FeltDevice): Promise<Line> =>
    serveEmulator(tablelinkEmulator, { id: device, readers: device === "seats" ? seats.length : 1 }, where(device));
  const lines = { shoe: await serve("shoe"), seats: await serve("seats"), shuffler: await serve("shuffler") };
  let red = false;

  function save(): void {
    writeFileSync(`${file}.new`, JSON.stringify(lie), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** Each seat has one antenna, under the place where its hand is dealt. */
  function seen({ to, uid }: Laid, present: boolean): void {
    const seat = seatOf(to);
    if (seat !== null && to.endsWith("/hand") && seats.includes(seat)) lines.seats.act({ kind: "tag", antenna: seat, uid, present });
  }

  function layDown(card: Laid): void {
    lie.carried = null;
    lie.laid = [...lie.laid, card];
    save();
    seen(card, true);
  }

  function light(lamp: "red" | "green", on: boolean): void {
    if (lamp === "red") red = on;
    lines.shuffler.act({ kind: "input", port: inputs[lamp], level: on ? 1 : 0 });
  }

  lines.shuffler.act({ kind: "input", port: inputs.mains, level: 1 });
  light("green", true);
  light("red", false);
  for (const card of lie.laid) seen(card, true);

  return {
    lines,
    get shuffled() {
      return lie.fresh;
    },
    get red() {
      return red;
    },
    light,
    deal: async (to, taken) => {
      const uid = lie.stub.pop();
      if (uid === undefined) return wait(cardMs);
      lie.fresh = false;
      lie.carried = { uid, to };
      save();
      lines.shoe.act({ kind: "tag", antenna: 0, uid, present: true });
      let held = taken();
      for (let waited = 0; held === null && waited < takenWithinMs; waited += lookEveryMs) {
        await wait(lookEveryMs);
        held = taken();
      }
      lines.shoe.act({ kind: "tag", antenna: 0, uid, present: false });
      layDown({ uid, to, held: typeof held === "number" ? held : null });
      await wait(cardMs);
    },
    settleCarried: (dealtAt) => {
      const { carried } = lie;
      if (carried === null) return;
      const { uid, to } = carried;
      const known = new Set(lie.laid.map(({ held }) => held));
      const held = dealtAt(to).find((one) => !known.has(one));
      if (held !== undefined) return layDown({ uid, to, held });
      lie.stub = [...lie.stub, uid];
      lie.carried = null;
      save();
    },
    faces: (held) =>
      held.map((one) => {
        const card = lie.laid.find((laid) => laid.held === one);
        return card === undefined ? null : cardOf(card.uid);
      }),
    shuffle: (held) => {
      const back = lie.laid.filter((card) => held === "all" || (card.held !== null && held.includes(card.held)));
      for (const card of back) seen(card, false);
      lie.laid = lie.laid.filter((card) => !back.includes(card));
      lie.stub = mixed([...lie.stub, ...back.map(({ uid }) => uid)], random);
      lie.fresh = true;
      save();
      if (held === "all") lines.shuffler.act({ kind: "count", cards: lie.stub.length });
    },
    close: async () => {
      await Promise.all(Object.values(lines).map((line) => line.close()));
    },
  };
}

function mixed<T>(items: readonly T[], random: () => number): T[] {
  const cards = [...items];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
  }
  return cards;
}

function readLie(file: string): Lie {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Lie;
  return { stub: deck52.map((card) => tagOf(card, 1)), laid: [], carried: null, fresh: false };
}
