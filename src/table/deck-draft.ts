// A deck that is being registered: which tags are which cards so far. First each card in turn is laid on a reader, then all of them once
// more in any order. A card that is only half there, a tag that is somebody else's, two cards at once: nothing of it is taken, and what is
// wrong is said. No tag ever leaves here but into the deck store.

import { type Card, deck52, isCard } from "#core/card";
import type { Uid } from "#core/device";
import type { Deck, Decks } from "./deck-store.ts";

export interface DraftShown {
  readonly name: string;
  readonly perCard: number;
  /** 1: the cards are named in turn; 2: all of them once more. */
  readonly pass: 1 | 2;
  /** The card that is wanted next; null in the second pass. */
  readonly now: Card | null;
  /** Cards that are complete in this pass. */
  readonly done: readonly Card[];
  /** Cards of which not every tag was read in this pass. */
  readonly half: readonly Card[];
  readonly refused: DraftRefusal | null;
  /** Both passes are over: it can be signed. */
  readonly ready: boolean;
}

/** A tag of another deck is told by the deck's name: its card may be in play. */
export interface DraftRefusal {
  readonly why: "sameTag" | "otherDeck" | "unknownTag" | "oneAtATime" | "halfCard" | "tagLength";
  readonly card?: Card;
  readonly deck?: string;
}

/** A tag comes to an antenna or leaves it. `antenna`: one of one device. */
export interface DraftTag {
  readonly uid: Uid;
  readonly antenna: string;
  readonly present: boolean;
}

export interface DeckDraft {
  hear(tag: DraftTag): void;
  /** The card that the person has in hand is to be the next one. */
  choose(card: string): void;
  /** Takes the last card back. */
  undo(): void;
  shown(): DraftShown;
  /** Its tags, once it is ready; else null. */
  deck(): Deck | null;
}

export interface DraftOptions {
  readonly name: string;
  readonly perCard: 1 | 2;
  /** Decks whose tags are taken. */
  readonly others: () => Decks;
}

export function createDeckDraft({ name, perCard, others }: DraftOptions): DeckDraft {
  const tags = new Map<Uid, Card>();
  const lying = new Map<string, Set<Uid>>();
  const seen = new Set<Uid>();
  const order: Card[] = [];
  let chosen: Card | null = null;
  let refused: DraftRefusal | null = null;

  const tagsOf = (card: Card): readonly Uid[] => [...tags].filter(([, other]) => other === card).map(([uid]) => uid);
  const isNamed = (card: Card): boolean => tagsOf(card).length === perCard;
  const halfNamed = (): Card | null => order.find((card) => !isNamed(card)) ?? null;
  /** A tag that is longer or shorter than those of the first card would give its card away face down. */
  const hasUsualLength = ({ length }: Uid): boolean => {
    const [first] = order;
    return first === undefined || !isNamed(first) || tagsOf(first).some((uid) => uid.length === length);
  };
  const isFirstPass = (): boolean => deck52.some((card) => !isNamed(card));
  const wanted = (): Card | null => halfNamed() ?? chosen ?? deck52.find((card) => tagsOf(card).length === 0) ?? null;

  function deckOf(uid: Uid): string | null {
    for (const [other, deck] of others()) if (deck.has(uid)) return other;
    return null;
  }

  function nameCard(card: Card, fresh: readonly Uid[]): void {
    for (const uid of fresh) tags.set(uid, card);
    if (!order.includes(card)) order.push(card);
    if (isNamed(card)) chosen = null;
  }

  /** Looks at one antenna in the first pass: what lies there that has no name yet. */
  function look(antenna: string): void {
    const here = [...(lying.get(antenna) ?? [])].filter((uid) => deckOf(uid) === null);
    const fresh = here.filter((uid) => !tags.has(uid));
    if (fresh.length === 0) return;
    const half = halfNamed();
    const named = here.flatMap((uid) => tags.get(uid) ?? []);
    if (half !== null && !named.includes(half)) refused = { why: "halfCard", card: half };
    else if (named.some((card) => card !== half) || fresh.length > perCard - (half === null ? 0 : tagsOf(half).length))
      refused = { why: "oneAtATime" };
    else if (!fresh.every(hasUsualLength)) refused = { why: "tagLength" };
    else {
      refused = null;
      const card = wanted();
      if (card !== null) nameCard(card, fresh);
    }
  }

  /** In the second pass. */
  function check(uid: Uid): void {
    refused = tags.has(uid) ? null : { why: "unknownTag" };
    if (tags.has(uid)) seen.add(uid);
  }

  return {
    hear: ({ uid, antenna, present }) => {
      const here = lying.get(antenna) ?? new Set();
      lying.set(antenna, here);
      if (present) here.add(uid);
      else here.delete(uid);
      const deck = present ? deckOf(uid) : null;
      if (deck !== null) {
        refused = { why: "otherDeck", deck };
        return;
      }
      if (!isFirstPass()) return present ? check(uid) : undefined;
      const known = tags.get(uid);
      if (present && known !== undefined && known !== order.at(-1)) refused = { why: "sameTag", card: known };
      look(antenna);
    },
    choose: (card) => {
      if (isFirstPass() && isCard(card) && tagsOf(card).length === 0) chosen = card;
    },
    undo: () => {
      const last = order.pop();
      if (last === undefined) return;
      for (const uid of tagsOf(last)) tags.delete(uid);
      seen.clear();
      refused = null;
      chosen = last;
    },
    shown: () => {
      const first = isFirstPass();
      const known = first ? tags : new Map([...tags].filter(([uid]) => seen.has(uid)));
      const count = (card: Card): number => [...known.values()].filter((other) => other === card).length;
      const done = deck52.filter((card) => count(card) === perCard);
      const half = deck52.filter((card) => count(card) > 0 && count(card) < perCard);
      return { name, perCard, pass: first ? 1 : 2, now: first ? wanted() : null, done, half, refused, ready: !first && done.length === 52 };
    },
    deck: () => (!isFirstPass() && [...tags.keys()].every((uid) => seen.has(uid)) ? new Map(tags) : null),
  };
}
