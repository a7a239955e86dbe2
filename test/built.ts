// The sources as plain Node runs them, for tests of what is computed: under the test runner every imported name is looked up in its module's
// object each time, and a round takes three times as long.

import { readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { build } from "rolldown";
import type { Plugin } from "vite";
import pkg from "../package.json" with { type: "json" };

const root = join(import.meta.dirname, "..");
const folder = join(root, ".cache/built");
/** Modules below it are left to Node. */
export const builtModules = /\/\.cache\/built\//;

/** "#core/": where its sources lie. */
const layers = Object.entries(pkg.imports).map(([name, file]) => [name.replace("*", ""), file.replace("*.ts", "")] as const);

/** Builds each source for itself, over what another run may be reading, and sends every import by a layer's name there. */
export async function importBuilt(): Promise<Plugin> {
  const input = layers.flatMap(([, from]) =>
    readdirSync(join(root, from), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(root, from, file)),
  );
  await build({
    input,
    cwd: root,
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("#") && !isAbsolute(id),
    output: { dir: folder, format: "esm", preserveModules: true, preserveModulesRoot: root, sourcemap: true },
    logLevel: "warn",
  });
  return {
    name: "pitwire:built",
    enforce: "pre",
    resolveId(id) {
      const layer = layers.find(([name]) => id.startsWith(name));
      return layer === undefined ? null : join(folder, layer[1], `${id.slice(layer[0].length)}.js`);
    },
  };
}
