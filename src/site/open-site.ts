// A running site: the feeds of its brokers, the history of its tables, its alarms and its progressives.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { MeterMessage } from "#contract/meter";
import type { AlarmRecord, RoundRecord, SiteAlarm, SiteMeter, SiteState, Statement } from "#contract/site";
import { meterTopic } from "#contract/topics";
import { currencyDigits } from "#core/money";
import type { Operator } from "#core/operator";
import type { MeterCommand, MeterReply } from "#core/progressive";
import { statementOf } from "#core/progressive-statement";
import { recalledMax } from "#core/round";
import { afterWrong, freshLock, isLocked, type SignOnLock } from "#core/sign-on-lock";
import { createSignOn } from "#table/pin";
import { readSecret } from "#table/problems";
import { createClock } from "#table/table-loop";
import { type Feed, openFeed } from "./feed.ts";
import { Floor } from "./floor.ts";
import { diskRefusal, type History, openHistory, type TableJournal } from "./history.ts";
import { type MeterDesk, messageOf, openMeterDesk } from "./meter-desk.ts";
import type { SiteConfig } from "./site-config.ts";
import { noStakes, type Stakes, takeFact } from "./stakes.ts";

/** How long a meter may be shown; told again at a third of that. */
const meterTtlMs = 6_000;
const beatMs = 1_000;
const factsAtOnce = 500;
const hourMs = 3_600_000;
/** Fewer rounds in an hour give no rate. */
const roundsEnough = 4;
/** What stands retained at a broker has come by then. */
const retainedWithinMs = 3_000;
/** The wall shows a table as silent at once; a person is called when it does not come back. */
const silenceAlarmMs = 6_000;
/** The site's own alarm: a table has gone without a word. */
const silence = { id: "silent", code: "tableSilent", priority: 2, weight: 74 } as const;

export interface RunningSite {
  readonly config: SiteConfig;
  readonly history: History;
  readonly desks: readonly MeterDesk[];
  readonly clock: () => number;
  state(): SiteState;
  /** What went in and out of a pool with `from` ≤ at < `to`; null when there is no such pool. */
  statement(pool: string, from: number, to: number): Statement | null;
  /** Called at every change; not more often than the loop turns. */
  onChanged(listener: () => void): void;
  signOn(pin: string): Promise<Operator | null | "locked">;
  /** How many of these alarms nobody had acknowledged before. */
  acknowledge(alarms: readonly Pick<SiteAlarm, "table" | "id" | "since">[], by: Operator): number;
  /** Null: there was no such alarm. */
  record(table: string, alarm: string, since: number): AlarmRecord | null;
  /** Null: the history has no such round. Without a journal: of the one that played it last. */
  round(table: string, round: number, journal?: string): RoundRecord | null;
  /** The journal that a table writes now; null: it has not been heard since the site was started. */
  journal(table: string): string | null;
  meter(pool: string, id: string, by: Operator, command: MeterCommand): Promise<MeterReply> | null;
  close(): Promise<void>;
}

/** @throws JournalDamaged, JournalUnusable, BadFile or Error, each naming the place and the remedy */
export async function openSite(config: SiteConfig, log: (line: string) => void): Promise<RunningSite> {
  mkdirSync(config.folder, { recursive: true, mode: 0o700 });
  const clock = createClock(Date.now, 0);
  const history = openHistory(join(config.folder, "history.sqlite"));
  const desks: MeterDesk[] = [];
  for (const pool of config.pools) desks.push(await openMeterDesk(pool, join(config.folder, `progressive-${pool.id}.sqlite`)));
  const site = new Site(config, history, desks, clock, log);
  await site.open();
  return site;
}

class Site implements RunningSite {
  readonly config: SiteConfig;
  readonly history: History;
  readonly desks: readonly MeterDesk[];
  readonly clock: () => number;
  readonly #log: (line: string) => void;
  readonly #floor: Floor;
  readonly #currency: { readonly code: string; readonly minorDigits: number };
  readonly #troubles = new Map<string, string | null>();
  readonly #feedOf = new Map<string, number>();
  readonly #rates = new Map<string, number | null>();
  readonly #progress = new Map<string, { next: number; stakes: Stakes }>();
  readonly #listeners: (() => void)[] = [];
  readonly #signOn;
  #lock: SignOnLock = freshLock;
  #feeds: readonly Feed[] = [];
  #beat: NodeJS.Timeout | null = null;
  #isTelling = false;

