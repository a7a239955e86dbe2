// One progressive, two Caribbean tables dealt by hand, one site, over a real Mosquitto: from the stake on the felt to the award that two
// people confirm, with the site gone in between.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { SiteState } from "#contract/site";
import type { Command } from "#core/event";
import type { Opening } from "#core/opening";
import type { View } from "#core/view";
import { deckCsv } from "#sim/reader";
import { parseDeck, writeDecks } from "#table/deck-store";
import { hashPin } from "#table/pin";
import { readServiceKey } from "#table/service-key";
import { mosquitto } from "./mosquitto.ts";
import { axeTroubles, launch, misfits } from "./pages-look.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";
import { command, openPage, type Page, post, viewNow } from "./table-client.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const pins = { Ada: "1111", Bo: "2222", Cy: "3333" } as const;
const royal = ["As", "Ks", "Qs", "Js", "Ts"];
const nothing = ["2c", "4d", "6h", "8c", "Tc"];
const dealer = ["Ad", "Kc", "4h", "3s", "2d"];
const stakeMicros = 50 * 710_001;
const baseMicros = 1_000_000 * 1_000_000;

interface Played {
  readonly hands: Readonly<Record<string, readonly string[]>>;
  readonly jackpots: readonly number[];
}

/** A table of the built program, and a dealer who does what the table waits for. */
class Table {
  readonly url: string;
  readonly page: Page;

  private constructor(url: string, page: Page) {
    this.url = url;
    this.page = page;
  }

  static async open(name: string, broker: number, folder: string, floor: string): Promise<Table> {
    const [port = 0] = await freePorts(1);
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    writeDecks(own, readServiceKey(own), new Map([["red", parseDeck(deckCsv(1, 7), new Map())]]), (bytes) => randomBytes(bytes));
    writeFileSync(
      join(own, "pack.yaml"),
      "pack: pooled\nversion: 1\ngame: caribbean-stud\ntitle: Five Card\nrules: { meter: pool, timeoutBetsFrom: never, reserveBet: false }\n",
    );
    writeFileSync(
      join(own, "table.yaml"),
      `version: 1
site: s1
table: ${name}
pack: pack.yaml
places: [1, 2]
dealtBy: console
folder: .
http: { port: ${port} }
mqtt: { url: "mqtt://127.0.0.1:${broker}" }
progressive: { pool: royal }
operators: [{ name: Ada, role: floor, pin: "${floor}" }]
`,
    );
    const running = program(["up", "--config", join(own, "table.yaml")]);
    ends.push(() => running.kill());
    await running.says("console");
    const url = `http://127.0.0.1:${port}`;
    const page = openPage(url);
    ends.push(() => page.close());
    const table = new Table(url, page);
    await table.do({ kind: "confirm", code: "openTable" });
    for (const seat of [1, 2]) await table.do({ kind: "seat", seat, sitting: true });
    return table;
  }

  get view(): View {
    const view = this.page.view();
    if (view === null) throw new Error("the table has shown nothing yet");
    return view;
  }

  /** Sends a command that must be taken, and waits until the screen knows of it; what else the table told meanwhile is no sign of that. */
  async do(asked: Command, pin?: string): Promise<void> {
    const answer = await command(this.url, asked, pin);
    expect([asked, answer.body]).toEqual([asked, { ok: true }]);
    const { n } = await viewNow(this.url);
    await this.page.seen(`after ${JSON.stringify(asked)}`, (view) => view.n >= n);
  }

  async refused(asked: Command): Promise<string | undefined> {
    return (await command(this.url, asked)).body.why;
  }

  /** Plays a round to its last payment. */
  async play(round: Played): Promise<void> {
    await this.do({ kind: "confirm", code: "openRound" });
    while (this.view.round !== null) await this.do(nextOf(this.view, round));
  }
}

