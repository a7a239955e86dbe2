// The programs that run in a casino, each in one piece: a table is up in two thirds of the time that hundreds of files take.
// Native modules stay outside, and so do packages that read files of their own, and what Fastify would only load for options that are not used.

import { defineConfig, type Plugin } from "rolldown";

/** A source with a single character beyond Latin-1, be it in a comment, is kept in two bytes a character; escapes say the same in one. */
const inLatin1: Plugin = {
  name: "in-latin-1",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk")
        file.code = file.code.replace(/[\u0100-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  },
};

export default defineConfig({
  input: {
    pitwire: "src/cli/main.ts",
    "journal-worker": "src/table/journal-worker.ts",
    "read-worker": "src/table/read-worker.ts",
    "write-manifest": "src/cli/write-manifest.ts",
  },
  platform: "node",
  plugins: [inLatin1],
  external: [
    "@elgato-stream-deck/node",
    "@fastify/ajv-compiler",
    "@fastify/fast-json-stringify-compiler",
    "@resvg/resvg-js",
    "@serialport/bindings-cpp",
    "better-sqlite3",
    "light-my-request",
    "modbus-serial",
    "node-hid",
    "pdfkit",
    "pino",
    "xkeys",
  ],
  output: { dir: "dist", cleanDir: true, format: "esm", sourcemap: true, entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
});
