// When something is on a screen: noted by the page itself, on its own clock.

import type { Page } from "playwright-core";

export interface OnScreen {
  /** Each view shown: its name and number, and when the frame after the one that holds it began; milliseconds of the page's clock. */
  readonly shown: readonly (readonly [view: string, at: number])[];
  /** From the release of each finger that sent a command to the frame that shows what came of it, in milliseconds. */
  readonly taps: readonly number[];
  /** The same of those that sent a PIN, whose trial is made slow. */
  readonly pins: readonly number[];
}

/** To be added to a page before it is loaded. */
export function recordScreen(): void {
  const shown: [string, number][] = [];
  const taps: number[] = [];
  const pins: number[] = [];
  let kind = taps;
  let releasedAt: number | null = null;
  let sentAt: number | null = null;
  Object.assign(globalThis, { onScreen: { shown, taps, pins } });
  // Before the key that it lifts from hears of it, and sends.
  addEventListener(
    "pointerup",
    () => {
      releasedAt = performance.now();
    },
    true,
  );
  const send = globalThis.fetch;
  globalThis.fetch = (to, init) => {
    if (String(to).endsWith("/api/commands")) {
      sentAt ??= releasedAt;
      kind = String(init?.body).includes('"pin":') ? pins : taps;
      releasedAt = null;
    }
    return send(to, init);
  };
  new MutationObserver(() => {
    const view = document.querySelector<HTMLElement>("[data-shown]")?.dataset.shown ?? "";
    if (view === shown.at(-1)?.[0]) return;
    const entry: [string, number] = [view, Number.POSITIVE_INFINITY];
    shown.push(entry);
    const [from, tapped] = [sentAt, kind];
    sentAt = null;
    // The frame that is drawn next holds the view; by the one after it, it has been handed to the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame((at) => {
        entry[1] = at;
        if (from !== null) tapped.push(at - from);
      }),
    );
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-shown"] });
}

export function readScreen(page: Page): Promise<OnScreen> {
  return page.evaluate(() => (globalThis as unknown as { onScreen: OnScreen }).onScreen);
}

/** The page's clock less this process's, in milliseconds; wrong by less than half of the quickest answer. */
export async function clockOffset(page: Page, tries = 50): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
  for (let i = 0; i < tries; i++) {
    const before = performance.now();
    const there = await page.evaluate(() => performance.now());
    const after = performance.now();
    if (after - before < best.took) best = { took: after - before, offset: there - (before + after) / 2 };
  }
  return best.offset;
}
