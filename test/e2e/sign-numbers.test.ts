// Every number of every pack is on its sign: the file's own numbers are looked for in the text of the rendered pages.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { amount, count, type Language, languages, percent, say } from "#i18n/format";
import { findPack } from "#table/pack";
import { launch } from "./pages-look.ts";
import { freshStage, servePages } from "./pages-server.ts";
import { aboutOf, packOf, packs } from "./sign-fixtures.ts";

const root = mkdtempSync(join(tmpdir(), "pitwire-numbers-"));
const euro = { code: "EUR", minorDigits: 2 };
const pageMs = 20_000;
const pagesMost = 8;
let browser: Browser;

beforeAll(async () => {
  await build({ configFile: "dashboard/web/vite.config.ts", logLevel: "silent", build: { outDir: root } });
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(root, { recursive: true, force: true });
});

type Number = readonly [path: string, value: number];

/** The numbers of a file, by where they stand. */
function numbersIn(value: unknown, path = ""): readonly Number[] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value === "string") return [...value.matchAll(/(\d+)%/g)].map(([, share]): Number => [path, Number(share)]);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, path === "" ? key : `${path}.${key}`));
}

/** What is no guest's affair: the bank's money where the house banks the game itself, and the chips it is counted in. */
const isPrivate = ([path]: Number, rules: { funds?: { min: number } }): boolean =>
  path === "funds.step" || (path.startsWith("funds.") && (rules.funds?.min ?? 0) <= 1);

/** How a number may be printed: as money, as it is, in seconds, or as what so many points are worth. */
function printed(language: Language, [path, value]: Number, unit: number): readonly string[] {
  if (path === "decisionMs") return [say(language, "reason.ruleTime", { count: value / 1000 })];
  if (/^(bonus|auto|scoop|superBonus|foul|segmentPoint)\b/.test(path) && path !== "superBonusOpponents")
    return [amount(language, value * unit, euro)];
  if (
    /^(pay|raiseCaps|betMultiple|seats|maxRaises|qualifier|superBonusOpponents|exposedCards|buyInPoints|maxSoldiers|lowQualifier)/.test(
      path,
    )
  )
    return [count(language, value)];
  if (path.startsWith("progressivePrizes")) return [amount(language, value, euro), percent(language, value)];
  if (/ofStakes|ofPot/.test(path)) return [percent(language, value / 100)];
  // A symbol that comes behind the figures is said once in a range.
  const least = path.endsWith(".min") ? [`${amount(language, value, euro).replace(/\D+$/, "")} –`] : [];
  return [amount(language, value, euro), ...least];
}

function isIn(text: string, figure: string): boolean {
  const quoted = figure.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\d.,])${quoted}(?!\\d|[.,]\\d)`).test(text);
}

test.each(packs)("every number of %s, in every language", async (name) => {
  const pack = packOf(name);
  const stage = { ...freshStage(), name: "turn", about: { ...freshStage().about, ...aboutOf(pack) } };
  const idle = { ...stage.views.public, phase: "idle", at: 0 } as const;
  Object.assign(stage, { views: { dealer: idle, public: idle } });
  const server = await servePages(root, stage);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: "reduce" });
  const texts: Record<Language, string> = { en: "", it: "", ro: "" };
  // From the first page on, in the first language; the language turns first.
  const begin = Math.ceil(Date.now() / (pageMs * 5040)) * pageMs * 5040;
  for (let turn = 0; turn < pagesMost * languages.length; turn++) {
    Object.assign(stage, { name: `turn${turn}`, beat: { at: begin + turn * pageMs + 1000, journal: "ok" } });
    if (turn === 0) await page.goto(`${server.url}/sign?lang=${languages.join(",")}`);
    server.tellAll();
    await page.waitForSelector(`.sign.live[data-shown^="turn${turn}:"]`);
    const spoken = (await page.getAttribute("html", "lang")) as Language;
    expect(spoken).toBe(languages[turn % languages.length]);
    texts[spoken] += ` ${(await page.locator(".sign").allInnerTexts()).join(" ").replaceAll("\u00a0", " ")}`;
  }
  await page.close();
  await server.close();
  const { rules } = parse(readFileSync(findPack(name, ".") ?? "", "utf8")) as { rules: { unit?: number; funds?: { min: number } } };
  const numbers = numbersIn(rules).filter((one) => !isPrivate(one, rules));
  expect(numbers.length).toBeGreaterThan(5);
  for (const language of languages) {
    const isPrinted = (figure: string): boolean => isIn(texts[language], figure.replaceAll("\u00a0", " "));
    const missing = numbers.filter((one) => !printed(language, one, rules.unit ?? 1).some(isPrinted));
    expect([language, missing]).toEqual([language, []]);
    expect(isPrinted(count(language, 31_415))).toBe(false);
  }
});
