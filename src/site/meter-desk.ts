// A progressive as it runs: its events go through the pure meter into a journal of its own, chained like a table's, and only what is on
// the disk is shown. Started again it stands where it stood, to the millionth of a cent.

import { createHash } from "node:crypto";
import { schemaVersion } from "#contract/message";
import type { Operator } from "#core/operator";
import {
  type Entry,
  type Meter,
  type MeterCommand,
  type MeterEvent,
  type MeterFact,
  type MeterReply,
  type PoolSetup,
  shownValue,
  startMeter,
} from "#core/progressive";
import { isKnown, stepMeter } from "#core/progressive-step";
import { openJournal, readFacts } from "#table/journal";

export interface MeterDesk {
  readonly setup: PoolSetup;
  readonly journal: string;
  /** As it is on the disk: what may be shown. */
  readonly meter: Meter;
  /** Its journal takes nothing more for now: whoever has events keeps them. */
  readonly isFull: boolean;
  /** What is known already leaves no record. */
  take(event: MeterEvent): void;
  /** Resolves once the answer is on the disk. */
  command(id: string, by: Operator, command: MeterCommand, at: number): Promise<MeterReply>;
  /** Called when the meter on the disk has changed. */
  onChanged(listener: (facts: readonly MeterFact[]) => void): void;
  /** Every fact since the first, read from the disk, for a statement. */
  facts(): Iterable<MeterFact>;
  close(): Promise<void>;
}

const rowsBetweenSnapshots = 1000;
const factsAtOnce = 1000;

interface Waiting {
  readonly seq: number;
  readonly meter: Meter;
  readonly facts: readonly MeterFact[];
  readonly reply?: MeterReply;
  readonly resolve?: (reply: MeterReply) => void;
}

/**
 * Opens a pool and its journal.
 * @throws JournalDamaged, JournalUnusable; Error when the journal was written under other parameters than the configuration's
 */
export async function openMeterDesk(setup: PoolSetup, file: string): Promise<MeterDesk> {
  const content = JSON.stringify(setup);
  const name = `progressive-${setup.id}@1+${createHash("sha256").update(content).digest("hex").slice(0, 32)}`;
  const { journal, snapshot, rows, last } = await openJournal(file, { edition: name, content, create: true });
  const listeners: ((facts: readonly MeterFact[]) => void)[] = [];
  const waiting: Waiting[] = [];
  let ahead = snapshot === null ? startMeter(setup) : (JSON.parse(snapshot.state) as Meter);
  let rowsSinceSnapshot = 0;
  try {
    if ((last()?.edition ?? name) !== name) throw new Error(otherParameters(setup.id, file));
    for (const row of rows) {
      const stepped = stepMeter(setup, ahead, JSON.parse(row.event) as MeterEvent);
      if (JSON.stringify(stepped.facts) !== row.facts)
        throw new Error(`Journal ${file}, record ${row.seq}: its facts are not those that this release tells. Keep the file as evidence.`);
      ahead = stepped.meter;
      rowsSinceSnapshot++;
    }
  } catch (error) {
    await journal.close();
    throw error;
  }
  let shown = ahead;

  function record(event: MeterEvent, resolve?: (reply: MeterReply) => void): void {
    const stepped = stepMeter(setup, ahead, event);
    ahead = stepped.meter;
    const facts = JSON.stringify(stepped.facts);
    rowsSinceSnapshot = (rowsSinceSnapshot + 1) % rowsBetweenSnapshots;
    const state = rowsSinceSnapshot === 0 ? { snapshot: JSON.stringify(ahead) } : {};
    const seq = journal.append({ at: ahead.at, event: JSON.stringify(event), facts, n: ahead.n, ...state });
    waiting.push({ seq, ...stepped, ...(resolve && { resolve }) });
  }

  journal.onCommitted((seq) => {
    const news: MeterFact[] = [];
    while (waiting[0] !== undefined && waiting[0].seq <= seq) {
      const { meter, facts, reply, resolve } = waiting.shift() as Waiting;
      shown = meter;
      news.push(...facts);
      if (reply !== undefined) resolve?.(reply);
    }
    for (const listener of listeners) listener(news);
  });

  return {
    setup,
    journal: journal.id,
    get meter() {
      return shown;
    },
    get isFull() {
      return journal.status().state === "full";
    },
    take: (event) => {
      if (!isKnown(ahead, event)) record(event);
    },
    command: (id, by, command, at) => new Promise((resolve) => record({ kind: "command", at, id, by, command }, resolve)),
    onChanged: (listener) => {
      listeners.push(listener);
    },
    facts: () => factsOf(file),
    close: () => journal.close(),
  };
}

function* factsOf(file: string): Iterable<MeterFact> {
  for (let from = 1; ; ) {
    const found = readFacts(file, { from, limit: factsAtOnce });
    for (const { fact } of found) yield fact as unknown as MeterFact;
    if (found.length < factsAtOnce) return;
    from += found.length;
  }
}

function otherParameters(pool: string, file: string): string {
  const remedy = "Give the parameters back, or take a statement, move the journal away and begin a new one with the meter as its base";
  return `Journal ${file} of pool "${pool}" was written under other parameters than the configuration has now. ${remedy}.`;
}

/** What the pool says of itself on MQTT and to screens: src/contract/meter.ts. */
export function messageOf(desk: MeterDesk, currency: { readonly code: string; readonly minorDigits: number }, at: number, ttl: number) {
  const { setup, meter, journal } = desk;
  return {
    schema: schemaVersion,
    journal,
    n: meter.n,
    at,
    ttl,
    pool: setup.id,
    currency,
    tables: [...setup.tables],
    terms: {
      stake: setup.stake,
      prizes: setup.prizes.map((prize) =>
        "fixed" in prize ? { hand: prize.hand, fixed: prize.fixed } : { hand: prize.hand, percent: prize.percent },
      ),
      split: setup.split,
    },
    levels: setup.levels.map(({ id, base, ceiling }) => ({ level: id, value: shownValue(meter, id), base, ceiling })),
    awards: meter.entries.filter(isAward).map((entry) => ({
      id: entry.id,
      level: entry.level,
      table: entry.won.table,
      journal: entry.won.journal,
      round: entry.won.round,
      seat: entry.won.seat,
      hand: entry.won.hand,
      amount: entry.amount,
      status: awardStatus[entry.status],
      at: entry.at,
    })),
  };
}

type Award = Entry & { readonly status: keyof typeof awardStatus; readonly won: NonNullable<Entry["won"]> };

const awardStatus = { pending: "pending", confirmed: "won", refused: "refused" } as const;

/** One that was withdrawn is none any more: its table has settled the round anew. */
function isAward(entry: Entry): entry is Award {
  return entry.won !== undefined && entry.status !== "withdrawn";
}
