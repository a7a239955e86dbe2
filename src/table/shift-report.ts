// What a journal says of a stretch of time, in figures: the part of a shift report that a machine can vouch for.

import type { Fact } from "#core/fact";
import type { Minor } from "#core/money";
import { balances, type Transfer } from "#core/settlement";
import { type EditionContent, readEdition } from "./edition.ts";
import { readingJournal } from "./journal-check.ts";
import { openReading, readIdentity } from "./journal-file.ts";
import type { SignedHead } from "./signed-head.ts";

export interface ShiftReport {
  readonly journal: string;
  /** What wrote the last record of it; null when the journal does not say. */
  readonly edition: EditionContent | null;
  /** Times of the first and the last record; null when there is none. */
  readonly from: number | null;
  readonly to: number | null;
  readonly records: number;
  /** Numbers of the first and the last round that ended. */
  readonly rounds: readonly [number, number] | null;
  readonly settled: number;
  readonly voided: number;
  /** What the house took less what it paid, rake included, in minor units. */
  readonly house: Minor;
  readonly irregularities: ReadonlyMap<string, number>;
  readonly latched: number;
  readonly restarts: number;
  readonly clockSteps: number;
  /** The last signed head up to the end of the shift. */
  readonly head: SignedHead | null;
}

const houseAccounts = /^(house|rake)$/;

/** @throws JournalUnusable, JournalDamaged */
export function reportShift(file: string, { from, to }: { readonly from: number; readonly to: number }): ShiftReport {
  const db = openReading(file);
  try {
    const { id } = readIdentity(db, file);
    return readingJournal(file, () => {
      const sum = createSum();
      let last = { seq: 0, edition: "" };
      for (const [seq, at, edition, facts] of db
        .prepare<[number, number], readonly [number, number, string, string]>(
          "select seq, at, edition, facts from events where at >= ? and at <= ? order by seq",
        )
        .raw()
        .iterate(from, to)) {
        last = { seq, edition };
        sum.record(at, facts === "[]" ? [] : (JSON.parse(facts) as readonly Fact[]));
      }
      const content = db.prepare<[string], string>("select content from editions where name = ?").pluck().get(last.edition);
      const head = db
        .prepare<[number], { seq: number; hash: Buffer; signer: Buffer; signature: Buffer }>(
          "select heads.seq, hash, signer, signature from heads join events on events.seq = heads.seq where heads.seq <= ? order by heads.seq desc limit 1",
        )
        .get(last.seq);
      return {
        journal: id,
        edition: content === undefined ? null : readEdition(content),
        ...sum.figures(),
        head: head === undefined ? null : { journal: id, seq: head.seq, ...inHex(head) },
      };
    });
  } finally {
    db.close();
  }
}

function inHex({ hash, signer, signature }: { readonly hash: Buffer; readonly signer: Buffer; readonly signature: Buffer }) {
  return { hash: hash.toString("hex"), signer: signer.toString("hex"), signature: signature.toString("hex") };
}

function toHouse(transfers: readonly Transfer[]): Minor {
  return [...balances(transfers)].reduce((sum, [account, moved]) => (houseAccounts.test(account) ? sum + moved : sum), 0);
}

function createSum() {
  const sum = { records: 0, settled: 0, voided: 0, house: 0, latched: 0, restarts: 0, clockSteps: 0 };
  const irregularities = new Map<string, number>();
  let from: number | null = null;
  let to: number | null = null;
  let rounds: [number, number] | null = null;

  function take(fact: Fact): void {
    if (fact.kind === "roundEnded") {
      rounds = [rounds?.[0] ?? fact.round, fact.round];
      fact.outcome === "settled" ? sum.settled++ : sum.voided++;
    } else if (fact.kind === "settled") sum.house += toHouse(fact.settlement.transfers);
    // The revision that follows is the difference to what was carried out, not to what had been settled.
    else if (fact.kind === "corrected") sum.house -= toHouse(fact.unpaid);
    else if (fact.kind === "irregularity") {
      const { code } = fact.irregularity;
      irregularities.set(code, (irregularities.get(code) ?? 0) + 1);
    } else if (fact.kind === "latched") sum.latched++;
    else if (fact.kind === "started" && fact.cause === "crash") sum.restarts++;
    else if (fact.kind === "clock") sum.clockSteps++;
  }

  return {
    record: (at: number, facts: readonly Fact[]) => {
      sum.records++;
      from ??= at;
      to = at;
      for (const fact of facts) take(fact);
    },
    figures: () => ({ ...sum, irregularities, from, to, rounds: rounds as readonly [number, number] | null }),
  };
}
