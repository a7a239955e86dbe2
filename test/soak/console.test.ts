// A console that runs for days: npm run leak. The real program plays at full speed with a console and a sign open in Chromium; LEAK_ROUNDS
// sets how many rounds (3,000: twelve hours at a busy table). What was found is written to CONSOLE.md.

import { writeFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch } from "../e2e/pages-look.ts";
import { freePorts, program, until, workFolder } from "../e2e/program.ts";

const rounds = Number(process.env.LEAK_ROUNDS ?? 3_000);
const looks = 12;
/** A page may grow by so much from the first look to the last: what a browser keeps of its own moves by less. */
const heapGrowthMostMb = 2;
const nodeGrowthMost = 400;
const withinMs = 3 * 60 * 60_000;

interface Look {
  readonly round: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** What is still held after everything that can be thrown away has been. */
async function lookAt(session: CDPSession, round: number): Promise<Look> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { round, heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

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
  const pages: { readonly name: string; readonly page: Page; readonly session: CDPSession; readonly seen: Look[] }[] = [];
  try {
    await running.says("Ctrl-C stops");
    for (const name of ["console", "sign"]) {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      await page.goto(`http://127.0.0.1:${http}/${name}`);
      await page.waitForSelector("[data-shown]");
      pages.push({ name, page, session: await page.context().newCDPSession(page), seen: [] });
    }
    const first = pages[0]?.page as Page;
    for (let i = 0; i <= looks; i++) {
      const wanted = Math.max(50, Math.ceil((rounds * i) / looks));
      const round = await until(`round ${wanted}`, async () => ((await roundOf(first)) >= wanted ? roundOf(first) : null), withinMs);
      for (const { session, seen } of pages) seen.push(await lookAt(session, round));
    }
    write(pages, Date.now() - began);
    for (const { name, seen } of pages) {
      const [start, end] = [seen[1] as Look, seen.at(-1) as Look];
      expect([name, end.heapMb - start.heapMb < heapGrowthMostMb, end.nodes - start.nodes < nodeGrowthMost]).toEqual([name, true, true]);
      expect(end.listeners).toBeLessThanOrEqual(start.listeners + 50);
    }
  } finally {
    await running.kill();
    folder.remove();
  }
});

function write(pages: readonly { readonly name: string; readonly seen: readonly Look[] }[], tookMs: number): void {
  const rows = pages.flatMap(({ name, seen }) =>
    seen.map(({ round, heapMb, nodes, listeners }) => `| ${name} | ${round} | ${heapMb.toFixed(2)} | ${nodes} | ${listeners} |`),
  );
  const head = `# Pages that stay open\n\n\`npm run leak\`, ${new Date().toISOString().slice(0, 10)}: a console and a sign over ${rounds} rounds of High Card Flush at full speed, ${Math.round(tookMs / 60_000)} minutes; after each look everything that could be thrown away was.\n\n| page | round | heap, MB | DOM nodes | listeners |\n|---|---:|---:|---:|---:|\n`;
  writeFileSync(new URL("./CONSOLE.md", import.meta.url), `${head}${rows.join("\n")}\n`);
}
