// Commitments, as anybody can check them who has listened: SHA-256 of salt ‖ card, told when a card is met; card and salt, told
// when it is shown.

import { hash } from "node:crypto";

/** A fact as it was heard. */
export interface ToldFact {
  readonly kind: string;
  readonly n: number;
  readonly held?: number;
  readonly commitment?: string;
  readonly cards?: readonly { readonly held: number; readonly card: string; readonly salt: string }[];
}

export interface CommitmentTally {
  /** Shown cards that are those committed to. */
  readonly opened: number;
  /** Shown cards whose meeting nobody has heard of. */
  readonly unknown: number;
  readonly wrong: readonly { readonly n: number; readonly card: string }[];
  /** Facts that commit to a card anew, and otherwise, before its round has ended. */
  readonly twice: readonly number[];
  /** Numbers of facts that are missing between others. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

export function checkCommitments(facts: Iterable<ToldFact>): CommitmentTally {
  const met = new Map<number, string>();
  const wrong: { n: number; card: string }[] = [];
  const twice: number[] = [];
  const gaps: { from: number; to: number }[] = [];
  let opened = 0;
  let unknown = 0;
  let last: number | null = null;
  for (const fact of facts) {
    if (last !== null && fact.n > last + 1) gaps.push({ from: last + 1, to: fact.n - 1 });
    last = fact.n;
    if (fact.kind === "roundOpened" || fact.kind === "roundEnded") met.clear();
    if (fact.held !== undefined && fact.commitment !== undefined) {
      // A fact may be heard twice, and is the same then.
      if ((met.get(fact.held) ?? fact.commitment) !== fact.commitment) twice.push(fact.n);
      else met.set(fact.held, fact.commitment);
    }
    if (fact.kind !== "shown") continue;
    for (const { held, card, salt } of fact.cards ?? []) {
      const commitment = met.get(held);
      if (commitment === undefined) unknown++;
      else if (opens(commitment, card, salt)) opened++;
      else wrong.push({ n: fact.n, card });
    }
  }
  return { opened, unknown, wrong, twice, gaps };
}

/** Whether card and salt open a commitment. */
export function opens(commitment: string | undefined, card: string, salt: string): boolean {
  return commitment !== undefined && hash("sha256", Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(card)]), "hex") === commitment;
}
