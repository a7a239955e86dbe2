import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const outDir = join(import.meta.dirname, "../../dist/dashboard/web");

/** Beside each text lies a packed one, which the server hands to whoever takes it. */
const packed: Plugin = {
  name: "packed",
  closeBundle() {
    for (const name of readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((one) => /\.(js|css|html)$/.test(one)))
      writeFileSync(join(outDir, `${name}.gz`), gzipSync(readFileSync(join(outDir, name)), { level: 9 }));
  },
};

// One bundle; each page is a chunk of its own. Everything is served from this box: no address outside it is ever asked.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [packed],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
