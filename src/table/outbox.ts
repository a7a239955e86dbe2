// The journal is the outbox: facts go out in the order of their numbers, at least once, and the cursor moves on when the broker
// has taken them. After a lost connection the unacknowledged ones go again, with the same numbers.

import { schemaVersion } from "#contract/message";
import type { Journal, StoredFact } from "./journal.ts";
import type { Publisher } from "./publisher.ts";

export interface Outbox {
  /** Facts that have reached the disk, as JSON, in order. */
  add(facts: readonly string[]): void;
  /** Sends no more, and hears of nothing more that was taken: the next start sends it again. */
  stop(): void;
}

interface OutboxOptions {
  readonly journal: Journal;
  readonly publisher: Publisher;
  readonly topic: string;
  /** Reads facts back from the journal when they are no longer in memory; `take` is given none when that is not possible now. */
  readonly read: (from: number, limit: number, take: (facts: readonly StoredFact[]) => void) => void;
  /** Number of the last fact on the disk. */
  readonly last: number;
}

/** Facts sent and not yet acknowledged. */
const windowMax = 256;
/** Facts kept in memory while they wait; older ones are read back from the journal. */
const keptMax = 20_000;
const readAtOnce = 500;
const cursorName = "mqtt";

/** The message of one fact; the fact's own JSON is taken as it was written. */
export function factPayload(journal: string, n: number, at: number, fact: string): string {
  return `{"schema":${schemaVersion},"journal":"${journal}","n":${n},"at":${at},"ttl":null,"fact":${fact}}`;
}

export function createOutbox({ journal, publisher, topic, read, last }: OutboxOptions): Outbox {
  /** Waiting facts; the first has number `first`. */
  let kept: string[] = [];
  let first = last + 1;
  let end = last;
  let sent = journal.cursor(cursorName);
  let acknowledged = sent;
  let generation = 0;
  let isPumping = false;
  let isReading = false;
  let isStopped = false;

  /** The next fact to send; null when there is none, or when it is still being read. */
  function next(): string | null {
    if (sent >= end) return null;
    return keptOf(sent + 1) ?? load();
  }

  function keptOf(n: number): string | null {
    return n < first ? null : (kept[n - first] ?? null);
  }

  /** Brings facts back from the journal that memory no longer holds. */
  function load(): string | null {
    if (isReading) return null;
    isReading = true;
    const from = sent + 1;
    read(from, readAtOnce, (facts) => {
      isReading = false;
      if (isStopped) return;
      // A connection that broke meanwhile has brought `sent` back: then others are wanted.
      if (from === sent + 1 && facts.length > 0) {
        kept = facts.map(({ fact }) => JSON.stringify(fact));
        first = from;
      }
      if (facts.length > 0) pump();
    });
    return keptOf(from);
  }

  /** Sends as much as the window takes. A broker that acknowledges at once finds it at work and leaves the rest to it. */
  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    try {
      sendWindow();
    } finally {
      isPumping = false;
    }
  }

  function sendWindow(): void {
    while (!isStopped && publisher.connected && sent - acknowledged < windowMax) {
      const fact = next();
      if (fact === null) return;
      const n = sent + 1;
      sent = n;
      const mine = generation;
      publisher.publish(topic, factPayload(journal.id, n, atOf(fact), fact), () => {
        if (mine === generation && !isStopped) acknowledge(n);
      });
    }
  }

  function acknowledge(n: number): void {
    acknowledged = Math.max(acknowledged, n);
    journal.setCursor(cursorName, acknowledged);
    const spent = Math.min(acknowledged + 1 - first, kept.length);
    if (spent > 4096 || (spent > 0 && spent === kept.length)) {
      kept.splice(0, spent);
      first += spent;
    }
    pump();
  }

  publisher.onConnected(() => {
    generation++;
    sent = acknowledged;
    pump();
  });

  return {
    add: (facts) => {
      const contiguous = first + kept.length === end + 1;
      end += facts.length;
      if (contiguous && kept.length + facts.length <= keptMax) for (const fact of facts) kept.push(fact);
      pump();
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Every fact begins {"n":…,"at":…: read without parsing it all. */
function atOf(fact: string): number {
  const start = fact.indexOf('"at":') + 5;
  return Number.parseInt(fact.slice(start, start + 16), 10);
}
