// A table that is locked at its start: nothing is opened and nothing is sent. The pages say what is wrong and whom to call, until a person
// has mended it and starts the table again.

import { once } from "node:events";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createLockServer, lockLines } from "#dashboard/lock-page";
import { type Language, languages } from "#i18n/format";
import type { Installation } from "#table/installation";
import { BadFile, parseYaml, readText } from "#table/problems";
import { untilStopped } from "./lifecycle.ts";

/** Where a table's pages are, as far as anybody can say without its program. */
export interface Place {
  readonly table: string;
  readonly language: Language;
  readonly address: string;
  readonly port: number;
}

const http = z.looseObject({ address: z.string().catch("127.0.0.1"), port: z.int().min(0).max(65_535).catch(8080) });
const lenient = z.looseObject({
  table: z.string().optional().catch(undefined),
  site: z.string().catch("?"),
  language: z.enum(languages).catch("en"),
  http: http.catch({ address: "127.0.0.1", port: 8080 }),
});

/**
 * Where the pages of a command would be. An emulated table has no configuration: its command line says it.
 * @throws BadFile when the configuration can't be read
 */
export function placeOf(command: string, words: readonly string[]): Place {
  const text = { type: "string" } as const;
  const options = { config: text, game: text, language: text, port: text };
  const { values } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const { config, game, language, port } = values;
  if (typeof config === "string") return configuredPlace(config);
  if (command === "up" || command === "site") throw new BadFile(command, [`name the configuration: pitwire ${command} --config FILE`]);
  const usual = command === "training" ? 8090 : 8080;
  const spoken = languages.find((one) => one === language) ?? "en";
  return { table: String(game ?? command), language: spoken, address: "127.0.0.1", port: port === undefined ? usual : Number(port) };
}

/** What a configuration says of the place of its pages, whatever else is wrong with it. */
function configuredPlace(config: string): Place {
  const { table, site, language, http: pages } = parseYaml(config, readText(config), lenient);
  return { table: table ?? site, language, address: pages.address, port: pages.port };
}

/** Shows the lock until somebody stops it. @returns the exit status */
export async function stayLocked(
  { version, faults }: Installation,
  { table, language, address, port }: Place,
  out: (line: string) => void,
): Promise<number> {
  const lock = { table, version, language, faults };
  for (const line of lockLines({ ...lock, language: "en" })) out(line);
  const server = createLockServer(lock);
  server.listen(port, address);
  await once(server, "listening");
  const bound = server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : port;
  out(`The table stays locked; its pages say why: http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${at}/console`);
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  const status = `locked: ${faults[0]?.file} ${faults[0]?.what}`;
  await untilStopped({ status, farewell: "Stopping.", isHealthy: () => true, close }, out);
  return 1;
}
