// The only holder of tags and of faces that the rules have not opened. It stands in front of `step` and turns every card or
// tag into a handle: the same card, the same number, until a shuffle or a new round gives new ones.

import { createHash } from "node:crypto";
import { assert } from "#core/assert";
import { type Card, cardIndex, deck52 } from "#core/card";
import type { DeviceId, Reading, Uid } from "#core/device";
import type { Event, Millis } from "#core/event";
import type { Held, Place } from "#core/felt";
import type { Decks } from "./deck-store.ts";
import { type Random, seal, unseal } from "./seal.ts";

/** A card or tag reading as the device loop hands it over. `place` null: the mouth of the shoe. */
export interface CardReading {
  readonly device: DeviceId;
  readonly at: Millis;
  readonly seq?: number;
  readonly reading: Extract<Reading, { kind: "card" | "tag" }>;
  readonly place: Place | null;
}

export interface Met {
  readonly event: Extract<Event, { kind: "held" | "stray" }>;
  /** The sealed record of a card met for the first time. */
  readonly sealed?: Uint8Array;
}

/** The key of a round, wrapped by the service key. */
export interface RoundKey {
  readonly round: number;
  readonly wrapped: Uint8Array;
}

export interface Vault {
  /** Puts a deck in play. */
  use(deck: string): void;
  /** New handles for every card. */
  newRound(round: number): RoundKey;
  /** Cards gone into a shuffle get new handles when they are met again. */
  forget(held: readonly Held[]): void;
  /** Null when nothing follows: a card of an earlier round leaves an antenna. */
  meet(reading: CardReading): Met | null;
  faces(held: readonly Held[]): readonly (readonly [Held, Card, string])[];
  cards(held: readonly Held[]): readonly Card[];
  /**
   * Takes up a round again from its key and its sealed records.
   * @throws Error when they do not open with the service key of this vault
   */
  resume(key: RoundKey): void;
  recall(sealed: Uint8Array): void;
}

/** What the vault knows of a card it has met. */
interface Known {
  readonly held: Held;
  readonly card: Card;
  readonly salt: Uint8Array;
}

const saltBytes = 16;
/** held (4) ‖ card (1) ‖ salt (16), filled up: every record has one length. */
const recordBytes = 32;

/** SHA-256 of salt ‖ card: announced when a card is met, opened when it is shown. */
export function commitmentOf(card: Card, salt: Uint8Array): string {
  return createHash("sha256").update(salt).update(card).digest("hex");
}

