// A configuration that cannot be used says where, what was expected, what was found, and what was probably meant.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { antennasOf, parseConfig, readConfig, setupOf } from "#table/config";

const least = "version: 1\nsite: riverside\ntable: a7\npack: high-card-flush/florida\nfolder: data\n";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pitwire-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems that are told of a text, one a line; empty when it can be used. */
function problems(text: string): readonly string[] {
  const path = join(folder, "table.yaml");
  try {
    parseConfig(path, text);
    return [];
  } catch (error) {
    const { name, message } = error as Error;
    expect(name).toBe("BadFile");
    const [head, ...lines] = message.split("\n");
    expect(head).toBe(`${path} cannot be used:`);
    return lines.map((line) => line.trim());
  }
}

/** What is told of one line more, which is line 6. */
const added = (line: string): readonly string[] => problems(`${least}${line}\n`);

function device(more: string): string {
  return `devices:\n  - { id: shoe, driver: tablelink, link: "serial:/dev/shoe", antennas: { 0: shoe } }\n  - { ${more} }`;
}

describe("a progressive", () => {
  const withPack = (more: string): string => {
    writeFileSync(
      join(folder, "pooled.yaml"),
      "pack: pooled\nversion: 1\ngame: caribbean-stud\ntitle: Caribbean\nrules: { meter: pool }\n",
    );
    return `version: 1\nsite: riverside\ntable: a7\npack: pooled.yaml\nfolder: data\n${more}`;
  };
  const mqtt = 'mqtt: { url: "mqtt://broker:1883" }\n';

  it("is named where the pack's jackpots come from one, and nowhere else", () => {
    expect(problems(withPack(mqtt))[0]).toMatch(/^line 4, column 7: pack: the jackpots of pooled 1 are paid by the house's progressive/);
    expect(added("progressive: { pool: royal }")[0]).toMatch(/^line 6, column 14: progressive: florida 1 feeds no progressive/);
    expect(problems(withPack(`${mqtt}progressive: { pool: royal }\n`))).toEqual([]);
  });

  it("can be heard: over an outside broker, or by a site that shows a password", () => {
    const own = "progressive: { pool: royal }\n";
    expect(problems(withPack(own))[0]).toMatch(/nobody could tell this table of pool "royal"/);
    expect(problems(withPack(`${own}mqtt: { embedded: { sitePasswordFile: password } }\n`))).toEqual([]);
  });

  it("stands among the devices under its name, which no other has", () => {
    const text = withPack(`${mqtt}progressive: { pool: royal }\nsigns: [royal]\n`);
    expect(problems(text)).toEqual(['line 8, column 9: signs.0: "royal" is there twice']);
    const setup = setupOf(parseConfig(join(folder, "table.yaml"), withPack(`${mqtt}progressive: { pool: royal }\n`)), []);
    expect(setup).toMatchObject({ pool: "royal", devices: [{ id: "royal", roles: ["progressive"], required: false }] });
  });
});

describe("the least configuration", () => {
  it("is enough", () => {
    expect(problems(least)).toEqual([]);
    const config = parseConfig(join(folder, "table.yaml"), least);
    expect(config).toMatchObject({ site: "riverside", places: [1, 2, 3, 4, 5, 6, 7], dealtBy: "shoe", language: "en", devices: [] });
    expect(config.folder).toBe(join(folder, "data"));
    expect(config.pack.entry.game.id).toBe("high-card-flush");
  });

  it.each(["version", "site", "table", "pack", "folder"])("lacks nothing but %s", (key) => {
    const without = least.split("\n").filter((line) => !line.startsWith(`${key}:`));
    expect(problems(without.join("\n"))).toEqual([`${key}: missing; ${key === "version" ? "expected 1" : "expected text"}`]);
  });

  it("keeps a folder that is named from the root", () => {
    expect(parseConfig("table.yaml", least.replace("data", "/var/lib/pitwire")).folder).toBe("/var/lib/pitwire");
  });
});

describe("a wrong key", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["lanquage: en", 'line 6, column 1: lanquage: unknown key. Did you mean "language"?'],
    ["Places: [1, 2]", 'line 6, column 1: Places: unknown key. Did you mean "places"?'],
    ["http: { prot: 80 }", 'line 6, column 9: http.prot: unknown key. Did you mean "port"?'],
    ["http: { tls: true }", "line 6, column 9: http.tls: unknown key. Known keys: address, port, hosts."],
    ["mqtt: { embeded: {} }", 'line 6, column 9: mqtt.embeded: unknown key. Did you mean "embedded"?'],
    ["mqtt: { embedded: { adress: h } }", 'line 6, column 21: mqtt.embedded.adress: unknown key. Did you mean "address"?'],
    ["mqtt: { url: mqtt://h, userame: u }", 'line 6, column 24: mqtt.userame: unknown key. Did you mean "username"?'],
    [
      "devices: [{ id: a, driver: tablelink, link: 'serial:/d', anntenas: {} }]",
      'line 6, column 58: devices.0.anntenas: unknown key. Did you mean "antennas"?',
    ],
  ];
  it.each(rows)("%s", (line, problem) => {
    expect(added(line)).toEqual([problem]);
  });

  it("a custodian's key that nothing can be locked to is refused here, not at the first round's end", () => {
    const problems = added(`custodians: [{ name: a, role: floor, key: ${"A".repeat(43)} }]`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^line 6, .*custodians\.0\.key: .*pitwire keys/);
  });

  it("of nothing known lists what is known", () => {
    const [problem] = added("dealer: Maria");
    expect(problem).toMatch(
      /^line 6, column 1: dealer: unknown key\. Known keys: version, site, table, pack, .*operators, custodians, corrections, deckSignatures\.$/,
    );
  });
});

