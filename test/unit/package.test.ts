// What npm reads: the lock file fits every registry, and no package runs a script that nobody has looked at. And what the build makes of it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Readonly<Record<string, Locked>> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

test("the lock file holds a hash of every package and no download address", () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  expect(readFileSync(".npmrc", "utf8")).toContain("omit-lockfile-registry-resolved=true");
});

test("the packages that may run a script at installation are those that have one", () => {
  const scripted = packages.filter(([, { hasInstallScript, os }]) => hasInstallScript && (os?.includes("linux") ?? true));
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test("every package has its exact version", () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});

test("no built program has a character beyond Latin-1, for one would keep all of its text in two bytes a character", () => {
  const chunks = readdirSync("dist/chunks").filter((file) => file.endsWith(".js"));
  const programs = ["pitwire.js", "journal-worker.js", "read-worker.js", ...chunks.map((file) => `chunks/${file}`)];
  expect(chunks).not.toEqual([]);
  expect(programs.filter((file) => /[\u0100-\uffff]/.test(readFileSync(join("dist", file), "utf8")))).toEqual([]);
});