function nextOf({ expected, seats }: View, { hands, jackpots }: Played): Command {
  const find = <Kind extends Opening["kind"]>(kind: Kind, fits: (one: Extract<Opening, { kind: Kind }>) => boolean = () => true) =>
    expected.find((one): one is Extract<Opening, { kind: Kind }> => one.kind === kind && fits(one as Extract<Opening, { kind: Kind }>));
  const faces = find("faces");
  if (faces !== undefined) return { kind: "faces", place: faces.place, cards: facesOf(hands[faces.place] ?? [], faces.count) };
  const wager = find(
    "wager",
    ({ spot, placed }) => placed === 0 && (spot.endsWith("/ante") || jackpots.includes(Number.parseInt(spot, 10))),
  );
  if (wager !== undefined) return { kind: "wager", spot: wager.spot, stake: wager.stake.min };
  if (find("close") !== undefined) return { kind: "close" };
  // The dealer counts what he finds.
  if (find("count") !== undefined)
    return { kind: "count", cards: seats.flatMap(({ wagers }) => wagers).filter(({ spot }) => spot.endsWith("/jackpot")).length };
  const card = find("card");
  if (card !== undefined) return { kind: "card", to: card.to, all: true };
  const decision = find("decision");
  const bet = decision?.options.find(({ code }) => code === "bet");
  if (decision !== undefined) return { kind: "decision", by: decision.by, code: "bet", amount: bet?.amount?.min ?? 0 };
  const reveal = find("reveal");
  if (reveal !== undefined) return { kind: "reveal", place: reveal.place };
  const paid = find("confirm", ({ code }) => code === "paid");
  if (paid?.seat !== undefined) return { kind: "confirm", code: "paid", seat: paid.seat };
  throw new Error(`nothing to do: ${JSON.stringify(expected)}`);
}

/** The dealer's fifth card lies open before the other four. */
function facesOf(hand: readonly string[], count: number): readonly string[] {
  return count === 1 ? hand.slice(-1) : hand.slice(0, count);
}

