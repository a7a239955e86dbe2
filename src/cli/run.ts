// The `pitwire` program. Each command is loaded only when it is called, so that a table starts fast; and what runs a table or a site only
// once what lies here has been compared with what was installed.

import { parseArgs } from "node:util";
import { checkInstallation, faultsInWords } from "#table/installation";
import { dropJournalWorker, startJournalWorker } from "#table/journal-spawn";
import type { Command } from "./command.ts";

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

/** What keeps a table or a site: it stays locked where anything is not as it was installed. */
const guarded = ["demo", "training", "up", "site"];

/** Runs the program. @returns its exit status; never rejects */
export async function run(words: readonly string[]): Promise<number> {
  try {
    return await obey(words);
  } catch (error) {
    return complain(error);
  }
}

async function obey([name = "help", ...rest]: readonly string[]): Promise<number> {
  if (name === "help" || name === "--help" || name === "-h") return help();
  const load = commands[name === "--version" ? "about" : name];
  if (load === undefined) {
    const { nearest } = await import("#table/wrong-value");
    const near = nearest(name, Object.keys(commands));
    console.error(`pitwire: there is no command "${name}".${near === null ? "" : ` Did you mean "${near}"?`} "pitwire help" lists them.`);
    return 2;
  }
  const asksForHelp = rest.includes("--help") || rest.includes("-h");
  if (guarded.includes(name) && !asksForHelp) {
    // The journal's thread comes up meanwhile. It opens nothing before a table hands it a journal, and that is after the look.
    if (name === "up") startJournalWorker();
    const found = checkInstallation();
    if (found.faults.length > 0) {
      dropJournalWorker();
      return stayLocked(found, name, rest);
    }
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

/** Shows the locked pages where they can be shown; says what is wrong in any case. */
async function stayLocked(found: ReturnType<typeof checkInstallation>, name: string, rest: readonly string[]): Promise<number> {
  try {
    const locked = await import("./locked.ts");
    return await locked.stayLocked(found, locked.placeOf(name, rest), (line) => console.log(line));
  } catch (error) {
    console.error(
      `pitwire: ${faultsInWords(found.faults)}\nThe table stays locked, and its pages can't be shown: ${(error as Error).message}`,
    );
    return 1;
  }
}

function complain(error: unknown): number {
  const { name, code, message } = error as NodeJS.ErrnoException;
  // What a person can mend is a sentence that names the place and the remedy; what only a programmer can, a stack.
  const isMendable = error instanceof Error && ["BadFile", "Error", "JournalDamaged", "JournalUnusable", "LinkError"].includes(name);
  // A program that is not the one that was installed errs in any way.
  const isLoading = code === "ERR_MODULE_NOT_FOUND" || !isMendable;
  const faults = isLoading ? checkInstallation().faults : [];
  if (faults.length > 0) console.error(`pitwire: ${faultsInWords(faults)}`);
  else if (code === "ERR_MODULE_NOT_FOUND") console.error(`pitwire: ${message}. Install Pitwire anew, with its packages.`);
  else console.error(isMendable ? `pitwire: ${message}` : error);
  return 1;
}
