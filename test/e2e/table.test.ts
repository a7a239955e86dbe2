// A table as a casino runs it: serial ports, an outside broker, disks that stall and fill, ports that are not there.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type TablelinkAction, tablelinkEmulator } from "#devices/tablelink/emulator";
import { deckCsv, tagOf } from "#sim/reader";
import { type ServedEmulator, serveEmulator } from "#sim/serve";
import { mosquitto } from "./mosquitto.ts";
import { freePorts, type Program, program, until, watch, workFolder } from "./program.ts";
import { prepareSlowSync } from "./slow-sync.ts";
import { command, type FactMessage, facts, openPage, subscribe } from "./table-client.ts";

const floorPin = "1357";
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Hall {
  readonly folder: ReturnType<typeof workFolder>;
  readonly url: string;
  readonly config: string;
  readonly shoe: ServedEmulator<TablelinkAction>;
  readonly shuffler: ServedEmulator<TablelinkAction>;
  start(env?: Readonly<Record<string, string>>): Promise<Program>;
}

/** A shoe and a shuffler on pseudo terminals, a deck, an operator and a configuration for them. */
async function hall(mqtt: unknown, more: Record<string, unknown> = {}): Promise<Hall> {
  const folder = workFolder();
  closers.push(() => folder.remove());
  const [port = 0] = await freePorts(1);
  const line = async (name: string) => {
    const served = await serveEmulator(tablelinkEmulator, { id: name }, `pty:${folder.file(name)}`);
    closers.push(() => served.close());
    return served;
  };
  const shoe = await line("shoe");
  const shuffler = await line("shuffler");
  shuffler.act({ kind: "input", port: 1, level: 1 });
  shuffler.act({ kind: "input", port: 3, level: 1 });
  const pin = spawnSync(process.execPath, ["dist/pitwire.js", "pin"], { input: `${floorPin}\n`, encoding: "utf8" }).stdout.trim();
  const config = folder.file("table.yaml");
  writeFileSync(
    config,
    stringify({
      version: 1,
      site: "s1",
      table: "t1",
      pack: "high-card-flush/florida",
      places: [1, 2, 3],
      folder: "data",
      http: { port },
      mqtt,
      devices: [
        { id: "shoe", driver: "tablelink", link: shoe.address, antennas: { 0: "shoe" } },
        {
          id: "shuffler",
          driver: "tablelink",
          link: shuffler.address,
          options: { inputs: { 1: { lamp: "green" }, 2: { lamp: "red" }, 3: { lamp: "mains" } } },
        },
      ],
      operators: [{ name: "A. Rossi", role: "floor", pin }],
      ...more,
    }),
  );
  writeFileSync(folder.file("deck.csv"), deckCsv(1));
  const imported = spawnSync(
    process.execPath,
    ["dist/pitwire.js", "deck", "import", "--config", config, "--name", "red", folder.file("deck.csv")],
    { encoding: "utf8" },
  );
  expect(imported.stdout + imported.stderr).toContain('Deck "red" is registered');
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    config,
    shoe,
    shuffler,
    start: async (env = {}) => {
      const running = program(["up", "--config", config], env);
      closers.push(() => running.kill());
      await running.says("console");
      return running;
    },
  };
}

const ranks = "23456789TJQKA";
/** Draws card `i` of a deck in a fixed order. */
function draw(at: Hall, i: number): void {
  const uid = tagOf(`${ranks[i % 13]}${"cdhs"[Math.floor(i / 13)]}` as never, 1);
  at.shoe.act({ kind: "tag", antenna: 0, uid, present: true });
  at.shoe.act({ kind: "tag", antenna: 0, uid, present: false });
}

/** Seats two players and a bank, takes their bets and closes them. */
async function bets(at: Hall): Promise<void> {
  const say = async (asked: unknown): Promise<void> => {
    const { body } = await command(at.url, asked);
    expect(body, JSON.stringify(asked)).toEqual({ ok: true });
  };
  await say({ kind: "confirm", code: "openTable" });
  for (const seat of [1, 2, 3]) await say({ kind: "seat", seat, sitting: true });
  await say({ kind: "confirm", code: "openRound" });
  for (const seat of [1, 2]) await say({ kind: "decision", by: `${seat}/seat`, code: "waive" });
  await say({ kind: "decision", by: "3/seat", code: "bank", amount: 100_000 });
  for (const seat of [1, 2]) await say({ kind: "wager", spot: `${seat}/ante`, stake: 500 });
  await say({ kind: "close" });
}

