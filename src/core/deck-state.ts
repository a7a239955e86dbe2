// Where each deck of a table is in its life, and what may be done with it now: derived, so that screens and commands agree.

import type { Opening } from "./opening.ts";
import type { Role } from "./operator.ts";
import type { DeckLife, Setup, Table } from "./table.ts";

/** A deck as it stands; `since` null: nobody has told this table yet. */
export interface DeckNow extends Omit<DeckLife, "since" | "count"> {
  readonly deck: string;
  readonly since: number | null;
}

const floorAlone: readonly Role[] = ["floor"];

/** Who signs for what becomes of a deck, in this order. */
export function signers(setup: Setup<unknown>): readonly Role[] {
  return setup.deckSignatures ?? floorAlone;
}

/** Every deck that this table knows. */
export function decksNow({ life, quarantine, deck: played }: Table, setup: Setup<unknown>): readonly DeckNow[] {
  return [...new Set([...setup.decks, ...Object.keys(life)])].map((deck) => {
    const { state, since, by } = life[deck] ?? { state: deck === played ? "inPlay" : "registered", since: null, by: [] };
    return { deck, state: quarantine.some((one) => one.deck === deck) ? "quarantined" : state, since, by };
  });
}

/** Why a deck can't be dealt from, as a code; null: it can. */
export function unplayable(
  table: Table,
  setup: Setup<unknown>,
  name: string,
): "noSuchDeck" | "quarantined" | "deckGone" | "unsigned" | null {
  const state = decksNow(table, setup).find(({ deck }) => deck === name)?.state;
  if (state === undefined) return "noSuchDeck";
  if (state === "quarantined" || state === "unsigned") return state;
  return state === "retired" || state === "destroyed" ? "deckGone" : null;
}

/** Whether something at this table tells one card from another, so that a deck can be passed over it. */
export function canRead({ devices }: Setup<unknown>): boolean {
  return devices.some(({ roles }) => roles.includes("shoe") || roles.includes("antennas"));
}

/** What may be done with the decks between two rounds. */
export function expectedOfDecks(table: Table, setup: Setup<unknown>): readonly Opening[] {
  const [first = "floor", second = "floor"] = signers(setup);
  const { signing } = table;
  const openings: Opening[] =
    signing === null
      ? []
      : [
          { kind: "confirm", code: "sign", role: second },
          { kind: "confirm", code: "unsign", role: first },
        ];
  for (const { deck, state } of decksNow(table, setup)) {
    if (signing?.deck === deck) continue;
    if (state === "quarantined") {
      openings.push({ kind: "deckAct", deck, act: "recount", role: first });
      const counted = table.quarantine.some((one) => one.deck === deck && one.recounted !== undefined);
      openings.push({ kind: "deckAct", deck, act: "release", role: first, ...(!counted && { blocked: "recountFirst" }) });
    }
    if (state === "retired") openings.push({ kind: "deckAct", deck, act: "destroy", role: first });
    else if (state !== "destroyed" && state !== "unsigned") openings.push({ kind: "deckAct", deck, act: "retire", role: first });
  }
  return openings;
}
