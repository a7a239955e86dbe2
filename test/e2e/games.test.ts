// Every game, from the closed table to the last payment, played by touch alone against the real program with emulated devices.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Language, languages } from "#i18n/format";
import { freshHabits, type Picture, playRound, readIn } from "./games-player.ts";
import { launch, misfits, smallKeys } from "./pages-look.ts";
import { freePorts, type Program, program, workFolder } from "./program.ts";

const players: Readonly<Record<string, number>> = {
  "high-card-flush": 5,
  "caribbean-stud": 4,
  "stud-hi-lo-8": 5,
  "chinese-poker": 4,
  "palace-poker": 5,
};
/** Each game in each language; PLAY_IN=it plays all of them in that one. */
const plays = Object.keys(players).flatMap((game) =>
  languages
    .filter((language) => [language, undefined].includes(process.env.PLAY_IN as Language))
    .map((language) => [game, language] as const),
);
const withinMs = 300_000;

let browser: Browser;
/** Pictures are kept where SHOTS names a folder. */
const shots = process.env.SHOTS;
const open: { stop(): unknown }[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
afterAll(async () => {
  await browser?.close();
});

async function start(game: string, language: string): Promise<string> {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  const words = ["demo", "--game", game, "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt)];
  const running: Program = program([...words, "--pace", "200", "--manual", "--language", language]);
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
  await page.goto(url);
  await page.waitForSelector("[data-shown]");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
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
function album(title: string, screens: readonly Screen[]) {
  const seen = new Set<string>();
  const found = new Set<string>();
  if (shots !== undefined) mkdirSync(join(shots, title), { recursive: true });
  const note = async ({ name, page, smallestPx, mm }: Screen, phase: string): Promise<void> => {
    if (shots !== undefined)
      await page.screenshot({ path: join(shots, title, `${String(seen.size).padStart(2, "0")}-${phase}-${name}.png`) });
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
      for (const screen of screens) await note(screen, phase);
    },
  };
}

test.each(plays)("%s in %s is played by touch from the closed table to the last payment", { timeout: withinMs }, async (game, language) => {
  const url = await start(game, language);
  readIn(language);
  const troubles: string[] = [];
  const screen = async (path: string, width: number, height: number, smallestPx: number, mm?: number): Promise<Screen> => {
    const page = await show(`${url}${path}`, { width, height }, troubles);
    return { name: path.replace(/\W+/g, "-").slice(1), page, smallestPx, ...(mm !== undefined && { mm }) };
  };
  const played = await screen("/console?mm=5.9", 1280, 800, 4.07 * 5.9, 5.9);
  const pictures = album(`${game}-${language}`, [
    played,
    await screen("/console?mm=5.9&hand=left", 800, 1280, 4.07 * 5.9, 5.9),
    await screen("/sign", 1920, 1080, 28),
    await screen("/sign?name=standing", 1080, 1920, 28),
  ]);
  await playRound(played.page, freshHabits(players[game] ?? 0), pictures.look);
  const facts = await factsOf(url);
  expect(facts.filter(({ kind }) => kind === "settled").length).toBe(1);
  expect(facts.filter(({ kind, outcome }) => kind === "roundEnded" && outcome === "settled").length).toBe(1);
  expect(facts.filter(({ kind }) => kind === "irregularity")).toEqual([]);
  expect(troubles).toEqual([]);
  expect([...pictures.found]).toEqual([]);
});
