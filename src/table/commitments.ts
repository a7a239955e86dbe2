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
}

export function checkCommitments(facts: Iterable<ToldFact>): CommitmentTally {
  const met = new Map<number, string>();
  const wrong: { n: number; card: string }[] = [];
  let opened = 0;
  let unknown = 0;
  for (const fact of facts) {
    if (fact.kind === "roundOpened" || fact.kind === "roundEnded") met.clear();
    if (fact.held !== undefined && fact.commitment !== undefined) met.set(fact.held, fact.commitment);
    if (fact.kind !== "shown") continue;
    for (const { held, card, salt } of fact.cards ?? []) {
      const commitment = met.get(held);
      if (commitment === undefined) unknown++;
      else if (opens(commitment, card, salt)) opened++;
      else wrong.push({ n: fact.n, card });
    }
  }
  return { opened, unknown, wrong };
}

/** Whether card and salt open a commitment. */
export function opens(commitment: string | undefined, card: string, salt: string): boolean {
  return commitment !== undefined && hash("sha256", Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(card)]), "hex") === commitment;
}
