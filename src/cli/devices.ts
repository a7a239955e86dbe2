// pitwire devices: what is plugged in, what comes out of it, recordings, and devices made of numbers. For technicians.

import { BadFile } from "#table/problems";
import type { Command } from "./command.ts";

type Run = Command["run"];

const actions: Readonly<Record<string, () => Promise<Run>>> = {
  list: async () => (await import("./devices-list.ts")).list,
  probe: async () => (await import("./devices-probe.ts")).probe,
  monitor: async () => (await import("./devices-monitor.ts")).monitor,
  record: async () => (await import("./devices-record.ts")).record,
  replay: async () => (await import("./devices-record.ts")).replay,
  check: async () => (await import("./devices-check.ts")).check,
  emulate: async () => (await import("./devices-emulate.ts")).emulate,
};

export const devices: Command = {
  usage: [
    "pitwire devices list [--config FILE]",
    "pitwire devices probe --link LINK [--for SECONDS]",
    "pitwire devices monitor ID --config FILE  |  monitor --driver NAME --link LINK",
    "pitwire devices record --driver NAME --link LINK [--for SECONDS] FILE  |  replay FILE",
    "pitwire devices check PROFILE.yaml",
    "pitwire devices emulate NAME --port PATH|tcp[:PORT]|usb",
  ].join("\n       "),
  about: "what is plugged in, what it says, recordings, profiles, and emulated devices",
  options: {
    config: { type: "string" },
    driver: { type: "string" },
    link: { type: "string" },
    options: { type: "string" },
    for: { type: "string" },
    port: { type: "string" },
  },
  run: async ([what = "", ...words], options, out) => {
    const load = actions[what];
    if (load === undefined)
      throw new BadFile("devices", [`"${what}": write ${Object.keys(actions).join(", ")}`, `Usage: ${devices.usage}`]);
    return (await load())(words, options, out);
  },
};
