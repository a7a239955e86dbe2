// One life of a table's program: what `openTable` puts together, over a disk, a broker and lines in memory and in a time that is simulated.
// It may end at any moment; the next one starts from what was durable.

import { type Topics, topicsOf } from "#contract/topics";
import type { AnyGame } from "#core/game";
import type { Setup, Table } from "#core/table";
import { tablelink } from "#devices/tablelink/driver";
import { readOptions } from "#devices/tablelink/options";
import { createAnnouncer, willOf } from "#table/announcer";
import type { Custodian } from "#table/custody";
import { type RunningDevice, runDevice } from "#table/device-loop";
import type { Edition } from "#table/edition";
import type { Engine, Input } from "#table/engine";
import type { OpenedJournal } from "#table/journal";
import { createOutbox } from "#table/outbox";
import type { Publisher } from "#table/publisher";
import { restore } from "#table/restore";
import { createClock, createTableLoop, rowsBetweenSnapshots, type TableClock, type TableLoop } from "#table/table-loop";
import { createVault, type Vault } from "#table/vault";
import type { Broker } from "./broker.ts";
import type { Chance } from "./chance.ts";
import type { Disk } from "./disk.ts";
import { deviceNames, shufflerInputs, type TableTop } from "./table-top.ts";
import type { Lifetime } from "./virtual-time.ts";

export interface ProcessOptions {
  readonly life: Lifetime;
  /** The machine's clock. */
  readonly wall: () => number;
  readonly game: AnyGame;
  readonly setup: Setup<unknown>;
  readonly edition: Edition;
  readonly pack: { readonly id: string; readonly hash: string };
  readonly about: Parameters<typeof createAnnouncer>[0]["about"];
  readonly disk: Disk;
  readonly broker: Broker;
  readonly top: TableTop;
  readonly chance: Chance;
  readonly custodians: readonly Custodian[];
  /** Stands between the engine and the loop: sees every input and what came of it. */
  readonly watched: (engine: Engine, vault: Vault) => Engine;
  /** Stands between the loop and its journal. */
  readonly opened: (opened: OpenedJournal) => OpenedJournal;
  /** The table as it is when the journal has been replayed, before anything more happens. */
  readonly restored: (table: Table) => void;
}

export interface Process {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly loop: TableLoop;
  readonly clock: TableClock;
  readonly topics: Topics;
  /** False until it may be seen and spoken to. */
  readonly isOpen: boolean;
  /** Ends in order; resolves once the disk has all of it. */
  close(): Promise<void>;
}

export const serviceKey = new Uint8Array(32).fill(7);
const site = "sim";

export function startProcess(options: ProcessOptions): Process {
  const { life, wall, game, setup, disk, chance, top } = options;
  const opened = options.opened(disk.open(life, options.edition));
  const { journal } = opened;
  const vault = createVault({
    decks: top.decks,
    serviceKey,
    journal: journal.id,
    random: chance.bytes,
    custodians: options.custodians,
  });
  const { name } = options.edition;
  const { engine, lastKind, replayed, isUpgraded } = restore(opened, {
    game,
    setup,
    vault,
    antennas: top.antennas,
    edition: name,
    pack: options.pack,
  });
  options.restored(engine.table);
  const clock = createClock(wall, engine.table.at, life.now);
  const sinceSnapshot = isUpgraded ? rowsBetweenSnapshots : replayed;
  const loop = createTableLoop({ game, setup, engine: options.watched(engine, vault), journal, clock, sinceSnapshot, time: life });
  const cause = lastKind === null ? "first" : lastKind === "stopped" ? "clean" : "crash";
  loop.take([{ kind: "started", at: clock(), cause, away: lastKind === null ? 0 : clock() - engine.table.at }]);
  const topics = topicsOf(site, setup.table);
  let devices: readonly RunningDevice[] = [];
  let announcer: ReturnType<typeof createAnnouncer> | null = null;
  let isOpen = false;

  function goPublic(): void {
    isOpen = true;
    const publisher: Publisher = options.broker.connect(life, willOf(topics, journal.id, clock()));
    const outbox = createOutbox({
      journal,
      publisher,
      topic: topics.fact,
      // The reading thread answers later.
      read: (from, limit, take) => void life.after(1, () => take(disk.facts(from, limit))),
      last: loop.table.n,
    });
    announcer = createAnnouncer({
      site,
      setup,
      game,
      journal,
      publisher,
      outbox,
      about: options.about,
      clock,
      table: () => loop.table,
      time: life,
    });
    loop.listen(announcer);
    devices = runDevices(options, loop, clock);
  }

  // Nothing leaves the table before the start is on the disk.
  void journal.flush().then(goPublic);

  return {
    engine,
    vault,
    loop,
    clock,
    topics,
    get isOpen() {
      return isOpen;
    },
    close: async () => {
      isOpen = false;
      await Promise.all(devices.map((device) => device.stop()));
      loop.take([{ kind: "stopped", at: clock() }]);
      await journal.flush();
      loop.stop();
      await announcer?.stop();
    },
  };
}

function runDevices({ life, top, chance }: ProcessOptions, loop: TableLoop, clock: TableClock): readonly RunningDevice[] {
  const running = deviceNames.map((id) =>
    runDevice({
      id,
      driver: tablelink,
      options: readOptions(id === "shuffler" ? { inputs: shufflerInputs } : {}),
      link: "",
      line: top.wires[id],
      clock,
      random: chance,
      emit: (inputs) => loop.take(inputs as readonly Input[]),
      time: life,
    }),
  );
  loop.onPressure((full) => {
    for (const device of running) full ? device.pause() : device.resume();
  });
  return running;
}
