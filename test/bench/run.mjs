// Runs the benches of this folder one after the other, each in its own process:
//
//   node test/bench/run.mjs [name … | all] [--rounds N] [--quick] [--report] [any option of the bench]
//
// A bench is a file of this folder: <name>.mjs, <name>.ts or <name>.bench.ts; what it needs beside it lies in folders.
// Plain JavaScript, so that it runs without a build; a bench in TypeScript is bundled from its sources first.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const benchDir = import.meta.dirname;
const root = path.resolve(benchDir, "../..");
const bundleDir = path.join(root, ".cache/bench");

/** Name of each bench → its file. */
function findBenches() {
  const benches = new Map();
  for (const file of readdirSync(benchDir).sort()) {
    const name = /^(.+?)(?:\.bench)?\.(?:mjs|ts)$/.exec(file)?.[1];
    if (name && name !== "run") benches.set(name, path.join(benchDir, file));
  }
  return benches;
}

/** Names come first; the first option ends them, and options go to every bench as they are. */
function splitArguments(args) {
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const end = firstOption < 0 ? args.length : firstOption;
  return { names: args.slice(0, end), options: args.slice(end) };
}

/** The file Node can run: the bench itself, or a bundle of it with the project's sources inside and packages outside. */
async function makeRunnable(name, file) {
  if (file.endsWith(".mjs")) return file;
  mkdirSync(bundleDir, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    build: {
      ssr: file,
      outDir: bundleDir,
      emptyOutDir: false,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs`, codeSplitting: false, topLevelVar: false } },
    },
  });
  return path.join(bundleDir, `${name}.mjs`);
}

/** Runs a bench in the project's root with this terminal; resolves to its exit code. */
function runBench(file, options) {
  const child = spawn(process.execPath, [file, ...options], { cwd: root, stdio: "inherit" });
  stopBench = (signal) => child.kill(signal);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? interrupted));
  });
}

// A bench has processes of its own to clear away: told to stop, this one passes it on and waits.
const interrupted = 130;
let stopBench = () => process.exit(interrupted);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopBench(signal));

const benches = findBenches();
const { names, options } = splitArguments(process.argv.slice(2));
const wanted = names.length === 0 || names.includes("all") ? [...benches.keys()] : names;
const unknown = wanted.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(", ")}. There are: ${[...benches.keys()].join(", ")}; or say "all".`);
  process.exit(2);
}

let worst = 0;
for (const name of wanted) {
  console.log(`\n== ${name} ==`);
  const code = await runBench(await makeRunnable(name, benches.get(name)), options);
  if (code === interrupted) process.exit(interrupted);
  worst = Math.max(worst, code);
}
process.exit(worst);