it("two tables feed one progressive: a royal waits for two people while the other table plays on, the site's death in between", {
  timeout: 120_000,
}, async () => {
  const folder = workFolder();
  ends.push(() => folder.remove());
  const [broker = 0, port = 0] = await freePorts(2);
  const running = await mosquitto(broker, folder.path);
  ends.push(() => running.stop());
  const [ada = "", bo = "", cy = ""] = await Promise.all(Object.values(pins).map((pin) => hashPin(pin)));
  writeFileSync(
    folder.file("site.yaml"),
    `version: 1
site: s1
folder: data
brokers: [{ url: "mqtt://127.0.0.1:${broker}" }]
http: { port: ${port} }
pools:
  - id: royal
    stake: 50
    tables: [t1, t2]
    levels: [{ id: major, base: 1000000, ratePpm: 710001 }]
    prizes: [{ hand: royal-flush, level: major, percent: 100 }]
operators:
  - { name: Ada, role: floor, pin: "${ada}" }
  - { name: Bo, role: surveillance, pin: "${bo}" }
  - { name: Cy, role: manager, pin: "${cy}" }
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const startSite = async (): Promise<Program> => {
    const site = program(["site", "--config", folder.file("site.yaml")]);
    ends.push(() => site.kill());
    await site.says("connected");
    return site;
  };
  const meter = async () => ((await (await fetch(`${url}/api/site/state`)).json()) as SiteState).meters[0];
  const confirm = (entry: string, pin: string) =>
    post(url, "/api/site/meters/royal", { id: randomUUID(), pin, command: { kind: "confirm", entry } });
  const [first, t1, t2] = await Promise.all([
    startSite(),
    Table.open("t1", broker, folder.path, ada),
    Table.open("t2", broker, folder.path, ada),
  ]);
  for (const { page } of [t1, t2]) await page.seen("the progressive is there", ({ progressive }) => progressive?.online === true);
  expect(t1.page.about()?.meters).toEqual(["royal"]);

  await t1.play({ hands: { "1/hand": nothing, "2/hand": ["3c", "5d", "7h", "9c", "Jc"], "dealer/hand": dealer }, jackpots: [1, 2] });
  await t2.play({ hands: { "1/hand": nothing, "2/hand": ["3c", "5d", "7h", "9c", "Jc"], "dealer/hand": dealer }, jackpots: [2] });
  await until("three stakes on the meter", async () => (await meter())?.message.levels[0]?.value === 1_000_106);

  // A royal at t1: everything but its jackpot is paid, and the round ends.
  await t1.play({ hands: { "1/hand": royal, "2/hand": nothing, "dealer/hand": dealer }, jackpots: [1] });
  const award = await until("the hit at the site", async () => (await meter())?.message.awards[0]);
  const frozen = Math.floor((baseMicros + 4 * stakeMicros) / 1_000_000);
  expect(award).toMatchObject({ table: "t1", round: 2, seat: 1, hand: "royal-flush", amount: frozen, status: "pending" });
  expect((await meter())?.message.levels[0]?.value).toBe(1_000_000);
  expect(t1.view.progressive?.awaited).toMatchObject([{ round: 2, seat: 1, award: null }]);
  expect((await confirm(award.id, pins.Ada)).status).toBe(200);

  // The site dies: no jackpot wager, and the game goes on.
  await first.kill();
  const diedAt = Date.now();
  await t2.page.seen("the progressive is away", ({ progressive }) => progressive?.online === false);
  expect(Date.now() - diedAt).toBeLessThan(15_000);
  await t2.do({ kind: "confirm", code: "openRound" });
  await t2.do({ kind: "wager", spot: "1/ante", stake: 50 });
  expect(await t2.refused({ kind: "wager", spot: "1/jackpot", stake: 50 })).toBe("jackpotAway");
  expect(t2.view.alarms.map(({ code }) => code)).toContain("poolLost");
  const hands = { "1/hand": nothing, "2/hand": ["3c", "5d", "7h", "9c", "Jc"], "dealer/hand": dealer };
  while (t2.view.round !== null) await t2.do(nextOf(t2.view, { hands, jackpots: [] }));

  // It is back where it was; the second person confirms, and the award reaches its table.
  await startSite();
  for (const { page } of [t1, t2]) await page.seen("the progressive is back", ({ progressive }) => progressive?.online === true);
  await signOnScreen(url, frozen);
  await t1.page.seen("the award at its table", ({ progressive }) => progressive?.awaited[0]?.award?.amount === frozen);
  await t1.do({ kind: "confirm", code: "awardPaid", seat: 1, reason: "handed over" }, pins.Ada);
  await t1.page.seen("nobody waits", ({ progressive }) => progressive?.awaited.length === 0);

  await t2.play({ hands, jackpots: [1, 2] });
  await until("six stakes on the meter", async () => (await meter())?.message.levels[0]?.value === 1_000_071);
  const csv = await (await fetch(`${url}/api/site/meters/royal/statement?format=csv`)).text();
  const [names = "", line = ""] = csv.split("\r\n");
  const of = Object.fromEntries(names.split(",").map((name, i) => [name, line.split(",")[i] ?? ""]));
  const micros = (name: string): number => Number((of[name] ?? "").replace(".", ""));
  expect([of.stakes, of.hits]).toEqual(["6", "1"]);
  expect(micros("contributions")).toBe(6 * stakeMicros);
  expect(micros("awards")).toBe(frozen * 1_000_000);
  expect(micros("closing")).toBe(baseMicros + 6 * stakeMicros + micros("reseeds") - micros("awards"));
  await onScreen(url, String(of.closing));
});

/** The second signature, on the page: the first person's PIN is not enough twice. */
async function signOnScreen(url: string, frozen: number): Promise<void> {
  const browser = await launch();
  ends.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 1500 } });
  await page.goto(`${url}/statement?lang=en`);
  await page.waitForSelector(".waits >> text=Ada (floor supervisor) confirms");
  const shown = (await page.locator(".waits b").textContent()) ?? "";
  expect(shown.replace(/\D/g, "")).toBe(String(frozen));
  expect(await page.locator(".waits").textContent()).toContain("royal flush · table t1, seat 1, round 2");
  await page.locator(".waits button >> text=Confirm").click();
  expect(await misfits(page, 16)).toEqual([]);
  expect(await axeTroubles(page)).toEqual([]);
  await page.locator("input[name=pin]").fill(pins.Ada);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector("[role=alert] >> text=You have signed.");
  await page.locator("input[name=pin]").fill(pins.Bo);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".waits", { state: "detached" });
  await browser.close();
}

/** The same statement on the page, to the last digit, in three languages; nothing is cut off. */
async function onScreen(url: string, closing: string): Promise<void> {
  const browser = await launch();
  ends.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const [language, balances] of [
    ["en", "Balances"],
    ["it", "Quadra"],
    ["ro", "Se închide"],
  ] as const) {
    await page.goto(`${url}/statement?lang=${language}`);
    await page.waitForSelector(`.level h2 >> text=${balances}`);
    const shown = (await page.locator(".closing .figure").textContent()) ?? "";
    expect(shown.replace(/\D/g, "")).toBe(closing.replace(/\D/g, ""));
    expect(await misfits(page, 16)).toEqual([]);
  }
  await page.locator("button >> nth=1").click();
  // Yesterday nothing had begun: the base, and what went in and out is nought.
  await page.waitForSelector("button[aria-pressed=true] >> nth=0");
  await until(
    "yesterday's statement",
    async () => (await page.locator(".closing .figure").textContent())?.replace(/\D/g, "") === "1000000000000",
  );
}
