// A running site with its pages, as the commands `site` and `demo` need it.

import { join } from "node:path";
import type { Statement } from "#contract/site";
import { createSiteApp, type SiteFace, type StatementFile } from "#dashboard/site-app";
import { type Language, say } from "#i18n/format";
import { openSite, type RunningSite } from "#site/open-site";
import type { SiteConfig } from "#site/site-config";
import { csvOf, pdfOf } from "#site/statement";
import { listenTrouble } from "#table/broker";
import { packageRoot } from "#table/package-root";

export interface ServedSite {
  readonly site: RunningSite;
  /** Where the surveillance page is. */
  readonly url: string;
  close(): Promise<void>;
}

/** @throws JournalDamaged, JournalUnusable, BadFile or Error, each naming the place and the remedy */
export async function serveSite(config: SiteConfig, log: (line: string) => void): Promise<ServedSite> {
  const running = await openSite(config, log);
  const { address, port, hosts } = config.http;
  const names = ["localhost", "127.0.0.1", "[::1]", address, ...hosts].map((name) => name.toLowerCase());
  const app = createSiteApp({ face: faceOf(running), pages: join(packageRoot(), "dist/dashboard/web"), hosts: names });
  try {
    await app.listen({ host: address, port });
  } catch (error) {
    await app.close();
    await running.close();
    throw new Error(listenTrouble(error as NodeJS.ErrnoException, address, port));
  }
  const bound = app.server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    site: running,
    url: `http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${at}/floor`,
    close: async () => {
      await app.close();
      await running.close();
    },
  };
}

function faceOf(running: RunningSite): SiteFace {
  const { history } = running;
  return {
    state: () => running.state(),
    onChanged: (listener) => running.onChanged(listener),
    signOn: (pin) => running.signOn(pin),
    acknowledge: (alarms, by) => running.acknowledge(alarms, by),
    alarms: (table, limit) => history.alarms(table, limit),
    alarm: (table, id, since) => running.record(table, id, since),
    devices: (table) => {
      const journal = running.journal(table);
      return journal === null ? [] : history.devices({ table, journal });
    },
    meter: (pool, id, by, command) => running.meter(pool, id, by, command),
    rounds: (table, limit) => history.rounds(table, limit),
    round: (table, round, journal) => running.round(table, round, journal),
    statement: async (pool, from, to, format, language) => {
      const statement = running.statement(pool, from, to);
      return statement === null ? null : fileOf(statement, format, language);
    },
    now: running.clock,
  };
}

async function fileOf(statement: Statement, format: "json" | "csv" | "pdf", language: Language): Promise<StatementFile> {
  const name = `${statement.site}-${statement.pool}-${new Date(statement.to).toISOString().slice(0, 10)}.${format}`;
  if (format === "json") return { type: "application/json", name, content: JSON.stringify(statement) };
  if (format === "csv") return { type: "text/csv; charset=utf-8", name, content: csvOf(statement) };
  const content = await pdfOf(statement, (column) => say(language, `statement.${column}`), say(language, "statement.title"));
  return { type: "application/pdf", name, content };
}
