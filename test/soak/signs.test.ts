// Signs that hang for days: npm run leak:signs. Real rounds by the real engine, told to signs in Chromium as fast as they draw them, with
// the table's clock running through 72 hours meanwhile: pages turn, pictures shift, a jackpot is hit, lines are cut, a table closes.
// SIGN_ROUNDS sets how many rounds (20,000). What was found is written to SIGNS.md.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, it } from "vitest";
import type { About } from "#contract/console";
import type { MeterMessage } from "#contract/meter";
import { signTopics, topicsOf } from "#contract/topics";
import type { View } from "#core/view";
import { type EmbeddedBroker, openBroker } from "#table/broker";
import type { Pack } from "#table/pack";
import { launch } from "../e2e/pages-look.ts";
import { freshStage, servePages } from "../e2e/pages-server.ts";
import { until } from "../e2e/program.ts";
import { aboutOf, meterOf, packOf } from "../e2e/sign-fixtures.ts";
import { invent } from "../laws/story.ts";
import { expectFlat, type WatchedPage, watchMemory, writeMemory } from "./memory.ts";

const rounds = Number(process.env.SIGN_ROUNDS ?? 20_000);
const hours = 72;
const roundMs = (hours * 3_600_000) / rounds;
const looks = 12;
const withinMs = 6 * 60 * 60_000;
/** Signs are waited for this often: in between they may fall behind as on a slow machine. */
const waitEvery = 20;
/** Long, since a cut line comes back after a while, and the machine may have other things to do. */
const caughtUpWithinMs = 5 * 60_000;
const hitEvery = 400;
const cutEvery = 1_000;
const stopEvery = 150;
/** Different rounds; then they come again under other numbers. */
const differentRounds = 120;
const site = "riverside";
const table = "a7";

const root = mkdtempSync(join(tmpdir(), "pitwire-signs-"));
const pack = packOf("caribbean-stud/sheet-high");
const about = { ...freshStage().about, ...aboutOf(pack) } as About;
const stage = { ...freshStage(), name: "soak", about };
const topics = topicsOf(site, table);
let browser: Browser;
let server: Awaited<ReturnType<typeof servePages>>;
let broker: EmbeddedBroker;

