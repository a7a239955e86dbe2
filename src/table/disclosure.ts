// Which of a reader's frames a technician may see. Part of the vault: it knows cards by their faces.
//
// A frame is shown whole or not at all, for a checksum gives a masked number back. It is shown when its round is over and every card
// that it names was turned up in that round; what names no card is not shown either, for nobody can say that it holds none.

import type { Card } from "#core/card";
import type { Sequenced, Uid } from "#core/device";
import type { Millis } from "#core/event";
import type { Held } from "#core/felt";
import type { Decks } from "./deck-store.ts";

/** A frame, with the readings that it is. */
export interface Sighted {
  readonly at: Millis;
  readonly bytes: Uint8Array;
  readonly readings: readonly Sequenced[];
}

/** A card under one handle: from when it was first met until its round ended, or it went into a shuffle. */
interface Era {
  readonly card: Card;
  readonly from: Millis;
  until: Millis;
  up: boolean;
}

export interface Disclosure {
  met(held: Held, card: Card, at: Millis): void;
  turnedUp(held: readonly Held[]): void;
  /** The round is over: what was turned up in it may be shown. */
  concluded(at: Millis): void;
  /** A shuffle in the middle of a round: what is met again is another card to everybody. */
  forgotten(held: readonly Held[]): void;
  /** New handles for every card: what was not turned up in a round that ended is forgotten. */
  begun(): void;
  mayShow(sighted: Sighted): boolean;
}

/** Cards of about a hundred rounds: a tape holds fewer. */
const keptMax = 5000;

/** `inPlay`: the name of the deck in play. */
export function createDisclosure(decks: Decks, inPlay: () => string | null): Disclosure {
  const now = new Map<Held, Era>();
  let apart: Era[] = [];
  let past: Era[] = [];
  let lastAt = 0;

  function cardOf(uid: Uid): Card | null {
    return decks.get(inPlay() ?? "")?.get(uid) ?? null;
  }

  function cardsIn(readings: readonly Sequenced[]): readonly Card[] | null {
    const cards: Card[] = [];
    for (const reading of readings) {
      const card = reading.kind === "card" ? reading.card : reading.kind === "tag" ? cardOf(reading.uid.toUpperCase()) : null;
      if (card === null) return null;
      cards.push(card);
    }
    return cards.length > 0 ? cards : null;
  }

  function isOpen(card: Card, at: Millis): boolean {
    return past.some((era) => era.card === card && era.up && era.from <= at && at < era.until);
  }

  /** Numbers with their bytes turned round: each is looked for in every frame that is to be shown. */
  const turned = new Map<string, string>();

  function turnedRound(uid: string): string {
    const known = turned.get(uid) ?? uid.match(/../g)?.reverse().join("") ?? uid;
    turned.set(uid, known);
    return known;
  }

  /** A frame of a driver that read only one of two numbers in it: looked for in every way in which a number may be written. */
  function namesAnother(bytes: Uint8Array, cards: readonly Card[]): boolean {
    const hex = Buffer.from(bytes).toString("hex").toUpperCase();
    const text = Buffer.from(bytes).toString("latin1").toUpperCase();
    const isNamed = (uid: string): boolean => [uid, turnedRound(uid)].some((one) => hex.includes(one) || text.includes(one));
    for (const tags of decks.values()) {
      for (const uid of tags.keys()) {
        const card = cardOf(uid);
        if ((card === null || !cards.includes(card)) && isNamed(uid)) return true;
      }
    }
    return false;
  }

  return {
    met: (held, card, at) => {
      lastAt = Math.max(lastAt, at);
      now.set(held, { card, from: at, until: Number.POSITIVE_INFINITY, up: false });
    },
    turnedUp: (held) => {
      for (const one of held) {
        const era = now.get(one);
        if (era !== undefined) era.up = true;
      }
    },
    concluded: (at) => {
      const ended = [...apart, ...[...now.values()].map((era) => Object.assign(era, { until: at }))];
      past = [...past, ...ended.filter(({ up }) => up)].slice(-keptMax);
    },
    begun: () => {
      now.clear();
      apart = [];
    },
    forgotten: (held) => {
      for (const one of held) {
        const era = now.get(one);
        if (era === undefined) continue;
        apart.push(Object.assign(era, { until: lastAt + 1 }));
        now.delete(one);
      }
    },
    mayShow: ({ at, bytes, readings }) => {
      const cards = cardsIn(readings);
      return cards?.every((card) => isOpen(card, at)) === true && !namesAnother(bytes, cards);
    },
  };
}
