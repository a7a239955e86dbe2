// Pitwire as a system under test.

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import type { Bed, System } from "./system.ts";

export const productName = "pitwire";
/** As the systemd unit runs it. */
export const defaultProductCommand = "node --min-semi-space-size=4 --max-semi-space-size=8 dist/pitwire.js up --config {config} --scan";

/** Card `i`, from 0, has the tag E0040100000000 and its number in two hex digits: the 52 tags that feeder.py names. */
function deckCsv(): string {
  const cards = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  return cards.map((card, i) => `${card},E0040100000000${i.toString(16).toUpperCase().padStart(2, "0")}`).join("\n");
}

/** The configuration the product runs with: table t1 of site "bench", one tablelink reader at `pty`, its own broker at `mqttPort`. */
export function productConfig({ pty, mqttPort, dir }: Bed): string {
  return stringify({
    version: 1,
    site: "bench",
    table: "t1",
    pack: "high-card-flush/florida",
    folder: path.join(dir, "t1"),
    http: { port: 0 },
    mqtt: { embedded: { port: mqttPort } },
    devices: [{ id: "reader", driver: "tablelink", link: `serial:${pty}`, antennas: { 0: "shoe" } }],
  });
}

/** Registers the deck, as a technician would. */
function registerDeck(config: string, dir: string): void {
  const csv = path.join(dir, "deck.csv");
  writeFileSync(csv, deckCsv());
  const done = spawnSync(process.execPath, ["dist/pitwire.js", "deck", "import", "--config", config, "--name", "red", csv], {
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`the deck could not be registered: ${done.stderr}${done.stdout}`);
}

/** `command` runs in the project's root, by a shell; `{config}` in it stands for the path of the generated configuration. */
export function makeProduct(command: string): System {
  return {
    name: productName,
    broker: "own",
    frame: '{{"t":"tag","r":0,"ant":0,"uid":"{uid}","on":{on},"seq":{seq},"up":0}}\n',
    topic: "pitwire/v1/bench/t1/fact",
    seqPattern: /"seq":(\d+)/,
    settleMs: 0,
    equip: () => {
      const isBuilt = existsSync("dist/pitwire.js");
      if (command === defaultProductCommand && !isBuilt) throw new Error("Pitwire is not built: run `npm run build` first.");
    },
    prepare: (bed) => {
      const config = path.join(bed.dir, "bench.yaml");
      writeFileSync(config, productConfig(bed));
      registerDeck(config, bed.dir);
      return { argv: ["sh", "-c", `exec ${command.replaceAll("{config}", config)}`] };
    },
  };
}
