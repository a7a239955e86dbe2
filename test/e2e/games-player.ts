// A person at the console who knows no game: reads what the page offers and touches it. Everything goes through the glass.

import type { Page } from "playwright-core";
import { type Language, say } from "#i18n/format";
import { until } from "./program.ts";

export interface Button {
  readonly text: string;
  readonly look: string;
  readonly blocked: boolean;
  readonly x: number;
  readonly y: number;
}

export interface Picture {
  /** Changes with everything that can be seen. */
  readonly print: string;
  readonly phase: string;
  readonly keys: readonly Button[];
  readonly text: string;
}

/** What is on the screen now; null while there is no picture to act on. */
export function look(page: Page): Promise<Picture | null> {
  return page.evaluate(() => {
    const root = document.querySelector<HTMLElement>("[data-shown]");
    if (root === null) return null;
    const read = (element: Element, between: string): string => {
      const parts: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? "");
      return parts.join(between);
    };
    const text = read(root, "\n");
    const keys = [...document.querySelectorAll<HTMLElement>("button.key")].map((key) => {
      const { left, top, width, height } = key.getBoundingClientRect();
      const where = key.closest(".arc, .keys, .detail, .whole, .standing")?.classList[0] ?? "nowhere";
      return {
        text: read(key, " ").replace(/\s+/g, " ").trim(),
        look: ` ${key.className} in-${where} `,
        blocked: key.getAttribute("aria-disabled") === "true",
        x: left + width / 2,
        y: top + height / 2,
      };
    });
    const chosen = [...document.querySelectorAll(".key, .token")].flatMap((one, i) => (one.classList.contains("chosen") ? [i] : []));
    const print = `${root.dataset.shown} ${text} ${chosen}`;
    return { print, phase: root.dataset.phase ?? "", keys, text };
  });
}

export interface Finger {
  /** Touches a key and waits until something on the screen has changed. */
  touch(before: Picture, key: Button): Promise<void>;
  /** Comes down on a key that wants to be held and stays there. @returns what lifts it again */
  press(key: Button): Promise<() => Promise<void>>;
}

/** Longer than a key rests after each touch. */
const betweenTouchesS = 0.31;
const shownWithinMs = 1_500;

/**
 * A finger that keeps the keys' rest of 300 ms by the time that each touch says it was made at: a person's pace for the page, without
 * the waiting. What is held is held by the page's clock.
 */
export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  let at = Date.now() / 1_000;
  return {
    touch: async (before, { x, y }) => {
      at = Math.max(at + betweenTouchesS, Date.now() / 1_000);
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }], timestamp: at });
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp: at });
      const end = Date.now() + shownWithinMs;
      while (Date.now() < end && (await look(page))?.print === before.print) await page.waitForTimeout(10);
    },
    press: async ({ x, y }) => {
      const lift = async (): Promise<void> => {
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        at = Math.max(at, Date.now() / 1_000);
      };
      await until("a key that is held down", async () => {
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
        if ((await page.locator(".key.hold.down").count()) > 0) return true;
        // Still at rest from the touch before.
        await lift();
        return false;
      });
      return lift;
    },
  };
}

const stuckAfterMs = 30_000;

/**
 * Plays one round by touch, from whatever the table shows to the closed round after it; `each` sees every picture before it is acted on.
 * @throws Error with what the page shows when nothing can be touched any more
 */
export async function playRound(page: Page, habits: Habits, each: (picture: Picture) => Promise<void>): Promise<void> {
  const finger = await fingerOn(page);
  let last: Picture | null = null;
  const next = async (): Promise<readonly [Picture, Button | null] | null> => {
    last = await look(page);
    if (last === null) return null;
    await each(last);
    if (last.phase === "settle") habits.tried.add("played");
    if (last.phase === "idle" && habits.tried.has("played")) return [last, null];
    const key = choose(last, habits);
    return key === null ? null : [last, key];
  };
  for (;;) {
    const [picture, key] = await until("a key to touch", next, stuckAfterMs).catch((trouble: Error) => {
      throw new Error(`${trouble.message}; the page shows ${last?.text}`);
    });
    if (key === null) return;
    await finger.touch(picture, key);
  }
}

let spoken: Language = "en";

/** From now on the page is read in this language. */
export function readIn(language: Language): void {
  spoken = language;
}

const word = (key: Parameters<typeof say>[1]): string =>
  (say as (language: Language, key: string) => string)(spoken, key).replace("\n", " ");

export interface Habits {
  readonly players: number;
  /** Choices already made once: others are tried first. */
  readonly tried: Set<string>;
  /** Chips on each seat so far, so that several are laid. */
  readonly laid: Map<string, number>;
}

export function freshHabits(players: number): Habits {
  return { players, tried: new Set(), laid: new Map() };
}

/** Choices that end a hand, left for last. */
const reluctant = [
  "option.fold",
  "option.muck",
  "option.away",
  "option.short",
  "option.allIn",
  "option.foldAhead",
  "option.passedBy",
] as const;

/** The emulated dealer of `pitwire demo` who speaks the language of the house. */
const dealerPin = "1357";

/** Signs on by the pad: digit by digit, then the big key. */
function signOn(picture: Picture): Button | null {
  const pad = picture.keys.filter(({ look, text }) => look.includes("in-whole") && /^\d$/.test(text));
  if (pad.length < 10 || !picture.text.includes(word("dealer.title"))) return null;
  const typed = /•+/.exec(picture.text)?.[0].length ?? 0;
  if (typed < dealerPin.length) return pad.find(({ text }) => text === dealerPin[typed]) ?? null;
  return picture.keys.find(({ look, blocked }) => look.includes("in-keys") && look.includes(" go ") && !blocked) ?? null;
}

