// Opens a table from its configuration: journal first, then the state it holds, then the world. Nothing is sent before the
// state stands again.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { meterTopic, type Topics, topicsOf } from "#contract/topics";
import { waiting } from "#core/derive";
import { currencyDigits } from "#core/money";
import type { Operator } from "#core/operator";
import type { Reply, Setup } from "#core/table";
import { type View, view } from "#core/view";
import { createAnnouncer, envelopeOf } from "./announcer.ts";
import { antennasOf, custodiansOf, setupOf, type TableConfig } from "./config.ts";
import { type Deck, readDecks } from "./deck-store.ts";
import { type DeviceInput, type RunningDevice, runDevice } from "./device-loop.ts";
import { driverOf, profileHash } from "./drivers.ts";
import { type Edition, makeEdition } from "./edition.ts";
import type { Input } from "./engine.ts";
import { createHeadDesk } from "./head-desk.ts";
import { installedBuild } from "./installation.ts";
import { type Journal, JournalDamaged, type JournalStatus, type OpenedJournal, openJournal } from "./journal.ts";
import { type MeterSource, metersOf, ownSource, poolSource } from "./meter-source.ts";
import { openMqtt } from "./open-mqtt.ts";
import { createOutbox } from "./outbox.ts";
import { claimOwn, expectOwn } from "./own-journal.ts";
import { softwareVersion } from "./package-root.ts";
import { servePanels } from "./panels.ts";
import { createSignOn, type SignOn } from "./pin.ts";
import { createPoolWatch, type PoolWatch } from "./pool-watch.ts";
import { eventOf, isProven, type ProvenRecord } from "./proven-record.ts";
import type { Publisher } from "./publisher.ts";
import { createReadDesk, type ReadDesk } from "./read-desk.ts";
import { createRegistrar, type Registrar } from "./registrar.ts";
import { type Restored, restore } from "./restore.ts";
import { readServiceKey } from "./service-key.ts";
import { createSignWatch, type SignWatch } from "./sign-watch.ts";
import { createHeadSigner, type SignedHead } from "./signed-head.ts";
import { createClock, createTableLoop, rowsBetweenSnapshots, type TableLoop } from "./table-loop.ts";
import { createTechnician, type Technician } from "./technician.ts";
import { timeZone } from "./time-zone.ts";
import { createVault } from "./vault.ts";

export interface RunningTable {
  readonly config: TableConfig;
  readonly loop: TableLoop;
  readonly journal: Journal;
  readonly topics: Topics;
  readonly clock: () => number;
  readonly devices: readonly RunningDevice[];
  readonly technician: Technician;
  readonly registrar: Registrar;
  readonly signs: SignWatch;
  /** What its signs show of its progressive; null: it has none. */
  readonly meters: MeterSource | null;
  /** Port of the embedded broker; null with one elsewhere. */
  readonly brokerPort: number | null;
  /** Where its signs connect by WebSocket. */
  readonly websocketPort: number | null;
  readonly decks: readonly string[];
  readonly signOn: SignOn;
  facts: ReadDesk["facts"];
  /** Looks back into the journal. */
  readonly recall: Pick<ReadDesk, "rounds" | "round" | "program">;
  /** What is wrong with records that an earlier run has written; null as long as nothing is known. */
  damage(): string | null;
  /** Puts on record that two people open a round; false when it is not proven. Resolves once it is on the disk. */
  record(record: ProvenRecord): Promise<boolean>;
  /** The journal's last signed head. */
  head(): SignedHead | null;
  /** Who acts where nobody shows a PIN or a badge: whoever has signed on. */
  dealer(): Operator;
  view(audience: "dealer" | "public"): ReturnType<typeof view>;
  /** What the table waits for, in words for a log. */
  troubles(): readonly string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Starts with a count of the deck. */
  readonly scan?: boolean;
  readonly log: (line: string) => void;
}

const flushMaxMs = 2000;

/** What writes the events from here on: this release, this game, these rules, this table. */
function editionOf({ pack, site, currency, devices }: TableConfig, setup: Setup<unknown>): Edition {
  const { entry, id, hash, title } = pack;
  const { id: game, edition } = entry.game;
  const drivers = Object.fromEntries(devices.map((one) => [one.id, { driver: basename(one.driver), profile: profileHash(one.driver) }]));
  const program = { software: softwareVersion(), build: installedBuild(), game, edition };
  return makeEdition({ ...program, pack: { id, hash }, title, site, currency, setup, drivers });
}

/** @throws JournalDamaged, JournalUnusable, BadFile or Error, each naming the place and the remedy */
export async function openTable(config: TableConfig, options: OpenOptions): Promise<RunningTable> {
  const ground = await prepare(config, true);
  try {
    return await start(config, options, ground);
  } catch (error) {
    await ground.opened.journal.close().catch(() => {});
    throw error;
  }
}

