// What guests see, and when: from the shoe's last byte to a sign's pixels; and how far the embedded broker falls behind a plain one with
// 500 signs on 50 tables.
//
//   npm run build; node test/bench/run.mjs signs [--quick] [--rounds N] [--report]

import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import net from "node:net";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { stringify } from "yaml";
import { deck52 } from "#core/card";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { nextMove } from "#sim/dealer";
import { layOut } from "#sim/lay-out";
import { deckCsv, tagOf } from "#sim/reader";
import { serveEmulator } from "#sim/serve";
import { clockOffset, readScreen, recordScreen } from "../e2e/on-screen.ts";
import { launch } from "../e2e/pages-look.ts";
import { freePorts, program, until, workFolder } from "../e2e/program.ts";
import { command, openPage } from "../e2e/table-client.ts";
import { waitUntilIdle } from "./shared/idle.ts";
import { describeMachine, formatTable, writeReportSection } from "./shared/report.ts";
import { type BrokerName, fanLoad, serveBroker } from "./signs/fan-out.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    rounds: { type: "string" },
    broker: { type: "string" },
  },
});
if (options.broker !== undefined) await serveBroker(options.broker as BrokerName);

const fanRounds = Number(options.rounds ?? (options.quick ? 1 : 5));
const cardsWanted = options.quick ? 60 : 600;
const quietMaxMs = options.quick ? 0 : 15_000;
const pixelsWithinMs = 100;
const fanRatioMost = 1.15;
/** After a card the picture has come to rest: nothing more came of it for so long. */
const quietMs = 150;

/** Commands that may come too late in a run; more of them are a defect. */
const refusedMost = 20;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

interface Dealt {
  /** Just before the write of the last byte, by this process's clock. */
  readonly leftAt: number;
  /** Just before the next thing happened. */
  readonly restAt: number;
}

/** Seven-card stud, since its cards lie open on the sign: rounds of it, card by card, at the built program with a shoe on a serial line. */
async function shoeToPixels(): Promise<readonly (readonly [sign: string, took: readonly number[], lost: number])[]> {
  const folder = workFolder();
  const [http = 0, mqtt = 0, ws = 0] = await freePorts(3);
  const shoe = await serveEmulator(tablelinkEmulator, { id: "shoe" }, `pty:${folder.file("shoe")}`);
  const shuffler = await serveEmulator(tablelinkEmulator, { id: "shuffler" }, `pty:${folder.file("shuffler")}`);
  for (const port of [1, 3]) shuffler.act({ kind: "input", port, level: 1 });
  const config = folder.file("table.yaml");
  const lamps = { inputs: { 1: { lamp: "green" }, 2: { lamp: "red" }, 3: { lamp: "mains" } } };
  writeFileSync(
    config,
    stringify({
      ...{ version: 1, site: "bench", table: "t1", pack: "stud-hi-lo-8/card-room", places: [1, 2, 3, 4, 5, 6], folder: "data" },
      ...{ http: { port: http }, mqtt: { embedded: { port: mqtt, websocketPort: ws } } },
      devices: [
        { id: "shoe", driver: "tablelink", link: shoe.address, antennas: { 0: "shoe" } },
        { id: "shuffler", driver: "tablelink", link: shuffler.address, counts: true, options: lamps },
      ],
    }),
  );
  writeFileSync(folder.file("deck.csv"), deckCsv(1));
  const words = ["deck", "import", "--config", config, "--name", "red", folder.file("deck.csv")];
  const imported = spawnSync(process.execPath, ["dist/pitwire.js", ...words], { encoding: "utf8" });
  if (imported.status !== 0) throw new Error(`the deck could not be registered: ${imported.stdout}${imported.stderr}`);
  const table = program(["up", "--config", config]);
  const browser = await launch();
  const url = `http://127.0.0.1:${http}`;
  try {
    await table.says("console");
    const open = async (path: string): Promise<Page> => {
      const page = await (await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: "reduce" })).newPage();
      await page.addInitScript(recordScreen);
      await page.goto(`${url}${path}`);
      await page.waitForSelector(".sign.live");
      return page;
    };
    const signs = {
      "beside the table": await open("/sign"),
      "by the broker": await open(`/sign?broker=ws://127.0.0.1:${ws}&table=bench/t1`),
    };
    await waitUntilIdle(quietMaxMs);
    const offsets = new Map<string, number>();
    for (const [name, page] of Object.entries(signs)) offsets.set(name, await clockOffset(page));
    const dealt = await dealCards(url, shoe.act, () => shuffler.act({ kind: "count", cards: 52 }));
    return await Promise.all(
      Object.entries(signs).map(async ([name, page]) => {
        const { shown } = await readScreen(page);
        const offset = offsets.get(name) ?? 0;
        const took = dealt.flatMap(({ leftAt, restAt }) => {
          const own = shown.filter(([, at]) => at - offset > leftAt && at - offset < restAt).at(-1);
          return own === undefined ? [] : [own[1] - offset - leftAt];
        });
        return [name, took.toSorted((a, b) => a - b), dealt.length - took.length] as const;
      }),
    );
  } finally {
    await browser.close();
    await table.kill();
    await shoe.close();
    await shuffler.close();
    folder.remove();
  }
}