describe("a wrong value", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["language: fr", 'line 6, column 11: language: expected one of en, it, ro; found "fr"'],
    ["dealtBy: shoes", 'line 6, column 10: dealtBy: expected one of shoe, antennas, console; found "shoes". Did you mean "shoe"?'],
    ["places: 7", "line 6, column 9: places: expected a list; found 7"],
    ["places: [1, two]", 'line 6, column 13: places.1: expected a number; found "two"'],
    ["places: [1]", "line 6, column 9: places: must have at least 2 entries; found a list of 1"],
    ["places: [0, 1]", "line 6, column 10: places.0: must be at least 1; found 0"],
    ["places: [1.5, 2]", "line 6, column 10: places.0: expected a whole number; found 1.5"],
    ["currency: eur", 'line 6, column 11: currency: three capital letters, for example EUR; found "eur"'],
    ["chips: [0]", "line 6, column 9: chips.0: must be more than 0; found 0"],
    ["http: { port: 70000 }", "line 6, column 15: http.port: must be at most 65535; found 70000"],
    ["http: { port: '80' }", 'line 6, column 15: http.port: expected a number; found "80"'],
    ["http: [80]", "line 6, column 7: http: expected keys with values; found a list of 1"],
    ["http: { address: 1 }", 'line 6, column 18: http.address: expected text; found 1. Write it in quotes: "1"'],
    ["astrayAfterMs: 20", "line 6, column 16: astrayAfterMs: must be at least 100; found 20"],
    ["mqtt: { url: broker:1883 }", 'line 6, column 14: mqtt.url: write mqtt://HOST:PORT or mqtts://HOST:PORT; found "broker:1883"'],
    ["mqtt: { url: mqtt://h, embedded: {} }", "line 6, column 7: mqtt: expected { embedded: … } or { url: … }; found { url, embedded }"],
    ["chipColours: { 500: red }", 'line 6, column 21: chipColours.500: write it as #RRGGBB, in quotation marks; found "red"'],
    ["chipColours: { 700: '#102040' }", "line 6, column 21: chipColours.700: no chip of the rack is worth 700; chips: has its values"],
    ["mqtt: yes", 'line 6, column 7: mqtt: expected { embedded: … } or { url: … }; found "yes"'],
    ["devices:", "line 6, column 9: devices: expected a list; found nothing. Leave the key out, or write []"],
    ["http:", "line 6, column 6: http: expected keys with values; found nothing. Leave the key out, or write {}"],
    [`site2: ${"x".repeat(90)}`, 'line 6, column 1: site2: unknown key. Did you mean "site"?'],
  ];
  it.each(rows)("%s", (line, problem) => {
    expect(added(line)).toEqual([problem]);
  });

  it("of a device is named with the device's place in the list", () => {
    const line = "devices: [{ id: 'a b', driver: tablelnk, link: /dev/tty, antennas: { x: shoe, 1: 3-hand }, holds: it }]";
    // Which drivers there are is the list's own affair.
    const found = added(line).map((one) => one.replace(/(driver: expected one of ).*?;/, "$1…;"));
    expect(found).toEqual([
      'line 6, column 17: devices.0.id: use 1 to 32 letters, digits, hyphens and underscores; found "a b"',
      'line 6, column 32: devices.0.driver: expected one of …; found "tablelnk". Did you mean "tablelink"?',
      'line 6, column 48: devices.0.link: write "serial:PATH", "tcp://HOST:PORT" or "hid:VENDOR:PRODUCT"; found "/dev/tty"',
      'line 6, column 82: devices.0.antennas.1: name a place: "shoe", "3/hand", "dealer/hand", "board", "stub" or "discard"; found "3-hand"',
      "line 6, column 70: devices.0.antennas.x: an antenna is a number",
      'line 6, column 99: devices.0.holds: expected one of thisDeck, otherDeck; found "it"',
    ]);
  });

  it("is cut when it is long", () => {
    expect(added(`language: ${"x".repeat(90)}`)[0]).toBe(
      `line 6, column 11: language: expected one of en, it, ro; found "${"x".repeat(58)}…`,
    );
  });

  it("of a PIN is never repeated", () => {
    for (const pin of ["4711", '"4711"', "scrypt$4711"]) {
      expect(added(`operators: [{ name: A, role: dealer, pin: ${pin} }]`)).toEqual([
        "line 6, column 43: operators.0.pin: make it with: pitwire pin",
      ]);
    }
    expect(added("operators: [{ name: A, role: dealr }]")).toEqual([
      'line 6, column 30: operators.0.role: expected one of dealer, floor, surveillance, technician, manager; found "dealr". Did you mean "dealer"?',
      "line 6, column 13: operators.0.pin: missing; make it with: pitwire pin",
    ]);
  });

  it("of a driver's own option is told by the driver", () => {
    const [problem] = added(device('id: b, driver: tablelink, link: "serial:/d", options: { inputs: { 1: { lamp: blue } } }'));
    expect(problem).toBe(
      "line 8, column 61: devices.1.options: inputs.1: write one of lamp: red, lamp: green, lamp: mains, key: <number>, or unused",
    );
  });

  it("is told together with all the others", () => {
    expect(problems("version: 2\nsite: ''\ntabel: x\npack: p\nfolder: f\n")).toEqual([
      "line 1, column 10: version: expected 1; found 2",
      'line 2, column 7: site: use 1 to 32 letters, digits, hyphens and underscores; found ""',
      'line 3, column 1: tabel: unknown key. Did you mean "table"?',
    ]);
  });
});

