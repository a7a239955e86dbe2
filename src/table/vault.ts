// The only holder of tags and of faces that the rules have not opened. It stands in front of `step` and turns every card or
// tag into a handle: the same card, the same number, until a shuffle or a new era gives new ones.
//
// An era is a round, or the time between two. Each has a key of its own: when a round ends its key is split between the custodians,
// and neither vault nor journal keep a copy. What stayed hidden can't be opened by the service any more.

import { hash } from "node:crypto";
import { assert } from "#core/assert";
import { type Card, cardIndex, deck52 } from "#core/card";
import type { DeviceId, Reading, Uid } from "#core/device";
import type { Event, Millis } from "#core/event";
import { type Held, type Place, stub } from "#core/felt";
import { type Custodian, depositKey } from "./custody.ts";
import type { Decks } from "./deck-store.ts";
import { createDisclosure, type Disclosure } from "./disclosure.ts";
import { eraOf, nameOfEra } from "./era.ts";
import { type Random, seal, unseal } from "./seal.ts";
import { type Census, createWhereabouts, placeMark } from "./whereabouts.ts";

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
  /**
   * Where else antennas have seen a card that is met for the first time: in the undealt pack, which it has not left yet or where it is
   * twice; where an earlier round has left it, or a reader has gone on seeing it. Marks of the places (`placeMark`).
   */
  readonly besides?: readonly string[];
}

/** The key of an era, wrapped by the service key. */
export interface EraKey {
  readonly era: number;
  readonly wrapped: Uint8Array;
}

export interface Vault {
  /** Puts a deck in play. */
  use(deck: string): void;
  /** New handles for every card, under a new key; the one before it is gone. */
  begin(era: number): EraKey;
  /** An era whose key is gone, or was never kept: its cards are met again as if for the first time. */
  lapse(era: number): void;
  /** A round is over: its key, locked to the custodians; null when there are none. */
  deposit(round: number): Uint8Array | null;
  /** Cards gone into a shuffle get new handles when they are met again. */
  forget(held: readonly Held[]): void;
  /**
   * Right after a round began: where cards of earlier rounds still lie, each with a sealed record, so that they are known for what they are
   * after a restart too.
   */
  leftovers(): readonly { readonly device: DeviceId; readonly place: Place; readonly sealed: Uint8Array }[];
  /** What antennas see of the deck in play, wherever it lies. */
  census(): Census;
  /** Null when nothing follows: a card of an earlier round leaves an antenna, or it is the second tag of one that lies there. */
  meet(reading: CardReading): Met | null;
  faces(held: readonly Held[]): readonly (readonly [Held, Card, string])[];
  cards(held: readonly Held[]): readonly Card[];
  /** The handles it knows, in the order in which they were given. */
  handles(): readonly Held[];
  /**
   * Takes up an era again from its key and its sealed records; with `only`, the cards that had not gone into a shuffle.
   * @throws Error when they do not open with the service key of this vault
   */
  resume(key: EraKey): void;
  recall(sealed: Uint8Array, only?: ReadonlySet<Held>): void;
  /** What a technician may see of what readers send. */
  readonly disclosure: Pick<Disclosure, "turnedUp" | "concluded" | "mayShow">;
}

/** What the vault knows of a card it has met. */
interface Known {
  readonly held: Held;
  readonly card: Card;
  readonly salt: Uint8Array;
}

const keyBytes = 32;
const saltBytes = 16;
/** held (4) ‖ card (1) ‖ salt (16), filled up: every record has one length. Held 0: a card of an earlier round, the salt its place. */
const recordBytes = 32;

/** SHA-256 of salt ‖ card: announced when a card is met, opened when it is shown. */
export function commitmentOf(card: Card, salt: Uint8Array): string {
  return hash("sha256", Buffer.concat([salt, Buffer.from(card)]), "hex");
}

export interface VaultOptions {
  readonly decks: Decks;
  readonly serviceKey: Uint8Array;
  /** The journal's id, bound into every sealed record. */
  readonly journal: string;
  readonly random: Random;
  /** Who may open what stays hidden, two together. Without any, nobody ever can. */
  readonly custodians?: readonly Custodian[];
}

