// A running table with its pages, as the commands `up` and `demo` need it.

import { join } from "node:path";
import type { TableFace } from "#dashboard/table-face";
import { listenTrouble } from "#table/broker";
import type { TableConfig } from "#table/config";
import { aboutOf, type OpenOptions, openTable, type RunningTable } from "#table/open-table";
import { packageRoot } from "#table/package-root";
import { compileEarly } from "./compile-early.ts";
import { guardProcess } from "./guard-process.ts";

export interface ServedTable {
  readonly table: RunningTable;
  /** Where the pages are. */
  readonly url: string;
  close(): Promise<void>;
}

export async function serveTable(
  config: TableConfig,
  options: OpenOptions,
  demoOf: (table: RunningTable) => TableFace["demo"] = () => null,
  training = false,
): Promise<ServedTable> {
  guardProcess(options.log);
  const table = await openTable(config, options);
  // Loaded while the devices are already being read: a table does not wait for its pages.
  const { createConsoleApp } = await import("#dashboard/console-app");
  const { address, port } = config.http;
  const face = faceOf(config, table, demoOf(table), training);
  const hosts = ["localhost", "127.0.0.1", "[::1]", address.toLowerCase(), ...config.http.hosts.map((host) => host.toLowerCase())];
  const app = createConsoleApp({ face, pages: join(packageRoot(), "dist/dashboard/web"), hosts });
  try {
    await app.listen({ host: address, port });
  } catch (error) {
    await app.close();
    await table.close();
    throw new Error(listenTrouble(error as NodeJS.ErrnoException, address, port));
  }
  compileEarly();
  const bound = app.server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    table,
    url: `http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${at}`,
    close: async () => {
      await app.close();
      await table.close();
    },
  };
}

function faceOf(config: TableConfig, table: RunningTable, demo: TableFace["demo"], training: boolean): TableFace {
  const { loop, journal } = table;
  return {
    about: {
      ...aboutOf(config),
      chips: config.chips,
      chipColours: config.chipColours,
      notice: config.pack.entry.game.notice(config.pack.rules),
      decks: table.decks,
      upcards: config.pack.entry.game.upcards ?? [],
      demo: demo !== null,
      training,
    },
    journal: journal.id,
    view: table.view,
    listen: (listener) =>
      loop.listen({
        committed: () => listener.changed(),
        stopped: (code, since) => listener.stopped(code, since),
        journal: () => listener.changed(),
      }),
    command: (id, by, command) => loop.command(id, by, command),
    dealer: table.dealer,
    signOn: table.signOn,
    facts: table.facts,
    record: table.record,
    recall: table.recall,
    journalState: () => (table.damage() === null ? journal.status().state : "damaged"),
    health: () => ({
      table: config.table,
      n: loop.table.n,
      rounds: loop.table.rounds,
      journal: { id: journal.id, ...journal.status(), appended: journal.appended, committed: journal.committed },
      signs: table.signs.health(),
      devices: table.devices.map((device, i) => ({ id: config.devices[i]?.id, ...device.health() })),
    }),
    now: table.clock,
    technician: table.technician,
    registrar: table.registrar,
    signs: table.signs,
    meters: table.meters,
    demo,
  };
}