describe("a contradiction", () => {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      "two devices with one name",
      device('id: shoe, driver: tablelink, link: "serial:/d"'),
      'line 8, column 11: devices.1.id: "shoe" is there twice',
    ],
    [
      "two devices on one line",
      device('id: b, driver: tablelink, link: "serial:/dev/shoe"'),
      'line 8, column 39: devices.1.link: "serial:/dev/shoe" is there twice',
    ],
    [
      "tags over a network that others share",
      device('id: b, driver: tablelink, link: "tcp://10.0.0.7:4001", antennas: { 1: 1/hand }'),
      'line 8, column 39: devices.1.link: tags and cards cross a TCP line in clear. Use a serial line, or a wire of its own and write "wire: dedicated"',
    ],
    [
      "one port for pages and broker",
      "http: { port: 1883 }\nmqtt: { embedded: { port: 1883 } }",
      "line 6, column 15: http.port: 1883 is the embedded broker's port, too. Give one of them another",
    ],
    ["a place twice", "places: [1, 2, 2]", 'line 6, column 16: places.2: "2" is there twice'],
    [
      "more places than the game has",
      "places: [1, 2, 3, 4, 5, 6, 7, 8]",
      "line 6, column 9: places: high-card-flush has at most 7 players; 8 places are given",
    ],
    [
      "no shoe to deal from",
      "devices: [{ id: b, driver: tablelink, link: 'serial:/d', antennas: { 1: 1/hand } }]",
      "dealtBy: shoe, but no device has such an antenna. Give one, for example antennas: { 0: shoe }",
    ],
    [
      "no antennas to deal by",
      `dealtBy: antennas\n${device('id: b, driver: tablelink, link: "serial:/d"')}`,
      "line 6, column 10: dealtBy: antennas, but no device has such an antenna. Give one, for example antennas: { 0: 3/hand }",
    ],
  ];
  it.each(rows)("%s", (_row, text, problem) => {
    expect(added(text)).toEqual([problem]);
  });

  it("between operators", () => {
    const pin = `scrypt$16384$${"a".repeat(22)}$${"b".repeat(43)}`;
    const line = `operators: [{ name: A, role: dealer, pin: ${pin} }, { name: A, role: floor, pin: ${pin} }]`;
    expect(added(line)).toEqual([`line 6, column ${line.lastIndexOf("A,") + 1}: operators.1.name: "A" is there twice`]);
  });

  it("between who has to approve a correction and who is there", () => {
    const pin = `scrypt$16384$${"a".repeat(22)}$${"b".repeat(43)}`;
    const people = (...roles: string[]) =>
      `operators: [${roles.map((role, i) => `{ name: P${i}, role: ${role}, pin: ${pin} }`).join(", ")}]\ncorrections: [floor, surveillance]`;
    const missing =
      "line 7, column 22: corrections.1: a second person in the role surveillance has to agree, and there is none. Name two operators of whom one may act as surveillance";
    expect(added("corrections: [floor, surveillance]")).toEqual([missing.replace("line 7", "line 6")]);
    expect(added(people("floor", "dealer"))).toEqual([missing]);
    expect(added(people("manager"))).toEqual([missing]);
    expect(added(people("floor", "surveillance"))).toEqual([]);
    expect(added("corrections: [floor]")).toEqual([]);
    expect(added("deckSignatures: [floor, surveillance]")).toEqual([
      missing.replace("line 7", "line 6").replace("corrections", "deckSignatures").replace("column 22", "column 25"),
    ]);
    expect(added("corrections: [flor]")).toEqual([
      'line 6, column 15: corrections.0: expected one of dealer, floor, surveillance, technician, manager; found "flor". Did you mean "floor"?',
    ]);
  });

  it("is none where a wire is dedicated, or carries no tags", () => {
    expect(added(device('id: b, driver: tablelink, link: "tcp://10.0.0.7:4001", antennas: { 1: 1/hand }, wire: dedicated'))).toEqual([]);
    expect(added(device('id: b, driver: tablelink, link: "tcp://10.0.0.7:4001"'))).toEqual([]);
  });

  it("is told beside the driver's own complaints", () => {
    const text = device('id: shoe, driver: tablelink, link: "serial:/d", options: { input: {} }');
    expect(added(text)).toEqual([
      'line 8, column 11: devices.1.id: "shoe" is there twice',
      expect.stringMatching(/^line 8, column 64: devices\.1\.options: .*no input; known are inputs, checksum$/),
    ]);
  });
});

