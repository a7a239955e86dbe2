// A day of a progressive with everything going wrong that can: real tables (the core, playing Caribbean Stud), a real broker, the real site
// with its history and its journals; between them messages are lost, doubled, late and out of order, and the site is stopped and started.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Aedes } from "aedes";
import { connectAsync, type MqttClient } from "mqtt";
import { schemaVersion } from "#contract/message";
import { meterTopic, topicsOf } from "#contract/topics";
import { type Card, deck52 } from "#core/card";
import type { Fact } from "#core/fact";
import { type Entry, type MeterFact, microsInMinor } from "#core/progressive";
import type { StatementLine } from "#core/progressive-statement";
import { type Stage, stage } from "#core/rehearse";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { openSite, type RunningSite } from "#site/open-site";
import { parseSiteConfig } from "#site/site-config";
import { createPoolWatch, type PoolWatch } from "#table/pool-watch";
import { decide, payOut, rulesWith, turnUp } from "../unit/games/caribbean-stud-bed.ts";
import { type Random, randomFrom, shuffled } from "../unit/games/random.ts";

export interface DayOptions {
  readonly tables: number;
  readonly rounds: number;
  /** Rounds in which a table holds a royal: the first two at the same time. */
  readonly hits: number;
  readonly restarts: number;
  readonly seed: number;
}

/** What the tables know of the day, against what the site says of it. */
export interface Day {
  readonly line: StatementLine;
  /** Of the meter as it stands, in millionths. */
  readonly value: number;
  /** Stakes that count, as the tables settled them; and what each adds, in millionths. */
  readonly stakes: number;
  readonly perStake: number;
  readonly base: number;
  readonly entries: readonly Entry[];
  /** What the tables' floors have paid for awards, by award. */
  readonly paid: Readonly<Record<string, number>>;
  readonly stillAwaited: number;
  /** Miscounts that the dealers made, and that the pool has on record. */
  readonly miscounts: readonly [made: number, known: number];
  /** Everything else that the pool found strange. */
  readonly strange: readonly MeterFact[];
  readonly faults: { readonly lost: number; readonly doubled: number; readonly late: number };
  readonly facts: number;
}

const site = "s1";
const pool = "royal";
const stake = 50;
const ratePpm = 710_001;
const base = 1_000_000;
const seats = [1, 2, 3, 4];
const rules = rulesWith({ meter: "pool", ante: { min: 50, max: 1000, step: 50 }, decisionMs: null });
// Nobody types it here: the site is asked as it is behind its sign-on.
const pin = "scrypt$16384$gs-IqraISk8C2sCLRjo4JQ$fvC_mAD-vz2pZC6uqaupOncu7OPScKzk3RSsmrr5ceg";

export async function faultyDay(options: DayOptions): Promise<Day> {
  const random = randomFrom(options.seed);
  const folder = mkdtempSync(join(tmpdir(), "progressive-day-"));
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const names = Array.from({ length: options.tables }, (_, i) => `t${i + 1}`);
  const config = parseSiteConfig(join(folder, "site.yaml"), siteYaml(port, names));
  const open = (): Promise<RunningSite> => openSite(config, () => {});
  let running = await open();
  const tables = await Promise.all(names.map((name) => ScriptedTable.open(name, port, random)));
  const royals = royalsOf(options, random);
  const restartAfter = Array.from({ length: options.restarts }, (_, i) => Math.floor(((i + 1) * options.rounds) / (options.restarts + 1)));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [i, table] of tables.entries()) await table.round(royals.some(([of, at]) => of === i && at === round));
    if (restartAfter.includes(round)) {
      await running.close();
      // What is told now, nobody hears.
      for (const table of tables) await table.round(false);
      running = await open();
    }
    await confirmAll(running);
  }
  await until(() => settled(running, tables));
  const day = dayOf(running, tables);
  for (const table of tables) await table.close();
  await running.close();
  await new Promise<void>((done) => broker.close(() => done()));
  server.close();
  rmSync(folder, { recursive: true });
  return day;
}

function siteYaml(port: number, names: readonly string[]): string {
  const people = ["floor", "surveillance", "manager"].map((role) => `  - { name: ${role}, role: ${role}, pin: "${pin}" }`).join("\n");
  return `version: 1
site: ${site}
folder: data
brokers: [{ url: "mqtt://127.0.0.1:${port}" }]
pools:
  - id: ${pool}
    stake: ${stake}
    tables: [${names.join(", ")}]
    levels: [{ id: major, base: ${base}, ratePpm: ${ratePpm}, reservePpm: 20000 }]
    prizes: [{ hand: royal-flush, level: major, percent: 100 }]
operators:
${people}
`;
}

/** By table and round; the first two in the same round. */
function royalsOf({ tables, rounds, hits }: DayOptions, random: Random): readonly (readonly [table: number, round: number])[] {
  const order = shuffled(
    random,
    Array.from({ length: tables }, (_, i) => i),
  );
  const together = Math.ceil(rounds / 2);
  return Array.from({ length: hits }, (_, i) => [order[i % tables] ?? 0, i < 2 ? together : 1 + Math.floor(random() * rounds)] as const);
}

