// A console that runs for days: npm run leak. The real program plays at full speed with a console and a sign open in Chromium; LEAK_ROUNDS
// sets how many rounds (3,000: twelve hours at a busy table). What was found is written to CONSOLE.md.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { launch } from "../e2e/pages-look.ts";
import { freePorts, program, until, workFolder } from "../e2e/program.ts";
import { expectFlat, type WatchedPage, watchMemory, writeMemory } from "./memory.ts";

const rounds = Number(process.env.LEAK_ROUNDS ?? 3_000);
const looks = 12;
const warmUpRounds = 50;
const withinMs = 3 * 60 * 60_000;

let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

async function roundOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const reply = await fetch("/api/health");
    return ((await reply.json()) as { rounds: number }).rounds;
  });
}

it(`keeps no memory of ${rounds} rounds`, { timeout: withinMs }, async () => {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  const words = ["demo", "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt), "--pace", "1000"];
  const running = program(words);
  const began = Date.now();
  const pages: WatchedPage[] = [];
  try {
    await running.says("Ctrl-C stops");
    // Small, since pixels cost a small machine most of its time and hold nothing.
    for (const name of ["console", "sign"]) {
      const page = await (await browser.newContext({ viewport: { width: 640, height: 400 } })).newPage();
      await page.goto(`http://127.0.0.1:${http}/${name}?mm=2.9`);
      // By a locator: a handle would hold the first screen for as long as the page is open.
      await page.locator("[data-shown]").waitFor();
      pages.push(await watchMemory(name, page));
    }
    const first = pages[0]?.page as Page;
    for (let i = 0; i <= looks; i++) {
      const wanted = Math.max(warmUpRounds, Math.ceil((rounds * i) / looks));
      const round = await until(`round ${wanted}`, async () => ((await roundOf(first)) >= wanted ? roundOf(first) : null), withinMs);
      for (const page of pages) await page.look(round);
      // At each look, so that a run that is cut short still tells how far it came.
      const day = new Date().toISOString().slice(0, 10);
      const minutes = Math.round((Date.now() - began) / 60_000);
      const what = `\`npm run leak\`, ${day}: a console and a sign over ${round} rounds of High Card Flush at full speed, ${minutes} minutes; after each look everything that could be thrown away was.`;
      writeMemory(new URL("./CONSOLE.md", import.meta.url), "Pages that stay open", what, pages);
    }
    expectFlat(pages);
  } finally {
    await running.kill();
    folder.remove();
  }
});