/**
 * Has a table that does not run take an input, as it would if it ran. Resolves once it is on the disk, with the answer to a command.
 * @throws JournalUnusable when it runs, and as `openTable`
 */
export async function takeAtRest(config: TableConfig, input: (at: number) => Input): Promise<Reply> {
  const ground = await prepare(config, false);
  const { journal } = ground.opened;
  try {
    const restored = restoreTable(config, ground);
    const { engine, lastKind } = restored;
    const clock = createClock(Date.now, engine.table.at);
    const { game } = config.pack.entry;
    const loop = createTableLoop({ game, setup: ground.setup, engine, journal, clock, sinceSnapshot: sinceSnapshot(restored) });
    const one = input(clock());
    const reply = one.kind === "command" ? loop.command(one.id, one.by, one.command) : null;
    if (reply === null) loop.take([one]);
    // The next start is to see how the table really ended.
    if (lastKind === "stopped") loop.take([{ kind: "stopped", at: clock() }]);
    const answer = await (reply ?? { ok: true as const });
    loop.stop();
    return answer;
  } finally {
    await journal.close();
  }
}

/**
 * How the dealer's view of a table that does not run would be; no record is written.
 * @throws JournalUnusable when it runs or has no journal, and as `openTable`
 */
export async function viewAtRest(config: TableConfig): Promise<View> {
  const ground = await prepare(config, false);
  try {
    return view(restoreTable(config, ground).engine.table, ground.setup, config.pack.entry.game, "dealer");
  } finally {
    await ground.opened.journal.close();
  }
}

/** What a new edition writes can be replayed from its first record on, and shows in the list of changes: it begins with a snapshot. */
function sinceSnapshot({ replayed, isUpgraded }: Restored): number {
  return isUpgraded ? rowsBetweenSnapshots : replayed;
}

async function prepare(config: TableConfig, create: boolean): Promise<Ground> {
  mkdirSync(config.folder, { recursive: true, mode: 0o700 });
  const file = join(config.folder, "journal.sqlite");
  expectOwn(config.folder, file);
  const serviceKey = readServiceKey(config.folder);
  const decks = new Map(readDecks(config.folder, serviceKey));
  const setup = setupOf(config, [...decks.keys()]);
  const edition = editionOf(config, setup);
  const opened = await openJournal(file, { edition: edition.name, content: edition.content, create });
  try {
    claimOwn(config.folder, file, opened.journal.id);
  } catch (error) {
    await opened.journal.close();
    throw error;
  }
  return { opened, file, serviceKey, decks, setup, edition };
}

interface Ground {
  readonly opened: OpenedJournal;
  readonly file: string;
  readonly serviceKey: Uint8Array;
  /** A deck that is registered while the table runs is added. */
  readonly decks: Map<string, Deck>;
  readonly setup: Setup<unknown>;
  readonly edition: Edition;
}

