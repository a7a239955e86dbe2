// Signs at a whole table: straight from the broker, read only; every topic as it is documented; every number of every pack in the picture.

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv, type AnySchema } from "ajv";
import mqtt from "mqtt";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asyncApi, channels } from "#contract/asyncapi";
import type { MeterMessage } from "#contract/meter";
import { meterTopic, signTopics, topicsOf } from "#contract/topics";
import type { Settlement } from "#core/settlement";
import { launch } from "./pages-look.ts";
import { freePorts, type Program, program, until, watch, workFolder } from "./program.ts";
import { subscribe } from "./table-client.ts";

/** Where the sheet's own meter begins. */
const sheetBase = 1_000_000;
interface FactsPage {
  readonly facts: readonly {
    readonly n: number;
    readonly fact: { readonly kind: string; readonly settlement?: Settlement };
  }[];
}

const folder = workFolder();
const topics = topicsOf("demo", "a8");
let browser: Browser;
let table: Program;
let ports: readonly number[];

beforeAll(async () => {
  ports = await freePorts(3);
  const [http, tcp, ws] = ports;
  table = program([
    ...["demo", "--game", "caribbean-stud", "--pace", "20", "--folder", folder.path],
    ...["--port", String(http), "--mqtt-port", String(tcp), "--ws-port", String(ws)],
  ]);
  await table.says("Ctrl-C");
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await table?.stop();
  folder.remove();
});

const wsUrl = (): string => `ws://127.0.0.1:${ports[2]}`;

describe("a sign that knows only the broker", () => {
  test("shows the table by MQTT over WebSocket, and says that it lives", async () => {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`http://127.0.0.1:${ports[0]}/sign?broker=${wsUrl()}&table=demo/a8&name=wall`);
    await page.waitForSelector(".sign.live .evidence");
    expect(await page.locator("h1").textContent()).toBe("Caribbean Stud Poker");
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
    const first = await page.getAttribute("[data-shown]", "data-shown");
    await until("the picture follows the hand", async () => (await page.getAttribute("[data-shown]", "data-shown")) !== first);
    await until("the table hears of the sign", async () => {
      const health = (await (await fetch(`http://127.0.0.1:${ports[0]}/api/health`)).json()) as { signs: { name: string }[] };
      return health.signs.some(({ name }) => name === "wall");
    });
    await page.close();
  });

  test("keeps its line alive though it has no name to report under", async () => {
    const page = await browser.newPage();
    const sent: string[] = [];
    page.on("websocket", (line) =>
      line.on("framesent", ({ payload }) => sent.push(typeof payload === "string" ? payload : payload.toString("hex"))),
    );
    await page.goto(`http://127.0.0.1:${ports[0]}/sign?broker=${wsUrl()}&table=demo/a8`);
    await page.waitForSelector(".sign.live");
    await until("a ping", () => sent.slice(-4).join("").endsWith("c000"));
    await page.close();
  });

  test("reads what is for guests, and nothing else", async () => {
    const client = await mqtt.connectAsync(wsUrl(), { reconnectPeriod: 0 });
    const granted = await client.subscribeAsync([...signTopics("demo", "a8")], { qos: 0 });
    expect(granted.map(({ qos }) => qos)).toEqual(granted.map(() => 0));
    for (const secret of [topics.fact, topics.alarm("+"), topics.reply("+"), topics.head, "#", "pitwire/v1/demo/a8/+", topics.sign("+")])
      await expect(client.subscribeAsync(secret), secret).rejects.toThrow();
    client.end(true);
  });

  test("writes nothing but its own word", async () => {
    for (const [topic, retain, allowed] of [
      [topics.sign("x"), false, true],
      [topics.command, false, false],
      [topics.state, true, false],
      [topics.sign("x"), true, false],
    ] as const) {
      const client = await mqtt.connectAsync(wsUrl(), { reconnectPeriod: 0, protocolVersion: 4 });
      const closed = new Promise<string>((resolve) => client.once("close", () => resolve("closed")));
      client.publish(topic, "{}", { qos: 0, retain });
      const answered = client.subscribeAsync(topics.status).then(
        () => "open",
        () => "closed",
      );
      expect([topic, retain, await Promise.race([closed, answered])]).toEqual([topic, retain, allowed ? "open" : "closed"]);
      client.end(true);
    }
  });
});

