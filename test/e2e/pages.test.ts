import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages } from "#i18n/format";
import { about, type Scene, scenes, viewOf } from "./pages-fixtures.ts";
import { servePages, type Stage } from "./pages-server.ts";

const root = mkdtempSync(join(tmpdir(), "pitwire-pages-"));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const quiet = ["--disable-background-networking", "--disable-component-update"];
const consoleSizes = [
  { width: 1280, height: 800, mm: 5.9 },
  { width: 1024, height: 768, mm: 4.2 },
];

let browser: Browser;
let server: Awaited<ReturnType<typeof servePages>>;
let stage: Stage;

beforeAll(async () => {
  await build({ configFile: "dashboard/web/vite.config.ts", logLevel: "silent", build: { outDir: root } });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...flags, ...quiet] });
  stage = freshStage();
  server = await servePages(root, stage);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

function freshStage(): Stage {
  const views = { dealer: viewOf("closed", "dealer"), public: viewOf("closed", "public") };
  return { name: "closed", about, views, stop: null, ttl: 2_000, beat: { at: views.dealer.at, journal: "ok" }, reply: { status: 200, body: { ok: true } }, lose: 0 };
}

/** Puts a scene on and waits until the page shows it. */
async function play(page: Page, scene: Scene, audience: "dealer" | "public" = "dealer"): Promise<void> {
  const views = { dealer: viewOf(scene, "dealer"), public: viewOf(scene, "public") };
  Object.assign(stage, { name: scene, views, beat: { at: views.dealer.at + 72_000, journal: "ok" } });
  server.tellAll();
  await page.waitForSelector(`[data-shown="${scene}:${views[audience].n}"]`);
}

async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
  Object.assign(stage, freshStage());
  const page = await (await browser.newContext({ viewport, reducedMotion: "reduce" })).newPage();
  const troubles: string[] = [];
  page.on("pageerror", (trouble) => troubles.push(trouble.message));
  page.on("close", () => expect(troubles).toEqual([]));
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** Boxes whose content is larger than they are, text outside the window, text below the smallest size. */
function misfits(page: Page, smallestPx: number): Promise<readonly string[]> {
  return page.evaluate((smallest) => {
    const found: string[] = [];
    const say = (what: string, element: Element): void => {
      found.push(`${what}: ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${element.textContent?.slice(0, 40)}"`);
    };
    for (const element of document.querySelectorAll("body *:not(.badge)")) {
      // The designated player's badge hangs over the corner of its token by design.
      if (element.querySelector(":scope .badge, :scope > .badge") !== null && element.closest(".arc") !== null) continue;
      if (element.closest("svg") !== null || element.clientWidth === 0) continue;
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") say("too wide", element);
      if (element.scrollHeight > element.clientHeight + 3 && getComputedStyle(element).overflowY === "hidden") say("too high", element);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (text.data.trim() === "" || parent === null || parent.closest("svg") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) say("outside the window", parent);
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < smallest - 0.2) say("too small", parent);
      const box = parent.closest(".badge, .key, .token, .strip, .note, .standstill, .detail, .bar, li")?.getBoundingClientRect();
      if (box && (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2)) say("outside its box", parent);
    }
    return found;
  }, smallestPx);
}

/** Keys that a finger could miss. The emulation's strip is no part of a real console. */
function smallKeys(page: Page, mm: number): Promise<readonly string[]> {
  return page.evaluate((unit) => {
    const small: string[] = [];
    for (const key of document.querySelectorAll("button.key")) {
      const { width, height } = key.getBoundingClientRect();
      if (width < 20 * unit - 0.5 || height < 18 * unit - 0.5) small.push(`${key.textContent}: ${width / unit} × ${height / unit} mm`);
    }
    return small;
  }, mm);
}

describe.each(consoleSizes)("the console at $width × $height", ({ width, height, mm }) => {
  test.each(languages)("holds every phase in %s, with keys for a finger", async (language) => {
    const page = await open(`/console?lang=${language}&mm=${mm}`, { width, height });
    const found: string[] = [];
    for (const demo of [false, true]) {
      stage.about = { ...about, demo };
      for (const scene of scenes) {
        await play(page, scene);
        for (const what of [...(await misfits(page, 4.07 * mm)), ...(await smallKeys(page, mm))]) found.push(`${scene}: ${what}`);
      }
    }
    expect([...new Set(found)]).toEqual([]);
    await page.close();
  });
});
