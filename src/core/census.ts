// Whether the deck is whole. After each round dealt and undealt cards must make 52: card by card where antennas see the whole pack or the
// deck is passed over a reader, by count elsewhere. A deck that fails leaves the table, with every round since the last good count.

import { canPass } from "./count-due.ts";
import type { StrayWhy } from "./event.ts";
import { raise } from "./irregular.ts";
import type { IrregularityCode } from "./irregularity.ts";
import type { Quarantined, Table } from "./table.ts";
import { amend, type Turn, tell } from "./turn.ts";

/** Who counted: antennas under the whole pack, a reader that the deck passed, a counting shuffler, or a person. */
export type CountedBy = "antennas" | "reader" | "shuffler" | "hand";

export interface Counted {
  readonly by: CountedBy;
  /** Distinct cards of the deck in play, or how many a machine or a person counted. */
  readonly cards: number;
  /** Cards that were there twice. */
  readonly twice: number;
  /** Tags that belong to no card of the deck. */
  readonly strays: readonly StrayWhy[];
}

/** What is wrong with a count, or null. `expected`: how many cards there should be. */
export function verdict(counted: Counted, expected: number): { readonly code: IrregularityCode; readonly count: number } | null {
  const { by, cards, twice, strays } = counted;
  const card = by === "antennas" || by === "reader";
  const [stray] = strays;
  if (stray !== undefined && stray !== "oldRound") return { code: stray, count: strays.length };
  if (twice > 0) return { code: "cardDoubled", count: twice };
  if (cards < expected) return { code: card ? "cardMissing" : "deckShort", count: expected - cards };
  if (cards > expected) return { code: "deckLong", count: cards - expected };
  return null;
}

/**
 * Takes a count of the deck in play. A person's or a reader's first wrong count is counted again; a machine's is not argued with
 * (COMAR 36.05.03.27 C: the deck is removed from the table).
 */
export function takeCount(turn: Turn, counted: Counted, expected: number): "good" | "again" | "failed" {
  const { deck, count } = turn.table;
  const wrong = verdict(counted, expected);
  tell(turn, { kind: "counted", deck: deck ?? "", by: counted.by, cards: counted.cards, good: wrong === null });
  if (wrong === null) {
    amend(turn, { count: isProof(turn, counted.by) ? { ...freshCount, left: count.left } : { ...count, wrong: null } });
    return "good";
  }
  if (counted.by !== "shuffler" && count.wrong === null) {
    amend(turn, { count: { ...count, wrong: { ...wrong, since: turn.table.at } } });
    return "again";
  }
  failDeck(turn, wrong, counted.by);
  return "failed";
}

/** Whether a good count says that the deck is whole. That another deck's card was seen is not refuted by a machine's number where a shoe reads. */
function isProof({ table, setup }: Turn, by: CountedBy): boolean {
  return by !== "shuffler" || table.count.doubt !== "stranger" || !canPass(setup);
}

/** The deck leaves the table: told, with every round since the last good count and what each seat lost in it. */
function failDeck(turn: Turn, { code, count }: { readonly code: IrregularityCode; readonly count: number }, by: CountedBy): void {
  const { deck, at } = turn.table;
  if (deck === null) return;
  const { rounds } = turn.table.count;
  const failed: Quarantined = { deck, code, count, since: at, by, rounds };
  raise(turn, { code, deck, count });
  tell(turn, { kind: "quarantined", deck, code, count, rounds });
  amend(turn, {
    quarantine: [...turn.table.quarantine.filter((other) => other.deck !== deck), failed],
    count: freshCount,
    life: { ...turn.table.life, [deck]: { state: "quarantined", since: at, by: [] } },
    // A round that is being played ends with the deck it began with.
    deck: turn.table.played === null ? null : deck,
    again: null,
  });
}

export const freshCount: Table["count"] = { rounds: [], left: null, due: false, wrong: null };
