// The console in every phase of every game, all seats taken, in each language, lying and standing: nothing is cut off, nothing
// scrolls, every key is large enough for a finger, measured in millimetres of the screen it is shown on.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IrregularityCode, irregularityCodes } from "#core/irregularity";
import { nextReveal } from "#core/next-action";
import type { View } from "#core/view";
import { type GameEntry, games } from "#games/index";
import { irregularityText, type Language, languages, say } from "#i18n/format";
import { byteBed } from "../laws/byte-bed.ts";
import { cannot, inDeal, producers } from "../laws/irregularity-producers.ts";
import { aboutOf, type Exhibit, exhibitsOf } from "./gallery.ts";
import { about, type Scene, viewOf } from "./pages-fixtures.ts";
import { axeTroubles, coveredSeats, crowdedKeys, launch, misfits, smallKeys } from "./pages-look.ts";
import { freshStage, type Stage, servePages } from "./pages-server.ts";

/** Pictures are kept where SHOTS names a folder. */
const shots = process.env.SHOTS;
const sizes = [
  { name: "10 inch", width: 1280, height: 800, mm: 5.9, spoken: languages },
  // More room in every direction: one language, the longest, tells whether the layout holds.
  { name: "12 inch", width: 1024, height: 768, mm: 4.2, spoken: ["ro"] },
  { name: "10 inch, standing", width: 800, height: 1280, mm: 5.9, spoken: languages },
] as const;
/** The smallest text, in millimetres of its box. */
const smallestMm = 4.07;

const root = mkdtempSync(join(tmpdir(), "pitwire-console-"));
let browser: Browser;
let server: Awaited<ReturnType<typeof servePages>>;
const stage: Stage = freshStage();

beforeAll(async () => {
  await build({ configFile: "dashboard/web/vite.config.ts", logLevel: "silent", build: { outDir: root } });
  browser = await launch();
  server = await servePages(root, stage);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport, reducedMotion: "reduce" })).newPage();
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** What does not fit, or could not be touched, on the screen as it stands. */
async function troubles(page: Page, mm: number): Promise<readonly string[]> {
  return [
    ...(await misfits(page, smallestMm * mm)),
    ...(await smallKeys(page, mm)),
    ...(await crowdedKeys(page, mm)),
    ...(await coveredSeats(page)),
  ];
}

/** Puts a view on and waits until it is shown. */
async function put(page: Page, name: string, view: View): Promise<void> {
  Object.assign(stage, { name, views: { dealer: view, public: view }, beat: { at: view.at + 72_000, journal: "ok" } });
  server.tellAll();
  await page.waitForSelector(`[data-shown="${name}:${view.n}"]`);
}

async function picture(page: Page, folder: string, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(join(shots, folder), { recursive: true });
  await page.screenshot({ path: join(shots, folder, `${name.replace(/[^\w-]+/g, "_")}.png`) });
}

const played = new Map<string, readonly Exhibit[]>();

/** Random play takes its time: once a game. */
function shownOf(entry: GameEntry): readonly Exhibit[] {
  const found = played.get(entry.game.id) ?? exhibitsOf(entry);
  played.set(entry.game.id, found);
  return found;
}

describe.each(games.map((entry) => [entry.game.id, entry] as const))("%s", (id, entry) => {
  const exhibits = shownOf(entry);

  test.each(sizes)("fits $name in every phase and language", { timeout: 120_000 }, async ({ width, height, mm, spoken }) => {
    Object.assign(stage, freshStage(), { about: aboutOf(entry) });
    const found = new Set<string>();
    for (const language of spoken) {
      const page = await open(`/console?lang=${language}&mm=${mm}`, { width, height });
      for (const { name, view } of exhibits) {
        await put(page, name, view);
        for (const what of await troubles(page, mm)) found.add(`${name} ${language}: ${what}`);
        await picture(page, id, `${name}-${width}-${language}`);
      }
      await page.context().close();
    }
    expect([...found]).toEqual([]);
  });
});

