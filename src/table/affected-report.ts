// The rounds that a wrong deck or a red light may have touched, as the journal tells them: who had what at stake, and what each seat lost.

import type { Fact, RoundAtStake } from "#core/fact";
import type { IrregularityCode } from "#core/irregularity";
import { readEdition } from "./edition.ts";
import { readingJournal } from "./journal-check.ts";
import { openReading, readIdentity } from "./journal-file.ts";

export interface Finding {
  readonly at: number;
  readonly code: IrregularityCode;
  /** What failed its count, and by how many cards; or what showed red. */
  readonly deck?: string;
  readonly count?: number;
  readonly device?: string;
  readonly rounds: readonly RoundAtStake[];
}

export interface AffectedReport {
  /** Of the amounts; empty when the journal does not say. */
  readonly currency: string;
  readonly findings: readonly Finding[];
}

/** @throws JournalUnusable, JournalDamaged */
export function affectedIn(file: string, { from, to }: { readonly from: number; readonly to: number }): AffectedReport {
  const db = openReading(file);
  try {
    readIdentity(db, file);
    return readingJournal(file, () => {
      const rows = db
        .prepare<[number, number], string>(
          `select facts from events where at >= ? and at <= ? and (facts like '%"kind":"quarantined"%' or facts like '%"kind":"affected"%') order by seq`,
        )
        .pluck()
        .all(from, to);
      const content = db
        .prepare<[], string>("select content from editions where name = (select edition from events order by seq desc limit 1)")
        .pluck()
        .get();
      const findings = rows.flatMap((facts) => (JSON.parse(facts) as readonly Fact[]).flatMap(findingOf));
      return { currency: content === undefined ? "" : readEdition(content).currency, findings };
    });
  } finally {
    db.close();
  }
}

function findingOf(fact: Fact): readonly Finding[] {
  const { at } = fact;
  if (fact.kind === "quarantined") return [{ at, code: fact.code, deck: fact.deck, count: fact.count, rounds: fact.rounds }];
  return fact.kind === "affected" ? [{ at, code: fact.code, device: fact.device, rounds: fact.rounds }] : [];
}