beforeAll(async () => {
  await build({ configFile: "dashboard/web/vite.config.ts", logLevel: "silent", build: { outDir: root } });
  browser = await launch();
  server = await servePages(root, stage);
  broker = await openBroker({
    address: "127.0.0.1",
    port: 0,
    websocketPort: 0,
    clientsMax: 64,
    inbox: { topics: [topics.sign("+")], siteTopics: [], take: () => {} },
    signTopics: signTopics(site, table),
    site: null,
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await broker?.close();
  rmSync(root, { recursive: true, force: true });
});

/** What guests see of a round, one view a moment that looks different. */
function roundsOf({ entry, rules }: Pack): readonly (readonly View[])[] {
  const seats = Array.from({ length: entry.game.players.max }, (_, i) => i + 1);
  const told: View[][] = [];
  for (let seed = 1; told.length < differentRounds; seed++) {
    const world = { entry, rules, seats, players: seats.length, dealtBy: "shoe" } as const;
    const { outcomes } = invent(world, seed, { moves: 4_000, mistakes: 0.002, rounds: 10, never: ["fold", "beginEarly"] });
    const views = outcomes.map(({ views: text }) => (JSON.parse(text) as [View, View])[1]);
    for (const view of views) {
      const last = told.at(-1);
      const before = last?.at(-1);
      if (view.round !== null && view.round !== before?.round) told.push([view]);
      else if (before !== undefined && lookOf(view) !== lookOf(before)) last?.push(view);
    }
  }
  return told;
}

function lookOf({ phase, stop, places, settlement, deal }: View): string {
  const open = places.flatMap(({ cards }) => cards).filter((card) => card !== null).length;
  return `${phase} ${stop?.kind} ${open > 1} ${(settlement?.served ?? 0) > 2} ${(deal?.dealt ?? 0) > 20}`;
}

function retain(topic: string, body: object): void {
  broker.publish({ topic, payload: JSON.stringify({ schema: 1, journal: "soak", n: 1, ...body }), qos: 1, retain: true }, () => {});
}

function tell(view: View, at: number, meters: readonly MeterMessage[]): void {
  Object.assign(stage, { views: { dealer: view, public: view }, beat: { at, journal: "ok" }, meters });
  server.tellAll();
  retain(topics.state, { at, ttl: 15_000, pack: about.pack.hash, view });
  for (const meter of meters) retain(`pitwire/v1/${site}/meter/${meter.pool}`, meter);
  beat(at);
}

function beat(at: number): void {
  const payload = JSON.stringify({ schema: 1, journal: "soak", n: 1, at, ttl: 2_000, pack: about.pack.hash });
  broker.publish({ topic: topics.beat, payload, qos: 0, retain: false }, () => {});
}

/** Small, since a wall's pixels cost a small machine most of its time and hold nothing: a sign's layout is the same at every size. */
const signs = [
  { name: "wall, three languages in turn", path: "/sign?lang=en,it,ro&name=wall", width: 640, height: 360 },
  { name: "standing, by the broker", path: `/sign?lang=ro&name=broker&table=${site}/${table}`, width: 360, height: 640 },
  { name: "strip", path: "/sign?lang=it&name=strip", width: 640, height: 56 },
] as const;

it(`keeps no memory of ${rounds} rounds in ${hours} hours`, { timeout: withinMs }, async () => {
  const different = roundsOf(pack);
  const began = Date.now();
  const { notice, ...plain } = about;
  retain(topics.about, { at: 0, ttl: null, ...plain });
  retain(topics.paytable, { at: 0, ttl: null, pack: about.pack, title: about.title, notice });
  retain(topics.status, { at: 0, ttl: null, status: "online", why: null });
  const pages: WatchedPage[] = [];
  const opening = Date.UTC(2026, 10, 27, 10);
  let n = 0;
  let value = 1_000_000;
  const pulse = setInterval(() => beat(stage.beat?.at ?? opening), 500);
  try {
    tell(different[0]?.[0] as View, opening, [meterOf(value)]);
    for (const { name, path, width, height } of signs) {
      const page = await (await browser.newContext({ viewport: { width, height } })).newPage();
      const by = path.includes("table=") ? `&broker=ws://127.0.0.1:${broker.websocketPort}` : "";
      await page.goto(`${server.url}${path}${by}`);
      await page.waitForSelector("[data-shown]");
      pages.push(await watchMemory(name, page));
    }
    for (let round = 1; round <= rounds; round++) {
      const views = different[round % different.length] ?? [];
      const since = Math.floor(round / hitEvery) * hitEvery;
      const hit = round < hitEvery || round - since > 3 ? null : round - since < 2 ? "pending" : "won";
      for (const [i, view] of views.entries()) {
        n += 1;
        const at = Math.floor(opening + (round - 1 + i / views.length) * roundMs);
        const renamed = { ...view, n, at, round: view.round === null ? null : round, rounds: round };
        const stopped = round % stopEvery === 0 && i === 2 ? { kind: "latch", code: "red", since: at, answers: [] } : view.stop;
        const last = view.last === null ? null : { ...view.last, endedAt: Math.floor(at - roundMs / 2) };
        value += 37;
        tell({ ...renamed, last, stop: stopped } as View, at, [{ ...meterOf(value, hit, at), at, n }]);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (round % cutEvery === 0) server.cut();
      if (round % waitEvery === 0 || round === 1)
        for (const { name, page } of pages)
          await until(
            `${name} at view ${n}`,
            () => page.evaluate((last) => document.querySelector("[data-shown]")?.getAttribute("data-shown")?.endsWith(`:${last}`), n),
            caughtUpWithinMs,
          );
      const isDue = round % Math.ceil(rounds / looks) === 0 || round === Math.min(200, Math.ceil(rounds / looks / 2));
      if (!isDue && round !== rounds) continue;
      for (const page of pages) await page.look(round);
      // At each look, so that a run that is cut short still tells how far it came.
      const day = new Date().toISOString().slice(0, 10);
      const minutes = Math.round((Date.now() - began) / 60_000);
      const what = `\`npm run leak:signs\`, ${day}: ${pages.length} signs over ${round} rounds of Caribbean Stud, ${n} views; ${Math.round((round * roundMs) / 3_600_000)} hours by the table's clock, ${minutes} minutes by this machine's. A jackpot was hit every ${hitEvery} rounds, the table stood every ${stopEvery}, lines were cut every ${cutEvery}; after each look everything that could be thrown away was.`;
      writeMemory(new URL("./SIGNS.md", import.meta.url), "Signs that hang for days", what, pages);
    }
    expectFlat(pages);
  } finally {
    clearInterval(pulse);
  }
});
