// What an open page holds on to, looked at while it runs, and a report of it.

import { writeFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { formatTable } from "../bench/shared/report.ts";

/** No look may be above the second by more: screens differ among themselves, and what a browser keeps of its own moves, by less. */
const growthMost: Held = { heapMb: 1, nodes: 200, listeners: 40 };

/**
 * One collection leaves what died while the browser was marking, and what that in turn holds: on a page that draws at full speed, whole
 * screens. So it is done again until it frees nothing twice in a row, and at most so often.
 */
const collectionsMost = 12;
const idleCollections = 2;

interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const kinds = ["heapMb", "nodes", "listeners"] as const;

interface Look extends Held {
  readonly round: number;
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
      let least = await heldBy(session);
      for (let i = 0, idle = 0; i < collectionsMost && idle < idleCollections; i++) {
        await session.send("HeapProfiler.collectGarbage");
        const now = await heldBy(session);
        const freed = now.nodes < least.nodes || now.listeners < least.listeners || now.heapMb < 0.99 * least.heapMb;
        idle = freed ? 0 : idle + 1;
        least = {
          heapMb: Math.min(now.heapMb, least.heapMb),
          nodes: Math.min(now.nodes, least.nodes),
          listeners: Math.min(now.listeners, least.listeners),
        };
      }
      seen.push({ round, ...least });
    },
  };
}

async function heldBy(session: CDPSession): Promise<Held> {
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

/** A table of every look, under a heading and a sentence on what was run. */
export function writeMemory(file: URL, heading: string, what: string, pages: readonly WatchedPage[]): void {
  const rows = pages.flatMap(({ name, seen }) =>
    seen.map(({ round, heapMb, nodes, listeners }) => [name, String(round), heapMb.toFixed(2), String(nodes), String(listeners)]),
  );
  writeFileSync(file, `# ${heading}\n\n${what}\n\n${formatTable(["page", "round", "heap, MB", "DOM nodes", "listeners"], rows)}\n`);
}

/** @throws AssertionError naming the page that holds on to more and more, and the look that says so */
export function expectFlat(pages: readonly WatchedPage[]): void {
  const grown = pages.flatMap(({ name, seen: [, start, ...later] }) =>
    later
      .filter((look) => start !== undefined && kinds.some((kind) => look[kind] - start[kind] > growthMost[kind]))
      .map((look) => ({ name, start, look })),
  );
  expect(grown).toEqual([]);
}
