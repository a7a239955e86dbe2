// An emulated table top: cards with tags, a shoe, antennas under the seats, a shuffler with lamps. It speaks the same bytes as
// the real devices, over real lines. Like a real table top it outlives the program: where its cards lie is on disk.

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Card, deck52 } from "#core/card";
import type { Uid } from "#core/device";
import { type Held, type Place, seatOf, type Felt as TableFelt } from "#core/felt";
import { isTyped } from "#core/manual-state";
import { cardOf, type FeltPart, type FeltReader, type ReaderAction, type SensorAction, tagOf } from "./reader.ts";
import { type ServedEmulator, serveEmulator } from "./serve.ts";

/** A device as a configuration writes it. */
export interface FeltDevice {
  readonly id: string;
  readonly driver: string;
  readonly link: string;
  readonly wire: "dedicated";
  readonly antennas?: Readonly<Record<number, Place>>;
  readonly counts?: true;
  readonly options?: unknown;
}

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
  readonly devices: readonly FeltDevice[];
  /** Pulls a device's cable, or plugs it in again. */
  cable(device: string, isOut: boolean): void;
  readonly shuffled: boolean;
  readonly red: boolean;
  /** Cards in the shoe. */
  readonly left: number;
  /** Draws the top card over the shoe's reader and, once `taken` names it or says "stopped", lays it down; "later": nobody can say yet. */
  deal(to: Place, taken: () => Held | "stopped" | "later" | null): Promise<void>;
  /** Lays down the card that was on its way when the program died, if the table has met it, or puts it back. */
  settleCarried(felt: TableFelt): void;
  /** The faces of cards, as the people who hold them see them. */
  faces(held: readonly Held[]): readonly (Card | null)[];
  /** Puts some cards, or all of them, or all but some, back and mixes them. */
  shuffle(held: readonly Held[] | "all" | { readonly except: readonly Held[] }): void;
  light(lamp: "red" | "green", on: boolean): void;
  close(): Promise<void>;
}

export interface FeltOptions {
  /** File that holds where the cards lie. */
  readonly file: string;
  /** Where the line of a device that has one is served: `tcp://127.0.0.1:0` or `pty:PATH`. A USB device is plugged into this kernel. */
  readonly where: (device: string) => string;
  /** What sees the cards, and the same made of numbers. */
  readonly reader: FeltReader;
  readonly shoe: FeltPart;
  readonly hands: FeltPart | null;
  readonly sensor: FeltPart;
  readonly seats: readonly number[];
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds that a hand takes over one card. */
  readonly cardMs: number;
}

/** What the lamps are wired to, at whatever sensor. */
export const lampInputs = { green: 1, red: 2, mains: 3 } as const;
/** How often to look whether the table has taken a card, at most, and for how long; hands that take less time over a card look sooner. */
const lookEveryMs = 5;
const takenWithinMs = 2000;
/** What a disk says that is full, or has become read-only. */
const refusals: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

