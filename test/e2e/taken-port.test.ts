// A port that another program holds: one sentence, and the program ends, whatever is under way by then.

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { freePorts, program, workFolder } from "./program.ts";

it.each(["http", "mqtt"])("the port for %s is taken", async (which) => {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const folder = workFolder();
  onTestFinished(() => folder.remove());
  const config = folder.file("table.yaml");
  const table = { version: 1, site: "s1", table: "t1", pack: "high-card-flush/florida", folder: folder.file("data") };
  writeFileSync(config, stringify({ ...table, http: { port: http }, mqtt: { embedded: { port: mqtt } } }));
  const taken = which === "http" ? http : mqtt;
  const holder = createServer().listen(taken, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await once(holder, "listening");
  const up = program(["up", "--config", config]);
  expect(await up.ended).toBe(1);
  const lines = up.output().trim().split("\n");
  expect(lines.at(-1)).toMatch(new RegExp(`^pitwire: .*${taken}.* is taken by another program`));
  expect(up.output()).not.toMatch(/^\s+at /m);
});
