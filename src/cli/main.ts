#!/usr/bin/env node
// The `pitwire` program. Each command is loaded only when it is called, so that a table starts fast.

import { parseArgs } from "node:util";
import { nearest } from "#table/problems";
import type { Command } from "./command.ts";
import { ignoreDebugSignal } from "./guard-process.ts";

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import("./demo.ts")).demo,
  training: async () => (await import("./training.ts")).training,
  up: async () => (await import("./up.ts")).up,
  devices: async () => (await import("./devices.ts")).devices,
  site: async () => (await import("./site.ts")).site,
  deck: async () => (await import("./deck.ts")).deck,
  keys: async () => (await import("./keys.ts")).keys,
  open: async () => (await import("./open.ts")).open,
  backup: async () => (await import("./backup.ts")).backup,
  commitments: async () => (await import("./commitments.ts")).commitments,
  pin: async () => (await import("./pin.ts")).pin,
  settle: async () => (await import("./settle.ts")).settle,
  verify: async () => (await import("./verify.ts")).verify,
  history: async () => (await import("./history.ts")).history,
  report: async () => (await import("./report.ts")).report,
  asyncapi: async () => (await import("./asyncapi.ts")).asyncapi,
  check: async () => (await import("./check.ts")).check,
  about: async () => (await import("./about.ts")).about,
  sim: async () => (await import("./sim.ts")).sim,
};

async function main(): Promise<number> {
  const [name = "help", ...rest] = process.argv.slice(2);
  if (name === "help" || name === "--help" || name === "-h") return help();
  const load = commands[name === "--version" ? "about" : name];
  if (load === undefined) {
    const near = nearest(name, Object.keys(commands));
    console.error(`pitwire: there is no command "${name}".${near === null ? "" : ` Did you mean "${near}"?`} "pitwire help" lists them.`);
    return 2;
  }
  const command = await load();
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: rest,
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    console.error(`pitwire ${name}: ${(error as Error).message}\nUsage: ${command.usage}`);
    return 2;
  }
  if (parsed.values.help === true) {
    console.log(`${command.usage}\n  ${command.about}`);
    return 0;
  }
  return command.run(parsed.positionals, parsed.values, (line) => console.log(line));
}

async function help(): Promise<number> {
  console.log("pitwire: controller for live card tables\n");
  for (const load of Object.values(commands)) {
    const { usage, about } = await load();
    console.log(`  ${usage}\n      ${about}`);
  }
  return 0;
}

ignoreDebugSignal();

// A reader that has seen enough (pitwire help | head) is no trouble.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    // What a person can mend is a sentence that names the place and the remedy; what only a programmer can, a stack.
    const mendable = error instanceof Error && ["BadFile", "Error", "JournalDamaged", "JournalUnusable", "LinkError"].includes(error.name);
    console.error(mendable ? `pitwire: ${error.message}` : error);
    process.exitCode = 1;
  },
);
