// Where this program is installed: rule packs, the web bundle and the journal's worker lie beside it.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "#core/assert";

let root: string | null = null;

/** The folder of the package.json named "pitwire" above this file. */
export function packageRoot(): string {
  if (root !== null) return root;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { name?: string }).name === "pitwire") {
      root = folder;
      return folder;
    }
    assert(dirname(folder) !== folder, "this program does not lie in a package named pitwire");
  }
}

/** The version in package.json. */
export function softwareVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;
}
