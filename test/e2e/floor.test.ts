// The surveillance page as its people use it: a real browser, a real broker, the built site. Forty tables from a script for the wall and
// for every code; emulated tables with real devices for what happened and why.

import { connectAsync } from "mqtt";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { irregularities, irregularityCodes } from "#core/irregularity";
import "#i18n/floor";
import { alarmTitle, languages, say } from "#i18n/format";
import { scenes, viewOf } from "./pages-fixtures.ts";
import { axeTroubles, launch, misfits, movements, picture } from "./pages-look.ts";
import { freePorts, program, until, workFolder } from "./program.ts";
import { type Bed, bed, type Ends, pins, Scripted } from "./site-bed.ts";
import { post } from "./table-client.ts";

const ends: Ends = [];
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => browser?.close());

const screens = [{ width: 1920, height: 1080 }] as const;

async function open(url: string, [viewport] = screens as readonly { width: number; height: number }[]): Promise<Page> {
  const page = await (await browser.newContext({ viewport: viewport ?? screens[0], reducedMotion: "reduce" })).newPage();
  const troubles: string[] = [];
  page.on("pageerror", (trouble) => troubles.push(trouble.message));
  ends.push(async () => {
    await page.context().close();
    expect(troubles).toEqual([]);
  });
  await page.goto(url);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** Forty tables in four pits, each in another moment of a round, over one connection. */
async function fortyTables(at: Bed): Promise<(table: string, what: string, body: object) => Promise<unknown>> {
  const client = await connectAsync(`mqtt://127.0.0.1:${at.broker}`, { reconnectPeriod: 0 });
  const names = ["a", "b", "c", "d"].flatMap((pit) => Array.from({ length: 10 }, (_, i) => `${pit}${i + 1}`));
  const playing = scenes.filter((scene) => viewOf(scene, "public").stop === null);
  const envelope = () => ({ schema: 1, journal: "aaaabbbbccccdddd", n: 0, at: Date.now(), ttl: null });
  const tell = (table: string, what: string, body: object, retain = true) =>
    client.publishAsync(`pitwire/v1/s1/${table}/${what}`, JSON.stringify({ ...envelope(), ...body }), { qos: 0, retain });
  const games = ["high-card-flush", "caribbean-stud", "stud-hi-lo-8", "chinese-poker", "palace-poker"];
  for (const [i, table] of names.entries()) {
    const game = games[i % games.length] as string;
    const currency = { code: "EUR", minorDigits: 2 };
    const about = { site: "s1", table, game, title: game, software: "0", language: "en", currency, timeZone: "UTC", meters: [] };
    await tell(table, "about", { ...about, pack: { id: "sheet 1", hash: "ab" } });
    await tell(table, "status", { status: "online", why: null });
    await tell(table, "state", { pack: "ab", view: viewOf(playing[i % playing.length] ?? "deal", "public") });
  }
  const beat = setInterval(() => {
    for (const table of names) void tell(table, "beat", { pack: "ab" }, false);
  }, 500);
  ends.push(async () => {
    clearInterval(beat);
    await client.endAsync(true);
  });
  return tell;
}

/** What stands at nine of the forty, in no order; the gravest first is what people have to see. */
const troubles = [
  ["b3", "notSeen", 50, 4],
  ["d9", "foreign", 96, 2],
  ["a4", "deckShort", 92, 7],
  ["c10", "deviceLost", 72, 12],
  ["a10", "restarted", 45, 1],
  ["c7", "red", 100, 3],
  ["d1", "floorCalled", 60, 5],
  ["b8", "exposed", 52, 6],
  ["b1", "cardMissing", 92, 9],
] as const;
const priorityOf = (weight: number): 1 | 2 | 3 => (weight >= 80 ? 1 : weight >= 50 ? 2 : 3);
/** Smallest text of the page, in pixels: small print on a tile. */
const smallestPx = 13;

const speak = (page: Page, language: (typeof languages)[number]) => page.click(`.languages [lang=${language}]`);

describe("the wall", () => {
  it("is worked with the keyboard alone", async () => {
    const at = await bed(ends);
    await at.start();
    await fortyTables(at);
    const page = await open(`${at.url}/floor`);
    await expect.poll(() => page.locator(".tile").count()).toBe(40);
    await page.focus(".tile[tabindex='0']");
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.waitForSelector(".detail h2 >> text=B2");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".detail .keys");
  });

  it("shows forty tables with nine in trouble: ranked, acknowledged, proven, and nothing cut off, in every language", {
    timeout: 120_000,
  }, async () => {
    const at = await bed(ends);
    await at.start();
    const tell = await fortyTables(at);
    const now = Date.now();
    for (const [table, code, weight, minutes] of troubles) {
      const alarm = { id: `x-${code}`, code, priority: priorityOf(weight), weight, since: now - minutes * 60_000 };
      const about = { place: "3/hand", device: "reader-1", deck: "red-1", count: 1 };
      await tell(table, `alarm/${alarm.id}`, { alarm: { ...alarm, ...about } });
    }
    const page = await open(`${at.url}/floor?lang=en`);
    await expect.poll(() => page.locator(".alarm").count()).toBe(troubles.length);
    const order = () => page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".alarm")].map(({ dataset }) => dataset.code));
    // The older of two that weigh the same comes first.
    const codes = [...troubles].sort(([, , one, age], [, , other, older]) => other - one || older - age).map(([, code]) => code);
    expect(await order()).toEqual(codes);
    expect(await page.locator(".tile").count()).toBe(40);
    // A tile keeps its place whatever stands at its table, and the gravest is where one looks.
    const tiles = () => page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".tile")].map(({ dataset }) => dataset.table));
    const places = await tiles();
    await page.click(".alarm >> nth=0 >> .ack");
    await page.fill("input[name=pin]", pins.Bo);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".alarm.acked[data-code=red] >> text=Bo");
    expect(await order()).toEqual([...codes.filter((code) => code !== "red"), "red"]);
    expect(await tiles()).toEqual(places);
    const found = new Set<string>();
    for (const language of languages) {
      await speak(page, language);
      await page.waitForSelector(`h1 >> text=${say(language, "watch.title")}`);
      for (const what of await misfits(page, smallestPx)) found.add(`${language}: ${what}`);
      for (const what of await axeTroubles(page)) found.add(`${language} axe: ${what}`);
      await picture(page, `floor-forty-${language}`);
    }
    expect([...found]).toEqual([]);
    // What nobody has seen yet blinks, and where reduced motion is wished for has a thick edge instead.
    expect(await movements(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await movements(page)).not.toEqual([]);
  });

  it("proves a round of one of forty: who told what, what was expected, what was decided", { timeout: 60_000 }, async () => {
    const at = await bed(ends);
    await at.start();
    await fortyTables(at);
    const table = await Scripted.open(ends, at.broker, "c7");
    await table.fact({ kind: "roundOpened", seats: [1, 3], redeal: false });
    await table.fact({ kind: "wager", spot: "1/ante", stake: 500 });
    await table.fact({ kind: "betsClosed" });
    await table.fact({ kind: "card", held: 1, to: "1/hand", source: { device: "shoe" } });
    await table.fact({
      kind: "irregularity",
      irregularity: { code: "twoPlaces", place: "1/hand", device: "reader-1", count: 1 },
      consequence: { kind: "floor", answers: ["goOn", "void"] },
    });
    const since = table.facts.at(-1)?.at ?? 0;
    const alarm = { id: `halt-${since}`, code: "twoPlaces", priority: 1, weight: 88, since, place: "1/hand", device: "reader-1" };
    await table.tell(`alarm/${alarm.id}`, { alarm }, true);
    await table.fact({ kind: "resumed", answer: "void", by: "Ada", reason: "a second tag in the pack" });
    const page = await open(`${at.url}/floor?lang=en`);
    await page.click(".alarm[data-code=twoPlaces] .what");
    await page.click(`.detail footer >> text=${say("en", "watch.roundButton")}`);
    await expect.poll(() => page.locator(".round tbody tr").count()).toBe(6);
    expect(await page.textContent(".round tr[data-kind=irregularity]")).toMatch(/Expected: .*Decided: .*floor/i);
    expect(await page.textContent(".round tr[data-kind=resumed]")).toMatch(/Ada.*second tag/);
    const found = new Set<string>();
    for (const language of languages) {
      await speak(page, language);
      await page.waitForSelector(`h1 >> text=${say(language, "watch.title")}`);
      for (const what of [...(await misfits(page, smallestPx)), ...(await axeTroubles(page))]) found.add(`${language}: ${what}`);
      await picture(page, `floor-forty-round-${language}`);
    }
    expect([...found]).toEqual([]);
  });
});

