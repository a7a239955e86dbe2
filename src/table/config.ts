// The configuration of one table: one YAML file with a version, read once, never written.

import { dirname, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { mayActAs, roles } from "#core/operator";
import type { DeviceSetup, Setup } from "#core/table";
import { traitsOf } from "#devices/index";
import { type Custodian, canReceive } from "./custody.ts";
import { absoluteDriver, driverOf, strangeDriver } from "./drivers.ts";
import type { Antennas } from "./engine.ts";
import { misfit, parseLink } from "./link.ts";
import { findPack, noSuchPack, type Pack, readPack } from "./pack.ts";
import { pinHashPattern } from "./pin.ts";
import { BadFile, readText, readYaml, type YamlFile } from "./problems.ts";

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, "use 1 to 32 letters, digits, hyphens and underscores");
const port = z.int().min(0).max(65_535);
const place = z
  .string()
  .regex(
    /^(shoe|stub|discard|dealer\/[a-z]+|board|[1-9]\d?\/[a-z]+)$/,
    'name a place: "shoe", "3/hand", "dealer/hand", "board", "stub" or "discard"',
  );

const device = z.strictObject({
  id: name,
  driver: z.string().superRefine((name, { addIssue }) => {
    const problem = strangeDriver(name);
    if (problem !== null) addIssue({ code: "custom", message: problem });
  }),
  link: z.string().regex(/^(serial:|tcp:\/\/|hid:)/, 'write "serial:PATH", "tcp://HOST:PORT" or "hid:VENDOR:PRODUCT"'),
  /** What each antenna sees: the mouth of the shoe, or a place. */
  antennas: z.record(z.string().regex(/^\d+$/, "an antenna is a number"), place).default({}),
  /** Tags cross a TCP line in clear: only over a wire of its own. */
  wire: z.literal("dedicated").optional(),
  holds: z.enum(["thisDeck", "otherDeck"]).default("thisDeck"),
  /** A shuffler that counts the deck after each round. */
  counts: z.boolean().default(false),
  required: z.boolean().optional(),
  /** The driver's own options; its README lists them. */
  options: z.unknown().optional(),
});

const broker = z.union([
  z.strictObject({
    embedded: z.strictObject({
      address: z.string().default("127.0.0.1"),
      port: port.default(1883),
      /** Where signs connect by WebSocket; null: nowhere. */
      websocketPort: port.nullable().default(null),
      /** Of the site's server, which may tell this table's signs its progressives; absent: no such server. */
      sitePasswordFile: z.string().optional(),
      clientsMax: z.int().positive().default(500),
    }),
  }),
  z.strictObject({
    url: z.string().regex(/^(mqtts?|wss?):\/\//, "write mqtt://HOST:PORT or mqtts://HOST:PORT"),
    username: z.string().optional(),
    passwordFile: z.string().optional(),
    caFile: z.string().optional(),
  }),
]);

const makeKeys = "make it with: pitwire keys";
const makePin = "make it with: pitwire pin";
const makeBadge = "make it with: pitwire pin --badge";

const schema = z.strictObject({
  version: z.literal(1),
  site: name,
  table: name,
  /** A shipped rule pack (game/name), or the path of the house's own. */
  pack: z.string(),
  places: z.array(z.int().min(1).max(12)).min(2).default([1, 2, 3, 4, 5, 6, 7]),
  dealtBy: z.enum(["shoe", "antennas", "console"]).default("shoe"),
  /** Folder of the journal, the decks and the service key. */
  folder: z.string(),
  language: z.enum(["en", "it", "ro"]).default("en"),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "three capital letters, for example EUR")
    .default("EUR"),
  /** Chip values in the rack, in the currency's smallest unit. */
  chips: z.array(z.int().positive()).min(1).default([100, 500, 2500, 10_000]),
  /** The house's own colours, by a chip's value; one that is not named has the usual colour of its value. */
  chipColours: z.record(z.string(), z.string().regex(/^#[0-9A-Fa-f]{6}$/, "write it as #RRGGBB, in quotation marks")).default({}),
  http: z
    .strictObject({ address: z.string().default("127.0.0.1"), port: port.default(8080), hosts: z.array(z.string()).default([]) })
    .prefault({}),
  mqtt: broker.prefault({ embedded: {} }),
  /** The house's progressive that jackpot wagers of this table feed; the pack says `meter: pool`. */
  progressive: z.strictObject({ pool: name }).optional(),
  seenWithinMs: z.int().min(500).max(60_000).nullable().default(5000),
  countEvery: z.int().min(1).max(5).default(5),
  astrayAfterMs: z.int().min(100).max(10_000).default(700),
  darkAfterMs: z.int().min(200).max(10_000).default(1500),
  devices: z.array(device).default([]),
  /** Signs that hang at this table, by name: one that falls silent or shows something old is an alarm. */
  signs: z.array(name).default([]),
  operators: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(40),
        role: z.enum(roles),
        // Text of its own: what stands here by mistake is a PIN, and is not repeated.
        pin: z.string(makePin).regex(pinHashPattern, makePin),
        /** Of the badge that this person shows in place of the PIN. */
        badge: z.string(makeBadge).regex(pinHashPattern, makeBadge).optional(),
        /** In which the console speaks to this person; absent: the table's. */
        language: z.enum(["en", "it", "ro"]).optional(),
      }),
    )
    .default([]),
  /** Who may open, two together, what stayed hidden in a round that is over. Without any nobody ever can. */
  custodians: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(40),
        role: z.enum(roles),
        key: z
          .string(makeKeys)
          .regex(/^[A-Za-z0-9_-]{43}$/, makeKeys)
          .refine((key) => canReceive(Buffer.from(key, "base64url")), makeKeys),
      }),
    )
    .default([]),
  /** Who has to agree that a card of a settled round was another one: one role, or two persons in two. */
  corrections: z.array(z.enum(roles)).min(1).max(2).default(["floor"]),
  /** Who signs when a deck is registered, released from quarantine, retired or destroyed: one role, or two persons in two. */
  deckSignatures: z.array(z.enum(roles)).min(1).max(2).default(["floor"]),
});