export function createVault({ decks, serviceKey, journal, random, custodians = [] }: VaultOptions): Vault {
  let deck: string | null = null;
  let era = 0;
  let key: Uint8Array | null = null;
  let next: Held = 1;
  const byCard = new Map<Card, Known>();
  const byHeld = new Map<Held, Known>();
  const whereabouts = createWhereabouts();

  const disclosure = createDisclosure(decks, () => deck);

  function begin(number: number, eraKey: Uint8Array | null): void {
    era = number;
    key?.fill(0);
    key = eraKey;
    next = 1;
    byCard.clear();
    byHeld.clear();
    disclosure.begun();
    whereabouts.newRound();
  }

  function remember(known: Known, at: Millis): void {
    disclosure.met(known.held, known.card, at);
    byCard.set(known.card, known);
    byHeld.set(known.held, known);
    next = Math.max(next, known.held + 1);
  }

  function hold(card: Card, at: Millis): { known: Known; sealed?: Uint8Array } {
    const before = byCard.get(card);
    if (before !== undefined) return { known: before };
    const known: Known = { held: next, card, salt: random(saltBytes) };
    remember(known, at);
    if (key === null) return { known };
    return { known, sealed: seal(key, record(known), aboutRecord(journal, era), random) };
  }

  function meetTag(reading: CardReading, uid: Uid, present: boolean): Met | null {
    const { device, at, place } = reading;
    const common = commonOf(reading);
    const card = cardIn(decks, deck, uid);
    if (card === "foreign" || card === "otherDeck") {
      whereabouts.stranger(uid, card, { place, device, present });
      return present ? { event: { kind: "stray", why: card, ...common } } : null;
    }
    const how = whereabouts.seen(card, uid, { place, device, present });
    if (how === "second") return null;
    const isMet = byCard.has(card);
    // Of the undealt pack that alone is told which has left it.
    if (place === stub) return isMet ? held(hold(card, at), { ...common, present }) : null;
    if (how === "old" && !isMet) return present ? { event: { kind: "stray", why: "oldRound", ...common } } : null;
    if (!present && !isMet) return null;
    return held(hold(card, at), { ...common, present }, isMet ? [] : whereabouts.besides(card, place));
  }

  function knownOf(one: Held): Known {
    const known = byHeld.get(one);
    assert(known !== undefined, `the vault has never met handle ${one} in ${nameOfEra(era)}`);
    return known;
  }

  return {
    use: (name) => {
      if (name !== deck) whereabouts.sortAnew((uid) => cardIn(decks, name, uid));
      deck = name;
    },
    begin: (number) => {
      const fresh = Uint8Array.from(random(keyBytes));
      begin(number, fresh);
      return { era: number, wrapped: seal(serviceKey, fresh, aboutKey(journal, number), random) };
    },
    lapse: (number) => begin(number, null),
    deposit: (round) => {
      assert(key !== null && era === eraOf(round, true), `the key of round ${round} is asked for in ${nameOfEra(era)}`);
      return custodians.length === 0 ? null : Buffer.from(JSON.stringify(depositKey(key, { journal, round, custodians, random })));
    },
    disclosure,
    leftovers: () =>
      whereabouts.old().flatMap(({ card, place, device }) => {
        if (key === null) return [];
        const sealed = seal(key, record({ held: 0, card, salt: placeMark(place) }), aboutRecord(journal, era), random);
        return [{ device, place, sealed }];
      }),
    census: whereabouts.census,
    forget: (gone) => {
      disclosure.forgotten(gone);
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
      return held(hold(said.card, reading.at), { ...commonOf(reading), present: true });
    },
    faces: (wanted) =>
      wanted.map((one) => {
        const { held: handle, card, salt } = knownOf(one);
        return [handle, card, Buffer.from(salt).toString("hex")] as const;
      }),
    cards: (wanted) => wanted.map((one) => knownOf(one).card),
    handles: () => [...byHeld.keys()],
    resume: ({ era: number, wrapped }) => {
      begin(number, opened(`the key of ${nameOfEra(number)}`, serviceKey, wrapped, aboutKey(journal, number)));
    },
    recall: (sealed, only) => {
      if (key === null) return;
      const known = readRecord(opened(`a card of ${nameOfEra(era)}`, key, sealed, aboutRecord(journal, era)));
      if (known.held === 0) whereabouts.recall(known.card, known.salt);
      else if (only === undefined || only.has(known.held)) remember(known, 0);
      else next = Math.max(next, known.held + 1);
    },
  };
}

function commonOf({ device, at, seq, place }: CardReading) {
  return { device, at, ...(seq !== undefined && { seq }), ...(place !== null && { place }) };
}

function held(
  met: { known: Known; sealed?: Uint8Array },
  common: Omit<Extract<Event, { kind: "held" }>, "kind" | "held">,
  besides: readonly string[] = [],
): Met {
  const { known, sealed } = met;
  const event = { kind: "held", held: known.held, ...common } as const;
  return {
    event: sealed === undefined ? event : { ...event, commitment: commitmentOf(known.card, known.salt) },
    ...(sealed && { sealed }),
    ...(besides.length > 0 && { besides }),
  };
}

/**
 * The cards of a round's sealed records, for those who hold its key.
 * @throws Error when one does not open
 */
export function openRecords(
  key: Uint8Array,
  journal: string,
  round: number,
  sealed: readonly Uint8Array[],
): readonly { readonly held: Held; readonly card: Card; readonly salt: string }[] {
  const era = eraOf(round, true);
  return sealed.flatMap((bytes) => {
    const { held, card, salt } = readRecord(opened(`a card of round ${round}`, key, bytes, aboutRecord(journal, era)));
    // A card that an earlier round had left lying was no card of this one.
    return held === 0 ? [] : [{ held, card, salt: Buffer.from(salt).toString("hex") }];
  });
}

/** The card behind a tag, or why it is none of the deck in play. */
function cardIn(decks: Decks, deck: string | null, uid: Uid): Card | "foreign" | "otherDeck" {
  const mine = deck === null ? undefined : decks.get(deck)?.get(uid);
  if (mine !== undefined) return mine;
  for (const other of decks.values()) if (other.has(uid)) return "otherDeck";
  return "foreign";
}

const aboutRecord = (journal: string, era: number): string => `pitwire card 1 ${journal} ${era}`;
const aboutKey = (journal: string, era: number): string => `pitwire era 1 ${journal} ${era}`;

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
