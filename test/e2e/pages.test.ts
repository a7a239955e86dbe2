import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandRequest } from "#contract/console";
import { languages } from "#i18n/format";
import { about, type Scene, scenes, viewOf } from "./pages-fixtures.ts";
import { launch, misfits, movements, smallKeys } from "./pages-look.ts";
import { freshStage, type Stage, servePages } from "./pages-server.ts";
import { meterOf } from "./sign-fixtures.ts";

const root = mkdtempSync(join(tmpdir(), "pitwire-pages-"));
let browser: Browser;
let server: Awaited<ReturnType<typeof servePages>>;
let stage: Stage;

beforeAll(async () => {
  await build({ configFile: "dashboard/web/vite.config.ts", logLevel: "silent", build: { outDir: root } });
  browser = await launch();
  stage = freshStage();
  server = await servePages(root, stage);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

/** Puts a scene on and waits until the page shows it. */
async function play(page: Page, scene: Scene, audience: "dealer" | "public" = "dealer"): Promise<void> {
  const views = { dealer: viewOf(scene, "dealer"), public: viewOf(scene, "public") };
  Object.assign(stage, { name: scene, views, beat: { at: views.dealer.at + 72_000, journal: "ok" } });
  server.tellAll();
  await page.waitForSelector(`[data-shown="${scene}:${views[audience].n}"]`);
}

async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
  Object.assign(stage, freshStage());
  server.posted.length = 0;
  const page = await (await browser.newContext({ viewport, reducedMotion: "reduce" })).newPage();
  const troubles: string[] = [];
  page.on("pageerror", (trouble) => troubles.push(trouble.message));
  page.on("close", () => expect(troubles).toEqual([]));
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

test("an emulated table has room for its strip as well", async () => {
  const page = await open("/console?lang=ro&mm=5.9", { width: 1280, height: 800 });
  stage.about = { ...about, demo: true, training: true };
  const found: string[] = [];
  for (const scene of scenes) {
    await play(page, scene);
    for (const what of [...(await misfits(page, 4.07 * 5.9)), ...(await smallKeys(page, 5.9))]) found.push(`${scene}: ${what}`);
  }
  expect([...new Set(found)]).toEqual([]);
  await page.close();
});

/** Presses a key and lets go of it, as a finger does; also one that is blocked. */
async function tap(page: Page, selector: string): Promise<void> {
  await page.locator(selector).click({ force: true });
}

/** Taps until it shows: after a touch every key rests for 300 ms. */
async function tapUntil(page: Page, selector: string, done: () => Promise<boolean>): Promise<void> {
  const tried = async (): Promise<boolean> => {
    if (!(await done())) await tap(page, selector);
    return done();
  };
  await expect.poll(tried, { timeout: 8_000, interval: 350 }).toBe(true);
}

async function posted(page: Page, count: number): Promise<readonly CommandRequest[]> {
  await expect.poll(() => server.posted.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
  expect(page.isClosed()).toBe(false);
  return server.posted.splice(0);
}

describe("a key", () => {
  const size = { width: 1280, height: 800 };

  test("acts on release inside it, not when the finger slides off", async () => {
    const page = await open("/console", size);
    const box = await page.locator(".key.go").boundingBox();
    if (box === null) throw new Error("the primary key is not drawn");
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 20);
    await page.mouse.up();
    await tap(page, ".key.go");
    const [first, ...others] = await posted(page, 1);
    expect(first?.command).toEqual({ kind: "confirm", code: "openTable" });
    expect(others).toEqual([]);
    await page.close();
  });

  test("sends a tap again with the same id until an answer comes", async () => {
    const page = await open("/console", size);
    stage.lose = 2;
    await tap(page, ".key.go");
    const sent = await posted(page, 3);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await page.close();
  });

  test("says in the screen's language why the table refused", async () => {
    const page = await open("/console?lang=it", size);
    stage.reply = { status: 409, body: { ok: false, why: "seats", text: "Too few seats are taken." } };
    await tap(page, ".key.go");
    await page.waitForSelector(".strip >> text=Troppo pochi posti occupati.");
    await posted(page, 1);
    await page.close();
  });

  test("that is blocked says why and sends nothing", async () => {
    const page = await open("/console", size);
    await play(page, "betsWaiting");
    expect(await page.locator(".keys .key.blocked").textContent()).toMatch(/Device\s*missing/);
    await tap(page, ".keys .key.blocked");
    await tapUntil(page, ".chip >> nth=0", async () => server.posted.length > 0);
    const [first, ...others] = await posted(page, 1);
    expect(first?.command).toEqual({ kind: "wager", spot: "7/ante", stake: 500 });
    expect(others).toEqual([]);
    await page.close();
  });

  test("of the floor wants a reason, a PIN and two seconds", async () => {
    const page = await open("/console", size);
    await play(page, "redBetween");
    const seen = (selector: string) => async () => (await page.locator(selector).count()) > 0;
    await tapUntil(page, ".keys.stopped .key >> nth=-1", seen(".sign-on"));
    expect(await page.locator(".key.go").getAttribute("aria-disabled")).toBe("true");
    await tapUntil(page, ".reason >> nth=1", seen(".reason.chosen"));
    for (const [typed, digit] of [...["4", "7", "1", "1"].entries()]) {
      const dots = async (): Promise<number> => ((await page.locator(".pin output").textContent()) ?? "").replace("PIN", "").length;
      await tapUntil(page, `.figures .key:has-text("${digit}")`, async () => (await dots()) === typed + 1);
    }
    const down = () => page.evaluate(() => document.querySelector(".key.go.down") !== null);
    await page.locator(".key.go.hold").hover();
    const press = async (): Promise<boolean> => {
      await page.mouse.up();
      await page.mouse.down();
      return down();
    };
    await expect.poll(press, { interval: 350 }).toBe(true);
    await page.mouse.up();
    expect([await down(), server.posted]).toEqual([false, []]);
    await page.mouse.down();
    const [sent] = await posted(page, 1);
    await page.mouse.up();
    expect(sent).toMatchObject({ pin: "4711", command: { kind: "confirm", code: "unlatch", reason: "Card jam removed" } });
    await page.close();
  });
});

describe("a table that falls silent", () => {
  test("leaves no old figure on the console, takes no tap, and comes back by itself", async () => {
    const page = await open("/console", { width: 1280, height: 800 });
    await play(page, "settle");
    stage.beat = null;
    await page.waitForSelector(".no-signal >> text=NO SIGNAL");
    expect(await page.locator(".key").count()).toBe(0);
    expect(await page.locator("body").textContent()).not.toMatch(/600/);
    stage.beat = { at: stage.views.dealer.at, journal: "ok" };
    await page.waitForSelector(".settle");
    await page.close();
  });

  test("is found again after its server was gone", async () => {
    const page = await open("/console", { width: 1280, height: 800 });
    const views = { dealer: viewOf("deal", "dealer"), public: viewOf("deal", "public") };
    Object.assign(stage, { name: "deal", views });
    server.cut();
    await page.waitForSelector(`[data-shown="deal:${views.dealer.n}"]`);
    await page.close();
  });

  test("looks old on the sign, with its age and without a hand in play, and comes back by itself", async () => {
    const page = await open("/sign", { width: 1920, height: 1080 });
    await play(page, "settle", "public");
    await page.waitForSelector(".reveal");
    stage.beat = null;
    await page.waitForSelector(".sign.stale .stale-mark >> text=/ago/");
    expect(await page.locator(".reveal, .state").count()).toBe(0);
    stage.beat = { at: stage.views.public.at, journal: "ok" };
    await page.waitForSelector(".sign.live .reveal");
    await page.close();
  });
});

test("STOP overtakes the view, and stays until the view knows of it", async () => {
  const page = await open("/console", { width: 1280, height: 800 });
  await play(page, "deal");
  stage.stop = { code: "red", since: stage.views.dealer.at + 1 };
  server.tellAll();
  await page.waitForSelector(".standstill.stop >> text=Shuffler shows red");
  stage.stop = null;
  await play(page, "red");
  await page.waitForSelector(".standstill.stop >> text=Dead hand at card 17 of 49.");
  await page.close();
});

describe("a pack that changes", () => {
  test("is on the sign, or the sign is not valid, within a second", async () => {
    const page = await open("/sign", { width: 1920, height: 1080 });
    await play(page, "idle", "public");
    const changed = { ...about, pack: { id: "HCF-RO 4", hash: "0".repeat(64) } };
    for (const [next, seen] of [
      [{ pack: changed.pack.hash }, ".sign.notValid .not-valid"],
      [{ about: changed }, ".evidence >> text=HCF-RO 4"],
    ] as const) {
      Object.assign(stage, next);
      const since = performance.now();
      server.tellAll();
      await page.waitForSelector(seen, { timeout: 1_000 });
      expect(performance.now() - since).toBeLessThan(1_000);
    }
    expect(await page.locator(".not-valid").count()).toBe(0);
    await page.close();
  });

  test("of which nobody could tell the sign leaves it old within a second of the lost line", async () => {
    const page = await open("/sign", { width: 1920, height: 1080 });
    await play(page, "idle", "public");
    server.refuse(true);
    server.cut();
    await page.waitForSelector(".sign.stale", { timeout: 1_500 });
    server.refuse(false);
    await page.waitForSelector(".sign.live", { timeout: 15_000 });
    await page.close();
  });
});

test("a new program is loaded between two hands, and not before", async () => {
  const page = await open("/sign", { width: 1920, height: 1080 });
  await play(page, "deal", "public");
  await page.evaluate(() => {
    document.documentElement.dataset.first = "yes";
  });
  stage.about = { ...about, software: "0.2.0" };
  server.tellAll();
  const asked = server.heads;
  await play(page, "settle", "public");
  expect(await page.locator("html[data-first]").count()).toBe(1);
  expect(server.heads).toBe(asked);
  await play(page, "after", "public");
  await page.waitForSelector("html:not([data-first]) .sign.live", { timeout: 15_000 });
  await page.close();
});

test("a sign with a name says what it shows, from its drawing loop", async () => {
  server.reported.length = 0;
  const page = await open("/sign?name=wall-a7", { width: 1920, height: 1080 });
  await play(page, "idle", "public");
  await expect
    .poll(() => server.reported.at(-1), { timeout: 10_000 })
    .toMatchObject({
      name: "wall-a7",
      pack: about.pack.hash,
      shown: stage.views.public.n,
      scene: "board",
      state: "live",
    });
  await page.close();
});

describe("a meter", () => {
  const withMeter = { ...about, meters: ["royal"] };

  test("eases up to its value, is told apart when hit, and goes when it is old", async () => {
    const page = await open("/sign?lang=en", { width: 1920, height: 1080 });
    Object.assign(stage, { about: withMeter, meters: [meterOf(18_743_250)] });
    await play(page, "idle", "public");
    await page.waitForSelector(".meter .figure >> text=€187,432.50");
    stage.meters = [meterOf(18_743_350)];
    server.tellAll();
    await page.waitForSelector(".meter .figure >> text=€187,433.50", { timeout: 2_000 });
    stage.meters = [meterOf(1_000_450, "pending", stage.views.public.at)];
    server.tellAll();
    await page.waitForSelector(".award.pending >> text=€187,432.50");
    expect(await page.locator(".award").textContent()).toMatch(/PENDING.*A7.*royal flush/i);
    stage.meters = [{ ...meterOf(1_000_550), ttl: 300 }];
    server.tellAll();
    await page.waitForSelector(".meter .updating");
    expect(await page.locator(".meter").textContent()).not.toMatch(/\d/);
    await page.close();
  });
});

describe("where reduced motion is wished for, everything is a cut", () => {
  test.each([
    ["/console", "dealer", ["bets", "deal", "settle", "red", "check", "floor", "decide"]],
    ["/sign", "public", ["idle", "deal", "revealed", "settle", "redBetween"]],
  ] as const)("on %s", async (path, audience, shown) => {
    const page = await open(path, { width: 1280, height: 800 });
    const found = new Set<string>();
    const lookAt = async (): Promise<void> => {
      for (const what of await movements(page)) found.add(`${stage.name}: ${what}`);
    };
    for (const scene of shown) {
      await play(page, scene, audience);
      await lookAt();
    }
    if (audience === "dealer") {
      // While a finger holds what wants to be held.
      await page.locator(".key.hold").hover();
      await page.mouse.down();
      await page.waitForSelector(".key.hold.down");
      await lookAt();
    }
    expect([...found]).toEqual([]);
    // The same screen moves where nobody wishes otherwise.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await movements(page)).not.toEqual([]);
    await page.close();
  });

  test.each(["reduce", "no-preference"] as const)("and a meter's figure, with %s", async (wish) => {
    const page = await open("/sign?lang=en", { width: 1920, height: 1080 });
    await page.emulateMedia({ reducedMotion: wish });
    Object.assign(stage, { about: { ...about, meters: ["royal"] }, meters: [meterOf(18_743_250)] });
    await play(page, "idle", "public");
    await page.waitForSelector(".meter .figure >> text=€187,432.50");
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { figures: seen });
      new MutationObserver(() => seen.add(document.querySelector(".meter .figure")?.textContent ?? "")).observe(document.body, {
        ...{ subtree: true, childList: true, characterData: true },
      });
    });
    stage.meters = [meterOf(18_753_250)];
    server.tellAll();
    await page.waitForSelector(".meter .figure >> text=€187,532.50");
    const seen = await page.evaluate(() => [...(globalThis as unknown as { figures: Set<string> }).figures]);
    const between = seen.filter((figure) => figure !== "€187,432.50" && figure !== "€187,532.50");
    expect(between.length > 0).toBe(wish === "no-preference");
    await page.close();
  });
});