export type ConfigFile = z.output<typeof schema>;
export type DeviceConfig = ConfigFile["devices"][number];

export interface TableConfig extends Omit<ConfigFile, "pack" | "folder" | "devices"> {
  readonly devices: readonly (DeviceConfig & { readonly required: boolean })[];
  readonly path: string;
  readonly folder: string;
  readonly pack: Pack;
  /** By device: the driver's checked options. */
  readonly driverOptions: Readonly<Record<string, unknown>>;
}

/** @throws BadFile naming each wrong key or value by line */
export function readConfig(path: string): TableConfig {
  return parseConfig(path, readText(path));
}

/**
 * `known`: its rule pack, where that has been read already.
 * @throws BadFile naming each wrong key or value, and each contradiction, by line
 */
export function parseConfig(path: string, text: string, known?: Pack): TableConfig {
  const base = dirname(resolve(path));
  const yaml = readYaml(path, text, schema);
  const file = { ...yaml.value, devices: yaml.value.devices.map((one) => ({ ...one, driver: absoluteDriver(one.driver, base) })) };
  readProfiles(path, file, yaml);
  if (known === undefined && findPack(file.pack, base) === null)
    throw new BadFile(path, [`${yaml.where(["pack"])}${noSuchPack(file.pack, base)}`]);
  const pack = known ?? readPack(file.pack, base);
  const problems = [...repetitions(file), ...contradictions(file, pack)].map(([at, problem]) => `${yaml.where(at)}${problem}`);
  const driverOptions = readDriverOptions(file, yaml, problems);
  if (problems.length > 0) throw new BadFile(path, problems);
  const devices = file.devices.map((one) => ({ ...one, required: isRequired(one) }));
  return { ...file, devices, path, pack, driverOptions, folder: isAbsolute(file.folder) ? file.folder : join(base, file.folder) };
}

/** Without a panel or a light a table plays on, unless it is said to be required. */
function isRequired({ driver, required }: DeviceConfig): boolean {
  const known = driverOf(driver);
  return required ?? (known === undefined || traitsOf(known).spare !== true);
}

/** @throws BadFile: a house's own profile that is wrong is told before anything that hangs on it */
function readProfiles(path: string, { devices }: ConfigFile, { where }: YamlFile<ConfigFile>): void {
  for (const [i, { driver }] of devices.entries()) {
    try {
      driverOf(driver);
    } catch (error) {
      throw new BadFile(path, [`${where(["devices", i, "driver"])}${(error as Error).message}`]);
    }
  }
}

