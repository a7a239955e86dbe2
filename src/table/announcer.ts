// Puts on MQTT what the journal holds: facts in order and without gaps, and the retained view of what is.

import { isDeepStrictEqual } from "node:util";
import { schemaVersion } from "#contract/message";
import type { SignAbout } from "#contract/sign";
import { type Topics, topicsOf } from "#contract/topics";
import { type Alarm, alarms } from "#core/derive";
import type { AnyGame } from "#core/game";
import type { Setup, Table } from "#core/table";
import { view } from "#core/view";
import type { Journal } from "./journal.ts";
import type { Outbox } from "./outbox.ts";
import type { Publisher } from "./publisher.ts";
import type { Committed, LoopListener } from "./table-loop.ts";
import { realTime, type Time, type Timer } from "./time.ts";

/** How long a state message may be shown as live; it is repeated at a third of that. */
export const stateTtlMs = 15_000;
/** A reader that hears nothing for twice as long takes the table for gone. */
const beatMs = 1000;
/** Most state messages: one per so many milliseconds. */
const coalesceMs = 50;

export interface AnnouncerOptions {
  readonly site: string;
  readonly setup: Setup<unknown>;
  readonly game: AnyGame;
  readonly journal: Journal;
  readonly publisher: Publisher;
  readonly outbox: Outbox;
  readonly about: SignAbout;
  readonly clock: () => number;
  readonly table: () => Table;
  readonly time?: Time;
}

export interface Announcer extends LoopListener {
  stop(): Promise<void>;
}

/** The last will: what a broker says when the table is gone without a word. */
export function willOf(topics: Topics, journal: string, at: number): { topic: string; payload: string } {
  return { topic: topics.status, payload: JSON.stringify({ ...envelopeOf(journal, 0, at, null), status: "offline", why: "lost" }) };
}

export function envelopeOf(journal: string, n: number, at: number, ttl: number | null) {
  return { schema: schemaVersion, journal, n, at, ttl };
}

export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { site, setup, game, journal, publisher, outbox, clock, time = realTime } = options;
  const topics = topicsOf(site, setup.table);
  let told: readonly Alarm[] = [];
  let timer: Timer | null = null;
  let status = "online";
  /** A stop that may have overtaken the disk, and its fact: until the table shown has come to it, that one is from before. */
  let stop = { n: 0, code: "" };
  /** The view last sent, its number and time left out. */
  let stated = "";
  let lookedAt = Number.NEGATIVE_INFINITY;

  const retain = (topic: string, body: unknown): void => publisher.retain(topic, JSON.stringify(body));

  /** What stands retained is sent again when it has changed, and often enough to be shown as live. */
  function tellState(repeat: boolean): void {
    timer = null;
    lookedAt = time.now();
    const table = options.table();
    const why = table.n < stop.n ? stop.code : (table.latch?.code ?? table.halt?.irregularity.code ?? null);
    tellStatus(why === null ? "online" : "suspended", why);
    tellAlarms(table);
    const shown = view(table, setup, game, "public");
    const content = JSON.stringify({ ...shown, n: 0, at: 0 });
    if (!repeat && content === stated) return;
    stated = content;
    retain(topics.state, { ...envelopeOf(journal.id, table.n, clock(), stateTtlMs), pack: options.about.pack.hash, view: shown });
  }

  function tellStatus(next: string, why: string | null): void {
    if (next === status) return;
    status = next;
    retain(topics.status, { ...envelopeOf(journal.id, options.table().n, clock(), null), status, why });
  }

  /** An alarm stands, retained, as long as its cause does, and as it is now: a deck counted again may be off by another number. */
  function tellAlarms(table: Table): void {
    const now = alarms(table, setup);
    for (const alarm of now) {
      if (told.some((one) => isDeepStrictEqual(one, alarm))) continue;
      retain(topics.alarm(alarm.id), { ...envelopeOf(journal.id, table.n, clock(), null), alarm });
    }
    for (const alarm of told) if (!now.some((one) => one.id === alarm.id)) publisher.retain(topics.alarm(alarm.id), "");
    told = now;
  }

  function tellAll(): void {
    status = "";
    const before = told;
    told = [];
    const head = envelopeOf(journal.id, options.table().n, clock(), null);
    const { notice, ...about } = options.about;
    retain(topics.about, { ...head, ...about });
    retain(topics.paytable, { ...head, pack: about.pack, title: about.title, notice });
    tellState(true);
    // What ended while the broker was away stands retained there still.
    for (const { id } of before) if (!told.some((one) => one.id === id)) publisher.retain(topics.alarm(id), "");
    tellBeat();
  }

  function tellBeat(): void {
    const head = envelopeOf(journal.id, options.table().n, clock(), 2 * beatMs);
    publisher.beat(topics.beat, JSON.stringify({ ...head, pack: options.about.pack.hash }));
  }

  const repeat = time.every(stateTtlMs / 3, () => tellState(true));
  const beat = time.every(beatMs, tellBeat);
  publisher.onConnected(tellAll);

  return {
    committed: (records: readonly Committed[]) => {
      outbox.add(records.flatMap((record) => record.facts));
      // The first of a run is shown at once.
      timer ??= time.after(Math.max(0, lookedAt + coalesceMs - time.now()), () => tellState(false));
    },
    stopped: (code, _since, n) => {
      stop = { n, code };
      tellStatus("suspended", code);
    },
    stop: async () => {
      time.clear(repeat);
      time.clear(beat);
      time.clear(timer);
      retain(topics.status, { ...envelopeOf(journal.id, options.table().n, clock(), null), status: "offline", why: "stopped" });
      await publisher.close();
    },
  };
}
