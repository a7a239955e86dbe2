// Keys at the table, through the built program: a microcontroller's buttons stand for a panel, and every other way in is the same.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { stringify } from "yaml";
import type { DevicesMessage } from "#contract/devices";
import { tablelinkEmulator } from "#devices/tablelink/emulator";
import { deckCsv } from "#sim/reader";
import { serveEmulator } from "#sim/serve";
import { restsMs } from "#table/panel-desk";
import { callKey, nextKey } from "#table/panel-keys";
import { freePorts, program, until, workFolder } from "./program.ts";
import { command, openPage } from "./table-client.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The keys are connected, and what they mean has stood for longer than a key rests that has just come to mean something else. */
const rested = (url: string): Promise<unknown> =>
  until("the keys are ready", async () => {
    const { now, devices } = (await (await fetch(`${url}/api/devices`)).json()) as DevicesMessage;
    return devices.every(({ status, since }) => status === "up" && now - since > 2 * restsMs);
  });

it("a key does what the console's does, once, after a power cut too, and without it the console goes on", async () => {
  const [port = 0, broker = 0] = await freePorts(2);
  const folder = workFolder();
  const shoe = await serveEmulator(tablelinkEmulator, { id: "shoe" }, "tcp://127.0.0.1:0");
  const keys = await serveEmulator(tablelinkEmulator, { id: "keys", ports: [1, 2] }, "tcp://127.0.0.1:0");
  closers.push(folder.remove, shoe.close, keys.close);
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
      mqtt: { embedded: { port: broker } },
      devices: [
        { id: "shoe", driver: "tablelink", link: shoe.address, antennas: { 0: "shoe" }, wire: "dedicated" },
        {
          id: "keys",
          driver: "tablelink",
          link: keys.address,
          required: false,
          options: { inputs: { 1: { key: nextKey }, 2: { key: callKey } } },
        },
      ],
    }),
  );
  writeFileSync(folder.file("deck.csv"), deckCsv(1));
  spawnSync(process.execPath, ["dist/pitwire.js", "deck", "import", "--config", config, "--name", "red", folder.file("deck.csv")]);
  const press = (input: number): void => {
    for (const level of [1, 0] as const) keys.act({ kind: "input", port: input, level });
  };
  const url = `http://127.0.0.1:${port}`;

  const first = program(["up", "--config", config]);
  closers.push(first.kill);
  const page = openPage(url);
  closers.push(page.close);
  await page.seen("the table is closed", (view) => view.phase === "closed" && view.waiting.length === 0);
  await rested(url);
  press(1);
  await page.seen("the key has opened it", (view) => view.phase === "idle");
  press(2);
  await page.seen("the floor is called", (view) => view.call !== null);
  await first.kill();

  const second = program(["up", "--config", config]);
  closers.push(second.kill);
  const again = openPage(url);
  closers.push(again.close);
  await again.seen("it is as it was", (view) => view.phase === "idle" && view.waiting.length === 0);
  for (const seat of [1, 2, 3]) await command(url, { kind: "seat", seat, sitting: true });
  await again.seen("a round may be opened", (view) =>
    view.expected.some((one) => one.kind === "confirm" && one.code === "openRound" && one.blocked === undefined),
  );
  await rested(url);
  press(1);
  await again.seen("the key has opened the round", (view) => view.round === 1);

  keys.cut();
  const answer = await command(url, { kind: "decision", by: "1/seat", code: "waive" });
  expect(answer.body).toMatchObject({ ok: true });
});
