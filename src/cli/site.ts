// pitwire site --config FILE: the history, the alarms and the progressives of a site.

import { join } from "node:path";
import type { Statement } from "#contract/site";
import { createSiteApp, type SiteFace, type StatementFile } from "#dashboard/site-app";
import { type Language, say } from "#i18n/format";
import { openSite, type RunningSite } from "#site/open-site";
import { readSiteConfig } from "#site/site-config";
import { csvOf, pdfOf } from "#site/statement";
import { listenTrouble } from "#table/broker";
import { packageRoot } from "#table/package-root";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { lockedUnlessWhole } from "./self-check.ts";

export const site: Command = {
  usage: "pitwire site --config FILE",
  about: "keep what the tables of a site tell, rank their alarms, and run the progressives",
  options: { config: { type: "string" } },
  run: async (_words, { config }, out) => {
    if (typeof config !== "string") throw new BadFile("site", ["name the configuration: pitwire site --config FILE"]);
    const locked = await lockedUnlessWhole(({ placeOf }) => placeOf(config), out);
    if (locked !== null) return locked;
    const read = readSiteConfig(config);
    const running = await openSite(read, out);
    const { address, port, hosts } = read.http;
    const names = ["localhost", "127.0.0.1", "[::1]", address, ...hosts].map((name) => name.toLowerCase());
    const app = createSiteApp({ face: faceOf(running), pages: join(packageRoot(), "dist/dashboard/web"), hosts: names });
    try {
      await app.listen({ host: address, port });
    } catch (error) {
      await running.close();
      throw new Error(listenTrouble(error as NodeJS.ErrnoException, address, port));
    }
    const bound = app.server.address();
    const at = typeof bound === "object" && bound !== null ? bound.port : port;
    out(`Pitwire: site ${read.site}\n  surveillance  http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${at}/floor`);
    for (const { setup } of running.desks) out(`  progressive   ${setup.id}, tables ${setup.tables.join(", ")}`);
    if (running.desks.length > 0) out(`  statement     http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${at}/statement`);
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
    out("Stopping.");
    await app.close();
    await running.close();
    return 0;
  },
};

function faceOf(running: RunningSite): SiteFace {
  const { history } = running;
  return {
    state: () => running.state(),
    onChanged: (listener) => running.onChanged(listener),
    signOn: (pin) => running.signOn(pin),
    acknowledge: (table, alarm, by) => running.acknowledge(table, alarm, by),
    meter: (pool, id, by, command) => running.meter(pool, id, by, command),
    rounds: (table, limit) => history.rounds(table, limit),
    round: (table, round, journal) => {
      const facts = history.round(table, round, journal);
      const [first] = facts;
      return first === undefined
        ? null
        : { table, round, journal: first.journal, facts: facts.map(({ n, at, fact }) => ({ n, at, fact })) };
    },
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