describe("the feed", () => {
  it("has shown every code there is, with its words, in three languages", { timeout: 120_000 }, async () => {
    const at = await bed(ends);
    await at.start();
    const table = await Scripted.open(ends, at.broker);
    const beat = setInterval(() => void table.beat(), 500);
    ends.push(() => clearInterval(beat));
    const others = { deviceLost: 72, signLost: 20, poolLost: 40, floorCalled: 60, pinLocked: 66, jackpotPending: 64, jackpotToPay: 64 };
    const weights = [...irregularityCodes.map((code) => [code, irregularities[code].weight] as const), ...Object.entries(others)];
    for (const [i, [code, weight]] of weights.entries()) {
      const priority = weight >= 80 ? 1 : weight >= 50 ? 2 : 3;
      await table.tell(
        `alarm/a-${i}`,
        {
          alarm: { id: `a-${i}`, code, priority, weight, since: Date.now(), place: "3/hand", device: "reader-1", deck: "red-1", count: 1 },
        },
        true,
      );
    }
    const page = await open(`${at.url}/floor`);
    await expect.poll(() => page.locator(".alarm").count()).toBe(weights.length);
    for (const language of languages) {
      await speak(page, language);
      await page.waitForSelector(`h1 >> text=${say(language, "watch.title")}`);
      const seen = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".alarm")].map((row) => [
          row.dataset.code,
          row.querySelector(".text b")?.textContent,
          row.querySelector(".text span")?.textContent,
        ]),
      );
      expect(new Map(seen.map(([code, title]) => [code, title]))).toEqual(
        new Map(weights.map(([code]) => [code, alarmTitle(language, code)])),
      );
      for (const [code, , text] of seen) expect([code, text]).toEqual([code, expect.stringMatching(/^[^{}]{6,}[.]$/)]);
      await picture(page, `floor-codes-${language}`);
    }
  });

  it("takes an acknowledgement by PIN for every repeat of a cause, sinks it, and raises a table that goes silent itself", {
    timeout: 60_000,
  }, async () => {
    const at = await bed(ends);
    await at.start();
    const table = await Scripted.open(ends, at.broker, "b4");
    const beat = setInterval(() => void table.beat(), 500);
    ends.push(() => clearInterval(beat));
    const alarm = (id: string, code: string, priority: number, weight: number, since: number) =>
      table.tell(`alarm/${id}`, { alarm: { id, code, priority, weight, since, place: "3/hand" } }, true);
    const now = Date.now();
    for (const n of [3, 2, 1]) await alarm(`halt-${n}`, "wrongPlace", 2, 60, now - n * 60_000);
    await alarm("void-9", "notSeen", 2, 50, now);
    const page = await open(`${at.url}/floor`);
    await expect.poll(() => page.locator(".alarm").count()).toBe(2);
    expect(await page.locator(".alarm >> nth=0").textContent()).toMatch(/B4.*3 times since \d\d:\d\d/);

    await page.click(".alarm >> nth=0 >> .what");
    await page.keyboard.press("a");
    await page.waitForSelector("input[name=pin]:focus");
    await page.keyboard.type("9999");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".refused");
    await page.fill("input[name=pin]", pins.Bo);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".alarm.acked[data-code=wrongPlace] >> text=Bo");
    expect(await page.locator(".alarm >> nth=0").getAttribute("data-code")).toBe("notSeen");
    expect((await at.state()).alarms.filter(({ ackedBy }) => ackedBy === "Bo")).toHaveLength(3);

    await page.click("nav button >> nth=1");
    await expect.poll(() => page.locator(".records tbody tr").count()).toBe(4);
    expect(await page.locator(".records tr[data-code=wrongPlace] >> nth=0").textContent()).toMatch(/Bo, \d\d:\d\d:\d\d/);
    await picture(page, "floor-history");

    clearInterval(beat);
    await page.waitForSelector(".alarm[data-code=tableSilent].unseen", { timeout: 20_000 });
    await page.keyboard.press("Escape");
    await page.waitForSelector(".tile.lost");
    await picture(page, "floor-silent");
    await table.beat();
    await page.waitForSelector(".alarm[data-code=tableSilent].over");
  });
});

