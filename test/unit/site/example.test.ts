// The annotated configuration of a site: every key explained, and a progressive that the shipped pack and a table's configuration fit.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PoolTerms } from "#core/progressive";
import { parseSiteConfig, type SiteFile } from "#site/site-config";
import { parseConfig } from "#table/config";

const path = "src/site/example.yaml";
const text = readFileSync(path, "utf8");
const config = parseSiteConfig(path, text);

/** One entry a key of the schema's type: a key that is new there does not compile until it is named here, and then must be explained. */
type Keys<Section> = Section extends unknown ? keyof Section : never;
type Named<Section> = Readonly<Record<Keys<Section>, true>>;
type Pool = SiteFile["pools"][number];

const file: Named<SiteFile> = {
  version: true,
  site: true,
  folder: true,
  language: true,
  currency: true,
  brokers: true,
  http: true,
  pools: true,
  operators: true,
};
const broker: Named<SiteFile["brokers"][number]> = { url: true, username: true, passwordFile: true, caFile: true };
const pool: Named<Pool> = {
  id: true,
  stake: true,
  tables: true,
  levels: true,
  prizes: true,
  split: true,
  awardRoles: true,
  adjustRoles: true,
};
const level: Named<Pool["levels"][number]> = { id: true, base: true, ceiling: true, ratePpm: true, reservePpm: true };

function keysAt(indent: RegExp): readonly string[] {
  return [...text.matchAll(new RegExp(`^${indent.source}([A-Za-z]+):`, "gm"))].map(([, key]) => key as string);
}

/** A table's configuration that names the pool. */
const table = (pack: string): string => `version: 1
site: riverside
table: a8
pack: ${pack}
places: [1, 2, 3, 4]
folder: f
mqtt: { embedded: { sitePasswordFile: /etc/pitwire/site-password } }
progressive: { pool: royal }
`;

describe("the annotated configuration of a site", () => {
  test.each([
    ["the file", file, /(?:# )?/],
    ["a broker", broker, / {2}(?: {2}|- )/],
    ["a pool", pool, / {2}(?: {2}|- )/],
    ["a level", level, / {6}(?: {2}|- )/],
  ])("names every key of %s", (_section, named, indent) => {
    const shown = [...keysAt(indent), ...keysAt(/ {4}/)];
    expect(shown).toEqual(expect.arrayContaining(Object.keys(named).filter((key) => key !== "id" && key !== "url")));
  });

  test("has a progressive that the shipped linked pack promises, and that a table may name", () => {
    const { pack, progressive } = parseConfig("table.yaml", table("caribbean-stud/sheet-high-linked"));
    const terms = pack.entry.game.progressive?.(pack.rules) as PoolTerms;
    const [own] = config.pools;
    expect(progressive).toEqual({ pool: own?.id });
    expect(own?.tables).toContain("a8");
    expect({ stake: own?.stake, split: own?.split }).toEqual({ stake: terms.stake, split: terms.split });
    expect(own?.prizes.map(({ level: _level, ...prize }) => prize)).toEqual(terms.prizes);
  });

  test("a table without the one or the other is told what is missing", () => {
    expect(() => parseConfig("table.yaml", table("caribbean-stud/sheet-high"))).toThrow('give the pack "meter: pool"');
    const alone = table("caribbean-stud/sheet-high-linked").replace("progressive: { pool: royal }\n", "");
    expect(() => parseConfig("table.yaml", alone)).toThrow("progressive: { pool: NAME }");
  });
});