const embedded = async () => ({ embedded: { port: (await freePorts(1))[0] } });

describe("a table with an outside broker", () => {
  it("plays on without it; when it is back every fact is there once, in order; the last will says when the table is gone", async () => {
    const [port = 0] = await freePorts(1);
    const at = await hall({ url: `mqtt://127.0.0.1:${port}` });
    const running = await at.start();
    const page = openPage(at.url);
    closers.push(() => page.close());
    await page.seen("the devices", (view) => view.waiting.length === 0);
    // No broker yet: the table plays.
    await bets(at);
    for (let i = 0; i < 7; i++) draw(at, i);
    await page.seen("seven cards", (view) => view.deal?.dealt === 7);
    const broker = await mosquitto(port, at.folder.path);
    closers.push(() => broker.kill());
    const client = subscribe(port, "pitwire/v1/s1/t1/#");
    closers.push(() => client.stop());
    // A subscriber that comes late asks for what it missed; this one must see the live ones without a gap from its first.
    await until("the state", () => client.messages().some(({ topic }) => topic.endsWith("/state")));
    for (let i = 7; i < 14; i++) draw(at, i);
    await until("fourteen cards", () => facts(client).some(({ fact }) => fact.kind === "card" && page.view()?.deal?.dealt === 14));
    await broker.kill();
    for (let i = 14; i < 21; i++) draw(at, i);
    await page.seen("the deal complete", (view) => view.phase === "decide");
    const again = await mosquitto(port, at.folder.path);
    closers.push(() => again.kill());
    const later = subscribe(port, "pitwire/v1/s1/t1/#");
    closers.push(() => later.stop());
    await until("the state again", () => later.messages().some(({ topic }) => topic.endsWith("/state")));
    for (const seat of [1, 2]) await command(at.url, { kind: "decision", by: `${seat}/hand`, code: "fold" });
    await until("the settlement", () => facts(later).some(({ fact }) => fact.kind === "settled"));
    const heard = new Map<number, FactMessage>();
    for (const message of [...facts(client), ...facts(later)]) {
      const before = heard.get(message.n);
      if (before !== undefined) expect(message.fact).toEqual(before.fact);
      heard.set(message.n, message);
    }
    const numbers = [...heard.keys()];
    const first = Math.min(...numbers);
    const reply = (await fetch(`${at.url}/api/facts?from=1&limit=1000`).then((one) => one.json())) as { facts: { n: number }[] };
    expect(reply.facts.map(({ n }) => n)).toEqual(reply.facts.map((_, i) => i + 1));
    for (const list of [facts(client), facts(later)]) expect(list.map(({ n }) => n)).toEqual(list.map((_, i) => (list[0]?.n ?? 0) + i));
    expect(first).toBeGreaterThan(0);
    const asked = subscribe(port, "pitwire/v1/s1/t1/reply/r1");
    closers.push(() => asked.stop());
    await until("the repeated facts", () => {
      const request = JSON.stringify({ id: "r1", facts: { from: 1, limit: 5 } });
      spawnSync("mosquitto_pub", ["-p", String(port), "-q", "1", "-t", "pitwire/v1/s1/t1/command", "-m", request], { timeout: 5000 });
      return asked.messages().length > 0;
    });
    expect((JSON.parse(asked.messages()[0]?.payload ?? "{}") as { facts: FactMessage[] }).facts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    await running.kill();
    await until("the last will", () =>
      later
        .messages()
        .some(({ topic, payload }) => topic.endsWith("/status") && payload.includes('"offline"') && payload.includes('"lost"')),
    );
    await again.kill();
  });
});

describe("a disk that stalls for seconds", () => {
  it("stops neither reading, nor beats, nor the red light; nothing is announced before it is written, and then all of it in order", async () => {
    const mqtt = await embedded();
    const at = await hall(mqtt);
    mkdirSync(at.folder.file("data"), { recursive: true });
    const slow = prepareSlowSync(at.folder.path, "journal.sqlite");
    await at.start(slow.env);
    const page = openPage(at.url);
    closers.push(() => page.close());
    await page.seen("the devices", (view) => view.waiting.length === 0);
    const client = subscribe(mqtt.embedded.port as number, "pitwire/v1/s1/t1/#");
    closers.push(() => client.stop());
    await bets(at);
    for (let i = 0; i < 5; i++) draw(at, i);
    await page.seen("five cards", (view) => view.deal?.dealt === 5);
    slow.setMs(3000);
    const appended = async (): Promise<number> =>
      ((await (await fetch(`${at.url}/api/health`)).json()) as { journal: { appended: number } }).journal.appended;
    const before = await appended();
    draw(at, 5);
    // Two devices have no order between them: the card is at the table before the light is pressed.
    await until("the sixth card is read", async () => (await appended()) > before);
    const beats = page.beats();
    const pressed = Date.now();
    at.shuffler.act({ kind: "input", port: 2, level: 1 });
    await until("STOP on the console", () => page.stops.length > 0);
    expect((page.stops[0]?.heardAt ?? 0) - pressed).toBeLessThan(200);
    await until("the status on MQTT", () =>
      client.messages().some(({ topic, payload }) => topic.endsWith("/status") && payload.includes('"suspended"')),
    );
    // The safe word has overtaken the disk; the fact has not.
    expect(Date.now() - pressed).toBeLessThan(3000);
    expect(facts(client).some(({ fact }) => fact.kind === "latched")).toBe(false);
    await until("two beats", () => page.beats() >= beats + 2);
    // What was read before the light is written first, and is no go.
    await page.seen("the sixth card", (view) => view.deal?.dealt === 6);
    slow.setMs(0);
    await until("the facts", () => facts(client).some(({ fact }) => fact.kind === "settled"));
    const statuses = client.messages().flatMap(({ topic, payload }) => (topic.endsWith("/status") ? [JSON.parse(payload).status] : []));
    expect(statuses).toEqual(["online", "suspended"]);
    const heard = facts(client);
    expect(heard.map(({ n }) => n)).toEqual(heard.map((_, i) => (heard[0]?.n ?? 0) + i));
    expect(heard.filter(({ fact }) => fact.kind === "card")).toHaveLength(6);
  });
});

describe("a disk that refuses", () => {
  it.each([
    ["full", "ENOSPC", "is full. Free some space on it."],
    ["read-only", "EROFS", "can't be written"],
  ] as const)("because it is %s: the table says so, takes no more, loses nothing, and goes on by itself", async (_how, errno, words) => {
    const mqtt = await embedded();
    const at = await hall(mqtt);
    mkdirSync(at.folder.file("data"), { recursive: true });
    const disk = prepareSlowSync(at.folder.path, "journal.sqlite");
    const running = await at.start(disk.env);
    const page = openPage(at.url);
    closers.push(() => page.close());
    await page.seen("the devices", (view) => view.waiting.length === 0);
    const client = subscribe(mqtt.embedded.port as number, "pitwire/v1/s1/t1/#");
    closers.push(() => client.stop());
    await bets(at);
    draw(at, 0);
    await page.seen("a card", (view) => view.deal?.dealt === 1);
    disk.refuse(errno);
    draw(at, 1);
    await until("the dealer's screen says it", () => page.journal() === "failing");
    await until("the log says it", () => running.output().includes(words));
    expect(running.output()).toContain("Nothing is lost");
    const refused = await command(at.url, { kind: "confirm", code: "callFloor" });
    expect(refused).toMatchObject({ status: 503, body: { why: "journal", text: "The journal takes nothing now. Wait." } });
    // What is not written is on no screen and on no topic.
    expect(page.view()?.deal?.dealt).toBe(1);
    expect(facts(client).filter(({ fact }) => fact.kind === "card")).toHaveLength(1);
    disk.setMs(0);
    await page.seen("the second card", (view) => view.deal?.dealt === 2);
    await until("the dealer's screen is clear", () => page.journal() === "ok");
    await running.says("The journal is written again; nothing was lost.");
    for (let i = 2; i < 6; i++) draw(at, i);
    await page.seen("six cards", (view) => view.deal?.dealt === 6);
    // A broker that stops lets go of a client that has not yet read all.
    await until("six cards on MQTT", () => facts(client).filter(({ fact }) => fact.kind === "card").length === 6);
    expect(await running.stop()).toBe(0);
    const verified = spawnSync(process.execPath, ["dist/pitwire.js", "verify", at.folder.file("data/journal.sqlite")], {
      encoding: "utf8",
    });
    expect(verified.status, verified.stdout + verified.stderr).toBe(0);
    const heard = facts(client);
    expect(heard.map(({ n }) => n)).toEqual(heard.map((_, i) => (heard[0]?.n ?? 0) + i));
    expect(heard.filter(({ fact }) => fact.kind === "card")).toHaveLength(6);
  });
});

describe("what can be wrong, told to the person who meets it", () => {
  it("a port that is missing or busy is named on the console, and the table plays once it is there", async () => {
    const at = await hall(await embedded());
    const held = watch(
      spawn(
        process.execPath,
        [
          "-e",
          `import("serialport").then(({ SerialPort }) => { const port = new SerialPort({ path: ${JSON.stringify(at.folder.file("shoe"))}, baudRate: 115200 }); port.on("data", () => {}); port.on("open", () => console.log("held")); })`,
        ],
        { stdio: ["ignore", "pipe", "pipe"] },
      ),
    );
    closers.push(() => held.kill());
    await held.says("held");
    await at.start();
    const page = openPage(at.url);
    closers.push(() => page.close());
    const busy = await page.seen("the busy port", (view) => view.waiting.some(({ device, why }) => device === "shoe" && why === "busy"));
    expect(busy.waiting.find(({ device }) => device === "shoe")?.detail).toContain(String(held.child.pid));
    await held.kill();
    await page.seen("the shoe", (view) => view.waiting.length === 0);
    at.shoe.cut();
    const missing = await page.seen("the missing port", (view) =>
      view.waiting.some(({ device, why }) => device === "shoe" && (why === "missing" || why === "hungUp")),
    );
    expect(missing.waiting).toHaveLength(1);
    await at.shoe.restore();
    await page.seen("the shoe again", (view) => view.waiting.length === 0);
  });

  it("a flipped byte in the journal is refused with the record named; nothing is changed", async () => {
    const at = await hall(await embedded());
    const running = await at.start();
    await bets(at);
    await running.stop();
    const file = at.folder.file("data/journal.sqlite");
    const verified = spawnSync(process.execPath, ["dist/pitwire.js", "verify", file], { encoding: "utf8" });
    expect(verified.status, verified.stdout + verified.stderr).toBe(0);
    const bytes = readFileSync(file);
    const place = bytes.indexOf('"kind":"betsClosed"');
    expect(place).toBeGreaterThan(0);
    bytes[place + 9] = (bytes[place + 9] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    for (const extra of ["-wal", "-shm"]) if (existsSync(file + extra)) unlinkSync(file + extra);
    const refused = program(["up", "--config", at.config]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/record \d+/);
    expect(refused.output()).not.toContain("    at ");
    const found = spawnSync(process.execPath, ["dist/pitwire.js", "verify", file], { encoding: "utf8" });
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(/record \d+/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it("a wrong configuration is refused with its line, and a taken port with its number", async () => {
    const at = await hall(await embedded());
    const text = readFileSync(at.config, "utf8");
    writeFileSync(at.config, text.replace("places:", "plaecs:"));
    const refused = program(["up", "--config", at.config]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/line \d+.*plaecs/);
    expect(refused.output()).toContain('Did you mean "places"?');
    writeFileSync(at.config, text);
    await at.start();
    const other = workFolder();
    closers.push(() => other.remove());
    writeFileSync(other.file("table.yaml"), text.replace(/folder: .*/, `folder: ${other.file("data")}`));
    const second = program(["up", "--config", other.file("table.yaml")]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Port \d+ on 127\.0\.0\.1 is taken/);
  });

  it("a second program at the same journal is refused, and the first one named", async () => {
    const at = await hall(await embedded());
    const running = await at.start();
    const second = program(["up", "--config", at.config]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(String(running.child.pid));
  });

  it("noise, cut, repeated and foreign lines cost themselves only", async () => {
    const at = await hall(await embedded());
    await at.start();
    const page = openPage(at.url);
    closers.push(() => page.close());
    await page.seen("the devices", (view) => view.waiting.length === 0);
    await bets(at);
    draw(at, 0);
    at.shoe.act({ kind: "garbage", bytes: new Uint8Array(300).fill(0xa5) });
    at.shoe.act({ kind: "oversize", bytes: 5000 });
    at.shoe.act({ kind: "fault", fault: { kind: "repeat" } });
    draw(at, 1);
    draw(at, 2);
    await page.seen("three cards and nothing else", (view) => view.deal?.dealt === 3 && view.stop === null);
  });
});
