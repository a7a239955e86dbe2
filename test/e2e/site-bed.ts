// A site as its people meet it: over a real Mosquitto, with tables that are played from a script.

import { writeFileSync } from "node:fs";
import { connectAsync, type MqttClient } from "mqtt";
import type { SiteState } from "#contract/site";
import { hashPin } from "#table/pin";
import { mosquitto } from "./mosquitto.ts";
import { freePorts, type Program, program, workFolder } from "./program.ts";

/** What is ended after a test, the last first. */
export type Ends = (() => Promise<unknown> | unknown)[];

/** Ada: floor, Bo: surveillance, Cy: manager. */
export const pins = { Ada: "1111", Bo: "2222", Cy: "3333" } as const;

export interface Bed {
  readonly broker: number;
  readonly url: string;
  readonly config: string;
  /** What the site keeps. */
  readonly data: string;
  readonly start: () => Promise<Program>;
  state(): Promise<SiteState>;
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  get(path: string): Promise<Response>;
}

/** A site over a Mosquitto of its own; nothing runs of the site before `start`. */
export async function bed(ends: Ends): Promise<Bed> {
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
    data: folder.file("data"),
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
export class Scripted {
  readonly facts: { readonly n: number; readonly at: number; readonly fact: Body & { readonly round: number } }[] = [];
  readonly asked: { readonly from: number }[] = [];
  #round = 0;
  readonly #client: MqttClient;
  readonly #journal: string;
  readonly name: string;

  constructor(client: MqttClient, journal: string, name: string) {
    this.#client = client;
    this.#journal = journal;
    this.name = name;
  }

  static async open(ends: Ends, port: number, name = "t1", journal = "aaaabbbbccccdddd"): Promise<Scripted> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
    ends.push(() => client.endAsync(true));
    const table = new Scripted(client, journal, name);
    client.on("message", (_topic, payload) => table.#answer(JSON.parse(payload.toString())));
    await client.subscribeAsync(`pitwire/v1/s1/${name}/command`, { qos: 1 });
    await table.tell("status", { status: "online", why: null }, true);
    await table.tell(
      "about",
      {
        site: "s1",
        table: name,
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
    return this.#client.publishAsync(`pitwire/v1/s1/${this.name}/${what}`, payload, { qos: 1, retain });
  }

  clear(what: string): Promise<unknown> {
    return this.#client.publishAsync(`pitwire/v1/s1/${this.name}/${what}`, "", { qos: 1, retain: true });
  }

  beat(): Promise<unknown> {
    return this.tell("beat", { pack: "ab" });
  }

  /** Adds a fact; with `lost` it never leaves the table by itself. */
  async fact(body: Body, lost = false): Promise<void> {
    if (body.kind === "roundOpened") this.#round++;
    const fact = { n: this.facts.length + 1, at: Date.now(), fact: { ...body, round: this.#round } };
    this.facts.push(fact);
    if (!lost) await this.#client.publishAsync(`pitwire/v1/s1/${this.name}/fact`, JSON.stringify(this.#messageOf(fact)), { qos: 1 });
  }

  #messageOf({ n, at, fact }: Scripted["facts"][number]) {
    return { ...this.#envelope(n), at, fact: { n, at, ...fact } };
  }

  #answer({ id, facts: { from, limit } }: { id: string; facts: { from: number; limit: number } }): void {
    this.asked.push({ from });
    const found = this.facts.filter(({ n }) => n >= from).slice(0, limit);
    const body = { ...this.#envelope(this.facts.length), facts: found.map((fact) => this.#messageOf(fact)), next: null };
    this.#client.publish(`pitwire/v1/s1/${this.name}/reply/${id}`, JSON.stringify(body), { qos: 1 });
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