/** The table in a game in which a code makes it stand still, as its devices or its people brought it about. */
function standingAt(code: IrregularityCode): View {
  const { options = {}, produce, until = inDeal } = producers[code];
  for (const entry of games.filter(({ game }) => !cannot[code]?.includes(game.id))) {
    const bed = byteBed({ entry, ...options });
    bed.until(until);
    produce(bed);
    const view = bed.view();
    if (view.stop?.code === code || (view.deck === null && view.care?.quarantine[0]?.code === code)) return view;
  }
  throw new Error(`no game stands still for ${code}`);
}

test("every code there is stands on the console with its title, in every language, and fits", { timeout: 120_000 }, async () => {
  const { width, height, mm } = sizes[0];
  Object.assign(stage, freshStage(), { about });
  const views = irregularityCodes.map((code) => [code, standingAt(code)] as const);
  const found = new Set<string>();
  for (const language of languages) {
    const page = await open(`/console?lang=${language}&mm=${mm}`, { width, height });
    for (const [code, view] of views) {
      await put(page, code, view);
      const titles = await page.locator(".standstill h1, .strip b, .calm.failed b").allTextContents();
      if (!titles.includes(irregularityText(language, { code }).title)) found.add(`${code} ${language}: reads "${titles.join(", ")}"`);
      for (const what of await misfits(page, smallestMm * mm)) found.add(`${code} ${language}: ${what}`);
      await picture(page, "codes", `${code}-${language}`);
    }
    await page.context().close();
  }
  expect([...found]).toEqual([]);
});

/** What a key says in a language, in place of its name in the catalogue. */
const inWords = (key: string, language: Language): string =>
  key.replace(/key\.(?:dealer|misdeal)/, (name) => say(language, name as "key.dealer").split("\n")[0] ?? "");

/** Opens each panel by touch, from where a dealer would. */
const panels: readonly { readonly name: string; readonly scene: Scene; readonly keys: readonly string[]; readonly shows: string }[] = [
  { name: "people", scene: "idle", keys: [".keys .key >> nth=1", ".fix .option:has-text('key.dealer')"], shows: ".people" },
  { name: "menu", scene: "idle", keys: [".keys .key >> nth=1"], shows: ".fix" },
  { name: "screen", scene: "decide", keys: [".keys .key >> nth=1", ".fixes .option >> nth=-1"], shows: ".sets:not(.fixes)" },
  { name: "fix", scene: "deal", keys: [".keys .key >> nth=1"], shows: ".fixes" },
  { name: "misdeal", scene: "deal", keys: [".keys .key >> nth=1", ".fixes .option:has-text('key.misdeal')"], shows: ".reasons" },
  { name: "floor", scene: "floor", keys: [".keys.stopped .key >> nth=1"], shows: ".reasons" },
  { name: "different", scene: "check", keys: [".keys .key >> nth=0"], shows: ".reasons" },
  { name: "amount", scene: "bets", keys: [".rack .quiet >> nth=0"], shows: ".typed" },
  { name: "why", scene: "settle", keys: [".lines-and-check > .key"], shows: ".whys" },
];

test.each(sizes)("panels fit $name in every language", { timeout: 120_000 }, async ({ width, height, mm, spoken }) => {
  Object.assign(stage, freshStage(), { about });
  const found = new Set<string>();
  for (const language of spoken) {
    const page = await open(`/console?lang=${language}&mm=${mm}`, { width, height });
    for (const { name, scene, keys, shows } of panels) {
      const view = viewOf(scene, "dealer");
      const named = {
        ...view,
        dealer: { name: "M. Ionescu-Popescu", since: view.at },
        expected: [...view.expected, { kind: "signOn" } as const],
      };
      await put(page, "elsewhere", viewOf(scene === "idle" ? "deal" : "idle", "dealer"));
      await put(page, name, named);
      for (const key of keys) await touch(page, inWords(key, language));
      await page.waitForSelector(shows);
      for (const what of await troubles(page, mm)) found.add(`${name} ${language}: ${what}`);
      await picture(page, "panels", `${name}-${width}-${language}`);
      if ((await page.locator(".keys .key:has(.icon)").count()) > 0 && name !== "amount" && name !== "why") await leave(page);
    }
    await page.context().close();
  }
  expect([...found]).toEqual([]);
});

