// The meters that this table's signs show: the pool's, as the site last told it, or the table's own, told by the table itself.

import type { MeterMessage } from "#contract/meter";
import { currencyDigits } from "#core/money";
import { type OwnAward, ownMeter } from "#core/own-meter";
import type { Setup, Table } from "#core/table";
import { envelopeOf } from "./announcer.ts";
import type { TableConfig } from "./config.ts";
import type { PoolWatch } from "./pool-watch.ts";
import type { LoopListener } from "./table-loop.ts";
import { realTime, type Time } from "./time.ts";

export interface MeterSource {
  now(): readonly MeterMessage[];
  listen(heard: (message: MeterMessage) => void): void;
}

/** How long the own meter may be shown; told again at a third of that. */
const ttlMs = 6_000;

export interface OwnMeterOptions {
  readonly config: TableConfig;
  readonly setup: Setup<unknown>;
  readonly journal: string;
  readonly clock: () => number;
  readonly time?: Time;
  readonly table: () => Table;
  /** Where it goes besides: its topic. */
  readonly tell: (payload: string) => void;
}

/** Names of the meters that wagers of a table feed: the pool's, or the table's own for a meter of its own. */
export function metersOf({ progressive, table, pack }: TableConfig): readonly string[] {
  if (progressive !== undefined) return [progressive.pool];
  return (pack.entry.game.meter?.(null, pack.rules) ?? null) === null ? [] : [table];
}

export function poolSource(pool: PoolWatch): MeterSource {
  return {
    now: () => {
      const message = pool.now();
      return message === null ? [] : [message];
    },
    listen: pool.listen,
  };
}

/** Tells the table's own meter at each change and often enough to be shown as live. */
export function ownSource(options: OwnMeterOptions): MeterSource & LoopListener & { repeat(): void; stop(): void } {
  const { config, setup, table, clock, time = realTime, tell } = options;
  const { game } = config.pack.entry;
  const listeners: ((message: MeterMessage) => void)[] = [];
  let told: readonly unknown[] = [];

  function now(): MeterMessage | null {
    return messageOf(options, ownMeter(table(), setup, game), clock());
  }

  function say(): void {
    told = sourcesOf(table());
    const message = now();
    if (message === null) return;
    tell(JSON.stringify(message));
    for (const listener of listeners) listener(message);
  }

  const timer = time.every(ttlMs / 3, say, "aside");
  return {
    now: () => {
      const message = now();
      return message === null ? [] : [message];
    },
    listen: (heard) => {
      listeners.push(heard);
    },
    committed: () => {
      if (sourcesOf(table()).some((one, i) => one !== told[i])) say();
    },
    repeat: say,
    stop: () => time.clear(timer),
  };
}

/** Of a table, all that its meter follows from: as long as these are the same things, so is the meter. */
function sourcesOf({ played, carry, last }: Table): readonly unknown[] {
  return [played?.settlement ?? null, played?.settlement == null ? null : played.round, carry, last];
}

function messageOf({ config, table: now, journal }: OwnMeterOptions, meter: ReturnType<typeof ownMeter>, at: number): MeterMessage | null {
  if (meter === null) return null;
  const [level = ""] = meter.hands;
  const award = ({ round, seat, hand, amount, at: wonAt }: OwnAward) => ({
    id: `${round}-${seat}`,
    level,
    table: config.table,
    journal,
    round,
    seat,
    hand,
    amount,
    status: "won" as const,
    at: wonAt,
  });
  return {
    ...envelopeOf(journal, now().n, at, ttlMs),
    pool: config.table,
    currency: { code: config.currency, minorDigits: currencyDigits(config.currency) },
    tables: [config.table],
    terms: null,
    levels: [{ level, value: meter.value, base: meter.base, ceiling: null }],
    awards: meter.awards.map(award),
  };
}