function readDriverOptions({ devices }: ConfigFile, { where }: YamlFile<ConfigFile>, problems: string[]): Record<string, unknown> {
  const driverOptions: Record<string, unknown> = {};
  for (const [i, { id, driver, options }] of devices.entries()) {
    try {
      driverOptions[id] = driverOf(driver)?.readOptions(options ?? {});
    } catch (error) {
      problems.push(`${where(["devices", i, "options"])}${(error as Error).message}`);
    }
  }
  return driverOptions;
}

/** Where something is wrong, and what. */
type Wrong = readonly [at: readonly PropertyKey[], problem: string];

/** What may be there once only. */
function repetitions(file: ConfigFile): readonly Wrong[] {
  const lists: readonly (readonly [values: readonly (string | number)[], at: (i: number) => readonly PropertyKey[]])[] = [
    [file.devices.map((one) => one.link), (i) => ["devices", i, "link"]],
    [
      [...(file.progressive === undefined ? [] : [file.progressive.pool]), ...file.devices.map((one) => one.id), ...file.signs],
      (i) => {
        const at = i - (file.progressive === undefined ? 0 : 1);
        return at < file.devices.length ? ["devices", at, "id"] : ["signs", at - file.devices.length];
      },
    ],
    [file.places, (i) => ["places", i]],
    [file.operators.map((one) => one.name), (i) => ["operators", i, "name"]],
    [file.custodians.map((one) => one.name), (i) => ["custodians", i, "name"]],
    [file.custodians.map((one) => one.key), (i) => ["custodians", i, "key"]],
  ];
  return lists.flatMap(([values, at]) => {
    const seen = new Set<string | number>();
    return values.flatMap((value, i): Wrong[] => {
      if (seen.has(value)) return [[at(i), `"${value}" is there twice`]];
      seen.add(value);
      return [];
    });
  });
}

function contradictions(file: ConfigFile, pack: Pack): readonly Wrong[] {
  const wrong: Wrong[] = [];
  const { http, mqtt } = file;
  if ("embedded" in mqtt && http.port !== 0 && http.port === mqtt.embedded.port)
    wrong.push([["http", "port"], `${http.port} is the embedded broker's port, too. Give one of them another`]);
  const custody = new Set(file.custodians.map(({ role }) => role));
  if (file.custodians.length > 0 && custody.size !== 2)
    wrong.push([["custodians"], "two people in two roles open a round together: name people of two roles, no more and no fewer"]);
  for (const value of Object.keys(file.chipColours)) {
    if (!file.chips.includes(Number(value)))
      wrong.push([["chipColours", value], `no chip of the rack is worth ${value}; chips: has its values`]);
  }
  const { id, players } = pack.entry.game;
  if (file.places.length > players.max)
    wrong.push([["places"], `${id} has at most ${players.max} players; ${file.places.length} places are given`]);
  for (const [i, one] of file.devices.entries()) {
    const strange = strangeLink(one);
    if (strange !== null) wrong.push([["devices", i, "link"], strange]);
    if (one.link.startsWith("tcp:") && bearsCards(one) && one.wire !== "dedicated") {
      const remedy = 'Use a serial line, or a wire of its own and write "wire: dedicated"';
      wrong.push([["devices", i, "link"], `tags and cards cross a TCP line in clear. ${remedy}`]);
    }
  }
  for (const key of ["corrections", "deckSignatures"] as const) {
    for (const [i, role] of file[key].entries()) {
      if (i === 0 || file.operators.some((one) => mayActAs(one.role, role) && file.operators.length > 1)) continue;
      const remedy = `Name two operators of whom one may act as ${role}`;
      wrong.push([[key, i], `a second person in the role ${role} has to agree, and there is none. ${remedy}`]);
    }
  }
  wrong.push(...strangePool(file, pack));
  const { dealtBy } = file;
  if (dealtBy === "console" && pack.entry.game.needsReader === true)
    wrong.push([["dealtBy"], `${id} compares hidden hands: it needs a reader. Write shoe or antennas`]);
  const dealing = dealtBy === "console" ? file.devices : file.devices.filter((one) => rolesOf(one).includes(dealtBy));
  if (file.devices.length > 0 && dealing.length === 0) {
    const antenna = file.dealtBy === "shoe" ? "shoe" : "3/hand";
    wrong.push([["dealtBy"], `${file.dealtBy}, but no device has such an antenna. Give one, for example antennas: { 0: ${antenna} }`]);
  }
  return wrong;
}

