// The built site as its people meet it: over a real Mosquitto, with a table that is played from a script, and killed as a power cut would.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, describe, expect, it } from "vitest";
import { meterMessage } from "#contract/meter";
import type { RoundRecord, SiteState } from "#contract/site";
import { hashPin } from "#table/pin";
import { mosquitto } from "./mosquitto.ts";
import { freePorts, type Program, program, until, workFolder } from "./program.ts";
import { subscribe } from "./table-client.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const pins = { Ada: "1111", Bo: "2222", Cy: "3333" } as const;

interface Bed {
  readonly broker: number;
  readonly url: string;
  readonly config: string;
  readonly start: () => Promise<Program>;
  state(): Promise<SiteState>;
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  get(path: string): Promise<Response>;
}

async function bed(): Promise<Bed> {
  const folder = workFolder();
  ends.push(() => folder.remove());
  const [broker = 0, port = 0] = await freePorts(2);
  const running = await mosquitto(broker, folder.path);
  ends.push(() => running.stop());
  const config = folder.file("site.yaml");
  const [ada, bo, cy] = await Promise.all(Object.values(pins).map((pin) => hashPin(pin)));
  writeFileSync(
    config,
    `version: 1
site: s1
folder: data
brokers: [{ url: "mqtt://127.0.0.1:${broker}" }]
http: { port: ${port} }
pools:
  - id: royal
    stake: 50
    tables: [t1]
    levels: [{ id: major, base: 1000000, ratePpm: 710001 }]
    prizes: [{ hand: royal-flush, level: major, percent: 100 }]
operators:
  - { name: Ada, role: floor, pin: "${ada}" }
  - { name: Bo, role: surveillance, pin: "${bo}" }
  - { name: Cy, role: manager, pin: "${cy}" }
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const get = (path: string): Promise<Response> => fetch(`${url}${path}`, { headers: { "accept-language": "en" } });
  return {
    broker,
    url,
    config,
    start: async () => {
      const site = program(["site", "--config", config]);
      ends.push(() => site.kill());
      await site.says("connected");
      return site;
    },
    get,
    state: async () => (await (await get("/api/site/state")).json()) as SiteState,
    post: async (path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "accept-language": "en" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

type Body = Readonly<Record<string, unknown>> & { readonly kind: string };

/** A table from a script: what it tells, and what it answers to who asks for facts again. */
class Scripted {
  readonly facts: { readonly n: number; readonly at: number; readonly fact: Body & { readonly round: number } }[] = [];
  readonly asked: { readonly from: number }[] = [];
  #round = 0;
  readonly #client: MqttClient;
  readonly #journal: string;

  constructor(client: MqttClient, journal: string) {
    this.#client = client;
    this.#journal = journal;
  }

  static async open(port: number, journal = "aaaabbbbccccdddd"): Promise<Scripted> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
    ends.push(() => client.endAsync(true));
    const table = new Scripted(client, journal);
    client.on("message", (_topic, payload) => table.#answer(JSON.parse(payload.toString())));
    await client.subscribeAsync("pitwire/v1/s1/t1/command", { qos: 1 });
    await table.tell("status", { status: "online", why: null }, true);
    await table.tell(
      "about",
      {
        site: "s1",
        table: "t1",
        game: "caribbean-stud",
        title: "Five Card",
        pack: { id: "sheet-high 1", hash: "ab" },
        software: "0",
        language: "en",
        currency: { code: "EUR", minorDigits: 2 },
        timeZone: "Europe/Rome",
        meters: ["royal"],
      },
      true,
    );
    await table.beat();
    return table;
  }

  #envelope(n: number, ttl: number | null = null) {
    return { schema: 1, journal: this.#journal, n, at: Date.now(), ttl };
  }

  tell(what: string, body: object, retain = false): Promise<unknown> {
    const payload = JSON.stringify({ ...this.#envelope(this.facts.length), ...body });
    return this.#client.publishAsync(`pitwire/v1/s1/t1/${what}`, payload, { qos: 1, retain });
  }

  clear(what: string): Promise<unknown> {
    return this.#client.publishAsync(`pitwire/v1/s1/t1/${what}`, "", { qos: 1, retain: true });
  }

  beat(): Promise<unknown> {
    return this.tell("beat", { pack: "ab" });
  }

  /** Adds a fact; with `lost` it never leaves the table by itself. */
  async fact(body: Body, lost = false): Promise<void> {
    if (body.kind === "roundOpened") this.#round++;
    const fact = { n: this.facts.length + 1, at: Date.now(), fact: { ...body, round: this.#round } };
    this.facts.push(fact);
    if (!lost) await this.#client.publishAsync("pitwire/v1/s1/t1/fact", JSON.stringify(this.#messageOf(fact)), { qos: 1 });
  }

  #messageOf({ n, at, fact }: Scripted["facts"][number]) {
    return { ...this.#envelope(n), at, fact: { n, at, ...fact } };
  }

  #answer({ id, facts: { from, limit } }: { id: string; facts: { from: number; limit: number } }): void {
    this.asked.push({ from });
    const found = this.facts.filter(({ n }) => n >= from).slice(0, limit);
    const body = { ...this.#envelope(this.facts.length), facts: found.map((fact) => this.#messageOf(fact)), next: null };
    this.#client.publish(`pitwire/v1/s1/t1/reply/${id}`, JSON.stringify(body), { qos: 1 });
  }

  /** A whole round; seat 3 wins with `hand`, when one is given. */
  async round(hand: string | null, lost = false): Promise<void> {
    await this.fact({ kind: "roundOpened", seats: [1, 3], redeal: false }, lost);
    for (const seat of [1, 3]) await this.fact({ kind: "wager", spot: `${seat}/jackpot`, stake: 50 }, lost);
    await this.fact({ kind: "betsClosed" }, lost);
    const result = (seat: number, won: string | null) => ({
      seat,
      spot: `${seat}/jackpot`,
      stake: 50,
      outcome: won === null ? "lose" : "win",
      net: 0,
      ...(won === null ? { why: { code: "jackpotMissed" } } : { pending: true, why: { code: "jackpotPending", params: { hand: won } } }),
    });
    const settlement = {
      outcome: "settled",
      why: { code: "played" },
      order: [3, 1],
      transfers: [],
      results: [result(3, hand), result(1, null)],
      hands: [],
    };
    await this.fact({ kind: "settled", settlement }, lost);
    await this.fact({ kind: "roundEnded", outcome: "settled" }, lost);
  }
}

/** The first column of every row, read beside the running site. */
function query(file: string, sql: string): readonly unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

describe("the history of a site", () => {
  it("has every fact of a table once, those told while it was away and those that were lost on the way", { timeout: 90_000 }, async () => {
    const at = await bed();
    const table = await Scripted.open(at.broker);
    await table.round(null, true);
    const site = await at.start();
    await table.round(null);
    const complete = async (count: number): Promise<unknown> =>
      until("the history is complete", async () => {
        await table.beat();
        const { tables } = await at.state();
        const rounds = (await (await at.get("/api/site/tables/t1/rounds")).json()) as { endedAt: number | null }[];
        return tables[0]?.missing === 0 && rounds.filter(({ endedAt }) => endedAt !== null).length === count;
      });
    await complete(2);
    const first = (await (await at.get("/api/site/tables/t1/rounds/1")).json()) as RoundRecord;
    expect(first.facts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(first.facts.map(({ fact }) => fact.kind)).toEqual(["roundOpened", "wager", "wager", "betsClosed", "settled", "roundEnded"]);
    await site.kill();
    await table.round(null);
    const before = table.asked.length;
    await at.start();
    await complete(3);
    // What it had it did not ask for again.
    expect(table.asked.slice(before).every(({ from }) => from > 12)).toBe(true);
  });

  it("shows a table that has fallen silent as silent, within three seconds", async () => {
    const at = await bed();
    await at.start();
    const table = await Scripted.open(at.broker);
    await until("it is online", async () => (await at.state()).tables[0]?.status === "online" || table.beat().then(() => false));
    await until("it is silent", async () => (await at.state()).tables[0]?.status === "silent");
  });
});

describe("an alarm", () => {
  it("is ranked, acknowledged once by a person with a PIN, and stays until it is cleared as well", async () => {
    const at = await bed();
    await at.start();
    const table = await Scripted.open(at.broker);
    const alarm = (id: string, code: string, priority: number, weight: number) =>
      table.tell(`alarm/${id}`, { alarm: { id, code, priority, weight, since: Date.now() } }, true);
    await alarm("halt-1", "cardBeforeClose", 1, 66);
    await alarm("latch-2", "red", 1, 100);
    const alarms = await until("both alarms", async () => {
      const found = (await at.state()).alarms;
      return found.length === 2 && found;
    });
    expect(alarms.map(({ code }) => code)).toEqual(["red", "cardBeforeClose"]);
    expect(await at.post("/api/site/acknowledge", { table: "t1", alarm: "latch-2", pin: "9999" })).toMatchObject({
      status: 401,
      body: { why: "pin" },
    });
    expect((await at.post("/api/site/acknowledge", { table: "t1", alarm: "latch-2", pin: pins.Bo })).status).toBe(200);
    expect((await at.post("/api/site/acknowledge", { table: "t1", alarm: "latch-2", pin: pins.Ada })).status).toBe(409);
    expect((await at.state()).alarms[0]).toMatchObject({ code: "red", ackedBy: "Bo", clearedAt: null });
    await table.clear("alarm/latch-2");
    await until("it is gone", async () => (await at.state()).alarms.length === 1);
    // The other one was never acknowledged: it stays although its cause is gone.
    await table.clear("alarm/halt-1");
    await until("it is cleared", async () => (await at.state()).alarms[0]?.clearedAt !== null);
    expect((await at.state()).alarms).toHaveLength(1);
  });
});

describe("a progressive", () => {
  it("grows, freezes a hit for two people in two roles, survives a power cut to the millionth, and its statement balances", {
    timeout: 90_000,
  }, async () => {
    const at = await bed();
    const site = await at.start();
    const watcher = subscribe(at.broker, "pitwire/v1/s1/meter/royal");
    ends.push(() => watcher.stop());
    const table = await Scripted.open(at.broker);
    await table.round(null);
    await table.round("royal-flush");
    await until("the hit", async () => {
      await table.beat();
      return (await at.state()).meters[0]?.message.awards[0];
    });
    const [award] = (await at.state()).meters[0]?.message.awards ?? [];
    // Four stakes of 50 cents at 71.0001 %, and the fraction of a cent stays.
    expect(award).toMatchObject({ table: "t1", seat: 3, hand: "royal-flush", amount: 1_000_142, status: "pending" });
    const seen = await until("the meter on MQTT", () => {
      const last = watcher.messages().at(-1);
      return last?.payload.includes("pending") === true && meterMessage.parse(JSON.parse(last.payload));
    });
    expect(seen.levels).toEqual([{ level: "major", value: 1_000_000, base: 1_000_000, ceiling: null }]);

    const sign = (pin: string) =>
      at.post("/api/site/meters/royal", { id: randomUUID(), pin, command: { kind: "confirm", entry: award?.id } });
    expect((await sign(pins.Ada)).status).toBe(200);
    expect(await sign(pins.Ada)).toMatchObject({ status: 409, body: { why: "samePerson" } });
    expect(await sign(pins.Cy)).toMatchObject({ status: 409, body: { why: "role" } });

    const statement = async (): Promise<string> => (await at.get("/api/site/meters/royal/statement?format=csv")).text();
    const before = await statement();
    expect(before.split("\r\n")[1]).toBe(
      "major,10000.00000000,1.42000200,10000.00000000,0.00000000,10001.42000000,0.00000000,10000.00000200,4,1,0.00000000,0.00000000",
    );
    await site.kill();
    await at.start();
    expect(await statement()).toBe(before);
    expect((await sign(pins.Bo)).status).toBe(200);
    expect((await at.state()).meters[0]?.message.awards[0]?.status).toBe("won");

    // After the restart the pool goes on where it was: rounds whose end it knows are not even looked at again.
    await table.round(null);
    await until("the third round", async () => {
      await table.beat();
      return (await statement()).split(",").slice(-4)[0] === "6";
    });
    const kinds = query(
      at.config.replace("site.yaml", "data/progressive-royal.sqlite"),
      "select json_extract(event, '$.kind') from events order by seq",
    );
    expect(kinds.filter((kind) => kind === "settled")).toHaveLength(3);
    expect(kinds.filter((kind) => kind === "locked")).toHaveLength(3);

    const pdf = await at.get("/api/site/meters/royal/statement?format=pdf");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const verified = spawnSync(
      process.execPath,
      ["dist/pitwire.js", "verify", at.config.replace("site.yaml", "data/progressive-royal.sqlite")],
      { encoding: "utf8" },
    );
    expect(verified.stdout + verified.stderr).toMatch(/records/);
  });
});
