// A deck's life as people at a casino live it: registered on the table's page over its own shoe, signed by two, found short and counted
// again, its tags taken out by two keys. What the page and the files hold of it never names a tag.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type Card, deck52 } from "#core/card";
import type { Role } from "#core/operator";
import { createConsoleApp } from "#dashboard/console-app";
import type { TableFace } from "#dashboard/table-face";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { games } from "#games/index";
import { languages } from "#i18n/format";
import { tagOf } from "#sim/reader";
import { type ServedEmulator, serveEmulator } from "#sim/serve";
import { makeKeyFile } from "#table/key-file";
import { hashPin } from "#table/pin";
import { byteBed } from "../laws/byte-bed.ts";
import { about } from "./pages-fixtures.ts";
import { launch } from "./pages-look.ts";
import { freePorts, program, until, workFolder } from "./program.ts";
import { command } from "./table-client.ts";

const pins: Readonly<Record<string, Role>> = { "1357": "floor", "2468": "manager", "8642": "technician", "9753": "dealer" };
const pinOf = (role: Role): string => Object.entries(pins).find(([, one]) => one === role)?.[0] ?? "";
const passphrases = { bianchi: "correct horse battery", rossi: "staple that nobody knows" };
const closers: (() => unknown)[] = [];
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function run(words: readonly string[], input = ""): { status: number | null; said: string } {
  const done = spawnSync(process.execPath, ["dist/pitwire.js", ...words], { input, encoding: "utf8" });
  return { status: done.status, said: done.stdout + done.stderr };
}

async function openDecks(url: string, lang = "en"): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" })).newPage();
  const troubles: string[] = [];
  page.on("pageerror", (trouble) => troubles.push(trouble.message));
  closers.push(async () => {
    await page.context().close();
    expect(troubles).toEqual([]);
  });
  await page.goto(`${url}/decks?lang=${lang}`);
  await page.waitForSelector("[data-shown], .lost");
  return page;
}

/** Two signatures are asked for, two custodians have keys, and the shoe hangs on a line of its own. */
async function hall() {
  const folder = workFolder();
  closers.push(() => folder.remove());
  const shoe = await serveEmulator(tablelinkEmulator, { id: "shoe" }, "tcp://127.0.0.1:0");
  closers.push(() => shoe.close());
  const [port = 0, mqtt = 0] = await freePorts(2);
  const custodians = (["bianchi", "rossi"] as const).map((name) => {
    const role = name === "bianchi" ? "surveillance" : "manager";
    return { name, role, key: makeKeyFile(folder.file(`${name}.key`), { name, role }, passphrases[name]) };
  });
  const hashes = await Promise.all(Object.keys(pins).map((pin) => hashPin(pin)));
  const config = folder.file("table.yaml");
  writeFileSync(
    config,
    stringify({
      version: 1,
      site: "s1",
      table: "t1",
      pack: "caribbean-stud/new-jersey",
      folder: "data",
      http: { port },
      mqtt: { embedded: { port: mqtt } },
      devices: [{ id: "shoe", driver: "tablelink", link: shoe.address, wire: "dedicated", antennas: { 0: "shoe" } }],
      operators: Object.values(pins).flatMap((role, i) => (role === "dealer" ? [] : [{ name: `The ${role}`, role, pin: hashes[i] }])),
      custodians,
      deckSignatures: ["floor", "manager"],
    }),
  );
  const running = program(["up", "--config", config]);
  closers.push(() => running.kill());
  await running.says("console");
  return { folder, config, shoe, url: `http://127.0.0.1:${port}`, data: folder.file("data"), running };
}

function lay(shoe: ServedEmulator<TablelinkAction>, card: Card): void {
  for (const present of [true, false]) shoe.act({ kind: "tag", antenna: 0, uid: tagOf(card, 1), present });
}

/** The page's order: spades, hearts, diamonds, clubs are drawn; the deck asks clubs first, deuce to ace. */
const doneIs = (page: Page, pass: number, count: number) => page.waitForSelector(`.grid[data-pass="${pass}"][data-done="${count}"]`);

async function signAs(page: Page, role: Role): Promise<void> {
  await page.fill(".sign input[name=pin]", pinOf(role));
  await page.click(".sign button[type=submit]");
}