test.each(sizes)(
  "a hand laid out in rows fits $name in every language, with the name of its row on each card",
  {
    timeout: 120_000,
  },
  async ({ width, height, mm, spoken }) => {
    const entry = games.find(({ game }) => game.id === "chinese-poker");
    // Nothing has seen how it lies: the dealer may say it.
    const exhibit =
      entry &&
      shownOf(entry).find(({ view }) => {
        const next = nextReveal(view);
        return view.phase === "reveal" && (next?.rows?.length ?? 0) > 1 && next?.blocked === undefined && next?.seen === undefined;
      });
    if (entry === undefined || exhibit === undefined) throw new Error("no hand is laid out in rows");
    Object.assign(stage, freshStage(), { about: aboutOf(entry) });
    const found = new Set<string>();
    for (const language of spoken) {
      const page = await open(`/console?lang=${language}&mm=${mm}`, { width, height });
      await put(page, exhibit.name, exhibit.view);
      await touch(page, ".beside .option >> nth=-1");
      for (const what of await troubles(page, mm)) found.add(`bare ${language}: ${what}`);
      await touch(page, ".setting .quiet >> nth=0");
      await page.waitForSelector(".choice.chosen small");
      for (const what of await troubles(page, mm)) found.add(`laid ${language}: ${what}`);
      await picture(page, "panels", `rows-${width}-${language}`);
      await page.context().close();
    }
    expect([...found]).toEqual([]);
  },
);

/** Touches a key once; the rest of 300 ms after each touch has to be over. */
async function touch(page: Page, selector: string): Promise<void> {
  const before = await page.locator("body").textContent();
  await expect
    .poll(
      async () => {
        await page.locator(selector).first().click({ force: true });
        return (await page.locator("body").textContent()) !== before;
      },
      { interval: 310, timeout: 10_000 },
    )
    .toBe(true);
}

/** Back from a panel to the felt, by its key. */
async function leave(page: Page): Promise<void> {
  const back = page.locator(".keys .key", {
    hasText: say((await page.evaluate(() => document.documentElement.lang)) as Language, "key.back"),
  });
  await expect
    .poll(
      async () => {
        if ((await back.count()) > 0) await back.click({ force: true });
        return back.count();
      },
      { interval: 310, timeout: 10_000 },
    )
    .toBe(0);
}

test("axe finds nothing serious in any light", { timeout: 90_000 }, async () => {
  Object.assign(stage, freshStage(), { about });
  const found = new Set<string>();
  const page = await open("/console?mm=5.9", { width: 1280, height: 800 });
  for (const theme of ["night", "day"]) {
    for (const scene of ["closed", "idle", "bets", "deal", "decide", "revealed", "settle", "red", "check", "floor"] as const) {
      await put(page, scene, viewOf(scene, "dealer"));
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      for (const what of await axeTroubles(page)) found.add(`${theme} ${scene}: ${what}`);
    }
  }
  await page.context().close();
  expect([...found]).toEqual([]);
});

test("is there to be used within a second, with the processor slowed four times", async () => {
  Object.assign(stage, freshStage(), { about });
  const took: number[] = [];
  for (let i = 0; i < 4; i++) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    const session = await page.context().newCDPSession(page);
    // Where other programs share the processor, a clock counts their work too: the page's own time does not.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector(".key.go") === null) return;
        observer.disconnect();
        // After the next frame has been drawn.
        requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { readyAfterMs: performance.now() })));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${server.url}/console`);
    await page.waitForFunction(() => "readyAfterMs" in globalThis);
    const byClock = await page.evaluate(() => (globalThis as unknown as { readyAfterMs: number }).readyAfterMs);
    const { metrics } = await session.send("Performance.getMetrics");
    const worked = 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.POSITIVE_INFINITY);
    took.push(Math.min(byClock, worked));
    await page.context().close();
  }
  expect(Math.min(...took), `each: ${took.map(Math.round).join(", ")} ms`).toBeLessThan(1_000);
});