test("what crosses the broker is what the document says, to Mosquitto's own client", async () => {
  const listener = watch(
    spawn("mosquitto_sub", ["-p", String(ports[1]), "-q", "1", "-t", "pitwire/#", "-F", "%t %q %r %p"], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const seen = new Map<string, number>();
  const ajv = new Ajv({ strict: false });
  const { components } = asyncApi("0") as { components: { messages: Record<string, { payload: AnySchema }> } };
  const valid = new Map(Object.entries(components.messages).map(([name, { payload }]) => [name, ajv.compile(payload)]));
  const wrong: unknown[] = [];
  let read = 0;
  const look = (): boolean => {
    const lines = listener.output().split("\n");
    for (const line of lines.slice(read, -1)) {
      const [, topic = "", payload = ""] = /^(\S+) \d \d (.*)$/.exec(line) ?? [];
      const name = channelOf(topic);
      seen.set(name, (seen.get(name) ?? 0) + 1);
      const check = valid.get(name);
      if (check === undefined) wrong.push(["no such channel", topic]);
      else if (payload !== "" && !check(JSON.parse(payload))) wrong.push([topic, check.errors]);
    }
    read = Math.max(0, lines.length - 1);
    const settled = listener.output().includes('"kind":"settled"');
    // Who comes at the end of a round hears a few facts of it only: another is waited for.
    const isMuch = (seen.get("fact") ?? 0) > 20;
    return settled && isMuch && ["status", "beat", "about", "state", "paytable"].every((name) => seen.has(name));
  };
  await until("a round with every topic", look, 30_000);
  listener.child.kill();
  expect(wrong).toEqual([]);
});

function channelOf(topic: string): string {
  const levels = topic.split("/");
  const found = Object.entries(channels).find(([, { address }]) => {
    const wanted = address.split("/");
    return wanted.length === levels.length && wanted.every((level, i) => level.startsWith("{") || level === levels[i]);
  });
  return found?.[0] ?? "unknown";
}

test("the meter on the wall is what the table has counted, stake by stake", async () => {
  const [http, tcp] = ports;
  const listener = subscribe(tcp ?? 0, meterTopic("demo", "a8"));
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`http://127.0.0.1:${http}/sign?lang=en`);
  const told = (): readonly MeterMessage[] => listener.messages().map(({ payload }) => JSON.parse(payload) as MeterMessage);
  const last = await until("the meter has grown", () => {
    const { levels, n } = told().at(-1) ?? { levels: [], n: 0 };
    return (levels[0]?.value ?? 0) > sheetBase && { value: levels[0]?.value ?? 0, n };
  });
  let counted = sheetBase;
  for (let from = 1; from <= last.n; from += 500) {
    const facts = (await (await fetch(`http://127.0.0.1:${http}/api/facts?from=${from}&limit=500`)).json()) as FactsPage;
    for (const { n, fact } of facts.facts) {
      if (n > last.n || fact.kind !== "settled") continue;
      for (const { from: payer, to, amount } of fact.settlement?.transfers ?? [])
        counted += to === "meter/royal" ? amount : payer === "meter/royal" ? -amount : 0;
    }
  }
  expect(last.value).toBe(counted);
  await until("the figure in the picture is one that was told", async () => {
    const digits = (await page.locator(".meter .figure").textContent())?.replace(/\D/g, "");
    return digits !== undefined && told().some(({ levels }) => String(levels[0]?.value) === digits);
  });
  await page.close();
  await listener.stop();
});

/** A house's table whose pack has this version and highest Ante, started as a service would. */
async function startHouse(
  place: ReturnType<typeof workFolder>,
  [http, tcp, ws]: readonly number[],
  version: number,
  most: number,
): Promise<Program> {
  writeFileSync(
    place.file("pack.yaml"),
    `pack: house\nversion: ${version}\ngame: caribbean-stud\ntitle: Five Card\nrules: { ante: { min: 500, max: ${most}, step: 500 } }\n`,
  );
  writeFileSync(
    place.file("table.yaml"),
    `version: 1
site: s1
table: t1
pack: pack.yaml
places: [1, 2]
dealtBy: console
folder: data
http: { port: ${http} }
mqtt: { embedded: { port: ${tcp}, websocketPort: ${ws} } }
`,
  );
  const running = program(["up", "--config", place.file("table.yaml")]);
  await running.says("console");
  return running;
}

test("a pack that changes is on a page and on a sign at the broker, or neither vouches for the old one longer than a second", async () => {
  const place = workFolder();
  const own = await freePorts(3);
  const first = await startHouse(place, own, 1, 9_000);
  const url = `http://127.0.0.1:${own[0]}`;
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  // Each frame that vouches for the first pack is noted with its time.
  await context.addInitScript(() => {
    const look = (): void => {
      const isLive = document.querySelector(".sign.live:not(.at-notValid)") !== null;
      if (isLive && document.querySelector(".evidence")?.textContent?.includes("house 1"))
        Object.assign(globalThis, { vouchedAt: Date.now() });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const signs = [`${url}/sign?lang=en`, `${url}/sign?lang=en&broker=ws://127.0.0.1:${own[2]}&table=s1/t1`];
  const pages = await Promise.all(
    signs.map(async (address) => {
      const page = await context.newPage();
      await page.goto(address);
      await page.waitForSelector(".sign.live header >> text=€5 – €90");
      // A page that is not in front is drawn when its turn comes.
      await page.waitForFunction(() => "vouchedAt" in globalThis);
      return page;
    }),
  );
  await first.stop();
  const stoppedAt = Date.now();
  const second = await startHouse(place, own, 2, 8_000);
  for (const page of pages) await page.waitForSelector(".sign.live header >> text=€5 – €80");
  for (const page of pages) {
    const vouchedAt = await page.evaluate(() => (globalThis as unknown as { vouchedAt: number }).vouchedAt);
    expect(vouchedAt - stoppedAt).toBeLessThan(1_000);
    expect(await page.locator(".evidence").textContent()).toContain("house 2");
  }
  await context.close();
  await second.stop();
  place.remove();
});

test("the program prints the document", async () => {
  const printed = program(["asyncapi"]);
  expect(await printed.ended).toBe(0);
  expect(JSON.parse(printed.output())).toMatchObject({
    asyncapi: "3.0.0",
    channels: { state: { address: "pitwire/v1/{site}/{table}/state" } },
  });
  expect(printed.output()).toContain(JSON.parse(readFileSync("package.json", "utf8")).version);
});
