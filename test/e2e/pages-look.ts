// A browser, and what a picture must not show: text that does not fit, keys that a finger could miss.

import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const quiet = ["--disable-background-networking", "--disable-component-update"];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...flags, ...quiet] });
}

/** Boxes whose content is larger than they are, text outside the window, text below the smallest size. */
export function misfits(page: Page, smallestPx: number): Promise<readonly string[]> {
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
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      // Not drawn at all, on a screen that has no room for it.
      if (width === 0) continue;
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) say("outside the window", parent);
      // The line for the camera may be two thirds as large.
      const least = parent.closest(".evidence") === null ? smallest : smallest / 1.5;
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < least - 0.2) say("too small", parent);
      const box = parent.closest(".badge, .key, .token, .strip, .note, .standstill, .detail, .bar, li")?.getBoundingClientRect();
      if (box && (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2))
        say("outside its box", parent);
    }
    return found;
  }, smallestPx);
}

/** Keys that a finger could miss. The emulation's strip is no part of a real console. */
export function smallKeys(page: Page, mm: number): Promise<readonly string[]> {
  return page.evaluate((unit) => {
    const small: string[] = [];
    for (const key of document.querySelectorAll("button.key")) {
      const { width, height } = key.getBoundingClientRect();
      if (width < 20 * unit - 0.5 || height < 18 * unit - 0.5) small.push(`${key.textContent}: ${width / unit} × ${height / unit} mm`);
    }
    return small;
  }, mm);
}

/** Keeps a picture where `PITWIRE_PICTURES` names a folder, for a person to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PITWIRE_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** What axe finds on the page that is serious or worse. */
export async function axeTroubles(page: Page): Promise<readonly string[]> {
  interface Found {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }
  // As a program, not as a script of the page: the page may load none.
  await page.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Found[] }> } };
    return (await axe.run()).violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}
