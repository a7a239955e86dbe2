// What an emulated table top speaks through: which readers see its cards, and how their tags are numbered. Each is a driver's name, the
// options that its emulator and its configuration need, and what it can see.

import { type Card, deck52 } from "#core/card";
import type { Reading, Uid } from "#core/device";
import type { DeviceEmulator } from "#devices/index";

/** What happens at an emulated reader, whatever its model. */
export type ReaderAction =
  | { readonly kind: "tag"; readonly antenna: number; readonly uid: Uid; readonly present: boolean }
  | { readonly kind: "say"; readonly reading: Reading };

/** What happens at an emulated sensor of lamps; `count` at one that knows what the shuffler counted. */
export type SensorAction =
  | { readonly kind: "input"; readonly port: number; readonly level: 0 | 1 }
  | { readonly kind: "count"; readonly cards: number };

/** A device of the table top: its model, made of numbers, and what a configuration writes about it. */
export interface FeltPart {
  readonly driver: string;
  // biome-ignore lint/suspicious/noExplicitAny: emulators of any state, options and actions; each is chosen to know what happens at it
  readonly emulator: DeviceEmulator<any, any, any>;
  readonly emulatorOptions: unknown;
  /** It tells how many cards the shuffler counted. */
  readonly counts?: true;
  readonly options?: unknown;
}

export interface FeltReader {
  readonly driver: string;
  /** Length of its tags' numbers; null: it tells rank and suit, and no tag. */
  readonly tagBytes: number | null;
  /**
   * Hands that one such device can see under the seats, the antenna of the first, and how long it takes until it has missed cards that
   * were picked up; null: it is no reader for a hand of cards.
   */
  readonly hands: { readonly most: number; readonly firstAntenna: number; readonly clearMs: number } | null;
  /** What a configuration must say so that the numbers are read as they are. */
  readonly options?: object;
}

/** By the name that `--reader` takes. Readers of one antenna or few tags sit at the mouth of the shoe only. */
export const feltReaders: Readonly<Record<string, FeltReader>> = {
  tablelink: { driver: "tablelink", tagBytes: 8, hands: { most: 32, firstAntenna: 1, clearMs: 0 } },
  pn532: { driver: "pn532", tagBytes: 7, hands: null },
  feig: { driver: "feig-adv", tagBytes: 8, hands: { most: 8, firstAntenna: 0, clearMs: 3500 } },
  "feig-std": { driver: "feig-std", tagBytes: 8, hands: null },
  "angel-eye": { driver: "angel-eye-2ex", tagBytes: null, hands: null },
  "suit-rank": { driver: "suit-rank-line", tagBytes: null, hands: null },
  uhfreader18: { driver: "uhfreader18", tagBytes: 12, hands: null },
  "sw-ct": { driver: "sw-ct", tagBytes: 12, hands: null },
  r2000: { driver: "r2000", tagBytes: 12, hands: null },
  m100: { driver: "m100", tagBytes: 12, hands: null },
  rdm6300: { driver: "rdm6300", tagBytes: 5, hands: null },
  wedge: { driver: "wedge", tagBytes: 4, hands: null },
  "hid-pos": { driver: "hid-pos", tagBytes: 8, hands: null, options: { code: "hex" } },
};

const indexDigits = 4;

/** The tag of a card in the emulated deck: as many bytes as the reader's tags have, 8 as of ISO 15693 where it knows none. */
export function tagOf(card: Card, deck: number, bytes: number | null = 8): Uid {
  const maker = bytes === 7 ? "0413520" : "E004010";
  const digits = 2 * (bytes ?? 8) - indexDigits;
  const head = `${maker}${deck.toString(16).toUpperCase()}`.padEnd(digits, "0").slice(0, digits);
  return `${head}${deck52.indexOf(card).toString(16).toUpperCase().padStart(indexDigits, "0")}`;
}

export function cardOf(uid: Uid): Card | null {
  return deck52[Number.parseInt(uid.slice(-indexDigits), 16)] ?? null;
}

/** The emulated deck as lines `card,uid`, ready to be registered. */
export function deckCsv(deck: number, bytes: number | null = 8): string {
  return deck52.map((card) => `${card},${tagOf(card, deck, bytes)}`).join("\n");
}