describe("a deck", () => {
  it("is registered on the page over the table's own shoe, dealt once two have signed, and its tags leave by two keys", async () => {
    const at = await hall();
    const page = await openDecks(at.url);
    await page.fill(".registration input[name=name]", "green");
    await page.fill(".registration input[name=pin]", pinOf("technician"));
    await page.click(".registration button[type=submit]");
    await page.waitForSelector(".grid");
    for (const card of deck52.slice(0, 20)) lay(at.shoe, card);
    await doneIs(page, 1, 20);
    lay(at.shoe, deck52[3] as Card);
    await page.waitForSelector(".registration .lost");
    // The person has another card in hand than the next one.
    await page.click('.grid button[aria-label="A♠"]');
    await page.waitForSelector('.grid button.now[aria-label="A♠"]');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/reg.png`, fullPage: true });
    lay(at.shoe, "As");
    await doneIs(page, 1, 21);
    for (const card of deck52.slice(20, 51)) lay(at.shoe, card);
    await doneIs(page, 2, 0);
    for (const card of [...deck52].reverse()) lay(at.shoe, card);
    await doneIs(page, 2, 52);
    await page.click(".registration .acts button:last-child");
    await signAs(page, "technician");
    await page.waitForSelector(".signing");
    expect((await command(at.url, { kind: "confirm", code: "openTable" })).body).toEqual({ ok: true });
    expect((await command(at.url, { kind: "deck", deck: "green" })).body).toMatchObject({ ok: false, why: "unsigned" });
    await page.click(".signing button");
    await signAs(page, "floor");
    await page.waitForSelector(".lost[role=alert]");
    await signAs(page, "manager");
    await page.waitForSelector(".rows .registered");
    expect((await command(at.url, { kind: "deck", deck: "green" })).body).toEqual({ ok: true });
    // A card of the deck in play is a card of the table's own deck now, and of no registration.
    const facts = (await (await fetch(`${at.url}/api/facts?from=1`)).text()) as string;
    expect(facts).toContain('"kind":"deckAct","deck":"green","act":"register","signed":[{"name":"The technician"');
    const shown = await (await fetch(`${at.url}/api/decks`)).text();
    for (const text of [facts, shown, at.running.output()]) expect(text).not.toContain(tagOf("As", 1));
    for (const file of readdirSync(at.data)) {
      const bytes = readFileSync(join(at.data, file));
      expect([file, bytes.includes(tagOf("As", 1)), bytes.includes(Buffer.from(tagOf("As", 1), "hex"))]).toEqual([file, false, false]);
    }
    exportsByTwo(at);
    importsBySignature(at);
    await page.waitForSelector(".signing");
    await page.click(".signing button");
    await signAs(page, "manager");
    await page.waitForSelector(".signing", { state: "detached" });
    // A deck in play is retired between rounds, by PIN at a terminal and a second one on the page.
    const retire = ["deck", "retire", "--config", at.config, "--name", "green", "--reason", "worn"];
    expect(run(retire, `${pinOf("technician")}\n`)).toMatchObject({ status: 1 });
    expect(run(retire, `${pinOf("floor")}\n`)).toMatchObject({ status: 0, said: expect.stringContaining("second person signs") });
    await page.waitForSelector(".signing");
    await page.click(".signing button");
    await signAs(page, "manager");
    await page.waitForSelector(".rows .retired");
    const list = () => run(["deck", "list", "--config", at.config]).said;
    expect(list()).toContain("green: 52 cards, 52 tags, retired, The floor, The manager");
    // Of a table that stands still its journal says how its decks stand.
    await at.running.kill();
    expect(list()).toContain("green: 52 cards, 52 tags, retired, The floor, The manager");
  }, 180_000);

  function exportsByTwo({ config, folder, url }: Awaited<ReturnType<typeof hall>>): void {
    const file = folder.file("green.csv");
    const keys = ["--key", folder.file("bianchi.key"), "--key", folder.file("rossi.key")];
    const words = ["deck", "export", "--config", config, "--name", "green", "--reason", "moves to table t2", file];
    expect(
      run([...words, "--key", folder.file("rossi.key"), "--key", folder.file("rossi.key")], `${passphrases.rossi}\n${passphrases.rossi}\n`),
    ).toMatchObject({ status: 1, said: expect.stringContaining("two roles") });
    expect(run([...words, ...keys], `${passphrases.bianchi}\nnot the passphrase\n`)).toMatchObject({ status: 1 });
    expect(existsSync(file)).toBe(false);
    expect(run([...words, ...keys], `${passphrases.bianchi}\n${passphrases.rossi}\n`)).toMatchObject({
      status: 0,
      said: expect.stringContaining("on record"),
    });
    expect(readFileSync(file, "utf8")).toContain(`As,${tagOf("As", 1)}`);
    const told = spawnSync("curl", ["-s", `${url}/api/facts?from=1`], { encoding: "utf8" }).stdout;
    expect(told).toContain(
      '"kind":"deckExported","deck":"green","by":[{"name":"bianchi","role":"surveillance"},{"name":"rossi","role":"manager"}]',
    );
    expect(told.match(/deckExported/g)?.length).toBe(1);
  }

  /** Where two sign, no file makes a deck by itself: one signs here, the other on the page. */
  function importsBySignature({ config, folder }: Awaited<ReturnType<typeof hall>>): void {
    const file = folder.file("blue.csv");
    writeFileSync(file, deck52.map((card) => `${card},${tagOf(card, 2)}`).join("\n"));
    const words = ["deck", "import", "--config", config, "--name", "blue", file];
    const list = () => run(["deck", "list", "--config", config]).said;
    expect(run(words, `${pinOf("dealer")}\n`)).toMatchObject({ status: 1, said: expect.stringContaining("not registered") });
    expect(list()).not.toContain("blue");
    expect(run(words, `${pinOf("technician")}\n`)).toMatchObject({ status: 0, said: expect.stringContaining("second person") });
    expect(list()).toContain("blue: 52 cards, 52 tags, unsigned, The technician");
  }

  it("found short is on the page with the rounds it touched, is counted again over the shoe, and released", async () => {
    const entry = games.find(({ game }) => game.id === "caribbean-stud") as (typeof games)[number];
    const bed = byteBed({ entry, countedBy: "reader", players: 3 });
    bed.until((one) => one.table.played === null && one.facts.filter(({ kind }) => kind === "roundEnded").length === 5);
    const whole = [...bed.stub, ...bed.laid.map(({ uid }) => uid)];
    const pass = (uids: readonly string[]): void => {
      for (const uid of uids) for (const present of [true, false]) bed.act("shoe", { kind: "tag", antenna: 0, uid, present });
    };
    for (const _ of [1, 2]) {
      bed.confirm("scan");
      pass(whole.slice(1));
      bed.confirm("scanned");
    }
    expect(bed.table.quarantine.length).toBe(1);
    const face = {
      about: { ...about, table: "t1", currency: { code: "EUR", minorDigits: 2 } },
      view: bed.view,
      now: () => bed.table.at,
      registrar: null,
      listen: () => {},
      meters: null,
      demo: null,
      journalState: () => "ok",
      dealer: () => ({ name: "dealer", role: "dealer" }),
      signOn: async ({ text }: { text: string }) => (pins[text] === undefined ? null : { name: `The ${pins[text]}`, role: pins[text] }),
      command: async (_id: string, by: { role: Role }, asked: Parameters<typeof bed.command>[0]) => bed.command(asked, by.role),
    } as unknown as TableFace;
    const app = createConsoleApp({ face, pages: join(import.meta.dirname, "../../dist/dashboard/web"), hosts: ["127.0.0.1"] });
    await app.listen({ host: "127.0.0.1", port: 0 });
    closers.push(() => app.close());
    const port = (app.server.address() as { port: number }).port;
    const page = await openDecks(`http://127.0.0.1:${port}`);
    const rounds = bed.table.quarantine[0]?.rounds ?? [];
    expect(await page.locator(".quarantine tbody tr").count()).toBe(rounds.flatMap(({ seats }) => seats).length);
    const owed = rounds.flatMap(({ seats }) => seats).reduce((sum, { back }) => sum + back, 0);
    expect((await page.textContent(".quarantine tfoot .owed"))?.replace(/[^\d]/g, "")).toBe(String(owed));
    const act = async (name: string, role: Role, reason?: string): Promise<void> => {
      await page.click(`.rows .quarantined button:text-is("${name}")`);
      if (reason !== undefined) await page.fill(".sign input[name=reason]", reason);
      await signAs(page, role);
    };
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/quarantine.png`, fullPage: true });
    expect(await page.isDisabled('.rows .quarantined button:text-is("Release")')).toBe(true);
    await act("Count again", "floor");
    await page.waitForSelector(".quarantine .count");
    pass(whole);
    await page.waitForSelector('.quarantine .count b:text-is("52 of 52")');
    await page.click(".quarantine .count button");
    await page.waitForSelector(".quarantine .calm");
    await act("Release", "floor", "it lay under the rail");
    await page.waitForSelector(".quarantine", { state: "detached" });
    expect(bed.facts.findLast(({ kind }) => kind === "deckAct")).toMatchObject({ act: "release", reason: "it lay under the rail" });
    // The same page in every language holds no text of another and nothing wider than the screen.
    for (const lang of languages) {
      const other = await openDecks(`http://127.0.0.1:${port}`, lang);
      expect(await other.evaluate(() => document.documentElement.lang)).toBe(lang);
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await other.textContent("body")).not.toMatch(/decks\.|\{/);
    }
    await until("the deck rests", () => bed.view().care?.decks.some(({ deck, state }) => deck === "red" && state === "resting"));
  }, 180_000);
});