describe("text that is no YAML", () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["a bracket that stays open", "places: [1, 2\n", "line 7, column 1: "],
    ["a quote that stays open", 'currency: "EUR\n', "line 7, column 1: "],
    ["a tab", "http:\n\tport: 80\n", "line 7, column 1: a tab; indent with spaces"],
    ["a key twice", "site: other\n", "line 6, column 1: the key site is there twice"],
    ["a second document", "---\nsite: other\n", "line 6, column 1: a second document begins: take out the line ---"],
    ["an alias of nothing", "http: *web\n", "line 6, column 7: there is no &web before *web"],
    ["a line that is no key", "hello\n", "line 6, column 1: "],
  ];
  it.each(rows)("%s", (_row, text, problem) => {
    const found = problems(`${least}${text}`);
    expect(found[0]?.startsWith(problem)).toBe(true);
    expect(found[0]?.length).toBeGreaterThan(20);
  });

  it("or holds nothing, or something else", () => {
    expect(problems("")).toEqual(["the file is empty"]);
    expect(problems("# only a comment\n")).toEqual(["the file is empty"]);
    expect(problems("hello\n")).toEqual(['line 1, column 1: expected keys with values; found "hello"']);
    expect(problems("- 1\n")).toEqual(["line 1, column 1: expected keys with values; found a list of 1"]);
  });

  it("anchors and aliases are YAML, and may be used", () => {
    expect(problems(`${least}http: &web { port: 0 }\nmqtt: { embedded: *web }\n`)).toEqual([]);
    expect(problems(`${least}http: &web { prt: 80 }\nmqtt: { embedded: *web }\n`)).toEqual([
      'line 6, column 14: http.prt: unknown key. Did you mean "port"?',
      'line 6, column 14: mqtt.embedded.prt: unknown key. Did you mean "port"?',
    ]);
  });
});