  constructor(config: SiteConfig, history: History, desks: readonly MeterDesk[], clock: () => number, log: (line: string) => void) {
    this.config = config;
    this.history = history;
    this.desks = desks;
    this.clock = clock;
    this.#log = log;
    this.#floor = new Floor(clock);
    this.#currency = { code: config.currency, minorDigits: currencyDigits(config.currency) };
    this.#signOn = createSignOn({
      operators: config.operators,
      clock,
      lock: () => this.#lock,
      tried: (_how, by) => {
        // Counted first: a disk that takes no note is no way round the lock.
        if (by === null && !isLocked(this.#lock, clock())) this.#lock = afterWrong(this.#lock, clock());
        history.note(clock(), by?.name ?? null, by === null ? "wrongPin" : "pin");
      },
    });
  }

  async open(): Promise<void> {
    for (const desk of this.desks) {
      desk.onChanged(() => {
        this.#tellMeter(desk);
        this.#changed();
      });
    }
    this.#feeds = await Promise.all(this.config.brokers.map((_broker, i) => this.#openFeed(i)));
    this.#beat = setInterval(() => this.#tick(), beatMs);
  }

  async #openFeed(i: number): Promise<Feed> {
    const { url, username, passwordFile, caFile } = this.config.brokers[i] as SiteConfig["brokers"][number];
    const secret = (key: string, file: string): Buffer => readSecret(this.config.path, `brokers.${i}.${key}`, file);
    const feed = await openFeed({
      site: this.config.site,
      clientId: `pitwire-site-${this.config.site}-${i}`,
      broker: {
        url,
        ...(username !== undefined && { username }),
        ...(passwordFile !== undefined && { password: secret("passwordFile", passwordFile).toString().trim() }),
        ...(caFile !== undefined && { ca: secret("caFile", caFile) }),
      },
      history: this.history,
      clock: this.clock,
      listener: {
        about: (table, about) =>
          this.#heard(() => {
            this.#feedOf.set(table, i);
            this.#floor.about(table, about);
          }),
        status: (table, status) => this.#heard(() => this.#floor.status(table, status)),
        state: (table, state) => this.#heard(() => this.#floor.state(table, state)),
        beat: (table, journal) => this.#heard(() => this.#floor.beat(table, journal)),
        facts: (of) =>
          this.#heard(() => {
            this.#hearDisk(null);
            this.#follow(of);
          }),
        alarm: (table, alarm) => this.#heard(() => this.#hearAlarm(table, alarm)),
        broker: (address, trouble) => this.#heard(() => this.#hearBroker(address, trouble)),
        refused: (error) => this.#heard(() => this.#hearRefusal(error)),
      },
    });
    feed.onConnected(() => {
      for (const desk of this.desks) this.#tellMeter(desk);
    });
    return feed;
  }

  #heard(act: () => void): void {
    act();
    this.#changed();
  }

  #changed(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #hearAlarm(table: string, { journal, id, body }: Parameters<Parameters<typeof openFeed>[0]["listener"]["alarm"]>[1]): void {
    if (body === null) return this.history.clear(table, id, this.clock());
    const { code, priority, weight, since, device = null, place = null, count = null, deck = null } = body;
    this.history.raise({ table, journal, id, code, priority, weight, since, device, place, count, deck });
  }

  #hearBroker(url: string, trouble: string | null): void {
    if (this.#troubles.get(url) === trouble) return;
    this.#troubles.set(url, trouble);
    this.#log(trouble === null ? `broker ${url}: connected` : `${trouble}. The tables play on; what they tell meanwhile is fetched later.`);
  }

  /** A disk that refuses is told and waited for: a fact that was not kept is asked for again, and what stands is told again. */
  #hearRefusal(error: unknown): void {
    const words = diskRefusal(this.config.folder, error);
    if (words === null) throw error;
    this.#hearDisk(words);
  }

  #hearDisk(trouble: string | null): void {
    const { folder } = this.config;
    if ((this.#troubles.get(folder) ?? null) === trouble) return;
    this.#troubles.set(folder, trouble);
    this.#log(trouble ?? `${folder} is written again; what the tables told meanwhile is fetched.`);
    if (trouble === null) for (const feed of this.#feeds) feed.again();
  }

  /** The progressives follow a table's facts in their order, and only up to the first that is missing. */
  #follow({ table, journal }: TableJournal): void {
    const pools = this.desks.filter(({ setup }) => setup.tables.includes(table));
    if (pools.length === 0) return;
    const key = `${table} ${journal}`;
    const progress = this.#progress.get(key) ?? { next: this.#firstUntold(pools, { table, journal }), stakes: noStakes };
    this.#progress.set(key, progress);
    const last = this.history.contiguous({ table, journal });
    // A pool whose journal takes nothing more goes on from here once it does.
    while (progress.next <= last && !pools.some((pool) => pool.isFull)) {
      const facts = this.history.facts({ table, journal }, progress.next, Math.min(factsAtOnce, last - progress.next + 1));
      for (const fact of facts) {
        const { stakes, event } = takeFact(progress.stakes, fact);
        progress.stakes = stakes;
        if (event !== undefined) for (const pool of pools) pool.take(event);
      }
      progress.next += facts.length;
    }
  }

  /** After a restart: where the first round begins that the first of these pools may not know to its end, its corrections included. */
  #firstUntold(pools: readonly MeterDesk[], of: TableJournal): number {
    const ended = pools.map(({ meter }) => meter.tables[of.table]?.lastRounds[of.journal] ?? 0);
    // Where its beginning has not come yet, that is waited for: what lies beyond a gap is no beginning.
    return Math.min(this.history.firstAfter(of, Math.max(0, Math.min(...ended) - recalledMax)), this.history.contiguous(of) + 1);
  }

  #tick(): void {
    for (const desk of this.desks) {
      for (const table of desk.isFull ? [] : desk.setup.tables) {
        const online = this.#floor.isOnline(table);
        if ((desk.meter.tables[table]?.online ?? false) !== online) desk.take({ kind: "link", at: this.clock(), table, online });
      }
      this.#tellMeter(desk);
    }
    for (const [key] of this.#progress) {
      const [table = "", journal = ""] = key.split(" ");
      this.#follow({ table, journal });
    }
    try {
      this.#watchSilence();
      this.#clearUntold();
    } catch (error) {
      this.#hearRefusal(error);
    }
    for (const table of this.#feedOf.keys()) this.#rates.set(table, this.#rateOf(table));
    this.#changed();
  }

  /** A table that is gone raises an alarm here, since it cannot; unless its broker is gone, which is one trouble and not forty. */
  #watchSilence(): void {
    const standing = this.history.standing().filter(({ id, clearedAt }) => id === silence.id && clearedAt === null);
    const gone = this.#floor.gone();
    for (const { table, journal, since: lastHeard } of gone) {
      const connected = this.#feeds[this.#feedOf.get(table) ?? 0]?.since ?? null;
      if (connected === null || standing.some((alarm) => alarm.table === table)) continue;
      const since = Math.max(lastHeard, connected);
      const nothing = { device: null, place: null, count: null, deck: null };
      if (this.clock() - since > silenceAlarmMs) this.history.raise({ table, journal: journal ?? "", ...silence, since, ...nothing });
    }
    for (const { table } of standing) if (!gone.some((one) => one.table === table)) this.history.clear(table, silence.id, this.clock());
  }

  /** What ended while the site was away is retained no more, and nobody says so. */
  #clearUntold(): void {
    for (const { table, id, clearedAt } of this.history.standing()) {
      const feed = this.#feeds[this.#feedOf.get(table) ?? -1];
      if (feed === undefined || feed.since === null || id === silence.id || clearedAt !== null) continue;
      const settled = this.clock() - feed.since > retainedWithinMs && this.#floor.isOnline(table);
      if (settled && !feed.hasTold(table, id)) this.history.clear(table, id, this.clock());
    }
  }

  #rateOf(table: string): number | null {
    const { rounds, first, last } = this.history.pace(table, this.clock() - hourMs);
    return rounds < roundsEnough || last === first ? null : Math.round(((rounds - 1) * hourMs) / (last - first));
  }

  #messageOf(desk: MeterDesk): MeterMessage {
    return messageOf(desk, this.#currency, this.clock(), meterTtlMs);
  }

  #tellMeter(desk: MeterDesk): void {
    const payload = JSON.stringify(this.#messageOf(desk));
    for (const feed of this.#feeds) feed.retain(meterTopic(this.config.site, desk.setup.id), payload);
  }

  #meterState(desk: MeterDesk): SiteMeter {
    const { awardRoles, adjustRoles } = desk.setup;
    return { message: this.#messageOf(desk), entries: desk.meter.entries, awardRoles, adjustRoles };
  }

  state(): SiteState {
    const { site, language } = this.config;
    return {
      at: this.clock(),
      site,
      language,
      currency: this.#currency,
      troubles: [...this.#troubles].flatMap(([broker, detail]) => (detail === null ? [] : [{ broker, detail }])),
      tables: this.#floor.tables({
        missing: (of) => Math.max(0, ...this.#feeds.map((feed) => feed.missing(of))),
        roundsPerHour: (table) => this.#rates.get(table) ?? null,
      }),
      alarms: this.history.standing(),
      meters: this.desks.map((desk) => this.#meterState(desk)),
    };
  }

  onChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  signOn(pin: string): Promise<Operator | null | "locked"> {
    return this.#signOn({ how: "pin", text: pin });
  }

  acknowledge(alarms: readonly Pick<SiteAlarm, "table" | "id" | "since">[], by: Operator): number {
    const at = this.clock();
    const done = this.history.together(() => {
      const taken = alarms.filter((alarm) => this.history.acknowledge(alarm, by.name, at));
      for (const { table, id } of taken) this.history.note(at, by.name, `acknowledge ${table} ${id}`);
      return taken;
    });
    if (done.length > 0) this.#changed();
    return done.length;
  }

  record(table: string, id: string, since: number): AlarmRecord | null {
    const kept = this.history.alarm(table, id, since);
    if (kept === null) return null;
    const { journal, ...alarm } = kept;
    const of = { table, journal };
    const own = id === silence.id;
    return {
      alarm,
      round: own ? null : this.round(table, this.history.roundAt(of, since), journal),
      report: this.history.report(of, since),
    };
  }

  round(table: string, round: number, journal?: string): RoundRecord | null {
    const facts = this.history.round(table, round, journal);
    const [first] = facts;
    return first === undefined ? null : { table, round, journal: first.journal, facts: facts.map(({ n, at, fact }) => ({ n, at, fact })) };
  }

  journal(table: string): string | null {
    return this.#floor.journal(table);
  }

  statement(pool: string, from: number, to: number): Statement | null {
    const desk = this.desks.find(({ setup }) => setup.id === pool);
    if (desk === undefined) return null;
    const { site } = this.config;
    const lines = statementOf(desk.setup, desk.facts(), from, to);
    return { site, pool, journal: desk.journal, currency: this.#currency, from, to, madeAt: this.clock(), lines };
  }

  meter(pool: string, id: string, by: Operator, command: MeterCommand): Promise<MeterReply> | null {
    const desk = this.desks.find(({ setup }) => setup.id === pool);
    return desk === undefined ? null : desk.command(id, by, command, this.clock());
  }

  async close(): Promise<void> {
    if (this.#beat !== null) clearInterval(this.#beat);
    await Promise.all(this.#feeds.map((feed) => feed.close()));
    await Promise.all(this.desks.map((desk) => desk.close()));
    this.history.close();
  }
}
