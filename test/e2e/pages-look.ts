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

/** Keys that come nearer than a millimetre to the edge of the panel they lie on, or than two to each other. Seats are no panel's. */
export function crowdedKeys(page: Page, mm: number): Promise<readonly string[]> {
  return page.evaluate((unit) => {
    const found = new Set<string>();
    for (const panel of document.querySelectorAll(".detail, .sign-on, .keys")) {
      const edge = panel.getBoundingClientRect();
      const keys = [...panel.querySelectorAll("button.key")].map((key) => ({ key, box: key.getBoundingClientRect() }));
      for (const [i, { key, box }] of keys.entries()) {
        // The lines of a settlement are one key, as large as their panel.
        if (key.parentElement?.matches(".lines-and-check")) continue;
        const free = Math.min(box.left - edge.left, box.top - edge.top, edge.right - box.right, edge.bottom - box.bottom);
        if (free < 0.9 * unit && !panel.matches(".keys")) found.add(`${key.textContent}: ${free / unit} mm from the edge`);
        if (free < -0.5) found.add(`${key.textContent}: over the edge`);
        for (const other of keys.slice(i + 1)) {
          const apart = Math.max(
            other.box.left - box.right,
            box.left - other.box.right,
            other.box.top - box.bottom,
            box.top - other.box.bottom,
          );
          if (apart < 1.95 * unit) found.add(`${key.textContent} and ${other.key.textContent}: ${apart / unit} mm apart`);
        }
      }
    }
    return [...found];
  }, mm);
}

/** What moves on the page as it stands, or would at its next change: by a style sheet, by a script or inside a drawing. */
export function movements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const nameOf = (element: Element): string => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
    const lasts = (times: string): boolean => times.split(",").some((time) => Number.parseFloat(time) > 0);
    for (const { effect } of document.getAnimations()) {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      found.add(`moves: ${target === null ? "something" : nameOf(target)}`);
    }
    for (const element of document.querySelectorAll("*")) {
      if (element instanceof SVGAnimationElement) found.add(`moves: ${nameOf(element)}`);
      for (const part of [null, "::before", "::after"]) {
        const { transitionDuration, transitionDelay, animationName, scrollBehavior } = getComputedStyle(element, part);
        const name = `${nameOf(element)}${part ?? ""}`;
        if (lasts(transitionDuration) || lasts(transitionDelay)) found.add(`would move: ${name}`);
        if (animationName !== "none") found.add(`moves: ${name}`);
        if (scrollBehavior === "smooth") found.add(`scrolls: ${name}`);
      }
    }
    return [...found];
  });
}

/** Seats whose number something covers, that lie over another, over what stands between them or outside the window. */
export function coveredSeats(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const overlap = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    /** A disc with its rim, over a box. */
    const discOver = (disc: Element, box: DOMRect): boolean => {
      const { left, top, width } = disc.getBoundingClientRect();
      const radius = width / 2 + Number.parseFloat(getComputedStyle(disc).outlineWidth || "0");
      const nearest = (at: number, from: number, to: number): number => Math.max(from, Math.min(at, to)) - at;
      const [x, y] = [left + width / 2, top + width / 2];
      return Math.hypot(nearest(x, box.left, box.right), nearest(y, box.top, box.bottom)) < radius - 1;
    };
    /** Digits are as high as capitals: seven tenths of the letter's size, in the middle of its line. */
    const digitsOf = (number: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(number);
      const { left, top, width, height } = range.getBoundingClientRect();
      const size = 0.7 * Number.parseFloat(getComputedStyle(number).fontSize);
      return new DOMRect(left, top + (height - size) / 2, width, size);
    };
    const tokens = [...document.querySelectorAll(".token")];
    const between = [...document.querySelectorAll(".centre .strip, .centre .card, .centre p, .centre dl, .standstill")];
    for (const token of tokens) {
      const number = token.querySelector(":scope > b");
      if (number === null) continue;
      const seat = `seat ${number.textContent}`;
      const digits = digitsOf(number);
      const box = token.getBoundingClientRect();
      for (const other of tokens)
        if (other !== token && overlap(box, other.getBoundingClientRect())) found.push(`${seat} lies over another`);
      for (const disc of document.querySelectorAll(".badge:not(.problem-mark)"))
        if (discOver(disc, digits)) found.push(`${seat}: its number is under "${disc.textContent}"`);
      for (const other of document.querySelectorAll(".token .card, .token .problem-mark .shape"))
        if (overlap(other.getBoundingClientRect(), digits)) found.push(`${seat}: its number is under ${other.getAttribute("class")}`);
      for (const card of token.querySelectorAll(".card")) {
        for (const over of document.querySelectorAll(".keys .key, .detail"))
          if (overlap(card.getBoundingClientRect(), over.getBoundingClientRect()))
            found.push(`${seat}: a card lies under ${over.className}`);
        for (const other of tokens)
          if (other !== token && overlap(card.getBoundingClientRect(), other.getBoundingClientRect()))
            found.push(`${seat}: a card lies over another seat`);
      }
      for (const other of between)
        if (overlap(box, other.getBoundingClientRect())) found.push(`${seat} lies under "${other.textContent?.slice(0, 30)}"`);
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) found.push(`${seat} is cut off`);
    }
    return found;
  });
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
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Found[] }> } };
    return (await axe.run()).violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}
