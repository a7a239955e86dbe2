#!/usr/bin/env node
// The `pitwire` program's first lines, and so few of them that hardly a flipped bit meets one: whatever else can't be loaded is named in words.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

// Node opens its debugger to the whole machine on this signal. Here it does nothing.
process.on("SIGUSR1", () => {});

// A reader that has seen enough (pitwire help | head) is no trouble.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

import("./run.ts").then(
  async ({ run }) => {
    process.exitCode = await run(process.argv.slice(2));
  },
  ({ message }: Error) => {
    console.error(`pitwire: the program can't be loaded: ${changedFile() ?? message}. Install Pitwire anew.`);
    process.exitCode = 1;
  },
);

/** The engine does not tell which file it could not read. */
function changedFile(): string | null {
  try {
    const { files } = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as { files: Record<string, string> };
    for (const [file, digest] of Object.entries(files)) {
      const path = new URL(`../${file}`, import.meta.url);
      if (!existsSync(path)) return `${file} is missing`;
      if (createHash("sha256").update(readFileSync(path)).digest("hex") !== digest) return `${file} was changed`;
    }
  } catch {}
  return null;
}
