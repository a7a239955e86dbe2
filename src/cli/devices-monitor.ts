// pitwire devices monitor: frames as they come, with what the driver makes of them. Of a running table its own tape is read, and what
// lies face down stays there; a device that no table uses is opened.

import type { FrameRow, FramesMessage } from "#contract/devices";
import { readConfig } from "#table/config";
import { driverOf } from "#table/drivers";
import { makeFrameReader } from "#table/frames";
import { BadFile } from "#table/problems";
import { addressOf } from "#table/running-table";
import { showBytes } from "#wire/session";
import type { Command } from "./command.ts";
import { namedDevice, runNamed, untilEnough } from "./devices-link.ts";

const askEveryMs = 300;

export const monitor: Command["run"] = async ([id], options, out) => {
  const end = untilEnough(typeof options.for === "string" ? Number(options.for) * 1000 : null);
  const stop = id === undefined ? direct(options, out) : ofTable(id, options.config, out);
  await Promise.race([end, stop.failed]);
  await stop.close();
  return 0;
};

interface Monitoring {
  /** Rejects when it can't go on. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

function ofTable(id: string, file: unknown, out: (line: string) => void): Monitoring {
  if (typeof file !== "string") throw new BadFile("devices monitor", ["name the table's configuration: --config FILE"]);
  const config = readConfig(file);
  const { devices, table } = config;
  if (devices.every((device) => device.id !== id))
    throw new BadFile("devices monitor", [`${table} has no device "${id}"; it has ${devices.map((one) => one.id).join(", ")}`]);
  const url = `${addressOf(config)}/api/devices/${id}/frames`;
  let after = 0;
  let timer: NodeJS.Timeout | null = null;
  const failed = new Promise<never>((_, reject) => {
    const ask = async (): Promise<void> => {
      try {
        const reply = await fetch(`${url}?after=${after}`);
        const { frames, next } = (await reply.json()) as FramesMessage;
        for (const frame of frames) out(lineOf(frame));
        after = next;
        timer = setTimeout(() => void ask(), askEveryMs);
      } catch {
        reject(new Error(`table ${table} does not answer at ${url}: is it running? Without it: --driver NAME --link LINK`));
      }
    };
    void ask();
  });
  return {
    failed,
    close: async () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function direct(options: Parameters<Command["run"]>[1], out: (line: string) => void): Monitoring {
  const named = namedDevice(options);
  const device = runNamed(named, (inputs) => {
    for (const input of inputs)
      if (input.kind === "link") out(`-- ${input.status}${input.detail === undefined ? "" : `: ${input.detail}`}`);
  });
  const { tape } = device;
  const known = driverOf(named.driver);
  if (tape === null || known === undefined || !("driver" in known)) {
    out("-- its library owns the port: its readings are shown, not its bytes");
    return { failed: new Promise(() => {}), close: () => device.stop() };
  }
  const reader = makeFrameReader(known.driver, tape.read().state ?? known.driver.start(known.readOptions(named.options)));
  let next = 0;
  let n = 0;
  const look = (): void => {
    for (const moment of tape.since(next) ?? []) {
      next++;
      for (const { at, direction, bytes, good, readings } of reader.feed(moment)) {
        const told = readings.map((reading) => JSON.stringify(reading));
        out(lineOf({ n: ++n, at, direction, bytes: bytes.length, good, shown: showBytes(bytes), readings: told }));
      }
    }
  };
  const timer = setInterval(look, 50);
  return {
    failed: new Promise(() => {}),
    close: async () => {
      clearInterval(timer);
      look();
      const { frames, badFrames, misses, reconnects } = device.health();
      await device.stop();
      out(`-- ${frames} good frames, ${badFrames} bad, ${misses} misses, opened again ${reconnects} times`);
    },
  };
}

/** 21:47:14.203 < 93 good "…" {"kind":"tag",…} */
export function lineOf({ at, direction, bytes, good, shown, readings }: FrameRow): string {
  const time = new Date(at).toISOString().slice(11, 23);
  const mark = direction === "in" ? "<" : ">";
  const words = [time, mark, `${bytes} B`, good ? "good" : "BAD ", shown ?? "(not shown)", ...(readings ?? [])];
  return words.join("  ");
}
