// The emulated table as a newcomer runs it: real lines, the real broker, a stranger's subscriber, cables, lamps, power cuts.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openReading } from "#table/journal-file";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";
import { command, type FactMessage, facts, openPage, type Page, post, type Subscriber, subscribe } from "./table-client.ts";

const floorPin = "2468";

interface Running {
  readonly url: string;
  readonly mqtt: number;
  readonly folder: ReturnType<typeof workFolder>;
  readonly words: readonly string[];
}

async function place(more: readonly string[] = []): Promise<Running> {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  const words = ["demo", "--folder", folder.path, "--port", String(http), "--mqtt-port", String(mqtt), "--pace", "20", ...more];
  return { url: `http://127.0.0.1:${http}`, mqtt, folder, words };
}

const open: { stop(): unknown }[] = [];
const folders: ReturnType<typeof workFolder>[] = [];

async function start(at: Running): Promise<Program> {
  const running = program(at.words);
  open.push({ stop: () => running.kill() });
  await running.says("Ctrl-C stops");
  return running;
}

function page(url: string): Page {
  const opened = openPage(url);
  open.push({ stop: () => opened.close() });
  return opened;
}

function subscriber(port: number, topic: string): Subscriber {
  const opened = subscribe(port, topic);
  open.push(opened);
  return opened;
}

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
  for (const one of folders.splice(0)) one.remove();
});

function withoutGaps(heard: readonly FactMessage[]): void {
  expect(heard.length).toBeGreaterThan(0);
  const first = heard[0]?.n ?? 0;
  expect(heard.map(({ n }) => n)).toEqual(heard.map((_, i) => first + i));
}

