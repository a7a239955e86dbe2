// What stayed hidden in a round, for two people who bring their keys. The service itself can't do this: it has kept no copy.

import type { Card } from "#core/card";
import type { Event } from "#core/event";
import type { Fact } from "#core/fact";
import type { Held, Place } from "#core/felt";
import { type Deposit, joinKey, type Share } from "./custody.ts";
import { readingJournal } from "./journal-check.ts";
import { openReading, readIdentity } from "./journal-file.ts";
import { commitmentOf, openRecords } from "./vault.ts";

export interface HiddenCard {
  readonly held: Held;
  readonly card: Card;
  /** Where it lay last; null when it was only seen. */
  readonly place: Place | null;
}

export interface OpenedRound {
  readonly by: readonly Pick<Share, "name" | "role">[];
  readonly hidden: readonly HiddenCard[];
  /** Cards that the round itself had turned up. */
  readonly shown: number;
}

interface RoundRow {
  readonly seq: number;
  readonly event: string;
  readonly facts: string;
}

/**
 * Opens a round that is over with the private keys of two custodians.
 * @throws Error saying what is missing; JournalUnusable, JournalDamaged
 */
export function openRound(file: string, round: number, privateKeys: readonly Uint8Array[]): OpenedRound {
  const db = openReading(file);
  try {
    const { id } = readIdentity(db, file);
    return readingJournal(file, () => {
      const first = db.prepare<[number], number>("select seq from rounds where round = ?").pluck().get(round);
      if (first === undefined) throw new Error(`Journal ${id} has no round ${round}.`);
      const next = db.prepare<[number], number>("select seq from rounds where round > ? order by round limit 1").pluck().get(round);
      const rows = db
        .prepare<[number, number], RoundRow>("select seq, event, facts from events where seq >= ? and seq < ? order by seq")
        .all(first, next ?? Number.MAX_SAFE_INTEGER);
      const end = rows.findIndex(({ facts }) => hasEnded(facts, round));
      const last = rows[end];
      if (last === undefined) throw new Error(`Round ${round} is not over: nobody may look into it.`);
      const sealed = db.prepare<[number], Buffer>("select bytes from sealed where seq = ? order by i").pluck();
      const deposit = readDeposit(sealed.all(last.seq).at(-1));
      if (deposit === null)
        throw new Error(`The key of round ${round} was entrusted to nobody: its hidden cards can't be opened any more.`);
      const { key, by } = joinKey(deposit, id, privateKeys);
      const inRound = rows.slice(0, end + 1).map(({ seq, event, facts }) => ({
        event: JSON.parse(event) as Event,
        facts: JSON.parse(facts) as readonly Fact[],
        seq,
      }));
      const met = inRound.flatMap(({ event, seq }) => {
        if (event.kind !== "held" || event.commitment === undefined) return [];
        return openRecords(key, id, round, sealed.all(seq).slice(0, 1)).map((one) => ({ ...one, commitment: event.commitment }));
      });
      key.fill(0);
      const strange = met.find(({ card, salt, commitment }) => commitmentOf(card, Buffer.from(salt, "hex")) !== commitment);
      if (strange !== undefined) throw new Error(`Card ${strange.held} of round ${round} is not the one that was committed to.`);
      return {
        by,
        ...sortOut(
          met,
          inRound.flatMap(({ facts }) => facts),
        ),
      };
    });
  } finally {
    db.close();
  }
}

function hasEnded(facts: string, round: number): boolean {
  if (!facts.includes('"kind":"roundEnded"')) return false;
  return (JSON.parse(facts) as readonly Fact[]).some((fact) => fact.kind === "roundEnded" && fact.round === round);
}

function readDeposit(blob: Uint8Array | undefined): Deposit | null {
  if (blob === undefined || blob[0] !== "{".charCodeAt(0)) return null;
  try {
    return JSON.parse(Buffer.from(blob).toString()) as Deposit;
  } catch {
    return null;
  }
}

function sortOut(
  met: readonly { readonly held: Held; readonly card: Card }[],
  facts: readonly Fact[],
): Pick<OpenedRound, "hidden" | "shown"> {
  const places = new Map<Held, Place>();
  const shown = new Set<Held>();
  for (const fact of facts) {
    if (fact.kind === "card") places.set(fact.held, fact.to);
    else if (fact.kind === "seen" && fact.present && !places.has(fact.held)) places.set(fact.held, fact.place);
    else if (fact.kind === "shown") for (const { held } of fact.cards) shown.add(held);
  }
  const hidden = met.filter(({ held }) => !shown.has(held)).map(({ held, card }) => ({ held, card, place: places.get(held) ?? null }));
  return { hidden, shown: shown.size };
}
