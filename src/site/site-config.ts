// The configuration of a site: the brokers its tables speak over, its progressives, and who may sign.

import { dirname, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { roles } from "#core/operator";
import type { PoolSetup } from "#core/progressive";
import { pinHashPattern } from "#table/pin";
import { BadFile, readText, readYaml } from "#table/problems";

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, "use 1 to 32 letters, digits, hyphens and underscores");
const minor = z.int().nonnegative();
const ppm = z.int().min(0).max(1_000_000);
const makePin = "make it with: pitwire pin";

const level = z.strictObject({
  id: name,
  /** What it begins at, in the currency's smallest unit; and what it does not grow past. */
  base: minor,
  ceiling: minor.nullable().default(null),
  /** Millionths of each stake: 700000 is 70 %. */
  ratePpm: ppm,
  reservePpm: ppm.default(0),
});

const prize = z.union([
  z.strictObject({ hand: z.string(), level: name, percent: z.int().min(1).max(100) }),
  z.strictObject({ hand: z.string(), level: name, fixed: z.int().positive() }),
]);
const twoRoles = z.tuple([z.enum(roles), z.enum(roles)]);

const pool = z.strictObject({
  id: name,
  stake: z.int().positive(),
  tables: z.array(name).min(1),
  levels: z.array(level).min(1).max(8),
  prizes: z.array(prize).min(1),
  split: z.enum(["equal shares", "in payment order"]).default("equal shares"),
  awardRoles: twoRoles.default(["floor", "surveillance"]),
  adjustRoles: twoRoles.default(["manager", "surveillance"]),
});

const schema = z.strictObject({
  version: z.literal(1),
  site: name,
  /** Folder of the history and of the progressives' journals. */
  folder: z.string(),
  language: z.enum(["en", "it", "ro"]).default("en"),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "three capital letters, for example EUR")
    .default("EUR"),
  brokers: z
    .array(
      z.strictObject({
        url: z.string().regex(/^mqtts?:\/\//, "write mqtt://HOST:PORT or mqtts://HOST:PORT"),
        username: z.string().optional(),
        passwordFile: z.string().optional(),
        caFile: z.string().optional(),
      }),
    )
    .min(1),
  http: z
    .strictObject({
      address: z.string().default("127.0.0.1"),
      port: z.int().min(0).max(65_535).default(8090),
      hosts: z.array(z.string()).default([]),
    })
    .prefault({}),
  pools: z.array(pool).default([]),
  operators: z
    .array(z.strictObject({ name: z.string().min(1).max(40), role: z.enum(roles), pin: z.string(makePin).regex(pinHashPattern, makePin) }))
    .default([]),
});

export type SiteFile = z.output<typeof schema>;
export interface SiteConfig extends Omit<SiteFile, "pools"> {
  readonly path: string;
  readonly pools: readonly PoolSetup[];
}

/** @throws BadFile naming each wrong key or value by line */
export function readSiteConfig(path: string): SiteConfig {
  return parseSiteConfig(path, readText(path));
}

/** @throws BadFile naming each wrong key or value, and each contradiction, by line */
export function parseSiteConfig(path: string, text: string): SiteConfig {
  const { value, where } = readYaml(path, text, schema);
  const problems = contradictions(value).map(([at, problem]) => `${where(at)}${problem}`);
  if (problems.length > 0) throw new BadFile(path, problems);
  const folder = isAbsolute(value.folder) ? value.folder : join(dirname(resolve(path)), value.folder);
  return { ...value, path, folder };
}

type Wrong = readonly [at: readonly PropertyKey[], problem: string];

function contradictions({ pools, operators }: SiteFile): readonly Wrong[] {
  const wrong: Wrong[] = [];
  for (const [i, one] of pools.entries()) {
    if (pools.findIndex(({ id }) => id === one.id) !== i) wrong.push([["pools", i, "id"], `"${one.id}" is there twice`]);
    const taken = one.levels.reduce((sum, { ratePpm, reservePpm }) => sum + ratePpm + reservePpm, 0);
    if (taken > 1_000_000)
      wrong.push([["pools", i, "levels"], `the levels take ${taken / 10_000} % of a stake; at most 100 % can be taken`]);
    for (const [k, { base, ceiling, id }] of one.levels.entries()) {
      if (ceiling !== null && ceiling < base) wrong.push([["pools", i, "levels", k, "ceiling"], `lower than the base of ${base}`]);
      if (one.levels.findIndex((level) => level.id === id) !== k) wrong.push([["pools", i, "levels", k, "id"], `"${id}" is there twice`]);
    }
    for (const [k, { level: of, hand }] of one.prizes.entries()) {
      if (!one.levels.some(({ id }) => id === of)) wrong.push([["pools", i, "prizes", k, "level"], `the pool has no level "${of}"`]);
      if (one.prizes.findIndex((prize) => prize.hand === hand) !== k)
        wrong.push([["pools", i, "prizes", k, "hand"], `"${hand}" is there twice`]);
    }
    for (const key of ["awardRoles", "adjustRoles"] as const) {
      const [first, second] = one[key];
      if (first === second) wrong.push([["pools", i, key], "two different roles have to sign"]);
      for (const role of [first, second])
        if (!operators.some((operator) => operator.role === role))
          wrong.push([["pools", i, key], `no operator has the role ${role}: nobody could sign. Name one under operators`]);
    }
  }
  return wrong;
}
