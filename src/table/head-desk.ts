// Signs the journal's head every so many records and at each round's end, keeps the signature beside the records and publishes
// it: a tail that is cut off or rewritten later no longer fits what others have seen.

import type { Head, Journal } from "./journal.ts";
import type { Publisher } from "./publisher.ts";
import type { HeadSigner, SignedHead } from "./signed-head.ts";
import type { Committed, LoopListener } from "./table-loop.ts";

/** A head is signed at the latest after so many records. */
export const recordsBetweenHeads = 1_000;

export interface HeadDesk extends LoopListener {
  /** The last signed head; null as long as there is no record. */
  last(): SignedHead | null;
  /** Signs what is on the disk now, if it is not yet signed. */
  sign(): void;
}

interface HeadDeskOptions {
  readonly journal: Journal;
  readonly signer: HeadSigner;
  readonly publisher: Publisher;
  readonly topic: string;
  /** The message that publishes a head. */
  readonly message: (head: SignedHead) => unknown;
}

export function createHeadDesk({ journal, signer, publisher, topic, message }: HeadDeskOptions): HeadDesk {
  let last: SignedHead | null = null;
  const publish = (): void => {
    if (last !== null) publisher.retain(topic, JSON.stringify(message(last)));
  };

  function sign(): void {
    const head = journal.head();
    if (head.seq === 0 || head.seq === last?.seq) return;
    const signature = signer.sign(head);
    journal.keepHead({ seq: head.seq, signer: signer.publicKey, signature });
    last = signedHead(journal.id, head, signer.publicKey, signature);
    publish();
  }

  publisher.onConnected(publish);
  return {
    last: () => last,
    sign,
    committed: (records: readonly Committed[]) => {
      const isDue = journal.committed - (last?.seq ?? 0) >= recordsBetweenHeads;
      if (isDue || records.some(({ record }) => record.facts.some(({ kind }) => kind === "roundEnded"))) sign();
    },
  };
}

function signedHead(journal: string, { seq, hash }: Head, signer: Uint8Array, signature: Uint8Array): SignedHead {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
  return { journal, seq, hash: hex(hash), signer: hex(signer), signature: hex(signature) };
}
