// What a feed takes from a broker, and what it asks for: over a real one, with tables that say what the test has them say.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Aedes } from "aedes";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeatRequest, schemaVersion } from "#contract/message";
import { topicsOf } from "#contract/topics";
import { setupFor, stage } from "#core/rehearse";
import { view } from "#core/view";
import { caribbeanStud } from "#games/caribbean-stud/game";
import { type Feed, type FeedListener, openFeed } from "#site/feed";
import { type History, openHistory } from "#site/history";
import { rulesWith } from "../games/caribbean-stud-bed.ts";

const topics = topicsOf("s1", "t1");
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let port = 0;
let table: MqttClient;
let history: History;
let now = 0;
/** What the feed has asked the table for. */
let asked: readonly { readonly from: number }[];

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "pitwire-feed-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const broker = await Aedes.createBroker();
  ends.push(() => new Promise<void>((done) => broker.close(() => done())));
  const server = createServer(broker.handle);
  ends.push(() => server.close());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as { port: number });
  history = openHistory(join(folder, "history.sqlite"));
  ends.push(() => history.close());
  now = 1_000_000;
  asked = [];
  table = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
  ends.push(() => table.endAsync(true));
  table.on("message", (_topic, payload) => {
    asked = [...asked, repeatRequest.parse(JSON.parse(payload.toString())).facts];
  });
  await table.subscribeAsync(topics.command, { qos: 1 });
});

async function open(listener: Partial<FeedListener>): Promise<Feed> {
  const nothing = () => {};
  const feed = await openFeed({
    site: "s1",
    broker: { url: `mqtt://127.0.0.1:${port}` },
    clientId: "feed",
    history,
    clock: () => now,
    listener: {
      ...{ about: nothing, status: nothing, state: nothing, beat: nothing, facts: nothing, alarm: nothing, broker: nothing },
      refused: (error) => {
        throw error;
      },
      ...listener,
    },
  });
  ends.push(() => feed.close());
  return feed;
}

function tell(topic: string, journal: string, n: number, body: object): Promise<unknown> {
  return table.publishAsync(topic, JSON.stringify({ schema: schemaVersion, journal, n, at: now, ttl: null, ...body }), { qos: 1 });
}
const beat = (journal: string, n: number): Promise<unknown> => tell(topics.beat, journal, n, { pack: "ab" });

test("a state that has not the agreed form is not taken; what comes after it is", async () => {
  const heard: string[] = [];
  await open({ state: (_, { journal }) => heard.push(journal), beat: (_, journal) => heard.push(`beat of ${journal}`) });
  await vi.waitFor(() => beat("j0", 0).then(() => expect(heard).toContain("beat of j0")), { timeout: 20_000 });
  heard.splice(0);
  const script = { game: caribbeanStud, rules: rulesWith({}), seats: [1, 3], carry: null } as const;
  const shown = view(stage(script).table, setupFor(script), caribbeanStud, "public");
  for (const body of [{}, { view: null }, { view: { ...shown, seats: "none" } }])
    await tell(topics.state, "j1", 1, { pack: "ab", ...body });
  await tell(topics.state, "j2", 0, { pack: "ab", view: shown });
  await beat("j2", 0);
  await vi.waitFor(() => expect(heard).toContain("beat of j2"), { timeout: 20_000 });
  expect(heard.filter((one) => one !== "beat of j0")).toEqual(["j2", "beat of j2"]);
});

test("what is missing is asked for as long as its journal is written, and no more once the table writes another", async () => {
  const heard: string[] = [];
  const feed = await open({ beat: (_, journal) => heard.push(journal) });
  const gap = { table: "t1", journal: "old" };
  await vi.waitFor(() => beat("old", 7).then(() => expect(asked).toEqual([{ from: 1, limit: 1000 }])), { timeout: 20_000 });
  expect(feed.missing(gap)).toBe(7);
  // Nobody has answered, the table begins a new journal, and the old one's gap is due to be asked for again.
  heard.splice(0);
  await beat("new", 0);
  await vi.waitFor(() => expect(heard).toContain("new"), { timeout: 20_000 });
  now += 60_000;
  await tell(topics.fact, "old", 9, { fact: { kind: "roundOpened", round: 3 } });
  await beat("new", 2);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 20_000 });
  expect([asked, feed.missing(gap), feed.missing({ table: "t1", journal: "new" })]).toEqual([
    Array(2).fill({ from: 1, limit: 1000 }),
    9,
    2,
  ]);
});
