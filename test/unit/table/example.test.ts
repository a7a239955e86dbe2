// The annotated configuration: every key explained, every default as it is in the code.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ConfigFile, type DeviceConfig, parseConfig } from "#table/config";

const path = "src/table/example.yaml";
const text = readFileSync(path, "utf8");
const least = "version: 1\nsite: s\ntable: t\npack: high-card-flush/florida\nfolder: f\n";

/** One entry a key of the schema's type: a key that is new there does not compile until it is named here, and then must be explained. */
type Keys<Section> = Section extends unknown ? keyof Section : never;
type Named<Section> = Readonly<Record<Keys<Section>, true>>;

const file: Named<ConfigFile> = {
  version: true,
  site: true,
  table: true,
  pack: true,
  places: true,
  dealtBy: true,
  folder: true,
  language: true,
  currency: true,
  chips: true,
  chipColours: true,
  http: true,
  mqtt: true,
  progressive: true,
  seenWithinMs: true,
  countEvery: true,
  astrayAfterMs: true,
  darkAfterMs: true,
  devices: true,
  signs: true,
  operators: true,
  custodians: true,
  corrections: true,
  deckSignatures: true,
};
const http: Named<ConfigFile["http"]> = { address: true, port: true, hosts: true };
const mqtt: Named<ConfigFile["mqtt"]> = { embedded: true, url: true, username: true, passwordFile: true, caFile: true };
const embedded: Named<Extract<ConfigFile["mqtt"], { embedded: unknown }>["embedded"]> = {
  address: true,
  port: true,
  websocketPort: true,
  sitePasswordFile: true,
  clientsMax: true,
};
const device: Named<DeviceConfig> = {
  id: true,
  driver: true,
  link: true,
  antennas: true,
  wire: true,
  holds: true,
  counts: true,
  required: true,
  options: true,
};
const operator: Named<ConfigFile["operators"][number]> = { name: true, role: true, pin: true, badge: true, language: true };

/** Keys with their lines' indentation: "address:" stands in two sections. */
function keysAt(indent: RegExp): readonly string[] {
  return [...text.matchAll(new RegExp(`^${indent.source}([A-Za-z]+):`, "gm"))].map(([, key]) => key as string);
}

describe("the annotated configuration", () => {
  test("is accepted as it stands", () => {
    const config = parseConfig(path, text);
    expect(config.devices.map(({ id }) => id)).toEqual(["shoe", "seats", "shuffler"]);
    expect(config.pack.entry.game.id).toBe("high-card-flush");
  });

  test.each([
    ["the file", file, /(?:# )?/],
    ["http", http, / {2}/],
    ["mqtt", mqtt, /(?:# )? {2}/],
    ["mqtt.embedded", embedded, / {4}/],
    ["a device", device, / {2}(?: {2}|- )/],
    ["an operator", operator, / {2}(?: {2}|- )/],
  ])("names every key of %s", (_section, named, indent) => {
    expect(keysAt(indent)).toEqual(expect.arrayContaining(Object.keys(named)));
  });

  test("gives the defaults as they are in the code", () => {
    const { devices, signs, operators, ...bare } = parseConfig(path, least);
    const { devices: shown, signs: _hung, operators: _named, ...full } = parseConfig(path, text);
    const { site, table, folder, ...defaults } = bare;
    expect(full).toMatchObject({ ...defaults, driverOptions: full.driverOptions });
    expect([devices, signs, operators, site, table]).toEqual([[], [], [], "s", "t"]);
    expect(folder).toMatch(/\/f$/);
    const plain = `${least}devices: [{ id: a, driver: tablelink, link: "serial:/dev/x", antennas: { 0: shoe } }]\n`;
    const { holds, required } = parseConfig(path, plain).devices[0] as DeviceConfig;
    expect({ holds: shown[2]?.holds, required: shown[0]?.required }).toEqual({ holds, required });
  });

  test("holds the outside broker's keys as they would be accepted", () => {
    const outside = [...text.matchAll(/^# (mqtt:| {2}.+)$/gm)]
      .map(([, line]) => line as string)
      .filter((line) => !/^ {2}pitwire /.test(line));
    const { mqtt: broker } = parseConfig(path, `${least}${outside.join("\n")}\n`);
    expect(Object.keys(broker).sort()).toEqual(["caFile", "passwordFile", "url", "username"]);
  });
});
