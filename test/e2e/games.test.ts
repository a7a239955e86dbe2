// Every game, from the closed table to the last payment, played by touch alone against the real program with emulated devices.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Language, languages } from "#i18n/format";
import { type Button, choose, freshHabits, look, type Picture, readIn, touch } from "./games-player.ts";
import { launch, misfits, smallKeys } from "./pages-look.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";

/** Each game in one language; PLAY_IN=it plays all of them in that one. */
const games: readonly { readonly game: string; readonly players: number; readonly language: Language }[] = (
  [
    { game: "high-card-flush", players: 5, language: "en" },
    { game: "caribbean-stud", players: 5, language: "it" },
    { game: "stud-hi-lo-8", players: 5, language: "ro" },
    { game: "chinese-poker", players: 4, language: "it" },
    { game: "palace-poker", players: 5, language: "ro" },
  ] as const
).map((one) => ({ ...one, language: languages.find((language) => language === process.env.PLAY_IN) ?? one.language }));
/** From a tap to what it changed, mostly; five pages and a whole table share this machine. */
const tapWithinMs = 100;
const withinMs = 300_000;
const stuckAfterMs = 30_000;

let browser: Browser;
/** Pictures are kept where SHOTS names a folder. */
const shots = process.env.SHOTS ?? mkdtempSync(join(tmpdir(), "pitwire-games-"));
const open: { stop(): unknown }[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
afterAll(async () => {
  await browser?.close();
  if (process.env.SHOTS === undefined) rmSync(shots, { recursive: true, force: true });
});

async function start(game: string, language: Language): Promise<string> {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  const words = ["demo", "--game", game, "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt)];
  const running: Program = program([...words, "--pace", "40", "--manual", "--language", language]);
  open.push({
    stop: async () => {
      await running.kill();
      folder.remove();
    },
  });
  await running.says("Ctrl-C stops");
  return `http://127.0.0.1:${http}`;
}

async function show(url: string, viewport: { width: number; height: number }, troubles: string[]): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport, hasTouch: true, reducedMotion: "reduce" });
  open.push({ stop: () => context.close() });
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => troubles.push(message));
  await page.addInitScript(timeTaps);
  await page.goto(url);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** Notes how long each touch takes from the finger's release to the next view on the screen. */
function timeTaps(): void {
  const taps: number[] = [];
  let releasedAt: number | null = null;
  Object.assign(globalThis, { taps });
  addEventListener("pointerup", () => {
    releasedAt = performance.now();
  });
  new MutationObserver(() => {
    if (releasedAt === null) return;
    const from = releasedAt;
    releasedAt = null;
    requestAnimationFrame(() => taps.push(performance.now() - from));
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-shown"] });
}

interface Told {
  readonly facts: readonly { readonly fact: { readonly kind: string; readonly outcome?: string } }[];
  readonly next: number;
}

async function factsOf(url: string): Promise<readonly Told["facts"][number]["fact"][]> {
  const facts: Told["facts"][number][] = [];
  for (let from = 1; ; ) {
    const told = (await fetch(`${url}/api/facts?from=${from}&limit=1000`).then((reply) => reply.json())) as Told;
    facts.push(...told.facts);
    if (told.facts.length < 1000) return facts.map(({ fact }) => fact);
    from += told.facts.length;
  }
}

/** A screen that is looked at, and the smallest text it may have, in pixels; `mm`: it is a console, and keys have to fit a finger. */
interface Screen {
  readonly name: string;
  readonly page: Page;
  readonly smallestPx: number;
  readonly mm?: number;
}

/** A picture of each new kind of screen, and what does not fit on it. */
function album(game: string, played: Screen, others: readonly Screen[]) {
  const seen = new Set<string>();
  const found = new Set<string>();
  mkdirSync(join(shots, game), { recursive: true });
  const note = async ({ name, page, smallestPx, mm }: Screen, phase: string): Promise<void> => {
    await page.screenshot({ path: join(shots, game, `${String(seen.size).padStart(2, "0")}-${phase}-${name}.png`) });
    for (const what of await misfits(page, smallestPx)) found.add(`${phase} ${name}: ${what}`);
    if (mm !== undefined) for (const small of await smallKeys(page, mm)) found.add(`${phase} ${name}: ${small}`);
  };
  return {
    found,
    look: async ({ phase, keys }: Picture): Promise<void> => {
      const kinds = keys.filter(({ look: of }) => of.includes("in-detail")).map(({ look: of }) => of.replace(/chosen|blocked/g, "").trim());
      const kind = `${phase} ${[...new Set(kinds)].sort().join()} ${kinds.length}`;
      if (seen.has(kind)) return;
      seen.add(kind);
      await note(played, phase);
      for (const other of others) await note(other, phase);
    },
  };
}

describe.each(games)("$game in $language", ({ game, players, language }) => {
  test("is played by touch from the closed table to the last payment", { timeout: withinMs }, async () => {
    const url = await start(game, language);
    readIn(language);
    const troubles: string[] = [];
    const screen = async (path: string, width: number, height: number, smallestPx: number, mm?: number): Promise<Screen> => {
      const page = await show(`${url}${path}`, { width, height }, troubles);
      return { name: path.replace(/\W+/g, "-").slice(1), page, smallestPx, ...(mm !== undefined && { mm }) };
    };
    const played = await screen("/console?mm=5.9", 1280, 800, 4.07 * 5.9, 5.9);
    const pictures = album(game, played, [
      await screen(`/console?lang=${language === "it" ? "en" : "it"}&mm=5.9`, 800, 1280, 4.07 * 5.9, 5.9),
      await screen(`/console?lang=${language === "ro" ? "en" : "ro"}&mm=4.2`, 1024, 768, 4.07 * 4.2, 4.2),
      await screen("/sign?lang=en", 1920, 1080, 28),
      await screen("/sign?lang=ro", 1080, 1920, 28),
    ]);
    const console = played.page;
    const habits = freshHabits(players);
    let last: Picture | null = null;
    const next = async (): Promise<readonly [Picture, Button | null] | null> => {
      last = await look(console);
      if (last === null) return null;
      await pictures.look(last);
      if (last.phase === "idle" && habits.tried.has("played")) return [last, null];
      const key = choose(last, habits);
      return key === null ? null : [last, key];
    };
    const done = await until(
      "the last payment",
      async () => {
        const [picture, key] = await until("a key to touch", next, stuckAfterMs).catch(async (trouble: Error) => {
          await console.screenshot({ path: join(shots, game, "stuck.png") });
          throw new Error(`${trouble.message}; the page shows ${last?.text}`);
        });
        if (picture.phase === "settle") habits.tried.add("played");
        if (key !== null) await touch(console, picture, key);
        return key === null;
      },
      withinMs - 30_000,
    );
    expect(done).toBe(true);
    const facts = await factsOf(url);
    expect(facts.filter(({ kind }) => kind === "settled").length).toBe(1);
    expect(facts.filter(({ kind, outcome }) => kind === "roundEnded" && outcome === "settled").length).toBe(1);
    expect(facts.filter(({ kind }) => kind === "irregularity")).toEqual([]);
    expect(troubles).toEqual([]);
    expect([...pictures.found]).toEqual([]);
    const taps = (await console.evaluate(() => (globalThis as unknown as { taps: number[] }).taps)).sort((a, b) => a - b);
    expect(taps.length).toBeGreaterThan(10);
    expect(taps[Math.floor(taps.length / 2)], `taps, ms: ${taps.map(Math.round).join(" ")}`).toBeLessThan(tapWithinMs);
  });
});