describe.each([
  { width: 1920, height: 1080, unit: 1 },
  { width: 3840, height: 2160, unit: 2 },
  { width: 1080, height: 1920, unit: 1 },
  { width: 1920, height: 160, unit: 1 },
])("the sign at $width × $height", ({ width, height, unit }) => {
  test.each(languages)("holds every scene in %s, readable from three metres", async (language) => {
    const page = await open(`/sign?lang=${language}`, { width, height });
    const found: string[] = [];
    for (const scene of scenes) {
      await play(page, scene, "public");
      for (const what of await misfits(page, 42 * unit)) found.push(`${scene}: ${what}`);
    }
    expect([...new Set(found)]).toEqual([]);
    await page.close();
  });
});

test("a sign turns its languages when it is given several", async () => {
  const page = await open("/sign?lang=it,ro", { width: 1920, height: 1080 });
  const tongues = new Set<string>();
  for (const turn of [0, 20_000]) {
    stage.beat = { at: stage.views.public.at + turn, journal: "ok" };
    const before = tongues.size;
    await expect
      .poll(async () => {
        tongues.add(await page.evaluate(() => document.documentElement.lang));
        return tongues.size;
      })
      .toBeGreaterThan(before);
  }
  expect([...tongues].sort()).toEqual(["it", "ro"]);
  await page.close();
});

describe.each(["/console?lang=ro", "/sign?lang=ro"])("the first load of %s", (path) => {
  test("stays under 200 KB compressed and asks nobody but the table", async () => {
    Object.assign(stage, freshStage());
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    const sizes: number[] = [];
    const origins = new Set<string>();
    const bodies: Promise<void>[] = [];
    page.on("response", (response) => {
      origins.add(new URL(response.url()).origin);
      if (response.url().includes("/api/")) return;
      bodies.push(
        response
          .body()
          .then((body) => void sizes.push(response.url().endsWith(".woff2") ? body.length : gzipSync(body, { level: 9 }).length)),
      );
    });
    await page.goto(`${server.url}${path}`);
    await page.waitForSelector("[data-shown]");
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await Promise.all(bodies);
    expect([...origins]).toEqual([server.url]);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total, `${total} bytes`).toBeLessThan(200 * 1024);
    expect(sizes.length).toBeGreaterThan(5);
    await page.close();
  });
});
