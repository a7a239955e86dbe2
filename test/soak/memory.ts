// What an open page holds on to, looked at while it runs, and a report of it.

import { writeFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { formatTable } from "../bench/shared/report.ts";

/** A page may grow by so much from the second look to the last: what a browser keeps of its own moves by less. */
const heapGrowthMostMb = 2;
const nodeGrowthMost = 400;
const listenerGrowthMost = 50;

interface Look {
  readonly round: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

export interface WatchedPage {
  readonly name: string;
  readonly page: Page;
  readonly seen: readonly Look[];
  /** Notes what is still held after everything that can be thrown away has been. */
  look(round: number): Promise<void>;
}

export async function watchMemory(name: string, page: Page): Promise<WatchedPage> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const seen: Look[] = [];
  return {
    name,
    page,
    seen,
    look: async (round) => {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
      seen.push({ round, heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners });
    },
  };
}

/** A table of every look, under a heading and a sentence on what was run. */
export function writeMemory(file: URL, heading: string, what: string, pages: readonly WatchedPage[]): void {
  const rows = pages.flatMap(({ name, seen }) =>
    seen.map(({ round, heapMb, nodes, listeners }) => [name, String(round), heapMb.toFixed(2), String(nodes), String(listeners)]),
  );
  writeFileSync(file, `# ${heading}\n\n${what}\n\n${formatTable(["page", "round", "heap, MB", "DOM nodes", "listeners"], rows)}\n`);
}

/** @throws AssertionError naming the page that holds on to more and more */
export function expectFlat(pages: readonly WatchedPage[]): void {
  for (const { name, seen } of pages) {
    const [start, end] = [seen[1] as Look, seen.at(-1) as Look];
    const grown = {
      heapMb: end.heapMb - start.heapMb,
      nodes: end.nodes - start.nodes,
      listeners: end.listeners - start.listeners,
    };
    const isFlat = grown.heapMb < heapGrowthMostMb && grown.nodes < nodeGrowthMost && grown.listeners <= listenerGrowthMost;
    expect([name, isFlat], `grown by ${JSON.stringify(grown)}`).toEqual([name, true]);
  }
}