describe("npm start", () => {
  it("plays rounds by itself; a stranger's mosquitto_sub hears each fact once and in order; Ctrl-C ends it cleanly", async () => {
    const at = await place();
    folders.push(at.folder);
    const running = await start(at);
    const heard = subscriber(at.mqtt, "pitwire/v1/demo/a7/#");
    await until("two settled rounds", () => facts(heard).filter(({ fact }) => fact.kind === "settled").length >= 2);
    withoutGaps(facts(heard));
    const topics = new Set(heard.messages().map(({ topic }) => topic.slice("pitwire/v1/demo/a7/".length)));
    expect([...topics]).toEqual(expect.arrayContaining(["status", "about", "state", "paytable", "fact"]));
    expect(await running.stop()).toBe(0);
    const again = await start(at);
    expect((await fetch(`${at.url}/api/facts?from=1&limit=1000`).then((reply) => reply.json())) as unknown).toHaveProperty("facts");
    const told = (await fetch(`${at.url}/api/facts?from=1&limit=1000`).then((reply) => reply.json())) as {
      facts: { fact: { kind: string; cause?: string } }[];
    };
    expect(told.facts.filter(({ fact }) => fact.kind === "started").map(({ fact }) => fact.cause)).toEqual(["first", "clean"]);
    await again.stop();
  });

  it("plays any game, and one table of each at once", async () => {
    const [http = 0] = await freePorts(5);
    const folder = workFolder();
    folders.push(folder);
    const words = ["demo", "--game", "all", "--folder", folder.path, "--port", String(http), "--mqtt-port", "0", "--pace", "40"];
    const running = program(words);
    open.push({ stop: () => running.kill() });
    await running.says("Ctrl-C stops");
    for (let table = 0; table < 5; table++) {
      const url = `http://127.0.0.1:${http + table}`;
      await until(
        `a settled round at table ${table}`,
        async () => {
          const reply = await fetch(`${url}/api/facts?from=1&limit=1000`).then((one) => one.text());
          return reply.includes('"kind":"settled"') && reply.includes('"outcome":"settled"');
        },
        45_000,
      );
    }
    expect(await running.stop()).toBe(0);
  });

  it("killed at any moment it goes on with the same round, and a subscriber that keeps n has no gap", async () => {
    const at = await place();
    folders.push(at.folder);
    const heard = new Map<number, string>();
    let journal = "";
    let last: { round: number | null; held: number } = { round: null, held: 0 };
    for (let cut = 0; cut < 6; cut++) {
      const running = await start(at);
      const client = subscriber(at.mqtt, "pitwire/v1/demo/a7/fact");
      const seen = page(at.url);
      const view = await seen.seen("a view", () => true);
      // The round that was in play goes on, or the page had not yet seen its end.
      if (last.round !== null && last.held > 0) expect(view.round ?? view.last?.number ?? 0).toBeGreaterThanOrEqual(last.round);
      const wanted = 15 + cut * 23;
      await until("facts to cut off", () => facts(client).length >= wanted);
      await running.kill();
      await client.stop();
      for (const { n, fact, journal: id } of facts(client)) {
        journal ||= id;
        expect(id).toBe(journal);
        const told = JSON.stringify(fact);
        // A repeat is the same fact under the same number.
        if (heard.has(n)) expect(told).toBe(heard.get(n));
        heard.set(n, told);
      }
      last = { round: seen.view()?.round ?? null, held: seen.view()?.deal?.dealt ?? 0 };
      seen.close();
    }
    const running = await start(at);
    // What was told while no subscriber listened is repeated on request: no number is missing.
    const numbers = [...heard.keys()].sort((a, b) => a - b);
    const end = numbers.at(-1) ?? 0;
    const told = (await fetch(`${at.url}/api/facts?from=1&limit=1000`).then((reply) => reply.json())) as {
      journal: string;
      facts: { n: number; fact: { kind: string } }[];
    };
    expect(told.journal).toBe(journal);
    expect(told.facts.slice(0, end).map(({ n }) => n)).toEqual(Array.from({ length: Math.min(end, told.facts.length) }, (_, i) => i + 1));
    for (const { n, fact } of told.facts) if (heard.has(n)) expect(JSON.stringify(fact)).toBe(heard.get(n));
    expect(told.facts.some(({ fact }) => fact.kind === "settled")).toBe(true);
    expect(
      told.facts.filter(({ fact }) => fact.kind === "irregularity").every(({ fact }) => JSON.stringify(fact).includes('"restarted"')),
    ).toBe(true);
    await running.stop();
  });

  it("a cable pulled in mid-deal pauses the table with the device named, and play goes on when it is back", async () => {
    const at = await place(["--pace", "4"]);
    folders.push(at.folder);
    await start(at);
    const seen = page(at.url);
    await seen.seen("a deal under way", (view) => view.phase === "deal" && (view.deal?.dealt ?? 0) > 3);
    await post(at.url, "/api/demo", { do: "cut", device: "shoe", on: true });
    const paused = await seen.seen("the table waiting for the shoe", (view) => view.waiting.some(({ device }) => device === "shoe"));
    expect(paused.expected.some(({ kind }) => kind === "card")).toBe(false);
    expect(paused.alarms.some(({ id }) => id === "link-shoe")).toBe(true);
    const { round } = paused;
    await post(at.url, "/api/demo", { do: "cut", device: "shoe", on: false });
    await seen.seen("nothing to wait for", (view) => view.waiting.length === 0);
    const settled = await seen.seen(
      "the same round settled",
      (view) => view.settlement?.outcome === "settled" || (view.last?.number ?? 0) >= (round ?? 1),
    );
    expect(settled.last?.number === round || settled.round === round).toBe(true);
  });

  it("a red light kills the hand within 200 ms, latches, survives a power cut, and only the floor clears it", async () => {
    const at = await place(["--pace", "4"]);
    folders.push(at.folder);
    const running = await start(at);
    const seen = page(at.url);
    const heard = subscriber(at.mqtt, "pitwire/v1/demo/a7/#");
    await seen.seen("a deal under way", (view) => view.phase === "deal" && (view.deal?.dealt ?? 0) > 3);
    const pressed = Date.now();
    await post(at.url, "/api/demo", { do: "red", on: true });
    await until("STOP on the console", () => seen.stops.length > 0);
    expect((seen.stops[0]?.heardAt ?? 0) - pressed).toBeLessThan(200);
    const dead = await seen.seen("the dead hand", (view) => view.stop?.kind === "latch" && view.settlement?.outcome === "void");
    expect(dead.settlement?.results.every(({ outcome }) => outcome === "returned")).toBe(true);
    await until("the alarm", () => heard.messages().some(({ topic, payload }) => topic.includes("/alarm/") && payload.includes('"red"')));
    await post(at.url, "/api/demo", { do: "red", on: false });
    await running.kill();
    const again = await start(at);
    const after = await seen.seen(
      "the latch after the power cut",
      (view) => view.stop?.kind === "latch" && view.stop.code === "red" && view.waiting.length === 0,
    );
    expect(after.expected.some((opening) => opening.kind === "confirm" && opening.code === "unlatch")).toBe(true);
    const unlatch = { kind: "confirm", code: "unlatch", reason: "lid opened, cards counted" };
    expect((await command(at.url, unlatch)).body).toMatchObject({ ok: false, why: "role" });
    expect((await command(at.url, unlatch, "0000")).status).toBe(401);
    expect((await command(at.url, { ...unlatch, reason: " " }, floorPin)).body).toMatchObject({ ok: false, why: "reasonNeeded" });
    expect((await command(at.url, unlatch, floorPin)).body).toEqual({ ok: true });
    await seen.seen("the next round", (view) => view.stop === null && view.phase === "bets");
    await again.stop();
  });

  it("repeats any range of facts over MQTT, and takes nothing else from a client", async () => {
    const at = await place();
    folders.push(at.folder);
    await start(at);
    const live = subscriber(at.mqtt, "pitwire/v1/demo/a7/fact");
    await until("some facts", () => facts(live).length > 30);
    const replies = subscriber(at.mqtt, "pitwire/v1/demo/a7/reply/again-1");
    const mqtt = (topic: string, message: string, ...more: string[]) =>
      import("node:child_process").then(({ spawnSync }) =>
        spawnSync("mosquitto_pub", ["-p", String(at.mqtt), "-q", "1", "-t", topic, "-m", message, ...more], { timeout: 5000 }),
      );
    await until("the reply", async () => {
      await mqtt("pitwire/v1/demo/a7/command", JSON.stringify({ id: "again-1", facts: { from: 3, limit: 10 } }));
      return replies.messages().length > 0;
    });
    const reply = JSON.parse(replies.messages()[0]?.payload ?? "{}") as { facts: FactMessage[]; next: number };
    expect(reply.facts.map(({ n }) => n)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(reply.next).toBe(13);
    const before = facts(live).length;
    await mqtt("pitwire/v1/demo/a7/fact", '{"forged":true}');
    await mqtt("pitwire/v1/demo/a7/state", '{"forged":true}', "-r");
    await until("more facts", () => facts(live).length > before + 5);
    expect(live.messages().some(({ payload }) => payload.includes("forged"))).toBe(false);
  });

  it("hands out its pages packed", async () => {
    const at = await place();
    folders.push(at.folder);
    await start(at);
    const shell = await (await fetch(`${at.url}/console`)).text();
    const script = /src="([^"]+\.js)"/.exec(shell)?.[1];
    const answer = await fetch(`${at.url}${script}`, { headers: { "accept-encoding": "gzip" } });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect(await answer.text()).toContain("import");
  });

  it("refuses a foreign host and a foreign page, and says why a command can't be", async () => {
    const at = await place(["--manual"]);
    folders.push(at.folder);
    await start(at);
    const body = JSON.stringify({ id: "abcdefgh", command: { kind: "close" } });
    const foreign = await fetch(`${at.url}/api/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://evil.example" },
      body,
    });
    expect(foreign.status).toBe(403);
    const refused = await fetch(`${at.url}/api/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": "it" },
      body,
    });
    expect(refused.status).toBe(409);
    expect(((await refused.json()) as { text: string }).text.length).toBeGreaterThan(5);
    expect((await command(at.url, { kind: "wager", spot: "1/ante", stake: -5 })).status).toBe(400);
    expect((await command(at.url, { kind: "dance" })).status).toBe(400);
  });
});

