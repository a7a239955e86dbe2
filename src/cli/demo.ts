// pitwire demo (npm start): whole tables without hardware, of any game or one of each.

import { resolve } from "node:path";
import { stringify } from "yaml";
import { parseSiteConfig } from "#site/site-config";
import { hashPin } from "#table/pin";
import type { Command } from "./command.ts";
import { dealers, type Emulated, emulate, floorPin, placesMax, readNumber, tables } from "./emulated.ts";
import { chooseLights, chooseReader } from "./felt-parts.ts";
import { running, untilStopped } from "./lifecycle.ts";
import { type ServedSite, serveSite } from "./serve-site.ts";
import { train } from "./training.ts";

const oneGame = "high-card-flush";
const watchers = [
  { name: "A. Rossi", role: "floor", pin: floorPin },
  { name: "S. Marin", role: "surveillance", pin: "4681" },
] as const;

export const demo: Command = {
  usage:
    "pitwire demo [--game NAME|all] [--port N] [--mqtt-port N] [--ws-port N] [--folder DIR] [--pty] [--pace N] [--manual] [--language en|it|ro] [--seats N] [--reader NAME] [--lights NAME] [--training] [--site] [--site-port N]",
  about: "run an emulated table of any game, or one of each: no hardware needed",
  options: {
    game: { type: "string" },
    port: { type: "string", default: "8080" },
    "mqtt-port": { type: "string", default: "1883" },
    "ws-port": { type: "string" },
    folder: { type: "string", default: "var/demo" },
    pty: { type: "boolean", default: false },
    pace: { type: "string", default: "1" },
    manual: { type: "boolean", default: false },
    language: { type: "string", default: "en" },
    seats: { type: "string", default: String(placesMax) },
    reader: { type: "string", default: "tablelink" },
    lights: { type: "string", default: "tablelink" },
    training: { type: "boolean", default: false },
    site: { type: "boolean", default: false },
    "site-port": { type: "string", default: "8090" },
  },
  run: async (_words, options, out) => {
    if (options.training === true) return train({ ...options, game: options.game ?? oneGame }, out);
    // A floor of one table shows little.
    const game = options.game ?? (options.site === true ? "all" : oneGame);
    const chosen = game === "all" ? Object.keys(tables) : [String(game)];
    const port = readNumber("port", options.port, 0, 65_535);
    const mqttPort = readNumber("mqtt-port", options["mqtt-port"], 0, 65_535);
    const reader = chooseReader(String(options.reader));
    const lights = chooseLights(String(options.lights));
    // Another reader's tags are other cards: they get a table of their own.
    const apart = options.reader === "tablelink" ? "." : String(options.reader);
    const wsPort = options["ws-port"] === undefined ? null : readNumber("ws-port", options["ws-port"], 0, 65_535);
    const habits = {
      pace: readNumber("pace", options.pace, 0.01, 1000),
      pty: options.pty === true,
      manual: options.manual === true,
      language: String(options.language),
      seats: readNumber("seats", options.seats, 2, placesMax),
      reader,
      lights,
    };
    const tablesUp: Emulated[] = [];
    let site: ServedSite | null = null;
    const close = async (): Promise<void> => {
      await site?.close();
      await Promise.all(tablesUp.map((one) => one.close()));
    };
    try {
      for (const [i, game] of chosen.entries()) {
        const place = {
          folder: resolve(String(options.folder), apart, chosen.length > 1 ? game : "."),
          port: port === 0 ? 0 : port + i,
          mqttPort: mqttPort === 0 ? 0 : mqttPort + i,
          ...(wsPort !== null && { wsPort: wsPort === 0 ? 0 : wsPort + i }),
        };
        tablesUp.push(await emulate(game, { ...place, ...habits }, out));
      }
      if (options.site === true) site = await openFloor(tablesUp, options, out);
    } catch (error) {
      // All or none: those that are up already are closed in order.
      await close();
      throw error;
    }
    out(
      `  floor     PIN ${floorPin} clears a red light\n  dealers   ${dealers.map(({ name, pin }) => `${name} ${pin}`).join(", ")}\n\n  Ctrl-C stops. Killed in mid-round it goes on with the same round.\n`,
    );
    const [first] = tablesUp as [Emulated, ...Emulated[]];
    await untilStopped(running(first.served.table, close), out);
    return 0;
  },
};

/** The surveillance page over all of them, each with a broker of its own. */
async function openFloor(
  tablesUp: readonly Emulated[],
  options: Parameters<Command["run"]>[1],
  out: (line: string) => void,
): Promise<ServedSite> {
  const text = stringify({
    version: 1,
    site: "demo",
    folder: resolve(String(options.folder), "site"),
    language: options.language,
    brokers: tablesUp.map(({ served }) => ({ url: `mqtt://127.0.0.1:${served.table.brokerPort}` })),
    http: { port: readNumber("site-port", options["site-port"], 0, 65_535) },
    operators: await Promise.all(watchers.map(async ({ name, role, pin }) => ({ name, role, pin: await hashPin(pin) }))),
  });
  const site = await serveSite(parseSiteConfig("site.yaml", text), () => {});
  out(`  site      ${site.url}      every table, the alarms by weight, the records behind them
            ${watchers.map(({ name, role, pin }) => `PIN ${pin} acknowledges as ${name}, ${role}`).join("; ")}
`);
  return site;
}
