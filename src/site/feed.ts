// One broker and the tables that speak over it. Whatever is missing of a table's facts is asked for, so that the history has no gap:
// after a lost connection, after a restart of the site, and from the first day of a journal.

import {
  type AboutMessage,
  aboutMessage,
  alarmMessage,
  beatMessage,
  factMessage,
  repeatReply,
  type StateMessage,
  type StatusMessage,
  stateMessage,
  statusMessage,
} from "#contract/message";
import { topicsOf } from "#contract/topics";
import { type BrokerAddress, openClient } from "#table/mqtt-client";
import type { History, KeptFact, TableJournal } from "./history.ts";

/** What a feed hears of a table, in the order in which it hears it. */
export interface FeedListener {
  about(table: string, about: AboutMessage): void;
  status(table: string, status: StatusMessage): void;
  state(table: string, state: StateMessage): void;
  beat(table: string, journal: string, at: number): void;
  /** New facts have been stored. */
  facts(of: TableJournal): void;
  alarm(table: string, alarm: { readonly journal: string; readonly id: string; readonly body: AlarmBody | null }): void;
  broker(url: string, trouble: string | null): void;
  /** What came could not be kept. Rethrows what is no refusal of the disk. */
  refused(error: unknown): void;
}

export type AlarmBody = ReturnType<typeof alarmMessage.parse>["alarm"];

export interface Feed {
  readonly url: string;
  /** Since when the connection stands; null: there is none. */
  readonly since: number | null;
  /** Whether an alarm has been told on this connection: what stands is retained, and is told at its beginning. */
  hasTold(table: string, alarm: string): boolean;
  /** A retained message for the tables and signs: a meter. Lost while there is no connection; told again on the next. */
  retain(topic: string, payload: string): void;
  onConnected(listener: () => void): void;
  /** Has everything that stands retained told once more. */
  again(): void;
  /** Facts that are known to exist and have not come. */
  missing(of: TableJournal): number;
  close(): Promise<void>;
}

interface FeedOptions {
  readonly site: string;
  readonly broker: Omit<BrokerAddress, "clientId">;
  readonly clientId: string;
  readonly history: History;
  readonly listener: FeedListener;
  readonly clock: () => number;
}

const askAtOnce = 1000;
/** A question that was not answered is asked again. */
const answerWithinMs = 3_000;
const payloadMaxBytes = 4 << 20;

interface Sequence extends TableJournal {
  /** The highest number heard of. */
  heard: number;
  askedAt: number;
}