describe("beside real tables", () => {
  it("tells a red light with its round, card by card and without a face, and the rounds at stake", { timeout: 120_000 }, async () => {
    const [http = 0, mqtt = 0, watch = 0] = await freePorts(3);
    const folder = workFolder();
    ends.push(() => folder.remove());
    const words = ["demo", "--site", "--site-port", String(watch), "--game", "high-card-flush", "--folder", folder.path];
    const demo = program([...words, "--port", String(http), "--mqtt-port", String(mqtt), "--pace", "20"]);
    ends.push(() => demo.kill());
    await demo.says("Ctrl-C stops");
    const table = `http://127.0.0.1:${http}`;
    const page = await open(`http://127.0.0.1:${watch}/floor?lang=en`);
    // Cards lie on the felt: some of them will never be turned up.
    const health = async () => (await fetch(`${table}/api/health`).then((reply) => reply.json())) as { rounds: number };
    await until("two rounds", async () => (await health()).rounds >= 2);
    const inThisRound = async (): Promise<readonly string[]> => {
      const answer = await fetch(`${table}/api/facts?from=1&limit=1000`);
      const { facts } = (await answer.json()) as { facts: { fact: { kind: string } }[] };
      const kinds = facts.map(({ fact }) => fact.kind);
      return kinds.slice(kinds.lastIndexOf("roundOpened"));
    };
    await until("some cards on the felt, more to come", async () => {
      const cards = (await inThisRound()).filter((kind) => kind === "card").length;
      return cards >= 2 && cards <= 10;
    });
    await post(table, "/api/demo", { do: "red", on: true });
    await page.waitForSelector(".alarm[data-code=red]");
    await page.click(".alarm[data-code=red] .what");
    await page.waitForSelector(".detail .stake");
    await picture(page, "floor-red");

    await page.click(`.detail footer >> text=${say("en", "watch.roundButton")}`);
    await page.waitForSelector(".round tr[data-kind=latched].here");
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".round tbody tr")].map((row) => [row.dataset.kind ?? "", row.textContent]),
    );
    const kinds = rows.map(([kind]) => kind);
    expect(kinds.slice(0, 1)).toEqual(["roundOpened"]);
    expect(kinds).toEqual(expect.arrayContaining(["wager", "betsClosed", "card", "light", "irregularity", "latched"]));
    for (const [kind, text = ""] of rows) {
      expect(text).not.toMatch(/[{}]|undefined|\[object/);
      if (kind === "card" || kind === "seen") expect(text).toMatch(/#\d+/);
      if (kind !== "shown") expect(text).not.toMatch(/[♠♥♦♣]/);
    }
    expect(rows.find(([kind]) => kind === "irregularity")?.[1]).toMatch(/Expected: A green light.*Decided: The round is void/);
    await picture(page, "floor-round");

    await page.click(`.detail footer >> text=${say("en", "watch.report")}`);
    await page.waitForSelector(".report tfoot");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click(".buttons button >> nth=0")]);
    expect(saved.suggestedFilename()).toMatch(/^a7-.*\.csv$/);
    for (const language of languages) {
      await speak(page, language);
      await page.waitForSelector(`h1 >> text=${say(language, "watch.title")}`);
      await picture(page, `floor-report-${language}`);
    }
  });
});