/** `journal`: the journal's id, bound into every sealed record. */
export function createVault(options: { decks: Decks; serviceKey: Uint8Array; journal: string; random: Random }): Vault {
  const { decks, serviceKey, journal, random } = options;
  let deck: string | null = null;
  let round = 0;
  let key: Uint8Array | null = null;
  let next: Held = 1;
  const byCard = new Map<Card, Known>();
  const byHeld = new Map<Held, Known>();
  /** Tags that lie on antennas: true when they have lain there since an earlier round. */
  const lying = new Map<string, boolean>();

  const aboutRecord = (): string => `pitwire card 1 ${journal} ${round}`;
  const aboutKey = (): string => `pitwire round 1 ${journal} ${round}`;

  function begin(number: number, roundKey: Uint8Array): void {
    round = number;
    key = roundKey;
    next = 1;
    byCard.clear();
    byHeld.clear();
    for (const tag of lying.keys()) lying.set(tag, true);
  }

  function remember(known: Known): void {
    byCard.set(known.card, known);
    byHeld.set(known.held, known);
    next = Math.max(next, known.held + 1);
  }

  /** The card behind a tag, or why it is none of the deck in play. */
  function cardOf(uid: Uid): Card | "foreign" | "otherDeck" {
    const mine = deck === null ? undefined : decks.get(deck)?.get(uid);
    if (mine !== undefined) return mine;
    for (const other of decks.values()) if (other.has(uid)) return "otherDeck";
    return "foreign";
  }

  function hold(card: Card): { known: Known; sealed?: Uint8Array } {
    const before = byCard.get(card);
    if (before !== undefined) return { known: before };
    const known: Known = { held: next, card, salt: random(saltBytes) };
    remember(known);
    if (key === null) return { known };
    return { known, sealed: seal(key, record(known), aboutRecord(), random) };
  }

  function meetTag(reading: CardReading, uid: Uid, present: boolean): Met | null {
    const { device, at, seq, place } = reading;
    const common = { device, at, ...(seq !== undefined && { seq }), ...(place !== null && { place }) };
    const card = cardOf(uid);
    const spot = `${place ?? "shoe"} ${uid}`;
    const old = lying.get(spot) === true;
    if (present && place !== null) lying.set(spot, old);
    else lying.delete(spot);
    if (card === "foreign" || card === "otherDeck") return present ? { event: { kind: "stray", why: card, ...common } } : null;
    if (old) return present ? { event: { kind: "stray", why: "oldRound", ...common } } : null;
    if (!present && !byCard.has(card)) return null;
    return held(hold(card), { ...common, present });
  }

  function held(met: { known: Known; sealed?: Uint8Array }, common: Omit<Extract<Event, { kind: "held" }>, "kind" | "held">): Met {
    const { known, sealed } = met;
    if (sealed === undefined) return { event: { kind: "held", held: known.held, ...common } };
    return { event: { kind: "held", held: known.held, ...common, commitment: commitmentOf(known.card, known.salt) }, sealed };
  }

  function knownOf(one: Held): Known {
    const known = byHeld.get(one);
    assert(known !== undefined, `the vault has never met handle ${one} in round ${round}`);
    return known;
  }

  return {
    use: (name) => {
      deck = name;
    },
    newRound: (number) => {
      const fresh = random(32);
      begin(number, fresh);
      return { round: number, wrapped: seal(serviceKey, fresh, aboutKey(), random) };
    },
    forget: (gone) => {
      for (const one of gone) {
        const known = byHeld.get(one);
        if (known === undefined) continue;
        byHeld.delete(one);
        byCard.delete(known.card);
      }
    },
    meet: (reading) => {
      const said = reading.reading;
      if (said.kind === "tag") return meetTag(reading, said.uid.toUpperCase(), said.present);
      const { device, at, seq, place } = reading;
      return held(hold(said.card), { device, at, present: true, ...(seq !== undefined && { seq }), ...(place !== null && { place }) });
    },
    faces: (wanted) =>
      wanted.map((one) => {
        const { held: handle, card, salt } = knownOf(one);
        return [handle, card, Buffer.from(salt).toString("hex")] as const;
      }),
    cards: (wanted) => wanted.map((one) => knownOf(one).card),
    resume: ({ round: number, wrapped }) => {
      round = number;
      begin(number, opened(`the key of round ${number}`, serviceKey, wrapped, aboutKey()));
    },
    recall: (sealed) => {
      if (key !== null) remember(readRecord(opened(`a card of round ${round}`, key, sealed, aboutRecord())));
    },
  };
}

/** @throws Error naming what does not open, in words for whoever starts the table */
function opened(what: string, key: Uint8Array, sealed: Uint8Array, about: string): Uint8Array {
  try {
    return unseal(key, sealed, about);
  } catch {
    throw new Error(`${what} does not open: this is another service key, or the record was changed`);
  }
}

function record(known: Known): Uint8Array {
  const bytes = Buffer.alloc(recordBytes);
  bytes.writeUInt32BE(known.held, 0);
  bytes.writeUInt8(cardIndex(known.card), 4);
  bytes.set(known.salt, 5);
  return bytes;
}

function readRecord(bytes: Uint8Array): Known {
  const view = Buffer.from(bytes);
  const card = deck52[view.readUInt8(4)];
  assert(card !== undefined, "a sealed record holds a card that does not exist");
  return { held: view.readUInt32BE(0), card, salt: Uint8Array.from(view.subarray(5, 5 + saltBytes)) };
}