/** Plays rounds as the emulated dealer would, and says when each card went over the reader. */
async function dealCards(
  url: string,
  shoe: (action: { kind: "tag"; antenna: number; uid: string; present: boolean }) => void,
  count: () => void,
): Promise<readonly Dealt[]> {
  const page = openPage(url);
  const dealt: Dealt[] = [];
  let stub: string[] = [];
  let isShuffled = false;
  const shuffle = (): void => {
    stub = deck52.map((card) => tagOf(card, 1)).toSorted(() => Math.random() - 0.5);
    isShuffled = true;
    count();
  };
  /** Until nothing has come of it for a while. */
  const rest = async (before: number): Promise<void> => {
    let seen = before;
    let since = performance.now();
    await until("the picture at rest", () => {
      const n = page.view()?.n ?? before;
      if (n !== seen) [seen, since] = [n, performance.now()];
      return seen !== before && performance.now() - since > quietMs;
    });
  };
  let refused = 0;
  while (dealt.length < cardsWanted) {
    const view = await page.seen("the table", (shown) => shown.waiting.length === 0);
    const move = nextMove(view, {
      players: 6,
      shuffled: isShuffled,
      layOut: (held, rows) => layOut(held, rows, (cards) => cards.map(() => null), Math.random),
    });
    if (move === null) throw new Error(`the table waits for something: ${JSON.stringify([view.phase, view.stop, view.expected])}`);
    if (move.kind === "deal") {
      const uid = stub.pop();
      if (uid === undefined) throw new Error("the shoe is empty");
      isShuffled = false;
      const leftAt = performance.now();
      shoe({ kind: "tag", antenna: 0, uid, present: true });
      await rest(view.n);
      dealt.push({ leftAt, restAt: performance.now() });
      shoe({ kind: "tag", antenna: 0, uid, present: false });
    } else if (move.kind === "shuffle") {
      shuffle();
      await page.seen("a deck that was counted", (shown) => nextMove(shown, { players: 6, shuffled: true, layOut: () => ({}) }) !== null);
    } else {
      if (move.kind === "reshuffle") shuffle();
      const { body } = await command(url, move.kind === "command" ? move.command : { kind: "shuffle" });
      // The view was of a moment before: the table has moved on.
      if (!body.ok && ++refused > refusedMost) throw new Error(`refused: ${body.text}`);
      await page.seen("what came of it", ({ n }) => n > view.n);
    }
  }
  page.close();
  return dealt;
}

/** One run of 500 signs on 50 tables at a broker in a process of its own; latencies in ms, sorted, and how many were missed. */
async function fanOut(broker: BrokerName): Promise<{ readonly took: readonly number[]; readonly missed: number }> {
  const seconds = options.quick ? 3 : 15;
  const child = spawn(process.execPath, [process.argv[1] as string, "--broker", broker], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const port = await new Promise<number>((resolve) => child.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString()))));
    return await fanLoad({
      port,
      seconds,
      begin: () => child.stdin.write(`${seconds}\n`),
      connect: () => net.connect({ port, noDelay: true }),
    });
  } finally {
    child.kill();
  }
}

const rows: string[][] = [];
for (const [sign, took, lost] of await shoeToPixels()) {
  const p99 = percentile(took, 0.99);
  const figures = `p50 ${percentile(took, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)} ms, ${took.length} cards, ${lost} missed`;
  rows.push([
    `last byte of the shoe → pixels, sign ${sign}`,
    figures,
    `p99 < ${pixelsWithinMs} ms`,
    p99 < pixelsWithinMs && lost === 0 ? "met" : "MISSED",
  ]);
}
const runs: Record<BrokerName, number[]> = { plain: [], pitwire: [] };
let missed = 0;
for (let round = 0; round < fanRounds; round++)
  for (const broker of ["plain", "pitwire"] as const) {
    await waitUntilIdle(quietMaxMs);
    const run = await fanOut(broker);
    missed += run.missed;
    runs[broker].push(percentile(run.took, 0.99));
  }
const [plain, own] = [runs.plain, runs.pitwire].map((each) =>
  percentile(
    each.toSorted((a, b) => a - b),
    0.5,
  ),
) as [number, number];
rows.push([
  "500 signs on 50 tables, QoS 0: p99 beside plain Aedes",
  `${own.toFixed(2)} ms against ${plain.toFixed(2)}, ${(own / plain).toFixed(2)} ×; median of ${fanRounds}, ${missed} missed`,
  `≤ ${fanRatioMost} ×`,
  own / plain <= fanRatioMost && missed === 0 ? "met" : "MISSED",
]);
const table = formatTable(["what", "measured", "target", ""], rows);
console.log(`\n${table}`);
if (options.report)
  writeReportSection(
    "signs",
    `${describeMachine()}. Pixels: the start of the frame after the one that shows the last that came of the card, two of which are 33 ms at 60 Hz.\n\n${table}`,
  );
process.exit(0);
