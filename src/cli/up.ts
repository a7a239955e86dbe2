// pitwire up --config FILE: runs a table.

import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

export const up: Command = {
  usage: "pitwire up --config FILE [--scan]",
  about: "run a table from its configuration; --scan begins with a count of the deck",
  options: { config: { type: "string" }, scan: { type: "boolean" } },
  run: async (_words, { config, scan }, out) => {
    if (typeof config !== "string") throw new BadFile("up", ["name the configuration: pitwire up --config FILE"]);
    const [{ readConfig }, { serveTable }, { running, untilStopped }] = await Promise.all([
      import("#table/config"),
      import("./serve-table.ts"),
      import("./lifecycle.ts"),
    ]);
    const read = readConfig(config);
    const served = await serveTable(read, { scan: scan === true, log: out });
    out(`Pitwire: table ${read.table} (${read.pack.title}, rules ${read.pack.id} ${read.pack.hash.slice(0, 8)})`);
    out(`  console  ${served.url}/console`);
    out(`  sign     ${served.url}/sign`);
    if (served.table.brokerPort !== null)
      out(`  facts    mosquitto_sub -p ${served.table.brokerPort} -q 1 -t '${served.table.topics.fact}'`);
    if (served.table.decks.length === 0) out("  No deck is registered yet: pitwire deck import --config FILE --name NAME CARDS.csv");
    for (const trouble of served.table.troubles()) out(`  waits for ${trouble}`);
    await untilStopped(running(served.table, served.close), out);
    return 0;
  },
};
