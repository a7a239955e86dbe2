// The built site as its people meet it: over a real Mosquitto, with a table that is played from a script, and killed as a power cut would.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { meterMessage } from "#contract/meter";
import type { RoundRecord } from "#contract/site";
import { until } from "./program.ts";
import { bed, type Ends, pins, Scripted } from "./site-bed.ts";
import { fillDisk, mountSmallDisk, needsRoot } from "./small-disk.ts";
import { subscribe } from "./table-client.ts";

const ends: Ends = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

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
    const at = await bed(ends);
    const table = await Scripted.open(ends, at.broker);
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
    const at = await bed(ends);
    await at.start();
    const table = await Scripted.open(ends, at.broker);
    await until("it is online", async () => (await at.state()).tables[0]?.status === "online" || table.beat().then(() => false));
    await until("it is silent", async () => (await at.state()).tables[0]?.status === "silent");
  });
});

describe("an alarm", () => {
  it("is ranked, acknowledged once by a person with a PIN, and stays until it is cleared as well", async () => {
    const at = await bed(ends);
    const site = await at.start();
    const table = await Scripted.open(ends, at.broker);
    // This table does not beat; that it is silent is another alarm.
    const standing = async () => (await at.state()).alarms.filter(({ code }) => code !== "tableSilent");
    const alarm = (id: string, code: string, priority: number, weight: number) =>
      table.tell(`alarm/${id}`, { alarm: { id, code, priority, weight, since: Date.now() } }, true);
    await alarm("halt-1", "cardBeforeClose", 1, 66);
    await alarm("latch-2", "red", 1, 100);
    const alarms = await until("both alarms", async () => {
      const found = await standing();
      return found.length === 2 && found;
    });
    expect(alarms.map(({ code }) => code)).toEqual(["red", "cardBeforeClose"]);
    const red = alarms.filter(({ code }) => code === "red");
    const acknowledge = (pin: string) =>
      at.post("/api/site/acknowledge", { alarms: red.map(({ id, since }) => ({ table: "t1", id, since })), pin });
    expect(await acknowledge("9999")).toMatchObject({
      status: 401,
      body: { why: "pin" },
    });
    expect((await acknowledge(pins.Bo)).status).toBe(200);
    expect((await acknowledge(pins.Ada)).status).toBe(409);
    expect((await standing())[0]).toMatchObject({ code: "red", ackedBy: "Bo", clearedAt: null });
    await table.clear("alarm/latch-2");
    await until("it is gone", async () => (await standing()).length === 1);
    // The other one was never acknowledged: it stays although its cause is gone.
    await table.clear("alarm/halt-1");
    await until("it is cleared", async () => (await standing())[0]?.clearedAt !== null);
    expect(await standing()).toHaveLength(1);
    // And one whose cause went away while the site was away.
    await alarm("halt-3", "wrongPlace", 2, 60);
    await until("the third", async () => (await standing()).length === 2);
    await site.kill();
    await table.clear("alarm/halt-3");
    await at.start();
    const third = await until("the third is over", async () => {
      await table.beat();
      return (await standing()).find(({ id, clearedAt }) => id === "halt-3" && clearedAt !== null);
    });
    expect(third).toMatchObject({ code: "wrongPlace", ackedBy: null });
  });
});

describe("a full disk", () => {
  it("is said, changes nothing halfway, and when there is room again nothing is missing, on the meter neither", {
    timeout: 90_000,
  }, async ({ skip }) => {
    const at = await bed(ends);
    mkdirSync(at.data);
    const unmount = mountSmallDisk(at.data);
    if (unmount === null) return skip(needsRoot);
    ends.push(unmount);
    const site = await at.start();
    const table = await Scripted.open(ends, at.broker);
    await table.round(null);
    const alarm = { id: "halt-1", code: "cardBeforeClose", priority: 1, weight: 66, since: Date.now() };
    await table.tell("alarm/halt-1", { alarm }, true);
    const heard = async (facts: number): Promise<unknown> =>
      until(`fact ${facts} is kept`, async () => {
        await table.beat();
        return (
          (await Promise.all([1, 2, 3].map((round) => at.get(`/api/site/tables/t1/rounds/${round}`)))).filter(({ ok }) => ok).length * 6 >=
          facts
        );
      });
    await heard(6);
    const filler = fillDisk(at.data);
    await table.round(null);
    await table.round(null);
    const troubles = async () => (await at.state()).troubles.map(({ detail }) => detail);
    await until("the trouble", async () => {
      await table.beat();
      return (await troubles()).some((text) => text.includes("is full. Free some space"));
    });
    const acknowledge = () =>
      at.post("/api/site/acknowledge", { alarms: [{ table: "t1", id: alarm.id, since: alarm.since }], pin: pins.Bo });
    expect(await acknowledge()).toMatchObject({ status: 503, body: { ok: false, why: "journal", text: expect.stringContaining("Wait") } });
    expect((await at.state()).alarms.find(({ id }) => id === alarm.id)?.ackedBy).toBeNull();

    rmSync(filler);
    await heard(18);
    expect(await troubles()).toEqual([]);
    expect((await acknowledge()).status).toBe(200);
    // Six stakes of 50 cents at 71.0001 %.
    await until("the meter", async () => {
      await table.beat();
      return (await at.state()).meters[0]?.message.levels[0]?.value === 1_000_213;
    });
    expect(site.output()).toContain("is written again; what the tables told meanwhile is fetched");
  });
});

describe("a progressive", () => {
  it("grows, freezes a hit for two people in two roles, survives a power cut to the millionth, and its statement balances", {
    timeout: 90_000,
  }, async () => {
    const at = await bed(ends);
    const site = await at.start();
    const watcher = subscribe(at.broker, "pitwire/v1/s1/meter/royal");
    ends.push(() => watcher.stop());
    const table = await Scripted.open(ends, at.broker);
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