export async function layFelt(options: FeltOptions): Promise<Felt> {
  const { file, reader, seats, random, wait, cardMs } = options;
  const lie = readLie(file, reader.tagBytes);
  const shoe = await plug<ReaderAction>("shoe", options.shoe, options, { 0: "shoe" });
  const hands =
    reader.hands === null || options.hands === null
      ? null
      : await plug<ReaderAction>("seats", options.hands, options, handAntennas(options));
  const sensor = await plug<SensorAction>("shuffler", options.sensor, options, null);
  const plugged = [shoe, ...(hands === null ? [] : [hands]), sensor];
  let red = false;

  const save = (): void => writeLie(file, lie);

  /** Each seat has one antenna, under the place where its hand is dealt. */
  function seen({ to, uid }: Laid, present: boolean): void {
    const seat = seatOf(to);
    const antenna = seat === null || !to.endsWith("/hand") ? -1 : seats.indexOf(seat);
    if (hands === null || reader.hands === null || antenna < 0 || antenna >= reader.hands.most) return;
    hands.line.act({ kind: "tag", antenna: reader.hands.firstAntenna + antenna, uid, present });
  }

  /** The top card passes the mouth of the shoe. A shoe that says rank and suit says it once; a tag lies there for a moment. */
  function pass(uid: Uid, present: boolean): void {
    const card = cardOf(uid);
    if (reader.tagBytes !== null) shoe.line.act({ kind: "tag", antenna: 0, uid, present });
    else if (present && card !== null) shoe.line.act({ kind: "say", reading: { kind: "card", card } });
  }

  function layDown(card: Laid): void {
    lie.carried = null;
    lie.laid = [...lie.laid, card];
    save();
    seen(card, true);
  }

  function light(lamp: "red" | "green", on: boolean): void {
    if (lamp === "red") red = on;
    sensor.line.act({ kind: "input", port: lampInputs[lamp], level: on ? 1 : 0 });
  }

  sensor.line.act({ kind: "input", port: lampInputs.mains, level: 1 });
  light("green", true);
  light("red", false);
  for (const card of lie.laid) seen(card, true);

  return {
    devices: plugged.map(({ device }) => device),
    cable: (id, isOut) => {
      const line = plugged.find(({ device }) => device.id === id)?.line;
      if (isOut) line?.cut();
      else void line?.restore();
    },
    get shuffled() {
      return lie.fresh;
    },
    get red() {
      return red;
    },
    get left() {
      return lie.stub.length;
    },
    light,
    deal: async (to, taken) => {
      const uid = lie.stub.pop();
      if (uid === undefined) return wait(cardMs);
      lie.fresh = false;
      lie.carried = { uid, to };
      save();
      pass(uid, true);
      let held = taken();
      const lookMs = Math.min(lookEveryMs, Math.max(1, cardMs));
      for (let waited = 0; (held === null && waited < takenWithinMs) || held === "later"; ) {
        await wait(lookMs);
        held = taken();
        waited = held === "later" ? 0 : waited + lookMs;
      }
      pass(uid, false);
      layDown({ uid, to, held: typeof held === "number" ? held : null });
      await wait(cardMs);
    },
    settleCarried: (felt) => {
      const { carried } = lie;
      if (carried === null) return;
      const { uid, to } = carried;
      const held = metOf(felt, to, lie.laid);
      if (held !== null) return layDown({ uid, to, held });
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
      const isMeant = ({ held: one }: Laid): boolean => {
        if (held === "all") return true;
        return "except" in held ? one === null || !held.except.includes(one) : one !== null && held.includes(one);
      };
      const back = lie.laid.filter(isMeant);
      for (const card of back) seen(card, false);
      lie.laid = lie.laid.filter((card) => !back.includes(card));
      lie.stub = mixed([...lie.stub, ...back.map(({ uid }) => uid)], random);
      // Some piles mixed in mid-round are no whole deck: between rounds the emulated hands pick up everything.
      lie.fresh = held === "all";
      save();
      if (held === "all" && options.sensor.counts) sensor.line.act({ kind: "count", cards: lie.stub.length });
    },
    close: async () => {
      await Promise.all(plugged.map(({ line }) => line.close()));
    },
  };
}

/**
 * The card that the table has met between two states, or null. Wherever it lies: the rules may move a card as soon as it is open, as
 * Palace does with a banner of a suit that is there already.
 */
export function newlyMet(before: TableFelt, after: TableFelt): Held | null {
  const known = new Set(Object.values(before.piles).flat());
  return (
    Object.values(after.piles)
      .flat()
      .find((held) => !known.has(held)) ?? null
  );
}

/**
 * The card that was dealt to a place and of which the hands had not heard, or null. The rules may have moved it on; then there is one card
 * more on the table's felt than lies on the real one.
 */
function metOf({ piles }: TableFelt, to: Place, laid: readonly Laid[]): Held | null {
  const known = new Set(laid.map(({ held }) => held));
  const isNew = (held: Held): boolean => !known.has(held) && !isTyped(held);
  const there = (piles[to] ?? []).find(isNew);
  if (there !== undefined) return there;
  const elsewhere = Object.values(piles).flat().filter(isNew);
  return elsewhere.length > laid.filter(({ held }) => held === null).length ? (elsewhere.at(-1) ?? null) : null;
}

/** Serves one device, and says what a configuration writes about it. */
async function plug<Action>(
  id: string,
  part: FeltPart,
  { where }: FeltOptions,
  antennas: Readonly<Record<number, Place>> | null,
): Promise<{ readonly line: ServedEmulator<Action>; readonly device: FeltDevice }> {
  const { driver, emulator, emulatorOptions, counts, options } = part;
  const line = await serveEmulator(emulator, emulatorOptions, emulator.usb === undefined ? where(id) : `uhid:${randomUUID()}`);
  const device = {
    id,
    driver,
    link: line.address,
    wire: "dedicated" as const,
    ...(antennas && { antennas }),
    ...(counts && { counts }),
    ...(options !== undefined && { options }),
  };
  return { line, device };
}

function handAntennas({ reader, seats }: FeltOptions): Readonly<Record<number, Place>> {
  const { most, firstAntenna } = reader.hands ?? { most: 0, firstAntenna: 0 };
  return Object.fromEntries(seats.slice(0, most).map((seat, i) => [firstAntenna + i, `${seat}/hand`]));
}

function mixed<T>(items: readonly T[], random: () => number): T[] {
  const cards = [...items];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
  }
  return cards;
}

function writeLie(file: string, lie: Lie): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(lie), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    // A disk that refuses holds up the table too: the next card is written with this one.
    if (!refusals.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function readLie(file: string, tagBytes: number | null): Lie {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Lie;
  return { stub: deck52.map((card) => tagOf(card, 1, tagBytes)), laid: [], carried: null, fresh: false };
}
