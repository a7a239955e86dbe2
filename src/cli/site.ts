// pitwire site --config FILE: the history, the alarms and the progressives of a site.

import { readSiteConfig } from "#site/site-config";
import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";
import { serveSite } from "./serve-site.ts";

export const site: Command = {
  usage: "pitwire site --config FILE",
  about: "keep what the tables of a site tell, show it to surveillance, rank their alarms, and run the progressives",
  options: { config: { type: "string" } },
  run: async (_words, { config }, out) => {
    if (typeof config !== "string") throw new BadFile("site", ["name the configuration: pitwire site --config FILE"]);
    const read = readSiteConfig(config);
    const served = await serveSite(read, out);
    out(`Pitwire: site ${read.site}\n  surveillance  ${served.url}`);
    for (const { setup } of served.site.desks) out(`  progressive   ${setup.id}, tables ${setup.tables.join(", ")}`);
    if (served.site.desks.length > 0) out(`  statement     ${served.url.replace(/floor$/, "statement")}`);
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
    out("Stopping.");
    await served.close();
    return 0;
  },
};