export async function openFeed({ site, broker, clientId, history, listener, clock }: FeedOptions): Promise<Feed> {
  const root = `pitwire/v1/${site}`;
  const sequences = new Map<string, Sequence>();
  /** The journal that each table writes, by its last beat. */
  const writes = new Map<string, string>();
  const onConnected: (() => void)[] = [];
  const alarmsTold = new Set<string>();
  let since: number | null = null;
  let asked = 0;

  function sequenceOf(table: string, journal: string): Sequence {
    const key = `${table} ${journal}`;
    const known = sequences.get(key) ?? { table, journal, heard: 0, askedAt: Number.NEGATIVE_INFINITY };
    sequences.set(key, known);
    return known;
  }

  /** Whoever numbers its messages says by it that all facts up to there exist. */
  function hear(table: string, journal: string, n: number): void {
    const sequence = sequenceOf(table, journal);
    sequence.heard = Math.max(sequence.heard, n);
    fillGap(sequence);
  }

  /** A question names no journal and is answered from the one that is written now: of another one nothing more can be had. */
  function fillGap(sequence: Sequence): void {
    if (writes.get(sequence.table) !== sequence.journal) return;
    const from = history.contiguous(sequence) + 1;
    const { now } = client;
    if (from > sequence.heard || now === null || clock() - sequence.askedAt < answerWithinMs) return;
    sequence.askedAt = clock();
    const id = `${clientId}-${++asked}`.slice(-64);
    now.publish(topicsOf(site, sequence.table).command, JSON.stringify({ id, facts: { from, limit: askAtOnce } }), { qos: 1 });
  }

  function fillAll(): void {
    for (const sequence of sequences.values()) fillGap(sequence);
  }

  function store(table: string, messages: readonly ReturnType<typeof factMessage.parse>[]): void {
    const [first] = messages;
    if (first === undefined) return;
    const { journal } = first;
    history.add(
      messages.map(({ n, at, fact }): KeptFact => ({ table, journal, n, at, round: fact.round, fact: fact as KeptFact["fact"] })),
    );
    listener.facts({ table, journal });
    hear(table, journal, Math.max(...messages.map(({ n }) => n)));
  }

  function take(topic: string, payload: Buffer): void {
    const [table = "", what = "", rest = ""] = topic.slice(root.length + 1).split("/");
    if (payload.length > payloadMaxBytes || table === "meter") return;
    if (what === "alarm" && payload.length === 0) return listener.alarm(table, { journal: "", id: rest, body: null });
    const body = parse(payload);
    if (body !== null) readers[what]?.(table, body, rest);
  }

  const readers: Readonly<Record<string, (table: string, body: unknown, rest: string) => void>> = {
    about: (table, body) => read(aboutMessage, body, (about) => listener.about(table, about)),
    status: (table, body) =>
      read(statusMessage, body, (status) => {
        listener.status(table, status);
        hear(table, status.journal, status.n);
      }),
    state: (table, body) =>
      read(stateMessage, body, (state) => {
        listener.state(table, state as StateMessage);
        hear(table, state.journal, state.n);
      }),
    beat: (table, body) =>
      read(beatMessage, body, ({ journal, n, at }) => {
        writes.set(table, journal);
        listener.beat(table, journal, at);
        hear(table, journal, n);
      }),
    fact: (table, body) => read(factMessage, body, (message) => store(table, [message])),
    reply: (table, body) =>
      read(repeatReply, body, ({ facts }) => {
        for (const sequence of sequences.values()) if (sequence.table === table) sequence.askedAt = Number.NEGATIVE_INFINITY;
        store(table, facts);
      }),
    alarm: (table, body, id) =>
      read(alarmMessage, body, ({ journal, alarm }) => {
        alarmsTold.add(`${table} ${id}`);
        listener.alarm(table, { journal, id, body: alarm });
      }),
  };

  const client = await openClient(
    { ...broker, clientId },
    {
      connected: (mine) => {
        since = clock();
        alarmsTold.clear();
        mine.subscribe([...topicsOfFeed(root)], { qos: 1 });
        for (const sequence of sequences.values()) sequence.askedAt = Number.NEGATIVE_INFINITY;
        fillAll();
        for (const told of onConnected) told();
      },
      message: (topic, payload) => unlessRefused(listener, () => take(topic, payload)),
      trouble: (trouble) => listener.broker(broker.url, trouble?.message ?? null),
    },
  );
  const fill = setInterval(fillAll, answerWithinMs);
  return {
    url: broker.url,
    get since() {
      return client.now === null ? null : since;
    },
    hasTold: (table, alarm) => alarmsTold.has(`${table} ${alarm}`),
    retain: (topic, payload) => void client.now?.publish(topic, payload, { qos: 1, retain: true }),
    onConnected: (told) => void onConnected.push(told),
    again: () => void client.now?.subscribe([...topicsOfFeed(root)], { qos: 1 }),
    missing: (of) => Math.max(0, sequenceOf(of.table, of.journal).heard - history.contiguous(of)),
    close: () => {
      clearInterval(fill);
      return client.close();
    },
  };
}

function unlessRefused({ refused }: FeedListener, act: () => void): void {
  try {
    act();
  } catch (error) {
    refused(error);
  }
}

function topicsOfFeed(root: string): readonly string[] {
  return ["about", "status", "state", "beat", "fact", "alarm/+", "reply/+"].map((what) => `${root}/+/${what}`);
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}

/** What does not have the form that was agreed is not taken: a table of another release, or somebody who may not speak here. */
function read<Message>(
  schema: { safeParse(value: unknown): { success: true; data: Message } | { success: false } },
  body: unknown,
  take: (message: Message) => void,
): void {
  const parsed = schema.safeParse(body);
  if (parsed.success) take(parsed.data);
}