describe("a table whose journal is refused", () => {
  it("ends the demo, and those that were up already, with a sentence that names the file", async () => {
    const folder = workFolder();
    folders.push(folder);
    const file = folder.file("caribbean-stud/journal.sqlite");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "no journal at all");
    writeFileSync(folder.file("caribbean-stud/service.key"), Buffer.alloc(32, 3), { mode: 0o600 });
    const running = program(["demo", "--game", "all", "--folder", folder.path, "--port", "0", "--mqtt-port", "0"]);
    open.push({ stop: () => running.kill() });
    await running.says("Pitwire a7");
    expect(await running.ended).toBe(1);
    expect(running.output()).toContain(`pitwire: Journal ${file}: `);
    const first = openReading(folder.file("high-card-flush/journal.sqlite"));
    const last = first.prepare<[], string>("select event from events order by seq desc limit 1").pluck().get();
    first.close();
    expect(JSON.parse(last as string)).toMatchObject({ kind: "stopped" });
  });
});

let built = false;
beforeAll(async () => {
  const { existsSync } = await import("node:fs");
  built = existsSync(new URL("../../dist/pitwire.js", import.meta.url));
  expect(built, "run npm run build first").toBe(true);
});
afterAll(() => {
  for (const one of folders.splice(0)) one.remove();
});

describe("training", () => {
  it("says so on its screen, waits for a dealer to sign on, and leaves nothing", async () => {
    const [http = 0] = await freePorts(1);
    const running = program(["training", "--port", String(http), "--pace", "20", "--language", "it"]);
    open.push({ stop: () => running.kill() });
    await running.says("Ctrl-C stops");
    const folder = /journal\s+(\S+)\/journal\.sqlite/.exec(running.output())?.[1] as string;
    expect(existsSync(folder)).toBe(true);
    const url = `http://127.0.0.1:${http}`;
    const shown = page(url);
    expect(await until("what the page is told", () => shown.about())).toMatchObject({ training: true, demo: true, site: "training" });
    const first = await command(url, { kind: "confirm", code: "openTable" });
    expect(first).toMatchObject({ status: 409, body: { why: "signOnFirst" } });
    const signed = await command(url, { kind: "signOn" }, "8642");
    expect(signed.status).toBe(200);
    expect(await command(url, { kind: "confirm", code: "openTable" })).toMatchObject({ status: 200 });
    expect(await running.stop()).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
