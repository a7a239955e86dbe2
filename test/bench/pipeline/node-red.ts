// Node-RED as a peer: installed once into the project's cache, and a fresh user directory for each run.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findFreePort } from "./mosquitto.ts";
import type { Command } from "./processes.ts";
import type { Bed } from "./system.ts";

const installDir = path.resolve(".cache/bench/node-red");
const sourceDir = path.resolve("test/bench/pipeline/node-red");
const pinned = { "node-red": "4.1.15", "node-red-node-serialport": "2.0.3" } as const;

/** Installs the pinned versions unless they are there; throws when npm can't. */
export function installNodeRed(): void {
  const isThere = Object.entries(pinned).every(([name, version]) => installedVersion(name) === version);
  if (isThere) return;
  const packages = Object.entries(pinned).map(([name, version]) => `${name}@${version}`);
  console.log(`Installing ${packages.join(" and ")} into .cache/bench/node-red, once …`);
  mkdirSync(installDir, { recursive: true });
  const options = ["--prefix", installDir, "--save-exact", "--no-audit", "--no-fund", "--loglevel", "error"];
  try {
    execFileSync("npm", ["install", ...options, ...packages], { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    throw new Error("Node-RED could not be installed: npm needs its registry, once. What npm said is above.", { cause: error });
  }
}

function installedVersion(name: string): string | undefined {
  const manifest = path.join(installDir, "node_modules", name, "package.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : undefined;
}

/** Makes the user directory of one run: the flow, and the serial nodes found through node_modules. */
export async function prepareNodeRed(bed: Bed): Promise<Command> {
  const userDir = path.join(bed.dir, "node-red");
  mkdirSync(userDir);
  symlinkSync(path.join(installDir, "node_modules"), path.join(userDir, "node_modules"));
  const dependencies = { "node-red-node-serialport": pinned["node-red-node-serialport"] };
  writeFileSync(path.join(userDir, "package.json"), JSON.stringify({ name: "bench-flow", version: "1.0.0", dependencies }));
  for (const file of ["flows.json", "settings.cjs"]) copyFileSync(path.join(sourceDir, file), path.join(userDir, file));
  const entry = path.join(installDir, "node_modules/node-red/red.js");
  const adminPort = String(await findFreePort());
  return { argv: [process.execPath, entry, "--userDir", userDir, "--settings", path.join(userDir, "settings.cjs"), "--port", adminPort] };
}
