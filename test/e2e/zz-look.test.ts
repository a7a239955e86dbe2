import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { test } from "vitest";
import { about, scenes, type Scene, viewOf } from "./pages-fixtures.ts";
import { servePages, type Stage } from "./pages-server.ts";
const env = process.env;
const want = (env.SCENES ?? scenes.join(",")).split(",") as Scene[];
const langs = (env.LANGS ?? "en").split(",");
const sizes = (env.SIZES ?? "1280x800@5.9").split(",");
const page = env.PAGE ?? "console";
const dir = env.DIR ?? "/tmp/shots";
test("look", async () => {
  mkdirSync(dir, { recursive: true });
  let mm0; const stage: Stage = { name: "x", about: { ...about, demo: env.DEMO === "1" }, views: { dealer: viewOf("closed", "dealer"), public: viewOf("closed", "public") }, stop: null, ttl: 2_000, beat: { at: Date.UTC(2026,10,29,20,47,8), journal: "ok", demo: { auto: true, red: false, cut: [], devices: ["shoe", "reader-1", "shuffler-lamps"] } }, reply: { status: 200, body: { ok: true } }, lose: 0 };
  const server = await servePages("dist/dashboard/web", stage);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"] });
  for (const size of sizes) for (const lang of langs) {
    const [wh, mm] = size.split("@"); const [w, h] = wh!.split("x").map(Number);
    const context = await browser.newContext({ viewport: { width: w!, height: h! } });
    const p = await context.newPage();
    p.on("console", (m) => { if (m.type() === "error") console.log("console:", m.text()); });
    p.on("pageerror", (e) => console.log("pageerror:", e.message));
    await p.goto(`${server.url}/${page}?lang=${lang}${mm ? `&mm=${mm}` : ""}`);
    await p.waitForSelector(page === "console" ? ".console" : ".sign");
    await p.evaluate(() => document.fonts.ready);
    for (const scene of want) {
      const dealer = viewOf(scene, "dealer");
      stage.views = { dealer, public: viewOf(scene, "public") };
      stage.beat = { ...stage.beat!, at: dealer.at + 72_000 };
      server.tellAll();
      await p.waitForTimeout(450);
      for (const tap of (env.TAPS ?? "").split(";").filter(Boolean)) { await p.click(tap); await p.waitForTimeout(400); }
      if (env.SILENT) { stage.beat = null; await p.waitForTimeout(2600); }
      await p.screenshot({ path: `${dir}/${page}-${scene}-${lang}-${wh}.png` });
    }
    await context.close();
  }
  await browser.close(); await server.close();
}, 300_000);