async function start(config: TableConfig, options: OpenOptions, ground: Ground): Promise<RunningTable> {
  const { opened, file, serviceKey, setup } = ground;
  const { journal } = opened;
  const { entry } = config.pack;
  const restored = restoreTable(config, ground);
  const { engine, lastKind } = restored;
  const clock = createClock(Date.now, engine.table.at);
  const loop = createTableLoop({ game: entry.game, setup, engine, journal, clock, sinceSnapshot: sinceSnapshot(restored) });
  const cause = lastKind === null ? "first" : lastKind === "stopped" ? "clean" : "crash";
  loop.take([{ kind: "started", at: clock(), cause, away: lastKind === null ? 0 : clock() - engine.table.at }]);
  await untilWritten(journal, options.log);
  // Nothing leaves the table before this: the state stands again, and the start is on the disk.
  const topics = topicsOf(config.site, config.table);
  const reader = createReadDesk(file);
  const signs = createSignWatch({ names: config.signs, clock, emit: (inputs) => loop.take(inputs) });
  const pool = watchPool(config, loop, journal, clock);
  const { broker, publisher } = await openMqtt({ config, topics, journal, clock, log: options.log, facts: reader.facts, signs, pool });
  const outbox = createOutbox({ journal, publisher, topic: topics.fact, read: readingFor(reader, options.log), last: loop.table.n });
  const about = { ...aboutOf(config), notice: entry.game.notice(config.pack.rules) };
  const announcer = createAnnouncer({
    site: config.site,
    setup,
    game: entry.game,
    journal,
    publisher,
    outbox,
    about,
    clock,
    table: () => loop.table,
  });
  loop.listen(announcer);
  loop.listen({ journal: tellJournal(options.log) });
  const heads = createHeadDesk({
    journal,
    signer: createHeadSigner(serviceKey, journal.id),
    publisher,
    topic: topics.head,
    message: (head) => ({ ...envelopeOf(journal.id, loop.table.n, clock(), null), ...head }),
  });
  heads.sign();
  loop.listen(heads);
  const ownMeter = tellOwnMeter({ config, setup, loop, journal, clock, publisher });
  if (options.scan === true) await startScan(loop, setup.decks);
  const signOn = createSignOn({
    operators: config.operators,
    clock,
    lock: () => loop.decided.lock,
    tried: (how, by, device) => loop.take([{ kind: "attempt", at: clock(), how, by, ...(device !== undefined && { device }) }]),
  });
  const registrar = createRegistrar({ folder: config.folder, serviceKey, decks: ground.decks, loop });
  const badges = badgesOf(signOn, loop);
  const running = runDevices(config, loop, clock, (inputs) => badges(inputs).filter((input) => !registrar.takes(input)));
  const hold = holdingOf(running);
  loop.onPressure((full) => hold("full", full));
  const damage = checkOlderRecords(reader, opened.checkedFrom, () => hold("damage", true), options.log);
  const dealer = (): Operator => ({ name: loop.table.dealer?.name ?? "dealer", role: "dealer" });
  const dealersView = (): View => view(loop.table, setup, entry.game, "dealer");
  const desk = servePanels({ config, setup, loop, journal, clock, running, dealer, view: dealersView });
  return {
    config,
    loop,
    journal,
    topics,
    clock,
    devices: running,
    registrar,
    technician: createTechnician({ config, running, table: () => loop.table, mayShow: engine.mayShow }),
    signs,
    meters: pool === null ? ownMeter : poolSource(pool),
    brokerPort: broker?.port ?? null,
    websocketPort: broker?.websocketPort ?? null,
    decks: setup.decks,
    signOn,
    facts: reader.facts,
    recall: reader,
    damage,
    dealer,
    view: (audience) => view(loop.table, setup, entry.game, audience),
    troubles: () => waiting(loop.table, setup).map((device) => `${device}: ${loop.table.links[device]?.why ?? "no signal yet"}`),
    head: heads.last,
    record: async (record) => {
      if (!isProven(serviceKey, record, Date.now())) return false;
      loop.take([eventOf(record, clock())]);
      await journal.flush();
      return true;
    },
    close: async () => {
      signs.stop();
      pool?.stop();
      ownMeter?.stop();
      desk?.stop();
      await Promise.all(running.map((device) => device.stop()));
      loop.take([{ kind: "stopped", at: clock() }]);
      // A disk that takes nothing more is not waited for: closing the journal says what could not be written.
      await within(flushMaxMs, journal.flush());
      loop.stop();
      heads.sign();
      await within(flushMaxMs, journal.flush());
      await announcer.stop();
      outbox.stop();
      await reader.close();
      await broker?.close();
      await journal.close();
    },
  };
}

function watchPool(config: TableConfig, loop: TableLoop, journal: Journal, clock: () => number): PoolWatch | null {
  const { progressive, pack, table, currency } = config;
  const terms = pack.entry.game.progressive?.(pack.rules) ?? null;
  if (progressive === undefined || terms === null) return null;
  return createPoolWatch({
    name: progressive.pool,
    table,
    journal: journal.id,
    currency,
    terms,
    clock,
    awaited: () => loop.decided.awaited,
    emit: (inputs) => loop.take(inputs),
  });
}

interface MeterNeeds {
  readonly config: TableConfig;
  readonly setup: Setup<unknown>;
  readonly loop: TableLoop;
  readonly journal: Journal;
  readonly clock: () => number;
  readonly publisher: Publisher;
}

/** A table that feeds no pool tells its own meter, on its page and over its broker. */
function tellOwnMeter({ config, setup, loop, journal, clock, publisher }: MeterNeeds): ReturnType<typeof ownSource> | null {
  const [name] = metersOf(config);
  if (config.progressive !== undefined || name === undefined) return null;
  const topic = meterTopic(config.site, name);
  const tell = (payload: string): void => publisher.retain(topic, payload);
  const source = ownSource({ config, setup, journal: journal.id, clock, table: () => loop.table, tell });
  loop.listen(source);
  publisher.onConnected(source.repeat);
  return source;
}

function restoreTable(config: TableConfig, { opened, serviceKey, decks, setup, edition }: Ground): Restored {
  const { entry, id, hash } = config.pack;
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const vault = createVault({ decks, serviceKey, journal: opened.journal.id, random, custodians: custodiansOf(config) });
  return restore(opened, {
    game: entry.game,
    setup,
    vault,
    antennas: antennasOf(config),
    edition: edition.name,
    pack: { id, hash },
  });
}

