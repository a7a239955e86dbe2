// npm run look: a picture of every sign, in every size and language, into .cache/look. For eyes, not for a machine; what a machine can
// see of it is in the tests.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, test } from "vitest";
import type { About } from "#contract/console";
import { languages } from "#i18n/format";
import { launch } from "../e2e/pages-look.ts";
import { type Stage, servePages } from "../e2e/pages-server.ts";
import { aboutOf, meterOf, momentsOf, packOf, packs } from "../e2e/sign-fixtures.ts";

const out = ".cache/look";
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  wall: [1920, 1080],
  uhd: [3840, 2160],
  portrait: [1080, 1920],
  uhdPortrait: [2160, 3840],
  strip: [1920, 160],
};
/** LOOK=caribbean,wall,it takes only what is named. */
const wanted = (process.env.LOOK ?? "").split(",").filter((word) => word !== "");
function isWanted(pack: string, size: string, language: string): boolean {
  return wanted.every((one) => {
    if (one in sizes) return one === size;
    return languages.some((known) => known === one) ? one === language : pack.includes(one);
  });
}

let browser: Browser;
let server: Awaited<ReturnType<typeof servePages>>;
const stage = { name: "", stop: null, ttl: 2000, beat: null, lose: 0 } as unknown as Stage;

beforeAll(async () => {
  await build({
    configFile: "dashboard/web/vite.config.ts",
    logLevel: "silent",
    build: { outDir: join(process.cwd(), ".cache/look-pages") },
  });
  mkdirSync(out, { recursive: true });
  browser = await launch();
  server = await servePages(".cache/look-pages", stage);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function shoot(page: Page, file: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(out, file) });
}

async function put(page: Page, name: string, change: Partial<Stage>): Promise<void> {
  Object.assign(stage, { meters: [], ...change, name });
  server.tellAll();
  await page.waitForSelector(`[data-shown^="${name}:"]`);
}

for (const name of packs) {
  const pack = packOf(name);
  const views = momentsOf(pack);
  const about = { ...aboutOf(pack), chips: [], decks: [], upcards: [], demo: false, training: false } as About;
  const meters = about.meters.length > 0 ? [meterOf(18_743_250)] : [];
  for (const [size, [width, height]] of Object.entries(sizes))
    for (const language of languages) {
      if (!isWanted(name, size, language)) continue;
      test(`${name} ${size} ${language}`, async () => {
        const label = `${name.replace("/", "-")}-${size}-${language}`;
        const page = await (await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" })).newPage();
        const at = views.after.last?.endedAt ?? 0;
        Object.assign(stage, {
          about,
          views: { dealer: views.after, public: views.after },
          meters,
          beat: { at: at + 1000, journal: "ok" },
        });
        await page.goto(`${server.url}/sign?lang=${language}`);
        const show = (moment: string, view: keyof typeof views, more: Partial<Stage> = {}): Promise<void> =>
          put(page, moment, {
            views: { dealer: views[view], public: views[view] },
            meters,
            beat: { at: views[view].at + 1000, journal: "ok" },
            ...more,
          });
        for (const moment of ["after", "bets", "deal", "reveal", "settle", "suspended", "void", "closed"] as const) {
          await show(moment, moment);
          await shoot(page, `${label}-${moment}.png`);
        }
        const turn = (n: number) =>
          ({ beat: { at: Math.ceil(views.bets.at / 1_200_000) * 1_200_000 + n * 20_000, journal: "ok" } }) as const;
        for (let i = 0; i < (size === "strip" ? 0 : 6); i++) {
          await show(`turn${i}`, "bets", turn(i));
          await page.waitForTimeout(600);
          await shoot(page, `${label}-turn${i}.png`);
        }
        if (meters.length > 0) {
          await show("pending", "bets", { meters: [meterOf(1_000_450, "pending", views.bets.at)], ...turn(0) });
          await page.waitForTimeout(600);
          await shoot(page, `${label}-pending.png`);
        }
        await show("old", "after", { beat: null, meters: [] });
        await page.waitForSelector(".stale-mark, .strip.stale");
        await shoot(page, `${label}-stale.png`);
        await show("packs", "after", { pack: "0".repeat(64), beat: { at, journal: "ok" } });
        await page.waitForSelector(".not-valid");
        await shoot(page, `${label}-not-valid.png`);
        stage.pack = about.pack.hash;
        await page.close();
      }, 120_000);
    }
}
