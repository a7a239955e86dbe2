// A test's own program in one file, sources inside and packages outside, so that plain Node runs it.

import { isAbsolute, join, parse } from "node:path";
import { build } from "rolldown";
import { packageRoot } from "#table/package-root";

/** Bundles a program into `dist`, beside the journal's thread; returns its path. */
export async function bundle(source: string): Promise<string> {
  const file = join(packageRoot(), "dist", `${parse(source).name}.js`);
  await build({
    input: source,
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("#") && !isAbsolute(id),
    output: { file, format: "esm" },
    logLevel: "warn",
  });
  return file;
}
