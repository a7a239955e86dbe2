// The reading thread: looks back into a journal while the table goes on. A cold page on a disk that stalls holds up nobody but whoever
// asked. Between questions it checks the records that a start has not looked at, slowly.

import { parentPort } from "node:worker_threads";
import { assert } from "#core/assert";
import { readChanges } from "./changes.ts";
import { checkInstallation } from "./installation.ts";
import { beginChain } from "./journal-chain.ts";
import { checkedRecords, JournalDamaged, readingJournal } from "./journal-check.ts";
import { openReading, readIdentity } from "./journal-file.ts";
import { readFacts } from "./journal-reader.ts";
import { recallRound, recallRounds } from "./recall.ts";

/** What a table asks. */
export type Question =
  | { readonly what: "facts"; readonly file: string; readonly from: number; readonly limit: number }
  | { readonly what: "rounds"; readonly file: string; readonly count: number }
  | { readonly what: "round"; readonly file: string; readonly round: number }
  /** What is installed, compared anew, and its newest changes. */
  | { readonly what: "program"; readonly file: string; readonly changes: number }
  /** Checks the records from the first up to `upTo`. */
  | { readonly what: "verify"; readonly file: string; readonly upTo: number };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export type Answered =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly damage: JournalDamaged["damage"]; readonly path: string }
  | { readonly id: number; readonly trouble: string };

assert(parentPort, "read-worker is a worker thread's program; ask it through read-desk");
const port = parentPort;

/** Records that are checked in one go, and how much of the time that may take. */
const sliceRecords = 2_000;
const share = 0.25;

async function answer(question: Question): Promise<unknown> {
  switch (question.what) {
    case "facts":
      return readFacts(question.file, question);
    case "rounds":
      return withJournal(question.file, (db) => recallRounds(db, question.file, question.count));
    case "round":
      return withJournal(question.file, (db) => recallRound(db, question.file, question.round));
    case "program":
      return {
        ...checkInstallation(),
        changes: withJournal(question.file, (db) => readChanges(db, question.file, question.changes)),
      };
    case "verify":
      return verifySlowly(question.file, question.upTo);
  }
}

function withJournal<Value>(file: string, read: (db: ReturnType<typeof openReading>) => Value): Value {
  const db = openReading(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** @returns how many records stand whole @throws JournalDamaged */
async function verifySlowly(file: string, upTo: number): Promise<number> {
  let head = withJournal(file, (db) => beginChain(readIdentity(db, file)));
  while (head.seq < upTo) {
    const began = performance.now();
    const last = Math.min(upTo, head.seq + sliceRecords);
    // Opened anew for each slice: nothing that is open for long holds up the journal's own housekeeping.
    head = withJournal(file, (db) =>
      readingJournal(file, () => {
        let end = head;
        for (const record of checkedRecords(db, file, head, last)) end = { seq: record.seq, hash: Buffer.from(record.hash) };
        return end;
      }),
    );
    const spent = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, spent * (1 / share - 1)));
  }
  return head.seq;
}

port.on("message", ({ id, question }: Asked) => {
  void answer(question).then(
    (value) => port.postMessage({ id, value } satisfies Answered),
    (error: Error) =>
      port.postMessage(
        (error instanceof JournalDamaged
          ? { id, damage: error.damage, path: error.path }
          : { id, trouble: error.message }) satisfies Answered,
      ),
  );
});