/** The pack's jackpots and the house's progressive belong together. */
function strangePool({ progressive, mqtt }: ConfigFile, { id, entry, rules }: Pack): readonly Wrong[] {
  const terms = entry.game.progressive?.(rules) ?? null;
  if (terms !== null && progressive === undefined)
    return [[["pack"], `the jackpots of ${id} are paid by the house's progressive. Name it: progressive: { pool: NAME }`]];
  if (progressive === undefined) return [];
  if (terms === null) return [[["progressive"], `${id} feeds no progressive. Take the key out, or give the pack "meter: pool"`]];
  if (!("embedded" in mqtt) || mqtt.embedded.sitePasswordFile !== undefined) return [];
  const remedy = "Give mqtt.embedded a sitePasswordFile, or an outside broker";
  return [[["progressive"], `nobody could tell this table of pool "${progressive.pool}". ${remedy}`]];
}

/** What is wrong with a device's address, or null. */
function strangeLink({ driver, link }: DeviceConfig): string | null {
  const known = driverOf(driver);
  try {
    const why = known === undefined ? null : misfit(parseLink(link), traitsOf(known).link);
    return why === null ? null : `${driver}: ${why}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether what a device says gives faces away: its bytes then stay on this machine. */
export function bearsCards({ driver, antennas }: DeviceConfig): boolean {
  const known = driverOf(driver);
  return Object.keys(antennas).length > 0 || (known !== undefined && traitsOf(known).bearsCards === true);
}

function rolesOf(one: DeviceConfig): DeviceSetup["roles"] {
  const places = Object.values(one.antennas);
  const inputs = Object.values((one.options as { inputs?: Record<string, object | string> } | undefined)?.inputs ?? {});
  const known = driverOf(one.driver);
  const tells = known === undefined ? [] : (traitsOf(known).tells ?? []);
  const has = (key: string): boolean => inputs.some((use) => typeof use === "object" && key in use);
  return [
    ...(places.includes("shoe") || (places.length === 0 && bearsCards(one)) ? (["shoe"] as const) : []),
    ...(places.some((at) => at !== "shoe") ? (["antennas"] as const) : []),
    ...(has("lamp") || tells.includes("lamps") ? (["shuffler"] as const) : []),
    ...(has("key") || tells.includes("keys") ? (["buttons"] as const) : []),
  ];
}

/** How the table keeps an eye on its cards. */
function watchOf(config: TableConfig): NonNullable<Setup<unknown>["watch"]> {
  const seen = config.devices.flatMap(({ id, antennas }) => Object.values(antennas).map((at) => [at, id] as const));
  const covered = Object.fromEntries(seen.filter(([at]) => at !== "shoe"));
  const reads = config.devices.some((one) => rolesOf(one).includes("shoe"));
  const countedBy =
    covered.stub !== undefined ? "antennas" : config.devices.some(({ counts }) => counts) ? "shuffler" : reads ? "reader" : "hand";
  return { covered, seenWithinMs: config.seenWithinMs, countedBy, countEvery: config.countEvery };
}

/** What the core needs to know of the configuration. */
export function setupOf(config: TableConfig, decks: readonly string[]): Setup<unknown> {
  const pool = config.progressive?.pool;
  return {
    table: config.table,
    places: config.places,
    dealtBy: config.dealtBy,
    devices: [
      ...config.devices.map((one) => ({ id: one.id, roles: rolesOf(one), required: one.required, holds: one.holds })),
      ...config.signs.map((id) => ({ id, roles: ["sign"] as const, required: false, holds: "thisDeck" as const })),
      ...(pool === undefined ? [] : [{ id: pool, roles: ["progressive"] as const, required: false, holds: "thisDeck" as const }]),
    ],
    ...(pool !== undefined && { pool }),
    decks,
    rules: config.pack.rules,
    // Where dealers have names, one of them signs on before anything is dealt.
    ...(config.operators.some(({ role }) => role === "dealer") && { signOn: true }),
    astrayAfterMs: config.astrayAfterMs,
    darkAfterMs: config.darkAfterMs,
    corrections: config.corrections,
    deckSignatures: config.deckSignatures,
    watch: watchOf(config),
  };
}

export function antennasOf(config: TableConfig): Antennas {
  return Object.fromEntries(config.devices.map((one) => [one.id, one.antennas]));
}

/** Who may open what stayed hidden, as the vault wants to know it. */
export function custodiansOf(config: TableConfig): readonly Custodian[] {
  return config.custodians.map(({ name, role, key }) => ({ name, role, publicKey: Buffer.from(key, "base64url") }));
}