/** What the start did not look at is looked at now, slowly. Returns what was found so far. */
function checkOlderRecords(reader: ReadDesk, upTo: number, stop: () => void, log: (line: string) => void) {
  let damage: string | null = null;
  reader.verify(upTo).catch((error: Error) => {
    if (!(error instanceof JournalDamaged)) return;
    damage = error.message;
    log(damage);
    stop();
  });
  return (): string | null => damage;
}

/** Facts for the outbox. What can't be read is said once, and tried again with the next fact. */
function readingFor(desk: ReadDesk, log: (line: string) => void): Parameters<typeof createOutbox>[0]["read"] {
  let told = "";
  return (from, limit, take) => {
    desk.facts(from, limit).then(take, (error: Error) => {
      if (error.message !== told) log(`Facts wait, because the journal can't be read back: ${error.message}`);
      told = error.message;
      take([]);
    });
  };
}

/** Waits for the disk to take the start, and says so when it does not. */
async function untilWritten(journal: Journal, log: (line: string) => void): Promise<void> {
  const written = journal.flush();
  if (
    (await within(
      flushMaxMs,
      written.then(() => true),
    )) === true
  )
    return;
  const status = journal.status();
  const why = "message" in status ? status.message : "The disk takes its time.";
  log(`The table waits for its journal before it opens. ${why}`);
  await written;
}

/** What the disk says against the journal, once, for whoever reads the log; the screens say it in the dealer's words. */
function tellJournal(log: (line: string) => void): (status: JournalStatus) => void {
  let told: string | null = null;
  return (status) => {
    const trouble = status.state === "failing" ? status : status.state === "full" ? status.trouble : null;
    if (trouble !== null && trouble.message !== told) log(trouble.message);
    else if (trouble === null && told !== null && status.state === "ok") log("The journal is written again; nothing was lost.");
    told = trouble?.message ?? (status.state === "ok" ? null : told);
  };
}

/** What a promise brings within so many milliseconds, or null. */
function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  return Promise.race([promise, new Promise<null>((resolve) => setTimeout(() => resolve(null), ms).unref())]);
}

async function startScan(loop: TableLoop, decks: readonly string[]): Promise<void> {
  const by = { name: "start", role: "manager" } as const;
  if (loop.table.deck === null && decks[0] !== undefined) {
    await loop.command(`scan-open-${Date.now()}`, by, { kind: "confirm", code: "openTable" });
  }
  await loop.command(`scan-${Date.now()}`, by, { kind: "confirm", code: "scan" });
}

/** A badge shown at a reader of the table signs its owner on. Its number ends here: no event holds it. */
function badgesOf(signOn: SignOn, loop: TableLoop): (inputs: readonly DeviceInput[]) => readonly DeviceInput[] {
  return (inputs) =>
    inputs.filter((input) => {
      if (input.kind !== "reading" || input.reading.kind !== "badge") return true;
      const { device, reading } = input;
      void signOn({ how: "badge", text: reading.text }, device).then((by) => {
        if (by === null || by === "locked") return;
        void loop.command(randomUUID(), by, { kind: "signOn" });
      });
      return false;
    });
}

function runDevices(
  config: TableConfig,
  loop: TableLoop,
  clock: () => number,
  others: (inputs: readonly DeviceInput[]) => readonly DeviceInput[],
): readonly RunningDevice[] {
  const running = config.devices.map((device) => {
    return runDevice({
      id: device.id,
      ...(driverOf(device.driver) as NonNullable<ReturnType<typeof driverOf>>),
      options: config.driverOptions[device.id],
      link: device.link,
      clock,
      random: Math.random,
      emit: (inputs) => loop.take(others(inputs) as readonly Input[]),
    });
  });
  return running;
}

/** Devices are read as long as nothing stands against it: what ends one reason to wait leaves the other. */
export function holdingOf(devices: readonly Pick<RunningDevice, "pause" | "resume">[]): (why: "full" | "damage", holds: boolean) => void {
  const reasons = new Set<string>();
  return (why, holds) => {
    const before = reasons.size;
    if (holds) reasons.add(why);
    else reasons.delete(why);
    if (before === 0 && reasons.size > 0) for (const device of devices) device.pause();
    if (before > 0 && reasons.size === 0) for (const device of devices) device.resume();
  };
}

/** What stays the same while the table runs, as signs and screens are told. */
export function aboutOf(config: TableConfig) {
  const { pack, site, table, language, currency } = config;
  return {
    site,
    table,
    game: pack.entry.game.id,
    title: pack.title,
    pack: { id: pack.id, hash: pack.hash },
    software: softwareVersion(),
    language,
    currency: { code: currency, minorDigits: currencyDigits(currency) },
    timeZone: timeZone(),
    meters: metersOf(config),
  };
}
