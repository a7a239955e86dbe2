// Registers decks at a running table, between two rounds: what its readers see then belongs to the deck in hand, and not to the table.

import { randomBytes, randomUUID } from "node:crypto";
import type { Operator } from "#core/operator";
import type { Reply } from "#core/table";
import { createDeckDraft, type DeckDraft, type DraftShown } from "./deck-draft.ts";
import { type Deck, readDecks, writeDecks } from "./deck-store.ts";
import type { DeviceInput } from "./device-loop.ts";
import type { TableLoop } from "./table-loop.ts";

export interface Registrar {
  /** What is being registered; null: nothing. */
  shown(): DraftShown | null;
  begin(by: Operator, name: string, perCard: 1 | 2): Reply;
  choose(card: string): void;
  undo(): void;
  cancel(): void;
  /** Writes the deck and puts on record who signed for it. */
  register(by: Operator): Promise<Reply>;
  /** A deck that was written beside the running table: from now on the table knows it, with who signed for it. */
  adopt(by: Operator, name: string): Promise<Reply>;
  /** Whether a reading belongs to the deck in hand: then the table is not told of it. */
  takes(input: DeviceInput): boolean;
}

export interface RegistrarNeeds {
  readonly folder: string;
  readonly serviceKey: Uint8Array;
  /** The decks that the vault knows; a new one is added here. */
  readonly decks: Map<string, Deck>;
  readonly loop: Pick<TableLoop, "decided" | "command">;
}

const done: Reply = { ok: true };

export function createRegistrar({ folder, serviceKey, decks, loop }: RegistrarNeeds): Registrar {
  let draft: DeckDraft | null = null;
  let name = "";

  /** Why no deck can be registered now. */
  function hindrance(wanted: string): Reply | null {
    const { life, signing } = loop.decided;
    if (decks.has(wanted) || life[wanted] !== undefined) return { ok: false, why: "deckKnown", params: { deck: wanted } };
    return signing === null ? null : { ok: false, why: "signFirst", params: { deck: signing.deck } };
  }

  function take(by: Operator, deck: string, tags: Deck): Promise<Reply> {
    decks.set(deck, tags);
    return loop.command(randomUUID(), by, { kind: "deckAct", deck, act: "register", reason: "" });
  }

  return {
    shown: () => draft?.shown() ?? null,
    begin: (by, wanted, perCard) => {
      if (by.role === "dealer") return { ok: false, why: "role", params: { role: "technician" } };
      const why = hindrance(wanted);
      if (why !== null) return why;
      name = wanted;
      draft = createDeckDraft({ name, perCard, others: () => decks });
      return done;
    },
    choose: (card) => draft?.choose(card),
    undo: () => draft?.undo(),
    cancel: () => {
      draft = null;
    },
    register: async (by) => {
      const deck = draft?.deck() ?? null;
      if (deck === null) return { ok: false, why: "notNow" };
      if (by.role === "dealer") return { ok: false, why: "role", params: { role: "technician" } };
      const why = hindrance(name);
      if (why !== null) return why;
      draft = null;
      // On the disk first: a deck that the journal knows has tags.
      const random = (bytes: number): Uint8Array => randomBytes(bytes);
      writeDecks(folder, serviceKey, new Map([...readDecks(folder, serviceKey), [name, deck]]), random);
      return take(by, name, deck);
    },
    adopt: async (by, wanted) => {
      if (by.role === "dealer") return { ok: false, why: "role", params: { role: "technician" } };
      const deck = readDecks(folder, serviceKey).get(wanted);
      return hindrance(wanted) ?? (deck === undefined ? { ok: false, why: "noSuchDeck" } : take(by, wanted, deck));
    },
    takes: (input) => {
      if (draft === null || input.kind !== "reading" || input.reading.kind !== "tag") return false;
      const { played, scan, opening } = loop.decided;
      if (played !== null || scan !== null || opening !== null) return false;
      const { uid, antenna, present } = input.reading;
      const tag = uid.toUpperCase();
      draft.hear({ uid: tag, antenna: `${input.device} ${antenna}`, present });
      // A card of a deck that is known already is the table's business as ever.
      return ![...decks.values()].some((deck) => deck.has(tag));
    },
  };
}
