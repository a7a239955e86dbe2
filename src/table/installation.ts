// What is installed here: a digest of each program, page, rule pack and profile, written down by the build and compared at each start
// before anything is made of them.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, ProgramMessage } from "#contract/program";
import { packageRoot, softwareVersion } from "./package-root.ts";

const manifestFile = "dist/manifest.json";
/** Programs and pages: what the manifest lists of them must be there. */
const programs = "dist";
/** Rules and profiles are found by their names, so that one too many counts as well. */
const named = ["src/games", "devices/profiles"];

interface Manifest {
  readonly version: string;
  /** SHA-256 in hex, by path from the program's folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** The same without what a journal tells. */
export type Installation = Omit<ProgramMessage, "changes">;

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Writes down what is installed; the last step of a build. */
export function writeManifest(root = packageRoot()): void {
  const files = [...filesUnder(root, programs).filter(isProgram), ...namedFiles(root)].sort();
  const digests = Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(root, file)))]));
  const manifest: Manifest = { version: softwareVersion(), files: digests };
  writeFileSync(join(root, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Compares every file with the manifest. */
export function checkInstallation(root = packageRoot()): Installation {
  const text = readIfThere(join(root, manifestFile))?.toString() ?? null;
  const manifest = text === null ? null : readManifest(text);
  if (text === null || manifest === null) {
    const fault = { file: manifestFile, what: text === null ? "missing" : "changed" } as const;
    return { version: softwareVersion(), build: "", files: [], faults: [fault] };
  }
  const listed = Object.entries(manifest.files);
  const faults = listed.flatMap(([file, digest]): Fault[] => {
    const bytes = readIfThere(join(root, file));
    if (bytes === null) return [{ file, what: "missing" }];
    return sha256(bytes) === digest ? [] : [{ file, what: "changed" }];
  });
  const added = namedFiles(root).filter((file) => manifest.files[file] === undefined);
  return {
    version: manifest.version,
    build: sha256(text),
    files: listed.map(([file, digest]) => ({ file, sha256: digest })),
    faults: [...faults, ...added.map((file) => ({ file, what: "added" }) as const)],
  };
}

/** What is wrong, in English, for whoever starts the program. */
export function faultsInWords(faults: readonly Fault[]): string {
  const words = faults.map(({ file, what }) => `${file} ${what === "missing" ? "is missing" : `was ${what}`}`);
  return `this is not the program that was installed: ${words.join(", ")}. Install Pitwire anew.`;
}

/** SHA-256 of the manifest, in hex; null where nothing was built. */
export function installedBuild(root = packageRoot()): string | null {
  const text = readIfThere(join(root, manifestFile));
  return text === null ? null : sha256(text);
}

function readManifest(text: string): Manifest | null {
  try {
    const { version, files } = JSON.parse(text) as Partial<Manifest>;
    return typeof version === "string" && typeof files === "object" && files !== null ? { version, files } : null;
  } catch {
    return null;
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Source maps help to read a stack; they run nowhere. */
const isProgram = (file: string): boolean => !file.endsWith(".map") && file !== manifestFile;

function namedFiles(root: string): readonly string[] {
  return named.flatMap((folder) => filesUnder(root, folder)).filter((file) => file.endsWith(".yaml"));
}

/** Paths from `root`, written with "/". */
function filesUnder(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}