/** Two people in two roles sign whatever waits, as often as it takes. */
async function confirmAll(running: RunningSite): Promise<void> {
  const [desk] = running.desks;
  for (const { id, status } of desk?.meter.entries ?? []) {
    if (status !== "pending") continue;
    for (const role of ["floor", "surveillance"] as const)
      await running.meter(pool, `${id}-${role}`, { name: role, role }, { kind: "confirm", entry: id });
  }
}

async function settled(running: RunningSite, tables: readonly ScriptedTable[]): Promise<boolean> {
  await confirmAll(running);
  for (const table of tables) await table.beat();
  // Every round has come, its end is on the pool's disk, and no winner waits.
  const ended = (table: ScriptedTable): number => running.desks[0]?.meter.tables[table.of.table]?.lastRounds[table.of.journal] ?? 0;
  const isTold = (table: ScriptedTable): boolean =>
    running.history.contiguous(table.of) === table.last && ended(table) === table.on.table.rounds;
  return tables.every((table) => isTold(table) && table.on.table.awaited.length === 0);
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((done) => setTimeout(done, 20));
}

function dayOf(running: RunningSite, tables: readonly ScriptedTable[]): Day {
  const [desk] = running.desks;
  const line = running.statement(pool, 0, Number.MAX_SAFE_INTEGER)?.lines[0];
  if (desk === undefined || line === undefined) throw new Error("the site has no such pool");
  const facts = tables.flatMap(({ on }) => on.facts);
  const strange = [...desk.facts()].filter((fact) => fact.kind === "strange");
  const paid = facts.flatMap((fact) => (fact.kind === "awardPaid" ? [[fact.award, fact.transfer.amount] as const] : []));
  return {
    line,
    value: desk.meter.levels.major?.value ?? 0,
    stakes: facts.reduce((sum, fact) => sum + stakesThatCount(fact), 0),
    perStake: stake * ratePpm,
    base: base * microsInMinor,
    entries: desk.meter.entries,
    paid: Object.fromEntries(paid),
    stillAwaited: tables.reduce((sum, { on }) => sum + on.table.awaited.length, 0),
    miscounts: [tables.reduce((sum, table) => sum + table.miscounts, 0), strange.filter(({ why }) => why === "miscounted").length],
    strange: strange.filter(({ why }) => why !== "miscounted"),
    faults: {
      lost: tables.reduce((sum, { faults }) => sum + faults.lost, 0),
      doubled: tables.reduce((sum, { faults }) => sum + faults.doubled, 0),
      late: tables.reduce((sum, { faults }) => sum + faults.late, 0),
    },
    facts: facts.length,
  };
}

/** Judged by the settlement alone, not by what the pool makes of it. */
function stakesThatCount(fact: Fact): number {
  if (fact.kind !== "settled" || fact.settlement.outcome !== "settled") return 0;
  return fact.settlement.results.filter(({ spot, outcome }) => spot.endsWith("/jackpot") && outcome !== "returned").length;
}

/** One table: the core that plays, and the line to the broker on which things go wrong. */
class ScriptedTable {
  readonly on: Stage;
  readonly of: { readonly table: string; readonly journal: string };
  readonly faults = { lost: 0, doubled: 0, late: 0 };
  miscounts = 0;
  #told = 0;
  readonly #late: Fact[] = [];
  readonly #client: MqttClient;
  readonly #random: Random;
  readonly #watch: PoolWatch;