describe("a rule pack", () => {
  const packHead = "pack: house\nversion: 1\ngame: high-card-flush\ntitle: High Card Flush\n";

  /** What is told of a configuration that names the house's own pack. */
  function ofPack(text: string): readonly string[] {
    writeFileSync(join(folder, "house.yaml"), text);
    try {
      parseConfig(join(folder, "table.yaml"), least.replace("high-card-flush/florida", "house.yaml"));
      return [];
    } catch (error) {
      const [head, ...lines] = (error as Error).message.split("\n");
      expect(head).toBe(`${join(folder, "house.yaml")} cannot be used:`);
      return lines.map((line) => line.trim());
    }
  }

  it("that is not there is told with its line and the nearest that is", () => {
    const named = (pack: string): string | undefined => problems(least.replace("high-card-flush/florida", pack))[0];
    expect(named("high-card-flush/florda")).toBe(
      `line 4, column 7: pack: there is no rule pack "high-card-flush/florda". Give the path of a file (looked for ${join(folder, "high-card-flush/florda")}), or a shipped pack. Did you mean "high-card-flush/florida"?`,
    );
    expect(named("mine")).toMatch(
      /^line 4, column 7: pack: .+ or one of those that are shipped: caribbean-stud\/.+, high-card-flush\/florida, /,
    );
    expect(named("/nowhere/mine.yaml")).toContain("looked for /nowhere/mine.yaml");
  });

  it("that is a folder is none", () => {
    mkdirSync(join(folder, "packs"), { recursive: true });
    expect(problems(least.replace("high-card-flush/florida", "packs"))[0]).toContain('there is no rule pack "packs"');
  });

  it("of the house is read from beside the configuration", () => {
    expect(ofPack(`${packHead}rules: {}\n`)).toEqual([]);
  });

  const rows: readonly (readonly [string, string])[] = [
    ["rules:\n  shortfal: partial", 'line 6, column 3: rules.shortfal: unknown key. Did you mean "shortfall"?'],
    ["rules:\n  shortfall: some", 'line 6, column 14: rules.shortfall: expected one of partial, all-or-nothing; found "some"'],
    ["rules:\n  ante: { min: 10, max: 5 }", "line 6, column 25: rules.ante.max: min is above max"],
    ["rules:\n  ante: { min: 10 }", "line 6, column 3: rules.ante.max: missing; expected a number"],
    ["rules:\n  paySF: { 8: 5 }", "line 6, column 12: rules.paySF.8: unknown key. Known keys: 2, 3, 4, 5, 6, 7."],
    [
      "rules:\n  qualifier: { length: 3, minHigh: 9 }",
      'line 6, column 36: rules.qualifier.minHigh: expected one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A; found 9. Write it in quotes: "9"',
    ],
    [
      "rules:\n  rake: { method: everyone }",
      'line 6, column 19: rules.rake.method: expected one of none, all, players, designated player; found "everyone"',
    ],
    [
      "rules:\n  rake: { method: all, charge: { perSeet: 5 } }",
      'line 6, column 34: rules.rake.charge.perSeet: unknown key. Did you mean "perSeat"?',
    ],
    [
      "rules:\n  rake: { method: all, charge: 5 }",
      "line 6, column 32: rules.rake.charge: expected { perSeat: … } or { ofStakes: … }; found 5",
    ],
    [
      "rules:\n  rake: { method: all, charge: { ofStakes: many } }",
      'line 6, column 44: rules.rake.charge.ofStakes: expected a number; found "many"',
    ],
    ["rules:\n  rake: { method: all }", "line 6, column 3: rules.rake.charge: missing; expected { perSeat: … } or { ofStakes: … }"],
    ["rules:\n  aggregateCap: 500", "line 6, column 17: rules.aggregateCap: expected none or { perHand: … } or { perRound: … }; found 500"],
    ["rules:\n  aggregateCap: { perHnd: 5 }", 'line 6, column 19: rules.aggregateCap.perHnd: unknown key. Did you mean "perHand"?'],
    [
      "rules:\n  raiseCaps: { 2: 1, 3: 1, 4: 2, 5: 1, 6: 3, 7: 3 }",
      "line 6, column 14: rules.raiseCaps: a longer flush may not have a lower cap",
    ],
    [
      "rules:\n  bonusContested: false\n  mainTiePushesBonuses: true",
      "line 7, column 25: rules.mainTiePushesBonuses: contradicts bonusContested: false, where bonuses never push",
    ],
    [
      "rules:\n  withinHandOrder: [ante, raise, flush]",
      "line 6, column 20: rules.withinHandOrder: must have exactly 5 entries; found a list of 3",
    ],
    ["rules:\n  dealPacket: 3", "line 6, column 15: rules.dealPacket: expected one of 1, 7; found 3"],
    [
      "rules:\n  irregularities: { red: goOn }",
      "line 6, column 21: rules.irregularities.red: unknown key. Known keys: dealtOnRed, sortMode, foreign, foreignBack, cardDoubled, deckLong, otherDeck, cardMissing, deckShort, notFromShoe, duplicate, twoPlaces, misread, shufflerFault, clearedEarly, oldRound, flawed, cardBeforeClose, wrongHand, wrongCount, extraCard, wrongPlace, skippedSeat, wrongOrder, emptySeat, offTable, exposed, notSeen, boxed, lostReadings, restarted, called, unreadable, talked, mixedHand.",
    ],
  ];
  it.each(rows)("%s", (text, problem) => {
    expect(ofPack(`${packHead}${text}\n`)).toEqual([problem]);
  });

  it("of a game that nobody plays here", () => {
    const other = (game: string): readonly string[] => ofPack(`${packHead.replace("high-card-flush", game)}rules: {}\n`);
    expect(other("high-card-flash")).toEqual(['line 3, column 7: game: "high-card-flash" is not known. Did you mean "high-card-flush"?']);
    expect(other("bridge")[0]).toMatch(/^line 3, column 7: game: "bridge" is not known\. Known games: caribbean-stud, /);
  });

  it("without a head", () => {
    expect(ofPack("rules: {}\n")).toEqual(["game: missing; expected text"]);
    expect(ofPack("game: high-card-flush\nrules: {}\npack: My House\n")).toEqual([
      'line 3, column 7: pack: use 1 to 32 small letters, digits and hyphens; found "My House"',
      "version: missing; expected a number",
      "title: missing; expected text",
    ]);
  });
});