/** The key to touch next, or null where the page asks for nothing. */
export function choose(picture: Picture, habits: Habits): Button | null {
  const pin = signOn(picture);
  if (pin !== null) return pin;
  const keys = picture.keys.filter(({ blocked }) => !blocked);
  const inDetail = keys.filter(({ look }) => look.includes("in-detail"));
  const primary = keys.find(({ look }) => look.includes("in-keys") && look.includes(" go "));
  switch (picture.phase) {
    case "idle":
      return seatToFill(keys, habits) ?? primary ?? null;
    case "bets":
      return wager(picture, inDetail, habits) ?? decide(inDetail, habits) ?? primary ?? null;
    case "decide":
      return early(picture, keys, habits) ?? decide(inDetail, habits) ?? primary ?? null;
    case "reveal":
      return rows(inDetail, habits) ?? primary ?? null;
    default:
      return primary ?? null;
  }
}

function seatToFill(keys: readonly Button[], { players }: Habits): Button | null {
  const seats = keys.filter(({ look }) => look.includes("seat"));
  const taken = seats.filter(({ text }) => !text.includes(word("seat.empty"))).length;
  return taken < players ? (seats.find(({ text }) => text.includes(word("seat.empty"))) ?? null) : null;
}

/** One amount by one touch; a stack by the pad; else a few chips. The seats without a bet come one after the other. */
function wager(picture: Picture, keys: readonly Button[], habits: Habits): Button | null {
  const pad = padKey(picture, keys);
  if (pad !== null) return pad;
  const exact = keys.find(({ look }) => look.includes("exact"));
  if (exact !== undefined) return exact;
  const seats = picture.keys.filter(({ look }) => look.includes(" seat"));
  const chosen = seats.find(({ look }) => look.includes("now-chosen"));
  const without = seats.find(({ text }) => text.includes(word("seat.noBet")));
  const chips = keys.filter(({ look }) => look.includes("chip"));
  if (chips.length === 0) return null;
  const spot = keys.find(({ look }) => look.includes("spot") && look.includes("chosen"));
  const key = `${spot?.text ?? ""}`;
  if (!/–/.test(key)) return without ?? chosen ?? null;
  const other = keys.find(({ text }) => text === word("key.other"));
  if (key.includes("Stack") && other !== undefined && !habits.tried.has("pad")) {
    habits.tried.add("pad");
    return other;
  }
  return chips.at(-1) ?? null;
}

/** Types the least that the pad allows, then confirms it. */
function padKey({ text }: Picture, keys: readonly Button[]): Button | null {
  const ok = keys.find((key) => key.text === word("key.ok") && key.look.includes(" go"));
  const digits = keys.filter((key) => /^\d$/.test(key.text));
  if (digits.length < 10) return null;
  if (ok !== undefined) return ok;
  const limits = say(spoken, "pad.limits", { min: "([\\d.,]+)", max: "[\\d.,]+" });
  const least = new RegExp(limits).exec(text)?.[1]?.replace(/\D/g, "") ?? "1";
  const typed = new RegExp(`\\n([\\d–]+)\\n${limits}`).exec(text)?.[1]?.replace("–", "") ?? "";
  return digits.find((key) => key.text === least[typed.length]) ?? null;
}

/** Once: a seat whose turn it is not is looked at, and left again without binding it. */
function early({ text }: Picture, keys: readonly Button[], { tried }: Habits): Button | null {
  if (text.includes(word("decide.early"))) return keys.find((key) => key.text === word("key.back")) ?? null;
  const waiting = keys.find((key) => key.look.includes(" seat ") && !key.text.includes(word("seat.now")));
  if (tried.has("early") || waiting === undefined) return null;
  tried.add("early");
  return waiting;
}

function decide(keys: readonly Button[], { tried }: Habits): Button | null {
  const cards = keys.filter(({ look }) => look.includes("choice"));
  if (cards.length > 0) return keys.find(({ look }) => look.includes(" go")) ?? cards.find(({ look }) => !look.includes("chosen")) ?? null;
  const options = keys.filter(({ look }) => look.includes("option") && !look.includes("quiet"));
  const bare = ({ text }: Button): string => text.replace(/[\d,.:×]+/g, "").trim();
  const willing = options.filter((one) => !reluctant.some((key) => bare(one).startsWith(word(key))));
  const fresh = willing.find((one) => !tried.has(bare(one))) ?? willing[0] ?? options[0] ?? null;
  if (fresh !== null) tried.add(bare(fresh));
  return fresh;
}

/** One hand is laid out by hand, the others as they lie. */
function rows(keys: readonly Button[], habits: Habits): Button | null {
  const asDealt = keys.find(({ text }) => text === word("key.asDealt"));
  const cards = keys.filter(({ look }) => look.includes("choice") && !look.includes("chosen"));
  if (cards.length > 0) {
    if (!habits.tried.has("rows")) return cards.at(-1) ?? null;
    return asDealt ?? null;
  }
  const set = keys.find(({ text }) => text.startsWith(word("key.rows")));
  if (set !== undefined && !habits.tried.has("rows begun")) {
    habits.tried.add("rows begun");
    return set;
  }
  return null;
}
