// Pitwire as a system under test.

import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import type { Bed, System } from "./system.ts";

export const productName = "pitwire";
export const defaultProductCommand = "node dist/src/cli/main.js up --config {config} --scan";

/**
 * The configuration the product runs with: table t1 of site "bench", one tablelink reader at `pty`, its own broker at
 * `mqttPort`, its journal in `dir`. The deck is the 52 tags feeder.py names: E0040100000000 and the card's number, 00 to 33.
 */
export function productConfig({ pty, mqttPort, dir }: Bed): string {
  return stringify({
    site: "bench",
    broker: { listen: `127.0.0.1:${mqttPort}` },
    tables: [{ id: "t1", journal: path.join(dir, "t1.journal"), devices: [{ id: "reader", model: "tablelink", port: pty }] }],
  });
}

/** `command` runs in the project's root, by a shell; `{config}` in it stands for the path of the generated configuration. */
export function makeProduct(command: string): System {
  return {
    name: productName,
    broker: "own",
    frame: '{{"t":"tag","r":0,"ant":0,"uid":"{uid}","on":1,"seq":{seq},"up":0}}\n',
    topic: "pitwire/v1/bench/t1/fact",
    seqPattern: /"seq":(\d+)/,
    settleMs: 0,
    equip: () => {
      const isBuilt = existsSync("dist/src/cli/main.js");
      if (command === defaultProductCommand && !isBuilt) throw new Error("Pitwire is not built: run `npm run build` first.");
    },
    prepare: (bed) => {
      const config = path.join(bed.dir, "bench.yaml");
      writeFileSync(config, productConfig(bed));
      return { argv: ["sh", "-c", `exec ${command.replaceAll("{config}", config)}`] };
    },
  };
}