describe("a file", () => {
  it("that is not there, or cannot be read, is named", () => {
    const missing = join(folder, "nothing.yaml");
    expect(() => readConfig(missing)).toThrow(`${missing} cannot be used:\n  no such file`);
    expect(() => readConfig(folder)).toThrow(/cannot be used:\n.*EISDIR/);
  });

  it("that is there is read", () => {
    writeFileSync(join(folder, "good.yaml"), least);
    expect(readConfig(join(folder, "good.yaml"))).toMatchObject({ table: "a7", path: join(folder, "good.yaml") });
  });
});

describe("what the core is told of a configuration", () => {
  it("is which device does what", () => {
    const text = `${least}devices:
  - { id: shoe, driver: tablelink, link: "serial:/a", antennas: { 0: shoe } }
  - { id: seats, driver: tablelink, link: "serial:/b", antennas: { 1: 1/hand, 2: 2/hand }, required: false }
  - { id: shuffler, driver: tablelink, link: "serial:/c", holds: otherDeck, options: { inputs: { 1: { lamp: red }, 2: { key: 4 } } } }
`;
    const config = parseConfig(join(folder, "table.yaml"), text);
    expect(setupOf(config, ["red-1"])).toMatchObject({
      table: "a7",
      decks: ["red-1"],
      dealtBy: "shoe",
      devices: [
        { id: "shoe", roles: ["shoe"], required: true, holds: "thisDeck" },
        { id: "seats", roles: ["antennas"], required: false, holds: "thisDeck" },
        { id: "shuffler", roles: ["shuffler", "buttons"], required: true, holds: "otherDeck" },
      ],
    });
    expect(antennasOf(config)).toEqual({ shoe: { "0": "shoe" }, seats: { "1": "1/hand", "2": "2/hand" }, shuffler: {} });
  });
});