  private constructor(name: string, client: MqttClient, random: Random) {
    this.of = { table: name, journal: `journal-of-${name}` };
    this.#client = client;
    this.#random = random;
    const devices = [{ id: pool, roles: ["progressive"], required: false, holds: "thisDeck" }] as const;
    this.on = stage({ game: caribbeanStud, rules, seats, carry: null, pool, devices });
    const terms = caribbeanStud.progressive?.(rules);
    if (terms === undefined || terms === null) throw new Error("the rules know no pool");
    this.#watch = createPoolWatch({
      name: pool,
      table: name,
      journal: this.of.journal,
      currency: "EUR",
      terms,
      clock: Date.now,
      awaited: () => this.on.table.awaited,
      emit: (inputs) => {
        for (const input of inputs)
          if (input.kind === "link" || input.kind === "award") this.on.event({ ...input, at: this.on.table.at + 1 });
      },
    });
  }

  static async open(name: string, port: number, random: Random): Promise<ScriptedTable> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
    const table = new ScriptedTable(name, client, random);
    const { command } = topicsOf(site, name);
    client.on("message", (topic, payload) => (topic === command ? table.#answer(payload) : table.#watch.hear(payload)));
    await client.subscribeAsync([command, meterTopic(site, pool)], { qos: 1 });
    await until(async () => table.on.table.links[pool]?.status === "up");
    return table;
  }

  get last(): number {
    return this.on.table.n;
  }

  /** A whole round; `royal`: one of its jackpot wagers wins the meter. */
  async round(royal: boolean): Promise<void> {
    const { on } = this;
    on.command({ kind: "confirm", code: "openRound" });
    const deck = shuffled(this.#random, deck52);
    const hands = handsFrom(royal ? royalFirst(deck) : deck);
    const stakes = seats.filter((seat) => this.#bet(seat, royal && seat === 1));
    on.command({ kind: "close" });
    this.#count(stakes.length);
    await this.#tell();
    const [down = []] = [Object.entries(hands)];
    const left = new Map(down.map(([place, cards]) => [place, [...cards]]));
    for (let i = 0; ; i++) {
      const next = on.openings().find((opening) => opening.kind === "card");
      const card = next?.kind === "card" ? left.get(next.to)?.shift() : undefined;
      if (card === undefined) break;
      on.card(card);
      if (i === 3 && !royal && this.#random() < 0.03) on.command({ kind: "confirm", code: "misdeal", reason: "cards on the floor" });
    }
    decide(on, { hands: Object.fromEntries(seats.map((seat) => [`${seat}/hand`, ""])) });
    turnUp(on);
    payOut(on);
    this.#payAward();
    await this.#tell();
  }

  /** Enters the wagers of a seat, and now and then one that is taken back. */
  #bet(seat: number, must: boolean): boolean {
    const { on } = this;
    on.command({ kind: "wager", spot: `${seat}/ante`, stake: 50 });
    const wants = must || this.#random() < 0.5;
    if (!wants && this.#random() > 0.2) return false;
    on.command({ kind: "wager", spot: `${seat}/jackpot`, stake });
    if (wants) return true;
    const undo = on.openings().find((opening) => opening.kind === "undo");
    if (undo?.kind === "undo") on.command({ kind: "undo", from: undo.from });
    return false;
  }

  #count(stakes: number): void {
    if (stakes === 0) return;
    if (this.#random() < 0.05) {
      this.on.command({ kind: "count", cards: stakes + 1 });
      this.miscounts++;
    }
    this.on.command({ kind: "count", cards: stakes });
  }

  #payAward(): void {
    const due = this.on.openings().find((opening) => opening.kind === "confirm" && opening.code === "awardPaid");
    if (due?.kind === "confirm" && due.seat !== undefined) this.on.command({ kind: "confirm", code: "awardPaid", seat: due.seat });
  }

  async beat(): Promise<void> {
    this.#payAward();
    await this.#tell();
    await this.#client.publishAsync(topicsOf(site, this.of.table).beat, JSON.stringify({ ...this.#envelope(this.last), pack: "ab" }), {
      qos: 0,
    });
  }

  /** Tells what is new. Of ten messages one is lost, sent twice, or kept back and told after newer ones. */
  async #tell(): Promise<void> {
    const fresh = this.on.facts.slice(this.#told);
    this.#told = this.on.facts.length;
    for (const fact of fresh) {
      const luck = this.#random();
      if (luck < 0.03) this.faults.lost++;
      else if (luck < 0.07) {
        this.faults.late++;
        this.#late.push(fact);
      } else {
        this.#send(fact);
        if (luck < 0.1) {
          this.faults.doubled++;
          this.#send(fact);
        }
      }
    }
    if (this.#late.length > 5) for (const fact of shuffled(this.#random, this.#late.splice(0))) this.#send(fact);
    // As fast as the line takes it.
    await this.#client.publishAsync(topicsOf(site, this.of.table).beat, JSON.stringify({ ...this.#envelope(this.last), pack: "ab" }), {
      qos: 1,
    });
  }

  #send(fact: Fact): void {
    this.#client.publish(topicsOf(site, this.of.table).fact, JSON.stringify(this.#message(fact)), { qos: 1 });
  }

  #answer(payload: Buffer): void {
    const { id, facts: range } = JSON.parse(payload.toString()) as { id: string; facts: { from: number; limit: number } };
    const found = this.on.facts.filter(({ n }) => n >= range.from).slice(0, range.limit);
    const body = { ...this.#envelope(this.last), facts: found.map((fact) => this.#message(fact)), next: null };
    this.#client.publish(topicsOf(site, this.of.table).reply(id), JSON.stringify(body), { qos: 1 });
  }

  #message({ n, at, ...fact }: Fact) {
    return { ...this.#envelope(n), at, fact };
  }

  #envelope(n: number) {
    return { schema: schemaVersion, journal: this.of.journal, n, at: this.on.table.at, ttl: null };
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#client.endAsync(true);
  }
}

function handsFrom(deck: readonly Card[]): Readonly<Record<string, readonly Card[]>> {
  const places = [...seats.map((seat) => `${seat}/hand`), "dealer/hand"];
  return Object.fromEntries(places.map((place, i) => [place, deck.slice(5 * i, 5 * i + 5)]));
}

/** The first seat gets a royal of some suit. */
function royalFirst(deck: readonly Card[]): readonly Card[] {
  const suit = deck[0]?.[1] ?? "s";
  const royal = deck.filter((card) => card[1] === suit && "AKQJT".includes(card[0] ?? ""));
  return [...royal, ...deck.filter((card) => !royal.includes(card))];
}
